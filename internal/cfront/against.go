package cfront

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Two functions that are called with the same input, for whoever compares their failures (DIFFERROR(P1, P2), CBUGS section 3.2). They are lowered together, into one program: variables, external
// memory and what it leads to are those of both, and the entry makes one set of arguments. The two programs then differ in the function that this one call names, so an address, a parameter and
// an instruction of the entry are the same thing in both.
//
// Rejected: an entry with a choice between the two calls. The choice would stand in every trace, and each function would be code of the other's program.

// againstFlag is what names the other function.
const againstFlag = "--against"

// replacement finds the function that takes the place of another, and refuses one with other parameters.
func (c *compiler) replacement(own *symbol) (*symbol, error) {
	s, err := c.harnessFunc(againstFlag, c.opts.Harness.Against)
	if err != nil {
		return nil, err
	}
	if a, b := takes(own), takes(s); a != b {
		return nil, diag.List{diag.Errorf(posOf(s.fn.Declarator), "%s %s: it takes %s, and %s takes %s", againstFlag, s.name, b, own.name, a).
			WithDetail("both are called with the same input: name a function with the same parameters")}
	}
	return s, nil
}

// takes is what a function is called with, for people: the types of its parameters, and where a struct goes that it returns.
func takes(s *symbol) string {
	ft, ok := s.fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return "nothing"
	}
	sig := s.unit.signatureOf(ft)
	var out []string
	for _, t := range sig.params {
		out = append(out, s.unit.people(t))
	}
	if sig.variadic {
		out = append(out, "...")
	}
	text := "(" + strings.Join(out, ", ") + ")"
	if sig.retPtr {
		text += ", for a result " + s.unit.people(sig.ret)
	}
	return text
}

// sameOrigins lets void pointers among the arguments lead to what either function makes of them.
func (c *compiler) sameOrigins() {
	own, other := c.roles.entries[c.roles.own].sym, c.roles.against
	params, _, _ := c.shape(c.funcID(own))
	for i := range params {
		c.outside.flow(argOrigin(own.irName, i), argOrigin(other.irName, i))
	}
}

// replaced is the program in which the other function is called.
func (c *compiler) replaced() *ir.Program {
	p := c.prog.Clone()
	numbered := func(s *symbol) ir.FuncID {
		return ir.FuncID(slices.IndexFunc(p.Funcs, func(f *ir.Func) bool { return f.Name == s.irName }))
	}
	own, other := numbered(c.roles.entries[c.roles.own].sym), numbered(c.roles.against)
	entry := p.Funcs[p.Entry]
	entry.Display = c.roles.against.name
	for in := range entry.Instrs() {
		if call, ok := in.(*ir.Call); ok && call.Func == own {
			call.Func = other
			if p.Funcs[other].RetWidth != p.Funcs[own].RetWidth {
				call.Dst = ir.NoReg // nobody reads it
			}
		}
	}
	return p
}
