package modular

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
)

// The states that threads can be in, from nothing until nothing is added: steps 1 and 3 of the paper's section 3 at once. A state of one template is an assumption of all others: its step is
// applied to their states as soon as both are there. So what was assumed of the others is what they were found to do, at every moment for the states so far, and in the end for all.
//
// The paper havocs what another thread writes. Here the formula of its step says what becomes of it, which keeps relations such as "nobody raises it".

// mostStates is how many states a proof may have.
const mostStates = 20_000

var errTooMany = errors.New("more than 20000 abstract states")

// state is an abstract state of a thread.
type state struct {
	n    int
	t    *template
	at   *place
	cube cube

	from *state // of the thread before, or of its creator
	by   *state // another thread that took a step; nil: the thread itself did
	exit int    // which way the step went
	born int    // if from is its creator: which start, counted from 1
}

// failure is one that is not excluded.
type failure struct {
	check *check
	a, b  *state // b: of a race, with the accesses
	x, y  access
}

// obstacle is something that is reached and not followed.
type obstacle string

func (o obstacle) Error() string { return string(o) }

// grow finds all states, or a failure.
func (s *search) grow(ctx context.Context) (*failure, error) {
	s.states, s.masks, s.effects = nil, map[*place]uint64{}, map[effectKey][]cube{}
	s.here = make([]map[*place][]*state, len(s.templates))
	for i := range s.here {
		s.here[i] = map[*place][]*state{}
	}
	first := s.templates[0]
	entry := first.places[0]
	begin := append(s.initially(), s.numbered(first, 0))
	cubes, err := s.image(ctx, begin, s.tracked(first, entry), func(p *predicate) logic.Term { return p.term[0] })
	if err != nil {
		return nil, err
	}
	for _, c := range cubes {
		s.add(&state{t: first, at: entry, cube: c})
	}
	for i := 0; i < len(s.states); i++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if len(s.states) > mostStates {
			return nil, errTooMany
		}
		st := s.states[i]
		if st.at.obstacle != "" {
			return nil, obstacle(st.at.obstacle)
		}
		f, err := s.fails(ctx, st)
		if f != nil || err != nil {
			return f, err
		}
		if err := s.own(ctx, st); err != nil {
			return nil, err
		}
		for j := 0; j <= i; j++ {
			other := s.states[j]
			if err := s.disturb(ctx, st, other); err != nil {
				return nil, err
			}
			if i != j {
				if err := s.disturb(ctx, other, st); err != nil {
					return nil, err
				}
			}
		}
	}
	return nil, nil
}

// add adds a state unless it is covered.
func (s *search) add(st *state) {
	known := s.here[st.t.n][st.at]
	for _, k := range known {
		if k.cube.covers(st.cube) {
			return
		}
	}
	st.n = len(s.states)
	s.states = append(s.states, st)
	s.here[st.t.n][st.at] = append(known, st)
}

// own takes the steps of a thread, and starts those that it starts.
func (s *search) own(ctx context.Context, st *state) error {
	if st.at.step == nil {
		panic(fmt.Sprintf("modular: a place of %s without a step", st.t.name))
	}
	before := append(s.literals(st.cube, 0), s.numbered(st.t, 0), s.given(st.at.step), s.countsAt(st.t, st.at))
	for i, e := range st.at.step.exits {
		if e.to.over() {
			continue // it takes no more steps, and nothing is asked about it
		}
		keep := st.cube.known & s.tracked(st.t, e.to)
		changed := s.changes(s.tracked(st.t, e.to), e.post)
		cubes, err := s.image(ctx, append(before[:len(before):len(before)], e.cond), changed, func(p *predicate) logic.Term { return s.behind(p.term[0], e.post) })
		if err != nil {
			return err
		}
		for _, c := range cubes {
			rest := keep &^ changed
			s.add(&state{t: st.t, at: e.to, cube: cube{c.known | rest, c.holds | st.cube.holds&rest}, from: st, exit: i})
		}
	}
	for i, b := range st.at.step.starts {
		if err := s.start(ctx, st, before, b, i); err != nil {
			return err
		}
	}
	return nil
}

// start begins a thread: it has a number that nobody has had, and its registers are its arguments.
func (s *search) start(ctx context.Context, st *state, before []logic.Term, b start, which int) error {
	number := b.of.me.term[1]
	with := append(before[:len(before):len(before)], s.numbered(b.of, 1), s.b.Not(s.b.Eq(number, st.t.me.term[0])), s.b.Eq(number, b.is))
	for _, v := range s.memory.all {
		if v.shared && v.width == numberWidth && s.numbers[v] {
			with = append(with, s.b.Not(s.b.Eq(number, v.term[0])))
		}
	}
	entry := b.of.places[0]
	is := map[logic.Term]logic.Term{}
	for v, x := range b.post {
		is[v.term[0]] = x
	}
	for v, x := range b.args {
		is[v.term[0]] = x
	}
	for _, v := range s.memory.all { // what is not an argument is anything, and is nobody else's: so is its number
		if v.owner == b.of {
			if _, ok := is[v.term[0]]; !ok {
				is[v.term[0]] = v.term[1]
			}
		}
	}
	cubes, err := s.image(ctx, with, s.tracked(b.of, entry), func(p *predicate) logic.Term { return s.b.Subst(p.term[0], is) })
	if err != nil {
		return err
	}
	for _, c := range cubes {
		s.add(&state{t: b.of, at: entry, cube: c, from: st, born: which + 1})
	}
	return nil
}

