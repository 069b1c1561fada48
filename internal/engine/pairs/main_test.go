package pairs

import (
	"context"
	"os"
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/engine/kiss"
	"github.com/heddle-dev/heddle/internal/engine/lockset"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func TestMain(m *testing.M) { os.Exit(tooltest.Quick{M: m}.Run()) }

// engines are the real ones, as package run wires them.
var engines = Engines{
	Walks: explore.WalksUntil, Rounds: rounds.Engine, Executed: rounds.Executed, Kiss: kiss.Engine,
	Lockset: lockset.OfPairs,
}

// judged asks an engine, and replays what it finds.
func judged(ctx context.Context, turn Turn, req *engine.Request) (*engine.Result, error) {
	if turn.Most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = budget.Within(ctx, turn.Most)
		defer cancel()
	}
	answer, err := turn.Run(ctx, req)
	if err != nil {
		return nil, err
	}
	for i := range answer.Findings {
		if f := &answer.Findings[i]; f.Verdict == verdict.Bug {
			if _, err := replay.Judge(&req.Question, f); err != nil {
				panic(err)
			}
		}
	}
	return answer, nil
}

// asked is a search with an hour's work, and all pairs to look at.
func asked(p *ir.Program, slice string) *search {
	return newSearch(Question{
		Request: engine.Request{Question: verdict.Question{Program: p}, Slice: slice}, Effort: 3600 * budget.Second,
		Asked: func(a, b string) (bool, string) { return true, "" }, Engines: engines, Ask: judged,
	})
}
