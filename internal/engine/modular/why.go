package modular

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Why nothing races, a line for each variable: under which conditions the threads access what they could race about, where simple ones are enough. What is said of a template holds in all its states at the places of these accesses, so it is
// part of the proof; where a kind of threads has no simple condition nothing is said about the variable. Variables of which the same is said share a line. If one object was chosen, states in which the access is of another say
// nothing: what is said of the object is true of each.

// mostSaid is how many conditions are named for one kind of threads, mostEither how many places that differ in them, mostNames how many variables on a line, mostLines how many lines there are.
const (
	mostSaid   = 2
	mostEither = 3
	mostNames  = 4
	mostLines  = 8
)

// use is what the threads of a template do with a variable, and where.
type use struct {
	t             *template
	places        []*place
	about         map[*place]logic.Term // that it is the object's, where one was chosen
	reads, writes bool
}

// why is the lines: whom the proof is about, and what keeps them apart.
func (s *search) why(ctx context.Context) ([]string, error) {
	lines := []string{s.who()}
	if !s.wantsRace {
		return lines, nil
	}
	names, uses := s.uses()
	said := map[string][]string{} // the variables of which something is said
	var all []string
	for _, name := range names {
		says, err := s.whyNot(ctx, uses[name])
		if err != nil {
			return nil, err
		}
		if says == "" {
			continue
		}
		if said[says] == nil {
			all = append(all, says)
		}
		said[says] = append(said[says], name)
	}
	for i, says := range all {
		if i == mostLines {
			lines = append(lines, fmt.Sprintf("and so on, for %d more", len(all)-i))
			break
		}
		of := said[says]
		if len(of) > 1 {
			says = strings.ReplaceAll(says, "s it only", "s them only")
		}
		if more := len(of) - mostNames; more > 0 {
			of = append(of[:mostNames:mostNames], fmt.Sprintf("%d more", more))
		}
		lines = append(lines, strings.Join(of, ", ")+": "+says)
	}
	for _, v := range s.memory.all { // what keeps the conditions true
		if tells := v.name + " == "; v.shared && slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, tells) }) {
			line, err := s.changedOnly(ctx, v)
			if err != nil {
				return nil, err
			}
			if line != "" {
				lines = append(lines, v.name+": "+line)
			}
		}
	}
	return lines, nil
}

// who says how many threads of each kind the proof is about, besides the first.
func (s *search) who() string {
	var names []string
	number := map[string]int{}
	for _, t := range s.templates[1:] {
		if !slices.Contains(names, t.name) {
			names = append(names, t.name)
		}
		if !t.single {
			number[t.name] = -1
		} else if number[t.name] >= 0 {
			number[t.name]++
		}
	}
	parts := []string{"any number of steps"}
	for _, name := range names {
		if n := number[name]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, name))
		} else {
			parts = append(parts, "any number of "+name)
		}
	}
	return strings.Join(parts, ", ")
}

// uses finds what kinds of threads do with the variables that they could race about, by the names of these.
func (s *search) uses() (names []string, uses map[string][]*use) {
	uses = map[string][]*use{}
	note := func(name string, t *template, p *place, a access) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		i := slices.IndexFunc(uses[name], func(u *use) bool { return u.t == t })
		if i < 0 {
			i = len(uses[name])
			uses[name] = append(uses[name], &use{t: t, about: map[*place]logic.Term{}})
		}
		u := uses[name][i]
		if !slices.Contains(u.places, p) {
			u.places = append(u.places, p)
			u.about[p] = s.b.False()
		}
		about := s.b.And(s.addresses(a)...)
		if s.object != nil && s.object.closed[a.Region] { // nobody has its address before it is there
			about = s.b.And(about, s.object.made.term[0])
		}
		u.about[p] = s.b.Or(u.about[p], about)
		u.reads, u.writes = u.reads || !a.Write, u.writes || a.Write
	}
	for _, t := range s.templates {
		for _, p := range t.places {
			for _, u := range s.templates {
				for _, q := range u.places {
					a, b := &state{t: t, at: p}, &state{t: u, at: q}
					if len(s.here[t.n][p]) == 0 || len(s.here[u.n][q]) == 0 || !s.together(a, b) {
						continue
					}
					for _, m := range s.meetings(a, b) {
						x := m.x
						note(s.threads.Program.Regions[x.Region].Name, t, p, x)
					}
				}
			}
		}
	}
	return names, uses
}

