package lockset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform/pair"
)

// Which locks exclude anybody: one program for each kind of threads that may do something to locks. Where pairs are asked for each by itself all of this has a third of the work, each program an
// equal part of what is left of it: without locks little is proved, and without time for the pairs nothing is. What is not shown in time is taken to happen.

// lockShare is the part of the work that is left that these questions get.
const lockShare = 3

// lockQuestion is the checks of some kinds in the program of a kind of threads.
type lockQuestion struct {
	kind  *pair.Kind
	first string // of the kinds of checks
}

// lockAnswer is what fails, and what the rules said; as long as they say the same, so does the answer.
type lockAnswer struct {
	proof
	fails []lockFail
	large []string // programs with more candidates than are tried
}

// locks finds the locks that a thread may lose to another: one that lets go what it does not hold, or makes a lock anew. Which of them are error-checking comes first:
// what a thread holds depends on it.
func (s *search) locks(ctx context.Context) error {
	var suspects []*pair.Kind
	for _, k := range s.threads.Kinds {
		if s.threads.Suspects(k) {
			suspects = append(suspects, k)
		}
	}
	part, limited := budget.Left(ctx)
	part, began := part/lockShare, budget.Spent(ctx)
	left := 2 * len(suspects)
	for _, kinds := range [][]string{{pair.Refusal}, {pair.Foreign, pair.Reset, pair.Count, pair.Unknown}} {
		for _, k := range suspects {
			at := "of " + s.threads.Name(k) + " and locks"
			within, cancel := context.WithCancel(ctx)
			if s.pairwise != nil && limited {
				within, cancel = budget.Within(ctx, (part-budget.Since(ctx, began))/budget.Work(left))
			}
			err := s.lockChecks(ctx, within, k, kinds, at)
			cancel()
			if err != nil {
				return &pairError{at, err}
			}
			left--
		}
	}
	return nil
}

func (s *search) lockChecks(ctx, within context.Context, k *pair.Kind, kinds []string, name string) error {
	about := lockQuestion{k, kinds[0]}
	if last := s.locked[about]; last != nil && s.stands(&last.proof, nil) {
		s.enter(k, last)
		return nil
	}
	answer := &lockAnswer{proof: proof{rules: map[asks]bool{}}}
	q, err := s.make(ctx, pair.Which{Second: k, Alone: true, Detail: pair.Rough}, s.noting(&answer.proof))
	if err != nil {
		return err
	}
	if all := q.lockChecks(kinds); len(all) > 0 {
		fails, cut, err := s.lockFails(within, q, kinds)
		if err == nil && cut && len(fails) > 0 {
			full, failed := s.make(ctx, pair.Which{Second: k, Alone: true, Detail: pair.Full}, s.noting(&answer.proof))
			if failed != nil {
				return failed
			}
			fails, _, err = s.lockFails(within, full, kinds)
		}
		if err != nil && s.late(ctx, within) { // none of them is shown
			fails, err = all, nil
		}
		if err != nil {
			return err
		}
		answer.fails = fails
		if q.pair.Untried > 0 {
			answer.large = []string{name}
		}
	}
	s.locked[about] = answer
	s.enter(k, answer)
	return nil
}

// enter notes what was found out about locks in a thread.
func (s *search) enter(k *pair.Kind, answer *lockAnswer) {
	s.large = append(s.large, answer.large...)
	for _, f := range answer.fails {
		switch at := fmt.Sprintf("%s at %s", f.check.Kind, f.check.Pos.Pos); f.check.Kind {
		case pair.Refusal:
			s.refuses[f.region] = true
		case pair.Unknown:
			at := f.check.Pos.Pos.String()
			if s.pairwise != nil { // the place may be one of the harness, which nobody sees
				at += ", where " + s.threads.Program.Funcs[k.Func].Display + " runs"
			}
			s.obstacle = cmp.Or(s.obstacle, fmt.Sprintf("%s at %s", f.check.Msg, at))
		default:
			s.useless[f.region] = cmp.Or(s.useless[f.region], at)
			if f.check.Kind == pair.Reset {
				s.renewed[f.region] = true
			}
		}
	}
}

