package unfold

import "github.com/heddle-dev/heddle/internal/ir"

// Stores that nobody looks at. What is known of memory is read without a load (evaluate.go), so many locals of the program and most of the models are only ever written
// in the unfolded program: the position in a format, a va_list, options of a call, counters in structs. Such an object keeps its allocation, which says
// where it lies, and loses its stores, the computation of their addresses, and the end of its life.
//
// An object is quiet as long as everything emitted about it is a store that unfold knows to be valid, or the end of its life, and its address
// is nowhere but in objects that are quiet too. Its code is taken out of the count where the function that made it is left, since no more code about it
// comes then, but for a use of its address after its life, which brings the code back. It is taken out of the program when the thread is complete, and the
// operations among it are counted at a mark, as those that never left code are.
//
// Rejected: finding such objects in the unfolded program. It would not have become small enough to be unfolded. Waiting with a store until somebody
// looks: it would move stores behind others (see 0094).

// quiet is an object on the stack that nothing has looked at so far.
type quiet struct {
	code   []ir.ID
	holds  []*quiet // their addresses lie in it
	weight *weight  // that its code is charged to
	needed bool
	left   bool // its code is not in the count
}

// look takes note of what an instruction that was just emitted means for quiet objects.
func (u *unfolder) look(in ir.Instr) {
	switch x := in.(type) {
	case *ir.Alloc:
		if x.Stack && x.Size.Kind == ir.KindConst && x.Dst != ir.NoReg && u.frame != nil {
			q := &quiet{weight: u.frame.weight}
			u.quiet[x.Dst] = q
			u.frame.quiet = append(u.frame.quiet, q)
			return
		}
	case *ir.Binary:
		if q := u.quietAt(x.X); q != nil && u.deriving {
			u.quiet[x.Dst] = q
			q.code = append(q.code, x.ID)
			return
		}
	case *ir.Store:
		if q := u.quietAt(x.Mem.Addr); q != nil && u.settled {
			q.code = append(q.code, x.ID)
			if v := u.quietAt(x.Val); v != nil && q.needed {
				u.need(v)
			} else if v != nil {
				q.holds = append(q.holds, v)
			}
			return
		}
	case *ir.Free:
		if q := u.quietAt(x.Addr); q != nil && u.settled {
			q.code = append(q.code, x.ID)
			return
		}
	}
	ir.Uses(in, func(o *ir.Operand) {
		if q := u.quietAt(*o); q != nil {
			u.need(q)
		}
	})
}

// quietAt is the object that an operand is an address in, nil if something looks at it already or it never was one.
func (u *unfolder) quietAt(o ir.Operand) *quiet {
	if o.Kind != ir.KindReg {
		return nil
	}
	return u.quiet[o.Reg]
}

// need says that the content of an object matters.
func (u *unfolder) need(q *quiet) {
	if q.needed {
		return
	}
	q.needed = true
	if q.left {
		u.recount(q, len(q.code))
	}
	for _, h := range q.holds {
		u.need(h)
	}
	q.holds = nil
}

func (u *unfolder) recount(q *quiet, n int) {
	u.count += n
	q.weight.code += n
}

// leaveQuiet takes the code of the objects that a call made out of the count.
func (u *unfolder) leaveQuiet(fr *frame) {
	for _, q := range fr.quiet {
		if !q.needed {
			q.left = true
			u.recount(q, -len(q.code))
		}
		u.quiets = append(u.quiets, q)
	}
}

// sweep takes the code of quiet objects out of a complete thread.
func (u *unfolder) sweep() {
	drop := map[ir.ID]bool{}
	for _, q := range u.quiets {
		if !q.needed {
			for _, id := range q.code {
				drop[id] = true
			}
		}
	}
	u.quiets = nil
	clear(u.quiet)
	if len(drop) == 0 {
		return
	}
	for _, b := range u.f.Blocks {
		var out []ir.Instr
		last := ir.ID(0) // the mark of the operations right before
		for i := 0; i < len(b.Instrs); i++ {
			in := b.Instrs[i]
			id := in.Base().ID
			switch _, ends := in.(*ir.AtomicEnd); {
			case drop[id] && (!ir.Visible(in) || u.origin[id] == 0 || u.in.Form.Sequential):
			case drop[id] && last != 0:
				u.more[last]++
			case drop[id]:
				last = id
				u.origin = append(u.origin, 0)
				u.mayStillDo(0)
				out = append(out, &ir.AtomicBegin{Meta: *in.Base()}, &ir.AtomicEnd{Meta: ir.Meta{ID: u.out.NewID(), Pos: in.Base().Pos, Text: in.Base().Text}})
			case u.marks[id] && last != 0:
				u.more[last] += 1 + u.more[id]
				i++ // its end
			case u.marks[id]:
				last = id
				i++
				out = append(out, in, b.Instrs[i])
			default:
				if ends || ir.Visible(in) {
					last = 0
				}
				out = append(out, in)
			}
		}
		b.Instrs = out
	}
}
