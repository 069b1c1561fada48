package shared_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/internal/analysis/shared"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func word(private bool) string {
	if private {
		return "private"
	}
	return "shared"
}

// describe prints what the analysis says: one line per global, and one per allocation and access.
func describe(p *ir.Program) string {
	info := shared.Analyze(p)
	var b strings.Builder
	for i, g := range p.Globals {
		fmt.Fprintf(&b, "%-8s@%s\n", word(info.PrivateGlobal(ir.GlobalID(i))), g.Name)
	}
	for _, f := range p.Funcs {
		for _, blk := range f.Blocks {
			for _, in := range blk.Instrs {
				private, show := false, false
				switch in.(type) {
				case *ir.Alloc:
					private, show = info.PrivateAlloc(in.Base().ID), true
				case *ir.Free:
					private, show = info.Facts.IsPrivate(in.Base().ID), true
				default:
					if m, _, _ := ir.AccessOf(in); m != nil {
						private, show = info.Facts.IsPrivate(in.Base().ID), true
					}
				}
				if show {
					fmt.Fprintf(&b, "%-8s@%s: %s\n", word(private), f.Name, irtext.Instr(p, f, in))
				}
			}
		}
	}
	return b.String()
}

// TestGoldens: each archive has a program and what the analysis says about it. The comment of the archive says why.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no goldens", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p, err := irtext.Parse(name, ar.Files[0].Data)
			if err != nil {
				t.Fatal(err)
			}
			for _, err := range ircheck.Check(p) {
				t.Fatal(err)
			}
			before := irtext.Print(p)
			got := describe(p)
			if irtext.Print(p) != before {
				t.Error("Analyze changed the program")
			}
			if *update {
				ar.Files = []txtar.File{ar.Files[0], {Name: "want", Data: []byte(got)}}
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(ar.Files) != 2 {
				t.Fatal("no want section")
			}
			if d := cmp.Diff(string(ar.Files[1].Data), got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// TestTooManyObjects: a register with more objects than the analysis follows lets all of them escape.
func TestTooManyObjects(t *testing.T) {
	for _, n := range []int{30, 40} {
		var b strings.Builder
		b.WriteString("program lp64\nfunc @main() {\n  %q:64 = move 0\n")
		for i := 0; i < n; i++ {
			fmt.Fprintf(&b, "  %%a%d:64 = alloc 4\n  %%c%d:1 = havoc\n  %%q = ite %%c%d, %%a%d, %%q\n", i, i, i, i)
		}
		b.WriteString("  store mem[%q], 1:32\n  store mem[%a0], 1:32\n  halt 0 main\n}\n")
		p, err := irtext.Parse("many", []byte(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		want := 2 + n
		if n > 32 {
			want = 0
		}
		if got := strings.Count(describe(p), "private"); got != want {
			t.Errorf("%d objects: %d lines say private, want %d", n, got, want)
		}
	}
}
