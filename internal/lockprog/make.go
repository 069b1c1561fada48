package lockprog

import (
	"fmt"
	"strings"
)

// Random programs. Every piece of shared memory has a discipline, drawn once per program, that most of its accesses follow: a lock of an array, a lock by
// pointer, the lock in the same struct, a read-write lock, atomic operations, atomic sections, an own element. So about half of the
// programs have no race, and those that have one owe it to one access. Accesses drawn without a discipline would race nearly always, and an
// engine that proves nothing would pass. Besides, locks are let go by others, made anew while they may be held, and switched for others.
//
// Threads are started one by one and in loops, of known and of unknown length, at most three, and joined in loops that may miss one.

// Make writes the program of some choices.
func Make(choices []byte) string {
	g := &gen{choices: choices}
	g.program()
	return head + g.b.String()
}

const head = `#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct cell { pthread_mutex_t m; unsigned char n; } a[2];
pthread_mutex_t m[2];
pthread_mutex_t *current = &m[0];
pthread_rwlock_t rw;
unsigned char x, y, d[2];

static void take(pthread_mutex_t *l) { pthread_mutex_lock(l); }
static void drop(pthread_mutex_t *l) { pthread_mutex_unlock(l); }

`

// way is how an access is kept apart from others.
type way int

const (
	first     way = iota // m[0]
	second               // m[1]
	pointed              // the lock that current points to
	shared               // rw, and readers share it
	atomic               // atomic operations
	section              // atomic sections
	nothing              // nobody writes, or nobody else is there
	own                  // of an element: the lock of the same number, or in the same struct
	anyone               // of an element: it is this thread's alone
	wayBounds            // how many there are
)

// gen writes C.
type gen struct {
	choices []byte
	at      int
	b       strings.Builder
	indent  int
	x, y    way // the disciplines
	cells   way // of d[i] and of q->n: own or anyone
	label   int
	thread  bool // this is not main: it has i and q
}

// n draws a choice below max; when there are none left, the first.
func (g *gen) n(max int) int {
	if g.at >= len(g.choices) {
		return 0
	}
	g.at++
	return int(g.choices[g.at-1]) % max
}

// in draws whether something of probability a/b happens; when there are no choices left, it does not.
func (g *gen) in(a, b int) bool { return g.n(b) >= b-a }

func (g *gen) pick(s ...string) string { return s[g.n(len(s))] }

func (g *gen) line(f string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, f+"\n", args...)
}

// block writes a statement with a body.
func (g *gen) block(head string, body func()) {
	g.line("%s", strings.TrimSpace(head+" {"))
	g.indent++
	body()
	g.indent--
	g.line("}")
}

// place is a variable and the way in which it is to be accessed here.
func (g *gen) place() (name string, w way) {
	switch k := g.n(8); {
	case k < 2:
		name, w = "x", g.x
	case k < 4:
		name, w = "y", g.y
	case k < 6:
		name, w = "d[i]", g.cells
	default:
		name, w = "q->n", g.cells
	}
	if !g.thread && w == g.cells && strings.Contains(name, "i]") {
		name = g.pick("d[0]", "d[1]")
	} else if !g.thread && name == "q->n" {
		name = g.pick("a[0].n", "a[1].n")
	}
	if g.in(1, 6) {
		w = way(g.n(int(wayBounds)))
	}
	return name, w
}

// lockOf is the lock that goes with an element.
func lockOf(name string) string {
	switch {
	case strings.HasPrefix(name, "d["):
		return "&m" + name[1:]
	case strings.HasSuffix(name, ".n"):
		return "&" + strings.TrimSuffix(name, "n") + "m"
	case strings.HasSuffix(name, "->n"):
		return "&q->m"
	}
	return "&m[0]"
}

// use writes a plain access.
func (g *gen) use(name string, writes bool) {
	switch {
	case !writes:
		g.line("v = %s;", name)
	case g.in(1, 2):
		g.line("%s ^= 1;", name)
	default:
		g.line("%s = %d;", name, g.n(2))
	}
}

// access is one access, protected in its way.
func (g *gen) access() {
	name, w := g.place()
	writes := g.in(2, 3)
	plain := func() { g.use(name, writes) }
	switch w {
	case first, second:
		g.locked(fmt.Sprintf("&m[%d]", w-first), plain)
	case pointed:
		g.label++
		l := fmt.Sprintf("l%d", g.label)
		g.line("pthread_mutex_t *%s = __atomic_load_n(&current, __ATOMIC_SEQ_CST);", l)
		g.locked(l, plain)
	case shared:
		kind := "rd"
		if writes != g.in(1, 10) {
			kind = "wr"
		}
		g.line("pthread_rwlock_%slock(&rw);", kind)
		plain()
		g.line("pthread_rwlock_unlock(&rw);")
	case atomic:
		if writes {
			g.line("__atomic_store_n(&%s, %d, __ATOMIC_SEQ_CST);", name, g.n(2))
		} else {
			g.line("v = __atomic_load_n(&%s, __ATOMIC_SEQ_CST);", name)
		}
	case section:
		g.block("heddle_atomic", plain)
	case own:
		g.locked(lockOf(name), plain)
	case nothing:
		g.use(name, writes && g.in(1, 6))
	default: // anyone
		plain()
	}
}

