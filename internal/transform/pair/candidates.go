package pair

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
)

// What is tried as an invariant of a loop: simple relations between values that are there at its header. Most do not hold; package infer finds those that do.
//
//   - a value and what it was when the loop was entered: it only grows, or only shrinks
//   - a value and another: <, <=, signed and not
//   - a value, now or when it was noted, and a constant that it is compared with somewhere
//   - a flag: it is set, it is not
//   - under a flag, a value that was noted when the flag was set, and one of now: ==, !=, <, <= both ways, signed and not. This says how the thread that was chosen lies to the
//     one that the loop starts next ("its index is less than i"), and how the locks in hand lie to pointers
//   - under the same flag, how a value that was noted hangs together with others that were: the argument of the thread was &a[i]
//   - under the same flag, that the handle of the thread is where it was stored

// hints is what is worth looking at.
type hints struct {
	ghosts  map[ir.Reg]bool
	was     map[ir.Reg]ir.Reg // of what a ghost is the value
	pairs   []ghostOf
	sums    []sum
	handles []handle
	joins   []ir.Mem // where the creator reads the handles that it joins
	locks   []*lock
	threads []*thread
}

// handle is where the handle of a thread is stored that was chosen at some spawn.
type handle struct {
	flag   ir.Reg
	role   *role
	region ir.RegionID
}

// ghostOf is a value that was noted when a flag was set; order says that it may be worth to know what is less.
type ghostOf struct {
	flag, value ir.Reg
	order       bool
}

// sum says how a value that was noted was computed from others that were.
type sum struct {
	flag, value ir.Reg
	of          ir.Operand // of the creator
	leaves      map[ir.Reg]ir.Reg
}

// ghost says that values are noted when a flag is set.
func (b *builder) ghost(flag ir.Reg, order bool, values ...ir.Reg) {
	b.hints.ghosts[flag] = true
	for _, v := range values {
		b.hints.ghosts[v] = true
		b.hints.pairs = append(b.hints.pairs, ghostOf{flag, v, order})
	}
}

// order lists the comparisons that fit two values: of addresses, of signed numbers, or of others, which may be either.
func (b *builder) order(x, y ir.Reg) []ir.BinOp {
	signed, unsigned := []ir.BinOp{ir.SLe, ir.SLt}, []ir.BinOp{ir.ULe, ir.ULt}
	sort := func(r ir.Reg) ir.Show {
		if r == b.heap {
			return ir.ShowPointer
		}
		if b.f.Regs[r].Name == "" {
			return ir.ShowUnsigned
		}
		return b.f.Regs[r].Show
	}
	switch a, c := sort(x), sort(y); {
	case a == ir.ShowPointer && c == ir.ShowPointer:
		return unsigned
	case a == ir.ShowPointer || c == ir.ShowPointer:
		if x == b.heap || y == b.heap {
			if other := min(a, c); other == ir.ShowSigned {
				return nil
			}
			return unsigned
		}
		return nil
	case a == ir.ShowSigned && c == ir.ShowSigned:
		return signed
	}
	return append(signed, unsigned...)
}

// findCompared marks the registers that some thread compares with others, and the constants that they are compared with.
func (b *builder) findCompared() {
	b.compared = make([]bool, len(b.f.Regs))
	b.bounds = map[ir.Reg][]ir.Operand{}
	bound := func(x, k ir.Operand) {
		if x.Kind == ir.KindReg && k.Kind == ir.KindConst && len(b.bounds[x.Reg]) < mostBounds && !slices.Contains(b.bounds[x.Reg], k) {
			b.bounds[x.Reg] = append(b.bounds[x.Reg], k)
		}
	}
	for in := range b.f.Instrs() {
		if c, ok := in.(*ir.Binary); ok && c.Op.IsCompare() {
			bound(c.X, c.Y)
			bound(c.Y, c.X)
			ir.Uses(c, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					b.compared[o.Reg] = true
				}
			})
		}
	}
}