// changedOnly says at which values of a variable each kind of threads changes it, while others live; empty if one does at any.
func (s *search) changedOnly(ctx context.Context, v *variable) (string, error) {
	var parts []string
	for _, t := range s.templates {
		var values []string
		for _, p := range t.places {
			alone := !slices.ContainsFunc(s.templates, func(o *template) bool { return !(o == t && t.single) && !t.apart[o.n][p.n] })
			if alone {
				continue
			}
			changes := s.b.False()
			for _, e := range p.step.exits {
				if x, ok := e.post[v]; ok {
					same := s.b.True()
					if s.object != nil { // what is stored may be in another
						same = s.b.Not(s.b.Eq(x, v.term[0]))
					}
					changes = s.b.Or(changes, s.b.And(e.cond, same))
				}
			}
			states, err := s.statesWith(ctx, t, p, changes)
			if err != nil {
				return "", err
			}
			if len(states) == 0 {
				continue
			}
			value := ""
			for _, c := range s.always(t, states) {
				if is, ok := strings.CutPrefix(c, v.name+" == "); ok {
					value = is
				}
			}
			if value == "" {
				return "", nil
			}
			if !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
		if len(values) == 0 {
			continue
		}
		if part := fmt.Sprintf("%s changes it only while it is %s", t.name, strings.Join(values, " or ")); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	for i := range parts {
		if i > 0 {
			parts[i] = strings.Replace(parts[i], " changes it only", " only", 1)
		}
	}
	return strings.Join(parts, ", "), nil
}

// whyNot says under which conditions each kind of threads accesses a variable; empty if one has none.
func (s *search) whyNot(ctx context.Context, uses []*use) (string, error) {
	var parts []string
	for _, u := range uses {
		conds, err := s.onlyWhile(ctx, u)
		if conds == "" || err != nil {
			return "", err
		}
		verb := "accesses"
		switch {
		case !u.writes:
			verb = "reads"
		case !u.reads:
			verb = "writes"
		}
		if part := fmt.Sprintf("%s %s it only while %s", u.t.name, verb, conds); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", "), nil
}

// onlyWhile is what holds whenever a thread makes such an access, in words: everywhere, or else place by place.
func (s *search) onlyWhile(ctx context.Context, u *use) (string, error) {
	var all []*state
	var either []string
	for _, p := range u.places {
		states, err := s.statesWith(ctx, u.t, p, u.about[p])
		if err != nil {
			return "", err
		}
		if len(states) == 0 {
			continue
		}
		all = append(all, states...)
		said := ""
		if here := s.always(u.t, states); len(here) > 0 {
			said = here[0]
		}
		if !slices.Contains(either, said) {
			either = append(either, said)
		}
	}
	if everywhere := s.always(u.t, all); len(everywhere) > 0 {
		return strings.Join(everywhere, " and "), nil
	}
	if len(either) > mostEither || slices.Contains(either, "") {
		return "", nil
	}
	return strings.Join(either, " or "), nil
}

// statesWith is the states of a thread at a place in which a condition can hold.
func (s *search) statesWith(ctx context.Context, t *template, p *place, when logic.Term) (out []*state, err error) {
	if s.b.IsFalse(when) {
		return nil, nil
	}
	for _, st := range s.here[t.n][p] {
		ok := true
		if s.object != nil {
			if ok, err = s.possible(ctx, append(s.literals(st.cube, 0), s.numbered(t, 0), s.given(p.step), when)...); err != nil {
				return nil, err
			}
		}
		if ok {
			out = append(out, st)
		}
	}
	return out, nil
}

// always is the simple conditions that hold in all of some states of a thread, in words.
func (s *search) always(t *template, states []*state) (out []string) {
	known, holds := uint64(0), uint64(0)
	for i, st := range states {
		if i == 0 {
			known, holds = st.cube.known, st.cube.holds
			continue
		}
		known &= st.cube.known &^ (holds ^ st.cube.holds)
	}
	var not []string // what a variable is not is said where nothing else is
	for k := known; k != 0 && len(out) < mostSaid; k &= k - 1 {
		n := bits.TrailingZeros64(k)
		text, is := s.inWords(t, s.predicates[n].term[0], holds&(1<<n) != 0)
		switch {
		case text == "":
		case is:
			out = append(out, text)
		case len(not) < mostSaid:
			not = append(not, text)
		}
	}
	if len(out) == 0 {
		return not
	}
	return out
}

// inWords is a predicate that a variable has a value or (is being false) does not, or that a lock is the thread's; empty for others.
func (s *search) inWords(t *template, x logic.Term, holds bool) (text string, is bool) {
	if s.b.Kind(x) == logic.KNot {
		x, holds = s.b.Arg(x, 0), !holds
	}
	if s.b.Kind(x) != logic.KEq {
		return "", false
	}
	for i := range 2 {
		v := s.byTerm[s.b.Arg(x, i)]
		k := s.b.Arg(x, 1-i)
		switch {
		case v == nil || !v.shared || s.numbers[v] && !holds:
		case s.isHeir(v) && s.b.IsConst(k):
			return "nobody was started with the object", true
		case s.numbers[v] && k != t.me.term[0]:
		case s.isHeir(v):
			return "it is the last that was started with the object", true
		case s.numbers[v]:
			if lock := s.lockOf(v); lock != "" {
				return "it holds " + lock, true
			}
			for _, w := range s.memory.all {
				if w.last == v {
					return "it was the last to change " + w.name, true
				}
			}
		case s.isTally(v):
			for _, c := range s.tallies {
				if n, ok := s.b.Uint64(k); c.variable == v && c.from == nil && ok && n == 0 && holds {
					return "no " + c.t.name + " was started", true
				}
			}
		case s.b.IsConst(k) && v.width > 1 && s.isChanged(v):
			if n, ok := s.b.Uint64(k); ok && v.width <= 64 {
				sign := "!="
				if holds {
					sign = "=="
				}
				return fmt.Sprintf("%s %s %d", v.name, sign, int64(n<<(64-v.width))>>(64-v.width)), holds
			}
		}
	}
	return "", false
}

// isChanged reports whether some step changes a variable: what others hold says nothing.
func (s *search) isChanged(v *variable) bool {
	for _, t := range s.templates {
		for _, p := range t.places {
			if slices.ContainsFunc(p.step.exits, func(e exit) bool { _, ok := e.post[v]; return ok }) {
				return true
			}
		}
	}
	return false
}

// isHeir reports whether a variable holds who was started with the object last.
func (s *search) isHeir(v *variable) bool {
	return s.object != nil && slices.ContainsFunc(s.templates, func(t *template) bool { return s.object.heirs[t] == v })
}

// lockOf names the lock that a variable holds the owner of, as the source does where it is the only one of its region.
func (s *search) lockOf(v *variable) string {
	for r, cells := range s.memory.locks {
		for _, c := range cells {
			if c.variable != v {
				continue
			}
			if len(cells) > 1 {
				return v.name[len("the owner of "):]
			}
			for _, in := range s.threads.Program.Instrs() {
				if l, ok := in.(*ir.Lock); ok && s.threads.Info.Sync[l.ID][0] == r {
					return s.threads.LockName(l)
				}
			}
		}
	}
	return ""
}
