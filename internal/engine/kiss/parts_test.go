package kiss_test

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/kiss"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestPartsEnd: wherever the work ends, in the part of one group of regions too, that is a limit, and nothing that is broken.
func TestPartsEnd(t *testing.T) {
	for _, seed := range []uint64{2} { // with less work it ends before, and with more behind that part
		src := irgen.Concurrent(seed, irgen.Options{Threads: 3, Ops: 12, Free: true})
		p, err := irtext.Parse("p", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		for effort := 100 * budget.Millisecond; effort < 160*budget.Millisecond; effort += 2 * budget.Millisecond {
			ctx, cancel := budget.Within(budget.New(t.Context()), effort)
			req := &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{verdict.Race}}}
			if _, err := kiss.Engine.Run(ctx, req); err != nil && !decide.Interrupted(ctx, err) {
				t.Errorf("seed %d, %v: %v\n%s", seed, effort, err, src)
			}
			cancel()
		}
	}
}