// locked is a body with a lock around it, in one of several shapes.
func (g *gen) locked(l string, body func()) {
	switch g.n(12) {
	case 8: // tried
		if g.in(1, 5) { // and nobody asks
			g.line("pthread_mutex_trylock(%s);", l)
			body()
			g.line("pthread_mutex_unlock(%s);", l)
			return
		}
		g.block(fmt.Sprintf("if (pthread_mutex_trylock(%s) == 0)", l), func() {
			body()
			g.line("pthread_mutex_unlock(%s);", l)
		})
	case 9: // sometimes
		c := g.flag()
		g.line("if (%s) pthread_mutex_lock(%s);", c, l)
		if g.in(1, 5) {
			body()
		} else {
			g.block(fmt.Sprintf("if (%s)", c), body)
		}
		g.line("if (%s) pthread_mutex_unlock(%s);", c, l)
	case 10: // let go and taken again from one iteration to the next
		g.line("pthread_mutex_lock(%s);", l)
		g.again(func() {
			body()
			g.line("drop(%s);", l)
			if !g.in(1, 6) {
				g.line("take(%s);", l)
			}
		})
		g.line("pthread_mutex_unlock(%s);", l)
	case 6, 7:
		g.line("take(%s);", l)
		body()
		g.line("drop(%s);", l)
	case 11: // and something else inside
		g.line("pthread_mutex_lock(%s);", l)
		body()
		body()
		g.line("pthread_mutex_unlock(%s);", l)
	default:
		g.line("pthread_mutex_lock(%s);", l)
		body()
		g.line("pthread_mutex_unlock(%s);", l)
	}
}

// flag declares an arbitrary truth value.
func (g *gen) flag() string {
	g.label++
	g.line("_Bool c%d = heddle_nondet_bool();", g.label)
	return fmt.Sprintf("c%d", g.label)
}

// again is a loop of one or two iterations; how many is not known.
func (g *gen) again(body func()) {
	g.label++
	g.block(fmt.Sprintf("for (int k%d = heddle_nondet_bool(); k%d >= 0; k%d--)", g.label, g.label, g.label), body)
}

// rogue is what takes a lock's protection away.
func (g *gen) rogue() {
	l := g.pick("&m[0]", "&m[1]", "&a[0].m", "&m[0]")
	switch g.n(4) {
	case 0, 1:
		g.line("pthread_mutex_unlock(%s);", l)
	case 2:
		g.line("pthread_mutex_init(%s, 0);", l)
	default:
		g.line("__atomic_store_n(&current, &m[%d], __ATOMIC_SEQ_CST);", g.n(2))
	}
}

func (g *gen) statements(most int) {
	for n := g.n(most); n >= 0; n-- {
		switch {
		case g.in(1, 14):
			g.rogue()
		case g.in(1, 5):
			g.again(g.access)
		default:
			g.block("", g.access)
		}
	}
}

// worker writes a thread.
func (g *gen) worker(name string) {
	g.thread = true
	g.block(fmt.Sprintf("void *%s(void *p)", name), func() {
		g.line("struct cell *q = p;")
		g.line("int i = q == &a[1];")
		g.line("unsigned char v = 0;")
		g.statements(3)
		g.line("return 0;")
	})
	g.thread = false
	g.line("")
}

func (g *gen) program() {
	g.x, g.y = way(g.n(int(own))), way(g.n(int(own)))
	g.cells = own + way(g.n(2))
	g.worker("one")
	two := g.in(1, 2)
	if two {
		g.worker("two")
	}
	g.block("int main(void)", func() {
		g.line("unsigned char v = 0;")
		g.line("pthread_t t[2], u;")
		if g.in(1, 3) {
			g.before()
		}
		n, handle := g.spawnLoop("one")
		if two {
			g.line("pthread_create(&u, 0, two, %s);", g.pick("&a[0]", "&a[1]", "calloc(1, sizeof *a)"))
		}
		if g.in(1, 2) {
			g.statements(1)
		}
		all := true
		if two && !g.in(1, 4) {
			g.line("pthread_join(u, 0);")
		} else {
			all = !two
		}
		if all = g.joinLoop(n, handle) && all; all || g.in(1, 2) {
			g.use(g.pick("x", "y", "d[0]", "a[0].n"), true)
		}
		g.line("return 0;")
	})
}

// before is what happens while there is one thread only.
func (g *gen) before() {
	switch g.n(4) {
	case 0:
		g.use(g.pick("x", "y", "d[1]", "a[1].n"), true)
	case 1:
		g.line("pthread_mutex_init(&m[%d], 0);", g.n(2))
	case 2:
		g.line("current = &m[%d];", g.n(2))
	default:
		g.line("pthread_rwlock_init(&rw, 0);")
	}
}

// spawnLoop starts threads, and gives how many there are and where their handles stand: in one variable, now and then.
func (g *gen) spawnLoop(fn string) (n, handle string) {
	switch g.n(4) {
	case 0:
		n = "1"
	case 1:
		n = "2"
	default:
		n = "n"
		g.line("int n = 1 + heddle_nondet_bool();")
	}
	arg := g.pick("&a[k]", "&a[k]", "&a[k]", "&a[0]", "calloc(1, sizeof *a)", "&a[k / 2]", "&a[!k]")
	handle = "t[k]"
	if g.in(1, 12) {
		handle = "t[0]"
	}
	g.block(fmt.Sprintf("for (int k = 0; k < %s; k++)", n), func() { g.line("pthread_create(&%s, 0, %s, %s);", handle, fn, arg) })
	return n, handle
}

// joinLoop waits for the threads, or for most of them, and says which.
func (g *gen) joinLoop(n, handle string) (all bool) {
	loop := func(from, to string) {
		g.block(fmt.Sprintf("for (int k = %s; k < %s; k++)", from, to), func() { g.line("pthread_join(%s, 0);", handle) })
	}
	switch g.n(10) {
	case 6:
		loop("1", n)
	case 7:
		loop("0", n+" - 1")
	case 8:
		g.line("pthread_join(t[0], 0);")
	case 9:
	default:
		loop("0", n)
		return true
	}
	return false
}
