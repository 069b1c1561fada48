package lockset

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/infer"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform/extern"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/transform/pair"
	"github.com/heddle-dev/heddle/internal/verdict"
	"github.com/heddle-dev/heddle/internal/wave"
)

// search is what is known so far.
type search struct {
	req      *engine.Request
	pairwise *pairwise       // nil: it is asked about all threads as one
	outer    context.Context // in which pairs are asked, each with work of its own
	whole    budget.Work     // what there was at the beginning; 0: no end
	task     *decide.Task
	most     *extern.Most
	threads  *pair.Threads
	loose    bool                   // nothing is known of what external memory holds
	refuses  map[ir.RegionID]bool   // locks that may be error-checking
	useless  map[ir.RegionID]string // locks that exclude nobody, and why
	renewed  map[ir.RegionID]bool   // locks that may be initialized or destroyed while others hold them
	renews   map[*pair.Kind][]ir.Instr
	racy     map[ir.RegionID]bool // regions with a pair that is left
	left     []possible
	before   map[[2]*pair.Kind][][2]*pair.Access // left in a round before: it stays so, because less and less is relied on
	tardy    map[[2]*pair.Kind]bool              // pairs that took too long
	locked   map[lockQuestion]*lockAnswer        // what was said about locks
	large    []string                            // pairs with more candidates than are tried
	obstacle string                              // something that is reached and not followed
	ran      runs                                // a few executions
	shown    map[[2]*pair.Kind]*proof            // the last proof of each pair
	asked    int                                 // pairs of kinds
	proved   int                                 // of them
}

// possible is a pair of accesses that was not shown to be apart.
type possible struct {
	first, second *pair.Access
	kinds         [2]*pair.Kind
}

// origins is two accesses as the program has them.
type origins struct {
	first, second ir.ID
	kinds         [2]*pair.Kind
}

func (s *search) rules() pair.Rules {
	return pair.Rules{
		Trusts:  func(r ir.RegionID) bool { return s.useless[r] == "" },
		Refuses: func(r ir.RegionID) bool { return r == 0 || s.refuses[r] },
		Stable:  func(r ir.RegionID) bool { return !s.racy[r] },
	}
}

// proof is what the proof of a pair rests on: the accesses that it is about, and what the rules said of the regions that its programs asked about. As long as they say the same, the
// programs are the same.
type proof struct {
	open  [][2]*pair.Access
	rules map[asks]bool
}

// asks is a question to a rule about a region.
type asks struct {
	rule   byte
	region ir.RegionID
}

// noting is the rules, with a note of what they are asked.
func (s *search) noting(p *proof) pair.Rules {
	r := s.rules()
	note := func(rule byte, ask func(ir.RegionID) bool) func(ir.RegionID) bool {
		return func(id ir.RegionID) bool {
			yes := ask(id)
			p.rules[asks{rule, id}] = yes
			return yes
		}
	}
	return pair.Rules{Trusts: note('t', r.Trusts), Refuses: note('r', r.Refuses), Stable: note('s', r.Stable)}
}

// stands reports whether a proof about some accesses holds by the rules as they are now.
func (s *search) stands(p *proof, open [][2]*pair.Access) bool {
	if p == nil || !slices.Equal(p.open, open) {
		return false
	}
	r := s.rules()
	for a, yes := range p.rules {
		if (map[byte]func(ir.RegionID) bool{'t': r.Trusts, 'r': r.Refuses, 's': r.Stable})[a.rule](a.region) != yes {
			return false
		}
	}
	return true
}

// pairs decides all pairs, as many at a time as there are jobs; again says that something was relied on that does not hold. What is found out of one changes nothing for the
// others of the same round.
func (s *search) pairs(ctx context.Context) (again bool, err error) {
	s.asked, s.proved = 0, 0
	var todo []*outcome
	for i, x := range s.threads.Kinds {
		for _, y := range s.threads.Kinds[max(i, 1):] {
			if x == y && x.Func == s.most.Memory {
				continue // what functions do among themselves that nothing defines is no race of the program
			}
			open := s.open(x, y)
			s.asked++
			switch {
			case open == nil:
				s.proved++
			case s.pairwise != nil && (s.unknown(x) || s.unknown(y) || s.pairwise.shows(x, y)):
				todo = append(todo, &outcome{kinds: [2]*pair.Kind{x, y}, left: open.All(), done: true})
			default:
				s.leaveAtOnce([2]*pair.Kind{x, y}, open)
				todo = append(todo, &outcome{kinds: [2]*pair.Kind{x, y}, open: open, next: pair.Which{First: x, Second: y, Few: s.pairwise != nil}})
			}
		}
	}
	if err := s.decide(ctx, todo); err != nil {
		return false, err
	}
	for _, o := range todo {
		s.leave(o)
		if len(o.left) == 0 {
			s.proved++
		}
	}
	for _, l := range s.left {
		if !s.racy[l.first.Region] {
			s.racy[l.first.Region], again = true, true
		}
	}
	return again, nil
}

