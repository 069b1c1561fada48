package encode

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
)

// The walk. Blocks are visited in topological order; where ways meet, the states that come in are merged into one, so a
// term stands for all paths at once.
//
// Conditions are relative. For a block B with immediate dominator D, sel(B) says which branches lead from the end of D to B,
// and full(B) also that no assumption on the way fails. A join of a diamond then has sel = true instead of a disjunction
// over the history of the program, and choosing between the values that come in needs the branch of the diamond alone. The
// absolute condition of a block is the list of full(.) along its dominators (Path): a conjunction that is never built as
// a term, so that what dominates everything can be asserted once.
//
// Rejected: absolute path conditions per block (their size grows with the program, and merges of merges never simplify), and a
// term per path (exponential).

// Inputs gives the term of an input, by a name that is its own in the program: "havoc" with the number of the instruction, "init" and "ext" with the place in
// memory, and so on; a Bool if it has one bit. Two programs that are encoded with one builder and the same Inputs read the same.
type Inputs func(name string, width int) logic.Term

// Encode makes the formula of a program whose entry is its only thread. inputs may be nil: every input is a variable of its own then. It gives up when the
// context ends.
func Encode(ctx context.Context, b *logic.Builder, p *ir.Program, layout place.Layout, inputs Inputs) (*Formula, error) {
	f := p.Funcs[p.Entry]
	e := &encoder{
		b: b, p: p, f: f, memory: place.New(p, layout), inputs: inputs,
		initials: map[int]logic.Term{}, used: map[ir.RegionID]bool{}, chosen: map[ir.RegionID]int{},
		lives: map[ir.Object]int{}, sizes: map[ir.ID]logic.Term{},
		filled: map[ir.RegionID]bool{}, roaming: map[ir.RegionID]bool{},
		out: &Formula{B: b, f: f, flow: newFlow(f), conds: map[ir.BlockID]logic.Term{}, defs: map[ir.ID][]logic.Term{}, paths: map[ir.ID]Path{}, chosen: map[ir.ID]*chosenBytes{}},
	}
	e.collect()
	e.keys = e.layLives(e.layRegions(len(f.Regs)))
	e.blocks = make([]blockState, len(f.Blocks))
	e.classify()
	e.inners = make([]int, len(e.out.flow.order)+1)
	meter := budget.Of(ctx)
	for i, id := range e.out.flow.order {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		e.enter(id)
		meter.Spend(budget.Terms, b.Fresh())
		meter.Spend(budget.Passing, int64(len(f.Blocks[id].Instrs)))
		e.inners[i+1] = e.inners[i]
		if blk := &e.blocks[id]; !blk.dead && !e.b.IsTrue(blk.inner) {
			e.inners[i+1]++
		}
	}
	e.out.values, e.out.abs = e.values, make([]logic.Term, len(f.Blocks))
	for i := range e.blocks {
		if !e.blocks[i].dead {
			e.out.abs[i] = e.blocks[i].abs
		}
	}
	return e.out, nil
}

type encoder struct {
	inputs    Inputs // nil: variables
	b         *logic.Builder
	p         *ir.Program
	f         *ir.Func
	memory    *place.Memory
	regions   []region
	keys      int               // of the state: registers, then cells, then lives
	lives     map[ir.Object]int // keys of objects that can be freed
	firstLive int
	sizes     map[ir.ID]logic.Term
	used      map[ir.RegionID]bool
	chosen    map[ir.RegionID]int // accesses at addresses that are not in the text
	initials  map[int]logic.Term
	addresses map[[2]int64]logic.Term     // in external memory, by global and offset
	origins   map[ir.RegionID]ir.RegionID // of guessed copies: what they are compared with
	blocks    []blockState
	out       *Formula

	filled  map[ir.RegionID]bool // regions with operations on ranges
	roaming map[ir.RegionID]bool // those whose ranges start or end anywhere

	kinds      []regKind
	values     []logic.Term // of flags and of registers that are written once
	lastRead   []int        // per register, by place in topological order
	regionRead []int        // the same per region
	inners     []int        // by place, how many blocks before it hold an assumption
}

// blockState is what is known of a block once it was walked.
type blockState struct {
	sel, full logic.Term // from the end of the dominator to the start of the block
	abs       logic.Term // sel from the start of the program
	inner     logic.Term // that no assumption inside the block fails
	path      Path       // to the end of the block
	state     pmap       // at the end of the block
	dead      bool
}

// collect finds the regions in use.
func (e *encoder) collect() {
	for in := range e.f.Instrs() {
		if m := ir.SourceOf(in); m != nil {
			e.used[m.Region] = true
		}
		if m, _, _ := ir.AccessOf(in); m != nil && m.Len.IsSet() {
			e.used[m.Region] = true
			e.collectRange(in)
		} else if m != nil {
			e.used[m.Region] = true
			if m.Addr.Kind == ir.KindReg {
				e.chosen[m.Region]++
			}
		}
	}
}

