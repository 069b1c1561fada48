package run

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/ctruth"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/lockprog"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestFactsOfLocks: what lockset tells rounds takes no race away. Random programs about locks, through rounds with and without what lockset found out.
//
// 8 programs, 300 in the long run.
func TestFactsOfLocks(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	told, compared, races := 0, 0, 0
	for _, seed := range tooltest.Seeds(t, 1, 3, 300) {
		src := lockprog.Make(ctruth.Random(seed))
		j := job(t, src, "rounds")
		res, err := cfront.Compile(context.Background(), j.Files, j.Compile)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		ask := func(e engine.Engine, facts *verdict.Facts) *engine.Result {
			req := &engine.Request{Question: verdict.Question{
				Program: res.Program, Properties: []verdict.Property{verdict.Race}, Bounds: verdict.Bounds{Rounds: 2, Unwind: 2, Threads: 2}, Facts: facts,
			}, KeepGoing: true}
			ctx := tooltest.Context(t)
			out, err := e.Run(ctx, req)
			if err != nil && ctx.Err() == nil {
				t.Fatalf("seed %d: %s: %v\n%s", seed, e.Name, err, src)
			}
			if ctx.Err() != nil || slices.ContainsFunc(out.Claims, func(c verdict.Claim) bool { return c.Verdict == verdict.Unknown }) && e.Name == "rounds" {
				return nil
			}
			return out
		}
		proved := ask(lockset.Engine, nil)
		if proved == nil || proved.Facts == nil {
			continue
		}
		told += len(proved.Facts.Alone)
		without, with := ask(rounds.Engine, nil), ask(rounds.Engine, proved.Facts)
		if without == nil || with == nil {
			continue
		}
		compared++
		found := map[string]bool{}
		for _, f := range with.Findings {
			found[f.Key()] = true
		}
		for _, f := range without.Findings {
			races++
			if !found[f.Key()] {
				t.Errorf("seed %d: %s is not found any more\n%s", seed, f.Key(), src)
			}
		}
	}
	t.Logf("%d programs compared, %d races, %d accesses alone", compared, races, told)
	if told == 0 || races == 0 {
		t.Errorf("the programs say little: %d races, %d accesses alone", races, told)
	}
}
