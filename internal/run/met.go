package run

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Of code that never runs everything is true. A pair is proved, or bounded, only if some execution comes to each of the two.

// Random executions that look for the threads of entry points: of the whole program, and of each alone that was not met there. Each may visit so many states; all of them have their
// part of the time.
const (
	metTogether = 10
	metAlone    = 400
	metStates   = 5000
	metTime     = 10
)

// happen runs the program a few times and gives the functions among those of the pairs that were met.
func (job *Job) happen(ctx context.Context, prog *ir.Program, pairs [][2]ir.FuncID) map[ir.FuncID]bool {
	if job.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, job.Timeout/metTime)
		defer cancel()
	}
	met := map[ir.FuncID]bool{}
	walk := func(p *ir.Program, seed int) {
		x, err := irexec.Explore(ctx, p, irexec.ExploreOptions{Walks: 1, Seed: job.Request.Seed + int64(seed), NoShorten: true, MaxStates: metStates})
		if err != nil {
			return
		}
		reached := map[ir.ID]bool{}
		for _, id := range x.Reached {
			reached[id] = true
		}
		for i, f := range p.Funcs {
			if len(f.Blocks) > 0 && len(f.Blocks[0].Instrs) > 0 && reached[f.Blocks[0].Instrs[0].Base().ID] {
				met[ir.FuncID(i)] = true
			}
		}
	}
	missing := func() (out []ir.FuncID) {
		for _, k := range pairs {
			for _, f := range k {
				if !met[f] && !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
		return out
	}
	for i := 0; i < metTogether && len(missing()) > 0 && ctx.Err() == nil; i++ {
		walk(prog, i)
	}
	for _, f := range missing() {
		alone := only(prog, [2]ir.FuncID{f, f})
		for i := 0; i < metAlone && !met[f] && ctx.Err() == nil; i++ {
			walk(alone, i)
		}
	}
	return met
}

// doubt takes back what is said of a pair that nothing is known to come to.
func doubt(p *verdict.Pair, prog *ir.Program, kinds [2]ir.FuncID, happens map[ir.FuncID]bool) {
	if p.Verdict != verdict.Proved && p.Verdict != verdict.Bounded {
		return
	}
	for _, f := range kinds {
		if !happens[f] {
			p.Verdict, p.Reason = verdict.Unknown, fmt.Sprintf("no execution was found that comes to %s: of what never runs everything is true", prog.Funcs[f].Display)
		}
	}
}
