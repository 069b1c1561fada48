package sequence

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Accesses to ranges in the sequentializations. Only lowered ones get here: a Touch, which is what races and validity see of a range, and the
// Fills and Copies of one region behind it, which are valid where the Touch was. Their addresses and lengths are noted in the local part and
// the merge moves memory to memory, so nothing of the content is guessed. What a Scan finds is guessed, as what a Load reads, and its Touch comes behind it.

// excuses reports whether the access cannot be invalid, because one that touches the same comes before it, or behind it.
func (a *access) excuses() bool {
	switch a.in.(type) {
	case *ir.Fill, *ir.Copy, *ir.Scan:
		return true
	}
	return false
}

// memory is what the access touches, with operands of the sequential program.
func (a *access) memory() ir.Mem {
	m := a.mem
	m.Addr, m.Len = a.addr, a.len
	if a.also.IsSet() {
		m.Also = a.also
	}
	return m
}

// Of a Copy between memory that others can notice and memory of the thread's own, each range is looked at where it is accessed, in the merge or in
// the local part: whether objects live is known in that order only. A Copy that is invalid in one range races in neither, so the local part says of its own
// range whether it is valid already where the other is noted.

// keepRange notes the operands of a range.
func (l *localPart) keepRange(a *access, keep func(ir.Operand) ir.Operand) {
	a.addr, a.len = keep(a.mem.Addr), keep(a.mem.Len)
	if a.mem.Also.IsSet() {
		if l.steps.shared[a.mem.AlsoIn] {
			a.also = keep(a.mem.Also)
		} else {
			if l.races != nil {
				own := ir.Mem{Region: a.mem.AlsoIn, Within: a.mem.AlsoIn, Len: l.operand(a.mem.Len)}
				a.fits = l.valid(own, a.mem.Also, nil)
			}
			a.mem.Also, a.mem.AlsoIn = ir.Operand{}, 0
		}
	}
	switch in := a.in.(type) {
	case *ir.Fill:
		if !in.Any() {
			a.val = keep(in.Val)
		}
	case *ir.Copy:
		a.src.Addr = keep(in.Src.Addr)
	case *ir.Scan:
		a.wanted = keep(in.Val)
	}
}

// rangeMem is a range with operands of the sequential program.
func (l *localPart) rangeMem(m ir.Mem) ir.Mem {
	m.Len = l.operand(m.Len)
	if m.Also.IsSet() {
		m.Also = l.operand(m.Also)
		if l.steps.shared[m.AlsoIn] {
			m.Also, m.AlsoIn = ir.Operand{}, 0
		}
	}
	return m
}

// makeRange makes an access to a range, in the copies of its regions that region gives; nil: in the regions themselves.
func (z *lazy) makeRange(a *access, at ir.Meta, region func(ir.RegionID) ir.RegionID) {
	m, src := a.memory(), a.src
	if region != nil {
		m.Region = region(m.Region)
		m.Within, m.AlsoIn = region(m.Within), region(m.AlsoIn)
	}
	switch in := a.in.(type) {
	case *ir.Touch:
		z.emit(&ir.Touch{Meta: at, Mem: m, Write: in.Write}, note{})
	case *ir.Fill:
		n := note{}
		if in.Any() {
			n.chooses = a
		}
		z.emit(&ir.Fill{Meta: at, Mem: m, Val: a.val}, n)
	case *ir.Scan:
		z.assume(z.binary(ir.Eq, z.lookFor(a, m, at), a.val))
	case *ir.Copy:
		if region != nil {
			src.Region = region(src.Region)
		}
		z.emit(&ir.Copy{Meta: at, Mem: m, Src: src}, note{})
	}
}

// lookFor makes the Scan of one region.
func (z *lazy) lookFor(a *access, m ir.Mem, at ir.Meta) ir.Operand {
	v := z.temp(m.Len.Width)
	z.emit(&ir.Scan{Meta: at, Dst: v, Mem: m, Val: a.wanted, Part: true}, note{})
	return ir.R(v, m.Len.Width)
}

// foresees is the condition that a thread with a pending access would find what it guessed. Only the length of what a Scan reads is a guess.
func (z *lazy) foresees(x *access) ir.Operand {
	right := ir.K(1, 1)
	for _, a := range x.pos.accesses {
		if _, ok := a.in.(*ir.Scan); ok {
			right = z.and(right, z.binary(ir.Eq, z.lookFor(a, a.memory(), ir.Meta{}), a.val))
		}
	}
	return right
}

