package sequence_test

import . "github.com/heddle-dev/heddle/internal/transform/sequence"

import (
	"context"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	layout "github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/passtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestLazy(t *testing.T)  { golden(t, "lazy", Lazy) }
func TestEager(t *testing.T) { golden(t, "eager", Eager) }

func TestBalanced(t *testing.T) {
	for ts := range 2 {
		t.Run(fmt.Sprint(ts), func(t *testing.T) {
			golden(t, fmt.Sprintf("balanced%d", ts), func(p *ir.Program, opt Options) (*Sequence, error) { return Balanced(p, opt, ts) })
		})
	}
}

// golden compares what a sequentialization makes, and the work that this is for a solver.
func golden(t *testing.T, dir string, make func(*ir.Program, Options) (*Sequence, error)) {
	passtest.Golden(t, dir, *update, func(p *ir.Program, o map[string]string) (*ir.Program, error) {
		opt := Options{Races: races(o["races"] == "true")}
		if v := o["rounds"]; v != "" {
			var err error
			if opt.Rounds, err = strconv.Atoi(v); err != nil {
				return nil, err
			}
		}
		out, err := make(p, opt)
		if err != nil {
			return nil, err
		}
		return out.Program, nil
	}, passtest.Section{Name: "work", Of: work})
}

// work says which checks of a program can fail, and what it takes to find out: a change that makes formulas larger shows in the archives.
func work(p *ir.Program) (string, error) {
	ctx := context.Background()
	f, err := encode.Encode(ctx, logic.NewBuilder(logic.Options{}), p, layout.Of(p, p, 0), nil)
	if err != nil {
		return "", err
	}
	s := bitblast.New(f.B, solve.Options{})
	defer s.Close()
	for _, c := range f.Checks[0].Path.Conds() { // all checks are at the end: see package decide
		if err := s.Assert(c); err != nil {
			return "", err
		}
	}
	var out strings.Builder
	for _, c := range f.Checks {
		if transform.Internal(c.Assert.Kind) {
			continue
		}
		st, err := s.Check(ctx, c.Fails)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "%s fails: %v\n", c.Assert.Kind, st)
	}
	stats := s.Stats()
	fmt.Fprintf(&out, "%d terms, %d clauses, %d conflicts\n", f.B.NumTerms(), stats.Given, stats.Conflicts)
	return out.String(), nil
}

func races(want bool) *RaceOptions {
	if !want {
		return nil
	}
	return &RaceOptions{}
}
