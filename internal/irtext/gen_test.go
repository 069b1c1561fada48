package irtext_test

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Random programs that keep the rules of ircheck and use every field of the IR. They make no sense as programs: the
// point is the text form, not the execution.

type gen struct {
	*rapid.T
	p *ir.Program
	f *ir.Func
}

func draw[T any](g *gen, what string, r *rapid.Generator[T]) T { return r.Draw(g.T, what) }

func (g *gen) n(lo, hi int) int { return draw(g, "n", rapid.IntRange(lo, hi)) }
func (g *gen) bool() bool       { return draw(g, "b", rapid.Bool()) }
func (g *gen) rarely() bool     { return g.n(0, 3) == 0 }
func (g *gen) width() int {
	return draw(g, "w", rapid.SampledFrom([]int{1, 7, 8, 16, 32, 32, 33, 64, 64, 128}))
}
func (g *gen) show() ir.Show { return ir.Show(g.n(0, int(ir.ShowChar))) }
func (g *gen) ptr() int      { return g.p.PtrWidth() }
func (g *gen) name() string {
	return draw(g, "name", rapid.OneOf(
		rapid.SampledFrom([]string{"", "x", "x", "y", "x.1", "7", "e->x", "a b", "\"q\"", "é", "\xff", "entry", "main"}),
		rapid.StringN(0, 4, 8)))
}

func (g *gen) pos() source.Range {
	if g.bool() {
		return source.Range{}
	}
	r := source.At(g.name(), g.n(0, 99), g.n(0, 9))
	if g.bool() {
		r.EndLine, r.EndCol = g.n(0, 99), g.n(0, 9)
	}
	return r
}

func (g *gen) constant(width int) ir.Const {
	lo := draw(g, "lo", rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, math.MaxUint64, math.MaxUint64 - 2, 1 << 31})))
	hi := draw(g, "hi", rapid.SampledFrom([]uint64{0, 1, math.MaxUint64, 1 << 63}))
	return ir.Const{Lo: lo, Hi: hi}.Truncate(width)
}

// reg is a register of a width: at random an existing one, or a new one.
func (g *gen) reg(width int) ir.Reg {
	if g.bool() {
		start := g.n(0, len(g.f.Regs))
		for i := range g.f.Regs {
			if r := (start + i) % len(g.f.Regs); g.f.Regs[r].Width == width {
				return ir.Reg(r)
			}
		}
	}
	return g.f.NewReg(width, g.name(), g.show())
}

func (g *gen) maybe(width int) ir.Reg {
	if g.rarely() {
		return ir.NoReg
	}
	return g.reg(width)
}

// other is an optional register that differs from r.
func (g *gen) other(r ir.Reg, width int) ir.Reg {
	if o := g.maybe(width); o != r {
		return o
	}
	return ir.NoReg
}

func (g *gen) op(width int) ir.Operand {
	if width == g.ptr() {
		switch g.n(0, 5) {
		case 0:
			for i, gl := range g.p.Globals {
				if !gl.ThreadLocal {
					return ir.Operand{Kind: ir.KindGlobal, Width: width, Global: ir.GlobalID(i), Val: g.constant(width)}
				}
			}
		case 1:
			return ir.F(g.fn(), width)
		}
	}
	if g.bool() {
		return ir.KConst(width, g.constant(width))
	}
	return ir.R(g.reg(width), width)
}

func (g *gen) addr() ir.Operand { return g.op(g.ptr()) }
func (g *gen) cond() ir.Operand { return g.op(1) }
func (g *gen) fn() ir.FuncID    { return ir.FuncID(g.n(0, len(g.p.Funcs)-1)) }

func (g *gen) mem(size int) ir.Mem {
	m := ir.Mem{
		Region: ir.RegionID(g.n(0, len(g.p.Regions)-1)), Addr: g.addr(), Size: size,
		Mark: ir.Mark(g.n(0, 2)), Excused: g.rarely(), Name: g.name(), Field: g.name(), Overlay: g.rarely(), Show: g.show(),
	}
	if m.Mark == ir.MarkAtomic {
		m.Order = ir.Order(g.n(0, int(ir.AcqRel)))
	}
	return m
}

