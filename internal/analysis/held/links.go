package held

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Addresses. A link is an instruction that makes one register another plus a constant; it holds from there until one of the two is written again. Registers that are
// written once, with a constant, need no flow. A register that no link leads on from is a base, as long as it keeps its value.
//
// Links are only followed for what addresses are made of; a function so large that the sets of links would not fit has constants alone.

// link is one.
type link struct {
	dst  ir.Reg
	src  ir.Reg // or NoReg: the rest is constant
	at   Addr   // constant
	off  uint64
	load *ir.Load // its content is constant, if its address is
}

// mostWords is how large the sets of links of all blocks of a function may be.
const mostWords = 16 << 20

type addresses struct {
	*Config
	f      *ir.Func
	links  []link
	of     map[ir.Instr]int // the link that an instruction makes
	by     [][]int          // by register: the links that speak of it
	known  []Addr           // by register: constant throughout
	params []int            // links that hold at the start
	flow   *flow
	loads  map[*ir.Load]bits // the links before it
	load   map[*ir.Load]Addr // what it gives, once asked
}

func (c *Config) addresses(f *ir.Func) *addresses {
	a := &addresses{Config: c, f: f, of: map[ir.Instr]int{}, by: make([][]int, len(f.Regs)), known: make([]Addr, len(f.Regs)), loads: map[*ir.Load]bits{}, load: map[*ir.Load]Addr{}}
	defs := make([]int, len(f.Regs))
	for _, r := range f.Params {
		defs[r]++
	}
	for in := range f.Instrs() {
		ir.Defs(in, func(r *ir.Reg) { defs[*r]++ })
	}
	cyclic := f.Cyclic()
	for i, b := range f.Blocks {
		for _, in := range b.Instrs {
			if n, ok := in.(*ir.Alloc); ok && c.First && !cyclic[i] && defs[n.Dst] == 1 {
				a.known[n.Dst] = Addr{Base: Base{Kind: Once, Alloc: n.ID}}
			}
		}
	}
	for _, r := range f.Params {
		if at := c.Params[r]; at.Constant() {
			if defs[r] == 1 {
				a.known[r] = at
			} else {
				a.params = append(a.params, a.add(link{dst: r, src: ir.NoReg, at: at}))
			}
		}
	}
	a.constants(defs)
	a.find(a.wanted())
	words := (len(a.links) + 63) / 64
	if words*len(f.Blocks) > mostWords {
		a.links, a.of, a.params, words = nil, map[ir.Instr]int{}, nil, 0
	}
	start := make(bits, words)
	for _, l := range a.params {
		start.set(l)
	}
	a.flow = run(f, start, len(a.links), a.transfer)
	return a
}

// step is what an instruction adds to an address, if that is all that it does.
func step(in ir.Instr) (dst ir.Reg, x ir.Operand, off uint64, ok bool) {
	switch in := in.(type) {
	case *ir.Move:
		return in.Dst, in.X, 0, true
	case *ir.Binary:
		switch {
		case in.Op == ir.Add && in.Y.Kind == ir.KindConst:
			return in.Dst, in.X, in.Y.Val.Lo, true
		case in.Op == ir.Add && in.X.Kind == ir.KindConst:
			return in.Dst, in.Y, in.X.Val.Lo, true
		case in.Op == ir.Sub && in.Y.Kind == ir.KindConst:
			return in.Dst, in.X, -in.Y.Val.Lo, true
		}
	}
	return 0, ir.Operand{}, 0, false
}

// constants finds the registers that are written once, with a constant.
func (a *addresses) constants(defs []int) {
	for changed := true; changed; {
		changed = false
		for in := range a.f.Instrs() {
			dst, x, off, ok := step(in)
			if !ok || x.Width != a.ptr() || defs[dst] != 1 || a.known[dst].Known() {
				continue
			}
			if at := a.constant(x); at.Constant() {
				a.known[dst], changed = at.plus(off, a.ptr()), true
			}
		}
	}
}

func (a *addresses) ptr() int { return a.Program.PtrWidth() }

// constant is an operand that is constant throughout.
func (a *addresses) constant(o ir.Operand) Addr {
	switch o.Kind {
	case ir.KindGlobal:
		return Addr{Base{Kind: Global, Global: o.Global}, o.Val.Lo}
	case ir.KindReg:
		return a.known[o.Reg]
	}
	return Addr{}
}

// wanted marks the registers that addresses are made of.
func (a *addresses) wanted() []bool {
	want := make([]bool, len(a.f.Regs))
	from := make([][]ir.Reg, len(a.f.Regs))
	var work []ir.Reg
	mark := func(o ir.Operand) {
		if o.Kind == ir.KindReg && !want[o.Reg] && o.Width == a.ptr() {
			want[o.Reg] = true
			work = append(work, o.Reg)
		}
	}
	for in := range a.f.Instrs() {
		if dst, x, _, ok := step(in); ok && x.Kind == ir.KindReg && x.Width == a.ptr() {
			from[dst] = append(from[dst], x.Reg)
		}
		operands(in, func(_ int, o ir.Operand) { mark(o) })
	}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		for _, x := range from[r] {
			mark(ir.R(x, a.ptr()))
		}
	}
	return want
}

