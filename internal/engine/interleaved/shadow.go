package interleaved

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/source"
)

// A run with terms beside it. While the interpreter makes a sequential run, the shadow keeps for every register and byte of memory that depends on the input or on a
// free choice a term over variables for these, and a list of conditions that hold in this run: every input and every choice that fulfils them makes the run take the
// same way. With the choices put in as they were, the conditions of a failing run are pre(Determinize(t')) of Algorithm 1. With the input put in, they say which
// choices lead elsewhere.
//
// Everything that is not followed is pinned: a condition says that the operand has the value that it has in this run. That makes a filter smaller, never larger, so it
// filters no input that does not fail.
//
// An instruction takes effect on the shadow when the next one begins, because only then it is known to have happened: what it adds stands in step until then.

// slot names a register of a frame of a thread.
type slot struct {
	thread, depth int
	reg           ir.Reg
}

// cell is a byte of memory that was written: a byte of a term, or 0: what the interpreter has there.
type cell struct {
	of    logic.Term
	index int
	free  bool // it became arbitrary, and was not looked at since
}

// event is a condition that holds in the run, or a decision among several ways.
type event struct {
	cond   logic.Term // 0: a decision
	ways   int
	chosen int
}

// step is what an instruction does to the shadow if it happens, and the conditions under which it fails as it does if it does not.
type step struct {
	conds, fails []logic.Term
	regs         map[slot]logic.Term
	bytes        map[uint64]cell
	then         []func()
	draws        func(v logic.Term, width int) // what to do with a value that the instruction draws
	param        int                           // the number of the parameter that it makes, from 1; 0: none
}

type shadow struct {
	*terms
	regs   map[slot]logic.Term
	calls  map[[2]int]ir.Reg // by thread and depth of the caller: where the result of a call goes
	result map[int]logic.Term
	mem    map[uint64]cell
	writes []access
	wrote  map[access]bool // those
	syncs  []access
	events []event
	seen   map[logic.Term]bool
	drawn  map[int]int // values of each thread's queue
	now    *step
	lost   string // why the conditions do not say enough
	at     source.Range
}

func newShadow(t *terms) *shadow {
	return &shadow{
		terms: t, regs: map[slot]logic.Term{}, calls: map[[2]int]ir.Reg{}, result: map[int]logic.Term{}, mem: map[uint64]cell{}, wrote: map[access]bool{},
		seen: map[logic.Term]bool{}, drawn: map[int]int{},
	}
}

// Undone forgets an instruction that did not happen.
func (s *shadow) Undone() { s.now = nil }

// happened lets the last instruction take effect.
func (s *shadow) happened() {
	n := s.now
	if n == nil {
		return
	}
	s.now = nil
	for _, c := range n.conds {
		s.hold(c)
	}
	for p, t := range n.regs {
		if t == 0 || s.b.IsConst(t) {
			delete(s.regs, p)
		} else {
			s.regs[p] = t
		}
	}
	for a, c := range n.bytes {
		s.mem[a] = c
	}
	for _, f := range n.then {
		f()
	}
}

// over ends the run: the last instruction failed, or had to wait, or ended the process.
func (s *shadow) over() {
	n := s.now
	s.now = nil
	if n == nil {
		return
	}
	for _, c := range n.fails {
		s.hold(c)
	}
}

// hold adds a condition.
func (s *shadow) hold(c logic.Term) {
	if s.b.IsTrue(c) || s.seen[c] {
		return
	}
	if s.b.IsFalse(c) {
		s.lose("a condition of the run does not hold in it")
		return
	}
	s.seen[c] = true
	s.events = append(s.events, event{cond: c})
}

// decide notes a decision.
func (s *shadow) decide(ways, chosen int) {
	s.events = append(s.events, event{ways: ways, chosen: chosen})
}

func (s *shadow) lose(why string) {
	if s.lost == "" {
		s.lost = fmt.Sprintf("%s: %s", s.at.Pos, why)
	}
}

// draw is a value that is free: the variable of its place in the thread's queue.
func (s *shadow) draw(t, width int) ir.Const {
	k := s.drawn[t]
	s.drawn[t]++
	if s.now != nil && s.now.param > 0 {
		if s.now.param <= len(s.given) {
			return s.given[s.now.param-1]
		}
		return ir.Const{}
	}
	v, c := s.choice(t, k, width, s.at)
	if s.now != nil && s.now.draws != nil {
		s.now.draws(v, width)
	} else {
		s.lose("a value is free that is not followed")
	}
	return c
}

// Before is told the next instruction.
func (s *shadow) Before(m *irexec.Moment) {
	s.happened()
	if p := m.Instr.Base().Pos; p.IsValid() {
		s.at = p
	}
	s.now = &step{regs: map[slot]logic.Term{}, bytes: map[uint64]cell{}}
	s.instr(m, s.now)
}

// value is the term of an operand, and what it is in this run.
func (s *shadow) value(m *irexec.Moment, o ir.Operand) (logic.Term, ir.Const) {
	c, ok := m.Value(o)
	if !ok {
		s.lose("a variable is read that was never written")
	}
	if o.Kind == ir.KindReg {
		if t, ok := s.regs[slot{m.Thread, m.Depth, o.Reg}]; ok {
			return t, c
		}
		return s.constant(m.Func.Width(o.Reg), c), c
	}
	return s.constant(o.Width, c), c
}

// pin says that an operand has the value that it has.
func (s *shadow) pin(m *irexec.Moment, o ir.Operand) logic.Term {
	if !o.IsSet() {
		return s.b.True()
	}
	t, c := s.value(m, o)
	return s.is(t, c)
}

// is says that a term has a value.
func (s *shadow) is(t logic.Term, c ir.Const) logic.Term {
	if s.b.Sort(t).IsBool() {
		if c.IsZero() {
			return s.b.Not(t)
		}
		return t
	}
	return s.b.Eq(t, s.constant(s.b.Width(t), c))
}

// set gives a register a term, or what the interpreter computes if that is 0.
func (s *shadow) set(m *irexec.Moment, n *step, r ir.Reg, t logic.Term) {
	if r == ir.NoReg {
		return
	}
	if t != 0 && m.Func.Width(r) == 1 && !s.b.Sort(t).IsBool() {
		t = s.b.Eq(t, s.b.BV(1, 1))
	}
	n.regs[slot{m.Thread, m.Depth, r}] = t
}