func (g *gen) args(f ir.FuncID) []ir.Operand {
	var xs []ir.Operand
	h := g.p.Funcs[f]
	for _, r := range h.Params {
		xs = append(xs, g.op(h.Width(r)))
	}
	return xs
}

func (g *gen) result(f ir.FuncID) ir.Reg {
	if w := g.p.Funcs[f].RetWidth; w != 0 {
		return g.maybe(w)
	}
	return ir.NoReg
}

// lives picks a region that can say which objects ended, or none.
func (g *gen) lives() ir.RegionID {
	for i, r := range g.p.Regions {
		if r.Ghost && r.Width == 1 && r.Lives == 0 && g.bool() {
			return ir.RegionID(i)
		}
	}
	return 0
}

// span is an access to a range.
func (g *gen) span() ir.Mem {
	m := g.mem(1)
	m.Len = g.addr()
	return m
}

func (g *gen) instr() ir.Instr {
	size := draw(g, "size", rapid.SampledFrom([]int{1, 2, 4, 8, 3, 16}))
	w := g.width()
	fl := draw(g, "float", rapid.SampledFrom([]int{32, 64}))
	switch k := g.n(0, 45); k {
	case 45:
		return &ir.Holds{Dst: g.reg(32), Obj: g.addr()}
	case 44:
		return &ir.Scan{Dst: g.reg(g.p.PtrWidth()), Mem: g.span(), Val: g.op(8), Part: g.bool()}
	case 41:
		in := &ir.Fill{Mem: g.span()}
		if g.bool() {
			in.Val = g.op(8)
		} else {
			in.Outside = g.bool()
		}
		return in
	case 42:
		in := &ir.Copy{Mem: g.span(), Src: g.mem(1)}
		in.Src.Mark, in.Src.Order, in.Src.Excused = in.Mem.Mark, in.Mem.Order, in.Mem.Excused
		return in
	case 43:
		in := &ir.Touch{Mem: g.span(), Write: g.bool()}
		if g.bool() {
			in.Mem.Within = ir.RegionID(g.n(0, len(g.p.Regions)-1))
			in.Mem.Also, in.Mem.AlsoIn = g.addr(), ir.RegionID(g.n(0, len(g.p.Regions)-1))
		}
		return in
	case 40:
		r := ir.RegionID(g.n(0, len(g.p.Regions)-1))
		if r == 0 {
			return &ir.Fence{}
		}
		g.p.Regions[r].Guess = true
		return &ir.AssumeSame{A: r, B: r}
	case 38:
		in := &ir.Probe{Dst: g.reg(2), Mem: g.mem(size)}
		if len(g.p.Globals) > 0 && g.n(0, 1) == 1 {
			in.Frees = []ir.Object{{Global: ir.GlobalID(g.n(0, len(g.p.Globals)-1))}}
		}
		return in
	case 39:
		return &ir.SameObject{Dst: g.reg(1), X: g.addr(), Y: g.addr()}
	case 0:
		return &ir.Move{Dst: g.reg(w), X: g.op(w)}
	case 1:
		return &ir.Unary{Dst: g.reg(w), Op: draw(g, "op", rapid.SampledFrom([]ir.UnOp{ir.Not, ir.Neg, ir.PtrToInt, ir.ZExt, ir.Trunc, ir.SExt})), X: g.op(w)}
	case 2:
		return &ir.Unary{Dst: g.reg(128), Op: draw(g, "op", rapid.SampledFrom([]ir.UnOp{ir.ZExt, ir.SExt, ir.FToS, ir.FToU})), X: g.op(fl)}
	case 3:
		return &ir.Unary{Dst: g.reg(fl), Op: draw(g, "op", rapid.SampledFrom([]ir.UnOp{ir.SToF, ir.UToF})), X: g.op(w)}
	case 4:
		return &ir.Unary{Dst: g.reg(fl), Op: ir.FToF, X: g.op(96 - fl)}
	case 5:
		op := draw(g, "op", rapid.SampledFrom(ir.BinOps()))
		in := &ir.Binary{Op: op}
		if op.IsFloat() {
			w = fl
		}
		in.X, in.Y = g.op(w), g.op(w)
		if op.IsCompare() {
			in.Layout = op >= ir.ULt && op <= ir.SLe && g.bool()
			w = 1
		}
		in.Exact = op <= ir.Mul && w >= 8 && w <= 64 && g.bool()
		in.Dst = g.reg(w)
		return in
	case 6:
		return &ir.Extract{Dst: g.reg(7), X: g.op(32), Lo: g.n(0, 25)}
	case 7:
		return &ir.Concat{Dst: g.reg(39), Hi: g.op(7), Lo: g.op(32)}
	case 8:
		return &ir.Ite{Dst: g.reg(w), Cond: g.cond(), X: g.op(w), Y: g.op(w)}
	case 9:
		return &ir.Load{Dst: g.reg(8 * size), Mem: g.mem(size)}
	case 10:
		return &ir.Store{Mem: g.mem(size), Val: g.op(8 * size)}
	case 11:
		return &ir.RMW{Dst: g.maybe(8 * size), Op: draw(g, "op", rapid.SampledFrom(ir.RMWOps())), Mem: g.mem(size), Val: g.op(8 * size)}
	case 12:
		d := g.maybe(8 * size)
		return &ir.CAS{Dst: d, OK: g.other(d, 1), Mem: g.mem(size), Expected: g.op(8 * size), New: g.op(8 * size), Weak: g.bool()}
	case 13:
		return &ir.Alloc{Dst: g.reg(g.ptr()), Size: g.addr(), Align: 1 << g.n(0, 6), Stack: g.bool(), Zero: g.bool(), Name: g.name()}
	case 14:
		in := &ir.Free{Addr: g.addr(), Stack: g.bool(), Lives: g.lives()}
		if len(g.p.Globals) > 0 && g.rarely() {
			in.Objects = []ir.Object{{Global: ir.GlobalID(g.n(0, len(g.p.Globals)-1))}}
		}
		return in
	case 15:
		for i, gl := range g.p.Globals {
			if gl.ThreadLocal {
				return &ir.TLSAddr{Dst: g.reg(g.ptr()), Global: ir.GlobalID(i)}
			}
		}
		return &ir.Fence{Order: ir.Order(g.n(0, int(ir.AcqRel)))}
	case 16:
		return &ir.ObjSize{Dst: g.reg(g.ptr()), Addr: g.addr()}
	case 17:
		in := &ir.Havoc{Dst: g.reg(w), Outside: ir.Outside(g.n(0, int(ir.Answer)))}
		if in.Outside == ir.Choice {
			in.What = "x" + g.name()
		}
		return in
	case 18:
		return &ir.Assume{Cond: g.cond()}
	case 19:
		return &ir.Assert{Cond: g.cond(), Kind: draw(g, "kind", rapid.SampledFrom([]string{"assert", "race"})), Msg: g.name()}
	case 20:
		f := g.fn()
		return &ir.Call{Dst: g.result(f), Func: f, Args: g.args(f)}
	case 21:
		f := g.fn()
		in := &ir.CallPtr{Dst: g.result(f), Ptr: g.addr(), Args: g.args(f), Candidates: []ir.FuncID{f}}
		if g.rarely() {
			in.Candidates = nil
		}
		return in
	case 22:
		f := g.fn()
		in := &ir.Spawn{Dst: g.maybe(g.ptr()), Fn: g.addr(), Args: g.args(f), Candidates: []ir.FuncID{f}, Outlives: g.bool()}
		if in.Fn.Kind == ir.KindFunc {
			in.Fn.Func = f
		}
		if g.bool() {
			m := g.mem(draw(g, "size", rapid.SampledFrom([]int{g.ptr() / 8, 4})))
			in.ID = &m
		}
		return in
	case 23:
		d := g.maybe(w)
		return &ir.Join{Dst: d, Status: g.other(d, 32), Thread: g.addr(), Try: k == g.n(0, 50), Timed: false}
	case 24:
		return &ir.Self{Dst: g.reg(g.ptr())}
	case 25:
		return &ir.SyncInit{Obj: g.addr(), What: draw(g, "kind", rapid.SampledFrom([]ir.SyncKind{ir.SyncMutex, ir.SyncSem, ir.SyncBarrier})), Arg: g.op(32)}
	case 26:
		return &ir.SyncInit{Obj: g.addr(), What: draw(g, "kind", rapid.SampledFrom([]ir.SyncKind{ir.SyncRWLock, ir.SyncSpin, ir.SyncCond}))}
	case 27:
		return &ir.SyncDestroy{Obj: g.addr()}
	case 28:
		try := g.bool()
		return &ir.Lock{Status: g.maybe(32), Obj: g.addr(), Shared: g.bool(), Try: try, Timed: !try && g.bool()}
	case 29:
		return &ir.Unlock{Status: g.maybe(32), Obj: g.addr()}
	case 30:
		return &ir.Wait{Cond: g.addr(), Mutex: g.addr()}
	case 31:
		return &ir.Wake{Cond: g.addr(), Status: g.maybe(32), Timed: g.bool()}
	case 32:
		return &ir.Signal{Cond: g.addr(), All: g.bool()}
	case 33:
		timed := g.bool()
		return &ir.Down{Status: g.maybe(32), Obj: g.addr(), Timed: timed, Try: !timed && g.bool()}
	case 34:
		return &ir.Up{Obj: g.addr()}
	case 35:
		return &ir.SemValue{Dst: g.reg(32), Obj: g.addr()}
	case 36:
		d := g.reg(32)
		return &ir.Arrive{Ticket: d, Last: g.other(d, 1), Obj: g.addr()}
	default:
		return &ir.Pass{Obj: g.addr(), Ticket: g.op(32)}
	}
}

