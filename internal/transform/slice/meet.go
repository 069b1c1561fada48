package slice

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The end of a path on which two threads are about to race: both come to their accesses, and the check says that these do not touch a common byte. An access inside of a section is come to
// by what the section does before it; both threads stand before their sections by then, so nobody notices, and in the trace that comes of it they still do. That the two are valid is assumed: others race with nothing.
//
// Of an access of a range only its place is compared with nothing: whether it is a race is left to the judge who runs the trace.

// meet ends the path.
func (w *walk) meet(stops []trace.Stop) error {
	if len(stops) != 2 {
		return fmt.Errorf("slice: %d threads stop at the end of this trace", len(stops))
	}
	for _, s := range stops {
		f := w.places[s.Instr].f
		w.next[f] = nil
		if err := w.before(f, s.Instr); err != nil {
			return err
		}
	}
	var mems []ir.Mem
	for _, s := range stops {
		id := s.Instr
		if s.Access != 0 {
			id = s.Access
		}
		at := w.places[s.Instr]
		if err := w.into(at, w.places[id]); err != nil {
			return err
		}
		m, _, _ := ir.AccessOf(w.At(id))
		if m == nil {
			return fmt.Errorf("slice: instruction %d accesses nothing", id)
		}
		c := *m
		c.Addr = w.operand(at.f, m.Addr)
		mems = append(mems, c)
	}
	a := &ir.Assert{Meta: ir.Meta{Pos: w.At(stops[0].Instr).Base().Pos}, Cond: w.apart(mems[0], mems[1]), Kind: string(verdict.KindRace)}
	w.add(a)
	w.check = a.ID
	return nil
}

// into brings a thread from the beginning of a section to an access inside of it. Nothing says which way it goes, so it goes by all that lead there.
func (w *walk) into(at, to place) error {
	fn := w.p.Funcs[at.f]
	if at.block != to.block {
		inside, ok := w.through(at.f, at.block, to.block)
		if !ok || at.f != to.f {
			return fmt.Errorf("slice: a section of %s does not lead to its access", fn.Name)
		}
		list, term := fn.Blocks[at.block].Instrs, fn.Blocks[at.block].Term()
		w.hurry(at.f, list[at.index:len(list)-1])
		w.ahead[term.Base().ID] = true
		for _, b := range inside {
			for _, in := range fn.Blocks[b].Instrs {
				w.ahead[in.Base().ID] = true
			}
		}
		w.ways(at.f, term, inside, to.block)
		at = place{f: to.f, block: to.block}
	}
	if to.index < at.index {
		return fmt.Errorf("slice: a section of %s does not lead to its access", fn.Name)
	}
	w.hurry(at.f, fn.Blocks[at.block].Instrs[at.index:to.index])
	return nil
}

// hurry emits instructions beyond the end of the trace.
func (w *walk) hurry(f int, list []ir.Instr) {
	for _, in := range list {
		w.ahead[in.Base().ID] = true
		w.instr(f, in)
	}
}

// apart is the condition that two accesses touch no common byte.
func (w *walk) apart(x, y ir.Mem) ir.Operand {
	if x.Len.IsSet() || y.Len.IsSet() {
		return ir.K(1, 0)
	}
	for _, m := range []ir.Mem{x, y} {
		w.add(&ir.Load{Dst: w.f.NewReg(8*m.Size, "", ir.ShowUnsigned), Mem: m})
	}
	behind := func(a, b ir.Mem) ir.Operand { // a begins where b is over, or behind that
		end := w.f.NewReg(a.Addr.Width, "", ir.ShowUnsigned)
		w.add(&ir.Binary{Dst: end, Op: ir.Add, X: b.Addr, Y: ir.K(a.Addr.Width, uint64(b.Size))})
		r := w.f.NewReg(1, "", ir.ShowBool)
		w.add(&ir.Binary{Dst: r, Op: ir.ULe, X: ir.R(end, a.Addr.Width), Y: a.Addr})
		return ir.R(r, 1)
	}
	r := w.f.NewReg(1, "", ir.ShowBool)
	w.add(&ir.Binary{Dst: r, Op: ir.Or, X: behind(x, y), Y: behind(y, x)})
	return ir.R(r, 1)
}
