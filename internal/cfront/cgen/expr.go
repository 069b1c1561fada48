package cgen

import (
	"fmt"
	"strings"
)

// place is an lvalue: its text and type.
type place struct {
	text string
	typ  string
	bits int
	rec  *rec
}

// index is an expression between 0 and n-1.
func (g *gen) index(n, depth int) string {
	if n == 1 || g.fixed || g.chance(40) {
		return fmt.Sprint(g.r.IntN(n))
	}
	return fmt.Sprintf("(unsigned)(%s) %% %du", g.expr(depth-1), n)
}

// places lists what can be read or written from here, one per variable, with random members and indices.
func (g *gen) place(depth int, want func(place) bool) (place, bool) {
	vars := g.scope()
	for range 12 {
		p, ok := g.through(pick(g, vars), depth)
		if ok && want(p) {
			return p, true
		}
	}
	return place{}, false
}

func (g *gen) through(v variable, depth int) (place, bool) {
	p := place{text: v.name, typ: v.typ, rec: v.rec}
	switch {
	case v.ptr && v.rec != nil:
		p.text = "(*" + v.name + ")"
	case v.ptr && v.len > 1 && g.chance(60):
		i := g.index(v.len, depth)
		p.text = pick(g, []string{
			fmt.Sprintf("%s[%s]", v.name, i), fmt.Sprintf("*(%s + %s)", v.name, parens(i)), fmt.Sprintf("(%s)[%s]", parens(i), v.name),
		})
	case v.ptr:
		p.text = "*" + v.name
	case v.array > 0:
		p.text = fmt.Sprintf("%s[%s]", v.name, g.index(v.array, depth))
	}
	for p.rec != nil && g.chance(92) {
		if len(p.rec.fields) == 0 {
			return p, false
		}
		f := pick(g, p.rec.fields)
		sel := "."
		if strings.HasPrefix(p.text, "(*") && strings.HasSuffix(p.text, ")") && strings.Count(p.text, "(") == 1 {
			p.text, sel = p.text[2:len(p.text)-1], "->"
		}
		p.text += sel + f.name
		if f.array > 0 {
			p.text += fmt.Sprintf("[%s]", g.index(f.array, depth))
		}
		p.typ, p.bits, p.rec = f.typ, f.bits, f.rec
	}
	return p, true
}

func parens(s string) string { return "(" + s + ")" }

func isInt(p place) bool { return p.rec == nil && p.typ != "float" && p.typ != "double" }

func isFloat(p place) bool { return p.rec == nil && (p.typ == "float" || p.typ == "double") }

// expr is a pure integer expression.
func (g *gen) expr(depth int) string {
	if depth <= 0 || g.chance(15) {
		if g.chance(70) {
			if p, ok := g.place(0, isInt); ok {
				return p.text
			}
		}
		return g.literal()
	}
	a := func() string { return g.expr(depth - 1) }
	switch g.r.IntN(20) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", a(), pick(g, []string{"+", "-", "*"}), a())
	case 4, 5:
		return fmt.Sprintf("(%s %s %s)", a(), pick(g, []string{"&", "|", "^"}), a())
	case 6:
		// The divisor is positive and small enough for every type on the left.
		return fmt.Sprintf("(%s %s (int)(((%s) & 0x3f) + 1))", a(), pick(g, []string{"/", "%"}), a())
	case 7:
		return fmt.Sprintf("(%s %s (unsigned)((%s) | 1))", a(), pick(g, []string{"/", "%"}), a())
	case 8:
		t := pick(g, intTypes[5:11])
		m := 31
		if t.bits == 64 {
			m = 63
		}
		return fmt.Sprintf("((%s)(%s) %s ((%s) & %d))", t.name, a(), pick(g, []string{"<<", ">>"}), a(), m)
	case 9:
		return fmt.Sprintf("(%s %s ((%s) & 7))", a(), pick(g, []string{"<<", ">>"}), a())
	case 10, 11:
		return fmt.Sprintf("(%s %s %s)", a(), pick(g, []string{"==", "!=", "<", "<=", ">", ">="}), a())
	case 12:
		return fmt.Sprintf("(%s %s %s)", a(), pick(g, []string{"&&", "||"}), a())
	case 13:
		return fmt.Sprintf("(%s ? %s : %s)", a(), a(), a())
	case 14:
		return fmt.Sprintf("(%s(%s))", pick(g, []string{"-", "~", "!", "+"}), a())
	case 15, 16:
		return fmt.Sprintf("((%s)%s)", pick(g, intTypes).name, parens(a()))
	case 17:
		return pick(g, []string{
			fmt.Sprintf("(%s, %s)", a(), a()),
			fmt.Sprintf("(int)sizeof(%s)", pick(g, g.recs).name),
			fmt.Sprintf("((enum color)((%s) & 3))", a()),
			fmt.Sprintf("((%s) ?: %s)", a(), a()),
			fmt.Sprintf("__builtin_expect(%s, 1)", a()),
		})
	case 18:
		if g.floats {
			return pick(g, []string{
				fmt.Sprintf("f2i(%s)", g.float(depth-1)), fmt.Sprintf("f2u(%s)", g.float(depth-1)),
				fmt.Sprintf("(%s %s %s)", g.float(depth-1), pick(g, []string{"<", ">", "<=", ">=", "==", "!="}), g.float(depth-1)),
			})
		}
		return a()
	}
	if p, ok := g.place(depth, isInt); ok {
		return p.text
	}
	return g.literal()
}

// float is a pure floating expression.
func (g *gen) float(depth int) string {
	if depth <= 0 || g.chance(20) {
		if p, ok := g.place(0, isFloat); ok && g.chance(70) {
			return p.text
		}
		return g.constant("double") + pick(g, []string{"", "f", ""})
	}
	switch g.r.IntN(8) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", g.float(depth-1), pick(g, []string{"+", "-", "*"}), g.float(depth-1))
	case 3:
		return fmt.Sprintf("(%s / (double)(((%s) & 15) + 1))", g.float(depth-1), g.expr(depth-1))
	case 4:
		return fmt.Sprintf("((%s)%s)", pick(g, []string{"float", "double"}), parens(g.expr(depth-1)))
	case 5:
		return fmt.Sprintf("(-%s)", parens(g.float(depth-1)))
	case 6:
		return fmt.Sprintf("((float)%s)", parens(g.float(depth-1)))
	}
	return fmt.Sprintf("(%s ? %s : %s)", g.expr(depth-1), g.float(depth-1), g.float(depth-1))
}
