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
