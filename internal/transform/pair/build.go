package pair

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// Which threads a program is about.
type Which struct {
	// First and Second are the kinds of the two threads. First is nil, or the kind that the program begins with, if the creator itself is the first.
	First, Second *Kind
	// Open is the accesses that are compared; not for a thread alone.
	Open *Open
	// Detail is how much of the threads is kept; the creator keeps all that matters.
	Detail Detail
	// Few tries fewer invariants, if there are many: of a pair that does not need the others that is most of the time.
	Few bool
	// Alone leaves the first away: the second runs, and what makes locks worth nothing is looked for.
	Alone bool
}

// Detail is how much of the threads a program keeps. What one with less detail does not show, one with more may.
type Detail uint8

// The steps of detail.
const (
	Bare  Detail = iota // no locks, and conditions that are anything
	Rough               // conditions that are anything
	Full
)

// Rules is what the program may rely on; the engine has shown it, or is about to.
type Rules struct {
	// Trusts says of the locks of a region of synchronization objects that a thread which holds one excludes others.
	Trusts func(ir.RegionID) bool
	// Refuses says of the locks of a region that one of them may be an error-checking mutex, which its owner does not get again.
	Refuses func(ir.RegionID) bool
	// Stable says of a region that no two accesses of it by two threads can race.
	Stable func(ir.RegionID) bool
}

// Kinds of the checks in a program of a pair.
const (
	Race    = "race"
	Foreign = "foreign unlock"
	Reset   = "reset of a lock"
	Refusal = "error-checking mutex"
	Count   = "semaphore above 1"
	Unknown = "unsupported"
)

// PickWidth is the width of the numbers of accesses and regions.
const PickWidth = 32

// Pair is the sequential program of two threads.
type Pair struct {
	Program  *ir.Program
	Pick     ir.ID                 // the instruction that chooses the first access, by its number
	Races    map[ir.ID]*Access     // checks: the second access
	Locks    map[ir.ID]ir.RegionID // checks of kind Foreign and Reset: whose locks
	Switches []ir.ID               // of the invariants that are tried: the instruction that turns one on
	Claims   []Claim
	Untried  int  // invariants that were left out: there were too many, or few were asked for
	Cut      bool // a program with more detail has more
}

// Claim is a place where an invariant has to hold.
type Claim struct {
	Which int        // of the switches
	Mark  ir.ID      // an assumption that always holds, at that place
	Holds ir.Operand // or its switch is off
}

type builder struct {
	*Threads
	which Which
	rules Rules
	out   *ir.Program
	f     *ir.Func
	cur   *ir.Block
	at    ir.Meta
	ptr   int
	pair  *Pair

	pick     ir.Operand // the access that the first thread stops at
	second   ir.BlockID // where the second thread begins
	heap     ir.Reg     // all objects that were allocated lie below
	spawned  ir.Reg     // threads may exist
	roles    []*role    // chosen from the spawns; the first, if that is not the creator, then the second
	creator  *thread
	noted    noted
	hints    hints
	compared []bool // by register
	bounds   map[ir.Reg][]ir.Operand
	edges    map[ir.BlockID][]edge // ways into blocks, while loops are cut
	first    []ir.Instr            // before all others
	sources  map[*Kind]*ir.Func
}

// role is a thread that is chosen when it is started.
type role struct {
	kind   *Kind
	chosen ir.Reg // 1 once it is
	joined ir.Reg // 1 if a join of its handle ends it: it was started by the creator itself
	handle ir.Reg
	args   []ir.Reg
	where  ir.Reg   // the address that its handle was written to
	sites  []ir.Reg // by spawn of the creator: it was chosen there
	owns   []ownPart
}

// noted is the access that the first thread stops at.
type noted struct {
	addr, len, region, write, plain ir.Reg
	locks                           []*lock
}

// Build makes the program of a pair.
func Build(t *Threads, which Which, rules Rules) *Pair {
	b := &builder{Threads: t, which: which, rules: rules, ptr: t.Program.PtrWidth()}
	b.hints = hints{ghosts: map[ir.Reg]bool{}, was: map[ir.Reg]ir.Reg{}}
	b.out = t.Program.Clone()
	for i := range b.out.Regions {
		r := &b.out.Regions[i]
		if i == 0 {
			continue
		}
		r.Open, r.Ghost, r.Lives = true, false, 0
		r.Cells = b.globalCells(r.Cells)
	}
	b.out.Form = ir.Form{Sequential: true}
	b.f = &ir.Func{Name: "pair", Display: "pair"}
	b.out.Entry = ir.FuncID(len(b.out.Funcs)) // behind the others, whose numbers stand in initial values
	b.out.Funcs = append(gone(b.out), b.f)
	b.pair = &Pair{Program: b.out, Races: map[ir.ID]*Access{}, Locks: map[ir.ID]ir.RegionID{}}
	b.slice()
	b.start()
	b.run()
	b.cut()
	b.out.Form.Bounded = true
	return b.pair
}

// gone keeps the numbers of functions, whose addresses are values, and drops their bodies.
func gone(p *ir.Program) []*ir.Func {
	out := make([]*ir.Func, len(p.Funcs))
	for i, f := range p.Funcs {
		g := *f
		g.Params, g.Regs, g.RetWidth = nil, nil, 0
		g.Blocks = []*ir.Block{{Name: "gone", Instrs: []ir.Instr{&ir.Return{Meta: ir.Meta{ID: p.NewID()}}}}}
		out[i] = &g
	}
	return out
}

