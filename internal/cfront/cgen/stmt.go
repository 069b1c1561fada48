package cgen

import (
	"fmt"
	"strings"
)

// maxCost bounds what the program executes, in statements.
const maxCost = 4000

// block writes n statements between braces.
func (g *gen) block(n, depth int) {
	g.b.WriteString(strings.Repeat("\t", g.indent) + "{\n")
	g.indent++
	saved := len(g.locals)
	for range n {
		g.stmt(depth)
	}
	g.locals = g.locals[:saved]
	g.indent--
	g.line("}")
}

func (g *gen) stmt(depth int) {
	g.cost += g.loops
	c := g.r.IntN(100)
	if depth <= 0 && c >= 60 {
		c = g.r.IntN(60)
	}
	switch {
	case c < 22:
		g.assign()
	case c < 28:
		g.compound()
	case c < 33:
		if p, ok := g.place(2, isInt); ok && p.typ != "_Bool" {
			g.line("%s;", incdec(g, p.text))
		}
	case c < 38:
		g.line("chk(%s);", g.expr(3))
	case c < 42:
		g.copyRecord()
	case c < 46:
		g.pointer()
	case c < 50:
		g.local()
	case c < 56:
		g.call()
	case c < 60:
		g.odd()
	case c < 72:
		g.line("if (%s)", g.expr(3))
		g.block(1+g.r.IntN(3), depth-1)
		if g.chance(50) {
			g.line("else")
			g.block(1+g.r.IntN(3), depth-1)
		}
	case c < 84:
		g.loop(depth)
	case c < 92:
		g.switchStmt(depth)
	case c < 96:
		l := g.id("l")
		g.line("if (%s) goto %s;", g.expr(2), l)
		g.block(1, depth-1) // a block: what it declares must not be in sight behind the label
		g.line("%s:;", l)
	default:
		g.backward(depth)
	}
}

func incdec(g *gen, p string) string {
	if strings.HasPrefix(p, "*") {
		p = parens(p)
	}
	return fmt.Sprintf(pick(g, []string{"%s++", "%s--", "++%s", "--%s"}), p)
}

func (g *gen) assign() {
	if g.floats && g.chance(20) {
		if p, ok := g.place(2, isFloat); ok {
			g.line("%s = %s;", p.text, g.float(3))
			return
		}
	}
	p, ok := g.place(2, isInt)
	if !ok {
		return
	}
	if g.chance(10) {
		g.line("chk(%s = %s);", p.text, g.expr(3)) // the value of an assignment is that of the object
		return
	}
	g.line("%s = %s;", p.text, g.expr(3))
}

func (g *gen) compound() {
	if g.floats && g.chance(15) {
		if p, ok := g.place(2, isFloat); ok {
			g.line("%s %s= %s;", p.text, pick(g, []string{"+", "-", "*"}), g.float(2))
			return
		}
	}
	p, ok := g.place(2, isInt)
	if !ok {
		return
	}
	switch op := pick(g, []string{"+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"}); op {
	case "<<", ">>":
		g.line("%s %s= (%s) & 7;", p.text, op, g.expr(2))
	case "/", "%":
		g.line("%s %s= ((%s) & 31) + 1;", p.text, op, g.expr(2))
	default:
		g.line("%s %s= %s;", p.text, op, g.expr(3))
	}
}

func (g *gen) copyRecord() {
	p, ok := g.place(1, func(p place) bool { return p.rec != nil })
	if !ok {
		return
	}
	q, ok := g.place(1, func(q place) bool { return q.rec == p.rec })
	switch {
	case ok && g.chance(60):
		if strings.Contains(q.text, "->") || g.chance(70) {
			g.line("%s = %s;", p.text, q.text)
		} else {
			g.line("memmove(&%s, &%s, sizeof %s);", p.text, q.text, p.text)
		}
	case g.chance(50):
		g.line("%s = %s;", p.text, p.rec.nothing())
	case len(p.rec.fields) > 0 && !p.rec.unions:
		f := pick(g, p.rec.fields)
		if f.typ != "" && f.array == 0 {
			g.line("%s = (%s){ .%s = %s };", p.text, p.rec.name, f.name, g.expr(2))
		}
	}
}

