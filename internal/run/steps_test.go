package run

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/ctruth"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/lockprog"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestSteps: what an engine says does not depend on the steps in which it gets its work, whether it comes to an end or is cut.
func TestSteps(t *testing.T) {
	t.Parallel()
	programs := []string{counter, endless}
	for _, seed := range tooltest.Seeds(t, 1, 2, 300) {
		programs = append(programs, lockprog.Make(ctruth.Random(seed)))
	}
	for i, src := range programs {
		prog := compiled(t, src)
		for _, eng := range Engines() {
			whole, steps := answered(t, prog, eng, budget.Unlimited)
			if steps != 0 {
				t.Fatalf("%d steps of one", steps)
			}
			for _, step := range []budget.Work{mostSteps / 100, mostSteps / 7} {
				if cut, _ := answered(t, prog, eng, step); cut != whole {
					t.Errorf("program %d: %s in steps of %v:\n%s\nas one:\n%s\n%s", i, eng.Name, step, cut, whole, src)
				}
			}
		}
	}
}

// mostSteps is where an engine is cut at the latest.
const mostSteps = 50 * budget.Millisecond

// answered gives what an engine says that has its work in steps, and how many it took beside the last.
func answered(t *testing.T, prog *ir.Program, eng engine.Engine, step budget.Work) (says string, steps int) {
	t.Helper()
	req := &engine.Request{Question: verdict.Question{Program: prog, Bounds: verdict.Bounds{Threads: 3}}}
	for _, p := range []verdict.Property{verdict.Assert, verdict.Race} {
		if (&Turn{Engine: eng}).asks([]verdict.Property{p}, nil) != nil {
			req.Properties = append(req.Properties, p)
		}
	}
	var res *engine.Result
	var err error
	task := budget.Begin(t.Context(), mostSteps, func(ctx context.Context) {
		ctx, cancel := budget.Within(ctx, mostSteps)
		defer cancel()
		res, err = eng.Run(ctx, req)
	})
	for !task.Step(step) {
		steps++
	}
	if err != nil {
		return err.Error(), steps
	}
	claims, err := json.Marshal(res.Claims)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "spent %v\n%s\n%v\n", task.Spent(), claims, res.Notes)
	for _, f := range res.Findings {
		fmt.Fprintf(&out, "%s at %s %s: %v %v\n", f.Kind, f.Location.Pos, f.Message, f.Schedule, f.Inputs)
	}
	return out.String(), steps
}

func compiled(t *testing.T, src string) *ir.Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	res, err := cfront.Compile(t.Context(), []cfront.File{{Path: path}}, cfront.Options{Stubs: &stubs})
	if err != nil {
		t.Fatal(err)
	}
	return res.Program
}
