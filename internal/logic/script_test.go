package logic

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// PrintSMTLIB writes a script that [ParseSMTLIB] and other readers accept. All declarations and definitions come
// before the first command, so that scopes opened by push hide none of them.
func PrintSMTLIB(w io.Writer, b *Builder, s *Script) error {
	out := bufio.NewWriter(w)
	logic := s.Logic
	if logic == "" {
		logic = "QF_ABV"
	}
	fmt.Fprintf(out, "(set-logic %s)\n", logic)
	if s.Status != "" {
		fmt.Fprintf(out, "(set-info :status %s)\n", s.Status)
	}
	p := NewPrinter(b, out)
	for _, v := range s.Decls {
		p.declare(v)
	}
	var body strings.Builder
	for _, c := range s.Commands {
		body.WriteString("(" + c.Kind.String())
		switch c.Kind {
		case CmdAssert:
			text, err := p.Expr(c.Terms[0])
			if err != nil {
				return err
			}
			body.WriteString(" " + text)
		case CmdCheckAssuming:
			body.WriteString(" (")
			for i, t := range c.Terms {
				text, err := p.literal(t)
				if err != nil {
					return err
				}
				if i > 0 {
					body.WriteByte(' ')
				}
				body.WriteString(text)
			}
			body.WriteByte(')')
		case CmdPush, CmdPop:
			fmt.Fprintf(&body, " %d", c.N)
		}
		body.WriteString(")\n")
	}
	if p.err != nil {
		return p.err
	}
	out.WriteString(body.String())
	return out.Flush()
}

// literal is the text of a formula as check-sat-assuming wants it: a symbol or the negation of one.
func (p *Printer) literal(t Term) (string, error) {
	p.prepare(t)
	u := t
	if p.b.Kind(u) == KNot {
		u = p.b.Arg(u, 0)
	}
	if p.err == nil && p.b.Kind(u) != KConst && p.named.get(u) == "" {
		p.define(u)
	}
	if p.err != nil {
		return "", p.err
	}
	return string(p.render(nil, t)), nil
}

// Literal is [Printer.Expr] for a formula to be assumed: the text is a symbol or the negation of one, as
// check-sat-assuming wants it.
func (p *Printer) Literal(t Term) (string, error) {
	if p.err != nil {
		return "", p.err
	}
	return p.literal(t)
}

// String is t as one SMT-LIB expression, with lets for what is shared. It is meant for people and messages; names that
// SMT-LIB cannot write appear as they are.
func (b *Builder) String(t Term) string {
	p := NewPrinter(b, nil)
	var head strings.Builder
	lets := 0
	var uses, depth table[int32]
	cone := b.Cone(t)
	for _, u := range cone {
		for _, a := range b.Args(u) {
			n := uses.at(a)
			*n = min(*n+1, 2)
		}
	}
	for _, u := range cone {
		switch b.Kind(u) {
		case KVar:
			text, err := Symbol(b.Name(u))
			if err != nil {
				text = "|" + b.Name(u) + "|"
			}
			*p.named.at(u) = text
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
			name := fmt.Sprintf("$t%d", u)
			for b.byName[name] != 0 {
				name += "!"
			}
			fmt.Fprintf(&head, "(let ((%s %s)) ", name, p.render(nil, u))
			*p.named.at(u) = name
			*depth.at(u) = 0
			lets++
		}
	}
	head.Write(p.render(nil, t))
	head.WriteString(strings.Repeat(")", lets))
	return head.String()
}