func (g *gen) term(entry bool, blocks int) ir.Instr {
	to := func() ir.BlockID { return ir.BlockID(g.n(0, blocks-1)) }
	switch g.n(0, 7) {
	case 0:
		return &ir.Jump{To: to()}
	case 1:
		return &ir.Branch{Cond: g.cond(), Then: to(), Else: to()}
	case 2:
		w := g.width()
		in := &ir.Switch{X: g.op(w), Default: to()}
		for i := g.n(0, 3); i > 0; i-- {
			c := ir.Case{Lo: g.constant(w), To: to()}
			c.Hi = c.Lo
			if g.bool() {
				c.Lo = ir.Const{}
			}
			in.Cases = append(in.Cases, c)
		}
		return in
	case 3:
		in := &ir.Halt{Main: g.bool(), Outside: g.bool()}
		if g.bool() {
			in.Code = g.op(32)
		}
		return in
	case 4:
		in := &ir.ThreadExit{}
		if g.bool() {
			in.X = g.op(g.width())
		}
		return in
	case 5:
		return &ir.Unsupported{What: g.name()}
	}
	if entry {
		return &ir.Halt{}
	}
	in := &ir.Return{}
	if g.f.RetWidth > 0 {
		in.X = g.op(g.f.RetWidth)
	}
	return in
}

