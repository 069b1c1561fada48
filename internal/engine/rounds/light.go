package rounds

import (
	"context"
	"errors"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/decide"
)

// What is asked besides the checks, where slices decided those: which bounds are hit, which unsupported constructs and assertions are reached, whether anything ends at all. The formula of the whole
// threads would be built for nothing else, and takes most of the time.
//
// These are questions about executions that exist, and most are answered by a few random ones. What those do not come to is asked of slices, at first with nothing tracked. If the sliced threads cannot come to it, neither can the program. If they can, the trace is followed in the whole program, as
// that of a check that fails, and counts only if an execution takes it; else the fields that show why not are tracked.
//
// If it stays open whether any thread is started or anything ends, the whole threads are asked: verdicts hang on these two. Once all that was asked for is known to fail none does, and the slices may take all of the time.

// reaching names the fields that these questions need, from one bound to the next.
const reaching = "what is reached"

// light answers these questions without the formula of the whole threads. false: it could not.
func (s *search) light(ctx context.Context, rung step, threads *decide.Threads) (bool, error) {
	s.say(rung, "what is reached")
	marks, into := decide.MarksOf(nil), &reach.Set{}
	if s.Reached != nil {
		into.Union(s.Reached)
	}
	into.Partial = true
	if err := threads.Walk(ctx, rung.rounds, marks, into); err != nil {
		return false, err
	}
	share := 4
	if s.allFailed() {
		share = 1
	}
	some, cancel := decide.Share(ctx, share)
	err := s.others(some, rung, threads, marks, into)
	over, err := spent(ctx, some, err)
	cancel()
	switch {
	case over || errors.Is(err, decide.ErrPath):
		return false, nil
	case err != nil:
		return false, err
	}
	if cov := reach.Of(s.req.Program, into); !into.Ends || cov.Starts.All > 0 && cov.Threads == 0 {
		return false, nil
	}
	s.Reached, s.Runs, marks.Ends = into, false, true
	s.Take(marks, marks.Missing(s.req.Program))
	return true, nil
}

// others is Fig. 3 for what no walk comes to.
func (s *search) others(ctx context.Context, rung step, threads *decide.Threads, marks *decide.Marks, into *reach.Set) error {
	g := newReaching(s.fields, reaching)
	s.again(s.fields, g)
	for {
		var open bool
		if g.asked.Aims, open = marks.Open(threads, into); !open {
			return nil
		}
		sliced, q, err := s.abstract(ctx, rung, &part{threads: threads, fields: s.fields}, g)
		if err != nil {
			return err
		}
		spurious, err := q.Come(ctx, sliced, marks, into)
		q.Close()
		if err != nil || spurious == nil {
			return err
		}
		spurious.Close()
		if !s.track(s.fields, g, spurious) {
			return errNoField
		}
	}
}