// operands visits what addresses are asked for, with their places: those of accesses and of synchronization, and what a thread is started with.
func operands(in ir.Instr, visit func(int, ir.Operand)) {
	if m, _, _ := ir.AccessOf(in); m != nil {
		visit(0, m.Addr)
	}
	if m := ir.SourceOf(in); m != nil {
		visit(1, m.Addr)
	}
	switch in := in.(type) {
	case *ir.Free:
		visit(0, in.Addr)
	case *ir.Lock:
		visit(0, in.Obj)
	case *ir.Unlock:
		visit(0, in.Obj)
	case *ir.Down:
		visit(0, in.Obj)
	case *ir.Up:
		visit(0, in.Obj)
	case *ir.SyncInit:
		visit(0, in.Obj)
	case *ir.SyncDestroy:
		visit(0, in.Obj)
	case *ir.Wait:
		visit(0, in.Mutex)
	case *ir.Join:
		visit(0, in.Thread)
	case *ir.Spawn:
		for i, x := range in.Args {
			visit(1+i, x)
		}
	}
}

func (a *addresses) add(l link) int {
	n := len(a.links)
	a.links = append(a.links, l)
	a.by[l.dst] = append(a.by[l.dst], n)
	if l.src != ir.NoReg && l.src != l.dst {
		a.by[l.src] = append(a.by[l.src], n)
	}
	return n
}

// find makes the links.
func (a *addresses) find(want []bool) {
	for in := range a.f.Instrs() {
		if l, ok := in.(*ir.Load); ok {
			if want[l.Dst] && a.f.Width(l.Dst) == a.ptr() && a.Frozen(l) {
				a.of[in] = a.add(link{dst: l.Dst, src: ir.NoReg, load: l})
			}
			continue
		}
		dst, x, off, ok := step(in)
		if !ok || !want[dst] || x.Width != a.ptr() || a.known[dst].Known() {
			continue
		}
		if at := a.constant(x); at.Constant() {
			a.of[in] = a.add(link{dst: dst, src: ir.NoReg, at: at.plus(off, a.ptr())})
		} else if x.Kind == ir.KindReg && x.Reg != dst {
			a.of[in] = a.add(link{dst: dst, src: x.Reg, off: off})
		}
	}
}

func (a *addresses) transfer(in ir.Instr, s bits) {
	if l, ok := in.(*ir.Load); ok && a.loads != nil {
		if _, made := a.of[in]; made {
			a.loads[l] = slices.Clone(s) // the last time counts: then the flow has settled
		}
	}
	ir.Defs(in, func(r *ir.Reg) {
		for _, l := range a.by[*r] {
			if l < len(a.links) {
				s.clear(l)
			}
		}
	})
	if l, ok := a.of[in]; ok {
		s.set(l)
	}
}

// resolve is an operand where some links hold.
func (a *addresses) resolve(o ir.Operand, s bits) Addr {
	if at := a.constant(o); at.Known() {
		return at
	}
	if o.Kind != ir.KindReg || o.Width != a.ptr() {
		return Addr{}
	}
	out := Addr{Base: Base{Kind: Register, Reg: o.Reg}}
	var seen []ir.Reg
	for !slices.Contains(seen, out.Base.Reg) {
		seen = append(seen, out.Base.Reg)
		if at := a.known[out.Base.Reg]; at.Known() {
			return at.plus(out.Off, a.ptr())
		}
		for _, n := range a.by[out.Base.Reg] {
			if n >= len(a.links) || a.links[n].dst != out.Base.Reg || !s.has(n) {
				continue
			}
			switch l := &a.links[n]; {
			case l.load != nil:
				if at := a.content(l.load); at.Known() {
					return at.plus(out.Off, a.ptr())
				}
			case l.src == ir.NoReg:
				return l.at.plus(out.Off, a.ptr())
			default:
				out = Addr{Base{Kind: Register, Reg: l.src}, out.Off}.plus(l.off, a.ptr())
			}
			break
		}
	}
	return out
}

// content is what a load of memory that is not written any more gives.
func (a *addresses) content(l *ir.Load) Addr {
	if at, ok := a.load[l]; ok {
		return at
	}
	a.load[l] = Addr{} // through itself: it is not known
	at := a.resolve(l.Mem.Addr, a.loads[l])
	if at.Constant() {
		a.load[l] = Addr{Base: Base{Kind: Content, Cell: a.Cells.of(at, l.Mem.Size)}}
	}
	return a.load[l]
}
