package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Numbers of what the system opens. Models of open, socket and accept give any number, so two descriptors that are open may have the same,
// or one has that of standard input. No system does that: POSIX gives the lowest number that is not open. A program that finds what belongs
// to a descriptor by its number fails then, and is not to blame.
//
// So a traced run notes such numbers, as choices that the system does not make, and a friendly run replaces them by numbers of their own:
// mostly they do not matter. Whether a descriptor was closed in between is not followed: a failure that depends on a number that is used
// again is POSSIBLE.
//
// Rejected: a table of open descriptors in the models. Every call would be some visible operations more, in every program.

// handle is a number that was given, and how many steps were made before.
type handle struct {
	number uint64
	after  int
}

const (
	firstHandle = 3  // those before are the standard streams
	freshHandle = 32 // from here on a friendly system gives numbers
)

// givesHandle reports whether a function gets the number of something new.
func givesHandle(f *ir.Func) bool {
	if !f.Model {
		return false
	}
	for in := range f.Instrs() {
		if h, ok := in.(*ir.Havoc); ok && h.Outside == ir.Handle {
			return true
		}
	}
	return false
}

// taken reports whether something else has a number.
func (r *rests) taken(n uint64) bool {
	return n < firstHandle || slices.ContainsFunc(r.handles, func(h handle) bool { return h.number == n })
}

// hasOpened notes a number that a thread is given. Negative ones are errors.
func (tr *tracer) hasOpened(m *machine, t, w int, v ir.Const) {
	if v.Lo>>(w-1)&1 == 1 {
		return
	}
	if tr.rests.taken(v.Lo) {
		tr.rests.choices = append(tr.rests.choices, chosen{m.odd(t, givesOpen), len(tr.steps)})
	}
	tr.rests.handles = append(tr.rests.handles, handle{v.Lo, len(tr.steps)})
}

// odd is the model that the user's code calls, and what is odd about its result.
func (m *machine) odd(t int, what string) verdict.Need {
	need := verdict.Need{Text: what, Location: m.posOf(m.userPC(t))}
	for _, fr := range m.threads[t].frames {
		if fn := m.prog.funcs[fr.fn].src; fn.Model {
			need.Who = fn.Display
			break
		}
	}
	return need
}

// newHandle is a number that nothing else has, where a friendly run is given one that something has.
func (m *machine) newHandle(t, w int, v value) value {
	q, ok := m.choices.(*queues)
	if !ok || !m.opts.friendly || m.tracer == nil || v.Lo>>(w-1)&1 == 1 || !m.tracer.rests.taken(v.Lo) {
		return v
	}
	n := uint64(freshHandle)
	for m.tracer.rests.taken(n) {
		n++
	}
	q.replace(t, ir.Const{Lo: n})
	return value{Const: ir.Const{Lo: n}}
}
