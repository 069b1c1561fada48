package emit

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/place"
)

// Memory in C: functions that find a cell by its address, and the table of objects of a program that allocates as it runs.

// helper makes a function once.
func (c *cprinter) helper(name string, text func() string) string {
	if _, ok := c.funcs[name]; !ok {
		c.funcs[name] = ""
		c.funcs[name] = text()
		c.order = append(c.order, name)
	}
	return name
}

func (c *cprinter) helpers() string {
	var b strings.Builder
	b.WriteString(c.heapText())
	for _, name := range c.order {
		b.WriteString(c.funcs[name])
	}
	return b.String()
}

func (c *cprinter) addrType() string { return ctype(c.p.ptr) }

func (c *cprinter) address(v uint64) string { return c.expr(number(c.p.ptr, v)) }

// cell prints what lies at an address.
func (c *cprinter) cell(e *expr) string {
	r, addr := e.r, e.args[0]
	switch {
	case r.free:
		c.heaps["get_byte"] = true
		if r.Width == 1 {
			return fmt.Sprintf("get_byte(%s)", c.expr(addr))
		}
		return fmt.Sprintf("%s(%s)", c.helper(fmt.Sprintf("get_%d", 8*r.Width), func() string { return c.wideGet(r.Width) }), c.expr(addr))
	case addr.isConst():
		i, ok := r.Find(addr.val.Lo)
		switch {
		case !ok:
			return "0" // invalid, which was assumed away
		case !r.array:
			c.seen[r.cells[i].v] = true
			return r.cells[i].v.name
		case e.lo == 1:
			c.start[r] = true
			return fmt.Sprintf("%s_at_start[%d]", r.name, i)
		}
		c.used[r] = true
		return fmt.Sprintf("%s[%d]", r.name, i)
	}
	return fmt.Sprintf("%s(%s)", c.helper("get_"+r.name, func() string { return c.getter(r) }), c.expr(addr))
}

