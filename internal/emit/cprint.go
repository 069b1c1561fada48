package emit

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// C, for gcc, clang and the checkers that read it. Everything unknown comes from __VERIFIER_nondet_*, cuts are __VERIFIER_assume, checks
// __VERIFIER_assert, which calls reach_error: the manner of SV-COMP, which most sequential checkers know. Memory is not C's: the addresses of the
// program are numbers, its cells are variables, and an access at an address that is not known goes through a function that
// finds the cell. So the text means the same whatever a checker thinks of pointers, and compiles the same for any data model.
//
// Nothing is declared that is not used, since compilers warn about it; so the body is printed first, and the declarations are
// made of what it mentioned.

type cprinter struct {
	m     *memory
	p     *program
	seen  map[*variable]bool
	funcs map[string]string // helper functions by name, with their text
	order []string
	math  map[string]int
	heaps map[string]bool
	used  map[*region]bool // tables
	start map[*region]bool // tables as they were at the start
}

func printC(p *program, m *memory) string {
	c := &cprinter{
		m: m, p: p, seen: map[*variable]bool{}, funcs: map[string]string{}, math: map[string]int{}, heaps: map[string]bool{},
		used: map[*region]bool{}, start: map[*region]bool{},
	}
	var bodies []string
	for _, pr := range p.procs {
		bodies = append(bodies, c.proc(pr))
	}
	for i, pr := range p.procs { // once everything is known that is mentioned
		if pr.entry {
			bodies[i] = strings.Replace(bodies[i], initMark, c.init(), 1)
		}
	}
	helpers := c.helpers()
	var out strings.Builder
	for _, h := range p.head {
		fmt.Fprintf(&out, "/* %s */\n", comment(h))
	}
	if len(p.head) > 0 {
		out.WriteString("\n")
	}
	all := strings.Join(bodies, "") + helpers
	out.WriteString(c.prelude(all))
	out.WriteString(c.declarations())
	out.WriteString(helpers)
	if len(p.procs) > 1 {
		out.WriteString("\n")
		for _, pr := range p.procs {
			if !pr.entry {
				fmt.Fprintf(&out, "%s;\n", c.signature(pr))
			}
		}
	}
	for i := len(bodies) - 1; i >= 0; i-- {
		out.WriteString(bodies[i])
	}
	return out.String()
}

// initMark stands in the text of main where the first values go.
const initMark = "\x00init\x00"

// comment makes a text harmless inside a comment.
func comment(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
	return strings.ReplaceAll(strings.ReplaceAll(s, "*/", "* /"), "/*", "/ *")
}

const typedefs = `typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
`

