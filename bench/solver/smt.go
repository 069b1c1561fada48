package main

import (
	"context"
	"fmt"
	"os"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
)

// The bit-vector half of the comparison: SMT-LIB text through heddle's parser, terms, bit-blaster and SAT solver.

// solveSMT answers every check of a script like an SMT solver would and checks the models.
func solveSMT(name string, stats bool) int {
	f, err := os.Open(name)
	if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	b := logic.NewBuilder(logic.Options{})
	script, err := logic.ParseSMTLIB(b, f)
	f.Close()
	if err != nil {
		fmt.Printf("error: %s:%v\n", name, err)
		return 1
	}
	s := bitblast.New(b, solve.Options{})
	defer s.Close()
	if stats {
		defer func() { fmt.Fprintf(os.Stderr, "%d gates %+v\n", s.Gates(), s.Stats()) }()
	}
	// Assertions below the first push are asserted; those above it are assumed, so that they can be taken back.
	var stack []logic.Term
	var levels []int
	for _, c := range script.Commands {
		var extra []logic.Term
		switch c.Kind {
		case logic.CmdAssert:
			if len(levels) > 0 {
				stack = append(stack, c.Terms...)
				continue
			}
			for _, t := range c.Terms {
				if err := s.Assert(t); err != nil {
					fmt.Println("error:", err)
					return 1
				}
				stack = append(stack, t)
			}
			continue
		case logic.CmdPush:
			for range c.N {
				levels = append(levels, len(stack))
			}
			continue
		case logic.CmdPop:
			for range c.N {
				if n := len(levels); n > 0 {
					stack = stack[:levels[n-1]]
					levels = levels[:n-1]
				}
			}
			continue
		case logic.CmdCheckAssuming:
			extra = c.Terms
		}
		if code := checkSMT(s, stack, levels, extra); code != 0 {
			return code
		}
	}
	return 0
}

// checkSMT answers one check; stack are all assertions in force.
func checkSMT(s *bitblast.Solver, stack []logic.Term, levels []int, extra []logic.Term) int {
	var as []logic.Term
	if len(levels) > 0 {
		as = append(as, stack[levels[0]:]...)
	}
	as = append(as, extra...)
	st, err := s.Check(context.Background(), as...)
	switch {
	case err != nil:
		fmt.Println("error:", err)
		return 1
	case st == solve.Unsat:
		fmt.Println("unsat")
		return 0
	}
	m := s.Model()
	for _, t := range append(append([]logic.Term(nil), stack...), as...) {
		if !m.Bool(t) {
			fmt.Println(wrongModel)
			return 3
		}
	}
	fmt.Println("sat")
	return 0
}
