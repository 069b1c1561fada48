package bitblast

import (
	"context"
	"errors"
	"flag"
	"math/rand"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/smtlib"
	"github.com/heddle-dev/heddle/internal/solve/solvetest"
)

// The long comparison, for 20,000 terms and more:
//
//	go test ./internal/solve/bitblast -run RandomZ3 -z3.sessions 3000 -v -timeout 60m
var z3Sessions = flag.Int("z3.sessions", 40, "random sessions to compare with z3")

var z3First = flag.Int64("z3.first", 1, "seed of the first session")

func requireTool(t testing.TB, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		if os.Getenv("HEDDLE_REQUIRE_TOOLS") == "1" {
			t.Fatalf("%s is required: %v", tool, err)
		}
		t.Skipf("%s is not installed", tool)
	}
}

// z3Oracle asks a second solver, assumption by assumption. Its models are checked, because some are wrong: z3 4.8.12 forgets the default of an array
// that equals a constant array when it has answered before. Such an answer is asked for again, from a fresh process.
type z3Oracle struct {
	b       *logic.Builder
	s       *smtlib.Solver
	doubted *int
}

func (o z3Oracle) Decide(ts []logic.Term) (solve.Status, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	st, err := o.s.Check(ctx, ts...)
	if !errors.As(err, new(*solve.CheckError)) {
		return st, err
	}
	*o.doubted++
	fresh, err := smtlib.New(ctx, o.b, "z3", solve.Options{})
	if err != nil {
		return solve.Unknown, err
	}
	for _, t := range ts {
		if err := fresh.Assert(t); err != nil {
			return solve.Unknown, err
		}
	}
	st, err = fresh.Check(ctx)
	return st, errors.Join(err, fresh.Close())
}

// TestRandomZ3: sessions over bit-vectors and arrays, against z3, whose models are checked too.
func TestRandomZ3(t *testing.T) {
	requireTool(t, "z3")
	var total solvetest.Counts
	doubted := 0
	for i := range int64(*z3Sessions) {
		seed := *z3First + i
		cfg, lopts := randomConfig(rand.New(rand.NewSource(seed)))
		var z3 *smtlib.Solver
		c, err := solvetest.Run(seed, 3, solvetest.Small, lopts, func(b *logic.Builder) (solve.Solver, error) {
			return newSolver(b, solve.Options{Check: true, Seed: seed % 2, CoreConflicts: seed % 2 * 50}, cfg), nil
		}, func(b *logic.Builder, _ *solvetest.Gen) (o solvetest.Oracle, err error) {
			z3, err = smtlib.New(context.Background(), b, "z3", solve.Options{Check: true})
			return z3Oracle{b, z3, &doubted}, err
		})
		if z3 != nil {
			_ = z3.Close()
		}
		if err != nil {
			t.Fatalf("%v\nconfig %+v, logic %+v", err, cfg, lopts)
		}
		add(&total, c)
	}
	t.Logf("%s; %d models of z3 were wrong", describe(total), doubted)
	if total.Sat < total.Checks/10 || total.Unsat < total.Checks/20 {
		t.Errorf("the sessions are lopsided: %s", describe(total))
	}
}
