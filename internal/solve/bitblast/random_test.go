package bitblast

import (
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
