// Terms to commands.
//
// Every variable is declared once as v<handle>, every other term defined once as t<handle> by its operator over names and literals, arguments
// first. A definition per term keeps the text linear in the size of the DAG and the nesting at one level, however deep the term; solvers
// expand such definitions into shared nodes. The variables' own names are not used: they may hold anything, and handles need no quoting.
//
// An assumption may be any term, but check-sat-assuming takes literals only: the term t gets a switch a<handle> with (=> a t), assumed when
// t is.
package smtlib

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/logic"
)

type script struct {
	b        *logic.Builder
	commands []string // everything said so far, in order
	defined  map[logic.Term]bool
	switches map[logic.Term]bool
	vars     []logic.Term
	stack    []logic.Term
	looks    []logic.Term // reads of which has to be said what defined arrays hold there
	also     []logic.Term // what is to be said of definitions that were looked at
	stated   map[logic.Term]bool
	bytes    int64
}

func newScript(b *logic.Builder) *script {
	return &script{b: b, defined: map[logic.Term]bool{}, switches: map[logic.Term]bool{}, stated: map[logic.Term]bool{}}
}

func (s *script) say(format string, args ...any) {
	c := fmt.Sprintf(format, args...)
	s.commands = append(s.commands, c)
	s.bytes += int64(len(c)) + 16
}

func (s *script) assert(t logic.Term) {
	s.define(t)
	s.say("(assert %s)\n", s.name(t))
}

// assume returns the switch of t.
func (s *script) assume(t logic.Term) string {
	name := fmt.Sprintf("a%d", t)
	if !s.switches[t] {
		s.switches[t] = true
		s.define(t)
		s.say("(declare-fun %s () Bool)\n(assert (=> %s %s))\n", name, name, s.name(t))
	}
	return name
}

func (s *script) name(t logic.Term) string {
	switch s.b.Kind(t) {
	case logic.KConst:
		return s.b.Value(t).String()
	case logic.KVar:
		return fmt.Sprintf("v%d", t)
	}
	return fmt.Sprintf("t%d", t)
}

// define says what is needed before t can be named, and what the defined arrays hold that it looks at.
func (s *script) define(t logic.Term) {
	s.terms(t)
	for len(s.looks) > 0 {
		look := s.looks[len(s.looks)-1]
		s.looks = s.looks[:len(s.looks)-1]
		i := s.b.Arg(look, 1)
		for _, a := range s.b.DefinedParts(s.b.Arg(look, 0)) {
			is, also := s.b.Definition(a, i)
			s.also = append(s.also, s.b.Eq(s.b.Select(a, i), is), also)
		}
		s.facts()
	}
	s.facts()
}

// facts asserts what holds because of what was looked at.
func (s *script) facts() {
	for len(s.also) > 0 {
		fact := s.also[len(s.also)-1]
		s.also = s.also[:len(s.also)-1]
		if !s.stated[fact] && !s.b.IsTrue(fact) {
			s.stated[fact] = true
			s.terms(fact)
			s.say("(assert %s)\n", s.name(fact))
		}
	}
}

// standsFor is what a defined variable stands for, 0 if t is none.
func (s *script) standsFor(t logic.Term) logic.Term {
	if !s.b.IsDefined(t) || s.b.Sort(t).IsArray() {
		return 0
	}
	is, also := s.b.Definition(t, 0)
	s.also = append(s.also, also)
	return is
}

// terms defines a term and all that it is made of.
func (s *script) terms(t logic.Term) {
	s.stack = append(s.stack[:0], t)
	for len(s.stack) > 0 {
		t := s.stack[len(s.stack)-1]
		if s.defined[t] {
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		ready := true
		need := s.b.Args(t)
		is := s.standsFor(t)
		if is != 0 {
			need = []logic.Term{is}
		}
		for _, a := range need {
			if !s.defined[a] {
				s.stack = append(s.stack, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		s.stack = s.stack[:len(s.stack)-1]
		s.defined[t] = true
		switch s.b.Kind(t) {
		case logic.KConst:
		case logic.KVar:
			if is != 0 {
				s.say("(define-fun v%d () %v %s)\n", t, s.b.Sort(t), s.name(is))
				continue
			}
			s.vars = append(s.vars, t)
			s.say("(declare-fun v%d () %v)\n", t, s.b.Sort(t))
		default:
			if s.b.Kind(t) == logic.KSelect {
				s.looks = append(s.looks, t)
			}
			s.say("(define-fun t%d () %v (%s%s))\n", t, s.b.Sort(t), s.operator(t), s.operands(t))
		}
	}
}

func (s *script) operator(t logic.Term) string {
	switch k := s.b.Kind(t); k {
	case logic.KExtract:
		hi, lo := s.b.ExtractBounds(t)
		return fmt.Sprintf("(_ extract %d %d)", hi, lo)
	case logic.KSExt:
		return fmt.Sprintf("(_ sign_extend %d)", s.b.Width(t)-s.b.Width(s.b.Arg(t, 0)))
	case logic.KConstArray:
		return fmt.Sprintf("(as const %v)", s.b.Sort(t))
	default:
		return k.String()
	}
}

func (s *script) operands(t logic.Term) string { return s.operandsBy(t, s.name) }

func (s *script) operandsBy(t logic.Term, name func(logic.Term) string) string {
	var b strings.Builder
	for _, a := range s.b.Args(t) {
		b.WriteByte(' ')
		b.WriteString(name(a))
	}
	return b.String()
}
