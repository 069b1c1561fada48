package irgen

import (
	"fmt"
	"math/rand/v2"
)

// Programs about memory: pointers into the middle of objects, stored in memory and copied byte by byte, turned into numbers,
// masked and xored and turned back, indexed, subtracted; accesses of all widths that overlap. A points-to analysis that keeps two
// cells apart which one pointer can reach makes an engine miss a failure here that the interpreter, which knows nothing of regions, finds.

// Memory writes a sequential program, or one of two threads that do such things to the same memory.
func Memory(seed uint64, threads bool) string {
	g := &memgen{gen: gen{r: rand.New(rand.NewPCG(seed, 0x6d656d))}, threads: threads}
	return g.program(threads)
}

// Ranges is the same with operations on ranges among the others, over one large object more.
func Ranges(seed uint64, threads bool) string {
	g := &memgen{gen: gen{r: rand.New(rand.NewPCG(seed, 0x72616e67))}, threads: threads, ranges: true}
	return g.program(threads)
}

type memgen struct {
	gen
	ranges  bool
	ptrs    []string // registers that hold addresses, or numbers that were addresses
	threads bool
	nested  bool // inside of a branch or a loop
}

// objects are the globals and their sizes.
var objects = []struct {
	name string
	size int
}{{"@a", 16}, {"@b", 8}, {"@arr", 24}, {"@pp", 8}, {"@qq", 16}}

// large is there for operations on ranges: it has too many cells to be taken apart.
var large = struct {
	name string
	size int
}{"@big", 640}

// rangeOp emits a Fill, Copy, Scan or Touch.
func (g *memgen) rangeOp() {
	where := func() string {
		switch g.n(4) {
		case 0:
			return g.holder()
		case 1:
			return g.pick("@a", "@arr", "@qq", "@big", "@big+8", "@big+320")
		}
		return g.ptr()
	}
	to, from := where(), where()
	n := fmt.Sprint([]int{0, 1, 2, 4, 4, 8, 8, 8, 12, 16, 24, 300}[g.n(12)])
	if g.in(1, 4) {
		i, m := g.index(), g.fresh()
		g.line("%s:64 = mul %s, %d", m, i, []int{1, 4, 8, 8, 150}[g.n(5)])
		n = m
	}
	if g.in(1, 12) {
		g.line("touch mem[%s] len %s%s", from, n, g.pick("", " atomic"))
		return
	}
	if g.in(1, 3) {
		d := g.fresh()
		g.line("%s:64 = scan mem[%s] len %s%s, %d", d, from, g.pick(n, n, "-1"), g.pick("", " atomic"), []int{0, 0, 1, 2, 255}[g.n(5)])
		if g.in(1, 2) {
			c := g.fresh()
			g.line("%s:1 = %s %s, %d", c, g.pick("ne", "ult"), d, []int{0, 1, 4, 8, 16, 300, 620}[g.n(7)])
			g.line("assert %s", c)
		}
		return
	}
	if g.in(1, 3) {
		v := fmt.Sprint([]int{0, 0, 0, 1, 2, 255}[g.n(6)])
		if g.in(1, 4) {
			v = "any"
		} else if g.in(1, 6) {
			v = g.fresh()
			g.line("%s:8 = load mem[%s] atomic", v, g.ptr())
		}
		g.line("fill mem[%s] len %s%s, %s", to, n, g.pick("", " atomic"), v)
		if v == "any" && g.in(1, 2) {
			x, c := g.fresh(), g.fresh()
			g.line("%s:%d = load mem[%s] atomic", x, []int{8, 8, 32, 64}[g.n(4)], to)
			g.line("%s:1 = ne %s, %d", c, x, g.n(3))
			g.line("assert %s", c)
		}
		return
	}
	mark := g.pick("", " atomic")
	g.line("copy mem[%s] len %s%s, mem[%s]%s", to, n, mark, from, mark)
}

func (g *memgen) ptr() string {
	if len(g.ptrs) > 0 && !g.in(1, 6) {
		// Mostly a recent one.
		k := len(g.ptrs) - 1 - min(g.n(4), len(g.ptrs)-1)
		return g.ptrs[k]
	}
	r := g.fresh()
	o := objects[g.n(len(objects))]
	if g.ranges && g.in(1, 4) {
		o = large
	}
	g.line("%s:64 = move %s+%d", r, o.name, 4*g.n(o.size/4))
	g.ptrs = append(g.ptrs, r)
	return r
}

func (g *memgen) keep(r string) { g.ptrs = append(g.ptrs, r) }

// index is a number of at most two bits.
func (g *memgen) index() string {
	h, i := g.fresh(), g.fresh()
	g.line("%s:%d = havoc", h, 1+g.n(2))
	g.line("%s:64 = zext %s", i, h)
	return i
}

