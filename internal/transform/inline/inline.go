package inline

import (
	"context"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Before the instrumentation: calls of models that synchronize become their bodies. A program calls pthread_mutex_lock, which is one instruction in
// a function of heddle's own. Left as a procedure it would mix up all mutexes of the program (the points-to analysis does not tell calls apart), and
// the reader would find the lock far from where it is taken. Procedures of the program stay procedures.
// Locals that are no longer passed to anybody become registers (promote.go).

const mostInlined = 40 // instructions of a model that is inlined

// Models returns a copy of a program with the models of synchronization inlined. Inlined instructions stand at the call.
func Models(p *ir.Program) *ir.Program {
	n := &inliner{src: p, out: p.Clone(), can: make([]bool, len(p.Funcs))}
	for i, f := range p.Funcs {
		size, syncs, calls := 0, false, false
		for _, b := range f.Blocks {
			size += len(b.Instrs)
			for _, in := range b.Instrs {
				syncs = syncs || ir.IsSync(in)
				switch in.(type) {
				case *ir.Call, *ir.CallPtr:
					calls = true
				}
			}
		}
		n.can[i] = f.Model && syncs && !calls && size <= mostInlined
	}
	for _, f := range n.out.Funcs {
		n.f = f
		for b := 0; b < len(f.Blocks); b++ {
			n.block(f.Blocks[b])
		}
	}
	for _, f := range n.out.Funcs {
		foldBranches(n.out, f)
		dropResults(f)
	}
	promote(n.out)
	return n.out
}

type inliner struct {
	src, out *ir.Program
	f        *ir.Func
	can      []bool
}

// block inlines the calls of a block; what comes behind one whose body branches goes to a new block at the end.
func (n *inliner) block(b *ir.Block) {
	for i := 0; i < len(b.Instrs); i++ {
		c, ok := b.Instrs[i].(*ir.Call)
		if !ok || !n.can[c.Func] {
			continue
		}
		rest := b.Instrs[i+1:]
		b.Instrs = b.Instrs[:i:i]
		body := n.copy(c)
		if len(body) == 1 { // straight
			last := len(body[0].Instrs) - 1
			ret, returns := body[0].Instrs[last].(*ir.Return)
			if !returns { // the end of the thread or of the process
				b.Instrs = append(b.Instrs, body[0].Instrs...)
				return
			}
			b.Instrs = append(b.Instrs, body[0].Instrs[:last]...)
			if c.Dst != ir.NoReg {
				b.Instrs = append(b.Instrs, &ir.Move{Meta: n.meta(c), Dst: c.Dst, X: ret.X})
			}
			b.Instrs = append(b.Instrs, rest...)
			continue
		}
		first := ir.BlockID(len(n.f.Blocks))
		after := &ir.Block{Name: n.name("after"), Instrs: rest}
		b.Instrs = append(b.Instrs, &ir.Jump{Meta: n.meta(c), To: first})
		next := first + ir.BlockID(len(body))
		for _, x := range body {
			if ret, ok := x.Term().(*ir.Return); ok {
				x.Instrs = x.Instrs[:len(x.Instrs)-1]
				if c.Dst != ir.NoReg {
					x.Instrs = append(x.Instrs, &ir.Move{Meta: n.meta(c), Dst: c.Dst, X: ret.X})
				}
				x.Instrs = append(x.Instrs, &ir.Jump{Meta: n.meta(c), To: next})
			}
			n.f.Blocks = append(n.f.Blocks, x)
		}
		n.f.Blocks = append(n.f.Blocks, after)
		return // the new blocks are looked at in their turn
	}
}

func (n *inliner) meta(c *ir.Call) ir.Meta {
	return ir.Meta{ID: n.out.NewID(), Pos: c.Pos, Text: c.Text}
}

func (n *inliner) name(hint string) string { return transform.UniqueName(hint, len(n.f.Blocks)) }

// copy makes the blocks of a callee for one call, with registers and block numbers of the caller.
func (n *inliner) copy(c *ir.Call) []*ir.Block {
	g := n.src.Funcs[c.Func].Clone()
	written := make([]bool, len(g.Regs))
	for in := range g.Instrs() {
		ir.Defs(in, func(r *ir.Reg) { written[*r] = true })
	}
	regs := make([]ir.Reg, len(g.Regs))
	value := make([]ir.Operand, len(g.Regs))
	for r, info := range g.Regs {
		regs[r] = ir.NoReg
		value[r] = ir.Operand{}
		for i, p := range g.Params {
			if int(p) == r && !written[r] {
				value[r] = c.Args[i]
			}
		}
		if !value[r].IsSet() {
			regs[r] = n.f.NewReg(info.Width, info.Name, info.Show)
		}
	}
	base := ir.BlockID(len(n.f.Blocks))
	for k, b := range g.Blocks {
		b.Name = transform.UniqueName(g.Name+"."+b.Name, len(n.f.Blocks)+k)
		for _, in := range b.Instrs {
			m := in.Base()
			*m = n.meta(c)
			ir.Defs(in, func(r *ir.Reg) { *r = regs[*r] })
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind != ir.KindReg {
					return
				}
				if v := value[o.Reg]; v.IsSet() {
					*o = v
				} else {
					o.Reg = regs[o.Reg]
				}
			})
			ir.Targets(in, func(t *ir.BlockID) { *t += base })
			if s, ok := in.(*ir.Spawn); ok && s.Fn.Kind == ir.KindFunc {
				s.Candidates = []ir.FuncID{s.Fn.Func}
			}
		}
	}
	var head []ir.Instr
	for i, p := range g.Params {
		if written[p] {
			head = append(head, &ir.Move{Meta: n.meta(c), Dst: regs[p], X: c.Args[i]})
		}
	}
	g.Blocks[0].Instrs = append(head, g.Blocks[0].Instrs...)
	return g.Blocks
}

