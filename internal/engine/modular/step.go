package modular

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	layout "github.com/heddle-dev/heddle/internal/place"
)

// A step as a formula. The code from a place to the next ones is acyclic, so it is a sequential program without loops: every variable that it uses or writes is a register,
// which starts as any value; memory is registers too. Package encode makes terms of it. The terms of a step are over the variables of the state before it, and inputs of its own.

// step is what a thread does from a place to the next.
type step struct {
	exits  []exit
	starts []start
	checks []check
	inputs map[logic.Term]bool // arbitrary values on the way
	reads  []content           // of large regions
	writes []content
}

// exit is a way to the next place.
type exit struct {
	to    *place
	cond  logic.Term
	post  map[*variable]logic.Term // what it may change
	other map[*variable]logic.Term // the same for what is shared, if another thread takes the step
	when  logic.Term               // cond, if another thread takes the step
}

// start is a thread that is started.
type start struct {
	of   *template
	args map[*variable]logic.Term // its parameters
	post map[*variable]logic.Term // what is shared then, where the spawn changed it
	is   logic.Term               // what its number is
}

// check is an assertion that may fail on the way, or something that the proof rests on.
type check struct {
	in    *ir.Assert
	fails logic.Term
	rests bool  // it must hold whatever is asked
	rule  *rule // the rule about cells that fails
}

// code makes the program of a step.
type code struct {
	s    *search
	t    *template
	p    *ir.Program
	f    *ir.Func
	from *place
	cur  *ir.Block

	blocks map[position]ir.BlockID
	todo   []position
	ends   map[*place]ir.BlockID
	order  []*place
	regs   map[*variable]ir.Reg
	used   []*variable
	wrote  []*variable
	starts []pendingStart
	reads  []pendingContent
	writes []pendingContent
	at     []access
	bad    string // an obstacle
}

// pendingStart is a spawn: the instructions that hold what is passed.
type pendingStart struct {
	of   *template
	args map[*variable]ir.ID
	post map[*variable]ir.ID

	number ir.ID // of the thread; 0: not asked for
}

// pendingContent is a read or a write of a large region: the instructions that hold the value, mark the place, and hold the condition of a write.
type pendingContent struct {
	region          ir.RegionID
	val, mark, cond ir.ID
}

