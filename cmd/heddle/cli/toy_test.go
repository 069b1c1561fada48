package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// toyPass is all that a pass takes: it marks the entry of every function.
var toyPass = transform.Pass{Name: "marked", Run: func(_ context.Context, w *transform.Work) (*transform.Output, error) {
	out := w.Program.Clone()
	for _, f := range out.Funcs {
		f.Blocks[0].Instrs = append([]ir.Instr{&ir.Assume{Meta: ir.Meta{ID: out.NewID(), Pos: f.Pos}, Cond: ir.K(1, 1)}}, f.Blocks[0].Instrs...)
	}
	return &transform.Output{Program: out, Back: transform.Same()}, nil
}}

// toyEngine is all that an engine takes: it knows nothing and says so, with an option.
var toyEngine = engine.Engine{
	Name: "toy", Doc: "looks at the program and gives up", Paper: "-",
	Claim:      map[verdict.Verdict]string{verdict.Unknown: "always"},
	Properties: verdict.Properties(),
	Options: []*engine.Option{{
		Name: "patience", Help: "how long to look", Least: 1, Most: 9, Default: 1, Set: func(r *engine.Request, n int) { r.Bounds.States = n },
	}},
	Passes: transform.Names([]transform.Pass{toyPass}),
	Run: func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
		if _, err := transform.Start(req.Program).Run(ctx, []transform.Pass{toyPass}, req.Step); err != nil {
			return nil, err
		}
		res := &engine.Result{Reached: &reach.Set{Partial: true}}
		for _, p := range req.Properties {
			res.Claims = append(res.Claims, verdict.Claim{Property: p, Reason: strings.Repeat("very ", req.Bounds.States) + "hard"})
		}
		return res, nil
	},
}

// TestToy: an engine and a pass of one file each show up in help, in the table of engines, in the check of flags, in --dump and in the report.
func TestToy(t *testing.T) {
	defer run.Register(toyEngine)()
	heddle := func(want int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if code := Main(context.Background(), args, &out, &out); code != want {
			t.Errorf("heddle %s: exit %d, want %d\n%s", strings.Join(args, " "), code, want, out.String())
		}
		return out.String()
	}
	contains := func(text string, parts ...string) {
		t.Helper()
		for _, p := range parts {
			if !strings.Contains(text, p) {
				t.Errorf("%q is not in:\n%s", p, text)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	contains(heddle(ExitSafe, "check", "--help"), "or toy", "--patience int", "how long to look (default 1)", ", marked")
	contains(run.Table(), "| `toy` | looks at the program and gives up | - |", "`--patience` | marked |", "| `toy` | UNKNOWN | always |")
	contains(heddle(ExitOpen, "check", "--engine", "toy", "--patience", "2", "--rounds", "2", file), "very very hard", "note: --rounds has no effect on engine toy")
	contains(heddle(ExitOpen, "check", "--engine", "toy", "--dump", "marked", file), "assume 1")
	contains(heddle(ExitUsage, "check", "--engine", "toy", "--patience", "10", file), "--patience 10 is out of range")
	contains(heddle(ExitUsage, "seq", "--engine", "toy", file), "choose one of: kiss, rounds")
}
