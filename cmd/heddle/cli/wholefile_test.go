package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestWholeFile: a file appears whole or not at all, a link stays a link, and what is no file stays what it is.
func TestWholeFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	put := func(name, text string, fails error) error {
		f, err := newWholeFile(name)
		if err != nil {
			return err
		}
		defer f.drop()
		return f.write(func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, fails)
		})
	}
	if err := errors.Join(os.WriteFile(at("old"), []byte("old"), 0o644), os.Symlink("old", at("link")), os.Symlink("new", at("dangling")), os.Symlink(at("circle"), at("circle"))); err != nil {
		t.Fatal(err)
	}
	if err := put(at("old"), "half", errors.New("stopped")); err == nil {
		t.Error("a failure is not told")
	}
	for _, name := range []string{"link", "dangling"} {
		if err := put(at(name), name, nil); err != nil {
			t.Error(err)
		}
		if info, err := os.Lstat(at(name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v", name, err)
		}
	}
	for name, want := range map[string]string{"old": "link", "new": "dangling"} {
		if text, err := os.ReadFile(at(name)); string(text) != want {
			t.Errorf("%s is %q: %v", name, text, err)
		}
	}
	_ = put(at("circle"), "x", nil) // whatever comes of it, it comes to an end
	if info, err := os.Stat(os.DevNull); err == nil && !info.Mode().IsRegular() {
		if err := put(os.DevNull, "x", nil); err != nil {
			t.Error(err)
		}
		if after, err := os.Stat(os.DevNull); err != nil || after.Mode() != info.Mode() {
			t.Fatalf("%s is something else now: %v", os.DevNull, err)
		}
	}
	left, err := filepath.Glob(at(".heddle-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
