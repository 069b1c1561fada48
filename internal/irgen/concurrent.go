package irgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Concurrent programs: two or three threads of a few operations each, over some globals, the fields of a struct, a heap
// object that is published through a global, locks, a semaphore and a condition. Threads are created in an order that
// does not depend on the schedule (only the one that is created last creates another), so that "round-robin in order of creation" means
// the same for an engine that numbers threads by the text and for the interpreter, which numbers them as they come.
//
// The text is written line by line, one instruction each, without regard to what came before: most programs do little that
// is sensible, and the ones that fail are cut down line by line (shrink.go).

// Options say what a program may contain.
type Options struct {
	Threads int // besides the first, at most
	Ops     int // per thread, at most
	Free    bool
	Spin    bool // loops that wait for another thread
	Cond    bool
	Nested  bool // a thread that creates a thread
	TryJoin bool // joins that give up
	Exit    bool // threads that end in the middle
	Odd     bool // more of what is rare
	Ranges  bool // operations on ranges
	Wait    bool // mostly operations that wait or end waits
	Open    bool // mostly undetermined values of any width, moved and now and then looked at
	Exact   bool // arithmetic on addresses that may be invalid
	Locks   bool // mostly locks of all kinds, in all kinds of memory, as they should be used and not
}

// Concurrent writes a program.
func Concurrent(seed uint64, o Options) string {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x68656464)), o: o}
	return g.program()
}

type gen struct {
	r      *rand.Rand
	o      Options
	b      strings.Builder
	reg    int
	label  int
	inside int    // atomic sections that are open
	param  string // the thread's pointer parameter, or ""
}

func (g *gen) n(max int) int              { return g.r.IntN(max) }
func (g *gen) in(a, b int) bool           { return g.r.IntN(b) < a }
func (g *gen) line(f string, args ...any) { fmt.Fprintf(&g.b, "  "+f+"\n", args...) }
func (g *gen) pick(s ...string) string    { return s[g.n(len(s))] }

func (g *gen) fresh() string {
	g.reg++
	return fmt.Sprintf("%%r%d", g.reg)
}

func (g *gen) block() string {
	g.label++
	return fmt.Sprintf("l%d", g.label)
}

func (g *gen) begin(label string) { fmt.Fprintf(&g.b, "%s:\n", label) }

// place is an address and the width of what is there.
func (g *gen) place() (addr string, width int) {
	switch g.n(12) {
	case 0, 1, 2:
		return "@x", 32
	case 3, 4:
		return "@y", 32
	case 5, 6:
		return "@s", 32
	case 7:
		return "@s+4", 32
	case 8:
		return "@s+4", 16
	case 9:
		return "@s+6", 8
	case 10:
		if g.param != "" {
			return g.param, 32
		}
		return "@b", 8
	}
	return "@b", 8
}

func (g *gen) mark() string { return g.pick("", "", "", " atomic", " atomic", " excused", " volatile") }

// load emits a load from somewhere and gives the register and its width.
func (g *gen) load() (string, int) {
	a, w := g.place()
	r := g.fresh()
	g.line("%s:%d = load mem[%s]%s", r, w, a, g.mark())
	return r, w
}

// cond emits a comparison of something shared.
func (g *gen) cond() string {
	r, _ := g.load()
	c := g.fresh()
	g.line("%s:1 = %s %s, %d", c, g.pick("eq", "ne", "ult"), r, g.n(3))
	return c
}

func (g *gen) lock() string { return g.pick("@m1", "@m2") }

func (g *gen) ops(n, depth int) {
	for range n {
		g.op(depth)
	}
}