// derive makes an address out of others.
func (g *memgen) derive() {
	p, r := g.ptr(), g.fresh()
	switch g.n(12) {
	case 0, 1:
		g.line("%s:64 = add %s, %d", r, p, []int{1, 2, 4, 4, 8, 8, -4, -8}[g.n(8)])
	case 2:
		g.line("%s:64 = sub %s, %d", r, p, 4*(1+g.n(2)))
	case 3: // an element
		i, o := g.index(), g.fresh()
		g.line("%s:64 = mul %s, %d", o, i, []int{1, 2, 4, 8, 12}[g.n(5)])
		g.line("%s:64 = add %s", r, g.pick(p+", "+o, o+", "+p))
	case 4:
		i, o := g.index(), g.fresh()
		g.line("%s:64 = shl %s, %d", o, i, g.n(4))
		g.line("%s:64 = %s %s, %s", r, g.pick("add", "sub"), p, o)
	case 5:
		q, c := g.ptr(), g.fresh()
		g.line("%s:1 = havoc", c)
		g.line("%s:64 = ite %s, %s, %s", r, c, p, q)
	case 6: // a mask
		g.line("%s:64 = and %s, %d", r, p, []int{-4, -8, -2}[g.n(3)])
	case 7: // a number that is turned back
		i, k := g.fresh(), g.fresh()
		g.line("%s:64 = ptrtoint %s", i, p)
		key := g.n(1 << 16)
		g.line("%s:64 = xor %s, %d", k, i, key)
		g.line("%s:64 = xor %s, %d", r, k, key)
	case 8: // p - q + q
		q, d := g.ptr(), g.fresh()
		g.line("%s:64 = sub %s, %s", d, p, q)
		g.line("%s:64 = add %s", r, g.pick(q+", "+d, d+", "+q))
	case 9: // halves
		lo, hi := g.fresh(), g.fresh()
		g.line("%s:32 = extract %s, 0", lo, p)
		g.line("%s:32 = extract %s, 32", hi, p)
		g.line("%s:64 = concat %s, %s", r, hi, lo)
	case 10: // q ^ (p ^ q)
		q, d := g.ptr(), g.fresh()
		g.line("%s:64 = xor %s, %s", d, p, q)
		g.line("%s:64 = xor %s, %s", r, d, q)
	case 11: // -(-p)
		d := g.fresh()
		op := g.pick("neg", "not")
		g.line("%s:64 = %s %s", d, op, p)
		g.line("%s:64 = %s %s", r, op, d)
	}
	g.keep(r)
}

// holder is a place that pointers are kept in.
func (g *memgen) holder() string { return g.pick("@pp", "@pp", "@qq", "@qq+8", "@a+8") }

func (g *memgen) publish() {
	switch g.n(5) {
	case 0, 1:
		g.line("store mem[%s] atomic, %s", g.holder(), g.ptr())
	case 2: // in halves
		p, lo, hi := g.ptr(), g.fresh(), g.fresh()
		h := g.holder()
		g.line("%s:32 = trunc %s", lo, p)
		g.line("%s:32 = extract %s, 32", hi, p)
		g.line("store mem[%s] atomic, %s", h, lo)
		a := g.fresh()
		g.line("%s:64 = add %s, 4", a, h)
		g.line("store mem[%s] atomic, %s", a, hi)
	case 3: // memcpy
		g.copy(g.holder(), g.holder(), 8, g.pick("8", "16", "32"))
	case 4:
		g.copy(g.holder(), g.ptr(), 8, "8")
	}
}

// copy moves bytes in a loop.
func (g *memgen) copy(to, from string, n int, width string) {
	i, c, a, b, v := g.fresh(), g.fresh(), g.fresh(), g.fresh(), g.fresh()
	head, body, end := g.block(), g.block(), g.block()
	step := map[string]int{"8": 1, "16": 2, "32": 4}[width]
	g.line("%s:64 = move 0", i)
	g.line("jump %s", head)
	g.begin(head)
	g.line("%s:1 = ult %s, %d", c, i, n)
	g.line("branch %s, %s, %s", c, body, end)
	g.begin(body)
	g.line("%s:64 = add %s, %s", a, from, i)
	g.line("%s:64 = add %s, %s", b, to, i)
	g.line("%s:%s = load mem[%s] atomic", v, width, a)
	g.line("store mem[%s] atomic, %s", b, v)
	g.line("%s:64 = add %s, %d", i, i, step)
	g.line("jump %s", head)
	g.begin(end)
}

func (g *memgen) obtain() {
	r := g.fresh()
	g.line("%s:64 = load mem[%s] atomic", r, g.holder())
	g.keep(r)
}

func (g *memgen) width() int { return []int{8, 8, 16, 32, 32, 64}[g.n(6)] }