func (e *encoder) fresh(name string, width int) logic.Term {
	if e.inputs != nil {
		return e.inputs(name, width)
	}
	if width == 1 {
		return e.b.FreshVar(name, logic.BoolSort)
	}
	return e.b.FreshVar(name, logic.BVSort(width))
}

// read gives the value of a key.
func (e *encoder) read(s pmap, key int) logic.Term {
	if t := s.get(key); t != 0 {
		return t
	}
	return e.initial(key)
}

// edge is a way into a block.
type edge struct {
	from ir.BlockID
	cond logic.Term // of the branch
}

// enter merges what comes into a block and walks it.
func (e *encoder) enter(id ir.BlockID) {
	blk := &e.blocks[id]
	if id == 0 {
		blk.sel, blk.full, blk.abs = e.b.True(), e.b.True(), e.b.True()
		blk.state = newPmap(e.keys)
		e.walk(id, Path{})
		return
	}
	dom := e.out.flow.idom[id]
	edges := e.edges(id)
	if len(edges) == 0 || e.blocks[dom].dead {
		blk.dead = true
		return
	}
	if e.unhindered(dom, id) {
		blk.sel, blk.full = e.b.True(), e.b.True()
	} else {
		blk.sel, blk.full = e.b.False(), e.b.False()
		open := edges[:0:0]
		for _, ed := range edges {
			sel, full := e.since(dom, ed.from)
			sel, full = e.b.And(sel, ed.cond), e.b.And(full, ed.cond)
			blk.sel, blk.full = e.b.Or(blk.sel, sel), e.b.Or(blk.full, full)
			if !e.b.IsFalse(full) {
				open = append(open, ed)
			}
		}
		if edges = open; len(edges) == 0 {
			blk.dead = true
			return
		}
		if e.out.flow.always(dom, id) {
			blk.sel = e.b.True()
		}
	}
	blk.abs = e.b.And(e.blocks[dom].abs, blk.sel)
	blk.state = e.blocks[edges[0].from].state
	if len(edges) > 1 {
		blk.state = e.meet(id, dom, edges)
	}
	e.walk(id, e.blocks[dom].path.and(e.b, blk.full))
}

// unhindered reports whether every way from the end of a dominator leads to a block and no assumption lies between.
func (e *encoder) unhindered(dom, id ir.BlockID) bool {
	fl := e.out.flow
	return e.inners[fl.at[id]] == e.inners[fl.at[dom]+1] && fl.always(dom, id)
}

// meet merges the states that come into a block: which one counts is said by the branches that lead there, the last where
// no other does. The conditions are built only if something differs that is still needed.
func (e *encoder) meet(id, dom ir.BlockID, edges []edge) pmap {
	at := e.out.flow.at[id]
	states := make([]pmap, len(edges))
	for i, ed := range edges {
		states[i] = e.blocks[ed.from].state
	}
	var sels []logic.Term
	return merge(states, func(key int, ts []logic.Term) logic.Term {
		if e.deadAt(key, at) {
			return 0
		}
		if sels == nil {
			for _, ed := range edges {
				sels = append(sels, e.b.And(e.choice(dom, ed.from), ed.cond))
			}
		}
		last := len(ts) - 1
		v := e.orInitial(ts[last], key)
		for i := last - 1; i >= 0; i-- {
			v = e.b.Ite(sels[i], e.orInitial(ts[i], key), v)
		}
		return v
	})
}

// choice is the condition of the branches from the end of a dominator to a block: relative if the way is short, which
// keeps it small, else from the start of the program, which is there already.
func (e *encoder) choice(dom, id ir.BlockID) logic.Term {
	const short = 8
	sel, n := e.b.True(), 0
	for b := id; b != dom; b = e.out.flow.idom[b] {
		if n++; n > short {
			return e.blocks[id].abs
		}
		sel = e.b.And(e.blocks[b].sel, sel)
	}
	return sel
}

func (e *encoder) orInitial(t logic.Term, key int) logic.Term {
	if t != 0 {
		return t
	}
	return e.initial(key)
}

// since gives the conditions from the end of a dominator to the end of a block below it.
func (e *encoder) since(dom, id ir.BlockID) (sel, full logic.Term) {
	sel, full = e.b.True(), e.b.True()
	for ; id != dom; id = e.out.flow.idom[id] {
		blk := &e.blocks[id]
		if blk.dead {
			return e.b.False(), e.b.False()
		}
		sel = e.b.And(blk.sel, sel)
		full = e.b.And(blk.full, blk.inner, full)
	}
	return sel, full
}