// op emits one operation.
func (g *gen) op(depth int) {
	if g.o.Ranges && g.in(1, 3) {
		g.ranged()
		return
	}
	if g.o.Exact && g.in(1, 2) {
		g.exact()
		return
	}
	if g.o.Locks && g.in(3, 4) {
		g.misuse(depth)
		return
	}
	n := g.n(30)
	if g.o.Odd && g.in(1, 3) {
		n = 28
	}
	if g.o.Wait && g.in(2, 3) {
		g.waits(depth)
		return
	}
	if g.o.Free && g.in(1, 3) {
		g.heap()
		return
	}
	if g.o.Open && g.in(1, 2) {
		g.undetermined(depth)
		return
	}
	switch n {
	case 0, 1, 2, 3:
		a, w := g.place()
		g.line("store mem[%s]%s, %d:%d", a, g.mark(), g.n(3), w)
	case 4, 5:
		a, w := g.place()
		r, s := g.fresh(), g.fresh()
		g.line("%s:%d = load mem[%s]%s", r, w, a, g.mark())
		g.line("%s:%d = add %s, 1", s, w, r)
		g.line("store mem[%s]%s, %s", a, g.mark(), s)
	case 6:
		a, w := g.place()
		g.line("%s:%d = rmw %s mem[%s] atomic, %d", g.fresh(), w, g.pick("add", "sub", "xchg", "or", "and", "xor", "umax", "smin", "nand"), a, g.n(3))
	case 7:
		a, w := g.place()
		r, ok := g.fresh(), g.fresh()
		g.line("%s:%d, %s:1 = cas mem[%s] atomic, %d, %d%s", r, w, ok, a, g.n(2), g.n(3), g.pick("", " weak"))
		if g.in(1, 2) {
			g.line("assert %s", ok)
		}
	case 8, 9, 10:
		l := g.lock()
		shared := g.pick("", "", "", " shared")
		g.line("lock %s%s", l, shared)
		g.ops(1+g.n(2), depth+1)
		if !g.in(1, 8) {
			g.line("unlock %s", l)
		}
	case 11:
		r, c := g.fresh(), g.fresh()
		l := g.lock()
		g.line("%s:32 = lock %s %s", r, l, g.pick("try", "timed", "shared try"))
		g.line("%s:1 = eq %s, 0", c, r)
		g.when(c, func() {
			g.op(depth + 2)
			g.line("unlock %s", l)
		})
	case 12, 13, 14:
		g.line("assert %s", g.cond())
	case 15:
		g.line("assume %s", g.cond())
	case 16, 17:
		if g.inside > 0 {
			return
		}
		g.line("atomic_begin")
		g.inside++
		g.ops(1+g.n(2), depth+1)
		g.inside--
		g.line("atomic_end")
	case 18:
		if g.in(1, 2) {
			g.line("down @sem")
		} else {
			g.line("up @sem")
		}
	case 19:
		r := g.fresh()
		g.line("%s:32 = down @sem %s", r, g.pick("try", "timed"))
		g.line("store mem[@y]%s, %s", g.mark(), r)
	case 20, 21:
		g.when(g.cond(), func() { g.ops(1, depth+1) })
	case 22:
		h, s := g.fresh(), g.fresh()
		g.line("%s:%d = havoc", h, 1+g.n(2))
		g.line("%s:32 = zext %s", s, h)
		g.line("store mem[%s]%s, %s", g.pick("@x", "@y"), g.mark(), s)
	case 23:
		g.local(depth)
	case 24, 25:
		g.heap()
	case 26:
		if depth < 2 {
			g.counted(depth)
		}
	case 27:
		r := g.fresh()
		g.line("%s:32 = call @f(%s)", r, g.pick("@x", "@y", "@s+4"))
		c := g.fresh()
		g.line("%s:1 = ne %s, %d", c, r, g.n(3))
		g.line("assert %s", c)
	case 28:
		g.rare(depth)
		if g.o.Odd {
			g.rare(depth)
		}
	case 29:
		if g.o.Spin && depth < 1 && g.inside == 0 {
			g.spin()
		} else if g.o.Cond && g.inside == 0 {
			g.wait()
		}
	}
}

// when emits code that runs if a register is 1.
func (g *gen) when(c string, body func()) {
	then, end := g.block(), g.block()
	g.line("branch %s, %s, %s", c, then, end)
	g.begin(then)
	body()
	g.line("jump %s", end)
	g.begin(end)
}

