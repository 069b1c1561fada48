package slice

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The end of a path on which two threads are about to race: both come to their accesses, and the check says that these do not touch a common byte. An access inside of a section is come to
// by what the section does before it; both threads stand before their sections by then, so nobody notices, and in the trace that comes of it they still do. A section that would have to wait does not begin, and races with nothing: so once the two were compared, the path goes on to the end
// of the section. That the two are valid is assumed: others race with nothing.
//
// Ranges are compared by where they begin and how long they are; that they are valid is left to the judge who runs the trace. What is copied is read in one range and written in another.
//
// A free is a write of the whole object, so it races with whatever lies in one object with it.

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
	var ends []end
	for _, s := range stops {
		id := s.Instr
		if s.Access != 0 {
			id = s.Access
		}
		at := w.places[s.Instr]
		if err := w.into(at, w.places[id]); err != nil {
			return err
		}
		e := end{}
		if m, _, writes := ir.AccessOf(w.At(id)); m != nil {
			e.take(w, at.f, *m, writes)
			if from := ir.SourceOf(w.At(id)); from != nil {
				c := *from
				c.Len = m.Len
				e.take(w, at.f, c, false)
			}
		} else if fr, ok := w.At(id).(*ir.Free); ok {
			e.addr, e.free, e.objects = w.operand(at.f, fr.Addr), true, w.heap(fr)
		} else {
			return fmt.Errorf("slice: instruction %d accesses nothing", id)
		}
		ends = append(ends, e)
	}
	a := &ir.Assert{Meta: ir.Meta{Pos: w.At(stops[0].Instr).Base().Pos}, Cond: w.apart(ends[0], ends[1]), Kind: string(verdict.KindRace)}
	for _, s := range stops {
		if _, begins := w.At(s.Instr).(*ir.AtomicBegin); begins && s.Access != 0 {
			w.beyond(w.places[s.Instr], w.places[s.Access])
		}
	}
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
		w.rush(at.f, term, inside)
		w.ways(at.f, term, inside, to.block, nil)
		at = place{f: to.f, block: to.block}
	}
	if to.index < at.index {
		return fmt.Errorf("slice: a section of %s does not lead to its access", fn.Name)
	}
	w.hurry(at.f, fn.Blocks[at.block].Instrs[at.index:to.index])
	return nil
}

// beyond brings a thread from an access inside of a section to the end of the section, by all ways. A check that fails ends it too.
func (w *walk) beyond(begin, access place) {
	f, fn, j := begin.f, w.p.Funcs[begin.f], w.joinsOf(begin.f)
	upto := w.section(begin)
	list := fn.Blocks[access.block].Instrs
	from := w.cur
	w.done = w.block("done")
	done := w.cur
	w.cur = from
	if n, ends := upto[access.block]; ends {
		w.hurry(f, list[access.index:n])
	} else {
		w.hurry(f, list[access.index:len(list)-1])
		reached := map[ir.BlockID]bool{access.block: true}
		var inside []ir.BlockID
		for _, b := range j.order[j.at[access.block]:] {
			if !reached[b] {
				continue
			}
			if b != access.block {
				inside = append(inside, b)
			}
			if _, ends := upto[b]; ends {
				continue
			}
			for _, t := range fn.Next(b) {
				reached[t] = true
			}
		}
		w.rush(f, list[len(list)-1], inside)
		w.ways(f, list[len(list)-1], inside, nowhere, upto)
	}
	w.add(&ir.Jump{To: w.done})
	w.cur, w.done = done, 0
}

// section is the blocks that a section ends in, and how much of each belongs to it.
func (s *Fields) section(begin place) map[ir.BlockID]int {
	fn, j := s.p.Funcs[begin.f], s.joinsOf(begin.f)
	depth, upto := map[ir.BlockID]int{}, map[ir.BlockID]int{}
	for _, b := range j.order[j.at[begin.block]:] {
		from, d := 0, depth[b]
		switch {
		case b == begin.block:
			from = begin.index
		case d == 0:
			continue
		}
		n, left := over(fn.Blocks[b].Instrs[from:], d)
		switch {
		case left == 0:
			upto[b] = from + n
		case len(fn.Next(b)) == 0: // the thread ends
			upto[b] = len(fn.Blocks[b].Instrs) - 1
		default:
			for _, t := range fn.Next(b) {
				depth[t] = left
			}
		}
	}
	return upto
}

// findInside finds the checks inside of sections.
func (s *Fields) findInside() {
	s.inside = map[ir.ID]bool{}
	for t := range transform.Threads(s.p) {
		fn, depth := s.p.Funcs[t], map[ir.BlockID]int{}
		for _, b := range s.joinsOf(t).order {
			d := depth[b]
			for _, in := range fn.Blocks[b].Instrs {
				switch in.(type) {
				case *ir.AtomicBegin:
					d++
				case *ir.AtomicEnd:
					d--
				case *ir.Assert:
					s.inside[in.Base().ID] = d > 0
				}
			}
			for _, t := range fn.Next(b) {
				depth[t] = d
			}
		}
	}
}

// over is the number of instructions of a list that lie in sections, if depth of them began before it, and how many are still open behind it.
func over(list []ir.Instr, depth int) (n, left int) {
	for i, in := range list {
		switch in.(type) {
		case *ir.AtomicBegin:
			depth++
		case *ir.AtomicEnd:
			if depth--; depth == 0 {
				return i + 1, 0
			}
		}
	}
	return len(list), depth
}

// hurry emits instructions beyond the end of the trace.
func (w *walk) hurry(f int, list []ir.Instr) {
	for _, in := range list {
		w.ahead[in.Base().ID] = true
		w.instr(f, in)
	}
}

