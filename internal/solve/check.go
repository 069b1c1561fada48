package solve

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/logic"
)

// CheckModel evaluates the terms under a model, with the evaluator of package logic, which shares nothing with any solver. It returns a
// *CheckError for the first term that is not true.
func CheckModel(solver string, m *Model, groups ...[]logic.Term) error {
	for _, ts := range groups {
		for _, t := range ts {
			if !m.Bool(t) {
				return &CheckError{Solver: solver, Answer: Sat, Err: fmt.Errorf("term %d is false in the model", t)}
			}
		}
	}
	return nil
}
