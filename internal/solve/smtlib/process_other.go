//go:build !linux

package smtlib

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// Elsewhere the child is killed and waited for, but its own children are not, and its memory is bounded by its own option only.

func childAttributes() *syscall.SysProcAttr { return nil }

func limitMemory(int, int64) {}

func (p *process) reap() {
	_ = p.cmd.Wait()
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
}

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func isBrokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed)
}
