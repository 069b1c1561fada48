package lockset

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/infer"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform/pair"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// search is what is known so far.
type search struct {
	req      *engine.Request
	task     *decide.Task
	threads  *pair.Threads
	refuses  map[ir.RegionID]bool   // locks that may be error-checking
	useless  map[ir.RegionID]string // locks that exclude nobody, and why
	racy     map[ir.RegionID]bool   // regions with a pair that is left
	left     []possible
	obstacle string // something that is reached and not followed
	at       string // the pair at hand
	asked    int    // pairs of kinds
	proved   int    // of them
}

// possible is a pair of accesses that was not shown to be apart.
type possible struct {
	first, second *pair.Access
	kinds         [2]*pair.Kind
}

func (s *search) rules() pair.Rules {
	return pair.Rules{
		Trusts:  func(r ir.RegionID) bool { return s.useless[r] == "" },
		Refuses: func(r ir.RegionID) bool { return r == 0 || s.refuses[r] },
		Stable:  func(r ir.RegionID) bool { return !s.racy[r] },
	}
}

// locks finds the locks that a thread may lose to another: one that lets go what it does not hold, or makes a lock anew. Which of them are error-checking comes first:
// what a thread holds depends on it.
func (s *search) locks(ctx context.Context) error {
	for _, kinds := range [][]string{{pair.Refusal}, {pair.Foreign, pair.Reset, pair.Count, pair.Unknown}} {
		for _, k := range s.threads.Kinds {
			s.at = "of " + s.threads.Name(k) + " and locks"
			if err := s.lockChecks(ctx, k, kinds); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *search) lockChecks(ctx context.Context, k *pair.Kind, kinds []string) error {
	q, err := s.build(ctx, pair.Which{Second: k, Alone: true})
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(q.formula.Checks, func(c encode.Check) bool { return slices.Contains(kinds, c.Assert.Kind) }) {
		return nil
	}
	if err := s.solve(ctx, q); err != nil {
		return err
	}
	defer q.session.Close()
	for _, c := range q.formula.Checks {
		region := q.pair.Locks[c.Assert.ID]
		known := false
		switch c.Assert.Kind {
		case pair.Refusal:
			known = s.refuses[region]
		case pair.Unknown:
			known = s.obstacle != ""
		default:
			known = s.useless[region] != ""
		}
		if known || !slices.Contains(kinds, c.Assert.Kind) {
			continue
		}
		st, err := q.session.Check(ctx, append(slices.Clone(q.holds), q.problem.Fails(c))...)
		switch {
		case err != nil:
			return err
		case st == solve.Unsat:
		case c.Assert.Kind == pair.Refusal:
			s.refuses[region] = true
		case c.Assert.Kind == pair.Unknown:
			s.obstacle = fmt.Sprintf("%s at %s", c.Assert.Msg, c.Assert.Pos.Pos)
		default:
			s.useless[region] = fmt.Sprintf("%s at %s", c.Assert.Kind, c.Assert.Pos.Pos)
		}
	}
	return nil
}

// pairs decides all pairs; again says that something was relied on that does not hold.
func (s *search) pairs(ctx context.Context) (again bool, err error) {
	s.asked, s.proved = 0, 0
	for i, x := range s.threads.Kinds {
		for _, y := range s.threads.Kinds[max(i, 1):] {
			if !s.threads.Conflict(x, y) {
				continue
			}
			s.at = s.threads.Name(x) + " and " + s.threads.Name(y)
			if s.req.Progress != nil {
				s.req.Progress("lockset: " + s.at)
			}
			before := len(s.left)
			if err := s.pair(ctx, x, y); err != nil {
				return false, err
			}
			s.asked++
			if len(s.left) == before {
				s.proved++
			}
		}
	}
	for _, l := range s.left {
		if !s.racy[l.first.Region] {
			s.racy[l.first.Region], again = true, true
		}
	}
	return again, nil
}

// pair decides the pairs of accesses of two kinds of threads.
func (s *search) pair(ctx context.Context, x, y *pair.Kind) error {
	q, err := s.ask(ctx, pair.Which{First: x, Second: y})
	if err != nil {
		return err
	}
	defer q.session.Close()
	b := q.formula.B
	var all []logic.Term
	var races []encode.Check
	for _, c := range q.formula.Checks {
		if q.pair.Races[c.Assert.ID] != nil {
			races = append(races, c)
			all = append(all, q.problem.Fails(c))
		}
	}
	st, err := q.session.Check(ctx, append(slices.Clone(q.holds), b.Or(all...))...)
	if err != nil || st == solve.Unsat {
		return err
	}
	byNumber := map[uint64]*pair.Access{}
	for _, a := range x.Accesses {
		byNumber[uint64(a.Number)] = a
	}
	pick := q.formula.Value(q.pair.Pick)
	for i, c := range races {
		with := append(slices.Clone(q.holds), all[i])
		for {
			st, err := q.session.Check(ctx, with...)
			if err != nil {
				return err
			}
			if st == solve.Unsat {
				break
			}
			n := q.session.Model().BV(pick).Uint64()
			s.left = append(s.left, possible{byNumber[n], q.pair.Races[c.Assert.ID], [2]*pair.Kind{x, y}})
			with = append(with, b.Not(b.Eq(pick, b.BV(16, n))))
		}
	}
	return nil
}

// question is the program of a pair as a formula, with its invariants.
type question struct {
	pair    *pair.Pair
	formula *encode.Formula
	problem *infer.Problem
	session decide.Session
	holds   []logic.Term // the invariants
}

// ask makes the program of a pair and finds its invariants.
func (s *search) ask(ctx context.Context, which pair.Which) (*question, error) {
	q, err := s.build(ctx, which)
	if err != nil {
		return nil, err
	}
	return q, s.solve(ctx, q)
}

func (s *search) build(ctx context.Context, which pair.Which) (*question, error) {
	q := &question{pair: pair.Build(s.threads, which, s.rules())}
	err := step(s.req, "pair", q.pair.Program)
	if err != nil {
		return nil, err
	}
	if q.formula, err = encode.Encode(ctx, logic.NewBuilder(logic.Options{}), q.pair.Program, place.Of(q.pair.Program, s.threads.Program, 0), nil); err != nil {
		return nil, decide.While(err, "encoding")
	}
	return q, nil
}

func (s *search) solve(ctx context.Context, q *question) (err error) {
	var claims []infer.Claim
	for _, c := range q.pair.Claims {
		claims = append(claims, infer.Claim(c))
	}
	q.problem = infer.New(q.formula, q.pair.Switches, claims)
	if q.session, err = s.task.Open(ctx, q.formula.B); err != nil {
		return err
	}
	holds, err := q.problem.Invariants(ctx, q.session)
	if err != nil {
		q.session.Close()
		return decide.While(err, "finding invariants")
	}
	q.holds = q.problem.Assume(holds)
	again, err := s.task.Open(ctx, q.formula.B)
	if err == nil {
		err = q.problem.Recheck(ctx, again, holds)
		again.Close()
	}
	if err != nil {
		q.session.Close()
		return decide.While(err, "checking invariants")
	}
	return nil
}

// result makes the answer.
func (s *search) result(ctx context.Context) (*engine.Result, error) {
	res := &engine.Result{}
	c := verdict.Claim{Property: verdict.Race, Verdict: verdict.Proved}
	seen := map[string]bool{}
	for _, l := range s.left {
		f := verdict.Finding{Failure: l.failure(s.threads), Verdict: verdict.Possible}
		if key := f.Key(); !seen[key] {
			seen[key] = true
			res.Findings = append(res.Findings, f)
		}
	}
	slices.SortFunc(res.Findings, func(a, b verdict.Finding) int { return compare(a.Location.Pos, b.Location.Pos) })
	forbidden := ""
	for _, a := range s.req.Program.Assumed {
		if a.ForbidsProved && forbidden == "" {
			forbidden = a.Text
		}
	}
	switch {
	case s.obstacle != "":
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "reached "+s.obstacle
		res.Findings = nil
	case len(res.Findings) > 0:
		c.Verdict, c.Reason = verdict.Possible, fmt.Sprintf("%d pairs of accesses were not shown to be apart", len(res.Findings))
	case forbidden != "":
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Method, "rests on an assumption that can hide a failure: "+forbidden
	case len(s.threads.Info.Layout) > 0:
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Method, "the result depends on where objects lie"
	}
	res.Claims = []verdict.Claim{c}
	res.Notes = append(res.Notes, fmt.Sprintf("lockset: %d of %d pairs of threads proved", s.proved, s.asked))
	if c.Verdict == verdict.Proved {
		reached, err := s.reached(ctx)
		if err != nil {
			return nil, err
		}
		res.Reached = reached
	}
	return res, nil
}

// walks is how many random executions show that the program does something.
const walks = 20

// reached runs the program a few times: a proof about a program that does nothing says nothing.
func (s *search) reached(ctx context.Context) (*reach.Set, error) {
	x, err := irexec.Explore(ctx, s.req.Program, irexec.ExploreOptions{Walks: walks, Seed: s.req.Seed, NoShorten: true})
	if err != nil {
		return nil, err
	}
	set := &reach.Set{Threads: x.Threads, Ends: x.GoesOn, Partial: true}
	for _, id := range x.Reached {
		set.Add(id)
	}
	for _, id := range x.Sites {
		set.AddSite(id)
	}
	return set, nil
}