// mostBounds is how many constants a value is compared with.
const mostBounds = 2

// rank says how much a candidate helps: of a large program the last ranks are not tried.
type rank uint8

const (
	flagged rank = iota // who was chosen, from what, and what is held, on which every proof rests
	noting              // what else was noted, and values of now
	alone               // a value, and what it was or a constant
	ordered             // a value and another
	ranks   = iota
)

// MostTried is how many invariants are tried for a pair of threads.
const MostTried = 6000

// few is how many are not worth a first question with the first rank alone.
const few = 200

// candidate is something that is tried.
type candidate struct {
	rank  rank
	on    ir.Operand
	text  func() string
	holds func() ir.Operand // emits it, for the values of now
}

// mostValues is how many values of a loop are compared with others.
const mostValues = 24

// candidates lists what is tried for a loop.
func (b *builder) candidates(l *loop) {
	as := flagged
	try := func(text string, f func() ir.Operand) {
		l.tried = append(l.tried, candidate{rank: as, text: func() string { return text }, holds: f})
	}
	compare := func(under ir.Operand, ops []ir.BinOp, x, y ir.Operand) {
		for _, op := range ops {
			text := func() string {
				text := fmt.Sprintf("%s %v %s", b.name(x), op, b.name(y))
				if under.Kind == ir.KindReg {
					text = b.name(under) + " -> " + text
				}
				return text
			}
			l.tried = append(l.tried, candidate{rank: as, text: text, holds: func() ir.Operand { return b.implies(under, b.binary(op, x, y)) }})
		}
	}
	always := ir.K(1, 1)
	written := map[ir.Reg]bool{}
	for _, r := range l.written {
		written[r] = true
	}
	var values []ir.Reg
	for r := range l.live {
		if b.f.Width(r) > 1 && !b.hints.ghosts[r] && r != b.pick.Reg {
			values = append(values, r)
		}
	}
	slices.Sort(values)
	if len(values) > mostValues {
		values = slices.DeleteFunc(values, func(r ir.Reg) bool { return !written[r] && r != b.heap })
	}
	if len(values) > mostValues {
		values = values[:mostValues]
	}
	for _, r := range l.written {
		x := b.val(r)
		as = flagged
		if x.Width == 1 {
			try(b.name(x), func() ir.Operand { return x })
			try("not "+b.name(x), func() ir.Operand { return b.not(x) })
			continue
		}
		if x.Width == 8 && !slices.Contains(values, r) {
			continue
		}
		as = alone
		if from, ok := l.begun[r]; ok {
			compare(always, []ir.BinOp{ir.SLe, ir.ULe}, b.val(from), x)
			compare(always, []ir.BinOp{ir.SLe, ir.ULe}, x, b.val(from))
		}
		if slices.Contains(values, r) {
			for _, k := range b.bounds[r] {
				compare(always, b.order(r, r)[:1], x, k) // up to it, as loops go
			}
		}
	}
	as = ordered
	for _, r := range values {
		for _, s := range values {
			if r != s && written[r] && b.compared[r] && b.compared[s] && b.f.Width(r) == b.f.Width(s) {
				compare(always, b.order(r, s), b.val(r), b.val(s))
				if !written[s] {
					compare(always, b.order(r, s), b.val(s), b.val(r))
				}
			}
		}
	}
	for _, g := range b.hints.pairs {
		if !written[g.value] && !written[g.flag] && !slices.ContainsFunc(values, func(r ir.Reg) bool { return written[r] }) {
			continue
		}
		as = noting
		if g.order {
			compare(b.val(g.flag), []ir.BinOp{ir.SLe}, ir.K(b.f.Width(g.value), 0), b.val(g.value))
			if r, ok := b.hints.was[g.value]; ok {
				for _, k := range b.bounds[r] {
					compare(b.val(g.flag), b.order(g.value, g.value), b.val(g.value), k)
				}
			}
		}
		for _, r := range values {
			if b.f.Width(r) != b.f.Width(g.value) {
				continue
			}
			x, y := b.val(g.value), b.val(r)
			as = noting
			if b.hints.was[g.value] == r { // it has not changed since
				as = flagged
			}
			compare(b.val(g.flag), []ir.BinOp{ir.Eq}, x, y)
			as = ordered
			if order := b.order(g.value, r); g.order && len(order) > 0 {
				compare(b.val(g.flag), append([]ir.BinOp{ir.Ne}, order...), x, y)
				compare(b.val(g.flag), order, y, x)
			}
		}
	}
	as = flagged
	for _, s := range b.hints.sums {
		if !written[s.flag] {
			continue
		}
		try(fmt.Sprintf("%s -> %s as computed", b.name(b.val(s.flag)), b.name(b.val(s.value))), func() ir.Operand {
			v, fits := b.recompute(s.of, s.leaves)
			return b.implies(b.val(s.flag), b.and(b.binary(ir.Eq, b.val(s.value), v), fits))
		})
	}
	for _, h := range b.hints.handles {
		if !written[h.flag] && !slices.Contains(l.regions, h.region) {
			continue
		}
		try(fmt.Sprintf("%s -> *%s == %s", b.name(b.val(h.flag)), b.name(b.val(h.role.where)), b.name(b.val(h.role.handle))), func() ir.Operand {
			at := b.reg(b.ptr)
			b.emit(&ir.Load{Dst: at, Mem: ir.Mem{Region: h.region, Addr: b.val(h.role.where), Size: b.ptr / 8}})
			return b.implies(b.val(h.flag), b.binary(ir.Eq, b.val(at), b.val(h.role.handle)))
		})
	}
	for _, j := range b.hints.joins {
		if !b.steady(j.Addr, l.changed) {
			continue
		}
		for _, r := range b.roles {
			try(fmt.Sprintf("%s -> *(join at %s) == %s", b.name(b.val(r.chosen)), j.Name, b.name(b.val(r.handle))), func() ir.Operand {
				at := b.reg(b.ptr)
				m := j
				m.Addr, _ = b.recompute(j.Addr, b.same(j.Addr))
				b.emit(&ir.Load{Dst: at, Mem: m})
				return b.implies(b.val(r.chosen), b.binary(ir.Eq, b.val(at), b.val(r.handle)))
			})
		}
	}
	for _, h := range b.hints.locks {
		as = flagged
		if written[h.addr] && h.obj.Kind != ir.KindReg {
			compare(b.val(h.held), []ir.BinOp{ir.Eq}, b.val(h.addr), h.obj)
		}
		for _, r := range values {
			if !written[h.held] || !written[r] {
				continue
			}
			x, held := b.val(r), b.val(h.held)
			zero := func() ir.Operand { return b.binary(ir.Eq, x, ir.K(x.Width, 0)) }
			as = noting
			for i, f := range []func() ir.Operand{
				func() ir.Operand { return b.implies(zero(), held) },
				func() ir.Operand { return b.implies(zero(), b.not(held)) },
				func() ir.Operand { return b.or(zero(), held) },
				func() ir.Operand { return b.or(zero(), b.not(held)) },
			} {
				try(fmt.Sprintf("%s and %s (%d)", b.name(held), b.name(x), i), f)
			}
		}
	}
	as = flagged
	for _, t := range b.hints.threads {
		if !slices.ContainsFunc(t.locks, func(l *lock) bool { return written[l.held] }) {
			continue
		}
		var objs []ir.Operand
		for _, l := range t.locks {
			if o := b.use(t, l.obj); (o.Kind != ir.KindReg || slices.Contains(values, o.Reg)) && !slices.Contains(objs, o) {
				objs = append(objs, o)
			}
		}
		for _, r := range values {
			if o := b.val(r); o.Width == b.ptr && !slices.Contains(objs, o) {
				objs = append(objs, o)
			}
		}
		for _, o := range objs {
			try("holds "+b.name(o), func() ir.Operand { return b.holds(t, o) })
		}
	}
	for _, r := range b.roles {
		if !written[r.chosen] {
			continue
		}
		try(b.name(b.val(r.chosen))+" -> at a spawn of the creator", func() ir.Operand {
			some := ir.K(1, 0)
			for _, h := range r.sites {
				some = b.or(some, b.val(h))
			}
			return b.implies(b.val(r.chosen), b.and(b.val(r.joined), some))
		})
		for _, h := range r.sites {
			try(b.name(b.val(h))+" -> "+b.name(b.val(r.chosen)), func() ir.Operand { return b.implies(b.val(h), b.val(r.chosen)) })
		}
	}
}