func (g *memgen) step() {
	if g.ranges && g.in(1, 3) {
		g.rangeOp()
		return
	}
	switch g.n(18) {
	case 16:
		if !g.nested {
			g.either()
		}
	case 17:
		if !g.nested {
			g.repeat()
		}
	case 0, 1, 2, 3:
		g.derive()
	case 4, 5, 6, 7:
		w := g.width()
		to := g.ptr()
		if g.nested { // not over an address, of which a part would stay on one way only
			to = g.pick("@b", "@arr", "@arr+4", "@arr+16", "@a")
		}
		g.line("store mem[%s] atomic, %d:%d", to, 1+g.n(3), w)
	case 8, 9:
		g.publish()
	case 10, 11:
		g.obtain()
	case 12:
		if g.nested { // objects lie in the order of the text
			return
		}
		r := g.fresh()
		g.line("%s:64 = alloc %d align 8 %s", r, 8*(1+g.n(2)), g.pick("zero", "zero", "stack zero"))
		g.keep(r)
	case 13:
		w := []int{8, 16, 32, 64}[g.n(4)]
		if !g.threads {
			p, v, s := g.ptr(), g.fresh(), g.fresh()
			g.line("%s:%d = load mem[%s]", v, w, p)
			g.line("%s:%d = %s %s, %d", s, w, g.pick("add", "xor", "or"), v, 1+g.n(2))
			g.line("store mem[%s], %s", p, s)
			return
		}
		g.line("rmw %s mem[%s] atomic, %d:%d", g.pick("add", "xchg", "xor", "or"), g.ptr(), 1+g.n(2), w)
	default:
		g.check()
	}
}

// inner emits steps that may not run, or run again: what they make is not used behind them.
func (g *memgen) inner() {
	ptrs := len(g.ptrs)
	g.nested = true
	for range 1 + g.n(2) {
		g.step()
	}
	g.nested, g.ptrs = false, g.ptrs[:ptrs]
}

// either goes one of two ways.
func (g *memgen) either() {
	c, then, other, end := g.fresh(), g.block(), g.block(), g.block()
	g.line("%s:1 = havoc", c)
	g.line("branch %s, %s, %s", c, then, other)
	g.begin(then)
	g.inner()
	g.line("jump %s", end)
	g.begin(other)
	if g.in(1, 2) {
		g.inner()
	}
	g.line("jump %s", end)
	g.begin(end)
}

// repeat runs steps in a loop of known length, which may be more than anybody would unroll.
func (g *memgen) repeat() {
	i, c := g.fresh(), g.fresh()
	head, body, end := g.block(), g.block(), g.block()
	n := 2 + g.n(3)
	if g.in(1, 4) && !g.threads {
		n = 1500
	}
	g.line("%s:64 = move 0", i)
	g.line("jump %s", head)
	g.begin(head)
	g.line("%s:1 = ult %s, %d", c, i, n)
	g.line("branch %s, %s, %s", c, body, end)
	g.begin(body)
	if n < 10 {
		g.inner()
	} else { // computed with, and stored in the end
		x, y := g.fresh(), g.fresh()
		g.line("%s:64 = load mem[@b]", x)
		g.line("%s:64 = add %s, %s", y, x, i)
		g.line("store mem[@b], %s", y)
	}
	g.line("%s:64 = add %s, 1", i, i)
	g.line("jump %s", head)
	g.begin(end)
}

func (g *memgen) check() {
	v, c := g.fresh(), g.fresh()
	w := []int{8, 16, 32}[g.n(3)]
	g.line("%s:%d = load mem[%s] atomic", v, w, g.ptr())
	g.line("%s:1 = %s %s, %d", c, g.pick("ne", "ne", "eq"), v, g.n(4))
	g.line("assert %s", c)
}

func (g *memgen) program(threads bool) string {
	form := " sequential"
	if threads {
		form = ""
	}
	fmt.Fprintf(&g.b, "program lp64%s\n", form)
	g.b.WriteString(`global @a : 16 align 16
global @b : 8 align 8
global @arr : 24 align 8
global @pp : 8 align 8 = "\x00\x00\x00\x00\x00\x00\x00\x00" relocs [0: @a+4]
global @qq : 16 align 8 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" relocs [8: @arr+8]
`)
	if g.ranges {
		fmt.Fprintf(&g.b, "global %s : %d align 8\n", large.name, large.size)
	}
	g.b.WriteString("entry @main\n")
	if threads {
		g.b.WriteString("\nfunc @w() {\n")
		g.line("store mem[@b] atomic, 1:8")
		for range 2 + g.n(4) {
			g.step()
		}
		g.line("return")
		g.b.WriteString("}\n")
		g.ptrs = nil
	}
	g.b.WriteString("\nfunc @main() {\n")
	steps := 6 + g.n(8)
	if threads {
		steps = 2 + g.n(5)
		for range g.n(4) {
			g.step()
		}
		g.line("spawn &w()")
	}
	for range steps {
		g.step()
	}
	g.check()
	g.check()
	g.line("halt 0")
	g.b.WriteString("}\n")
	return g.b.String()
}
