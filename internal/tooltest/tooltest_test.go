package tooltest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A compiler that takes a flag without being able to make programs for it is as good as none, and the reason says what it lacks.
func TestCompilerWithoutHeaders(t *testing.T) {
	sh := Require(t, "sh") // plays the compiler
	gcc := filepath.Join(t.TempDir(), "gcc")
	script := "#!" + sh + `
case "$*" in *-m32*)
	echo 'In file included from /usr/include/features.h:1:' >&2
	echo 'stubs.h:7:11: fatal error: gnu/stubs-32.h: No such file or directory' >&2
	exit 1;;
esac
`
	if err := os.WriteFile(gcc, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second answer is the remembered one
		if err := works(gcc, "-m32"); err == nil || !strings.Contains(err.Error(), "stubs-32.h: No such file") {
			t.Errorf("-m32: %v", err)
		}
	}
	if err := works(gcc, "-m64"); err == nil || !strings.Contains(err.Error(), "does not run") {
		t.Errorf("a compiler that makes nothing: %v", err)
	}
}
