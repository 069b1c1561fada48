package irexec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Equal questions have equal answers. A function that nothing defines is asked at several places, by several threads ("if (is_mt()) lock(); x++; if (is_mt()) unlock();"), and a correct program may rely on it that the answer
// is the same everywhere. So each place and thread is compared with the last answers of the others. One place may be answered otherwise when the same thread asks again, as long as nobody else asks: "while (lib_more())" ends.
//
// A question is the function, with its arguments, and which of its answers: the result, or one of the numbers that it fills in. Locals that are handed over are where answers go, so any local is like any other.

// asked is a question to an undefined function, or to a model that is asked about a text.
type asked struct {
	fn, args, answer string
	picks            bool // it picks a thread
}

// parts reports whether two who ask may get different answers.
func (q *asked) parts(a, b asker) bool { return q.picks && a.thread != b.thread }

// asker is who asks, and where.
type asker struct {
	thread int
	site   int32 // of the call
}

// answer is the last one that a place was given.
type answer struct {
	asker
	value ir.Const
}

// told has the answers of all who asked.
type told map[asked][]answer

// elsewhere is what another place was answered last.
func (a told) elsewhere(q asked, p asker) (ir.Const, bool) {
	for _, other := range a[q] {
		if other.asker != p && !q.parts(other.asker, p) {
			return other.value, true
		}
	}
	return ir.Const{}, false
}

// note keeps an answer, and reports whether the places were told different things.
func (a told) note(q asked, p asker, v ir.Const) (differ bool) {
	list := a[q]
	mine := -1
	for i := range list {
		if list[i].asker == p {
			mine = i
		} else {
			differ = differ || list[i].value != v && !q.parts(list[i].asker, p)
		}
	}
	if mine < 0 {
		mine = len(list)
		list = append(list, answer{asker: p})
		a[q] = list
	}
	list[mine].value = v
	return differ
}

// askedNow is the question whose answer thread t chooses, and who asks.
func (m *machine) askedNow(t int, pc int32) (q asked, p asker, ok bool) {
	frames := m.threads[t].frames
	in := &m.prog.code[pc]
	k := len(frames) - 1
	for !in.asks && k >= 0 && m.prog.funcs[frames[k].fn].src.Model && !m.prog.funcs[frames[k].fn].src.Unknown {
		k--
	}
	if k < 1 {
		return q, p, false
	}
	fn, fr := &m.prog.funcs[frames[k].fn], &frames[k]
	arg := func(slot int32) uint64 { return m.threads[t].regs[fr.base+slot] }
	p = asker{t, frames[k-1].pc}
	q = asked{fn: fn.src.Display, answer: fmt.Sprint(pc)}
	if in.asks {
		if len(fn.params) == 0 || fn.params[0].slot < 0 {
			return q, p, false
		}
		q.args = m.textAt(arg(fn.params[0].slot))
		return q, p, true
	}
	if !fn.src.Unknown {
		return q, p, false
	}
	q.picks = fn.src.Says.Picks
	var args strings.Builder
	for _, x := range fn.params {
		if x.slot < 0 {
			continue
		}
		v := arg(x.slot)
		if int(x.w) == m.prog.src.PtrWidth() && m.isLocal(t, v) {
			args.WriteString("local ")
		} else {
			fmt.Fprint(&args, v, " ")
		}
	}
	q.args = args.String()
	if last := m.prog.lastAnswer(fn); k == len(frames)-1 && pc == last {
		q.answer = "result" // whatever else the function is given there
	} else {
		for _, inner := range frames[k:] {
			q.answer += fmt.Sprint(" ", inner.pc-m.prog.funcs[inner.fn].entry)
		}
	}
	return q, p, true
}

// lastAnswer is where a function chooses the last number that it hands over.
func (p *program) lastAnswer(fn *function) int32 {
	for pc := fn.end - 1; pc >= fn.entry; pc-- {
		if p.code[pc].op == opHavoc && p.code[pc].data {
			return pc
		}
	}
	return -1
}

// isLocal reports whether an address leads to a local of a thread.
func (m *machine) isLocal(t int, addr uint64) bool {
	space, slot, ok := m.find(addr)
	return ok && space == t+1 && m.spaces[space][slot].kind == kindStack
}

// answered notes what an undefined function answers, and whether others were answered otherwise.
func (tr *tracer) answered(m *machine, t int, pc int32, v ir.Const) {
	q, p, ok := m.askedNow(t, pc)
	if !ok {
		return
	}
	if tr.rests.answers == nil {
		tr.rests.answers = told{}
	}
	if !tr.rests.answers.note(q, p, v) {
		return
	}
	n := m.outsider(t, givesTwo)
	if m.prog.code[pc].asks {
		n = m.odd(t, givesTwo)
	}
	if !slices.Contains(tr.rests.differ, n) {
		tr.rests.differ = append(tr.rests.differ, n)
	}
}

// sameAnswer is what a friendly function that nothing defines answers where the inputs are given: what others were answered.
func (m *machine) sameAnswer(t int, pc int32, v value) value {
	in, ok := m.choices.(*queues)
	if !ok || !m.opts.friendly {
		return v
	}
	q, p, ok := m.askedNow(t, pc)
	if !ok {
		return v
	}
	if in.answers == nil {
		in.answers = told{}
	}
	if same, ok := in.answers.elsewhere(q, p); ok {
		in.replace(t, same)
		v = value{Const: same}
	}
	in.answers.note(q, p, v.Const)
	return v
}
