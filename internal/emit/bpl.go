package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Boogie, so that it needs no option: calls are inlined ({:inline}), loops were unrolled before (unroll.go), and nothing has a contract. Cells
// are variables where a region has few, so that what the prover gets is bit-vectors and hardly any maps.

type bprinter struct {
	m     *memory
	p     *program
	known map[string]bool
	funcs []string
	deep  int // how far into a recursion
	rec   map[*proc]bool
	in    map[*proc]map[*variable]bool // parameters that are assigned
}

func printBoogie(p *program, m *memory, opt Options) string {
	unwind := opt.Unwind
	if unwind <= 0 {
		unwind = 2
	}
	b := &bprinter{m: m, p: p, known: map[string]bool{}, deep: unwind, rec: recursive(p), in: map[*proc]map[*variable]bool{}}
	for _, pr := range p.procs {
		b.takeResults(pr)
		unroll(pr, unwind)
	}
	var bodies strings.Builder
	for i := len(p.procs) - 1; i >= 0; i-- {
		bodies.WriteString(b.proc(p.procs[i]))
	}
	var out strings.Builder
	for _, h := range p.head {
		fmt.Fprintf(&out, "// %s\n", comment(h))
	}
	out.WriteString("\n")
	slices.Sort(b.funcs)
	for _, f := range b.funcs {
		out.WriteString(f + "\n")
	}
	out.WriteString("\n")
	b.declarations(&out)
	out.WriteString(bodies.String())
	return out.String()
}

// takeResults gives a variable to unused results: Boogie insists on one.
func (b *bprinter) takeResults(p *proc) {
	for _, blk := range p.blocks {
		for i := range blk.stmts {
			if s := &blk.stmts[i]; s.kind == sCall && s.dst == nil && s.proc.ret > 0 {
				s.dst = &variable{name: b.m.names.fresh("unwanted"), w: s.proc.ret}
				p.locals = append(p.locals, s.dst)
			}
		}
	}
}

func (b *bprinter) mapType(w int) string { return fmt.Sprintf("[%s]bv%d", btype(b.p.ptr), w) }

// declarations are all variables of memory.
func (b *bprinter) declarations(out *strings.Builder) {
	for _, v := range b.p.globals {
		fmt.Fprintf(out, "var %s: %s;", v.name, btype(v.w))
		if v.show != "" && v.show != v.name {
			fmt.Fprintf(out, " // %s", comment(v.show))
		}
		out.WriteString("\n")
	}
	for _, r := range b.p.regions {
		if r.touched && (r.array || r.free) {
			fmt.Fprintf(out, "var %s: %s;\n", r.name, b.mapType(8*r.Width))
		}
		if r.array && r.start {
			fmt.Fprintf(out, "var %s_at_start: %s;\n", r.name, b.mapType(8*r.Width))
		}
	}
	if h := b.p.heap; h != nil {
		out.WriteString("// objects, by number: how large, and 0: none, 1: global, 2: local, 3: allocated, 4: freed\n")
		fmt.Fprintf(out, "var object_size: %s;\nvar object_kind: %s;\nvar next_object: %s;\n", b.mapType(b.p.ptr), b.mapType(8), btype(b.p.ptr))
	}
}

// globals lists the names of all variables of memory, for modifies clauses.
func (b *bprinter) globals() []string {
	var out []string
	for _, v := range b.p.globals {
		out = append(out, v.name)
	}
	for _, r := range b.p.regions {
		if r.touched && (r.array || r.free) {
			out = append(out, r.name)
		}
		if r.array && r.start {
			out = append(out, r.name+"_at_start")
		}
	}
	if b.p.heap != nil {
		out = append(out, "object_size", "object_kind", "next_object")
	}
	return out
}

func (b *bprinter) proc(p *proc) string {
	b.in[p] = assigned(p)
	w := newWriter(b, p)
	w.body()
	var out strings.Builder
	out.WriteString("\n")
	if p.note != "" {
		fmt.Fprintf(&out, "// %s\n", comment(p.note))
	}
	attr := "{:entrypoint}"
	if !p.entry {
		depth := 1
		if b.rec[p] {
			depth = b.deep
		}
		attr = fmt.Sprintf("{:inline %d}", depth)
	}
	var params []string
	for _, v := range p.params {
		params = append(params, fmt.Sprintf("%s: %s", b.param(p, v), btype(v.w)))
	}
	fmt.Fprintf(&out, "procedure %s %s(%s)", attr, p.name, strings.Join(params, ", "))
	if p.ret > 0 {
		fmt.Fprintf(&out, " returns (result: %s)", btype(p.ret))
	}
	out.WriteString("\n")
	if gs := b.globals(); len(gs) > 0 {
		fmt.Fprintf(&out, "\tmodifies %s;\n", wrap(gs))
	}
	out.WriteString("{\n")
	for _, v := range mentioned(p) {
		fmt.Fprintf(&out, "\tvar %s: %s;\n", v.name, btype(v.w))
	}
	for _, v := range p.params {
		if b.in[p][v] {
			fmt.Fprintf(&out, "\tvar %s: %s;\n", v.name, btype(v.w))
		}
	}
	for _, v := range p.params {
		if b.in[p][v] {
			fmt.Fprintf(&out, "\t%s := %s;\n", v.name, b.param(p, v))
		}
	}
	if p.entry {
		b.init(&out)
	}
	out.WriteString(w.finish())
	out.WriteString("}\n")
	return out.String()
}

