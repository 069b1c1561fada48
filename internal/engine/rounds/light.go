package rounds

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
)

// What is asked besides the checks, where slices decided those: which bounds are hit, which unsupported constructs and assertions are reached, whether anything ends at all. The formula of the whole
// threads would be built for nothing else, and takes most of the time.
//
// These are questions about executions that exist, and most are answered by executions of one round: threads one after another, which is a formula without guesses. What those do not come to is asked
// of slices, at first with nothing tracked. If the sliced threads cannot come to it, neither can the program. If they can, the trace is followed in the whole program, as that of a check that
// fails, and counts only if an execution takes it; else the fields that show why not are tracked.
//
// If it stays open whether any thread is started or anything ends, the whole threads are asked: verdicts hang on these two. Once all that was asked for is known to fail none does, and the slices may take all of the time.

// reaching names the fields that these questions need, from one bound to the next.
const reaching = "what is reached"

// light answers these questions without the formula of the whole threads. false: it could not.
func (s *search) light(ctx context.Context, rung step, threads *decide.Threads) (bool, error) {
	q, err := s.oneRound(ctx, rung, threads)
	if err != nil {
		return false, err
	}
	defer q.Close()
	if err := q.Cuts(ctx); err != nil {
		return false, err
	}
	if !q.Ends && len(q.Hit) == 0 {
		return false, nil
	}
	into, err := q.Reached(ctx, s.Reached)
	if err != nil {
		return false, err
	}
	if rung.rounds > 1 {
		into.Partial = true
		share := 4
		if s.allFailed() {
			share = 1
		}
		some, cancel := decide.Share(ctx, share)
		err := s.others(some, rung, threads, &q.Marks, into)
		over, err := spent(ctx, some, err)
		cancel()
		switch {
		case over || errors.Is(err, decide.ErrPath):
			return false, nil
		case err != nil:
			return false, err
		}
	}
	if cov := reach.Of(s.req.Program, into); !into.Ends || cov.Starts.All > 0 && cov.Threads == 0 {
		return false, nil
	}
	s.Reached, s.Runs = into, q.Runs
	s.Take(&q.Marks, q.Missing(s.req.Program), fmt.Sprintf("rounds: K=%d U=%d: one round: %s", rung.rounds, rung.unwind, q.Size()))
	return true, nil
}

// oneRound begins questions about executions of one round, with nothing left out.
func (s *search) oneRound(ctx context.Context, rung step, threads *decide.Threads) (*decide.Questions, error) {
	s.say(rung, "what is reached")
	opt := threads.Options()
	opt.Rounds = 1
	seq, err := threads.Run(ctx, []transform.Pass{sequence.EagerPass(opt)}, s.req.Step)
	if errors.Is(err, sequence.ErrEager) {
		seq, err = threads.Run(ctx, []transform.Pass{sequence.LazyPass(opt)}, s.req.Step)
	}
	if err != nil {
		return nil, err
	}
	problem, err := threads.Encode(ctx, seq)
	if err != nil {
		return nil, err
	}
	return decide.Ask(ctx, problem, &s.Found, s.bounds(rung), s.Start)
}

// others is Fig. 3 for what no execution of one round comes to.
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