func (b *builder) name(o ir.Operand) string {
	if o.Kind == ir.KindReg {
		return fmt.Sprintf("%s%%%d", b.f.Regs[o.Reg].Name, o.Reg)
	}
	return o.String()
}

// leavesOf finds what a value of the creator is computed from: registers that are not the result of one pure instruction alone, as they are at some instruction. One
// that changes on the way there from where it is used does not serve: what was computed from it does. Without an instruction they are as they were.
func (b *builder) leavesOf(o ir.Operand, at ir.Instr, out map[ir.Reg]bool) {
	if o.Kind != ir.KindReg || out[o.Reg] {
		return
	}
	d := b.defs()[o.Reg]
	if len(d) != 1 || !pure(d[0]) {
		out[o.Reg] = true
		return
	}
	changes := false
	ir.Uses(d[0], func(u *ir.Operand) {
		changes = changes || at != nil && u.Kind == ir.KindReg && len(b.defs()[u.Reg]) > 1 && b.changes(u.Reg, d[0], at)
	})
	if changes {
		out[o.Reg] = true
		return
	}
	ir.Uses(d[0], func(u *ir.Operand) { b.leavesOf(*u, at, out) })
}

// changes reports whether the creator may write a register between two instructions.
func (b *builder) changes(r ir.Reg, from, to ir.Instr) bool {
	f := b.creator.src
	writes := func(in ir.Instr) (yes bool) {
		ir.Defs(in, func(d *ir.Reg) { yes = yes || *d == r })
		return yes
	}
	type state struct {
		block   ir.BlockID
		written bool
	}
	var start state
	// walk goes through a block from some instruction on; it says what is known at its end, or that the way ends there.
	found := false
	walk := func(s state, k int) (state, bool) {
		for _, in := range f.Blocks[s.block].Instrs[k:] {
			if in == to {
				found = found || s.written
				return s, false
			}
			if in == from {
				return s, false
			}
			s.written = s.written || writes(in)
		}
		return s, true
	}
	for bi, blk := range f.Blocks {
		for k, in := range blk.Instrs {
			if in == from {
				end, goes := walk(state{block: ir.BlockID(bi)}, k+1)
				if !goes {
					return found
				}
				start = end
			}
		}
	}
	next := func(s state) (out []state) {
		for _, t := range f.Next(s.block) {
			if end, goes := walk(state{t, s.written}, 0); goes {
				out = append(out, end)
			}
		}
		return out
	}
	graph.Reach(next, start)
	return found
}

