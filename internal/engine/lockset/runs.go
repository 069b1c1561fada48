package lockset

import (
	"context"
	"fmt"
	"sync"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/analysis/shared"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/transform/pair"
)

// Random executions serve proofs twice. A proof about a program that does nothing says nothing: before PROVED some execution has to get somewhere. And where an execution races there is
// nothing to prove: a proof that needs invariants of loops takes seconds, to race takes milliseconds.

const (
	mostRuns  = 20      // executions that show that the program does something
	mostHunts = 200     // those that look for races
	staleHunt = 16      // of them, at least so many, and twice as many as came before, without a new race end the hunt
	dear      = 200     // invariants to try that are worth a hunt first
	states    = 20_000  // that one may visit, times the threads that there are to step in each
	instrs    = 500_000 // that one may run, twice as many each time that no thread was started: some programs compute for long before they start any
)

// runs is what executions showed.
type runs struct {
	sync.Mutex // pairs are decided several at a time

	n       int
	private map[ir.ID]bool // allocations that never leave their thread
	reached *reach.Set
	races   map[string]bool // by key
	hunted  bool
}

// once runs the program once more.
func (s *search) once(ctx context.Context) error {
	r := &s.ran
	if r.reached == nil {
		r.reached, r.races, r.private = &reach.Set{Partial: true}, map[string]bool{}, map[ir.ID]bool{}
		private := shared.Analyze(s.req.Program)
		for _, in := range s.req.Program.Instrs() {
			if a, ok := in.(*ir.Alloc); ok && private.PrivateAlloc(a.ID) {
				r.private[a.ID] = true
			}
		}
	}
	steps := int64(instrs)
	if !s.starts() {
		steps <<= min(r.n, 8)
	}
	x, err := irexec.Explore(ctx, s.req.Program, irexec.ExploreOptions{
		Walks: 1, Seed: s.req.Seed + int64(r.n), NoShorten: true, MaxStates: max(states/len(s.threads.Kinds), 200), MaxInstrs: steps, PrivateAllocs: r.private,
		Race: s.pairwise == nil, VolatileIsAtomic: s.req.VolatileIsAtomic,
	})
	if err != nil {
		return err
	}
	r.n++
	r.reached.Tried = x.Stopped == ""
	r.reached.Threads, r.reached.Ends = max(r.reached.Threads, x.Threads), r.reached.Ends || x.GoesOn
	for _, id := range x.Reached {
		r.reached.Add(id)
	}
	for _, id := range x.Sites {
		r.reached.AddSite(id)
	}
	for _, f := range x.Failures {
		r.races[f.Key()] = true
	}
	return nil
}

// starts reports whether an execution started a thread, if there is any to start.
func (s *search) starts() bool { return s.ran.reached.Threads > 0 || len(s.threads.Kinds) == 1 }

// reach runs the program until an execution started a thread and got to an end; in a program so long that none gets there soon, one that starts threads is enough. A race that an
// execution shows convicts the proof.
func (s *search) reach(ctx context.Context) error {
	for s.ran.n == 0 || s.ran.n < mostRuns && !(s.starts() && (s.ran.reached.Ends || s.ran.n > 1 && !s.ran.reached.Tried)) {
		if err := s.once(ctx); err != nil {
			return err
		}
	}
	for key := range s.ran.races {
		return fmt.Errorf("proved, but an execution shows a %s", key)
	}
	return nil
}

// refuted tells accesses that race in some execution from the others.
func (s *search) refuted(kinds [2]*pair.Kind, all [][2]*pair.Access) (race, left [][2]*pair.Access, err error) {
	s.ran.Lock()
	defer s.ran.Unlock()
	ctx, join := budget.Aside(s.outer) // whichever pair asks first
	defer join()
	for last := s.ran.n; !s.ran.hunted && s.ran.n-last < max(staleHunt, 2*last) && s.ran.n < mostHunts; {
		before := len(s.ran.races)
		if err := s.once(ctx); err != nil {
			return nil, nil, err
		}
		if len(s.ran.races) > before {
			last = s.ran.n
		}
	}
	s.ran.hunted = true
	for _, both := range all {
		if f := s.failure(possible{both[0], both[1], kinds}); s.ran.races[f.Key()] {
			race = append(race, both)
		} else {
			left = append(left, both)
		}
	}
	return race, left, nil
}