// local is a variable by its address, which others may learn.
func (g *gen) local(depth int) {
	r, v := g.fresh(), g.fresh()
	g.line("%s:64 = alloc 4 align 4 stack", r)
	g.line("store mem[%s], %d:32", r, g.n(2))
	if g.o.Free && g.in(1, 3) {
		g.line("store mem[@p] atomic, %s", r)
	}
	if depth < 2 {
		g.op(depth + 1)
	}
	g.line("%s:32 = load mem[%s]", v, r)
	c := g.fresh()
	g.line("%s:1 = ult %s, 2", c, v)
	g.line("assert %s", c)
	if g.o.Free {
		g.line("free %s stack", r)
	}
}

// heap works on the object that @p points to.
func (g *gen) heap() {
	r := g.fresh()
	g.line("%s:64 = load mem[@p]%s", r, g.mark())
	off := r
	if g.in(1, 2) {
		off = g.fresh()
		g.line("%s:64 = add %s, 4", off, r)
	}
	switch g.n(8) {
	case 6: // the same object twice in one step
		g.line("atomic_begin")
		g.line("store mem[%s]%s, %d:32", off, g.mark(), g.n(3))
		v := g.fresh()
		g.line("%s:32 = load mem[%s]%s", v, r, g.mark())
		g.line("atomic_end")
	case 7: // a lock inside of it
		g.line("lock %s", r)
		g.line("unlock %s", r)
	case 0:
		if g.o.Free {
			g.line("free %s", r)
			return
		}
		fallthrough
	case 1, 2:
		g.line("store mem[%s]%s, %d:32", off, g.mark(), g.n(3))
	case 3:
		q := g.fresh()
		g.line("%s:64 = alloc 8 align 8 zero", q)
		g.line("store mem[@p]%s, %s", g.mark(), q)
	default:
		v, c := g.fresh(), g.fresh()
		g.line("%s:32 = load mem[%s]%s", v, off, g.mark())
		g.line("%s:1 = %s %s, %d", c, g.pick("eq", "ult"), v, g.n(3))
		g.line("%s %s", g.pick("assert", "assume"), c)
	}
}

// exact adds a multiple of something shared to an address, or to a number near an end of the address space.
func (g *gen) exact() {
	v, _ := g.load()
	i, off, at := g.fresh(), g.fresh(), g.fresh()
	g.line("%s:64 = %s %s", i, g.pick("zext", "sext"), v)
	by := g.pick("4", "-4", "0x2000000000000000", "0x4000000000000000", "0x8000000000000000")
	if g.in(1, 5) {
		by = i
	}
	g.line("%s:64 = mul %s, %s exact", off, i, by)
	op := g.pick("add", "sub")
	if g.in(1, 2) {
		g.line("%s:64 = %s @s, %s exact", at, op, off)
		g.line("store mem[%s]%s, %d:32", at, g.mark(), g.n(3))
		return
	}
	base := g.pick("0", "4", "-4", "-8", "0x4000000000000000")
	if g.in(1, 4) {
		base = i
	}
	if g.in(1, 4) {
		off = g.pick("1", "-1", "0x8000000000000000")
	}
	low := g.fresh()
	g.line("%s:64 = %s %s, %s exact", at, op, base, off)
	g.line("%s:32 = trunc %s", low, at)
	g.line("store mem[@y]%s, %s", g.mark(), low)
}

// counted is a loop of two or three iterations, the length known or read from memory.
func (g *gen) counted(depth int) {
	i, c := g.fresh(), g.fresh()
	head, body, end := g.block(), g.block(), g.block()
	g.line("%s:32 = move 0", i)
	bound := fmt.Sprint(1 + g.n(2))
	if g.in(1, 3) {
		v := g.fresh()
		bound = g.fresh()
		g.line("%s:32 = load mem[@y]%s", v, g.mark())
		g.line("%s:32 = and %s, 1", bound, v)
	}
	g.line("jump %s", head)
	g.begin(head)
	g.line("%s:1 = ult %s, %s", c, i, bound)
	g.line("branch %s, %s, %s", c, body, end)
	g.begin(body)
	g.op(depth + 2)
	g.line("%s:32 = add %s, 1", i, i)
	g.line("jump %s", head)
	g.begin(end)
}