// same maps the leaves of a value of the creator to its own registers.
func (b *builder) same(o ir.Operand) map[ir.Reg]ir.Reg {
	leaves := map[ir.Reg]bool{}
	b.leavesOf(o, nil, leaves)
	out := map[ir.Reg]ir.Reg{}
	for l := range leaves {
		out[l] = b.creator.regs[l]
	}
	return out
}

// steady reports whether a loop leaves a value of the creator alone.
func (b *builder) steady(o ir.Operand, changed map[ir.Reg]bool) bool {
	for _, r := range b.same(o) {
		if changed[r] {
			return false
		}
	}
	return true
}

// findJoins lists where the creator reads the handles that it joins.
func (b *builder) findJoins() {
	for in := range b.creator.src.Instrs() {
		j, ok := in.(*ir.Join)
		if !ok {
			continue
		}
		o := j.Thread
		for o.Kind == ir.KindReg && len(b.defs()[o.Reg]) == 1 { // through the parameters of models
			d := b.defs()[o.Reg][0]
			if l, ok := d.(*ir.Load); ok {
				if !slices.ContainsFunc(b.hints.joins, func(m ir.Mem) bool { return m.Region == l.Mem.Region && m.Addr == l.Mem.Addr }) {
					b.hints.joins = append(b.hints.joins, l.Mem)
				}
				break
			}
			m, ok := d.(*ir.Move)
			if !ok {
				break
			}
			o = m.X
		}
	}
}

