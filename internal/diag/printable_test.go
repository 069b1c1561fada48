package diag

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/source"
)

// TestPrintable: whatever names and texts hold, a remark steers no terminal and its place is in one line.
func TestPrintable(t *testing.T) {
	d := Errorf(source.At("a\n\x1b[2J.c", 3, 4), "unknown word \x1b[31m\u009bx").WithDetail("try this\nor that\x07")
	got := d.Error()
	if strings.ContainsAny(got, "\x1b\x07\u009b") || strings.Count(got, "\n") != 2 || !strings.HasPrefix(got, "a ") {
		t.Errorf("%q", got)
	}
}