// pointer makes a new local pointer into something that lives as long, or moves one.
func (g *gen) pointer() {
	v := pick(g, g.globals)
	if v.volatile {
		g.assign()
		return
	}
	name := g.id("p")
	switch {
	case v.ptr:
		g.line("%s *%s = %s;", v.typ, name, v.name)
		g.locals = append(g.locals, variable{name: name, typ: v.typ, ptr: true, len: v.len})
	case v.rec != nil && v.array > 0:
		g.line("%s *%s = &%s[%s];", v.rec.name, name, v.name, g.index(v.array, 2))
		g.line("chk(%s - %s);", name, v.name)
		g.locals = append(g.locals, variable{name: name, rec: v.rec, ptr: true})
	case v.rec != nil:
		g.line("%s *%s = &%s;", v.rec.name, name, v.name)
		g.locals = append(g.locals, variable{name: name, rec: v.rec, ptr: true})
	case v.array > 0:
		k := g.r.IntN(v.array)
		g.line("%s *%s = %s + %d;", v.typ, name, v.name, k)
		g.line("chk(%s > %s);", name, v.name)
		g.locals = append(g.locals, variable{name: name, typ: v.typ, ptr: true, len: v.array - k})
	default:
		g.line("%s *%s = &%s;", v.typ, name, v.name)
		g.locals = append(g.locals, variable{name: name, typ: v.typ, ptr: true, len: 1})
	}
}

func (g *gen) local() {
	v := variable{name: g.id("v")}
	switch c := g.r.IntN(10); {
	case c < 5:
		v.typ = pick(g, intTypes).name
		g.line("%s %s = %s;", v.typ, v.name, g.expr(3))
	case c < 6 && g.floats:
		v.typ = pick(g, []string{"float", "double"})
		g.line("%s %s = %s;", v.typ, v.name, g.float(3))
	case c < 8:
		v.typ, v.array = pick(g, intTypes).name, 1+g.r.IntN(5)
		g.line("%s %s[%d] = { %s };", v.typ, v.name, v.array, g.expr(2))
	case c < 9:
		v.typ = "int"
		g.line("static int %s = %s;", v.name, g.literal())
	default:
		v.rec = pick(g, g.recs)
		g.line("%s %s;", v.rec.name, v.name)
		g.line("memset(&%s, %d, sizeof %s);", v.name, g.r.IntN(2), v.name)
	}
	g.locals = append(g.locals, v)
}

func (g *gen) call() {
	if len(g.funcs) == 0 {
		g.line("chk(rec((%s) & 7, %s));", g.expr(2), g.expr(2))
		return
	}
	f := pick(g, g.funcs)
	if f.cost*g.loops+g.cost > maxCost {
		g.line("chk(vsum(3, (int)(%s), (long long)(%s), (unsigned)(%s)));", g.expr(2), g.expr(2), g.expr(2))
		return
	}
	g.cost += f.cost * g.loops
	text := f.name + "(" + g.arguments(f) + ")"
	// What the call changes must not matter to where its result goes: that order is not defined.
	g.fixed = true
	defer func() { g.fixed = false }()
	switch {
	case f.rec != nil:
		if p, ok := g.place(1, func(p place) bool { return p.rec == f.rec }); ok {
			g.line("%s = %s;", p.text, text)
		} else {
			g.line("%s;", text)
		}
	case f.result == "double":
		g.line("chk(f2i(%s));", text)
	default:
		if p, ok := g.place(1, isInt); ok {
			g.line("%s = %s;", p.text, text)
		} else {
			g.line("chk(%s);", text)
		}
	}
}

