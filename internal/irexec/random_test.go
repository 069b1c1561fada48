package irexec_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// gen writes random small concurrent programs: a few globals, locks, a condition, a semaphore, a barrier, a shared
// heap object, two or three threads of a few operations each.
type gen struct {
	t   *rapid.T
	b   strings.Builder
	reg int
	lbl int
}

func (g *gen) n(name string, max int) int { return rapid.IntRange(0, max-1).Draw(g.t, name) }
func (g *gen) line(f string, a ...any)    { fmt.Fprintf(&g.b, "  "+f+"\n", a...) }
func (g *gen) label() string              { g.lbl++; return fmt.Sprintf("l%d", g.lbl) }

func (g *gen) fresh(w int) string {
	g.reg++
	return fmt.Sprintf("%%r%d:%d", g.reg, w)
}

func (g *gen) use(r string) string { return r[:strings.IndexByte(r, ':')] }

func (g *gen) global() string { return []string{"@x", "@y", "@z"}[g.n("global", 3)] }
func (g *gen) lock() string   { return []string{"@m1", "@m2"}[g.n("lock", 2)] }

func (g *gen) mark() string {
	return []string{"", "", "", " atomic", " excused", " volatile"}[g.n("mark", 6)]
}

func (g *gen) check(what string) {
	r, c := g.fresh(32), g.fresh(1)
	g.line("%s = load mem[%s]%s", r, g.global(), g.mark())
	g.line("%s = %s %s, %d", c, []string{"eq", "ne", "ult"}[g.n("cmp", 3)], g.use(r), g.n("k", 3))
	g.line("%s %s", what, g.use(c))
}

func (g *gen) op(depth int) {
	switch g.n("op", 27) {
	case 0, 1, 2:
		g.line("store mem[%s]%s, %d:32", g.global(), g.mark(), g.n("v", 3))
	case 3, 4:
		r, s := g.fresh(32), g.fresh(32)
		x := g.global()
		g.line("%s = load mem[%s]%s", r, x, g.mark())
		g.line("%s = add %s, 1", s, g.use(r))
		g.line("store mem[%s]%s, %s", x, g.mark(), g.use(s))
	case 5:
		g.line("rmw add mem[%s] atomic, 1:32", g.global())
	case 6:
		g.line("%s, %s = cas mem[%s] atomic, %d:32, %d:32%s", g.fresh(32), g.fresh(1), g.global(), g.n("e", 2), g.n("n", 3), []string{"", " weak"}[g.n("weak", 2)])
	case 7, 8:
		l := g.lock()
		g.line("lock %s%s", l, []string{"", "", " shared"}[g.n("shared", 3)])
		for range g.n("inside", 3) + 1 {
			g.op(depth + 1)
		}
		g.line("unlock %s", l)
	case 9:
		g.line("unlock %s", g.lock())
	case 10:
		r := g.fresh(32)
		g.line("%s = lock %s %s", r, g.lock(), []string{"try", "timed", "shared try"}[g.n("how", 3)])
		g.line("store mem[%s]%s, %s", g.global(), g.mark(), g.use(r))
	case 11, 12:
		g.check("assert")
	case 13:
		g.check("assume")
	case 14:
		g.line("atomic_begin")
		if depth < 2 {
			for range g.n("inside", 2) + 1 {
				g.op(depth + 2)
			}
		}
		g.line("atomic_end")
	case 15:
		l := g.lock()
		g.line("lock %s", l)
		g.line("wait @c, %s", l)
		if g.n("timed", 2) == 0 {
			g.line("%s = wake @c timed", g.fresh(32))
		} else {
			g.line("wake @c")
		}
		g.line("lock %s", l)
		g.line("unlock %s", l)
	case 16:
		g.line("signal @c%s", []string{"", " all"}[g.n("all", 2)])
	case 17:
		g.line("down @s")
	case 18:
		g.line("up @s")
	case 19:
		r := g.fresh(32)
		g.line("%s = down @s %s", r, []string{"try", "timed"}[g.n("how", 2)])
		g.line("store mem[%s], %s", g.global(), g.use(r))
	case 20:
		r := g.fresh(32)
		g.line("%s = arrive @b", r)
		g.line("pass @b, %s", g.use(r))
	case 21:
		r := g.fresh(64)
		g.line("%s = load mem[@p]%s", r, g.mark())
		switch g.n("heap", 3) {
		case 0:
			g.line("free %s", g.use(r))
		case 1:
			g.line("store mem[%s], %d:32", g.use(r), g.n("v", 2))
		case 2:
			g.line("%s = load mem[%s]", g.fresh(32), g.use(r))
		}
	case 22:
		r := g.fresh(2)
		s := g.fresh(32)
		g.line("%s = havoc", r)
		g.line("%s = zext %s", s, g.use(r))
		g.line("store mem[%s]%s, %s", g.global(), g.mark(), g.use(s))
	case 23: // a local whose address others learn
		r := g.fresh(64)
		g.line("%s = alloc 4 align 4 stack", r)
		g.line("store mem[%s], 0:32", g.use(r))
		if g.n("leak", 2) == 0 {
			g.line("store mem[@p] atomic, %s", g.use(r))
		}
		g.op(depth + 1)
		g.line("free %s stack", g.use(r))
	case 24:
		r, c := g.fresh(32), g.fresh(1)
		then, end := g.label(), g.label()
		g.line("%s = load mem[%s]%s", r, g.global(), g.mark())
		g.line("%s = eq %s, %d", c, g.use(r), g.n("k", 2))
		g.line("branch %s, %s, %s", g.use(c), then, end)
		fmt.Fprintf(&g.b, "%s:\n", then)
		if depth < 2 {
			g.op(depth + 1)
		}
		g.line("jump %s", end)
		fmt.Fprintf(&g.b, "%s:\n", end)
	case 25: // wait in a loop, which an atomic section would never leave
		if depth >= 2 {
			return
		}
		r, c := g.fresh(32), g.fresh(1)
		head, body, end := g.label(), g.label(), g.label()
		g.line("jump %s", head)
		fmt.Fprintf(&g.b, "%s:\n", head)
		g.line("%s = load mem[%s]%s", r, g.global(), g.mark())
		g.line("%s = eq %s, %d", c, g.use(r), g.n("k", 2))
		g.line("branch %s, %s, %s", g.use(c), body, end)
		fmt.Fprintf(&g.b, "%s:\n", body)
		g.line("jump %s", head)
		fmt.Fprintf(&g.b, "%s:\n", end)
	case 26:
		switch g.n("rare", 4) {
		case 0:
			g.line("sync_init mutex %s, %d", g.lock(), g.n("type", 3))
		case 1:
			g.line("sync_destroy %s", g.lock())
		case 2:
			g.line("%s = semvalue @s", g.fresh(32))
		case 3:
			r := g.fresh(64)
			g.line("%s = self", r)
			g.line("%s = join %s try", "_, "+g.fresh(32), g.use(r))
		}
	}
}

