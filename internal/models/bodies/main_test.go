package bodies

import (
	"os"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

func TestMain(m *testing.M) { os.Exit(tooltest.Quick{M: m}.Run()) }