// getter finds a cell of a region. The caller has made sure that there is one.
func (c *cprinter) getter(r *region) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nstatic %s get_%s(%s a)\n{\n", ctype(8*r.Width), r.name, c.addrType())
	if r.array {
		c.used[r] = true
		for _, run := range r.runs {
			fmt.Fprintf(&b, "\t%s\n\t\treturn %s[%s];\n", c.inRun(r, run), r.name, c.index(r, run))
		}
		b.WriteString("\treturn 0;\n}\n")
		return b.String()
	}
	for _, x := range r.cells {
		c.seen[x.v] = true
		fmt.Fprintf(&b, "\tif (a == %s)\n\t\treturn %s;\n", c.address(x.Addr), x.v.name)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

func (c *cprinter) inRun(r *region, x place.Run) string {
	first := x.Addr
	if x.Count == 1 {
		return fmt.Sprintf("if (a == %s)", c.address(first))
	}
	off := fmt.Sprintf("a - %s", c.address(first))
	if x.Stride > r.Width { // between its cells lie others
		return fmt.Sprintf("if (%s < %s && (%s) %% %d == 0)", off, c.address(uint64(x.Count*x.Stride)), off, x.Stride)
	}
	return fmt.Sprintf("if (%s < %s)", off, c.address(uint64(x.Count*x.Stride)))
}

func (c *cprinter) index(r *region, x place.Run) string {
	if x.Count == 1 {
		return fmt.Sprint(x.From)
	}
	at := fmt.Sprintf("(a - %s)", c.address(x.Addr))
	if x.Stride > 1 {
		at = fmt.Sprintf("%s / %d", at, x.Stride)
	}
	if x.From > 0 {
		at = fmt.Sprintf("%d + %s", x.From, at)
	}
	return at
}

// set prints a write of a cell.
func (c *cprinter) set(s *stmt) string {
	r, addr, v := s.r, c.mention(s.idx), c.mention(s.e)
	switch {
	case r.free:
		c.heaps["set_byte"] = true
		if r.Width == 1 {
			return fmt.Sprintf("set_byte(%s, %s)", addr, v)
		}
		return fmt.Sprintf("%s(%s, %s)", c.helper(fmt.Sprintf("set_%d", 8*r.Width), func() string { return c.wideSet(r.Width) }), addr, v)
	case s.idx.isConst():
		i, _ := r.Find(s.idx.val.Lo)
		c.used[r] = true
		return fmt.Sprintf("%s[%d] = %s", r.name, i, v)
	}
	return fmt.Sprintf("%s(%s, %s)", c.helper("set_"+r.name, func() string { return c.setter(r) }), addr, v)
}

func (c *cprinter) setter(r *region) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nstatic void set_%s(%s a, %s v)\n{\n", r.name, c.addrType(), ctype(8*r.Width))
	word := ""
	if r.array {
		c.used[r] = true
		for _, run := range r.runs {
			fmt.Fprintf(&b, "\t%s%s\n\t\t%s[%s] = v;\n", word, c.inRun(r, run), r.name, c.index(r, run))
			word = "else "
		}
	} else {
		for _, x := range r.cells {
			c.seen[x.v] = true
			fmt.Fprintf(&b, "\t%sif (a == %s)\n\t\t%s = v;\n", word, c.address(x.Addr), x.v.name)
			word = "else "
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// validName is the function that says whether n cells can be accessed at an address.
func (c *cprinter) validName(r *region, n int) string {
	if r.free {
		c.heaps["valid_bytes"] = true
		return c.helper(fmt.Sprintf("valid_%d", n*r.Width), func() string {
			return fmt.Sprintf("\nstatic _Bool valid_%d(%s a)\n{\n\treturn valid_bytes(a, %d);\n}\n", n*r.Width, c.addrType(), n*r.Width)
		})
	}
	name := "valid_" + r.name
	if n > 1 {
		name = fmt.Sprintf("%s_by_%d", name, n)
	}
	return c.helper(name, func() string {
		a := &variable{name: "a", w: c.p.ptr}
		e := c.m.validIn(r, varOf(a), n)
		text := strings.ReplaceAll(c.mention(e), " || ", " ||\n\t       ")
		unused := ""
		if e.isConst() {
			unused = "\t(void)a;\n"
		}
		return fmt.Sprintf("\nstatic _Bool %s(%s a)\n{\n%s\treturn %s;\n}\n", name, c.addrType(), unused, text)
	})
}

// wideGet and wideSet are accesses of cells wider than a byte in objects that are bytes.
func (c *cprinter) wideGet(n int) string {
	var parts []string
	for k := range n {
		parts = append(parts, fmt.Sprintf("(%s)get_byte(a + %d) << %d", wide(8*n), k, 8*k))
	}
	return fmt.Sprintf("\nstatic %s get_%d(%s a)\n{\n\treturn %s;\n}\n", ctype(8*n), 8*n, c.addrType(), strings.Join(parts, " | "))
}

func (c *cprinter) wideSet(n int) string {
	c.heaps["set_byte"] = true
	var b strings.Builder
	fmt.Fprintf(&b, "\nstatic void set_%d(%s a, %s v)\n{\n", 8*n, c.addrType(), ctype(8*n))
	for k := range n {
		fmt.Fprintf(&b, "\tset_byte(a + %d, (u8)(v >> %d));\n", k, 8*k)
	}
	b.WriteString("}\n")
	return b.String()
}

// heapText is the table of objects and the functions on it that are used.
func (c *cprinter) heapText() string {
	h := c.p.heap
	if h == nil {
		return ""
	}
	all := c.bodyMentions()
	if !c.usesHeap() {
		return ""
	}
	a := c.addrType()
	var b strings.Builder
	fmt.Fprintf(&b, "\n/* objects: where their bytes are, how many, and 1: global, 2: local, 3: allocated, 4: freed */\n")
	fmt.Fprintf(&b, "static struct { u8 *bytes; %s size; u8 kind; } object[%d];\n", a, maxObjects)
	for _, g := range h.globals {
		gl := c.m.p.Globals[g]
		fmt.Fprintf(&b, "static u8 bytes_%d[%d]", g, max(gl.Size, 1))
		if init := c.bytesOf(int(g)); init != "" {
			fmt.Fprintf(&b, " = {%s}", init)
		}
		fmt.Fprintf(&b, "; /* %s */\n", comment(gl.Name))
	}
	fn := func(name, text string) {
		if c.heaps[name] || all[name] {
			b.WriteString(text)
		}
	}
	mask := c.address(1<<h.shift - 1)
	if c.heaps["allocate"] {
		fmt.Fprintf(&b, "static u32 next_object = %d;\n", len(c.m.p.Globals)+1)
		fmt.Fprintf(&b, "\nstatic %s allocate(%s size, u8 kind, _Bool zero)\n{\n\tu32 n = next_object;\n\t__VERIFIER_assume(n < %d && size <= %s);\n\tnext_object = n + 1;\n", a, a, min(maxObjects, h.slots), mask)
		fmt.Fprintf(&b, "\tobject[n].bytes = zero ? calloc(1, size) : malloc(size);\n\tobject[n].size = size;\n\tobject[n].kind = kind;\n\treturn (%s)n << %d;\n}\n", a, h.shift)
	}
	slot := fmt.Sprintf("a >> %d", h.shift)
	fn("release", fmt.Sprintf("\nstatic void release(%s a)\n{\n\tobject[%s].kind = 4;\n}\n", a, slot))
	fn("object_kind", fmt.Sprintf("\nstatic u8 object_kind(%s n)\n{\n\treturn n < %d ? object[n].kind : 0;\n}\n", a, maxObjects))
	fn("object_size", fmt.Sprintf("\nstatic %s object_size(%s n)\n{\n\treturn n < %d ? object[n].size : 0;\n}\n", a, a, maxObjects))
	fn("valid_bytes", fmt.Sprintf("\nstatic _Bool valid_bytes(%s a, %s n)\n{\n\t%s o = %s;\n\treturn o < %d && object[o].kind >= 1 && object[o].kind <= 3 && (a & %s) + n <= object[o].size;\n}\n", a, a, a, slot, maxObjects, mask))
	fn("get_byte", fmt.Sprintf("\nstatic u8 get_byte(%s a)\n{\n\treturn object[%s].bytes[a & %s];\n}\n", a, slot, mask))
	fn("set_byte", fmt.Sprintf("\nstatic void set_byte(%s a, u8 v)\n{\n\tobject[%s].bytes[a & %s] = v;\n}\n", a, slot, mask))
	return b.String()
}

// usesHeap reports whether anything looks at the table of objects.
func (c *cprinter) usesHeap() bool {
	all := c.bodyMentions()
	return len(c.heaps) > 0 || all["object_size"] || all["object_kind"]
}

// bodyMentions tells which of the functions on objects the procedures call directly.
func (c *cprinter) bodyMentions() map[string]bool {
	out := map[string]bool{}
	var visit func(e *expr)
	visit = func(e *expr) {
		if e == nil {
			return
		}
		switch e.op {
		case eSize:
			out["object_size"] = true
		case eLive:
			out["object_kind"] = true
		}
		for _, a := range e.args {
			visit(a)
		}
	}
	for _, p := range c.p.procs {
		for _, b := range p.blocks {
			visit(b.cond)
			visit(b.ret)
			for i := range b.stmts {
				visit(b.stmts[i].e)
				visit(b.stmts[i].idx)
				for _, a := range b.stmts[i].args {
					visit(a)
				}
			}
		}
	}
	return out
}

// bytesOf writes the first bytes of a global, without the zeros at the end.
func (c *cprinter) bytesOf(g int) string {
	gl := c.m.p.Globals[g]
	var parts []string
	for i := range gl.Init {
		parts = append(parts, c.expr(c.m.globalInit(gl, int64(i), 1)))
	}
	for len(parts) > 0 && parts[len(parts)-1] == "0" {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, ", ")
}

// initHeap enters the globals into the table of objects.
func (c *cprinter) initHeap(b *strings.Builder) {
	for _, g := range c.p.heap.globals {
		gl := c.m.p.Globals[g]
		fmt.Fprintf(b, "\tobject[%d].bytes = bytes_%d;\n\tobject[%d].size = %s;\n\tobject[%d].kind = 1;\n", g+1, g, g+1, c.address(uint64(gl.Size)), g+1)
		if gl.External {
			fmt.Fprintf(b, "\tfor (u32 i = 0; i < %d; i++)\n\t\tbytes_%d[i] = __VERIFIER_nondet_uchar();\n", gl.Size, g)
		}
	}
}
