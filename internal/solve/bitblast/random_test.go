package bitblast

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/solvetest"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// configs are the ways of treating arrays that the random tests go through: as shipped, without kept models, everything lazily, everything at once.
var configs = []config{
	defaultConfig(),
	{cellBits: 4, expand: 8, pairs: 8, noModels: true},
	{cellBits: 0, expand: -1, pairs: 0},
	{cellBits: 0, expand: 1 << 20, pairs: 1 << 20},
	{cellBits: 1, expand: 2, pairs: 2, always: true},
}

func randomConfig(r *rand.Rand) (config, logic.Options) {
	return configs[r.Intn(len(configs))], logic.Options{NoSimplify: r.Intn(3) == 0}
}

// TestRandomBrute: sessions over few bits, against every assignment; 250 of them, 5,000 in the long run.
func TestRandomBrute(t *testing.T) {
	seeds := tooltest.Seeds(t, 0, 250, 5000)
	var total solvetest.Counts
	for _, n := range seeds {
		seed := int64(n)
		cfg, lopts := randomConfig(rand.New(rand.NewSource(seed)))
		c, err := solvetest.Run(seed, 4, solvetest.Tiny, lopts, func(b *logic.Builder) (solve.Solver, error) {
			return newSolver(b, solve.Options{Check: true, Seed: seed % 3, CoreConflicts: seed % 2 * 100}, cfg), nil
		}, solvetest.NewBrute)
		if err != nil {
			t.Fatalf("%v\nconfig %+v, logic %+v", err, cfg, lopts)
		}
		add(&total, c)
	}
	t.Log(describe(total))
	if len(seeds) > 1 && (total.Sat < total.Checks/10 || total.Unsat < total.Checks/10 || total.Cores == 0) {
		t.Errorf("the sessions are lopsided: %s", describe(total))
	}
}

// interrupted abandons some checks in the middle of the construction, wherever a node is made, and asks again.
type interrupted struct {
	*Solver
	r       *rand.Rand
	stopped int
}

func (s *interrupted) Check(ctx context.Context, assumptions ...logic.Term) (solve.Status, error) {
	late := errors.New("interrupted")
	for range s.r.Intn(4) {
		left := s.r.Intn(1 << s.r.Intn(10))
		s.g.next, s.g.grow = 0, func() {
			s.g.next = 0
			if left--; left < 0 {
				panic(stop{late})
			}
		}
		st, err := s.Solver.Check(ctx, assumptions...)
		if s.g.grow = s.poll; !errors.Is(err, late) {
			return st, err
		}
		s.stopped++
	}
	return s.Solver.Check(ctx, assumptions...)
}

// TestRandomStops: what a check left behind when it was abandoned does not change later answers; 250 sessions, 5,000 in the long run.
func TestRandomStops(t *testing.T) {
	stopped := 0
	for _, n := range tooltest.Seeds(t, 0, 250, 5000) {
		seed := int64(n)
		r := rand.New(rand.NewSource(seed))
		cfg, lopts := randomConfig(r)
		var s *interrupted
		_, err := solvetest.Run(seed, 4, solvetest.Tiny, lopts, func(b *logic.Builder) (solve.Solver, error) {
			s = &interrupted{Solver: newSolver(b, solve.Options{Check: true, Seed: seed % 3}, cfg), r: r}
			return s, nil
		}, solvetest.NewBrute)
		if err != nil {
			t.Fatalf("%v\nconfig %+v, logic %+v", err, cfg, lopts)
		}
		stopped += s.stopped
	}
	if stopped == 0 {
		t.Error("no check was abandoned")
	}
}

func add(t *solvetest.Counts, c solvetest.Counts) {
	t.Checks += c.Checks
	t.Sat += c.Sat
	t.Unsat += c.Unsat
	t.Terms += c.Terms
	t.Cores += c.Cores
}

func describe(c solvetest.Counts) string {
	return fmt.Sprintf("%d checks, %d sat, %d unsat, %d proper cores, %d terms", c.Checks, c.Sat, c.Unsat, c.Cores, c.Terms)
}
