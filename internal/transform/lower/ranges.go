package lower

import (
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Operations on ranges. A Fill or Copy becomes one section, which stands for one instruction: it touches the ranges, for validity and for
// races, and then it moves the cells that somebody looks at, region by region. A few cells at known distances are loads and stores like
// others; more, or a length that is not known, or arbitrary bytes, are a Fill or Copy of one region.
//
// The touches are one per region, so that a range is one access where races are looked for and not as many as it has cells. What moves the
// cells takes part in no race.

// manyCells is the number of cells above which a range is not taken apart.
const manyCells = 16

// ranged lowers a Fill or Copy.
func (l *Lowering) ranged(in ir.Instr) {
	w := l.W
	w.Atomically(in.Base().ID, func() {
		m, _, _ := ir.AccessOf(in)
		if m.Len.IsConst(0) {
			return
		}
		src := ir.SourceOf(in)
		at := l.Info.Ranges[in.Base().ID]
		if at == nil { // an address that was derived from no object
			if src != nil {
				from := *src
				from.Len = m.Len
				w.Add(&ir.Touch{Mem: from})
			}
			w.Add(&ir.Touch{Mem: *m, Write: true})
			return
		}
		l.touches(at, m, src, true)
		fill, fills := in.(*ir.Fill)
		switch offsets, few := cellsOf(at, m.Len); {
		case few && !(fills && fill.Any()):
			l.cells(at, offsets, in)
		default:
			l.regions(at, in)
		}
	})
}

// touch lowers a Touch of the program, which only reads.
func (l *Lowering) touch(in *ir.Touch) {
	l.W.Atomically(in.ID, func() {
		switch at := l.Info.Ranges[in.ID]; {
		case in.Mem.Len.IsConst(0):
		case at == nil:
			l.W.Add(&ir.Touch{Mem: in.Mem, Write: in.Write})
		default:
			l.touches(at, &in.Mem, nil, in.Write)
		}
	})
}

// touches emits what is there for races and for validity. What is read comes first.
func (l *Lowering) touches(at *pointsto.Range, m, src *ir.Mem, write bool) {
	seen := map[ir.RegionID]bool{}
	touch := func(r ir.RegionID, m ir.Mem, write bool) {
		if !seen[r] {
			seen[r] = true
			m.Region = r
			l.W.Add(&ir.Touch{Mem: m, Write: write})
		}
	}
	if src != nil {
		from := *src
		from.Len, from.Within, from.Also, from.AlsoIn = m.Len, at.SrcWhole, m.Addr, at.Whole
		touch(at.SrcWhole, from, false)
		for _, p := range at.Parts {
			touch(p.Src, from, false)
		}
		clear(seen)
	}
	to := *m
	to.Within = at.Whole
	if src != nil {
		to.Also, to.AlsoIn = src.Addr, at.SrcWhole
	}
	touch(at.Whole, to, write)
	for _, p := range at.Parts {
		touch(p.Dst, to, write)
	}
}

// cellsOf lists where the cells of each part lie, counted from the start of the range, if they are few.
func cellsOf(at *pointsto.Range, length ir.Operand) (out [][]int64, few bool) {
	if length.Kind != ir.KindConst || length.Val.Hi != 0 || int64(length.Val.Lo) < 0 {
		return nil, false
	}
	n, count := int64(length.Val.Lo), 0
	for _, p := range at.Parts {
		var offs []int64
		for lo, hi := p.Lo, p.Hi; lo < n; lo, hi = lo+p.Period, hi+p.Period {
			for o := lo; o < hi; o += int64(p.Width) {
				if o < 0 || o+int64(p.Width) > n {
					continue
				}
				offs = append(offs, o)
				if count++; count > manyCells {
					return nil, false
				}
			}
			if p.Period == 0 {
				break
			}
		}
		out = append(out, offs)
	}
	return out, true
}

// cells moves cells one by one: all are read before the first is written.
func (l *Lowering) cells(at *pointsto.Range, offsets [][]int64, in ir.Instr) {
	w := l.W
	m, _, _ := ir.AccessOf(in)
	src := ir.SourceOf(in)
	cell := func(m ir.Mem, r ir.RegionID, off int64, width int) ir.Mem {
		m.Region, m.Size, m.Len, m.Excused = r, width, ir.Operand{}, true
		if m.Addr.Kind == ir.KindGlobal {
			m.Addr = ir.G(m.Addr.Global, m.Addr.Val.Lo+uint64(off), m.Addr.Width)
		} else if off != 0 {
			m.Addr = w.Binary(ir.Add, m.Addr, ir.K(m.Addr.Width, uint64(off)))
		}
		return m
	}
	var vals []ir.Operand
	for i, p := range at.Parts {
		for _, off := range offsets[i] {
			if src == nil {
				vals = append(vals, l.repeated(in.(*ir.Fill).Val, p.Width))
				continue
			}
			v := w.Temp(8 * p.Width)
			w.Add(&ir.Load{Dst: v, Mem: cell(*src, p.Src, off, p.Width)})
			vals = append(vals, ir.R(v, 8*p.Width))
		}
	}
	for i, p := range at.Parts {
		for _, off := range offsets[i] {
			w.Add(&ir.Store{Mem: cell(*m, p.Dst, off, p.Width), Val: vals[0]})
			vals = vals[1:]
		}
	}
}

// repeated is a value whose bytes are all the same.
func (l *Lowering) repeated(b ir.Operand, n int) ir.Operand {
	w := l.W
	if b.Kind == ir.KindConst {
		var c ir.Const
		for range n {
			c.Hi, c.Lo = c.Hi<<8|c.Lo>>56, c.Lo<<8|b.Val.Lo&0xff
		}
		return ir.KConst(8*n, c)
	}
	v := b
	for v.Width < 8*n {
		r := w.Temp(v.Width + 8)
		w.Add(&ir.Concat{Dst: r, Hi: b, Lo: v})
		v = ir.R(r, v.Width+8)
	}
	return v
}

// regions moves cells region by region. A region that is read and written is read first.
func (l *Lowering) regions(at *pointsto.Range, in ir.Instr) {
	m, _, _ := ir.AccessOf(in)
	fill, fills := in.(*ir.Fill)
	type pair struct{ dst, src ir.RegionID }
	var todo []pair
	for _, p := range at.Parts {
		todo = appendNew(todo, pair{p.Dst, p.Src})
	}
	mem := *m
	mem.Excused = true
	for len(todo) > 0 {
		next := -1
		for i, p := range todo {
			ready := true
			for j, q := range todo {
				ready = ready && (i == j || q.src != p.dst)
			}
			if ready || fills {
				next = i
				break
			}
		}
		if next < 0 {
			what := "a copy within an array of structs that changes the places of their fields"
			l.W.Add(&ir.Assert{Cond: ir.K(1, 0), Kind: transform.Unsupported, Msg: what})
			l.W.Add(&ir.Assume{Cond: ir.K(1, 0)})
			return
		}
		mem.Region = todo[next].dst
		if fills {
			part := &ir.Fill{Mem: mem, Val: fill.Val}
			if fill.Any() {
				l.W.Put(part, fill.ID)
				l.choosing[part.ID] = true
			} else {
				l.W.Add(part)
			}
		} else {
			from := *ir.SourceOf(in)
			from.Region, from.Excused = todo[next].src, true
			l.W.Add(&ir.Copy{Mem: mem, Src: from})
		}
		todo = append(todo[:next], todo[next+1:]...)
	}
}

// oneStep is the way back that makes one step of the section that a Fill with arbitrary bytes became and of its parts, which say what the bytes are.
func (l *Lowering) oneStep(back transform.Back) transform.Back {
	return transform.Back{Origin: back.Origin, Trace: func(t trace.Trace) (trace.Trace, error) {
		steps := append([]trace.Step(nil), t.Steps...)
		for i := range steps {
			if s := &steps[i]; l.choosing[s.Instr] && s.Bytes == nil {
				s.Bytes = map[uint64]byte{}
			}
		}
		t.Steps = steps
		t, err := back.Trace(t)
		if err != nil {
			return t, err
		}
		out := make([]trace.Step, 0, len(t.Steps))
		for _, s := range t.Steps {
			if n := len(out); s.Bytes == nil || n == 0 || out[n-1].Thread != s.Thread || out[n-1].Instr != s.Instr {
				out = append(out, s)
				continue
			}
			last, all := &out[len(out)-1], map[uint64]byte{}
			maps.Copy(all, last.Bytes)
			maps.Copy(all, s.Bytes)
			last.Bytes = all
		}
		t.Steps = out
		return t, nil
	}}
}

func appendNew[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}