// edges lists the ways into a block with the conditions of their branches.
func (e *encoder) edges(id ir.BlockID) []edge {
	var out []edge
	seen := map[ir.BlockID]bool{}
	for _, p := range e.out.flow.preds[id] {
		if seen[p] || e.blocks[p].dead {
			continue
		}
		seen[p] = true
		out = append(out, edge{p, e.edgeCond(p, id)})
	}
	return out
}

// edgeCond is the condition under which a block's terminator goes to another block.
func (e *encoder) edgeCond(from, to ir.BlockID) logic.Term {
	c := e.out.conds[from]
	switch in := e.f.Blocks[from].Term().(type) {
	case *ir.Branch:
		switch {
		case in.Then == in.Else:
			return e.b.True()
		case in.Then == to:
			return c
		}
		return e.b.Not(c)
	case *ir.Switch:
		w := e.b.Width(c)
		cond, earlier := e.b.False(), e.b.False()
		for _, k := range in.Cases {
			hit := e.b.Eq(c, e.constant(w, k.Lo))
			if k.Lo != k.Hi {
				hit = e.b.And(e.b.ULe(e.constant(w, k.Lo), c), e.b.ULe(c, e.constant(w, k.Hi)))
			}
			if k.To == to {
				cond = e.b.Or(cond, e.b.And(hit, e.b.Not(earlier)))
			}
			earlier = e.b.Or(earlier, hit)
		}
		if in.Default == to {
			cond = e.b.Or(cond, e.b.Not(earlier))
		}
		return cond
	}
	return e.b.True()
}

// walk encodes the instructions of a block.
func (e *encoder) walk(id ir.BlockID, path Path) {
	blk := &e.blocks[id]
	blk.inner, blk.path = e.b.True(), path
	for _, in := range e.f.Blocks[id].Instrs {
		e.instr(id, blk, in)
	}
}

// assume adds a condition to everything behind this point of a block.
func (e *encoder) assume(blk *blockState, c logic.Term) {
	blk.inner = e.b.And(blk.inner, c)
	blk.path = blk.path.and(e.b, c)
}

