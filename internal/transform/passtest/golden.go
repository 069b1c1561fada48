package passtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// Section is a part of an archive that says something about the output of a pass.
type Section struct {
	Name string
	Of   func(out *ir.Program) (string, error)
}

// Golden runs a pass over every archive of a folder: in.ir is its input, the lines of the comment that hold "key: value" its
// options, out.ir what it must give, and further sections what is said about that. With update the archives are written anew.
func Golden(t *testing.T, dir string, update bool, pass func(p *ir.Program, options map[string]string) (*ir.Program, error), more ...Section) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens in testdata/%s: %v", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			options := map[string]string{}
			for _, line := range strings.Split(string(ar.Comment), "\n") {
				if k, v, ok := strings.Cut(line, ": "); ok {
					options[k] = v
				}
			}
			out, err := runPass(ar, pass, options)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range append([]Section{{"out.ir", brief}}, more...) {
				got, err := s.Of(out)
				if err != nil {
					t.Fatalf("%s: %v", s.Name, err)
				}
				if d := cmp.Diff(section(ar, s.Name), got); d != "" && !update {
					t.Errorf("%s: %s", s.Name, d)
				}
				setSection(ar, s.Name, got)
			}
			if update {
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func runPass(ar *txtar.Archive, pass func(*ir.Program, map[string]string) (*ir.Program, error), options map[string]string) (*ir.Program, error) {
	in, err := irtext.Parse("in.ir", []byte(section(ar, "in.ir")))
	if err != nil {
		return nil, err
	}
	if bad := ircheck.Check(in); len(bad) > 0 {
		return nil, fmt.Errorf("in.ir: %v", bad)
	}
	before := irtext.Print(in)
	out, err := pass(in, options)
	if err != nil {
		return nil, err
	}
	if irtext.Print(in) != before {
		return nil, fmt.Errorf("the pass changed its input")
	}
	if bad := ircheck.Check(out); len(bad) > 0 {
		return nil, fmt.Errorf("out.ir: %v\n%s", bad, irtext.Brief(out))
	}
	return out, nil
}

func brief(out *ir.Program) (string, error) { return irtext.Brief(out), nil }

func section(ar *txtar.Archive, name string) string {
	for _, f := range ar.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func setSection(ar *txtar.Archive, name, data string) {
	for i := range ar.Files {
		if ar.Files[i].Name == name {
			ar.Files[i].Data = []byte(data)
			return
		}
	}
	ar.Files = append(ar.Files, txtar.File{Name: name, Data: []byte(data)})
}