// spin waits in a loop.
func (g *gen) spin() {
	head, body, end := g.block(), g.block(), g.block()
	g.line("jump %s", head)
	g.begin(head)
	c := g.cond()
	g.line("branch %s, %s, %s", c, body, end)
	g.begin(body)
	g.line("jump %s", head)
	g.begin(end)
}

// wait is a condition variable, used as it should be but for the loop.
func (g *gen) wait() {
	l := g.lock()
	switch g.n(3) {
	case 0:
		g.line("signal @c%s", g.pick("", " all"))
	default:
		g.line("lock %s", l)
		g.line("wait @c, %s", l)
		if g.in(1, 2) {
			r := g.fresh()
			g.line("%s:32 = wake @c timed", r)
			g.line("store mem[@y] atomic, %s", r)
		} else {
			g.line("wake @c")
		}
		g.line("lock %s", l)
		g.op(2)
		g.line("unlock %s", l)
	}
}

// waits is an operation that may wait for another thread, or end such a wait.
func (g *gen) waits(depth int) {
	switch g.n(12) {
	case 0, 1, 2, 3:
		l := g.lock()
		g.line("lock %s%s", l, g.pick("", "", "", " shared"))
		if depth < 2 {
			g.ops(1+g.n(2), depth+1)
		}
		if !g.in(1, 6) {
			g.line("unlock %s", l)
		}
	case 4:
		g.line("down @sem")
	case 5:
		g.line("up @sem")
	case 6, 7:
		if g.inside == 0 {
			g.wait()
		}
	case 8:
		g.line("signal @c%s", g.pick("", " all"))
	case 9:
		r := g.fresh()
		g.line("%s:32 = arrive @bar", r)
		if g.inside == 0 {
			g.line("pass @bar, %s", r)
		}
	case 10:
		if g.in(1, 2) {
			g.line("unlock %s", g.lock())
		} else {
			g.line("join %d:64", 1+g.n(3))
		}
	case 11:
		g.when(g.cond(), func() {
			if depth < 2 {
				g.waits(depth + 1)
			}
		})
	}
}

