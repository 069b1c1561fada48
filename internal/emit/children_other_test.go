//go:build !unix

package emit_test

import "os/exec"

// withChildren does nothing where there are no process groups: cancelling ends the command alone.
func withChildren(*exec.Cmd) {}
