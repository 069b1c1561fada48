//go:build linux

package smtlib

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// limitMemory bounds the child's address space. It is set before the child is told anything, so nothing it allocates for us escapes it.
func limitMemory(pid int, memory int64) {
	if memory > 0 {
		lim := unix.Rlimit{Cur: uint64(memory), Max: uint64(memory)}
		_ = unix.Prlimit(pid, unix.RLIMIT_AS, &lim, nil) // it may be dead already
	}
}

// reap returns when the child has ended and been waited for. Its group is killed in between, while its number is still taken.
func (p *process) reap() {
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, p.cmd.Process.Pid, &info, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	p.mu.Lock()
	killGroup(p.cmd)
	p.reaped = true
	p.mu.Unlock()
	_ = p.cmd.Wait()
}

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

func isBrokenPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
