package inline

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Threads without calls, with their loops: what proofs through loops start from. Every function that a thread starts with becomes one function that has all it calls
// inside, so that points-to tells calls apart and nothing behind has to know of calls.
//
// A call through a pointer asks which candidate it is; another address ends the execution, as the call would.
//
// A recursive call goes two ways, and both are possible. It enters the function that is active already: its parameters are set and its first block is gone
// to, which makes a loop, and whatever the inner calls do, they do there. Or it is over: its result is arbitrary, and Forget says that all of memory is. The registers of
// the caller are as they were, on that way. A return of the function leads to where its first caller goes on, from inner calls too: that adds executions and loses none.
//
// A call that is over may have started threads. It starts them then on that way: any number of each kind that the function, or one that it calls, may start, in any order, with any
// arguments, and nobody has their handles. So every thread that lives when the caller goes on is one that was started there, and none of them is known to be joined. What
// the threads get at by their arguments is known from the starts themselves, which stand where the function is entered again.
//
// Rejected: to start these threads when the program begins. They would live beside everything that comes before the recursion, which in a driver is all of probe.
//
// Registers that a function may read before it writes them are arbitrary each time it is called.

// mostFlat is how many instructions all threads together may have.
const mostFlat = 300_000

// Threads makes the threads of a program flat. The program must have passed ircheck; candidates of spawns are its threads.
func Threads(p *ir.Program) (*transform.Flat, error) {
	t := &flattener{in: p, out: p.Clone(), flat: &transform.Flat{Origin: map[ir.ID]ir.ID{}, Frames: map[ir.ID]*transform.Frame{}}, loops: map[ir.FuncID]bool{}}
	t.out.NextID = 1
	for i := range t.out.Funcs {
		f := *p.Funcs[i]
		f.Regs, f.Blocks = slices.Clone(f.Regs), nil
		t.out.Funcs[i] = &f
	}
	t.root(p.Entry)
	for i := 0; i < len(t.flat.Roots); i++ { // spawns add more
		if err := t.thread(t.flat.Roots[i]); err != nil {
			return nil, err
		}
	}
	for _, f := range t.out.Funcs {
		if len(f.Blocks) == 0 {
			f.Blocks = []*ir.Block{{Name: "gone", Instrs: []ir.Instr{&ir.Unsupported{Meta: ir.Meta{ID: t.out.NewID()}, What: "inlined where it is called"}}}}
		}
	}
	t.flat.Program = t.out
	return t.flat, nil
}

type flattener struct {
	in, out *ir.Program
	flat    *transform.Flat
	f       *ir.Func // being made
	size    int
	loops   map[ir.FuncID]bool // whether a function may call itself, once asked
}

// frame is a function that is being copied.
type frame struct {
	fn     ir.FuncID
	entry  ir.BlockID
	params []ir.Reg
	dst    ir.Reg
	next   ir.BlockID // where it returns to; -1 in the function that the thread starts with
	caller *frame
	at     *ir.Meta // the call in the user's code, of a model
	shown  *transform.Frame
	known  []ir.Operand // by register of the function: a parameter that it never writes and that is a constant, here
}

func (t *flattener) root(f ir.FuncID) {
	if !slices.Contains(t.flat.Roots, f) {
		t.flat.Roots = append(t.flat.Roots, f)
	}
}

func (t *flattener) thread(id ir.FuncID) error {
	src := t.in.Funcs[id]
	t.f = t.out.Funcs[id]
	t.f.Regs = nil
	fr := &frame{fn: id, next: -1, shown: &transform.Frame{Func: src.Display}}
	if err := t.copy(fr, src); err != nil {
		return err
	}
	t.f.Params = fr.params
	return nil
}

func (t *flattener) block(hint string) (*ir.Block, ir.BlockID) {
	b := &ir.Block{Name: fmt.Sprintf("%s.%d", hint, len(t.f.Blocks))}
	t.f.Blocks = append(t.f.Blocks, b)
	return b, ir.BlockID(len(t.f.Blocks) - 1)
}

// put adds an instruction that stands for one of the input.
func (t *flattener) put(fr *frame, b *ir.Block, in ir.Instr, from *ir.Meta) {
	m := in.Base()
	*m = ir.Meta{ID: t.out.NewID(), Pos: from.Pos, Text: from.Text}
	if fr.at != nil {
		m.Pos, m.Text = fr.at.Pos, fr.at.Text
	}
	t.flat.Origin[m.ID] = from.ID
	t.flat.Frames[m.ID] = fr.shown
	b.Instrs = append(b.Instrs, in)
	t.size++
}

