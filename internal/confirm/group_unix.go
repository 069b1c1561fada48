//go:build unix

package confirm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// together puts a command into a process group of its own, which ends as a whole.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
}

// finishGroup ends what a command left behind: its group, and what left the group. The latter are the processes that run a file of the directory, or that have its name in their environment; where
// there is no /proc they are not found. A process may make another one while it is looked for, so that is done until there are none, for a while.
func finishGroup(cmd *exec.Cmd, dir string) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	for range 50 {
		list := strays(dir)
		if len(list) == 0 {
			return
		}
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// strays are the processes that belong to a directory.
func strays(dir string) (out []int) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range all {
		pid, err := strconv.Atoi(filepath.Base(p))
		if err != nil || pid == os.Getpid() {
			continue
		}
		exe, _ := os.Readlink(p + "/exe")
		environ, _ := os.ReadFile(p + "/environ")
		if strings.HasPrefix(exe, dir+"/") || bytes.Contains(append([]byte{0}, environ...), []byte("\x00"+inDir+dir+"\x00")) {
			out = append(out, pid)
		}
	}
	return out
}
