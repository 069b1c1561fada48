package smtlib

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// AssertForall adds that a term holds whatever the values of some variables, which no other term may mention. Only z3 is asked such a thing: the embedded solver knows
// no quantifiers, and cvc5 is told that there are none. What is inside a quantifier cannot be defined before it, so it is written with a let for each of its terms.
//
// If there are no arrays, the session is about bit-vectors alone from then on: told so, z3 decides in milliseconds what it gives up on otherwise.
func (s *Solver) AssertForall(vars []logic.Term, body logic.Term) error {
	if s.closed {
		return solve.ErrClosed
	}
	if strings.Contains(filepath.Base(s.path), "cvc5") {
		return &solve.BackendError{Program: s.program, Op: "assert", Err: fmt.Errorf("quantifiers are for z3")}
	}
	if err := solve.CheckBool(s.b, body); err != nil {
		return err
	}
	if !slices.ContainsFunc(s.b.Vars(), func(v logic.Term) bool { return s.b.Sort(v).IsArray() }) {
		s.prelude = strings.Replace(s.prelude, "(set-logic ALL)", "(set-logic BV)", 1)
	}
	s.drop()
	bound := map[logic.Term]bool{}
	var list []string
	for _, v := range vars {
		bound[v] = true
		list = append(list, fmt.Sprintf("(%s %v)", s.script.name(v), s.b.Sort(v)))
	}
	var text strings.Builder
	open := 0
	for _, t := range s.b.Cone(body) {
		switch k := s.b.Kind(t); {
		case k == logic.KConst || k == logic.KVar && bound[t]:
		case k == logic.KVar:
			s.script.define(t)
		default:
			fmt.Fprintf(&text, "(let ((%s (%s%s))) ", s.script.inside(t), s.script.operator(t), s.script.operandsBy(t, s.script.inside))
			open++
		}
	}
	inner := text.String() + s.script.inside(body) + strings.Repeat(")", open)
	if len(vars) > 0 {
		inner = fmt.Sprintf("(forall (%s) %s)", strings.Join(list, " "), inner)
	}
	s.script.say("(assert %s)\n", inner)
	return nil
}

// inside names a term inside of a quantifier, where it is not what it is outside.
func (s *script) inside(t logic.Term) string {
	if k := s.b.Kind(t); k == logic.KConst || k == logic.KVar {
		return s.name(t)
	}
	return fmt.Sprintf("q%d", t)
}