func (g *gen) rare(depth int) {
	switch g.n(20) {
	case 9: // a thread-local
		r, v, w := g.fresh(), g.fresh(), g.fresh()
		g.line("%s:64 = tls @tl", r)
		g.line("%s:32 = load mem[%s]", v, r)
		g.line("%s:32 = add %s, 1", w, v)
		g.line("store mem[%s], %s", r, w)
		g.line("store mem[@y]%s, %s", g.mark(), v)
		if g.o.Free && g.in(1, 2) {
			g.line("store mem[@p] atomic, %s", r)
		}
	case 10: // an allocation whose size is an input
		h, n, s, r := g.fresh(), g.fresh(), g.fresh(), g.fresh()
		g.line("%s:1 = havoc", h)
		g.line("%s:64 = zext %s", n, h)
		g.line("%s:64 = add %s, 4", s, n)
		g.line("%s:64 = alloc %s align 8 zero", r, s)
		if g.in(1, 2) {
			g.line("store mem[@p]%s, %s", g.mark(), r)
		}
		a, v, c := g.fresh(), g.fresh(), g.fresh()
		g.line("%s:64 = add %s, 4", a, r)
		g.line("%s:8 = load mem[%s]", v, a)
		g.line("%s:1 = ne %s, 0", c, v)
		g.line("assert %s", c)
	case 11: // a plain read-modify-write
		a, w := g.place()
		g.line("rmw add mem[%s], 1:%d", a, w)
	case 12:
		if g.inside < 2 { // sections nest
			g.line("atomic_begin")
			g.inside++
			g.op(depth + 2)
			g.inside--
			g.line("atomic_end")
		}
	case 13: // a switch
		r := g.fresh()
		a, b, end := g.block(), g.block(), g.block()
		g.line("%s:32 = load mem[%s]%s", r, g.pick("@x", "@y"), g.mark())
		g.line("switch %s [0: %s, 1..2: %s] default %s", r, a, b, end)
		g.begin(a)
		g.op(depth + 2)
		g.line("jump %s", g.pick(b, end))
		g.begin(b)
		g.op(depth + 2)
		g.line("jump %s", end)
		g.begin(end)
	case 14: // recursion
		r := g.fresh()
		g.line("%s:32 = call @rec(%d)", r, g.n(3))
		g.line("store mem[@x]%s, %s", g.mark(), r)
	case 15: // the size of an object, while others may free it
		p, s, c := g.fresh(), g.fresh(), g.fresh()
		g.line("%s:64 = load mem[@p] atomic", p)
		g.line("%s:64 = objsize %s", s, p)
		g.line("%s:1 = eq %s, 8", c, s)
		if !g.o.Free {
			g.line("assert %s", c)
		}
	case 16: // a thread exits in the middle, perhaps inside of a section
		if g.o.Exit {
			g.when(g.cond(), func() {
				// The rest of the block is never reached, but it must be there.
				end := g.block()
				g.line("branch 1, %s, %s", end+"x", end)
				g.begin(end + "x")
				g.line("thread_exit")
				g.begin(end)
			})
		}
	case 17: // an object that only this thread knows, freed
		r := g.fresh()
		g.line("%s:64 = alloc %d align 8 zero", r, 4*g.n(3))
		if g.in(1, 2) {
			g.op(depth + 2)
		}
		g.line("free %s", r)
		if g.in(1, 4) {
			g.line("free %s", r)
		}
	case 18: // a division in a section
		r, q := g.fresh(), g.fresh()
		g.line("atomic_begin")
		g.line("%s:32 = load mem[@x]", r)
		g.line("%s:32 = udiv 4, %s", q, r)
		g.line("store mem[@y], %s", q)
		g.line("atomic_end")
	case 19: // a barrier
		r := g.fresh()
		g.line("%s:32 = arrive @bar", r)
		if g.inside == 0 {
			g.line("pass @bar, %s", r)
		}
	case 0:
		g.line("sync_init mutex %s, %d", g.lock(), g.n(3))
	case 1:
		g.line("sync_destroy %s", g.lock())
	case 2:
		r := g.fresh()
		if g.in(1, 2) {
			g.line("%s:32 = semvalue @sem", r)
		} else {
			g.line("%s:32 = holds %s", r, g.lock())
		}
		g.line("store mem[@x]%s, %s", g.mark(), r)
	case 3:
		g.line("unlock %s", g.lock())
	case 4: // division, which may be invalid
		r, _ := g.load()
		q := g.fresh()
		g.line("%s:32 = udiv 1, %s", q, g.widen(r))
		g.line("store mem[@x] atomic, %s", q)
	case 5:
		g.line("sync_init sem @sem, %d", g.n(3))
	case 6:
		r, st := g.fresh(), g.fresh()
		g.line("%s:64 = self", r)
		g.line("_, %s:32 = join %s try", st, r)
		g.line("store mem[@y] atomic, %s", st)
	case 7:
		if g.inside == 0 {
			g.when(g.cond(), func() { g.line("assert 0:1") })
		}
	case 8:
		fp, r := g.fresh(), g.fresh()
		g.line("%s:64 = load mem[@fp]%s", fp, g.mark())
		g.line("%s:32 = callptr %s(@x) [@f, @f2]", r, fp)
		g.line("store mem[@y]%s, %s", g.mark(), r)
		if g.in(1, 2) {
			g.line("store mem[@fp]%s, %s", g.mark(), g.pick("&f", "&f2"))
		}
	}
}

// widen makes a register 32 bits wide, whatever it was: it reads the place again where that is easier.
func (g *gen) widen(string) string {
	r := g.fresh()
	g.line("%s:32 = load mem[%s] atomic", r, g.pick("@x", "@y"))
	return r
}

