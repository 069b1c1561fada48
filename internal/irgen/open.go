package irgen

import "fmt"

// Undetermined values: made in all the ways there are, of all widths, moved through memory, calls, threads and parts of each
// other, and looked at now and then.

// arbitrary emits a value that nothing determines and gives its register.
func (g *gen) arbitrary(width int) string {
	r := g.fresh()
	switch g.n(5) {
	case 0, 1:
		g.line("%s:%d = havoc", r, width)
	case 2: // a register that nobody wrote
		u := g.fresh()
		g.line("%s:%d = move %s", r, width, u)
	case 3: // memory that nobody wrote, perhaps but for a byte
		p := g.fresh()
		g.line("%s:64 = alloc 8 align 8%s", p, g.pick("", " stack"))
		if g.in(1, 3) {
			g.line("store mem[%s], %d:8", p, g.n(2))
		}
		g.line("%s:%d = load mem[%s]", r, width, p)
		if g.in(1, 3) { // the same again
			r = g.fresh()
			g.line("%s:%d = load mem[%s]", r, width, p)
		}
	case 4:
		s := g.fresh()
		g.line("%s:32 = call @garbage()", s)
		switch {
		case width == 32:
			return s
		case width < 32:
			g.line("%s:%d = extract %s, %d", r, width, s, g.n(32-width))
		default:
			g.line("%s:%d = concat %s, %s", r, width, s, s)
		}
	}
	return r
}

// undetermined emits an operation on such values.
func (g *gen) undetermined(depth int) {
	a, w := g.place()
	switch g.n(14) {
	case 0, 1, 2:
		g.line("store mem[%s]%s, %s", a, g.mark(), g.arbitrary(w))
	case 3, 4: // from one place to another
		r := g.fresh()
		if w == 32 {
			g.line("%s:32 = load mem[%s]%s", r, a, g.mark())
			g.line("store mem[%s]%s, %s", g.pick("@x", "@y", "@s"), g.mark(), r)
		} else {
			g.line("%s:8 = load mem[%s]%s", r, a, g.mark())
			g.line("store mem[%s]%s, %s", g.pick("@b", "@s", "@s+1", "@s+6", "@x+2"), g.mark(), r)
		}
	case 5: // few alternatives, so that they can all be tried
		h, v := g.fresh(), g.fresh()
		g.line("%s:8 = havoc", h)
		g.line("%s:8 = and %s, 1", v, h)
		g.line("store mem[@b]%s, %s", g.mark(), v)
	case 6: // of two the one
		x, y, r := g.arbitrary(w), g.fresh(), g.fresh()
		g.line("%s:%d = load mem[%s]%s", y, w, a, g.mark())
		g.line("%s:%d = ite %s, %s, %s", r, w, g.cond(), x, y)
		g.line("store mem[%s]%s, %s", a, g.mark(), r)
	case 7: // taken apart and put together again
		x, hi, lo, r := g.arbitrary(32), g.fresh(), g.fresh(), g.fresh()
		g.line("%s:16 = extract %s, 16", hi, x)
		g.line("%s:16 = trunc %s", lo, x)
		if g.in(1, 4) {
			hi, lo = lo, hi
		}
		g.line("%s:32 = concat %s, %s", r, hi, lo)
		g.line("store mem[%s]%s, %s", g.pick("@x", "@s"), g.mark(), r)
	case 8: // a value compared with itself, read twice
		x, y, c := g.fresh(), g.fresh(), g.fresh()
		g.line("%s:%d = load mem[%s]%s", x, w, a, g.mark())
		g.line("%s:%d = load mem[%s]%s", y, w, a, g.mark())
		g.line("%s:1 = %s %s, %s", c, g.pick("eq", "ule", "sle"), x, y)
		g.line("assert %s", c)
	case 9: // two places compared
		x, y, c := g.fresh(), g.fresh(), g.fresh()
		g.line("%s:32 = load mem[@x]%s", x, g.mark())
		g.line("%s:32 = load mem[%s]%s", y, g.pick("@y", "@s"), g.mark())
		g.line("%s:1 = eq %s, %s", c, x, y)
		g.line("%s %s", g.pick("assert", "assume"), c)
	case 10: // a wait that depends on it
		g.when(g.cond(), func() {
			g.line("%s", g.pick("lock @m1", "lock @m2", "down @sem", "unlock @m1", "up @sem"))
		})
	case 11, 12, 13: // questions, of what is there and of what was asked before
		r := g.fresh()
		if g.in(1, 3) { // so few values that they can all be tried
			u := g.fresh()
			w = 3
			g.line("%s:3 = havoc", r)
			g.line("%s:3 = and %s, %s", u, r, r)
		} else {
			g.line("%s:%d = load mem[%s]%s", r, w, a, g.mark())
		}
		for range 1 + g.n(3) {
			c := g.question(r, w)
			switch g.n(4) {
			case 0:
				g.line("assume %s", c)
			case 1:
				g.line("assert %s", c)
			default:
				g.when(c, func() {
					if depth < 2 {
						g.op(depth + 1)
					}
				})
			}
		}
	}
}

// question emits a comparison of a register with a number.
func (g *gen) question(r string, width int) string {
	c := g.fresh()
	k := fmt.Sprint([]int{0, 1, 2, 3, 4, 100, 127, 128, 200, 255}[g.n(10)] & (1<<width - 1))
	if g.in(1, 3) {
		r, k = fmt.Sprintf("%s:%d", k, width), r
	}
	g.line("%s:1 = %s %s, %s", c, g.pick("eq", "ne", "ult", "ule", "slt", "sle"), r, k)
	return c
}
