package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/run"
)

// TestStoppedWhileReading: where the end of the context ends reading, the answer is open and the input is not to
// blame.
func TestStoppedWhileReading(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	proof := filepath.Join(t.TempDir(), "p.json")
	var out, errs bytes.Buffer
	if code := Main(t.Context(), []string{"check", "--engine", "modular", "--property", "race", "--proof", proof, file}, &out, &errs); code != ExitSafe {
		t.Fatal(code, out.String(), errs.String())
	}
	for _, args := range [][]string{
		{"check"}, {"check", "--platform", "linux", "--kernel", "none"}, {"ir"}, {"seq"}, {"entrypoints", "--platform", "linux", "--kernel", "none"}, {"proof", proof},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(run.ErrInterrupted)
		var out, errs bytes.Buffer
		code := Main(ctx, append(args, file), &out, &errs)
		if said := out.String() + errs.String(); code != ExitOpen || !strings.Contains(said, "interrupted, while reading "+file) || strings.Contains(said, "error") {
			t.Errorf("%s: exit code %d\n%s%s", args, code, out.String(), errs.String())
		}
	}
	dir := t.TempDir()
	list := `[{"directory": "` + filepath.Dir(file) + `", "file": "x.c", "command": "cc -c x.c"}]`
	if err := os.WriteFile(filepath.Join(dir, "compile_commands.json"), []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	out.Reset()
	if code := Main(ctx, []string{"check", "-p", dir}, &out, &errs); code != ExitOpen || !strings.Contains(out.String(), "while reading x.c") {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
	out.Reset()
	if code := Main(t.Context(), []string{"check", "--timeout", "1ns", file}, &out, &errs); code != ExitOpen || !strings.Contains(out.String(), "timeout after 1ns, while reading "+file) {
		t.Errorf("exit code %d\n%s%s", code, out.String(), errs.String())
	}
}
