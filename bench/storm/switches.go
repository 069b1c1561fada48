package main

import (
	"context"
	"fmt"
	"math/rand"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// switches prints the paper's Table 3: how long two rounds take if threads cannot be interrupted before some accesses, chosen at random. What is left out here is left out wrongly, so nothing is claimed:
// a star says that a bug that is there was lost. Synchronization and the ends of threads stay.
func switches(h *drivers.Heddle, rows []row) error {
	shares := []int{0, 40, 80, 100}
	fmt.Println("\nSeconds of processor time at K = 2 without some of the places before accesses to fields; * the bug is lost")
	fmt.Print("\n| program | switch points |")
	for _, s := range shares {
		fmt.Printf(" %d%% |", s)
	}
	fmt.Print("\n|---|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		a, err := check(h, r, 2, "--slice", "on")
		if err != nil {
			return err
		}
		points := "-"
		if a.sliced != nil {
			points = fmt.Sprint(a.sliced.Points)
		}
		p, err := h.Compiled(r.name, r.source, r.flags...)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |", r.name, points)
		found := false
		for _, share := range shares {
			took, bug, err := without(p, r.property(), share, h.Timeout)
			if err != nil {
				return err
			}
			found = found || bug
			lost := ""
			if found && !bug && !took.late {
				lost = "*"
			}
			fmt.Printf(" %v%s |", took, lost)
		}
		fmt.Println()
	}
	return nil
}

// without asks about a property at two rounds, with a share of the accesses, in percent, taken for ones that commute with everything.
func without(p *ir.Program, property verdict.Property, share int, timeout time.Duration) (took answer, bug bool, err error) {
	rng := rand.New(rand.NewSource(1))
	facts := &verdict.Facts{Alone: map[ir.ID]bool{}}
	for _, in := range p.Instrs() {
		if m, _, _ := ir.AccessOf(in); m != nil && rng.Intn(100) < share {
			facts.Alone[in.Base().ID] = true
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	q := verdict.Question{Program: p, Properties: []verdict.Property{property}, Bounds: verdict.Bounds{Rounds: 2, Unwind: 2, Threads: 3}, Facts: facts}
	before := drivers.Processor()
	res, err := rounds.Engine.Run(ctx, &engine.Request{Question: q})
	if err != nil {
		return took, false, err
	}
	took.CPU, took.late = drivers.Processor()-before, res.Claims[0].Verdict == verdict.Unknown
	return took, len(res.Findings) > 0, nil
}