// open is the pairs of accesses that data flow leaves. What functions do among themselves that nothing defines is no race of the program, unless threads of the program call them both.
func (s *search) open(x, y *pair.Kind) *pair.Open {
	o := s.threads.Open(x, y, s.rules().Trusts)
	if o == nil || len(s.most.AtCall) == 0 || x.Func != s.most.Memory && y.Func != s.most.Memory {
		return o
	}
	o = o.Only(slices.DeleteFunc(o.All(), func(l [2]*pair.Access) bool { return s.atCall(l[0]) != "" || s.atCall(l[1]) != "" }))
	if len(o.First) == 0 {
		return nil
	}
	return o
}

// leaveAtOnce leaves, where each pair of threads has little time, accesses to any part of an object by functions that nothing defines: what data flow does not show of those the solver hardly will.
func (s *search) leaveAtOnce(kinds [2]*pair.Kind, open *pair.Open) {
	if s.pairwise == nil || len(s.before[kinds]) > 0 {
		return
	}
	for _, l := range open.All() {
		if s.most.AtCall[l[0].Origin].Any || s.most.AtCall[l[1].Origin].Any {
			s.before[kinds] = append(s.before[kinds], l)
		}
	}
}

// atCall is the function that nothing defines which makes an access where it is called, if one does.
func (s *search) atCall(a *pair.Access) string { return s.most.AtCall[a.Origin].Func }

// outcome is what is said of the pairs of accesses of two kinds of threads.
type outcome struct {
	kinds [2]*pair.Kind
	open  *pair.Open
	done  bool
	next  pair.Which        // the program to ask next
	rest  [][2]*pair.Access // what those before did not show
	left  [][2]*pair.Access // and what is known to be left
	heard bool              // a program of it was decided
	late  bool              // it took too long
	large []string          // programs with more candidates than are tried
	proof *proof            // if nothing is left
}

// decide asks about pairs. Where each has a part of the time to itself, all are asked once before the first is asked again: most need little of what can be tried. If that was too little for the smallest program of every pair, it is so the second time,
// and others have better use for it; so it is for larger pairs once it was too little for the smallest ones.
func (s *search) decide(ctx context.Context, todo []*outcome) error {
	if s.pairwise != nil {
		if err := s.each(ctx, todo, true); err != nil {
			return err
		}
		if !slices.ContainsFunc(todo, func(o *outcome) bool { return o.heard }) {
			for _, o := range todo {
				s.tardy[o.kinds] = s.tardy[o.kinds] || !o.done
			}
		}
	}
	return s.each(ctx, todo, false)
}

// manyLate is how many pairs have to be too much, and none not, for all larger ones to be.
const manyLate = 16