// renewedBy is a place where a thread of one of two kinds may initialize or destroy a lock that itself or one of the other holds: nothing is known of an execution that does so.
func (s *search) renewedBy(x, y *pair.Kind) string {
	info := s.threads.Info
	uses := func(k *pair.Kind, r ir.RegionID) bool {
		for in := range s.threads.Program.Funcs[k.Func].Instrs() {
			if slices.Contains(info.Sync[in.Base().ID], r) {
				return true
			}
		}
		return false
	}
	for _, both := range [][2]*pair.Kind{{x, y}, {y, x}} {
		for _, in := range s.renewing(both[0]) {
			if s.threads.RenewsOwn(in) || slices.ContainsFunc(info.Sync[in.Base().ID], func(r ir.RegionID) bool { return s.renewed[r] && uses(both[1], r) }) {
				return in.Base().Pos.Pos.String()
			}
		}
	}
	return ""
}

// renewing lists what data flow does not show to be harmless.
func (s *search) renewing(k *pair.Kind) []ir.Instr {
	if _, known := s.renews[k]; !known {
		s.renews[k] = slices.DeleteFunc(slices.Collect(s.threads.Program.Funcs[k.Func].Instrs()), func(in ir.Instr) bool { return !s.threads.Renews(k, in) })
	}
	return s.renews[k]
}

// late reports whether a question has had its time, and the engine is not to end for another reason. Where pairs are asked for each by itself, the end of the engine's time is the end of its
// questions: what is proved by then is said.
func (s *search) late(ctx, within context.Context) bool {
	return within.Err() != nil && (ctx.Err() == nil || s.pairwise != nil && (budget.Over(ctx) || errors.Is(ctx.Err(), context.DeadlineExceeded)))
}

// lockFail is a check about a lock that may fail.
type lockFail struct {
	check  *ir.Assert
	region ir.RegionID
}

// lockFails finds the checks about locks that may fail, one for each region at most.
func (s *search) lockFails(ctx context.Context, q *question, kinds []string) (fails []lockFail, cut bool, err error) {
	if err := s.encode(ctx, q); err != nil {
		return nil, false, err
	}
	if !slices.ContainsFunc(q.formula.Checks, func(c encode.Check) bool { return slices.Contains(kinds, c.Assert.Kind) }) {
		return nil, false, nil
	}
	if err := s.solve(ctx, q); err != nil {
		return nil, false, err
	}
	defer q.session.Close()
	for _, c := range q.formula.Checks {
		f := lockFail{c.Assert, q.pair.Locks[c.Assert.ID]}
		known := slices.ContainsFunc(fails, func(g lockFail) bool { return g.check.Kind == f.check.Kind && g.region == f.region })
		switch c.Assert.Kind {
		case pair.Refusal:
			known = known || s.refuses[f.region]
		case pair.Unknown:
			known = known || s.obstacle != ""
		case pair.Reset:
			known = known || s.renewed[f.region]
		default:
			known = known || s.useless[f.region] != ""
		}
		if known || !slices.Contains(kinds, c.Assert.Kind) {
			continue
		}
		st, err := q.session.Check(ctx, append(slices.Clone(q.holds), q.problem.Fails(c))...)
		if err != nil {
			return nil, false, err
		}
		if st != solve.Unsat {
			fails = append(fails, f)
		}
	}
	return fails, q.pair.Cut, nil
}

// lockChecks lists all checks about locks.
func (q *question) lockChecks(kinds []string) (out []lockFail) {
	for in := range q.pair.Program.Funcs[q.pair.Program.Entry].Instrs() {
		if a, ok := in.(*ir.Assert); ok && slices.Contains(kinds, a.Kind) {
			out = append(out, lockFail{a, q.pair.Locks[a.ID]})
		}
	}
	return out
}
