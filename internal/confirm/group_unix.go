//go:build unix

package confirm

import (
	"os/exec"
	"syscall"
	"time"
)

// together puts a command into a process group of its own, which ends as a whole.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
}

// finishGroup ends what a command left behind.
func finishGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
