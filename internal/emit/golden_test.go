package emit_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/internal/emit"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/transform"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Programs in IR text, with procedures and loops. Each says whether a check fails; the interpreter, heddle on the emitted C, and Boogie
// have to say the same, and the texts are as they were.

type sample struct {
	file  string
	ar    *txtar.Archive
	p     *ir.Program
	fails bool
}

// options is how to print the sample: a program whose memory is split comes with a layout.
func (s *sample) options() emit.Options {
	if !s.p.Form.Bounded {
		return emit.Options{}
	}
	return emit.Options{Layout: place.Layout{Globals: irexec.GlobalBases(s.p), Near: irexec.Near(s.p)}}
}

func samples(t *testing.T, f func(t *testing.T, s *sample)) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := irtext.Parse("in.ir", ar.Files[0].Data)
			if err != nil {
				t.Fatal(err)
			}
			if errs := ircheck.Check(p); len(errs) > 0 {
				t.Fatal(errs)
			}
			head := string(ar.Comment)
			s := &sample{file: file, ar: ar, p: p, fails: strings.Contains(head, "expect: fails")}
			if !s.fails && !strings.Contains(head, "expect: holds") {
				t.Fatal("does not say what to expect")
			}
			f(t, s)
		})
	}
}

func TestGolden(t *testing.T) {
	samples(t, func(t *testing.T, s *sample) {
		opt := s.options()
		opt.Head = []string{"from " + filepath.Base(s.file)}
		for _, out := range []struct {
			name  string
			print printer
		}{{"out.c", asC(s.p, opt)}, {"out.bpl", asBoogie(s.p, opt)}} {
			var b bytes.Buffer
			if err := out.print(&b); err != nil {
				t.Fatal(err)
			}
			i := 0
			for i < len(s.ar.Files) && s.ar.Files[i].Name != out.name {
				i++
			}
			if i == len(s.ar.Files) {
				s.ar.Files = append(s.ar.Files, txtar.File{Name: out.name})
			}
			if !*update {
				if d := cmp.Diff(string(s.ar.Files[i].Data), b.String()); d != "" {
					t.Errorf("%s: %s", out.name, d)
				}
			}
			s.ar.Files[i].Data = b.Bytes()
		}
		if *update {
			if err := os.WriteFile(s.file, txtar.Format(s.ar), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestSamplesInterpreted(t *testing.T) {
	samples(t, func(t *testing.T, s *sample) {
		x, err := irexec.Explore(context.Background(), s.p, irexec.ExploreOptions{Assert: true, MaxStates: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for _, f := range x.Failures {
			got = got || !transform.Internal(string(f.Kind))
		}
		if got != s.fails || !x.Exhausted {
			t.Errorf("a check fails: %v, want %v (exhausted: %v)", got, s.fails, x.Exhausted)
		}
	})
}

func TestSamplesAsC(t *testing.T) {
	tooltest.Require(t, "gcc")
	samples(t, func(t *testing.T, s *sample) {
		t.Parallel()
		file := save(t, "out.c", asC(s.p, s.options()))
		quietlyCompiles(t, file)
		if got := ownFails(t, file); got != s.fails {
			t.Errorf("a check fails: %v, want %v", got, s.fails)
		}
	})
}

func TestSamplesAsBoogie(t *testing.T) {
	tooltest.Require(t, "boogie")
	samples(t, func(t *testing.T, s *sample) {
		t.Parallel()
		opt := s.options()
		opt.Unwind = 2
		got, err := boogieFails(t, save(t, "out.bpl", asBoogie(s.p, opt)))
		if err != nil {
			t.Fatal(err)
		}
		if got != s.fails {
			t.Errorf("a check fails: %v, want %v", got, s.fails)
		}
	})
}
