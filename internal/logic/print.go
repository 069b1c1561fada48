package logic

// SMT-LIB 2 text of terms.
//
// A term is a DAG whose tree may be exponential, so what is used more than once gets a name: a define-fun, which solvers
// read faster than nested lets and which stays good for later terms of the same session. So does what is nested deeper
// than maxNesting, because some readers recurse. What remains is shallow, and is written by plain recursion.

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

const maxNesting = 50

// Printer writes terms of one builder as SMT-LIB 2, for one reader: what was declared or defined once is not again. The
// reader must not forget it (no pop of a scope in which something was written).
type Printer struct {
	b     *Builder
	w     io.Writer
	named table[string]   // variables declared and terms defined so far
	taken map[string]Term // the names in use
	err   error
	buf   []byte
	uses  table[int32] // of a term in what is being printed; zeros between calls, like depth
	depth table[int32] // of its text, definitions not opened
}

// NewPrinter makes a printer that writes declarations and definitions to w.
func NewPrinter(b *Builder, w io.Writer) *Printer {
	return &Printer{b: b, w: w, taken: map[string]Term{}}
}

// Expr writes whatever declarations and definitions t needs and that were not written yet, and returns the text of t.
// It fails if writing does or if a variable's name cannot be written in SMT-LIB.
func (p *Printer) Expr(t Term) (string, error) {
	if p.err != nil {
		return "", p.err
	}
	p.prepare(t)
	if p.err != nil {
		return "", p.err
	}
	return string(p.render(nil, t)), nil
}

// Declare writes the declaration of a variable, unless it was written before, and returns its name as written.
func (p *Printer) Declare(v Term) (string, error) {
	if p.err == nil {
		p.declare(v)
	}
	return p.named.get(v), p.err
}

func (p *Printer) declare(v Term) {
	if p.named.get(v) != "" {
		return
	}
	name := p.b.Name(v)
	text, err := Symbol(name)
	if err == nil && p.taken[name] != 0 {
		err = fmt.Errorf("logic: variable %q has the name of a definition", name)
	}
	if err != nil {
		p.err = err
		return
	}
	*p.named.at(v) = text
	p.taken[name] = v
	_, p.err = fmt.Fprintf(p.w, "(declare-fun %s () %v)\n", text, p.b.Sort(v))
}

// prepare declares and defines what t needs.
func (p *Printer) prepare(t Term) {
	b := p.b
	uses, depth := &p.uses, &p.depth
	*uses.at(t) = 1
	cone := []Term{t}
	for i := 0; i < len(cone); i++ {
		if p.named.get(cone[i]) != "" {
			continue
		}
		for _, a := range b.Args(cone[i]) {
			n := uses.at(a)
			if *n == 0 {
				cone = append(cone, a)
			}
			*n = min(*n+1, 2)
		}
	}
	slices.Sort(cone)
	defer func() {
		for _, u := range cone {
			*uses.at(u) = 0
			*depth.at(u) = 0
		}
	}()
	for _, u := range cone {
		if p.err != nil {
			return
		}
		if p.named.get(u) != "" {
			continue
		}
		switch b.Kind(u) {
		case KVar:
			p.declare(u)
			continue
		case KConst:
			continue
		}
		d := int32(0)
		for _, a := range b.Args(u) {
			d = max(d, depth.get(a))
		}
		*depth.at(u) = d + 1
		if u != t && (uses.get(u) > 1 && !p.trivial(u) || d >= maxNesting) {
			p.define(u)
			*depth.at(u) = 0
		}
	}
}

// trivial terms are no longer than a name for them.
func (p *Printer) trivial(t Term) bool {
	if p.b.Kind(t) != KNot {
		return false
	}
	a := p.b.Arg(t, 0)
	return p.named.get(a) != ""
}

func (p *Printer) define(t Term) {
	name := fmt.Sprintf("$t%d", t)
	for {
		_, isVar := p.b.byName[name]
		if _, ok := p.taken[name]; !ok && !isVar {
			break
		}
		name += "!"
	}
	p.buf = append(p.buf[:0], "(define-fun "...)
	p.buf = append(p.buf, name...)
	p.buf = append(p.buf, " () "...)
	p.buf = append(p.buf, p.b.Sort(t).String()...)
	p.buf = append(p.buf, ' ')
	p.buf = p.render(p.buf, t)
	p.buf = append(p.buf, ")\n"...)
	*p.named.at(t) = name
	p.taken[name] = t
	_, p.err = p.w.Write(p.buf)
}

// render appends the text of t; everything deep or shared has a name.
func (p *Printer) render(s []byte, t Term) []byte {
	if name := p.named.get(t); name != "" {
		return append(s, name...)
	}
	b := p.b
	switch k := b.Kind(t); k {
	case KConst:
		return append(s, b.Value(t).String()...)
	case KNot:
		if a := b.Arg(t, 0); b.Kind(a) == KAnd && p.named.get(a) == "" {
			return p.renderOr(s, a)
		}
		s = append(s, "(not"...)
	case KExtract:
		hi, lo := b.ExtractBounds(t)
		s = fmt.Appendf(s, "((_ extract %d %d)", hi, lo)
	case KSExt:
		s = fmt.Appendf(s, "((_ sign_extend %d)", b.Width(t)-b.Width(b.Arg(t, 0)))
	case KConstArray:
		s = fmt.Appendf(s, "((as const %v)", b.Sort(t))
	default:
		s = append(s, '(')
		s = append(s, k.String()...)
	}
	for _, a := range b.Args(t) {
		s = append(s, ' ')
		s = p.render(s, a)
	}
	return append(s, ')')
}

// renderOr writes Not of the And a as a disjunction.
func (p *Printer) renderOr(s []byte, a Term) []byte {
	b := p.b
	s = append(s, "(or"...)
	for _, x := range b.Args(a) {
		s = append(s, ' ')
		if b.Kind(x) == KNot && p.named.get(x) == "" {
			s = p.render(s, b.Arg(x, 0))
			continue
		}
		s = append(s, "(not "...)
		s = p.render(s, x)
		s = append(s, ')')
	}
	return append(s, ')')
}

// Symbol is a name in SMT-LIB's notation, quoted if need be. Some names have none: those with a bar or a backslash, and
// those of operations, which mean the operation even when quoted.
func Symbol(name string) (string, error) {
	if _, ok := operations[name]; ok || name == "true" || name == "false" {
		return "", fmt.Errorf("logic: %q is the name of an SMT-LIB operation", name)
	}
	simple := name != "" && (name[0] < '0' || name[0] > '9') && !reserved[name]
	for i := range len(name) {
		c := name[i]
		switch {
		case c == '|' || c == '\\' || c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f:
			return "", fmt.Errorf("logic: the name %q cannot be written in SMT-LIB", name)
		case !isSymbolByte(c):
			simple = false
		}
	}
	if simple {
		return name, nil
	}
	return "|" + name + "|", nil
}

var reserved = map[string]bool{
	"_": true, "!": true, "as": true, "let": true, "exists": true, "forall": true, "match": true, "par": true,
	"BINARY": true, "DECIMAL": true, "HEXADECIMAL": true, "NUMERAL": true, "STRING": true,
}

func isSymbolByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
}