// steps makes the steps of all templates.
func (s *search) steps(ctx context.Context) error {
	for _, t := range s.templates {
		for _, p := range t.places {
			if err := s.makeStep(ctx, t, p); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *search) makeStep(ctx context.Context, t *template, from *place) error {
	src := s.threads.Program
	p := &ir.Program{Model: src.Model, Form: ir.Form{Sequential: true, Bounded: true}, Regions: src.Regions[:1], Globals: src.Globals, NextID: 1}
	f := &ir.Func{Name: "step", Display: "step", Regs: slices.Clone(t.f.Regs)}
	p.Funcs = append(slices.Clone(src.Funcs), f) // the others are there for their addresses
	p.Entry = ir.FuncID(len(src.Funcs))
	c := &code{s: s, t: t, p: p, f: f, from: from, blocks: map[position]ir.BlockID{}, ends: map[*place]ir.BlockID{}, regs: map[*variable]ir.Reg{}}
	begin := c.block()
	first := c.goTo(from.position, true)
	for len(c.todo) > 0 {
		at := c.todo[0]
		c.todo = c.todo[1:]
		c.copy(at)
	}
	outs := map[*place]map[*variable]ir.ID{}
	marks := map[*place]ir.ID{}
	for _, to := range c.order {
		c.cur = f.Blocks[c.ends[to]]
		outs[to] = map[*variable]ir.ID{}
		for _, v := range c.wrote {
			if v.reg != ir.NoReg && !to.live[v.reg] {
				continue
			}
			r := f.NewReg(v.width, "", ir.ShowUnsigned)
			outs[to][v] = c.put(&ir.Move{Dst: r, X: c.use(v)})
		}
		marks[to] = c.put(&ir.Assume{Cond: ir.K(1, 1)})
		c.put(&ir.Return{})
	}
	c.cur = f.Blocks[begin]
	names := map[string]*variable{}
	for _, v := range c.used {
		id := c.put(&ir.Havoc{Dst: c.regs[v]})
		names[fmt.Sprintf("havoc%d", id)] = v
	}
	c.put(&ir.Jump{To: first})
	st := &step{inputs: map[logic.Term]bool{}}
	inputs := func(name string, width int) logic.Term {
		if v := names[name]; v != nil {
			return v.term[0]
		}
		sort := logic.BVSort(width)
		if width == 1 {
			sort = logic.BoolSort
		}
		x := s.b.FreshVar("input", sort)
		st.inputs[x] = true
		for _, r := range c.reads {
			if name == fmt.Sprintf("havoc%d", r.val) {
				st.reads = append(st.reads, content{region: r.region, value: x})
			}
		}
		return x
	}
	formula, err := encode.Encode(ctx, s.b, p, layout.Of(p, s.req.Program, 0), inputs)
	if err != nil {
		return err
	}
	seen := map[encode.Path]logic.Term{}
	for _, to := range c.order {
		path, ok := formula.PathTo(marks[to])
		if !ok {
			continue
		}
		e := exit{to: to, cond: path.Term(s.b, seen), post: map[*variable]logic.Term{}}
		if s.b.IsFalse(e.cond) {
			continue
		}
		for v, id := range outs[to] {
			if x := formula.Value(id); x != v.term[0] {
				e.post[v] = x
			}
		}
		e.other = map[*variable]logic.Term{}
		for v, x := range e.post {
			if v.shared {
				e.other[v] = s.asOther(x)
			}
		}
		e.when = s.asOther(e.cond)
		st.exits = append(st.exits, e)
	}
	for _, ps := range c.starts {
		x := start{of: ps.of, args: map[*variable]logic.Term{}, post: map[*variable]logic.Term{}}
		for v, id := range ps.args {
			x.args[v] = formula.Value(id)
		}
		for _, c := range ps.of.locals {
			if is, known := s.begins(c); known {
				x.args[c.variable] = is
			}
		}
		for v, id := range ps.post {
			x.post[v] = formula.Value(id)
		}
		x.is = ps.of.me.term[1]
		if ps.number != 0 {
			x.is = formula.Value(ps.number)
		}
		st.starts = append(st.starts, x)
	}
	for _, w := range c.writes {
		path, ok := formula.PathTo(w.mark)
		if !ok {
			continue
		}
		when := path.Term(s.b, seen)
		if w.cond != 0 {
			when = s.b.And(when, formula.Value(w.cond))
		}
		st.writes = append(st.writes, content{w.region, formula.Value(w.val), when})
	}
	for _, k := range formula.Checks {
		st.checks = append(st.checks, check{in: k.Assert, fails: s.b.And(k.Path.Term(s.b, seen), k.Fails), rests: k.Assert.Kind == normal || k.Assert.Kind == unheld})
	}
	from.step, from.accesses, from.obstacle = st, c.at, c.bad
	return nil
}

// asOther is a term of a step as one of another thread.
func (s *search) asOther(x logic.Term) logic.Term {
	m := map[logic.Term]logic.Term{}
	for _, y := range s.b.VarsOf(x) {
		if v := s.byTerm[y]; v != nil && !v.shared {
			m[y] = v.term[1]
		}
	}
	return s.b.Subst(x, m)
}

func (c *code) block() ir.BlockID {
	c.f.Blocks = append(c.f.Blocks, &ir.Block{Name: fmt.Sprintf("b%d", len(c.f.Blocks))})
	return ir.BlockID(len(c.f.Blocks) - 1)
}

func (c *code) put(in ir.Instr) ir.ID {
	m := in.Base()
	m.ID = c.p.NewID()
	c.cur.Instrs = append(c.cur.Instrs, in)
	return m.ID
}

// goTo is the block for a position: an end, if it is a place, unless the step begins there.
func (c *code) goTo(at position, begins bool) ir.BlockID {
	if to := c.t.at[at]; to != nil && !begins {
		return c.endAt(to)
	}
	if b, ok := c.blocks[at]; ok && !begins {
		return b
	}
	b := c.block()
	if !begins {
		c.blocks[at] = b
	} else {
		c.blocks[position{-1, 0}] = b
		c.todo = append(c.todo, position{-1, 0})
		return b
	}
	c.todo = append(c.todo, at)
	return b
}

func (c *code) endAt(to *place) ir.BlockID {
	b, ok := c.ends[to]
	if !ok {
		b = c.block()
		c.ends[to] = b
		c.order = append(c.order, to)
	}
	return b
}

// copy makes the code from a position on; block -1 stands for the place where the step begins.
func (c *code) copy(at position) {
	c.cur = c.f.Blocks[c.blocks[at]]
	begins := at.block < 0
	if begins {
		at = c.from.position
	}
	for i := at.at; ; i++ {
		here := position{at.block, i}
		if to := c.t.at[here]; to != nil && !(begins && i == at.at) {
			c.put(&ir.Jump{To: c.endAt(to)})
			return
		}
		in := c.t.f.Blocks[at.block].Instrs[i]
		if begins && i == at.at || c.t.depth[here] {
			c.note(in, c.t.depth[here])
		}
		if ir.IsTerm(in) {
			c.leave(in)
			return
		}
		c.effect(in)
	}
}

// leave ends a block.
func (c *code) leave(in ir.Instr) {
	switch in := in.(type) {
	case *ir.Jump, *ir.Branch, *ir.Switch:
		d := ir.Clone(in)
		ir.Targets(d, func(b *ir.BlockID) { *b = c.goTo(position{*b, 0}, false) })
		c.knows(d)
		c.put(d)
	case *ir.Return, *ir.ThreadExit:
		if v := c.s.memory.ended[c.t]; v != nil {
			c.set(v, ir.K(1, 1))
		}
		c.put(&ir.Jump{To: c.endAt(c.t.end)})
	case *ir.Unsupported:
		c.bad = fmt.Sprintf("reached something unsupported at %s: %s", in.Pos.Pos, in.What)
		c.put(&ir.Return{})
	default:
		c.put(&ir.Return{})
	}
}

// note notes what an instruction is about to access.
func (c *code) note(in ir.Instr, section bool) {
	all := c.t.kind.AccessesOf(in.Base().ID)
	if f, ok := in.(*ir.Free); ok && !f.Stack && len(all) == 0 && !c.s.threads.Private(f.ID) {
		c.bad = fmt.Sprintf("reached a free at %s of what is accessed nowhere: who else frees it is not followed", f.Pos.Pos)
	}
	x := access{plain: !section}
	if !section {
		x.addr, x.known = c.addressOf(in)
	}
	for _, a := range all {
		c.at = append(c.at, access{a, a.Plain && !section, x.addr, x.known})
	}
}

// knows makes registers of the thread known to the step.
func (c *code) knows(in ir.Instr) {
	ir.Uses(in, func(o *ir.Operand) {
		if o.Kind == ir.KindReg && int(o.Reg) < len(c.t.regs) {
			c.use(c.t.regs[o.Reg])
		}
	})
}

// use is a variable as an operand.
func (c *code) use(v *variable) ir.Operand {
	r, ok := c.regs[v]
	if !ok {
		r = v.reg
		if r == ir.NoReg {
			r = c.f.NewReg(v.width, v.name, ir.ShowUnsigned)
		}
		c.regs[v] = r
		c.used = append(c.used, v)
	}
	return ir.R(r, v.width)
}

// set gives a variable a value.
func (c *code) set(v *variable, x ir.Operand) {
	c.put(&ir.Move{Dst: c.target(v), X: x})
}

// target is a variable as a destination.
func (c *code) target(v *variable) ir.Reg {
	o := c.use(v)
	if !slices.Contains(c.wrote, v) {
		c.wrote = append(c.wrote, v)
	}
	return o.Reg
}