// recompute computes a value of the creator from other values of its leaves, and the condition that no arithmetic on addresses leaves the address space.
func (b *builder) recompute(o ir.Operand, leaves map[ir.Reg]ir.Reg) (v, fits ir.Operand) {
	fits = ir.K(1, 1)
	done := map[ir.Reg]ir.Operand{}
	var make func(o ir.Operand) ir.Operand
	make = func(o ir.Operand) ir.Operand {
		if o.Kind != ir.KindReg {
			return b.use(b.creator, o)
		}
		if l, ok := leaves[o.Reg]; ok {
			return b.val(l)
		}
		if v, ok := done[o.Reg]; ok {
			return v
		}
		c := ir.Clone(b.defs()[o.Reg][0])
		ir.Uses(c, func(u *ir.Operand) { *u = make(*u) })
		if x, ok := c.(*ir.Binary); ok && x.Exact {
			x.Exact = false // to say that it fits would be an assumption
			fits = b.and(fits, b.fits(x))
		}
		r := b.reg(b.creator.src.Width(o.Reg))
		ir.Defs(c, func(d *ir.Reg) { *d = r })
		b.emit(c)
		done[o.Reg] = b.val(r)
		return done[o.Reg]
	}
	return make(o), fits
}

// fits is the condition that exact arithmetic on addresses stays in the address space.
func (b *builder) fits(x *ir.Binary) ir.Operand {
	w := x.X.Width
	least, most := new(big.Int).Lsh(big.NewInt(-1), uint(w-1)), new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	most.Sub(most, big.NewInt(1))
	switch k := x.Y.Val.SignedBig(w); {
	case x.Op == ir.Mul && x.Y.Kind == ir.KindConst && k.Sign() > 0:
		lo := ir.KConst(w, ir.ConstFromBig(w, least.Quo(least, k)))
		hi := ir.KConst(w, ir.ConstFromBig(w, most.Quo(most, k)))
		return b.and(b.binary(ir.SLe, lo, x.X), b.binary(ir.SLe, x.X, hi))
	case x.Op == ir.Add || x.Op == ir.Sub:
		sum := b.binary(x.Op, x.X, x.Y)
		up := b.binary(ir.SLe, ir.K(w, 0), x.Y)
		if x.Op == ir.Sub {
			up = b.not(up)
		}
		return b.ite(up, b.binary(ir.ULe, x.X, sum), b.binary(ir.ULe, sum, x.X))
	}
	return ir.K(1, 0)
}

// defs lists, by register of the creator, the instructions that write it.
func (b *builder) defs() map[ir.Reg][]ir.Instr {
	if b.creator.defs == nil {
		b.creator.defs = map[ir.Reg][]ir.Instr{}
		for in := range b.creator.src.Instrs() {
			ir.Defs(in, func(r *ir.Reg) { b.creator.defs[*r] = append(b.creator.defs[*r], in) })
		}
	}
	return b.creator.defs
}
