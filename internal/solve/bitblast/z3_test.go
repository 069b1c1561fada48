package bitblast

import (
	"context"
	"errors"
	"math/rand"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/smtlib"
	"github.com/heddle-dev/heddle/internal/solve/solvetest"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// z3Oracle asks a second solver, assumption by assumption. Its models are checked, because some are wrong: z3 4.8.12 answers sat to some unsatisfiable
// equalities of constant arrays, with a model that is none. Such a question is asked again, of a fresh process, with every constant array replaced by
// a variable and the value of each of its cells.
type z3Oracle struct {
	ctx     context.Context // of the test
	b       *logic.Builder
	s       *smtlib.Solver
	doubted *int
}

func (o z3Oracle) Decide(ts []logic.Term) (solve.Status, error) {
	st, err := o.s.Check(o.ctx, ts...)
	if !errors.As(err, new(*solve.CheckError)) {
		return st, err
	}
	*o.doubted++
	fresh, err := smtlib.New(o.ctx, o.b, "z3", solve.Options{Check: true})
	if err != nil {
		return solve.Unknown, err
	}
	for _, t := range o.cells(ts) {
		if err := fresh.Assert(t); err != nil {
			return solve.Unknown, err
		}
	}
	st, err = fresh.Check(o.ctx)
	return st, errors.Join(err, fresh.Close())
}

// cells rewrites constant arrays away; their indices are narrow here.
func (o z3Oracle) cells(ts []logic.Term) []logic.Term {
	b := o.b
	for {
		i := slices.IndexFunc(b.Cone(ts...), func(t logic.Term) bool { return b.Kind(t) == logic.KConstArray })
		if i < 0 {
			return ts
		}
		t := b.Cone(ts...)[i]
		so, elem := b.Sort(t), b.Arg(t, 0)
		c := b.FreshVar("cells", so)
		ts = b.SubstAll(ts, map[logic.Term]logic.Term{t: c})
		for k := range uint64(1) << so.Index {
			ts = append(ts, b.Eq(b.Select(c, b.BV(so.Index, k)), elem))
		}
	}
}

// TestRandomZ3: sessions over bit-vectors and arrays, against z3, whose models are checked too. 40 of them; the long run
// has 3,000, with 20,000 terms and more.
func TestRandomZ3(t *testing.T) {
	tooltest.Require(t, "z3")
	var total solvetest.Counts
	doubted := 0
	ctx := tooltest.Context(t)
	seeds := tooltest.Seeds(t, 1, 40, 3000)
	for _, n := range seeds {
		seed := int64(n)
		cfg, lopts := randomConfig(rand.New(rand.NewSource(seed)))
		var z3 *smtlib.Solver
		c, err := solvetest.Run(seed, 3, solvetest.Small, lopts, func(b *logic.Builder) (solve.Solver, error) {
			return newSolver(b, solve.Options{Check: true, Seed: seed % 2, CoreConflicts: seed % 2 * 50}, cfg), nil
		}, func(b *logic.Builder, _ *solvetest.Gen) (o solvetest.Oracle, err error) {
			z3, err = smtlib.New(ctx, b, "z3", solve.Options{Check: true})
			return z3Oracle{ctx, b, z3, &doubted}, err
		})
		if z3 != nil {
			_ = z3.Close()
		}
		if err != nil {
			t.Fatalf("%v\nconfig %+v, logic %+v", err, cfg, lopts)
		}
		add(&total, c)
	}
	t.Logf("%s; %d answers of z3 came with a wrong model", describe(total), doubted)
	if len(seeds) > 1 && (total.Sat < total.Checks/10 || total.Unsat < total.Checks/20) {
		t.Errorf("the sessions are lopsided: %s", describe(total))
	}
}
