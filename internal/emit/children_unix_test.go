//go:build unix

package emit_test

import (
	"os/exec"
	"syscall"
)

// withChildren makes cancelling a command end what it started too: Boogie's prover.
func withChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
