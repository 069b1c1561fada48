package unfold

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform"
)

// What makes an unfolded program large: every function and every loop of the user's is charged with the code that its copies have, without that of the functions
// and loops inside. Models are charged to whoever calls them.

// weight is what the copies of a function or loop add up to.
type weight struct {
	what   string
	pos    source.Pos
	code   int
	copies int
}

// weightAt names a function, or the loop with that header.
type weightAt struct {
	fn   *ir.Func
	head ir.BlockID // -1: the function as a whole
}

// weighCall is the weight that a call is charged to, once more.
func (u *unfolder) weighCall(fr *frame) *weight {
	if fr.fn.Model && u.frame != nil {
		return u.frame.weight
	}
	return u.weigh(weightAt{fr.fn, -1}, "the function "+fr.fn.Display, fr.fn.Pos.Pos)
}

// weighLoop is the weight that a loop is charged to, once more.
func (u *unfolder) weighLoop(fr *frame, it transform.Item) *weight {
	if fr.fn.Model {
		return fr.weight
	}
	return u.weigh(weightAt{fr.fn, it.Block}, "the loop", fr.fn.Blocks[it.Block].Term().Base().Pos.Pos)
}

func (u *unfolder) weigh(at weightAt, what string, pos source.Pos) *weight {
	if u.weights == nil {
		u.weights = map[weightAt]*weight{}
	}
	w := u.weights[at]
	if w == nil {
		w = &weight{what: what, pos: pos}
		u.weights[at] = w
	}
	w.copies++
	return w
}

// stopped is that the unfolding was asked to end.
type stopped struct{ error }

// tooLarge is ErrTooLarge with what is largest.
type tooLarge struct{ weight }

func (e *tooLarge) Error() string {
	if e.copies == 0 {
		return ErrTooLarge.Error()
	}
	return fmt.Sprintf("%v at %s: %s is there %d times", ErrTooLarge, e.pos, e.what, e.copies)
}

func (e *tooLarge) Is(target error) bool { return target == ErrTooLarge }

func (u *unfolder) tooLarge() *tooLarge {
	var most weight
	for _, w := range u.weights {
		if w.code > most.code || w.code == most.code && w.pos.Before(most.pos) {
			most = *w
		}
	}
	return &tooLarge{most}
}