func (g *gen) spawn(fn string, param bool) string {
	id := g.fresh()
	arg := ""
	if param {
		arg = g.pick("@x", "@s+4", "@y")
	}
	if g.in(1, 5) {
		g.line("%s:64 = spawn id mem[@tid], &%s(%s)%s", id, fn, arg, g.pick("", "", " outlives"))
	} else {
		g.line("%s:64 = spawn &%s(%s)%s", id, fn, arg, g.pick("", "", "", " outlives"))
	}
	return id
}

// join waits for a thread in one of the ways there are.
func (g *gen) join(id string) {
	switch n := g.n(6); {
	case n == 0:
	case n == 1 && g.o.TryJoin:
		v, st, c := g.fresh(), g.fresh(), g.fresh()
		g.line("%s:64 = move 7", v)
		g.line("%s:64, %s:32 = join %s %s", v, st, id, g.pick("try", "timed"))
		g.line("%s:1 = ne %s, %d", c, v, g.n(3))
		g.line("assert %s", c)
	case n == 2:
		v, c := g.fresh(), g.fresh()
		g.line("%s:64 = join %s", v, id)
		g.line("%s:1 = %s %s, %d", c, g.pick("eq", "ne"), v, g.n(3))
		g.line("assert %s", c)
	default:
		g.line("join %s", id)
	}
}

func (g *gen) program() string {
	// Plain writes go anywhere, over locks too. What that does to a lock is compared elsewhere, with programs made for it.
	g.b.WriteString(`program lp64 keeps_locks
global @x : 4 align 4
global @y : 4 align 4
global @b : 1 align 1
global @s : 8 align 4
global @p : 8 align 8
global @tid : 8 align 8
global @own : 4 align 4
global @tl : 4 align 4 thread_local
global @bar : 8 align 8
global @fp : 8 align 8 = "\x00\x00\x00\x00\x00\x00\x00\x00" relocs [0: &f]
global @m1 : 8 align 8
global @m2 : 8 align 8
global @c : 8 align 8
global @sem : 8 align 8
entry @main

func @f(%a:64) : 32 {
  %v:32 = load mem[%a] atomic
  %w:32 = add %v, 1
  return %w
}

func @rec(%n:32) : 32 {
  %c:1 = eq %n, 0
  branch %c, done, more
more:
  %m:32 = sub %n, 1
  %r:32 = call @rec(%m)
  %s:32 = add %r, 1
  return %s
done:
  return 0
}

func @f2(%a:64) : 32 {
  store mem[%a], 2:32
  return 5
}
`)
	if g.o.Open {
		g.b.WriteString("\nfunc @garbage() : 32 {\n  return %u\n}\n")
	}
	threads := 1 + g.n(g.o.Threads)
	params := make([]bool, threads+1)
	for i := range threads {
		params[i] = g.in(1, 3)
		g.thread(fmt.Sprintf("w%d", i), params[i], g.o.Nested && i == threads-1 && g.in(1, 3))
	}
	g.b.WriteString("\nfunc @main() {\n")
	g.param = ""
	h := g.fresh()
	g.line("%s:64 = alloc 8 align 8 zero", h)
	g.line("store mem[@p], %s", h)
	if g.in(1, 4) {
		g.line("sync_init mutex @m1, %d", g.n(3))
	}
	if g.o.Odd || g.o.Wait {
		g.line("sync_init barrier @bar, 2")
	}
	if g.in(1, 3) {
		g.line("sync_init sem @sem, 1")
	}
	if g.in(1, 6) {
		g.op(1)
	}
	var ids []string
	for i := range threads {
		if i > 0 && g.in(1, 4) {
			g.op(1)
		}
		section := g.o.Odd && g.in(1, 4)
		if section {
			g.line("atomic_begin")
			g.inside++
			g.op(2)
		}
		ids = append(ids, g.spawn(fmt.Sprintf("w%d", i), params[i]))
		if section {
			g.op(2)
			g.inside--
			g.line("atomic_end")
		}
	}
	g.ops(g.n(g.o.Ops), 0)
	for _, id := range ids {
		g.join(id)
	}
	if g.in(1, 2) {
		g.line("assert %s", g.cond())
	}
	if g.in(1, 5) {
		g.line("thread_exit")
	} else if g.o.Locks && g.in(1, 3) {
		g.line("halt 0 main outside")
	} else {
		g.line("halt 0%s", g.pick("", " main", " main"))
	}
	g.b.WriteString("}\n")
	return g.b.String()
}