// rush takes note that a way through some blocks lies beyond the end of the trace.
func (w *walk) rush(f int, term ir.Instr, inside []ir.BlockID) {
	w.ahead[term.Base().ID] = true
	for _, b := range inside {
		for _, in := range w.p.Funcs[f].Blocks[b].Instrs {
			w.ahead[in.Base().ID] = true
		}
	}
}

// end is one of the two accesses that a path ends before.
type end struct {
	addr    ir.Operand
	mems    []touched   // what it accesses, if it is no free
	free    bool        // it is a free
	objects []ir.Object // that it may end
}

// touched is memory that is accessed.
type touched struct {
	ir.Mem
	writes bool
}

// take adds memory that an instruction of a thread accesses.
func (e *end) take(w *walk, f int, m ir.Mem, writes bool) {
	m.Addr = w.operand(f, m.Addr)
	if m.Len.IsSet() {
		m.Len = w.operand(f, m.Len)
	}
	if len(e.mems) == 0 {
		e.addr = m.Addr
	}
	e.mems = append(e.mems, touched{m, writes})
}

// heap is what a free may end of what the path makes.
func (w *walk) heap(fr *ir.Free) (out []ir.Object) {
	if w.fit == AsSliced {
		return slices.DeleteFunc(slices.Clone(fr.Objects), func(o ir.Object) bool {
			return o.Alloc == 0 || w.At(o.Alloc).(*ir.Alloc).Stack
		})
	}
	for in := range w.f.Instrs() {
		if a, ok := in.(*ir.Alloc); ok && !a.Stack && slices.Contains(fr.Objects, ir.Object{Alloc: a.ID}) {
			out = append(out, ir.Object{Alloc: a.ID})
		}
	}
	slices.SortFunc(out, func(x, y ir.Object) int { return int(x.Alloc) - int(y.Alloc) })
	return out
}

// apart is the condition that two accesses touch no common byte that one of them writes.
func (w *walk) apart(x, y end) ir.Operand {
	for _, e := range []end{x, y} {
		switch {
		case e.free && len(e.objects) == 0:
			return ir.K(1, 1)
		case e.free:
			w.valid(ir.Probe{Mem: ir.Mem{Addr: e.addr, Size: 1}, Frees: e.objects})
		case e.mems[0].Len.IsSet():
		case w.fit == AsSliced:
			w.valid(ir.Probe{Mem: e.mems[0].Mem})
		default:
			w.add(&ir.Load{Dst: w.f.NewReg(8*e.mems[0].Size, "", ir.ShowUnsigned), Mem: e.mems[0].Mem})
		}
	}
	if x.free || y.free {
		same := w.bitOf(func(d ir.Reg) ir.Instr { return &ir.SameObject{Dst: d, X: x.addr, Y: y.addr} })
		return w.bitOf(func(d ir.Reg) ir.Instr { return &ir.Unary{Dst: d, Op: ir.Not, X: same} })
	}
	all := ir.K(1, 1)
	for _, a := range x.mems {
		for _, b := range y.mems {
			if a.writes || b.writes {
				all = w.and(all, w.disjoint(a.Mem, b.Mem))
			}
		}
	}
	return all
}

// disjoint is the condition that two accesses touch no common byte.
func (w *walk) disjoint(a, b ir.Mem) ir.Operand {
	either := w.or(w.behind(a, b), w.behind(b, a))
	for _, m := range []ir.Mem{a, b} {
		if m.Len.IsSet() { // of no bytes
			either = w.or(either, w.bitOf(func(d ir.Reg) ir.Instr { return &ir.Binary{Dst: d, Op: ir.Eq, X: m.Len, Y: ir.K(m.Len.Width, 0)} }))
		}
	}
	return either
}

// behind is the condition that an access begins where another is over, or behind that.
func (w *walk) behind(a, b ir.Mem) ir.Operand {
	size := ir.K(b.Addr.Width, uint64(b.Size))
	if b.Len.IsSet() {
		size = b.Len
	}
	end := w.f.NewReg(b.Addr.Width, "", ir.ShowUnsigned)
	w.add(&ir.Binary{Dst: end, Op: ir.Add, X: b.Addr, Y: size})
	return w.bitOf(func(d ir.Reg) ir.Instr { return &ir.Binary{Dst: d, Op: ir.ULe, X: ir.R(end, b.Addr.Width), Y: a.Addr} })
}

func (w *walk) or(x, y ir.Operand) ir.Operand {
	return w.bitOf(func(d ir.Reg) ir.Instr { return &ir.Binary{Dst: d, Op: ir.Or, X: x, Y: y} })
}

func (w *walk) and(x, y ir.Operand) ir.Operand {
	return w.bitOf(func(d ir.Reg) ir.Instr { return &ir.Binary{Dst: d, Op: ir.And, X: x, Y: y} })
}

// bitOf emits an instruction that computes a bit.
func (w *walk) bitOf(make func(ir.Reg) ir.Instr) ir.Operand {
	r := w.f.NewReg(1, "", ir.ShowBool)
	w.add(make(r))
	return ir.R(r, 1)
}

// valid assumes that an access is valid, or was before its object was gone if that is all the same.
func (w *walk) valid(p ir.Probe) {
	p.Dst = w.f.NewReg(2, "", ir.ShowUnsigned)
	w.add(&p)
	is := func(code uint64) ir.Operand {
		return w.bitOf(func(d ir.Reg) ir.Instr { return &ir.Binary{Dst: d, Op: ir.Eq, X: ir.R(p.Dst, 2), Y: ir.K(2, code)} })
	}
	ok := is(ir.ProbeValid)
	if w.fit == AsSliced {
		ok = w.or(ok, is(ir.ProbeFreed))
	}
	w.add(&ir.Assume{Cond: ok})
}