// together reports whether two threads in such states may be alive at the same time.
func (s *search) together(a, b *state) bool {
	return !(a.t == b.t && a.t.single) && !a.t.apart[b.t.n][a.at.n] && !b.t.apart[a.t.n][b.at.n]
}

// effectKey is what the effect of another thread's step depends on.
type effectKey struct {
	t    *template
	at   *place // if threads are counted: what is known of counts depends on it
	cube cube
	by   *state
	exit int
}

// agree reports whether two states say nothing contrary about what is shared.
func (s *search) agree(a, b *state) bool {
	return a.cube.known&b.cube.known&s.shared&(a.cube.holds^b.cube.holds) == 0
}

// different is that two threads are two.
func (s *search) different(a, b *template) []logic.Term {
	return []logic.Term{s.numbered(a, 0), s.numbered(b, 1), s.b.Not(s.b.Eq(a.me.term[0], b.me.term[1]))}
}

// disturb lets another thread take its step.
func (s *search) disturb(ctx context.Context, st, by *state) error {
	if !s.together(st, by) || !s.agree(st, by) {
		return nil
	}
	for i, e := range by.at.step.exits {
		changed := s.changes(s.tracked(st.t, st.at), e.other)
		if changed&st.cube.known == 0 {
			continue // nothing is known that could become false
		}
		// What is not known stays so.
		changed &= st.cube.known
		key := effectKey{st.t, nil, st.cube, by, i}
		if s.counting > 0 {
			key.at = st.at
		}
		cubes, ok := s.effects[key]
		if !ok {
			with := append(s.literals(st.cube, 0), s.literals(by.cube, 1)...)
			with = append(append(with, s.different(st.t, by.t)...), e.when, s.given(by.at.step), s.countsAt(st.t, st.at), s.countsAt(by.t, by.at))
			var err error
			if cubes, err = s.image(ctx, with, changed, func(p *predicate) logic.Term { return s.behind(p.term[0], e.other) }); err != nil {
				return err
			}
			s.effects[key] = cubes
		}
		for _, c := range cubes {
			rest := st.cube.known &^ changed
			s.add(&state{t: st.t, at: st.at, cube: cube{c.known | rest, c.holds | st.cube.holds&rest}, from: st, by: by, exit: i})
		}
	}
	return nil
}

// fails looks for a failure in a new state: an assertion of its step, a race with a state that is there.
func (s *search) fails(ctx context.Context, st *state) (*failure, error) {
	for _, k := range slices.Concat(st.at.step.checks, s.breaks(st.at.step)) {
		if !s.wantsAssert && !k.rests {
			continue
		}
		ok, err := s.possible(ctx, append(s.literals(st.cube, 0), s.numbered(st.t, 0), s.given(st.at.step), s.countsAt(st.t, st.at), k.fails)...)
		if err != nil {
			return nil, err
		}
		if ok {
			return &failure{check: &k, a: st}, nil
		}
	}
	if !s.wantsRace || len(st.at.accesses) == 0 {
		return nil, nil
	}
	for j := 0; j <= st.n; j++ {
		other := s.states[j]
		if len(other.at.accesses) == 0 || !s.together(st, other) || !s.agree(st, other) {
			continue
		}
		for _, m := range s.meetings(st, other) {
			both := slices.Concat(s.literals(st.cube, 0), s.literals(other.cube, 1), s.different(st.t, other.t), []logic.Term{s.countsAt(st.t, st.at), s.countsAt(other.t, other.at), m.when})
			ok, err := s.possible(ctx, both...)
			if err != nil {
				return nil, err
			}
			if ok {
				return &failure{a: st, b: other, x: m.x, y: m.y}, nil
			}
		}
	}
	return nil, nil
}

// meeting is two accesses that would race, and under which condition.
type meeting struct {
	x, y access
	when logic.Term
}

// meetings finds the accesses of two threads that would race: one pair for each condition.
func (s *search) meetings(a, b *state) (out []meeting) {
	for _, x := range a.at.accesses {
		for _, y := range b.at.accesses {
			if x.Region != y.Region || !x.Write && !y.Write || !x.plain && !y.plain || !s.req.Proof && s.req.Facts.CannotRace(x.Origin, y.Origin) ||
				s.threads.Apart(a.t.kind, x.Access, b.t.kind, y.Access, noLocks) {
				continue
			}
			when := s.meets(x, y)
			if s.b.IsTrue(when) {
				return []meeting{{x, y, when}}
			}
			if !slices.ContainsFunc(out, func(m meeting) bool { return m.when == when }) {
				out = append(out, meeting{x, y, when})
			}
		}
	}
	return out
}
