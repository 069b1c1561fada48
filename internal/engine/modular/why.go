package modular

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Why nothing races, a line for each variable: under which conditions the threads access what they could race about, where simple ones are enough. What is said of a template holds in all its states at the places of these accesses, so it is
// part of the proof; where a kind of threads has no simple condition nothing is said about the variable. Variables of which the same is said share a line.

// mostSaid is how many conditions are named for one kind of threads, mostNames how many variables on a line, mostLines how many lines there are.
const (
	mostSaid  = 2
	mostNames = 4
	mostLines = 8
)

// use is what the threads of a template do with a variable, and where.
type use struct {
	t             *template
	places        []*place
	reads, writes bool
}

// why is the lines: whom the proof is about, and what keeps them apart.
func (s *search) why() []string {
	lines := []string{s.who()}
	if !s.wantsRace {
		return lines
	}
	names, uses := s.uses()
	said := map[string][]string{} // the variables of which something is said
	var all []string
	for _, name := range names {
		says := s.whyNot(uses[name])
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
			if line := s.changedOnly(v); line != "" {
				lines = append(lines, v.name+": "+line)
			}
		}
	}
	return lines
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
		if part := fmt.Sprintf("%s changes it only while it is %s", t.name, value); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	for i := range parts {
		if i > 0 {
			parts[i] = strings.Replace(parts[i], " changes it only", " only", 1)
		}
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
		if part := fmt.Sprintf("%s %s it only while %s", u.t.name, verb, strings.Join(conds, " and ")); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
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
		case s.numbers[v] && k != t.me.term[0]:
		case s.numbers[v]:
			if lock := s.lockOf(v); lock != "" {
				return "it holds " + lock
			}
			for _, w := range s.memory.all {
				if w.last == v {
					return "it was the last to change " + w.name
				}
			}
		case s.b.IsConst(k) && !s.isTally(v) && v.width > 1:
			if n, ok := s.b.Uint64(k); ok && v.width <= 64 {
				return fmt.Sprintf("%s == %d", v.name, int64(n<<(64-v.width))>>(64-v.width))
			}
		}
	}
	return ""
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