func (e *encoder) instr(id ir.BlockID, blk *blockState, in ir.Instr) {
	switch in := in.(type) {
	case *ir.Load:
		addr := e.operand(blk, in.Mem.Addr)
		v, valid := e.load(blk.state, in.Mem.Region, addr, in.Mem.Size)
		e.assume(blk, valid)
		e.fromOutside(blk, in.Mem.Region, addr, in.Mem.Size)
		e.write(blk, in, in.Dst, v)
	case *ir.Store:
		var valid logic.Term
		blk.state, valid = e.store(blk.state, in.Mem.Region, e.operand(blk, in.Mem.Addr), in.Mem.Size, e.bits(e.operand(blk, in.Val)))
		e.assume(blk, valid)
	case *ir.Touch:
		n := e.operand(blk, in.Mem.Len)
		e.assume(blk, e.validRange(blk.state, in.Mem.Within, e.operand(blk, in.Mem.Addr), n))
		if in.Mem.Also.IsSet() {
			e.assume(blk, e.validRange(blk.state, in.Mem.AlsoIn, e.operand(blk, in.Mem.Also), n))
		}
	case *ir.Fill:
		if in.Any() {
			blk.state = e.fillAny(blk.state, in, e.operand(blk, in.Mem.Addr), e.operand(blk, in.Mem.Len))
			return
		}
		blk.state = e.fill(blk.state, in, e.operand(blk, in.Mem.Addr), e.operand(blk, in.Mem.Len), e.operand(blk, in.Val))
	case *ir.Copy:
		blk.state = e.copyRange(blk.state, in, e.operand(blk, in.Mem.Addr), e.operand(blk, in.Mem.Len), e.operand(blk, in.Src.Addr))
	case *ir.Scan:
		e.write(blk, in, in.Dst, e.scan(blk, in))
	case *ir.Free:
		var valid logic.Term
		blk.state, valid = e.free(blk.state, in, e.operand(blk, in.Addr))
		e.assume(blk, valid)
	case *ir.Probe:
		var n logic.Term
		if in.Mem.Len.IsSet() {
			n = e.operand(blk, in.Mem.Len)
		}
		at := in.Mem.Region
		if in.Mem.Len.IsSet() {
			at = in.Mem.Within
		}
		addr := e.operand(blk, in.Mem.Addr)
		var also logic.Term
		if in.Mem.Also.IsSet() {
			also = e.operand(blk, in.Mem.Also)
		}
		e.write(blk, in, in.Dst, e.later("probe", 2, blk.state, []logic.Term{addr}, func(b *blockState) logic.Term {
			code := e.probe(b.state, in, at, addr, n)
			if also != 0 {
				ok := e.b.Eq(code, e.b.BV(2, ir.ProbeValid))
				code = e.b.Ite(ok, e.probe(b.state, in, in.Mem.AlsoIn, also, n), code)
			}
			return code
		}))
	case *ir.SameObject:
		x, y := e.operand(blk, in.X), e.operand(blk, in.Y)
		e.write(blk, in, in.Dst, e.later("same", 1, blk.state, []logic.Term{x, y}, func(*blockState) logic.Term { return e.rules(blk.state).SameObject(x, y) }))
	case *ir.ObjSize:
		addr := e.operand(blk, in.Addr)
		e.write(blk, in, in.Dst, e.later("size", e.p.PtrWidth(), blk.state, []logic.Term{addr}, func(b *blockState) logic.Term { return e.rules(b.state).ObjectSize(addr) }))
	case *ir.Alloc:
		size := e.operand(blk, in.Size)
		if early, ok := e.sizes[in.ID]; ok {
			e.assume(blk, e.b.Eq(early, size))
		} else {
			e.sizes[in.ID] = size
		}
		e.write(blk, in, in.Dst, e.b.BV(e.p.PtrWidth(), e.memory.Layout.Allocs[in.ID]))
	case *ir.Havoc:
		v := e.fresh(fmt.Sprintf("havoc%d", in.ID), e.f.Width(in.Dst))
		e.write(blk, in, in.Dst, v)
		if in.Outside == ir.Choice {
			if w := e.f.Width(in.Dst); w > 1 {
				v = e.b.Not(e.b.Eq(v, e.b.BV(w, 0)))
			}
			e.out.choices = append(e.out.choices, v)
		}
	case *ir.Assume:
		if in.Cond.IsConst(1) {
			e.out.paths[in.ID] = blk.path
			return
		}
		e.assume(blk, e.operand(blk, in.Cond))
	case *ir.AssumeSame:
		e.assumeSame(blk, in.A, in.B)
	case *ir.Forget:
		blk.state = e.forget(blk.state, in)
	case *ir.Assert:
		c := e.operand(blk, in.Cond)
		e.out.defs[in.ID] = []logic.Term{c}
		e.out.Checks = append(e.out.Checks, Check{Assert: in, Path: blk.path, Fails: e.b.Not(c)})
		e.assume(blk, c)
	case *ir.Jump:
	case *ir.Branch:
		e.out.conds[id] = e.operand(blk, in.Cond)
	case *ir.Switch:
		e.out.conds[id] = e.bits(e.operand(blk, in.X))
	case *ir.Return, *ir.Halt:
		e.out.Ends = append(e.out.Ends, blk.path)
	default:
		e.pure(blk, in)
	}
}

// write gives a register its value.
func (e *encoder) write(blk *blockState, in ir.Instr, dst ir.Reg, v logic.Term) {
	if e.f.Width(dst) == 1 && !e.b.Sort(v).IsBool() {
		v = e.b.Eq(v, e.b.BV(1, 1))
	}
	id := in.Base().ID
	e.out.defs[id] = append(e.out.defs[id], v)
	switch e.kinds[dst] {
	case regFlag:
		if e.b.IsTrue(v) {
			e.setFlag(blk, dst)
		}
	case regOnce:
		e.values[dst] = v
	default:
		blk.state = blk.state.set(int(dst), v)
	}
}

// operand gives the value of an operand; width 1 is a Bool.
func (e *encoder) operand(blk *blockState, o ir.Operand) logic.Term {
	switch o.Kind {
	case ir.KindReg:
		return e.register(blk.state, o.Reg)
	case ir.KindConst:
		if o.Width == 1 {
			return e.b.Bool(!o.Val.IsZero())
		}
		return e.constant(o.Width, o.Val)
	}
	return e.b.BV(o.Width, e.memory.Address(o))
}

// bits turns a Bool into a bit-vector of width 1.
func (e *encoder) bits(t logic.Term) logic.Term {
	if e.b.Sort(t).IsBool() {
		return e.b.FromBool(1, t)
	}
	return t
}

func (e *encoder) constant(width int, c ir.Const) logic.Term {
	if width <= 64 {
		return e.b.BV(width, c.Lo)
	}
	return e.b.BVBig(width, c.Big())
}

func (e *encoder) zero(width int) logic.Term { return e.b.BV(width, 0) }

func (e *encoder) plus(t logic.Term, n int) logic.Term {
	if n == 0 {
		return t
	}
	return e.b.Add(t, e.b.BV(e.b.Width(t), uint64(n)))
}