func (c *cprinter) prelude(text string) string {
	var b strings.Builder
	b.WriteString(typedefs)
	for _, t := range []struct{ name, def string }{
		{"u128", "unsigned __int128"}, {"i8", "signed char"}, {"i16", "short"}, {"i32", "int"}, {"i64", "long long"}, {"i128", "__int128"},
	} {
		if hasWord(text, t.name) || c.declares(t.name) {
			fmt.Fprintf(&b, "typedef %s %s;\n", t.def, t.name)
		}
	}
	b.WriteString("\nextern void abort(void) __attribute__((noreturn));\n")
	if strings.Contains(text, "malloc(") {
		b.WriteString("extern void *malloc(__SIZE_TYPE__);\n")
	}
	if strings.Contains(text, "calloc(") {
		b.WriteString("extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n")
	}
	if strings.Contains(text, "exit(0)") {
		b.WriteString("extern void exit(int) __attribute__((noreturn));\n")
	}
	b.WriteString("extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));\n")
	if strings.Contains(text, "__VERIFIER_assume(") {
		b.WriteString("extern void __VERIFIER_assume(int);\n")
	}
	for _, n := range []struct{ name, typ string }{
		{"bool", "_Bool"}, {"uchar", "unsigned char"}, {"ushort", "unsigned short"}, {"uint", "unsigned int"}, {"ulonglong", "unsigned long long"},
	} {
		if strings.Contains(text, "__VERIFIER_nondet_"+n.name+"(") {
			fmt.Fprintf(&b, "extern %s __VERIFIER_nondet_%s(void);\n", n.typ, n.name)
		}
	}
	names := slices.Sorted(maps.Keys(c.math))
	for _, name := range names {
		w, t := c.math[name], "double"
		if w == 32 || w == -32 {
			t = "float"
		}
		if w < 0 {
			fmt.Fprintf(&b, "extern %s %s(%s);\n", t, name, t)
		} else {
			fmt.Fprintf(&b, "extern %s %s(%s, %s);\n", t, name, t, t)
		}
	}
	b.WriteString("\nvoid reach_error(void) { __assert_fail(\"0\", \"sequential program\", 0, \"reach_error\"); }\n")
	if strings.Contains(text, "__VERIFIER_assert(") {
		b.WriteString("static void __VERIFIER_assert(int cond)\n{\n\tif (!cond) {\n\t\treach_error();\n\t\tabort();\n\t}\n}\n")
	}
	for _, f := range []struct{ name, def string }{
		{"as_float", "static float as_float(u32 b)\n{\n\tunion { u32 b; float f; } u;\n\tu.b = b;\n\treturn u.f;\n}\n"},
		{"as_double", "static double as_double(u64 b)\n{\n\tunion { u64 b; double f; } u;\n\tu.b = b;\n\treturn u.f;\n}\n"},
		{"float_bits", "static u32 float_bits(float f)\n{\n\tunion { u32 b; float f; } u;\n\tu.f = f;\n\treturn u.b;\n}\n"},
		{"double_bits", "static u64 double_bits(double f)\n{\n\tunion { u64 b; double f; } u;\n\tu.f = f;\n\treturn u.b;\n}\n"},
	} {
		if strings.Contains(text, f.name+"(") {
			b.WriteString(f.def)
		}
	}
	return b.String()
}

// declares reports whether a declaration needs a type.
func (c *cprinter) declares(t string) bool {
	if t != "u128" {
		return false
	}
	for v := range c.seen {
		if v.w > 64 {
			return true
		}
	}
	for r := range c.used {
		if r.Width > 8 {
			return true
		}
	}
	return false
}

// hasWord reports whether a text holds an identifier.
func hasWord(text, word string) bool {
	for i := 0; ; {
		j := strings.Index(text[i:], word)
		if j < 0 {
			return false
		}
		j += i
		before, after := j == 0 || !wordByte(text[j-1]), j+len(word) == len(text) || !wordByte(text[j+len(word)])
		if before && after {
			return true
		}
		i = j + len(word)
	}
}

func wordByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// declarations are the variables and tables that the text mentions.
func (c *cprinter) declarations() string {
	var b strings.Builder
	line := func(v *variable) {
		fmt.Fprintf(&b, "static %s %s", ctype(v.w), v.name)
		if v.first != nil && !v.first.is(0) && v.w <= 64 {
			fmt.Fprintf(&b, " = %s", c.expr(v.first))
		}
		b.WriteString(";")
		if v.show != "" && v.show != v.name {
			fmt.Fprintf(&b, " /* %s */", comment(v.show))
		}
		b.WriteString("\n")
	}
	for _, v := range c.p.globals {
		if c.seen[v] {
			line(v)
		}
	}
	for _, r := range c.p.regions {
		if r.array && c.used[r] {
			c.table(&b, r, r.name)
		}
		if r.array && c.start[r] {
			c.table(&b, r, r.name+"_at_start")
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n/* memory */\n" + b.String()
}

// table declares a table with its first values.
func (c *cprinter) table(b *strings.Builder, r *region, name string) {
	if r.arbitrary() {
		fmt.Fprintf(b, "static %s *%s; /* %d cells */\n", ctype(8*r.Width), name, len(r.cells))
		return
	}
	fmt.Fprintf(b, "static %s %s[%d]", ctype(8*r.Width), name, len(r.cells))
	last := -1
	for i := range r.cells {
		if f := r.cells[i].first; f != nil && !f.is(0) && f.w <= 64 {
			last = i
		}
	}
	if last >= 0 {
		b.WriteString(" = {")
		for i := 0; i <= last; i++ {
			if i%16 == 0 {
				b.WriteString("\n\t")
			}
			if f := r.cells[i].first; f != nil {
				b.WriteString(c.expr(f))
			} else {
				b.WriteString("0")
			}
			b.WriteString(", ")
		}
		b.WriteString("\n}")
	}
	b.WriteString(";\n")
}

// init gives arbitrary values to what starts with them, and keeps a copy of what is compared with the start.
func (c *cprinter) init() string {
	var b strings.Builder
	for _, v := range c.p.globals {
		if v.copy != nil && c.seen[v.copy] {
			c.seen[v] = true
		}
	}
	for _, v := range c.p.globals {
		if !c.seen[v] {
			continue
		}
		if v.first == nil && !c.isCopy(v) {
			fmt.Fprintf(&b, "\t%s = %s;\n", v.name, nondet(v.w))
		}
		if v.first != nil && v.w > 64 && !v.first.is(0) {
			fmt.Fprintf(&b, "\t%s = %s;\n", v.name, c.expr(v.first))
		}
		if v.copy != nil && c.seen[v.copy] && v.first == nil {
			fmt.Fprintf(&b, "\t%s = %s;\n", v.copy.name, v.name)
		}
	}
	for _, r := range c.p.regions {
		if r.array && (c.used[r] || c.start[r]) {
			c.initTable(&b, r)
		}
	}
	if c.p.heap != nil && c.usesHeap() {
		c.initHeap(&b)
	}
	return b.String()
}

func (c *cprinter) isCopy(v *variable) bool {
	for _, x := range c.p.globals {
		if x.copy == v {
			return true
		}
	}
	return false
}

// arbitrary reports whether nothing is known of the first content of a table.
func (r *region) arbitrary() bool {
	for _, c := range r.cells {
		if c.first != nil {
			return false
		}
	}
	return true
}

// initTable fills the arbitrary cells of a table, a stretch at a time.
func (c *cprinter) initTable(b *strings.Builder, r *region) {
	if c.start[r] {
		c.used[r] = true
	}
	w := 8 * r.Width
	if r.arbitrary() { // what malloc gives holds anything, and no loop has to be unrolled for it
		fmt.Fprintf(b, "\t%s = malloc(%d * sizeof *%s);\n", r.name, len(r.cells), r.name)
		if c.start[r] {
			fmt.Fprintf(b, "\t%s_at_start = malloc(%d * sizeof *%s);\n", r.name, len(r.cells), r.name)
			for i := range r.cells {
				fmt.Fprintf(b, "\t%s_at_start[%d] = %s[%d];\n", r.name, i, r.name, i)
			}
		}
		return
	}
	for i := 0; i < len(r.cells); {
		if r.cells[i].first != nil {
			if f := r.cells[i].first; f.w > 64 && !f.is(0) {
				fmt.Fprintf(b, "\t%s[%d] = %s;\n", r.name, i, c.expr(f))
			}
			i++
			continue
		}
		j := i
		for j < len(r.cells) && r.cells[j].first == nil {
			j++
		}
		fmt.Fprintf(b, "\tfor (u32 i = %d; i < %d; i++)\n\t\t%s[i] = %s;\n", i, j, r.name, nondet(w))
		i = j
	}
	if c.start[r] {
		fmt.Fprintf(b, "\tfor (u32 i = 0; i < %d; i++)\n\t\t%s_at_start[i] = %s[i];\n", len(r.cells), r.name, r.name)
	}
}

// nondet is any value of a width.
func nondet(w int) string {
	switch {
	case w == 1:
		return "__VERIFIER_nondet_bool()"
	case w > 64:
		return fit(w, "(u128)__VERIFIER_nondet_ulonglong() << 64 | __VERIFIER_nondet_ulonglong()")
	}
	name := map[int]string{8: "uchar", 16: "ushort", 32: "uint", 64: "ulonglong"}[class(w)]
	s := fmt.Sprintf("__VERIFIER_nondet_%s()", name)
	if exact(w) {
		return s
	}
	return fit(w, s)
}
