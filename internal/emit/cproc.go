package emit

import (
	"fmt"
	"strings"
)

// Procedures in C.

func (c *cprinter) signature(p *proc) string {
	if p.entry {
		return "int main(void)"
	}
	ret := "void"
	if p.ret > 0 {
		ret = ctype(p.ret)
	}
	var params []string
	for _, v := range p.params {
		params = append(params, ctype(v.w)+" "+v.name)
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	return fmt.Sprintf("static %s %s(%s)", ret, p.name, strings.Join(params, ", "))
}

func (c *cprinter) proc(p *proc) string {
	w := newWriter(c, p)
	w.body()
	var out strings.Builder
	out.WriteString("\n")
	if p.note != "" {
		fmt.Fprintf(&out, "/* %s */\n", comment(p.note))
	}
	fmt.Fprintf(&out, "%s\n{\n", c.signature(p))
	c.locals(&out, p)
	if p.entry {
		out.WriteString(initMark)
	}
	out.WriteString(w.finish())
	out.WriteString("}\n")
	return out.String()
}

// locals declares what the body mentions, a type at a time.
func (c *cprinter) locals(out *strings.Builder, p *proc) {
	for _, w := range []int{1, 8, 16, 32, 64, 128} {
		line := ""
		put := func(s string) {
			if line != "" && len(line)+len(s) > 120 {
				fmt.Fprintf(out, "\t%s;\n", line)
				line = ""
			}
			if line == "" {
				line = ctype(w) + " " + s
			} else {
				line += ", " + s
			}
		}
		for _, v := range p.locals {
			switch {
			case !c.seen[v] || (v.w == 1) != (w == 1) || v.w > 1 && class(v.w) != w:
			case v.unset && v.once: // never read where it was not written
				put(v.name + " = 0")
			case v.unset:
				put(v.name + " = " + nondet(v.w))
			default:
				put(v.name)
			}
		}
		if line != "" {
			fmt.Fprintf(out, "\t%s;\n", line)
		}
	}
}

func (c *cprinter) stmt(w *writer, s *stmt) {
	switch s.kind {
	case sComment:
		w.line("/* %s */", comment(s.text))
	case sAssign:
		c.seen[s.dst] = true
		w.line("%s = %s;", s.dst.name, c.mention(s.e))
	case sHavoc:
		c.seen[s.dst] = true
		w.line("%s = %s;", s.dst.name, nondet(s.dst.w))
	case sAssume:
		w.line("__VERIFIER_assume(%s);", c.mention(s.e))
	case sAssert:
		w.line("__VERIFIER_assert(%s); /* %s */", c.mention(s.e), comment(s.text))
	case sSet:
		w.line("%s;", c.set(s))
	case sCall:
		var args []string
		for _, a := range s.args {
			args = append(args, c.mention(a))
		}
		call := fmt.Sprintf("%s(%s)", s.proc.name, strings.Join(args, ", "))
		if s.dst != nil {
			c.seen[s.dst] = true
			call = s.dst.name + " = " + call
		}
		w.line("%s;", call)
	case sAlloc:
		c.seen[s.dst] = true
		c.heaps["allocate"] = true
		zero := 0
		if s.zero {
			zero = 1
		}
		w.line("%s = allocate(%s, %d, %d);", s.dst.name, c.mention(s.e), s.tag, zero)
	case sFree:
		c.heaps["release"] = true
		w.line("release(%s);", c.mention(s.e))
	}
}

// mention prints an expression and notes what it mentions.
func (c *cprinter) mention(e *expr) string {
	c.note(e)
	return c.expr(e)
}

func (c *cprinter) note(e *expr) {
	if e.v != nil {
		c.seen[e.v] = true
	}
	for _, a := range e.args {
		c.note(a)
	}
}

func (c *cprinter) cond(e *expr) string { return c.mention(e) }

func (c *cprinter) label(name string) string { return name + ":;" }

func (c *cprinter) end(w *writer, b *block) {
	switch {
	case b.term == tReturn && b.ret != nil:
		w.line("return %s;", c.mention(b.ret))
	case b.term == tReturn:
		w.line("return;")
	case b.term == tHalt && w.p.entry:
		w.line("return 0;")
	case b.term == tHalt:
		w.line("exit(0);")
	default:
		w.line("__VERIFIER_assume(0);")
		w.line("abort();")
	}
}
