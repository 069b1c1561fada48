package modular

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Programs that each fail in one way that a rule of the engine could overlook. Random executions, which come first otherwise, would find most of them; without these the sets of states have to.
// traps/ok_*.c are their correct neighbours, so that it is seen that the engine gets that far.
//
// 10 of them, all in the long run.
func TestTraps(t *testing.T) {
	files := programs(t, "traps")
	for _, seed := range tooltest.Seeds(t, 1, 10, len(files)) {
		provesOK(t, files[seed*7%uint64(len(files))], verdict.Assert)
	}
}
