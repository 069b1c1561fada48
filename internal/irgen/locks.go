package irgen

// misuse is an operation on a lock, in a global, on the heap or on the thread's stack, that goes well or does not.
func (g *gen) misuse(depth int) {
	l := g.lock()
	switch g.n(12) {
	case 0, 1, 2:
		g.line("lock %s%s", l, g.pick("", "", " shared"))
		if depth < 2 {
			g.ops(g.n(3), depth+1)
		}
		if !g.in(1, 5) {
			g.line("unlock %s", l)
		}
	case 3:
		g.line("unlock %s", l)
	case 4: // tried, and let go if it was got, or anyway
		r, c := g.fresh(), g.fresh()
		g.line("%s:32 = lock %s %s", r, l, g.pick("try", "timed", "shared try"))
		if g.in(1, 3) {
			g.line("unlock %s", l)
			return
		}
		g.line("%s:1 = eq %s, 0", c, r)
		g.when(c, func() { g.line("unlock %s", l) })
	case 5:
		g.line("sync_init mutex %s, %d", l, g.n(3))
	case 6: // on the stack, which ends in the middle or with the thread
		r := g.fresh()
		g.line("%s:64 = alloc 8 align 8 stack zero", r)
		g.line("lock %s", r)
		if depth < 2 {
			g.op(depth + 1)
		}
		if g.in(1, 2) {
			g.line("unlock %s", r)
		}
		g.line("free %s stack", r)
	case 7, 8: // on the heap, perhaps freed by somebody else
		r := g.fresh()
		g.line("%s:64 = load mem[@p] atomic", r)
		g.line("lock %s%s", r, g.pick("", " shared"))
		if depth < 2 {
			g.op(depth + 1)
		}
		switch g.n(4) {
		case 0:
			g.line("free %s", r)
		case 1:
		default:
			g.line("unlock %s", r)
		}
	case 9:
		if g.inside == 0 {
			g.line("%s @c, %s", "wait", l)
			g.line("wake @c")
			g.line("lock %s", l)
		}
	case 10:
		g.line("atomic_begin")
		g.inside++
		g.line("%s %s", g.pick("lock", "unlock"), l)
		if depth < 2 {
			g.op(depth + 2)
		}
		g.line("%s %s", g.pick("lock", "unlock", "unlock"), l)
		g.inside--
		g.line("atomic_end")
	case 11:
		if g.o.Exit && g.inside == 0 {
			g.when(g.cond(), func() {
				end := g.block()
				g.line("branch 1, %s, %s", end+"x", end)
				g.begin(end + "x")
				g.line("thread_exit")
				g.begin(end)
			})
		}
	}
}
