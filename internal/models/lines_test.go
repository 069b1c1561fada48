package models

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestLine: what a line says is read as it stands.
func TestLine(t *testing.T) {
	f, err := parseLine("f: writes 1 under lock; reads 2[3*4]; reads 4 text; reads 11[=9] text at most; reads 5[=6]; writes 6 atomically; keeps 7; writes 8[3] at most; reads its table; writes its state unless 9; writes its zone atomically; prints 8 from 10; finds names; finds data; sleeps; returns new or null or error | lib/f.c:f")
	if err != nil {
		t.Fatal(err)
	}
	want := []Act{
		{Verb: "writes", Arg: 0, Count: -1, Null: -1, Under: "lock"},
		{Verb: "reads", Arg: 1, Count: 2, Null: -1, Bytes: 4},
		{Verb: "reads", Arg: 3, Count: -1, Null: -1, Text: true},
		{Verb: "reads", Arg: 10, Count: -1, Null: -1, Bytes: 9, Text: true, Most: true},
		{Verb: "reads", Arg: 4, Count: -1, Null: -1, Bytes: 6},
		{Verb: "writes", Arg: 5, Count: -1, Null: -1, Alone: true},
		{Verb: "keeps", Arg: 6, Count: -1, Null: -1},
		{Verb: "writes", Arg: 7, Count: 2, Null: -1, Most: true},
		{Verb: "reads", Arg: -1, Count: -1, Null: -1, Its: "table"},
		{Verb: "writes", Arg: -1, Count: -1, Null: 8, Its: "state"},
		{Verb: "writes", Arg: -1, Count: -1, Null: -1, Its: "zone", Alone: true},
		{Verb: "prints", Arg: 7, Count: 9, Null: -1},
	}
	if d := f.Does; f.Name != "f" || !slices.Equal(d.Acts, want) || !d.Sleeps || !d.Finds || !d.Matched || !d.New || !d.OrNull || !d.OrError || d.Nothing || d.Source != "lib/f.c:f" {
		t.Errorf("%+v %+v", f, f.Does)
	}
}

// TestLineResult: an argument may come back.
func TestLineResult(t *testing.T) {
	f, err := parseLine("f: prints 3; returns 2 | lib/f.c:f")
	if at, first, ok := f.Does.Format(); err != nil || f.Does.Returns != 2 || !ok || at != 2 || first != 3 {
		t.Errorf("%v: %+v", err, f.Does)
	}
}

