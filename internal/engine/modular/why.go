package modular

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/logic"
)

// Why nothing races, in a line: under which conditions the threads access what they could race about, where simple ones are enough. What is said of a template holds in all its states at the places of these accesses, so it is part of
// the proof; where a kind of threads has no simple condition nothing is said about the variable.

// mostSaid is how many conditions are named for one kind of threads.
const mostSaid = 2

// use is what the threads of a template do with a variable, and where.
type use struct {
	t             *template
	places        []*place
	reads, writes bool
}

// why is the line; empty if there is nothing simple to say.
func (s *search) why() string {
	if !s.wantsRace {
		return ""
	}
	var names []string
	uses := map[string][]*use{}
	note := func(name string, t *template, p *place, a access) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		i := slices.IndexFunc(uses[name], func(u *use) bool { return u.t == t })
		if i < 0 {
			i = len(uses[name])
			uses[name] = append(uses[name], &use{t: t})
		}
		u := uses[name][i]
		if !slices.Contains(u.places, p) {
			u.places = append(u.places, p)
		}
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
					if x, _, meet := s.meeting(a, b); meet {
						note(s.threads.Program.Regions[x.Region].Name, t, p, x)
					}
				}
			}
		}
	}
	var lines []string
	for _, name := range names {
		if line := s.whyNot(uses[name]); line != "" {
			lines = append(lines, name+": "+line)
		}
	}
	for _, v := range s.memory.all { // what keeps the conditions true
		if tells := v.name + " == "; v.shared && slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, tells) }) {
			if line := s.changedOnly(v); line != "" {
				lines = append(lines, v.name+": "+line)
			}
		}
	}
	return strings.Join(lines, "; ")
}

// changedOnly says at which values of a variable each kind of threads changes it, while others live; empty if one does at any.
func (s *search) changedOnly(v *variable) string {
	var parts []string
	for _, t := range s.templates {
		u := &use{t: t}
		for _, p := range t.places {
			alone := !slices.ContainsFunc(s.templates, func(o *template) bool { return !(o == t && t.single) && !t.apart[o.n][p.n] })
			if !alone && len(s.here[t.n][p]) > 0 && slices.ContainsFunc(p.step.exits, func(e exit) bool { _, ok := e.post[v]; return ok }) {
				u.places = append(u.places, p)
			}
		}
		if len(u.places) == 0 {
			continue
		}
		value := ""
		for _, c := range s.always(u) {
			if is, ok := strings.CutPrefix(c, v.name+" == "); ok {
				value = is
			}
		}
		if value == "" {
			return ""
		}
		text := fmt.Sprintf("%s changes it only while it is %s", t.name, value)
		if len(parts) > 0 {
			text = fmt.Sprintf("%s only while it is %s", t.name, value)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// whyNot says under which conditions each kind of threads accesses a variable; empty if one has none.
func (s *search) whyNot(uses []*use) string {
	var parts []string
	for _, u := range uses {
		conds := s.always(u)
		if len(conds) == 0 {
			return ""
		}
		verb := "accesses"
		switch {
		case !u.writes:
			verb = "reads"
		case !u.reads:
			verb = "writes"
		}
		parts = append(parts, fmt.Sprintf("%s %s it only while %s", u.t.name, verb, strings.Join(conds, " and ")))
	}
	return strings.Join(parts, ", ")
}

// always is the simple conditions that hold in all states of a thread at some places, in words.
func (s *search) always(u *use) (out []string) {
	known, holds, first := uint64(0), uint64(0), true
	for _, p := range u.places {
		for _, st := range s.here[u.t.n][p] {
			if first {
				known, holds, first = st.cube.known, st.cube.holds, false
				continue
			}
			known &= st.cube.known &^ (holds ^ st.cube.holds)
		}
	}
	for k := known; k != 0 && len(out) < mostSaid; k &= k - 1 {
		n := bits.TrailingZeros64(k)
		if text := s.inWords(u.t, s.predicates[n].term[0], holds&(1<<n) != 0); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// inWords is a predicate that a variable has a value, or that a lock is the thread's; empty for others.
func (s *search) inWords(t *template, x logic.Term, holds bool) string {
	if s.b.Kind(x) == logic.KNot {
		x, holds = s.b.Arg(x, 0), !holds
	}
	if s.b.Kind(x) != logic.KEq || !holds {
		return ""
	}
	for i := range 2 {
		v := s.byTerm[s.b.Arg(x, i)]
		k := s.b.Arg(x, 1-i)
		switch {
		case v == nil || !v.shared:
		case s.numbers[v]:
			if lock := s.lockOf(v); lock != "" && k == t.me.term[0] {
				return "it holds " + lock
			}
		case s.b.IsConst(k) && !s.isTally(v) && v.width > 1:
			if n, ok := s.b.Uint64(k); ok && v.width <= 64 {
				return fmt.Sprintf("%s == %d", v.name, int64(n<<(64-v.width))>>(64-v.width))
			}
		}
	}
	return ""
}

// lockOf names the lock that a variable holds the owner of.
func (s *search) lockOf(v *variable) string {
	for _, cells := range s.memory.locks {
		for _, c := range cells {
			if c.variable == v {
				return s.threads.Program.Globals[c.object].Display
			}
		}
	}
	return ""
}
