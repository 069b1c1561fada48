//go:build !unix

package confirm

import (
	"os/exec"
	"time"
)

func together(cmd *exec.Cmd) { cmd.WaitDelay = time.Second }

func finishGroup(*exec.Cmd, string) {}