// copy makes the blocks of a function.
func (t *flattener) copy(fr *frame, src *ir.Func) error {
	if t.size > mostFlat {
		return fmt.Errorf("the threads have more than %d instructions once calls are inlined", mostFlat)
	}
	regs := make([]ir.Reg, len(src.Regs))
	for i, r := range src.Regs {
		regs[i] = t.f.NewReg(r.Width, r.Name, r.Show)
	}
	for _, p := range src.Params {
		fr.params = append(fr.params, regs[p])
	}
	blocks := make([]ir.BlockID, len(src.Blocks))
	copies := make([]*ir.Block, len(src.Blocks))
	for i, b := range src.Blocks {
		copies[i], blocks[i] = t.block(src.Name + "." + b.Name)
	}
	fr.entry = blocks[0]
	for _, r := range src.Unwritten(func(ir.Instr) bool { return true }) {
		t.put(fr, copies[0], &ir.Havoc{Dst: regs[r]}, &ir.Meta{})
	}
	for i, b := range src.Blocks {
		to := copies[i]
		for _, in := range b.Instrs {
			from := in.Base()
			c := ir.Clone(in)
			ir.Defs(c, func(r *ir.Reg) { *r = regs[*r] })
			ir.Uses(c, func(o *ir.Operand) {
				switch {
				case o.Kind != ir.KindReg:
				case fr.known != nil && fr.known[o.Reg].IsSet():
					*o = fr.known[o.Reg]
				default:
					o.Reg = regs[o.Reg]
				}
			})
			ir.Targets(c, func(b *ir.BlockID) { *b = blocks[*b] })
			var err error
			switch c := c.(type) {
			case *ir.Call:
				to, err = t.call(fr, to, c.Func, c.Args, c.Dst, from)
			case *ir.CallPtr:
				to, err = t.callPtr(fr, to, c, from)
			case *ir.Return:
				if fr.next < 0 {
					t.put(fr, to, c, from)
					break
				}
				if fr.dst != ir.NoReg && c.X.IsSet() {
					t.put(fr, to, &ir.Move{Dst: fr.dst, X: c.X}, from)
				}
				t.put(fr, to, &ir.Jump{To: fr.next}, from)
			case *ir.Spawn:
				if c.Fn.Kind == ir.KindFunc {
					c.Candidates = []ir.FuncID{c.Fn.Func}
				}
				for _, g := range c.Candidates {
					t.root(g)
				}
				t.put(fr, to, c, from)
			default:
				t.put(fr, to, c, from)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// call puts a function where it is called and gives the block behind.
func (t *flattener) call(fr *frame, b *ir.Block, fn ir.FuncID, args []ir.Operand, dst ir.Reg, from *ir.Meta) (*ir.Block, error) {
	for up := fr; up != nil; up = up.caller {
		if up.fn == fn {
			return t.again(fr, up, b, args, dst, from)
		}
	}
	src := t.in.Funcs[fn]
	after, next := t.block("after")
	in := &frame{fn: fn, dst: dst, next: next, caller: fr, shown: fr.shown}
	at := from
	if fr.at != nil {
		at = fr.at
	}
	if src.Model || src.Unknown { // not what it calls back
		in.at = at
	} else {
		in.shown = &transform.Frame{Func: src.Display, At: at.Pos, Caller: fr.shown}
	}
	in.known = make([]ir.Operand, len(src.Regs))
	for i, p := range src.Params {
		if args[i].Kind != ir.KindReg && !writes(src, p) && !t.recursive(fn) {
			in.known[p] = args[i]
		}
	}
	jump := &ir.Jump{}
	t.put(fr, b, jump, from) // behind the parameters, which are not known yet
	last := len(b.Instrs) - 1
	if err := t.copy(in, src); err != nil {
		return nil, err
	}
	jump.To = in.entry
	b.Instrs = b.Instrs[:last]
	for i, p := range in.params {
		t.put(fr, b, &ir.Move{Dst: p, X: args[i]}, from)
	}
	b.Instrs = append(b.Instrs, jump)
	return after, nil
}

// again is a recursive call.
func (t *flattener) again(fr, up *frame, b *ir.Block, args []ir.Operand, dst ir.Reg, from *ir.Meta) (*ir.Block, error) {
	inner, enter := t.block("again")
	over, next := t.block("over")
	t.either(fr, b, enter, next, from)
	after := t.startAny(fr, over, next, up.fn, from)
	held := make([]ir.Operand, len(args))
	for i, a := range args { // the parameters may be among them
		r := t.f.NewReg(a.Width, "", ir.ShowUnsigned)
		t.put(fr, inner, &ir.Move{Dst: r, X: a}, from)
		held[i] = ir.R(r, a.Width)
	}
	for i, p := range up.params {
		t.put(fr, inner, &ir.Move{Dst: p, X: held[i]}, from)
	}
	t.put(fr, inner, &ir.Jump{To: up.entry}, from)
	t.put(fr, after, &ir.Forget{}, from)
	if dst != ir.NoReg {
		t.put(fr, after, &ir.Havoc{Dst: dst}, from)
	}
	return after, nil
}

// either goes one of two ways.
func (t *flattener) either(fr *frame, b *ir.Block, one, other ir.BlockID, from *ir.Meta) {
	which := t.f.NewReg(1, "", ir.ShowBool)
	t.put(fr, b, &ir.Havoc{Dst: which}, from)
	t.put(fr, b, &ir.Branch{Cond: ir.R(which, 1), Then: one, Else: other}, from)
}

// startAny starts, in a loop, any of the threads that a function may have started, and gives the block behind.
func (t *flattener) startAny(fr *frame, b *ir.Block, loop ir.BlockID, fn ir.FuncID, from *ir.Meta) *ir.Block {
	for _, s := range t.started(fn) {
		body, one := t.block("starts")
		behind, other := t.block("or")
		t.either(fr, b, one, other, from)
		again := &ir.Spawn{Dst: ir.NoReg, Fn: s.Fn, Candidates: s.Candidates, Outlives: s.Outlives}
		for _, a := range s.Args {
			r := t.f.NewReg(a.Width, "", ir.ShowUnsigned)
			t.put(fr, body, &ir.Havoc{Dst: r}, from)
			again.Args = append(again.Args, ir.R(r, a.Width))
		}
		t.put(fr, body, again, from)
		t.put(fr, body, &ir.Jump{To: loop}, from)
		b = behind
	}
	return b
}

// started lists the kinds of threads that a function or one that it calls starts, each once, as starts of known functions. Those that act for undefined functions are not among
// them: package extern starts them before a recursion begins.
func (t *flattener) started(fn ir.FuncID) (out []*ir.Spawn) {
	calledFrom(t.in, fn, func(in ir.Instr) {
		s, ok := in.(*ir.Spawn)
		if !ok {
			return
		}
		kinds := s.Candidates
		if s.Fn.Kind == ir.KindFunc {
			kinds = []ir.FuncID{s.Fn.Func}
		}
		for _, g := range kinds {
			known := slices.ContainsFunc(out, func(o *ir.Spawn) bool { return o.Fn.Func == g && o.Outlives == s.Outlives })
			if known || t.in.Funcs[g].Unknown && t.in.Funcs[g].Back {
				continue
			}
			t.root(g)
			out = append(out, &ir.Spawn{Fn: ir.F(g, t.in.PtrWidth()), Args: s.Args, Candidates: []ir.FuncID{g}, Outlives: s.Outlives})
		}
	})
	return out
}

// callPtr asks for the candidates one by one.
func (t *flattener) callPtr(fr *frame, b *ir.Block, c *ir.CallPtr, from *ir.Meta) (*ir.Block, error) {
	fits := func(fn ir.FuncID) bool {
		g := t.in.Funcs[fn]
		if len(g.Params) != len(c.Args) || c.Dst != ir.NoReg && g.RetWidth != t.f.Width(c.Dst) {
			return false
		}
		for i, p := range g.Params {
			if g.Width(p) != c.Args[i].Width {
				return false
			}
		}
		return true
	}
	if c.Ptr.Kind == ir.KindFunc && fits(c.Ptr.Func) {
		return t.call(fr, b, c.Ptr.Func, c.Args, c.Dst, from)
	}
	behind, next := t.block("behind")
	for _, fn := range c.Candidates {
		is := t.f.NewReg(1, "", ir.ShowBool)
		yes, then := t.block("calls")
		no, other := t.block("or")
		t.put(fr, b, &ir.Binary{Dst: is, Op: ir.Eq, X: c.Ptr, Y: ir.F(fn, c.Ptr.Width)}, from)
		t.put(fr, b, &ir.Branch{Cond: ir.R(is, 1), Then: then, Else: other}, from)
		if !fits(fn) {
			t.put(fr, yes, &ir.Unsupported{What: "a call of a function with other parameters"}, from)
			b = no
			continue
		}
		end, err := t.call(fr, yes, fn, c.Args, c.Dst, from)
		if err != nil {
			return nil, err
		}
		t.put(fr, end, &ir.Jump{To: next}, from)
		b = no
	}
	t.put(fr, b, &ir.Assume{Cond: ir.K(1, 0)}, from)
	t.put(fr, b, &ir.Jump{To: next}, from)
	return behind, nil
}

// writes reports whether a function writes a register.
func writes(f *ir.Func, r ir.Reg) (yes bool) {
	for in := range f.Instrs() {
		ir.Defs(in, func(d *ir.Reg) { yes = yes || *d == r })
	}
	return yes
}

// recursive reports whether a function may call itself.
func (t *flattener) recursive(f ir.FuncID) bool {
	if known, ok := t.loops[f]; ok {
		return known
	}
	found := false
	calledFrom(t.in, f, func(in ir.Instr) { found = found || slices.Contains(ir.Callees(in), f) })
	t.loops[f] = found
	return found
}

// calledFrom visits the instructions of a function and of all that it calls.
func calledFrom(p *ir.Program, f ir.FuncID, visit func(ir.Instr)) {
	for _, g := range graph.Reach(func(g ir.FuncID) []ir.FuncID { return p.Funcs[g].Callees() }, f) {
		for in := range p.Funcs[g].Instrs() {
			visit(in)
		}
	}
}
