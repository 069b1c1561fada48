// Package asked lists programs that benchmarks put questions about: those of directories, with the flags that stand at their top, and those of lists of tasks.
package asked

import (
	"encoding/csv"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/cmd/heddle/truth"
)

// Program is one, the flags with which it is asked about, and the truth: it begins with BUG, or is "bug" in a list of tasks, if there is one.
type Program struct {
	Path  string
	Flags []string
	Truth string
}

// Below lists the C files below some directories, or at some paths. What has no truth at its top is asked about as a driver if that is what its directory says (linux, windows), else without flags.
func Below(paths []string) (out []Program, err error) {
	for _, p := range paths {
		err := filepath.WalkDir(p, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || filepath.Ext(path) != ".c" {
				return err
			}
			out = append(out, read(path))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func read(path string) Program {
	if t, err := truth.Read(path); err == nil {
		return Program{path, truth.Without(t.Flags, "--timeout", "--engine"), t.Expect[""]}
	}
	for _, platform := range []string{"linux", "windows"} {
		if strings.Contains(filepath.ToSlash(path), "/"+platform) {
			return Program{path, []string{"--platform", platform}, ""}
		}
	}
	return Program{Path: path}
}

// Tasks reads a list of tasks: file, property, data model, bug or safe.
func Tasks(name string) (out []Program, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if len(r) >= 4 && r[0] != "file" {
			out = append(out, Program{filepath.Join(filepath.Dir(name), r[0]), []string{"--property", r[1], "--data-model", r[2]}, r[3]})
		}
	}
	return out, nil
}

// Draw gives n of a list, 0: all of it, in a random order.
func Draw(list []Program, n int, seed int64) []Program {
	rand.New(rand.NewSource(seed)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	if n > 0 {
		list = list[:min(n, len(list))]
	}
	return list
}
