package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Calls through pointers, the ends of threads, and the questions about addresses that instructions ask.

// differentObjects reports whether two addresses lie in, or right behind, different objects.
func (m *machine) differentObjects(x, y uint64) bool {
	if x < fnBase || y < fnBase {
		return false
	}
	s, i, ok := m.find(x)
	t, j, ok2 := m.find(y)
	return ok && ok2 && (s != t || i != j)
}

// resolve finds the function behind a pointer, or -1 and the reason.
func (m *machine) resolve(in *inst, p uint64, pc int32) (int32, result) {
	f, ok := m.prog.addrFn[p]
	if !ok {
		if p < fnBase {
			return -1, m.fail(evFailure, verdict.KindNullDeref, pc, "call of a null function pointer")
		}
		return -1, m.fail(evInvalid, "", pc, "call of a pointer to no function")
	}
	for _, c := range candidatesOf(in.src) {
		if c == f && m.fits(in, f) {
			return f, resNext
		}
	}
	return -1, m.fail(evUnsupported, "", pc, "call of %s through a pointer whose type does not fit", m.prog.funcs[f].src.Display)
}

// fits checks that a call has the shape of a function.
func (m *machine) fits(in *inst, f int32) bool {
	fn := &m.prog.funcs[f]
	if len(fn.params) != len(in.args) {
		return false
	}
	for i := range in.args {
		if in.args[i].w != fn.params[i].w {
			return false
		}
	}
	return in.op == opSpawn || in.dst.slot < 0 || int(in.dst.w) == fn.src.RetWidth
}

func candidatesOf(in ir.Instr) []int32 {
	var list []ir.FuncID
	switch in := in.(type) {
	case *ir.CallPtr:
		list = in.Candidates
	case *ir.Spawn:
		list = in.Candidates
		if in.Fn.Kind == ir.KindFunc && len(list) == 0 {
			list = []ir.FuncID{in.Fn.Func}
		}
	}
	out := make([]int32, len(list))
	for i, f := range list {
		out[i] = int32(f)
	}
	return out
}

// endThread ends a thread: its stack and thread-local objects die with it. One that is left by itself, and not ended by others, should hold no lock then.
func (m *machine) endThread(t int, v value, width uint8, itself bool) result {
	th := m.threads[t]
	m.touch(t)
	m.leak(v, 16, false)
	th.status, th.result, th.width, th.atomic, th.waitOn, th.signalled, th.barrier, th.ticket = ended, v, width, 0, 0, false, 0, 0
	m.alive--
	m.endLives(t, kindStack, itself)
	if itself {
		m.leaks(t)
	}
	m.endLives(t, kindTLS, itself)
	m.step.done = true
	return resEnded
}

// endLives ends the objects of a kind that a thread has.
func (m *machine) endLives(t int, kind objKind, itself bool) {
	for i := range m.spaces[t+1] {
		o := &m.spaces[t+1][i]
		if o.state != objLive || o.kind != kind {
			continue
		}
		if kind == kindStack && itself && m.opts.stackLocks {
			m.leaksIn(t, o)
		}
		if o.escaped {
			m.note(access{addr: o.base, size: o.size, write: true, kill: true, final: true}, t)
		}
		m.died(t, o, true)
		m.kill(t+1, i)
	}
}

// resultOf is the result of a thread that ended, as a value of some width.
func (m *machine) resultOf(th *thread, width int) value {
	v := m.settled(th.result, int(th.width))
	if v.sym != 0 && width > int(th.width) {
		v = value{Const: m.know(v, int(th.width))}
	}
	v.Const = v.Truncate(width)
	return v
}
