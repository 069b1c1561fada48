package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// What names of undefined functions say about other threads (ir.Says). A friendly outside does what its names say, where that matters to the failure at hand.
//
// Between db_begin and db_commit there is one thread at a time, between irq_disable and irq_restore nobody else runs. An execution in which a second thread gets in, or runs, needs a hostile outside. A thread gets in when it goes
// on behind the call: the call itself may have waited. Threads that were started inside are not kept out. What is never left in the program is no such thing.
//
// Of try_claim and is_leader one thread gets another answer than the others, and obj_put tells one that it had the last reference. Two threads of which both are told the same may do what only one is meant to do. So a failure needs
// the answer where it happens behind a branch on it: a race if both threads are, or if one frees; an access to what another thread freed there; any other if two threads have asked.

type (
	// between is what a thread has entered.
	between struct {
		of      string
		alone   bool
		in      bool // it has gone on behind the call
		threads int  // that were there before
		need    verdict.Need
	}
	// freed is who freed an object, and the answers that this was done on.
	freed struct {
		thread int
		on     steps
	}
	// kept is what names say of the threads of an execution.
	kept struct {
		inside [][]between      // by thread
		freed  map[uint64]freed // by the base of the object
		asked  []int            // the threads that got answers that pick one
	}
)

// What an outside does that does not do what its names say.
const (
	letsIn     = "lets two threads in at once"
	letsRun    = "lets other threads run"
	picksTwice = "tells two threads the same"
)

// says follows the functions whose names say something.
func (tr *tracer) says(m *machine, t int, pc int32, in *inst) {
	if !m.prog.outside {
		return
	}
	k := &tr.kept
	for len(k.inside) <= t {
		k.inside = append(k.inside, nil)
	}
	fn := &m.prog.funcs[in.fn]
	if s := &fn.src.Says; pc == fn.entry && fn.src.Unknown {
		if s.Leaves != "" {
			for i, b := range slices.Backward(k.inside[t]) {
				if b.of == s.Leaves {
					k.inside[t] = slices.Delete(k.inside[t], i, i+1)
					break
				}
			}
		}
		if s.Enters != "" && m.prog.left(s.Enters) {
			text := letsIn
			if s.Alone {
				text = letsRun
			}
			k.inside[t] = append(k.inside[t], between{of: s.Enters, alone: s.Alone, threads: len(m.threads), need: m.outsider(t, text)})
		}
	}
	if in.op == opFree && tr.origins != nil {
		if space, slot, ok := m.find(m.constOf(m.threads[t].regs[m.base(t):], &in.a).Lo); ok {
			if k.freed == nil {
				k.freed = map[uint64]freed{}
			}
			k.freed[m.spaces[space][slot].base] = freed{t, tr.picked(m, t)}
		}
	}
	if in.visible && !m.byUnknown(t) {
		k.goesOn(t)
		for u := range k.inside {
			if n, ok := k.together(m, u, t); ok && !slices.ContainsFunc(tr.rests.choices, func(c chosen) bool { return c.Need == n }) {
				tr.rests.choices = append(tr.rests.choices, chosen{n, len(tr.steps)})
			}
		}
	}
}

// goesOn notes that a thread has gone on behind what it entered.
func (k *kept) goesOn(t int) {
	for i := range k.inside[t] {
		k.inside[t][i].in = true
	}
}

// together reports that thread t does something while another is where its name says that t is not.
func (k *kept) together(m *machine, u, t int) (need verdict.Need, ok bool) {
	if u == t || u >= len(k.inside) || m.threads[u].status == ended {
		return need, false
	}
	var mine []between // none, if it has not begun
	if t < len(k.inside) {
		mine = k.inside[t]
	}
	for _, b := range k.inside[u] {
		if b.in && b.alone && t < b.threads {
			return b.need, true
		}
		if b.in && slices.ContainsFunc(mine, func(a between) bool { return a.of == b.of }) {
			return b.need, true
		}
	}
	return need, false
}

// left reports whether some function of the outside leaves what others enter.
func (p *program) left(what string) bool {
	return slices.ContainsFunc(p.funcs, func(f function) bool { return f.src.Says.Leaves == what })
}

// pick is the source of an answer that one thread gets.
func (tr *tracer) pick(m *machine, t int) steps {
	for _, fr := range slices.Backward(m.threads[t].frames) {
		switch fn := m.prog.funcs[fr.fn].src; {
		case fn.Unknown && fn.Says.Picks:
			if !slices.Contains(tr.kept.asked, t) {
				tr.kept.asked = append(tr.kept.asked, t)
			}
			return tr.rests.from(handed{m.outsider(t, picksTwice), isPick})
		case !fn.Model || fn.Unknown:
			return nil
		}
	}
	return nil
}

// picked is the answers that decided that a thread executes what it executes.
func (tr *tracer) picked(m *machine, t int) (out steps) {
	if t >= len(tr.origins.threads) || len(tr.origins.threads[t].frames) == 0 || len(m.threads[t].frames) == 0 {
		return nil
	}
	me, frames := tr.origins.threads[t], m.threads[t].frames
	top := me.frames[len(me.frames)-1]
	on := top.called
	for _, d := range top.decisions {
		if d.join != frames[len(frames)-1].pc { // it is over
			on = on.with(d.from)
		}
	}
	for _, s := range on.outside() {
		if tr.rests.sources[-s-1].how == isPick {
			out = out.with(steps{s})
		}
	}
	return out
}

// byName is what a failure needs of functions that do not do what their names say.
func (tr *tracer) byName(m *machine, f *verdict.Failure) (out []verdict.Need) {
	var on steps
	all, frees := true, false
	for _, t := range f.Threads {
		if t < len(tr.kept.inside) {
			tr.kept.goesOn(t)
		}
	}
	for _, t := range f.Threads {
		for _, u := range f.Threads {
			if n, ok := tr.kept.together(m, u, t); ok {
				out = append(out, n)
			}
		}
		mine := tr.picked(m, t)
		in := m.pending(t)
		switch {
		case f.Kind == verdict.KindRace:
			all = all && len(mine) > 0
			frees = frees || in != nil && in.op == opFree && len(mine) > 0
		case f.Kind == verdict.KindUseFree || f.Kind == verdict.KindDoubleFree:
			was := freed{thread: t}
			if in != nil {
				if space, slot, ok := m.find(m.constOf(m.threads[t].regs[m.base(t):], &in.a).Lo); ok {
					was = tr.kept.freed[m.spaces[space][slot].base]
				}
			}
			if was.thread != t || len(mine) > 0 {
				mine = mine.with(was.on)
			}
			if len(was.on) == 0 && len(tr.kept.asked) < 2 {
				mine = nil
			}
		case len(tr.kept.asked) < 2:
			mine = nil
		}
		on = on.with(mine)
	}
	if f.Kind == verdict.KindRace && !all && !frees {
		on = nil
	}
	for _, s := range on {
		out = append(out, tr.rests.sources[-s-1].Need)
	}
	return out
}

// pending is the instruction that a thread is at.
func (m *machine) pending(t int) *inst {
	frames := m.threads[t].frames
	if len(frames) == 0 {
		return nil
	}
	return &m.prog.code[frames[len(frames)-1].pc]
}
