package modular

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/analysis/shared"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// Random executions serve a proof twice. Where one of them fails there is nothing to prove. And a proof about a program that does nothing says nothing: before PROVED some execution has
// to get somewhere.

const (
	fewRuns  = 6       // executions before a proof is looked for
	mostRuns = 20      // those that show that the program does something
	share    = 6       // of the time that is left they get such a part
	many     = 50      // threads; a state of so many takes long
	states   = 400     // that one may visit
	instrs   = 100_000 // that one may run; twice as many, and states, each time that none got to an end
)

// run runs the program at random: a few times, then until an execution started a thread, if there is any to start, and got to an end. It gives a failure that an execution shows.
func (s *search) run(ctx context.Context) (fails string, err error) {
	private := map[ir.ID]bool{}
	info := shared.Analyze(s.req.Program)
	for _, in := range s.req.Program.Instrs() {
		if a, ok := in.(*ir.Alloc); ok && info.PrivateAlloc(a.ID) {
			private[a.ID] = true
		}
	}
	within, cancel := decide.Share(ctx, share)
	defer cancel()
	s.reached = &reach.Set{Partial: true}
	starts := func() bool { return s.reached.Threads > 0 || len(s.templates) == 1 }
	more := 0
	for n := 0; n < mostRuns && (n < fewRuns || !starts() || !s.reached.Ends && s.reached.Threads < many); n++ {
		x, err := irexec.Explore(within, s.req.Program, irexec.ExploreOptions{
			Walks: 1, Seed: s.req.Seed + int64(n), NoShorten: true, MaxStates: states << more, MaxInstrs: instrs << more, PrivateAllocs: private,
			Assert: s.wantsAssert, Race: s.wantsRace, VolatileIsAtomic: s.req.VolatileIsAtomic,
		})
		if err != nil && within.Err() != nil && ctx.Err() == nil {
			return "", nil // nothing is known, which is no reason not to try
		}
		if err != nil {
			return "", err
		}
		s.reached.Tried = x.Stopped == ""
		s.reached.Threads, s.reached.Ends = max(s.reached.Threads, x.Threads), s.reached.Ends || x.GoesOn
		for _, id := range x.Reached {
			s.reached.Add(id)
		}
		for _, id := range x.Sites {
			s.reached.AddSite(id)
		}
		if !s.reached.Ends && s.reached.Threads < many {
			more = min(more+1, 8)
		}
		for _, f := range x.Failures {
			return fmt.Sprintf("a random execution fails: %s at %s", f.Kind, f.Location.Pos), nil
		}
	}
	return "", nil
}
