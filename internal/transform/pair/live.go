package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Who lives while a thread stands somewhere. A thread that is the only one of its kind knows it of those that it started itself, by data flow: they were not started yet, or it has
// joined them, or waited until a counter of them was 0 (counted.go). Of those that its threads have started it knows it if they were not started either, or if each of these joins what it starts before it ends: then
// no thread outlives the one that made it. docs/engines/lockset.md has the argument.

// site is a spawn of a kind of threads, by its place among those.
type site struct {
	kind  *Kind
	spawn int
}

// single reports whether there is never more than one thread of a kind: one spawn starts it, which is run at most once.
func (t *Threads) single(k *Kind) bool {
	for range t.Kinds {
		if k == t.Kinds[0] {
			return true
		}
		by := t.filter.sites[k.Func]
		if len(by) != 1 || !t.filter.threads[by[0].kind.Func].Once(by[0].spawn) {
			return false
		}
		k = by[0].kind
	}
	return false // only threads of its own kind start it
}

// quiet reports whether no thread of a kind lives while the one thread of another stands before an instruction.
func (t *Threads) quiet(by, k *Kind, at ir.ID) bool {
	return t.single(by) && t.noneLives(by, k, at, nil)
}

func (t *Threads) noneLives(by, k *Kind, at ir.ID, above []*Kind) bool {
	if k == t.Kinds[0] || slices.Contains(above, k) {
		return false
	}
	above = append(above, k)
	for _, s := range t.filter.sites[k.Func] {
		switch {
		case s.kind == by:
			if !t.notAlive(by, at, s.spawn) {
				return false
			}
		case !t.noneYet(by, s.kind, at, nil) && !(t.contained(s) && t.noneLives(by, s.kind, at, above)):
			return false
		}
	}
	return true
}

// noneYet reports whether no thread of a kind was ever started when the one thread of another stands before an instruction. The first of all that could have been would
// have been started by the latter.
func (t *Threads) noneYet(by, k *Kind, at ir.ID, above []*Kind) bool {
	if slices.Contains(above, k) {
		return true
	}
	if k == t.Kinds[0] || k == by {
		return false
	}
	above = append(above, k)
	for _, s := range t.filter.sites[k.Func] {
		if s.kind == by && !t.filter.threads[by.Func].NotRun(at, s.spawn) || s.kind != by && !t.noneYet(by, s.kind, at, above) {
			return false
		}
	}
	return true
}

// contained reports whether the threads that a spawn starts do not outlive the thread that runs it.
func (t *Threads) contained(s site) bool {
	th := t.filter.threads[s.kind.Func]
	return !slices.ContainsFunc(th.Ends, func(end ir.ID) bool { return !t.notAlive(s.kind, end, s.spawn) })
}

// together reports whether a thread of one kind and another one of another, or of the same, may live at the same time. Of two that do, the one that was started later
// was started while the other lived.
func (t *Threads) together(x, y *Kind) bool {
	meets := func(x, y *Kind) bool { // y is started while x lives
		return slices.ContainsFunc(t.filter.sites[y.Func], func(s site) bool {
			return !t.quiet(s.kind, x, t.filter.threads[s.kind.Func].Spawns[s.spawn].Base().ID)
		})
	}
	if x == y && t.single(x) {
		return false
	}
	return meets(x, y) || meets(y, x)
}

// Lives is what is known of who lives where, for those who look at more than pairs of accesses.
type Lives struct{ t *Threads }

// LivesOf finds out who lives before every instruction.
func LivesOf(t *Threads) *Lives {
	c := *t
	c.filter = c.newFilter(true)
	return &Lives{&c}
}

// Single reports whether there is never more than one thread of a kind.
func (l *Lives) Single(k *Kind) bool { return l.t.single(k) }

// Quiet reports whether no thread of a kind lives while one of another stands before an instruction, which it knows of if it is the only one of its kind.
func (l *Lives) Quiet(by, k *Kind, at ir.ID) bool { return l.t.quiet(by, k, at) }

// Together reports whether a thread of one kind and another one of another, or of the same, may live at the same time.
func (l *Lives) Together(x, y *Kind) bool { return l.t.together(x, y) }

// Joins is the kind whose only thread a join by a thread of another kind surely waits for; nil if that is not known.
func (l *Lives) Joins(by *Kind, join ir.ID) *Kind {
	th := l.t.filter.threads[by.Func]
	i, ok := th.Joins(join)
	if !ok || !th.Once(i) || len(th.Spawns[i].Candidates) != 1 {
		return nil
	}
	if k := l.t.kindOf(th.Spawns[i].Candidates[0]); l.t.single(k) && l.t.single(by) {
		return k
	}
	return nil
}
