//go:build unix

package confirm

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// together puts a command into a process group of its own, which ends as a whole.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
}

// finishGroup ends what a command left behind: its group, and what left the group. The latter are the processes that were started with a mark in their environment, which no other run has; where
// there is no /proc they are not found. A process may make another one while it is looked for, so that is done until there are none, for a while.
func finishGroup(cmd *exec.Cmd, mark string) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	for range 50 {
		list := strays(mark)
		if len(list) == 0 {
			return
		}
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// strays are the processes with a mark in their environment.
func strays(mark string) (out []int) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range all {
		pid, err := strconv.Atoi(filepath.Base(p))
		if err != nil || pid == os.Getpid() {
			continue
		}
		environ, _ := os.ReadFile(p + "/environ")
		if bytes.HasPrefix(environ, []byte(mark+"\x00")) {
			out = append(out, pid)
		}
	}
	return out
}