func (g *gen) program() string {
	g.b.WriteString(`global @x : 4 align 4
global @y : 4 align 4
global @z : 4 align 4
global @p : 8 align 8
global @m1 : 8 align 8
global @m2 : 8 align 8
global @c : 8 align 8
global @s : 8 align 8
global @b : 8 align 8
entry @main
`)
	threads := 1 + g.n("threads", 2)
	for i := range threads {
		fmt.Fprintf(&g.b, "func @w%d() {\n", i)
		for range g.n("ops", 4) + 1 {
			g.op(0)
		}
		g.line("return")
		g.b.WriteString("}\n")
	}
	g.b.WriteString("func @main() {\n")
	g.line("sync_init barrier @b, 2")
	h := g.fresh(64)
	g.line("%s = alloc 4 align 4%s", h, []string{"", " zero"}[g.n("zero", 2)])
	if strings.Contains(g.b.String(), "mem[%") { // reads of unwritten wide memory would only be sampled
		g.line("store mem[%s], 0:32", g.use(h))
	}
	g.line("store mem[@p], %s", g.use(h))
	var ids []string
	for i := range threads {
		id := g.fresh(64)
		g.line("%s = spawn &w%d()%s", id, i, []string{"", "", " outlives"}[g.n("outlives", 3)])
		ids = append(ids, g.use(id))
	}
	for range g.n("ops", 3) {
		g.op(0)
	}
	for _, id := range ids {
		if g.n("join", 4) > 0 {
			g.line("join %s", id)
		}
	}
	if g.n("final", 2) == 0 {
		g.check("assert")
	}
	g.line("halt 0 main")
	g.b.WriteString("}\n")
	return g.b.String()
}

// TestReducedEqualsUnreduced compares the two on random programs: the same failures, races and deadlocks, all of which
// replay. 100 programs, 3,000 in the long run; those with more than 20,000 states are left out.
func TestReducedEqualsUnreduced(t *testing.T) {
	tooltest.Checks(t, 3000)
	rapid.Check(t, func(rt *rapid.T) {
		g := &gen{t: rt}
		p := parse(t, g.program())
		o := all
		switch g.n("properties", 4) {
		case 0:
			o = irexec.ExploreOptions{Assert: true, Race: true}
		case 1:
			o = irexec.ExploreOptions{Deadlock: true}
		case 2:
			o.NoShorten = true
		}
		o.Unreduced, o.MaxStates = true, 20_000
		full := explore(rt, p, o)
		if !full.Exhausted {
			return
		}
		o.MaxStates = 0
		both(rt, p, o)
	})
}
