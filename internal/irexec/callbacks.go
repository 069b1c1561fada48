package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// Functions that the program hands over, in friendly hands. Who was given one calls it before it returns, with what was given beside it. Other functions of the outside may call it later, as the loop of an event library does;
// but nothing in the program says that they do. It may have been handed over for the one call alone ("lib_foreach(visit, &local)"), and what followed may have taken it back. So a later call is a hostile choice where a
// friendly outside has a reason not to make it:
//
//   - what was given beside the function is gone,
//   - the thread does not hold the locks that it held then: one is missing that the function relies on, or one is held that it takes,
//   - a function was called since that by its name ends such a thing ("lib_unregister").
//
// A later call that fails at a null pointer or at memory whose life is over needs that call as well: what the argument leads to may be gone like the argument itself.
//
// Rejected: to call no such function later. Event loops are what programs with callbacks are made of.

type (
	// callbacks is what a thread has handed over, and what is done with it.
	callbacks struct {
		calls   int                 // into models, by the program
		back    int                 // calls, when the last of them began to call back
		slot    int32               // of the function that is called back next
		outside verdict.Need        // the last undefined function that was called
		held    map[int32]entrusted // by the thread-local variable that keeps it
		late    []lateCall
	}
	// entrusted is a function that was handed over.
	entrusted struct {
		call  int
		locks []uint64
		ended bool
	}
	// lateCall is a call of one that is still running, and how many frames are below it.
	lateCall struct {
		depth int
		need  verdict.Need
	}
)

// What a hostile outside does with functions that it was given.
const (
	callsGone   = "calls back a function whose argument is gone"
	callsLocked = "calls back a function with other locks held than where it was handed over"
	callsEnded  = "calls back a function that was taken back"
	callsTorn   = "calls back a function that uses what is gone"
)

// entrusts follows what a thread hands over and what is called back.
func (tr *tracer) entrusts(m *machine, t int, pc int32, in *inst) {
	if len(m.prog.handed) == 0 {
		return
	}
	for len(tr.backs) <= t {
		tr.backs = append(tr.backs, &callbacks{held: map[int32]entrusted{}})
	}
	b := tr.backs[t]
	frames := m.threads[t].frames
	for k := len(b.late); k > 0 && b.late[k-1].depth >= len(frames); k-- {
		b.late = b.late[:k-1]
	}
	fn := &m.prog.funcs[in.fn]
	switch {
	case fn.src.Back && pc == fn.entry:
		b.back = b.calls
	case fn.src.Model && pc == fn.entry && len(frames) > 1 && !m.prog.funcs[frames[len(frames)-2].fn].src.Model:
		b.calls++
		if fn.src.Unknown {
			b.outside = verdict.Need{Who: fn.src.Display, Location: m.posOf(m.userPC(t))}
		}
		if fn.src.Says.Ends {
			for slot, e := range b.held {
				e.ended = true
				b.held[slot] = e
			}
		}
	}
	switch in.op {
	case opTLSAddr:
		if fn.src.Back {
			b.slot = int32(in.size)
		}
	case opStore:
		if fn.src.Model {
			if slot, ok := m.handedAt(t, m.constOf(m.threads[t].regs[frames[len(frames)-1].base:], &in.a).Lo); ok {
				b.held[slot] = entrusted{call: b.calls, locks: m.locksHeld(t)}
			}
		}
	case opCall, opCallPtr:
		if e, ok := b.held[b.slot]; ok && fn.src.Back && e.call != b.back {
			tr.late(m, t, in, e)
		}
	}
}

// late notes that a thread calls a function back in another call than the one that it was handed over in.
func (tr *tracer) late(m *machine, t int, in *inst, e entrusted) {
	b := tr.backs[t]
	need := b.outside
	frames := m.threads[t].frames
	_, _, _, fault := m.at(m.constOf(m.threads[t].regs[frames[len(frames)-1].base:], &in.args[len(in.args)-1]).Lo, 1)
	switch {
	case fault == faultFreed:
		need.Text = callsGone
	case !slices.Equal(e.locks, m.locksHeld(t)):
		need.Text = callsLocked
	case e.ended:
		need.Text = callsEnded
	default:
		need.Text = callsTorn
		b.late = append(b.late, lateCall{len(frames), need})
		return
	}
	tr.rests.choices = append(tr.rests.choices, chosen{need, len(tr.steps)})
}

// torn is the later call that a thread is in, if that is what a failure may come from.
func (tr *tracer) torn(m *machine, t int, kind verdict.Kind) (need verdict.Need, ok bool) {
	if t >= len(tr.backs) || kind != verdict.KindUseFree && kind != verdict.KindNullDeref && kind != verdict.KindDoubleFree {
		return need, false
	}
	late := tr.backs[t].late
	for len(late) > 0 && late[len(late)-1].depth >= len(m.threads[t].frames) {
		late = late[:len(late)-1]
	}
	if len(late) == 0 {
		return need, false
	}
	return late[0].need, true
}

// handedAt is the thread-local variable at an address, if it keeps a function that was handed over.
func (m *machine) handedAt(t int, addr uint64) (int32, bool) {
	for _, slot := range m.prog.handed {
		if o := &m.spaces[t+1][slot]; addr-o.base < o.size {
			return slot, true
		}
	}
	return 0, false
}

// locksHeld is the addresses of the locks that a thread holds, sorted.
func (m *machine) locksHeld(t int) (out []uint64) {
	me := int32(t) + 1
	for i := range m.sync {
		if s := &m.sync[i]; s.owner == me || slices.Contains(s.readers, me) {
			out = append(out, s.addr)
		}
	}
	slices.Sort(out)
	return out
}

// handedSlots is the thread-local variables that keep what was handed over: those that are looked at by what calls back.
func (p *program) handedSlots() (out []int32) {
	for i := range p.code {
		if in := &p.code[i]; in.op == opTLSAddr && p.funcs[in.fn].src.Back && !slices.Contains(out, int32(in.size)) {
			out = append(out, int32(in.size))
		}
	}
	return out
}