func (g *gen) arguments(f function) string {
	var l []string
	for _, p := range f.params {
		switch {
		case p.rec != nil:
			if q, ok := g.place(1, func(q place) bool { return q.rec == p.rec }); ok {
				l = append(l, q.text)
			} else {
				l = append(l, p.rec.nothing())
			}
		case p.typ == "double":
			l = append(l, g.float(2))
		default:
			l = append(l, g.expr(2))
		}
	}
	return strings.Join(l, ", ")
}

// odd statements: statement expressions, variable arrays, computed goto.
func (g *gen) odd() {
	switch g.r.IntN(3) {
	case 0:
		v := g.id("q")
		g.line("chk(({ long long %s = %s; %s ^= %s; %s; }));", v, g.expr(2), v, g.expr(2), v)
	case 1:
		n, v, i := g.id("n"), g.id("w"), g.id("i")
		g.line("int %s = ((%s) & 3) + 1;", n, g.expr(2))
		g.line("{ short %s[%s]; for (int %s = 0; %s < %s; %s++) %s[%s] = %s * 3; chk(%s[%s - 1] + (int)sizeof %s); }", v, n, i, i, n, i, v, i, i, v, n, v)
		g.locals = append(g.locals, variable{name: n, typ: "int"})
	case 2:
		a, b, e := g.id("l"), g.id("l"), g.id("l")
		g.line("{ static void *t[] = { &&%s, &&%s }; goto *t[(%s) & 1]; }", a, b, g.expr(2))
		g.line("%s: chk(1); goto %s;", a, e)
		g.line("%s: chk(2);", b)
		g.line("%s:;", e)
	}
}

func (g *gen) loop(depth int) {
	n := 1 + g.r.IntN(5)
	i := g.id("i")
	if g.loops*n > 60 {
		g.assign()
		return
	}
	g.loops *= n
	defer func() { g.loops /= n }()
	switch g.r.IntN(3) {
	case 0:
		g.line("for (%s %s = 0; %s < %d; %s++)", pick(g, []string{"int", "unsigned char", "long"}), i, i, n, i)
		g.block(1+g.r.IntN(3), depth-1)
	case 1:
		g.line("int %s = %d;", i, n)
		g.line("while (%s-- > 0)", i)
		g.bodyWithJumps(depth)
	default:
		g.line("int %s = 0;", i)
		g.line("do")
		g.block(1+g.r.IntN(3), depth-1)
		g.line("while (++%s < %d);", i, n)
	}
}

// bodyWithJumps is a loop body with a break or continue in it.
func (g *gen) bodyWithJumps(depth int) {
	g.line("{")
	g.indent++
	saved := len(g.locals)
	g.stmt(depth - 1)
	g.line("if (%s) %s;", g.expr(2), pick(g, []string{"break", "continue"}))
	g.stmt(depth - 1)
	g.locals = g.locals[:saved]
	g.indent--
	g.line("}")
}

func (g *gen) switchStmt(depth int) {
	g.line("switch (%s((%s) & 7)) {", pick(g, []string{"", "(unsigned char)", "(long long)", "(enum color)"}), g.expr(3))
	g.indent++
	saved := len(g.locals)
	labels := g.r.Perm(8)
	n := 1 + g.r.IntN(4)
	def := g.r.IntN(n + 1)
	for k := range n {
		if k == def {
			g.line("default:")
		}
		if labels[k] == 6 {
			g.line("case 6 ... 7:")
		} else if labels[k] != 7 {
			g.line("case %d:", labels[k])
		}
		g.block(1+g.r.IntN(2), depth-1)
		if g.chance(65) {
			g.line("break;")
		}
	}
	g.line(";")
	g.locals = g.locals[:saved]
	g.indent--
	g.line("}")
}

// backward is a loop made of goto.
func (g *gen) backward(depth int) {
	if g.loops*3 > 60 {
		g.assign()
		return
	}
	l, c := g.id("l"), g.id("c")
	g.line("int %s = 0;", c)
	g.line("%s:", l)
	g.loops *= 3
	g.block(1+g.r.IntN(2), depth-1)
	g.loops /= 3
	g.line("if (%s++ < 2) goto %s;", c, l)
}