// program makes a random program.
func program(t *rapid.T) *ir.Program {
	g := &gen{T: t, p: &ir.Program{Model: ir.DataModel(rapid.IntRange(0, 2).Draw(t, "model")), KeepsLocks: rapid.Bool().Draw(t, "keeps locks")}}
	p := g.p
	for i := g.n(1, 3); i > 0; i-- {
		p.Regions = append(p.Regions, ir.Region{Name: g.name()})
	}
	p.Regions[0].Name = "mem"
	for i := g.n(0, 2); i > 0; i-- {
		p.Assumed = append(p.Assumed, ir.Assumption{Text: g.name(), Pos: g.pos(), ForbidsProved: g.bool()})
	}
	for i := g.n(0, 3); i > 0; i-- {
		gl := &ir.Global{
			Name: fmt.Sprintf("%s%d", g.name(), i), Display: g.name(), Size: int64(g.n(0, 9)), Align: 1 << g.n(0, 4),
			ThreadLocal: g.bool(), Const: g.bool(), External: g.bool(), Pos: g.pos(),
		}
		gl.Named = g.bool()
		gl.Outside = gl.External && g.bool()
		gl.Literal = gl.Const && !gl.External && !gl.ThreadLocal && g.bool()
		if !gl.External && gl.Size > 0 {
			gl.Init = draw(g, "init", rapid.SliceOfN(rapid.Byte(), 0, int(gl.Size)))
		}
		p.Globals = append(p.Globals, gl)
	}
	funcs := g.n(1, 3)
	p.Entry = ir.FuncID(g.n(0, funcs-1))
	for i := 0; i < funcs; i++ {
		g.f = &ir.Func{Name: fmt.Sprintf("%s%d", g.name(), i), Display: g.name(), Model: g.bool(), Named: g.bool(), Elsewhere: g.bool(), Unknown: g.bool(), Pos: g.pos()}
		if g.bool() {
			g.f.Says = ir.Says{Leaves: g.name(), Picks: g.bool(), Ends: g.bool(), Dies: g.bool()}
			g.f.Says.Enters = g.name()
			g.f.Says.Alone = g.f.Says.Enters != "" && g.bool()
		}
		if g.f.Unknown {
			g.f.Uses = draw(g, "uses", rapid.SliceOfN(rapid.Int64Range(ir.UsesLater, 64), 0, 2))
			if len(g.f.Uses) == 0 {
				g.f.Uses = nil
			}
		}
		if g.bool() {
			g.f.Given = g.name()
		}
		for j := g.n(0, 2); j > 0; j-- {
			g.f.NewReg(g.width(), g.name(), g.show())
		}
		if ir.FuncID(i) != p.Entry {
			for r := range g.f.Regs { // backwards: parameters need not be the first registers in order
				g.f.Params = append([]ir.Reg{ir.Reg(r)}, g.f.Params...)
			}
			if g.bool() {
				g.f.RetWidth = g.width()
			}
		}
		p.Funcs = append(p.Funcs, g.f)
	}
	for _, gl := range p.Globals {
		if n := p.PtrWidth() / 8; len(gl.Init) >= n && g.bool() {
			gl.Literal = false
			gl.Relocs = []ir.Reloc{{Offset: int64(len(gl.Init) - n), Target: ir.F(g.fn(), p.PtrWidth())}}
		}
	}
	if len(p.Globals) > 0 && g.bool() {
		o := ir.Object{Global: ir.GlobalID(g.n(0, len(p.Globals)-1))}
		if g.bool() {
			p.Regions = append(p.Regions, ir.Region{Name: g.name(), Width: 1, Ghost: true, Cells: []ir.Extent{{Object: o, Stride: 1, Count: 1}}})
		}
		p.Regions = append(p.Regions, ir.Region{
			Name: g.name(), Width: 1, Ghost: g.bool(), Guess: g.bool(), Lives: g.lives(),
			Cells: []ir.Extent{{Object: o, Offset: int64(g.n(0, 3)), Stride: 1, Count: int64(g.n(1, 3))}},
		})
	}
	for i, f := range p.Funcs {
		g.f = f
		blocks := g.n(1, 3)
		for b := 0; b < blocks; b++ {
			blk := &ir.Block{Name: fmt.Sprintf("%s%d", g.name(), b)}
			for j := g.n(0, 5); j > 0; j-- {
				blk.Instrs = append(blk.Instrs, g.instr())
			}
			if g.rarely() {
				blk.Instrs = append(blk.Instrs, &ir.AtomicBegin{}, &ir.AtomicEnd{})
			}
			blk.Instrs = append(blk.Instrs, g.term(ir.FuncID(i) == p.Entry, blocks))
			for _, in := range blk.Instrs {
				p.NextID += ir.ID(g.n(0, 2)) // IDs may have gaps
				m := in.Base()
				m.ID, m.Pos, m.Text = p.NewID(), g.pos(), g.name()
			}
			f.Blocks = append(f.Blocks, blk)
		}
	}
	return p
}
