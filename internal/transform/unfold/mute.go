package unfold

import "github.com/heddle-dev/heddle/internal/ir"

// Scouting gets past long loops by leaving out what they do. A loop of known length whose first iterations have been unfolded goes on being
// evaluated, so that it ends where it should and what is known stays right, but leaves no code: what is not known keeps the value it had.
// The operations that are left out are counted, and the judge makes them when a trace is tried: what a trace says of values may be wrong
// then, and a trace that cannot be followed means nothing. So may a trace that was missed: scouting claims nothing.
//
// A loop that does what cannot be left out (a branch that is not decided, an allocation, a thread that is started or waited for) is cut there.
//
// Rejected: giving everything that the loop writes an arbitrary value. It makes more traces possible, and most of them are wrong.

// mute begins to leave out, or goes on with it.
func (u *unfolder) mute() {
	u.loose = true
	if !u.muted {
		u.muted, u.inside, u.passed = true, 0, 0
	}
}

// leaveOut takes note of an instruction that is not emitted, and reports whether that is possible. If not, leaving out is over.
func (u *unfolder) leaveOut(in ir.Instr, from ir.ID) bool {
	switch in.(type) {
	case *ir.Move, *ir.Unary, *ir.Binary, *ir.Extract, *ir.Concat, *ir.Ite, *ir.Havoc, *ir.Assume, *ir.Assert, *ir.SameObject, *ir.ObjSize, *ir.Self, *ir.Fence:
		return true
	case *ir.AtomicEnd:
		if u.inside > 0 {
			u.inside--
		}
		return true
	case *ir.Load, *ir.Scan, *ir.Touch, *ir.Store, *ir.RMW, *ir.CAS, *ir.Lock, *ir.Unlock, *ir.Signal, *ir.Up, *ir.SemValue, *ir.Holds, *ir.AtomicBegin:
	default:
		u.muted = false
		return false
	}
	if u.inside == 0 && !u.in.Form.Sequential {
		if u.passed == 0 {
			u.muted = false
			u.emit(&ir.AtomicBegin{Meta: *in.Base()}, from)
			u.passed = u.out.NextID - 1
			u.emit(&ir.AtomicEnd{Meta: *in.Base()}, 0)
			u.muted, u.marked = true, nil
		} else {
			u.more[u.passed]++
		}
	}
	if _, begins := in.(*ir.AtomicBegin); begins {
		u.inside++
	}
	return true
}