// TestLineErrors: a line that cannot be read says where it stands and why.
func TestLineErrors(t *testing.T) {
	for line, want := range map[string]string{
		"f: reads 1":                         "no source",
		"f: reads 1 | ":                      "no source",
		"f reads 1 | x.c":                    "no name of a function",
		"2f: reads 1 | x.c":                  "no name of a function",
		"f: reads 0 | x.c":                   `"0" is no number of an argument`,
		"f: reads 99 | x.c":                  `"99" is no number of an argument`,
		"f: reads | x.c":                     "the number of an argument has to follow",
		"f: reads 1 twice | x.c":             `"twice" does not follow`,
		"f: reads 1 text most | x.c":         `"text most" does not follow`,
		"f: keeps 1 text | x.c":              `"text" does not follow`,
		"f: writes 1 text | x.c":             `"text" does not follow`,
		"f: eats 1 | x.c":                    "nothing that a function does",
		"f: reads 1;; sleeps | x.c":          "nothing is said between",
		"f: reads 1[2 | x.c":                 "stands in brackets",
		"f: keeps 1[2] | x.c":                "stands in brackets",
		"f: prints 1[2] | x.c":               "stands in brackets",
		"f: prints 1 from x | x.c":           `"x" is no number of an argument`,
		"f: returns 99 | x.c":                `"99" is no number of an argument`,
		"f: returns old | x.c":               `"old" is no number of an argument`,
		"f: reads 1[=0] | x.c":               "no number of bytes",
		"f: reads 1[2*x] | x.c":              "no number of bytes",
		"f: keeps 1; reads 1 | x.c":          "it keeps argument 1, and reads it",
		"f: reads 1; reads 1 | x.c":          "it reads argument 1, and reads it",
		"f: nothing; finds names | x.c":      "it does nothing, and something",
		"f: nothing; reads 1 | x.c":          "it does nothing, and something",
		"g: reads 1 | x.c\ng: sleeps | x.c":  "t.txt:3: g has a line already",
		"f: nothing; reads its x | x.c":      "it does nothing, and something",
		"f: writes 1 at most | x.c":          "at most how much of argument 1",
		"f: writes its | x.c":                "a word for the memory follows",
		"f: writes its 2 | x.c":              `"2" is no word for memory`,
		"f: writes its x unless y | x.c":     `"y" is no number of an argument`,
		"f: writes its x alone | x.c":        "a word for the memory follows",
		"f: reads its x; writes its x | x.c": "it reads its x, and writes it",
	} {
		_, err := parseLines("t.txt", "", "# a remark\n"+line)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "t.txt:") {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

// TestLines: a line of a function that has a model says nothing but what it shares, and each names a file and a function, a clause, or a page.
func TestLines(t *testing.T) {
	for platform, others := range map[string][]Function{"linux": flatten(linuxSections), "windows": flatten(windowsSections), "c": table(), "posix": table()} {
		other := map[string]bool{}
		for _, f := range others {
			other[f.Name] = true
		}
		for _, f := range linesOf(platform, "lines") {
			if other[f.Name] && !f.Does.Shares() {
				t.Errorf("%s has another model", f.Name)
			}
			if platform == "c" && !strings.HasPrefix(f.Does.Source, "C11 7.") {
				t.Errorf("%s: source %q is no clause of C11", f.Name, f.Does.Source)
			}
			if platform == "posix" && !strings.HasPrefix(f.Does.Source, "POSIX ") && !strings.HasSuffix(f.Does.Source, "(3)") {
				t.Errorf("%s: source %q is no page of POSIX", f.Name, f.Does.Source)
			}
			file, function, ok := strings.Cut(f.Does.Source, ":")
			if platform == "windows" && f.Does.Source != file+": "+f.Name {
				t.Errorf("%s: source %q is no page of a header and the function", f.Name, f.Does.Source)
			}
			if platform == "linux" && (!ok || !strings.HasSuffix(file, ".c") && !strings.HasSuffix(file, ".h") || !isName(function)) {
				t.Errorf("%s: source %q is no file:function", f.Name, f.Does.Source)
			}
		}
	}
}

// HEDDLE_LINUX names the source of Linux 6.1: each line's source is there, as a function or as what makes one.
func TestLineSources(t *testing.T) {
	root := os.Getenv("HEDDLE_LINUX")
	if root == "" {
		tooltest.From(t, tooltest.Nightly)
		tooltest.Lacking(t, "HEDDLE_LINUX names no source of Linux")
	}
	for _, f := range linesOf("linux", "lines") {
		file, function, _ := strings.Cut(f.Does.Source, ":")
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil || !regexp.MustCompile(`(?m)^([A-Za-z_#][^;\n]*[ *])?`+function+` ?\(`).Match(text) {
			t.Errorf("%s: there is no %s", f.Name, f.Does.Source)
		}
	}
}

// TestHeadersBeforeLines: a body in a header counts more than a line, and less than a model.
func TestHeadersBeforeLines(t *testing.T) {
	for name, known := range map[string]bool{"of_device_get_match_data": false, "kfree": true} {
		if _, ok := For("linux").Lookup(name); !ok || For("linux").Known(name) != known {
			t.Errorf("%s: %v, %v", name, ok, For("linux").Known(name))
		}
	}
}

// TestLineNames: what has a line is declared in the headers of the kernel.
func TestLineNames(t *testing.T) {
	dirs, _ := filepath.Glob("/usr/src/linux-headers-*-common/include/linux")
	if len(dirs) == 0 {
		tooltest.Lacking(t, "no kernel headers are installed (Debian: linux-headers-amd64)")
	}
	args := []string{"-rhow", "-F"}
	var names []string
	for _, f := range linesOf("linux", "lines") {
		args = append(args, "-e", f.Name)
		names = append(names, f.Name)
	}
	out, err := exec.Command("grep", append(args, filepath.Dir(dirs[0]))...).Output()
	if err != nil && len(out) == 0 {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range strings.Fields(string(out)) {
		found[name] = true
	}
	for _, name := range names {
		if !found[name] {
			t.Errorf("%s is in no header", name)
		}
	}
}

// TestLinesAreDeclared: what has a line is declared in a header of ours, so that the line takes effect.
func TestLinesAreDeclared(t *testing.T) {
	for platform, dirs := range map[string][]string{"c": {"include"}, "windows": {"windows"}} {
		declared := map[string]bool{}
		for _, dir := range dirs {
			err := fs.WalkDir(files, dir, func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				text, err := files.ReadFile(name)
				for _, word := range regexp.MustCompile(`\w+\(`).FindAllString(string(text), -1) {
					declared[strings.TrimSuffix(word, "(")] = true
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range linesOf(platform, "lines") {
			if !declared[f.Name] {
				t.Errorf("%s is in no header of %s", f.Name, strings.Join(dirs, ", "))
			}
		}
	}
}
