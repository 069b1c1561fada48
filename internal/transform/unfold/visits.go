package unfold

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Marks for what the engine asks about to find out what executions reach: see the sequentializations for how they are read.

// visitAt is a mark of a kind for an instruction of the input.
type visitAt struct {
	kind string
	from ir.ID
}

// leaveMark leaves a mark in the unfolded program. A second one in the same block would say nothing new: a loop that is known leaves one.
func (u *unfolder) leaveMark(kind string, from ir.ID) {
	k := visitAt{kind, from}
	if u.opt.Visits && u.visits[k] != u.cur {
		if u.visits == nil {
			u.visits = map[visitAt]*ir.Block{}
		}
		u.visits[k] = u.cur
		u.emit(&ir.Assert{Cond: ir.K(1, 1), Kind: kind}, from)
		u.count-- // it is no code, and changes nothing about where loops are cut
	}
}

// used marks that a thread is started or a pointer called, at the place in the user's code.
func (u *unfolder) used(fr *frame, in *ir.Meta) {
	id := in.ID
	if fr.site != nil {
		id = fr.site.ID
	}
	u.leaveMark(transform.Used, id)
}

// mayStillDo notes what a thread may still do at an instruction that was copied from another, with what the calls around it may.
func (u *unfolder) mayStillDo(from ir.ID) {
	if u.opt.Caps == nil {
		return
	}
	c := u.opt.Caps[from]
	if u.frame != nil {
		c |= u.frame.around
	}
	u.caps = append(u.caps, c)
}

// capsAt is what a thread may still do because of a call that it is in.
func (u *unfolder) capsAt(call *ir.Meta) transform.Caps {
	if u.opt.Caps == nil || call == nil {
		return 0
	}
	return u.opt.Caps[call.ID]
}
