package rounds

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/budget"
)

// step is one rung of the ladder of bounds.
type step struct{ rounds, unwind int }

func (s step) String() string { return fmt.Sprintf("K=%d, U=%d", s.rounds, s.unwind) }

// ladder is climbed until nothing more can be found; a bound that the user fixed stays.
var ladder = []step{{1, 1}, {2, 2}, {3, 3}, {4, 5}, {6, 8}}

// next is the rung after the last one that was completed. More rounds are for programs that have threads: where no execution has come to start one, only
// the unwinding grows.
func (s *search) next() (step, bool) {
	for _, rung := range ladder {
		if s.alone && rung.unwind > s.last.unwind {
			rung.rounds = s.last.rounds
		}
		if s.req.Bounds.Rounds > 0 {
			rung.rounds = s.req.Bounds.Rounds
		}
		if s.req.Bounds.Unwind > 0 {
			rung.unwind = s.req.Bounds.Unwind
		}
		if rung.rounds >= s.last.rounds && rung.unwind >= s.last.unwind && rung != s.last {
			return rung, true
		}
	}
	return step{}, false
}

// scouting is where bugs are looked for first: most need no more.
var scouting = step{2, 2}

// scoutingPart is a quarter of the work: if a program is too large at these bounds, the lower rungs can still answer.
func scoutingPart(ctx context.Context) (context.Context, context.CancelFunc) {
	left, ok := budget.Left(ctx)
	if !ok {
		return ctx, func() {}
	}
	return budget.Within(ctx, left/4)
}
