package irtext_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestIdentity: Parse(Print(p)) equals p for random programs, the brief form is stable, and ircheck accepts them all.
func TestIdentity(t *testing.T) {
	tooltest.Checks(t, 20_000)
	rapid.Check(t, func(t *rapid.T) {
		p := program(t)
		for _, err := range ircheck.Check(p) {
			t.Fatalf("the generator breaks a rule: %v", err)
		}
		before := p.Clone()
		text := irtext.Print(p)
		q, err := irtext.Parse("p.ir", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(p, q, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("Parse(Print(p)) differs from p:\n%s\n%s", d, text)
		}
		if d := cmp.Diff(before, p, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("Print changed its program:\n%s", d)
		}
		brief := irtext.Brief(p)
		q, err = irtext.Parse("p.ir", []byte(brief))
		if err != nil {
			t.Fatalf("%v\n%s", err, brief)
		}
		if d := cmp.Diff(brief, irtext.Brief(q)); d != "" {
			t.Fatalf("Brief(Parse(Brief(p))) differs from Brief(p):\n%s", d)
		}
		for _, err := range ircheck.Check(q) {
			t.Fatalf("the brief form breaks a rule: %v\n%s", err, brief)
		}
	})
}

// FuzzParse: no input makes the parser panic, and what is parsed and right survives being printed.
func FuzzParse(f *testing.F) {
	all, err := os.ReadFile("testdata/all.ir")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(all))
	f.Add("program lp64\nfunc @main() {\n  %x = add 1:8, -1\n  halt\n}\n")
	f.Add("program ilp32 sequential bounded\nregion a\nregion a\nfunc @f(%0:1) : 1 {\n reg %0:1 \"x\" show bool, %1:2\n jump l\nl:\n return %0 !7 at \"a\":1:2-3:4 text \"\\\"\"\n}\nnext 9")
	f.Add("program lp64\nglobal @\"\\x00\" : 8 align 8 = -1:64, 0x10:8 relocs [\n0: @\"\\x00\"-9]")
	files, _ := filepath.Glob("../*/testdata/*.txtar")
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			continue
		}
		for _, file := range ar.Files {
			if strings.HasPrefix(string(file.Data), "program ") {
				f.Add(string(file.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		p, err := irtext.Parse("fuzz.ir", []byte(src))
		if err != nil {
			return
		}
		text := irtext.Print(p) // also of broken programs
		if len(ircheck.Check(p)) > 0 {
			return
		}
		q, err := irtext.Parse("print.ir", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(p, q, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("Parse(Print(p)) differs from p:\n%s\n%s", d, text)
		}
	})
}
