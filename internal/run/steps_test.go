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

// TestEffortAlone: an engine that is asked alone ends when the work is spent, also where it divides it between executions with a friendly outside and all others.
func TestEffortAlone(t *testing.T) {
	t.Parallel()
	const src = `#include <pthread.h>
int more(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *w(void *p) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return p; }
int main(void)
{
	pthread_t t;
	while (more())
		pthread_create(&t, 0, w, 0);
	pthread_exit(0);
}
`
	path := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	const effort = 200 * budget.Millisecond
	for _, eng := range []string{"explore", "walks"} {
		job := Job{Files: []cfront.File{{Path: path}}, Compile: cfront.Options{Stubs: &stubs}, Engine: eng, Effort: effort}
		job.Request.Properties = []verdict.Property{verdict.Race}
		rep, err := Check(t.Context(), job)
		if err != nil {
			t.Fatal(err)
		}
		var units int64
		for _, w := range rep.Stats.Work {
			units += int64(w.Units)
		}
		if most := int64(2 * effort / budget.Microsecond); units > most || units == 0 {
			t.Errorf("%s: %d units, want %d at the most", eng, units, most)
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
