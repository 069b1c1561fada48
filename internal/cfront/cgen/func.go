package cgen

import (
	"fmt"
	"strings"
)

func (g *gen) function() {
	f := function{name: g.id("f")}
	switch c := g.r.IntN(10); {
	case c < 2 && len(g.recs) > 0:
		f.rec = pick(g, g.recs)
		f.result = f.rec.name
	case c < 3 && g.floats:
		f.result = "double"
	default:
		f.result = pick(g, intTypes).name
	}
	var params []string
	for range g.r.IntN(4) {
		p := variable{name: g.id("x")}
		switch c := g.r.IntN(10); {
		case c < 2:
			p.rec = pick(g, g.recs)
			params = append(params, p.rec.name+" "+p.name)
		case c < 3 && g.floats:
			p.typ = "double"
			params = append(params, "double "+p.name)
		default:
			p.typ = pick(g, intTypes).name
			params = append(params, p.typ+" "+p.name)
		}
		f.params = append(f.params, p)
	}
	list := strings.Join(params, ", ")
	if list == "" {
		list = "void"
	}
	g.line("static %s %s(%s)", f.result, f.name, list)
	g.locals = append([]variable(nil), f.params...)
	g.cost, g.loops = 0, 1
	g.line("{")
	g.indent++
	for range 3 + g.r.IntN(6) {
		g.stmt(2)
	}
	switch {
	case f.rec != nil:
		if p, ok := g.place(1, func(p place) bool { return p.rec == f.rec }); ok {
			g.line("return %s;", p.text)
		} else {
			g.line("return %s;", f.rec.nothing())
		}
	case f.result == "double":
		g.line("return %s;", g.float(3))
	default:
		g.line("return %s;", g.expr(3))
	}
	g.indent--
	g.line("}")
	f.cost = g.cost + 1
	g.funcs = append(g.funcs, f)
	g.locals = nil
}

// table makes two functions of one type and an array of pointers to them.
func (g *gen) table() {
	for range 2 {
		name := g.id("h")
		g.locals = []variable{{name: "a", typ: "int"}, {name: "b", typ: "unsigned"}}
		g.line("static long long %s(int a, unsigned b) { return %s; }", name, g.expr(3))
		g.binary = append(g.binary, name)
	}
	g.locals = nil
	g.line("static long long (*table[])(int, unsigned) = { %s, &%s };", g.binary[0], g.binary[1])
	g.line("static long long apply(long long (*f)(int, unsigned), int a) { return f(a, (unsigned)a * 3u) + (*f)(1, 2); }")
}

func (g *gen) main() {
	g.line("int main(void)")
	g.line("{")
	g.indent++
	g.cost, g.loops = 0, 1
	for range 8 + g.r.IntN(8) {
		g.stmt(3)
	}
	for range 2 {
		g.line("chk(table[(%s) & 1](%s, %s));", g.expr(2), g.expr(2), g.expr(2))
		g.line("chk(apply(table[(%s) & 1], %s));", g.expr(2), g.expr(2))
	}
	for _, v := range g.globals {
		g.fold(v)
	}
	g.b.WriteString("#ifdef STEPS\n\tfor (unsigned i = 0; i < nsteps; i++) printf(\"%u %llu\\n\", steps[i].line, steps[i].value);\n#endif\n")
	g.line(`printf("%%llu\n", checksum);`)
	g.line("return (int)(checksum & 127);")
	g.indent--
	g.line("}")
}

// fold puts the final value of a global into the checksum.
func (g *gen) fold(v variable) {
	switch {
	case v.rec != nil && v.array > 0:
		for i := range v.array {
			g.foldRecord(fmt.Sprintf("%s[%d]", v.name, i), v.rec)
		}
	case v.rec != nil:
		g.foldRecord(v.name, v.rec)
	case v.ptr:
		g.line("for (int i = 0; i < %d; i++) chk(%s[i]);", v.len, v.name)
	case v.array > 0:
		g.line("for (int i = 0; i < %d; i++) chk(%s[i]);", v.array, v.name)
	default:
		g.foldScalar(v.name, v.typ)
	}
}

func (g *gen) foldRecord(text string, r *rec) {
	for _, f := range r.fields {
		for i := range max(1, f.array) {
			m := text + "." + f.name
			if f.array > 0 {
				m = fmt.Sprintf("%s[%d]", m, i)
			}
			if f.rec != nil {
				g.foldRecord(m, f.rec)
			} else {
				g.foldScalar(m, f.typ)
			}
		}
	}
}

func (g *gen) foldScalar(text, typ string) {
	switch typ {
	case "double":
		g.line("chkd(%s);", text)
	case "float":
		g.line("chkf(%s);", text)
	default:
		g.line("chk(%s);", text)
	}
}