// wrap breaks a list of names into lines.
func wrap(names []string) string {
	var b strings.Builder
	col := 0
	for i, n := range names {
		if i > 0 {
			b.WriteString(",")
			if col+len(n) > 120 {
				b.WriteString("\n\t\t")
				col = 0
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(n)
		col += len(n) + 2
	}
	return b.String()
}

// param is the name of a parameter: in Boogie parameters cannot be assigned.
func (b *bprinter) param(p *proc, v *variable) string {
	if b.in[p][v] {
		return v.name + "_in"
	}
	return v.name
}

// assigned finds the parameters that a procedure changes.
func assigned(p *proc) map[*variable]bool {
	out := map[*variable]bool{}
	for _, blk := range p.blocks {
		for i := range blk.stmts {
			if d := blk.stmts[i].dst; d != nil && slices.Contains(p.params, d) {
				out[d] = true
			}
		}
	}
	return out
}

// mentioned lists the locals that occur, in their order.
func mentioned(p *proc) []*variable {
	seen := map[*variable]bool{}
	var visit func(e *expr)
	visit = func(e *expr) {
		if e == nil {
			return
		}
		if e.v != nil {
			seen[e.v] = true
		}
		for _, a := range e.args {
			visit(a)
		}
	}
	for _, blk := range p.blocks {
		visit(blk.cond)
		visit(blk.ret)
		for i := range blk.stmts {
			s := &blk.stmts[i]
			if s.dst != nil {
				seen[s.dst] = true
			}
			visit(s.e)
			visit(s.idx)
			for _, a := range s.args {
				visit(a)
			}
		}
	}
	var out []*variable
	for _, v := range p.locals {
		if seen[v] {
			out = append(out, v)
		}
	}
	return out
}

// init gives everything its first value; what has none is arbitrary in Boogie.
func (b *bprinter) init(out *strings.Builder) {
	for _, v := range b.p.globals {
		if v.first != nil && !b.isCopy(v) {
			fmt.Fprintf(out, "\t%s := %s;\n", v.name, b.expr(v.first))
		}
		if v.copy != nil {
			fmt.Fprintf(out, "\t%s := %s;\n", v.copy.name, v.name)
		}
	}
	for _, r := range b.p.regions {
		switch {
		case r.touched && r.array:
			b.initTable(out, r)
		case r.touched && r.free:
			b.initFree(out, r)
		}
		if r.array && r.start {
			fmt.Fprintf(out, "\t%s_at_start := %s;\n", r.name, r.name)
		}
	}
	h := b.p.heap
	if h == nil {
		return
	}
	ptr := btype(b.p.ptr)
	fmt.Fprintf(out, "\tassume (forall i: %s :: object_kind[i] == 0bv8);\n", ptr)
	for _, g := range h.globals {
		n := b.expr(number(b.p.ptr, uint64(g)+1))
		fmt.Fprintf(out, "\tobject_kind[%s] := 1bv8;\n\tobject_size[%s] := %s;\n", n, n, b.expr(number(b.p.ptr, uint64(b.m.p.Globals[g].Size))))
	}
	fmt.Fprintf(out, "\tnext_object := %s;\n", b.expr(number(b.p.ptr, uint64(len(b.m.p.Globals))+1)))
}

func (b *bprinter) isCopy(v *variable) bool {
	for _, x := range b.p.globals {
		if x.copy == v {
			return true
		}
	}
	return false
}

// initTable fills a map: where all is known and most is zero, zero comes first.
func (b *bprinter) initTable(out *strings.Builder, r *region) {
	known, zeros := 0, 0
	for _, c := range r.cells {
		if c.first != nil {
			known++
			if c.first.is(0) {
				zeros++
			}
		}
	}
	all := known == len(r.cells) && zeros > 8
	if all {
		fmt.Fprintf(out, "\tassume (forall i: %s :: %s[i] == %s);\n", btype(b.p.ptr), r.name, b.expr(number(8*r.Width, 0)))
	}
	for _, c := range r.cells {
		if c.first != nil && !(all && c.first.is(0)) {
			fmt.Fprintf(out, "\t%s[%s] := %s;\n", r.name, b.expr(number(b.p.ptr, c.Addr)), b.expr(c.first))
		}
	}
}

// initFree puts the globals into a map of memory. Zeros of a large one are said of all its addresses at once.
func (b *bprinter) initFree(out *strings.Builder, r *region) {
	src := b.m.p.Regions[r.id]
	extents := src.Cells
	if r.id == 0 && len(extents) == 0 {
		for _, g := range b.p.heap.globals {
			extents = append(extents, ir.Extent{Object: ir.Object{Global: g}, Stride: 1, Count: b.m.p.Globals[g].Size})
		}
	}
	for _, x := range extents {
		if x.Object.Alloc != 0 || b.m.p.Globals[x.Object.Global].External {
			continue
		}
		g := b.m.p.Globals[x.Object.Global]
		zero := number(8*r.Width, 0)
		large := x.Count > 16
		if large {
			shift := b.expr(binary(eLShr, varOf(&variable{name: "i", w: b.p.ptr}), number(b.p.ptr, uint64(b.p.heap.shift))))
			fmt.Fprintf(out, "\tassume (forall i: %s :: {%s[i]} %s == %s ==> %s[i] == %s);\n", btype(b.p.ptr), r.name, shift,
				b.expr(number(b.p.ptr, uint64(x.Object.Global)+1)), r.name, b.expr(zero))
		}
		for k := range x.Count {
			off := x.Offset + k*x.Stride
			v := b.m.globalInit(g, off, r.Width)
			if large && v.is(0) {
				continue
			}
			fmt.Fprintf(out, "\t%s[%s] := %s;\n", r.name, b.expr(number(b.p.ptr, b.m.Base(x.Object)+uint64(off))), b.expr(v))
		}
	}
}

func (b *bprinter) cond(e *expr) string { return b.expr(e) }

func (b *bprinter) label(name string) string { return name + ":" }

func (b *bprinter) end(w *writer, blk *block) {
	switch blk.term {
	case tReturn:
		if blk.ret != nil {
			w.line("result := %s;", b.expr(blk.ret))
		}
	case tHalt:
		if !w.p.entry {
			w.line("assume false;")
		}
	default:
		w.line("assume false;")
	}
	w.line("return;")
}

func (b *bprinter) stmt(w *writer, s *stmt) {
	switch s.kind {
	case sComment:
		w.line("// %s", comment(s.text))
	case sAssign:
		w.line("%s := %s;", s.dst.name, b.expr(s.e))
	case sHavoc:
		w.line("havoc %s;", s.dst.name)
	case sAssume:
		w.line("assume %s;", b.expr(s.e))
	case sAssert:
		w.line("assert %s; // %s", b.expr(s.e), comment(s.text))
	case sSet:
		b.set(w, s)
	case sCall:
		var args []string
		for _, a := range s.args {
			args = append(args, b.expr(a))
		}
		call := fmt.Sprintf("%s(%s)", s.proc.name, strings.Join(args, ", "))
		if s.dst != nil {
			call = s.dst.name + " := " + call
		}
		w.line("call %s;", call)
	case sAlloc:
		b.alloc(w, s)
	case sFree:
		slot := b.expr(binary(eLShr, s.e, number(b.p.ptr, uint64(b.p.heap.shift))))
		w.line("object_kind[%s] := %dbv8;", slot, kindFreed)
	}
}

func (b *bprinter) set(w *writer, s *stmt) {
	r := s.r
	switch {
	case r.array || r.free:
		w.line("%s[%s] := %s;", r.name, b.expr(s.idx), b.expr(s.e))
	default:
		at, v := b.sub(s.idx), b.expr(s.e)
		for _, c := range r.cells {
			w.line("%s := (if %s == %s then %s else %s);", c.v.name, at, b.expr(number(b.p.ptr, c.Addr)), v, c.v.name)
		}
	}
}

// alloc hands out the next object. Nothing ever touched its addresses, so its content is arbitrary, and may be said to be zero.
func (b *bprinter) alloc(w *writer, s *stmt) {
	h := b.p.heap
	ptr := b.p.ptr
	next := varOf(&variable{name: "next_object", w: ptr})
	size := s.e
	w.line("assume %s;", b.expr(compare(eULe, size, number(ptr, 1<<h.shift-1))))
	w.line("assume %s;", b.expr(compare(eULt, next, number(ptr, uint64(h.slots)))))
	w.line("object_size[next_object] := %s;", b.expr(size))
	w.line("object_kind[next_object] := %dbv8;", s.tag)
	if s.zero {
		for _, r := range b.p.regions {
			if r.touched && r.free {
				slot := b.expr(binary(eLShr, varOf(&variable{name: "i", w: ptr}), number(ptr, uint64(h.shift))))
				w.line("assume (forall i: %s :: {%s[i]} %s == next_object ==> %s[i] == %s);", btype(ptr), r.name, slot, r.name, b.expr(number(8*r.Width, 0)))
			}
		}
	}
	w.line("%s := %s;", s.dst.name, b.expr(binary(eShl, next, number(ptr, uint64(h.shift)))))
	w.line("next_object := %s;", b.expr(plus(next, 1)))
}
