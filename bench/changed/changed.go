// Package changed runs heddle's tests on sources that are changed in some places. The tree is not touched: the changes reach the compiler through an overlay.
package changed

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// Tree is the sources, and a directory for what the compiler reads in place of them.
type Tree struct{ Root, Dir string }

// Overlay writes what makes the compiler read other texts in place of files, and gives its name. Files are named from the root.
func (t Tree) Overlay(texts map[string][]byte) (string, error) {
	var list struct{ Replace map[string]string }
	list.Replace = map[string]string{}
	for file, text := range texts {
		to := filepath.Join(t.Dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			return "", err
		}
		list.Replace[filepath.Join(t.Root, filepath.FromSlash(file))] = to
	}
	out, err := json.Marshal(list)
	if err != nil {
		return "", err
	}
	name := filepath.Join(t.Dir, "overlay.json")
	return name, os.WriteFile(name, out, 0o600)
}

// Test runs go test with an overlay, if there is one, and more in the environment. It gives what the tests print, and whether they pass.
func (t Tree) Test(overlay string, env []string, args ...string) (out string, passed bool) {
	head := []string{"test", "-vet=off"}
	if overlay != "" {
		head = append(head, "-overlay", overlay)
	}
	c := exec.Command("go", slices.Concat(head, args)...)
	c.Dir = t.Root
	c.Env = append(os.Environ(), env...)
	text, err := c.CombinedOutput()
	return string(text), err == nil
}