// each asks about the pairs that are not done, those with the fewest accesses first.
func (s *search) each(ctx context.Context, todo []*outcome, first bool) error {
	var order []int
	for i, o := range todo {
		if !o.done {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(todo[a].open.Len(), todo[b].open.Len()) })
	errs, asked := make([]error, len(todo)), make([]bool, len(todo))
	w := wave.Wave{Jobs: s.req.Jobs}
	w.Part = func(left budget.Work, pairs int) budget.Work { return left / 2 / budget.Work(pairs) }
	w.Over = func() bool {
		late := 0
		for i, o := range todo {
			switch {
			case asked[i] && o.heard:
				return false
			case asked[i] && !o.done:
				late++
			}
		}
		return first && late >= manyLate
	}
	s.outer = ctx
	w.Run(ctx, len(order), func(ctx context.Context, n int, part budget.Work) {
		i := order[n]
		o, at := todo[i], s.threads.Name(todo[i].kinds[0])+" and "+s.threads.Name(todo[i].kinds[1])
		asked[i] = true
		if s.req.Progress != nil {
			s.req.Progress(fmt.Sprintf("lockset: pair %d of %d: %s", i+1, len(todo), at))
		}
		if err := s.pair(ctx, o, at, part, first); err != nil {
			errs[i] = &pairError{at, err}
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// pairError says at which pair something went wrong.
type pairError struct {
	pair string
	error
}

func (e *pairError) Unwrap() error { return e.error }

// shows reports whether two kinds of threads are shown to race.
func (e *pairwise) shows(x, y *pair.Kind) bool {
	return e.shown[[2]ir.FuncID{x.Func, y.Func}] || e.shown[[2]ir.FuncID{y.Func, x.Func}]
}

// unknown reports the threads of functions that nothing defines.
func (s *search) unknown(k *pair.Kind) bool { return k.Func == s.most.Memory || k.Func == s.most.Calls }

// leave notes pairs of accesses that are not shown to be apart.
func (s *search) leave(o *outcome) {
	for _, l := range o.left {
		s.left = append(s.left, possible{l[0], l[1], o.kinds})
	}
	s.before[o.kinds] = o.left
	s.tardy[o.kinds] = s.tardy[o.kinds] || o.late
	s.shown[o.kinds] = o.proof
	s.large = append(s.large, o.large...)
}

// pair decides the pairs of accesses of two kinds of threads, with a part of the work; first: by one program alone, or not yet.
func (s *search) pair(ctx context.Context, o *outcome, at string, part budget.Work, first bool) error {
	known, open := s.before[o.kinds], o.open
	if len(known) > 0 {
		open = open.Without(known)
	}
	if len(open.First) == 0 || s.tardy[o.kinds] {
		o.left, o.done = append(slices.Clone(known), open.All()...), true
		return nil
	}
	p := &proof{open: open.All(), rules: map[asks]bool{}}
	if last := s.shown[o.kinds]; len(known) == 0 && s.stands(last, p.open) {
		o.proof, o.done = last, true
		return nil
	}
	if s.short(ctx) {
		o.late, o.done, o.left = true, true, append(slices.Clone(known), p.open...)
		return nil
	}
	within, cancel := s.slice(ctx, part)
	defer cancel()
	if o.proof == nil {
		o.proof, o.rest = p, p.open
	}
	var err error
	for !o.done && err == nil {
		o.done, err = s.ask(within, o, at, open)
		if first && !o.done {
			if s.late(ctx, within) {
				err = nil
			}
			return err
		}
	}
	if err != nil && s.late(ctx, within) {
		o.late, err = true, nil
	}
	if o.left = append(slices.Clone(known), o.rest...); len(o.left) > 0 {
		o.proof = nil
	}
	return err
}

// ask makes the next program of a pair: the first is the smallest. It reports whether there are no more, or nothing is left.
func (s *search) ask(ctx context.Context, o *outcome, at string, open *pair.Open) (last bool, err error) {
	which := o.next
	which.Open = open.Only(o.rest)
	less, made, err := s.compare(ctx, o, which)
	if err != nil {
		return false, err
	}
	o.rest, o.next.Few, o.heard = less, false, true
	if which.Few && made.Untried > 0 {
		return len(less) == 0, nil
	}
	if made.Untried > 0 {
		o.large = append(o.large, at)
	}
	o.next.Detail++
	return len(less) == 0 || !made.Cut || o.next.Detail > pair.Full, nil
}

// reserve is the part of the work in which no pair is begun any more: what is not proved then is left, and what rested on it is asked again.
const reserve = 5

// short reports whether only that part is left.
func (s *search) short(ctx context.Context) bool {
	left, limited := budget.Left(ctx)
	return s.pairwise != nil && limited && left < s.whole/reserve
}

// whole is all the work that a context has; 0: no end.
func whole(ctx context.Context) budget.Work {
	if left, limited := budget.Left(ctx); limited {
		return left
	}
	return 0
}

// slice is the work for one pair: where pairs are asked for each by itself, an equal part of half of the work that is left. The other half is for asking again.
func (s *search) slice(ctx context.Context, part budget.Work) (context.Context, context.CancelFunc) {
	if s.pairwise == nil || part == 0 {
		return context.WithCancel(ctx)
	}
	return budget.Within(ctx, part)
}

// compare makes a program of a pair and finds the accesses that it does not show to be apart.
func (s *search) compare(ctx context.Context, o *outcome, which pair.Which) (left [][2]*pair.Access, made *pair.Pair, err error) {
	open := which.Open
	q, err := s.make(ctx, which, s.noting(o.proof))
	if err == nil {
		err = s.encode(ctx, q)
	}
	if err != nil {
		return nil, nil, err
	}
	if len(q.pair.Switches) > dear && s.pairwise == nil { // of pairs each has its own answer, and a race is one of its threads
		race, rest, err := s.refuted(o.kinds, open.All())
		if err != nil || len(rest) == 0 {
			return race, &pair.Pair{}, err
		}
		if len(race) > 0 {
			which.Open = open.Only(rest)
			left, made, err := s.compare(ctx, o, which)
			return append(left, race...), made, err
		}
	}
	if err := s.solve(ctx, q); err != nil {
		return nil, nil, err
	}
	defer q.session.Close()
	b := q.formula.B
	pick := q.formula.Value(q.pair.Pick)
	var all []logic.Term
	var races []encode.Check
	for _, c := range q.formula.Checks {
		if a := q.pair.Races[c.Assert.ID]; a != nil {
			races = append(races, c)
			var with []logic.Term
			for _, first := range open.With(a) {
				with = append(with, b.Eq(pick, b.BV(pair.PickWidth, uint64(first.Number))))
			}
			all = append(all, b.And(q.problem.Fails(c), b.Or(with...)))
		}
	}
	st, err := q.session.Check(ctx, append(slices.Clone(q.holds), b.Or(all...))...)
	if err != nil || st == solve.Unsat {
		return nil, q.pair, err
	}
	byNumber := map[uint64]*pair.Access{}
	for _, a := range which.First.Accesses {
		byNumber[uint64(a.Number)] = a
	}
	for i, c := range races {
		with := append(slices.Clone(q.holds), all[i])
		for {
			st, err := q.session.Check(ctx, with...)
			if err != nil {
				return nil, nil, err
			}
			if st == solve.Unsat {
				break
			}
			n := q.session.Model().BV(pick).Uint64()
			left = append(left, [2]*pair.Access{byNumber[n], q.pair.Races[c.Assert.ID]})
			with = append(with, b.Not(b.Eq(pick, b.BV(pair.PickWidth, n))))
		}
	}
	return left, q.pair, nil
}

// question is the program of a pair as a formula, with its invariants.
type question struct {
	pair    *pair.Pair
	formula *encode.Formula
	problem *infer.Problem
	session decide.Session
	holds   []logic.Term // the invariants
}

// make makes the program of a pair.
func (s *search) make(ctx context.Context, which pair.Which, rules pair.Rules) (*question, error) {
	q := &question{pair: pair.Build(s.threads, which, rules)}
	budget.Spend(ctx, budget.Passing, int64(q.pair.Program.NextID))
	return q, step(s.req, "pair", q.pair.Program)
}

// encode makes the formula of a program.
func (s *search) encode(ctx context.Context, q *question) (err error) {
	if q.formula, err = encode.Encode(ctx, logic.NewBuilder(logic.Options{}), q.pair.Program, place.Of(q.pair.Program, s.threads.Program, 0), nil); err != nil {
		return decide.While(err, "encoding")
	}
	return nil
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

const renewedAt = "a synchronization object is initialized or destroyed while it may be in use, at "

// result makes the answer.
func (s *search) result(ctx context.Context) (*engine.Result, error) {
	res := &engine.Result{}
	c := verdict.Claim{Property: verdict.Race, Verdict: verdict.Proved}
	seen, same := map[string]bool{}, map[origins]bool{}
	for _, l := range s.left {
		from := origins{l.first.Origin, l.second.Origin, l.kinds}
		if same[from] { // in another call of the same function
			continue
		}
		same[from] = true
		f := verdict.Finding{Failure: s.failure(l), Verdict: verdict.Possible}
		if key := f.Key(); !seen[key] {
			seen[key] = true
			res.Findings = append(res.Findings, f)
		}
	}
	slices.SortFunc(res.Findings, func(a, b verdict.Finding) int { return compare(a.Location.Pos, b.Location.Pos) })
	forbidden, outside := "", ""
	where := s.tellsLayouts()
	layout := where != ""
	for _, a := range s.req.Program.Assumed {
		switch {
		case !a.ForbidsProved || a.Given:
		case a.Outside && s.pairwise != nil && (s.most.Memory >= 0 || s.loose): // external memory is arbitrary then
			outside = cmp.Or(outside, a.Text)
		default:
			forbidden = cmp.Or(forbidden, a.Text)
		}
	}
	renewed := ""
	for _, k := range s.threads.Kinds {
		for _, other := range s.threads.Kinds {
			renewed = cmp.Or(renewed, s.renewedBy(k, other))
		}
	}
	for _, f := range s.req.Program.Funcs {
		if f.Given != "" && s.pairwise == nil { // with pairs these functions have pairs of their own
			forbidden = cmp.Or(forbidden, fmt.Sprintf("%s (%s) gets nothing but what functions that nothing defines have", f.Display, f.Given))
		}
	}
	switch {
	case s.obstacle != "":
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, "reached "+s.obstacle
		res.Findings = nil
	case len(res.Findings) > 0:
		c.Verdict, c.Reason = verdict.Possible, leftOver(len(res.Findings))
	case forbidden != "":
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Method, "rests on an assumption that can hide a failure: "+forbidden
	case layout:
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Method, where
	case renewed != "":
		c.Verdict, c.Cause, c.Reason = verdict.Unknown, verdict.Obstacle, renewedAt+renewed
	}
	if c.Verdict == verdict.Possible && forbidden == "" && !layout && renewed == "" {
		res.Fields = s.fields()
	}
	res.Claims = []verdict.Claim{c}
	res.Notes = append(res.Notes, fmt.Sprintf("lockset: %d of %d pairs of threads proved", s.proved, s.asked))
	if len(s.large) > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("lockset: %d programs of pairs have more than %d invariants to try: those that help most were (%s)", len(s.large), pair.MostTried, s.large[0]))
	}
	if s.pairwise != nil {
		why := where
		if forbidden != "" {
			why = "rests on an assumption that can hide a failure: " + forbidden
		}
		s.pairwise.tell(s.verdicts(c, outside, why), slices.ContainsFunc(s.left, func(l possible) bool {
			return slices.ContainsFunc(l.kinds[:], func(k *pair.Kind) bool { return k.Func == s.most.Calls }) && l.kinds[0].Func != s.most.Memory && l.kinds[1].Func != s.most.Memory
		}))
	}
	if s.obstacle == "" && !layout {
		res.Facts = s.facts()
	}
	if c.Verdict == verdict.Proved {
		if err := s.reach(ctx); err != nil {
			return nil, err
		}
		res.Reached = s.ran.reached
	}
	return res, nil
}

// verdicts says what holds of each pair of kinds that are the program's, if nothing forbids proofs: at all, or of threads that both use external memory.
func (s *search) verdicts(c verdict.Claim, outside, forbidden string) (out []verdict.Pair) {
	for i, x := range s.threads.Kinds {
		for _, y := range s.threads.Kinds[i:] {
			if s.unknown(x) || s.unknown(y) || i == 0 && x == y {
				continue
			}
			kinds := [2]*pair.Kind{x, y}
			p := verdict.Pair{Threads: [2]string{s.threads.Program.Funcs[x.Func].Name, s.threads.Program.Funcs[y.Func].Name}, Verdict: verdict.Proved}
			switch {
			case s.obstacle != "":
				p.Verdict, p.Reason = verdict.Unknown, c.Reason
			case s.tardy[kinds]:
				p.Verdict, p.Reason = verdict.Possible, "the proof took too long"
			case len(s.before[kinds]) > 0:
				p.Verdict = verdict.Possible
			case forbidden != "":
				p.Verdict, p.Reason, p.Withheld = verdict.Unknown, forbidden, true
			case outside != "" && s.bothOutside(x, y):
				p.Withheld = true
				p.Verdict, p.Reason = verdict.Unknown, "both use external memory, and that rests on an assumption that can hide a failure: "+outside
			}
			if by := s.outsideOnly(kinds); p.Verdict == verdict.Possible && !s.tardy[kinds] && by != "" {
				p.Verdict = verdict.Unknown
				p.Reason = by + ", which nothing defines, may use what it is given, without a lock that keeps the other away (--model FILE.c says what it does)"
			}
			if p.Verdict == verdict.Proved {
				if at := s.calledBack(x, y); at != "" {
					p.Verdict, p.Reason = verdict.Unknown, "a function that was handed out may be called back in one of them, and is not apart from the other at "+at+" (--model FILE.c says who calls it)"
				}
			}
			if at := s.renewedBy(x, y); p.Verdict == verdict.Proved && at != "" {
				p.Verdict, p.Reason = verdict.Unknown, renewedAt+at
			}
			for _, l := range s.before[kinds] {
				p.Left = append(p.Left, [2]ir.ID{l[0].Origin, l[1].Origin})
				if name := cmp.Or(l[0].Name, l[1].Name, s.threads.Program.Regions[l[0].Region].Name); !slices.Contains(p.Races, name) {
					p.Races = append(p.Races, name)
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// outsideOnly names a function that nothing defines if all that is left of a pair is what such functions do where they are called: no execution of the program shows that.
func (s *search) outsideOnly(kinds [2]*pair.Kind) (by string) {
	for _, l := range s.before[kinds] {
		f := cmp.Or(s.atCall(l[0]), s.atCall(l[1]))
		if f == "" {
			return ""
		}
		by = cmp.Or(by, f)
	}
	return by
}

// calledBack is a place where what may be called back in one of two threads is not apart from the other: a thread that hands something to a function which nothing defines may get a call of what that
// function knows, and threads of such functions make these calls here.
func (s *search) calledBack(x, y *pair.Kind) string {
	i := slices.IndexFunc(s.threads.Kinds, func(k *pair.Kind) bool { return k.Func == s.most.Calls })
	if i < 0 {
		return ""
	}
	calls := s.threads.Kinds[i]
	open := func(other *pair.Kind) string {
		kinds := [2]*pair.Kind{calls, other}
		if slices.Index(s.threads.Kinds, other) < i {
			kinds = [2]*pair.Kind{other, calls}
		}
		if left := s.before[kinds]; len(left) > 0 {
			return left[0][0].Pos.Pos.String()
		}
		if s.tardy[kinds] {
			return s.threads.Name(other)
		}
		return ""
	}
	at := ""
	if x.Starts(s.most.Calls) {
		at = open(y)
	}
	if at == "" && y.Starts(s.most.Calls) {
		at = open(x)
	}
	if at == "" && x.Starts(s.most.Calls) && y.Starts(s.most.Calls) {
		at = open(calls)
	}
	return at
}

// bothOutside reports whether two threads could race in external memory, wherever in it their accesses go.
func (s *search) bothOutside(x, y *pair.Kind) bool {
	p := s.threads.Program
	outside := func(k *pair.Kind) (out []*pair.Access) {
		for _, a := range k.Accesses {
			if a.Region == 0 || slices.ContainsFunc(p.Regions[a.Region].Cells, func(e ir.Extent) bool { return e.Object.Alloc == 0 && p.Globals[e.Object.Global].External }) {
				out = append(out, a)
			}
		}
		return out
	}
	for _, a := range outside(x) {
		for _, b := range outside(y) {
			if (a.Write || b.Write) && (a.Plain || b.Plain) {
				return true
			}
		}
	}
	return false
}

func leftOver(n int) string {
	if n == 1 {
		return "1 pair of accesses was not shown to be apart"
	}
	return fmt.Sprintf("%d pairs of accesses were not shown to be apart", n)
}

// tellsLayouts reports whether the program takes addresses as numbers. With functions that do all they could every number that they are near may be an address, so it is
// the program as it was that counts.
func (s *search) tellsLayouts() string {
	p, info := s.threads.Program, s.threads.Info
	if s.most.Memory >= 0 {
		p = inline.Resolve(s.req.Program, place.AllocSize)
		if flat, err := inline.Threads(p); err == nil {
			p = flat.Program
		}
		_, info = pointsto.Split(p, place.AllocSize)
	}
	for _, in := range p.Instrs() {
		if slices.Contains(info.Layout, in.Base().ID) && (s.pairwise == nil || converts(in)) {
			return fmt.Sprintf("the result depends on where objects lie (%s)", in.Base().Pos.Pos)
		}
	}
	return ""
}

// converts reports an instruction that says itself that it takes an address as a number. In code of a kernel, where fields of an object are not always told apart, others
// that may do so through memory would be most of the program; that they do not is an assumption about drivers.
func converts(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Unary:
		return in.Op == ir.PtrToInt
	case *ir.Binary:
		return in.Layout
	}
	return false
}