// mostCells is how many cells of a region start with what the program says; of a larger one nothing is known.
const mostCells = 256

func (b *builder) globalCells(cells []ir.Extent) (out []ir.Extent) {
	n := int64(0)
	for _, c := range cells {
		if c.Object.Alloc == 0 {
			if g := b.Program.Globals[c.Object.Global]; g.External || g.ThreadLocal {
				continue
			}
			out = append(out, c)
			n += c.Count
		}
	}
	if n > mostCells {
		return nil
	}
	return out
}

// firstFree is an address behind all objects that the program begins with.
func (b *builder) firstFree() uint64 {
	top := irexec.FuncAddress(ir.FuncID(len(b.Program.Funcs) + 1))
	for i, at := range irexec.GlobalBases(b.Program) {
		top = max(top, at+uint64(b.Program.Globals[i].Size)+1)
	}
	return (top + 63) / 64 * 64
}

// Small steps.

func (b *builder) reg(width int) ir.Reg { return b.f.NewReg(width, "", ir.ShowUnsigned) }

func (b *builder) named(width int, name string) ir.Reg {
	return b.f.NewReg(width, name, ir.ShowUnsigned)
}

func (b *builder) val(r ir.Reg) ir.Operand { return ir.R(r, b.f.Width(r)) }

func (b *builder) emit(in ir.Instr) ir.ID {
	m := in.Base()
	m.ID, m.Pos, m.Text = b.out.NewID(), b.at.Pos, b.at.Text
	b.cur.Instrs = append(b.cur.Instrs, in)
	return m.ID
}

func (b *builder) block(hint string) ir.BlockID {
	b.f.Blocks = append(b.f.Blocks, &ir.Block{Name: fmt.Sprintf("%s.%d", hint, len(b.f.Blocks))})
	return ir.BlockID(len(b.f.Blocks) - 1)
}

func (b *builder) enter(id ir.BlockID) { b.cur = b.f.Blocks[id] }

func (b *builder) jump(to ir.BlockID) { b.emit(&ir.Jump{To: to}) }

func (b *builder) end() { b.emit(&ir.Halt{}) }

func (b *builder) move(dst ir.Reg, x ir.Operand) {
	if dst != ir.NoReg {
		b.emit(&ir.Move{Dst: dst, X: x})
	}
}

func (b *builder) havoc(dst ir.Reg) ir.ID {
	if dst == ir.NoReg {
		return 0
	}
	return b.emit(&ir.Havoc{Dst: dst})
}

func (b *builder) any(width int) ir.Operand {
	r := b.reg(width)
	b.havoc(r)
	return ir.R(r, width)
}

func (b *builder) binary(op ir.BinOp, x, y ir.Operand) ir.Operand {
	if k, ok := ir.FoldBinary(op, x, y); ok {
		return k
	}
	w := x.Width
	if op.IsCompare() {
		w = 1
	}
	r := b.reg(w)
	b.emit(&ir.Binary{Dst: r, Op: op, X: x, Y: y})
	return ir.R(r, w)
}

func (b *builder) and(xs ...ir.Operand) ir.Operand {
	out := ir.K(1, 1)
	for _, x := range xs {
		switch {
		case out.IsConst(1):
			out = x
		case !x.IsConst(1):
			out = b.binary(ir.And, out, x)
		}
	}
	return out
}

func (b *builder) or(xs ...ir.Operand) ir.Operand {
	out := ir.K(1, 0)
	for _, x := range xs {
		switch {
		case out.IsConst(0):
			out = x
		case !x.IsConst(0):
			out = b.binary(ir.Or, out, x)
		}
	}
	return out
}

func (b *builder) not(x ir.Operand) ir.Operand {
	if k, ok := ir.FoldUnary(ir.Not, x, x.Width); ok {
		return k
	}
	r := b.reg(x.Width)
	b.emit(&ir.Unary{Dst: r, Op: ir.Not, X: x})
	return ir.R(r, x.Width)
}

func (b *builder) ite(c, x, y ir.Operand) ir.Operand {
	switch {
	case c.IsConst(1) || x == y:
		return x
	case c.IsConst(0):
		return y
	}
	r := b.reg(x.Width)
	b.emit(&ir.Ite{Dst: r, Cond: c, X: x, Y: y})
	return ir.R(r, x.Width)
}

func (b *builder) implies(x, y ir.Operand) ir.Operand { return b.or(b.not(x), y) }

func (b *builder) assume(c ir.Operand) {
	if !c.IsConst(1) {
		b.emit(&ir.Assume{Cond: c})
	}
}

// maybe goes to a new block if a condition holds and something arbitrary says so, fills it, and goes on behind; fill ends the block.
func (b *builder) maybe(hint string, c ir.Operand, fill func()) {
	if c.IsConst(0) {
		return
	}
	yes, no := b.block(hint), b.block("else")
	b.emit(&ir.Branch{Cond: b.and(c, b.any(1)), Then: yes, Else: no})
	b.enter(yes)
	fill()
	b.enter(no)
}
