package cparse

import (
	"os"
	"path/filepath"
	"testing"
)

// TestReadFile: a byte order mark is skipped, and what is no regular file is refused at once instead of being waited for.
func TestReadFile(t *testing.T) {
	marked := filepath.Join(t.TempDir(), "marked.h")
	if err := os.WriteFile(marked, []byte("\xef\xbb\xbfint x;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := readFile(marked); err != nil || string(text) != "int x;\n" {
		t.Errorf("with a byte order mark: %q, %v", text, err)
	}
	if text, err := readFile(os.DevNull); err == nil {
		t.Errorf("a device was read: %q", text)
	}
	if text, err := readFile(t.TempDir()); err == nil {
		t.Errorf("a directory was read: %q", text)
	}
}