func (g *gen) thread(name string, param, nests bool) {
	g.param = ""
	if nests {
		fmt.Fprintf(&g.b, "\nfunc @n() {\n")
		g.line("store mem[@own] atomic, 1:32")
		g.ops(1+g.n(2), 1)
		g.line("return")
		g.b.WriteString("}\n")
	}
	head := ""
	if param {
		g.param, head = "%a", "%a:64"
	}
	fmt.Fprintf(&g.b, "\nfunc @%s(%s) : 64 {\n", name, head)
	g.line("store mem[@own] atomic, 1:32")
	g.ops(g.n(g.o.Ops+1), 0)
	if nests {
		id := g.spawn("n", false)
		g.ops(g.n(2), 1)
		if g.in(1, 2) {
			g.join(id)
		}
	}
	if g.o.Open && g.in(1, 2) {
		g.line("%s %s", g.pick("return", "thread_exit"), g.arbitrary(64))
	} else if g.in(1, 6) {
		g.line("thread_exit %d", g.n(3))
	} else {
		g.line("return %d", g.n(3))
	}
	g.b.WriteString("}\n")
}

// scanned emits a Scan, and mostly something that depends on what it finds.
func (g *gen) scanned(where, n string) {
	d := g.fresh()
	g.line("%s:64 = scan mem[%s] len %s%s, %d", d, where, n, g.mark(), g.n(3))
	if g.in(2, 3) {
		c := g.fresh()
		g.line("%s:1 = %s %s, %d", c, g.pick("ne", "ult"), d, g.n(5))
		g.line("assert %s", c)
	}
}

// ranged emits a Fill, Copy, Scan or Touch.
func (g *gen) ranged() {
	where := func() string {
		if g.param != "" && g.in(1, 4) {
			return g.param
		}
		return g.pick("@s", "@s", "@s+4", "@s+6", "@x", "@y", "@b")
	}
	n := g.pick("0", "1", "2", "4", "4", "4", "8", "8", "9")
	if g.in(1, 4) {
		h, i, m := g.fresh(), g.fresh(), g.fresh()
		g.line("%s:1 = havoc", h)
		g.line("%s:64 = zext %s", i, h)
		g.line("%s:64 = mul %s, %s", m, i, g.pick("1", "4", "8"))
		n = m
	}
	if g.in(1, 4) { // to a local and back
		p, q, v := g.fresh(), where(), g.fresh()
		g.line("%s:64 = alloc 8 align 8 stack zero", p)
		g.line("copy mem[%s] len %s, mem[%s]", p, n, q)
		g.line("%s:32 = load mem[%s]", v, p)
		if g.in(1, 2) {
			g.line("copy mem[%s] len 4, mem[%s]", where(), p)
		}
		g.line("free %s stack", p)
		return
	}
	if g.in(1, 3) {
		g.scanned(where(), g.pick(n, n, "-1"))
	} else if g.in(1, 6) {
		g.line("touch mem[%s] len %s%s", where(), n, g.mark())
	} else if g.in(1, 4) {
		g.line("fill mem[%s] len %s%s, any", where(), n, g.mark())
	} else if g.in(1, 2) {
		g.line("fill mem[%s] len %s%s, %d", where(), n, g.mark(), g.n(3))
	} else {
		mark := g.mark()
		g.line("copy mem[%s] len %s%s, mem[%s]%s", where(), n, mark, where(), mark)
	}
}