// foldBranches takes branches that the arguments of an inlined call decide, as pthread_join does that gives no result. Constants are followed within a block.
func foldBranches(p *ir.Program, f *ir.Func) {
	for _, b := range f.Blocks {
		known := map[ir.Reg]ir.Operand{}
		value := func(o ir.Operand) ir.Operand {
			if k, ok := known[o.Reg]; ok && o.Kind == ir.KindReg {
				return k
			}
			return o
		}
		for i, in := range b.Instrs {
			var got ir.Operand
			var ok bool
			switch in := in.(type) {
			case *ir.Move:
				got = value(in.X)
				ok = got.Kind == ir.KindConst
			case *ir.Unary:
				got, ok = ir.FoldUnary(in.Op, value(in.X), f.Width(in.Dst))
			case *ir.Binary:
				got, ok = in.Fold(value(in.X), value(in.Y))
			case *ir.Branch:
				if c := value(in.Cond); c.Kind == ir.KindConst {
					to := in.Else
					if c.IsConst(1) {
						to = in.Then
					}
					b.Instrs[i] = &ir.Jump{Meta: in.Meta, To: to}
				}
			}
			ir.Defs(in, func(r *ir.Reg) { delete(known, *r) })
			if ok && got.Kind == ir.KindConst {
				ir.Defs(in, func(r *ir.Reg) { known[*r] = got })
			}
		}
	}
	reached := f.Reached()
	for i, b := range f.Blocks {
		if !reached[i] {
			b.Instrs = []ir.Instr{&ir.Unsupported{Meta: ir.Meta{ID: p.NewID()}, What: "never reached"}}
		}
	}
}

// dropResults forgets the results of joins that nobody reads.
func dropResults(f *ir.Func) {
	used := make([]bool, len(f.Regs))
	for in := range f.Instrs() {
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind == ir.KindReg {
				used[o.Reg] = true
			}
		})
	}
	for in := range f.Instrs() {
		if j, ok := in.(*ir.Join); ok && j.Dst != ir.NoReg && !used[j.Dst] {
			j.Dst = ir.NoReg
		}
	}
}

// The passes of this package. Programs that they make are printed and not decided, so their traces have no way back.
var (
	RangesPass = pass("ranges", Ranges)
	ModelsPass = pass("inline", Models)
)

func pass(name string, make func(*ir.Program) *ir.Program) transform.Pass {
	return transform.Pass{Name: name, Run: func(_ context.Context, w *transform.Work) (*transform.Output, error) {
		return &transform.Output{Program: make(w.Program), Back: transform.NoBack(name)}, nil
	}}
}
