package sequence

import "github.com/heddle-dev/heddle/internal/ir"

// Steps that come with the one before. An access is alone if no thread is ever about to make it while another is about to make one that conflicts with it
// (verdict.Facts). Such an access commutes with whatever step another thread makes next to it: that step is not an access which conflicts, or both would have been
// pending before the first of the two; and synchronization has state of its own. So every execution has an equal one in which the access follows the step before it on the thread's
// path at once (Lipton's reduction), and the thread need not be interruptible in between. This holds for checks that fail, for races of other accesses and for deadlocks: all that an
// execution does which stops before the access can be done after it too, since nobody accessed that memory while it was pending.
//
// Two things need care:
//
//   - Making the access may end the execution, because it is invalid. What other threads do meanwhile must not be lost, so the thread may still stop in front of it for good: one
//     bit instead of one per round.
//   - Whether it is valid may depend on others in a way that is no access: a variable on the stack of a thread that ends. Where invalid accesses are looked for, nothing follows.
//
// The step before is that before in the text, which a path may not have come through. Then the thread may be interrupted there: that takes no execution away.

// alone reports whether a step commutes with what other threads do next. One that also does something about synchronization, whose state lies in ghost regions, does not.
func (o *Options) alone(p *ir.Program, pos *position) bool {
	if o.Memory || o.Facts == nil || len(pos.spawns) > 0 || pos.halt != nil || len(pos.accesses) == 0 {
		return false
	}
	if pos.section && (o.Sections == nil || o.Sections(pos.id)) {
		return false
	}
	for _, a := range pos.accesses {
		if a.free == nil && p.Regions[a.mem.Region].Ghost || !o.Facts.IsAlone(o.original(a.id)) {
			return false
		}
	}
	return true
}

// follow gives a step the bits of the one before it, but that the thread may stop in between.
func (z *lazy) follow(in, before []ir.Operand, pos *position) {
	goes := ir.K(1, 1)
	if !pos.alone || !surelyValid(z.in, pos) {
		goes = z.guess()
	}
	for r := 1; r < len(in); r++ {
		in[r] = z.and(before[r], goes)
	}
}

// surelyValid reports whether a step is accesses to variables, inside of them.
func surelyValid(p *ir.Program, pos *position) bool {
	for _, a := range pos.accesses {
		at := a.mem.Addr
		if a.free != nil || a.in != nil || at.Kind != ir.KindGlobal {
			return false
		}
		g := p.Globals[at.Global]
		if size := uint64(g.Size); at.Val.Lo > size || uint64(a.mem.Size) > size-at.Val.Lo || a.write && g.Const {
			return false
		}
	}
	return true
}
