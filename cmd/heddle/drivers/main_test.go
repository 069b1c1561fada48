package drivers

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestMain makes the test binary heddle where it is called that: it reads files alone in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(tooltest.Quick{M: m}, map[string]func(){"heddle": cli.Process})
}