// scans reports whether the step of an access looks for something.
func (a *access) scans() bool {
	return slices.ContainsFunc(a.pos.accesses, func(b *access) bool { _, ok := b.in.(*ir.Scan); return ok })
}

// lengthOf is how many bytes an access touches.
func lengthOf(a *access) ir.Operand {
	if a.len.IsSet() {
		return a.len
	}
	return ir.K(a.addr.Width, uint64(a.mem.Size))
}

// overlapRange is the condition that two accesses, one of them to a range, touch a common byte. The one that is only about to be made must be
// valid here and now: the interpreter says of an invalid access that it is invalid, and not that it races.
func (z *lazy) overlapRange(x, y *access) ir.Operand {
	if x.addr.Kind == ir.KindGlobal && y.addr.Kind == ir.KindGlobal && x.addr.Global != y.addr.Global {
		return ir.K(1, 0) // one of them would have to leave its object
	}
	n, m := lengthOf(x), lengthOf(y)
	hit := z.and(z.binary(ir.ULt, x.addr, z.binary(ir.Add, y.addr, m)), z.binary(ir.ULt, y.addr, z.binary(ir.Add, x.addr, n)))
	for _, a := range []*access{x, y} {
		if a.len.IsSet() {
			hit = z.and(hit, z.not(z.binary(ir.Eq, a.len, ir.K(a.len.Width, 0))))
		}
	}
	if x.len.IsSet() {
		hit = z.and(hit, z.binary(ir.Eq, z.probeOf(x.memory(), x.addr, nil), ir.K(2, ir.ProbeValid)))
	}
	return hit
}

// chooseOther finds, for a group with ranges, in which objects they may lie, and where the other range of a Copy begins. An access that has no
// other is its own.
func (z *lazy) chooseOther(g *pendingGroup) {
	k, in := z.opt.Rounds, z.ranBy[g.thread]
	copies := false
	for i := len(g.xs) - 1; i >= 0; i-- {
		x := g.xs[i]
		copies = copies || x.also.IsSet()
		also, within, alsoIn := x.also, x.mem.Within, x.mem.AlsoIn
		if x.in == nil {
			within = x.mem.Region
		}
		if !also.IsSet() {
			also, alsoIn = x.addr, within
		}
		if i == len(g.xs)-1 {
			g.also, g.within, g.alsoIn = also, within, alsoIn
			continue
		}
		g.also = z.ite(in[x.pos.index][k], g.also, also)
		if g.within != within {
			g.within = 0 // any object
		}
		if g.alsoIn != alsoIn {
			g.alsoIn = 0
		}
	}
	if !copies {
		g.also, g.alsoIn = ir.Operand{}, 0
	}
}

// Torn names a place where an operation on a range is one step although another thread may use its memory meanwhile; empty: there is none.
// A machine would let the other in between. That is a race, so where there are no races it makes no difference.
func Torn(p *ir.Program, opt Options) string {
	s, err := findSteps(p, opt)
	if err != nil {
		return ""
	}
	for t := range s.threads {
		for _, pos := range s.of[t] {
			if pos.alone || pos.section && (opt.Sections == nil || opt.Sections(pos.id)) {
				continue
			}
			if !slices.ContainsFunc(pos.accesses, moves) {
				continue
			}
			for _, a := range pos.accesses {
				n := a.mem.Len
				if a.in != nil && !(n.Kind == ir.KindConst && n.Val.Lo <= 1) {
					return a.meta.Pos.Pos.String()
				}
			}
		}
	}
	return ""
}

// moves reports whether an access is more than a look at a range, of which nobody can tell in how many steps it is made.
func moves(a *access) bool {
	t, ok := a.in.(*ir.Touch)
	return !ok || t.Write
}

// leadsTo is the condition that a thread's path leads to an access. A section that was made of one instruction may end before it, at one that is invalid.
func (z *lazy) leadsTo(x *access) ir.Operand {
	if !x.pos.section {
		return ir.R(x.pos.reached, 1)
	}
	leads := z.and(ir.R(x.pos.reached, 1), ir.R(x.reached, 1))
	if x.pos.blocks != ir.NoReg {
		leads = z.and(leads, z.not(ir.R(x.pos.blocks, 1)))
	}
	return z.ifFits(x, leads)
}

// ifFits adds to a condition that an access is part of a Copy that is valid, as far as the thread alone knows.
func (z *lazy) ifFits(a *access, c ir.Operand) ir.Operand {
	if !a.fits.IsSet() {
		return c
	}
	return z.and(c, a.fits)
}
