package ctruth

import (
	"fmt"
	"strings"
)

// Options say what a program may contain.
type Options struct {
	Jumps   bool // declarations that a jump passes over, variables of the iteration before
	Ranges  bool // copies and fills
	Unknown bool // functions that nobody defines, callbacks handed to them
}

// Truth is what is so.
type Truth struct {
	Assert bool // an assertion can fail
	Race   bool
	// Wild is the same if unknown functions write as often as they like while others look. It differs only where there are any.
	WildAssert, WildRace bool
}

// Make writes the program of some choices and finds its truth. ok is false if that takes too many states.
func Make(choices []byte, o Options) (c string, truth Truth, ok bool) {
	eval := func(wild bool) (*evaluator, string) {
		g := &gen{choices: choices, o: o, wild: wild}
		g.program()
		e := &evaluator{code: g.code, entry: g.entry, limit: 60_000}
		e.run()
		return e, g.text()
	}
	once, c := eval(false)
	wild, _ := eval(true)
	truth = Truth{once.assert, once.race, wild.assert, wild.race}
	return c, truth, !once.over && !wild.over
}

// gen writes C and instructions side by side.
type gen struct {
	choices []byte
	at      int
	o       Options
	wild    bool

	b      strings.Builder
	indent int
	code   []instr
	entry  [maxThreads]int
	thread int
	regs   int        // of the thread so far
	scope  []variable // visible here
	label  int
	depth  int
	locked bool
	fuel   int // statements left in this thread
}

type variable struct {
	name string
	reg  int
}

// n draws a choice below max; when there are none left, the first.
func (g *gen) n(max int) int {
	if g.at >= len(g.choices) {
		return 0
	}
	g.at++
	return int(g.choices[g.at-1]) % max
}

func (g *gen) line(f string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, f+"\n", args...)
}

func (g *gen) emit(in instr) int {
	in.next = len(g.code) + 1
	g.code = append(g.code, in)
	return len(g.code) - 1
}

func (g *gen) here() int { return len(g.code) }

// jump is an unconditional jump to be patched.
func (g *gen) jump() int { return g.emit(instr{op: opJump}) }

func (g *gen) reg() int {
	g.regs++
	return g.regs - 1
}

func (g *gen) full() bool { return g.regs >= maxRegs-10 }

func konst(k int) value { return value{reg: -1, konst: byte(k)} }

// shared is the places in memory: three variables, an array, two structs.
func (g *gen) shared() (name string, loc int) {
	switch g.n(8) {
	case 0, 1:
		return "g0", 0
	case 2:
		return "g1", 1
	case 3:
		return "g2", 2
	case 4:
		k := g.n(4)
		return fmt.Sprintf("a[%d]", k), 3 + k
	case 5:
		k := g.n(2)
		return fmt.Sprintf("s.r[%d]", k), 9 + k
	case 6:
		return "s.q", 8
	}
	return "z.p", 11
}

const (
	locA = 3
	locS = 7
	locZ = 11
)

// rvalue evaluates something into a register and gives its text.
func (g *gen) rvalue() (string, value) {
	switch k := g.n(8); {
	case k >= 5 && len(g.scope) > 0:
		v := g.scope[len(g.scope)-1-g.n(min(len(g.scope), 3))]
		return v.name, value{reg: v.reg}
	case k == 3 || k == 4:
		name, loc := g.shared()
		r := g.temp()
		g.emit(instr{op: opLoad, reg: r, loc: loc})
		return name, value{reg: r}
	case k == 2 && g.o.Unknown:
		r := g.temp()
		g.emit(instr{op: opAny, reg: r})
		g.poked()
		return "unknown_value()", value{reg: r}
	}
	k := g.n(4)
	return fmt.Sprint(k), konst(k)
}

// temp is a register for one statement.
func (g *gen) temp() int { return maxRegs - 1 }

// cond is a comparison, with the instructions before it made: the register and the constant.
func (g *gen) cond() (text string, reg int, k byte, equal bool) {
	name, v := g.rvalue()
	if v.reg < 0 {
		name, loc := g.shared()
		r := g.temp()
		g.emit(instr{op: opLoad, reg: r, loc: loc})
		return g.compared(name, r)
	}
	return g.compared(name, v.reg)
}

func (g *gen) compared(name string, r int) (string, int, byte, bool) {
	k := g.n(4)
	if g.n(2) == 0 {
		return fmt.Sprintf("%s == %d", name, k), r, byte(k), true
	}
	return fmt.Sprintf("%s != %d", name, k), r, byte(k), false
}

// branch emits a jump on a condition: it falls through where the condition holds, and gives what to patch for where not.
func (g *gen) branch(reg int, k byte, equal bool) (patch func(to int)) {
	at := g.emit(instr{op: opBranch, reg: reg, val: value{reg: -1, konst: k}})
	if equal {
		return func(to int) { g.code[at].alt = to }
	}
	g.code[at].alt = at + 1
	return func(to int) { g.code[at].next = to }
}

// body is a few statements.
func (g *gen) body(most int) {
	for n := g.n(most + 1); n >= 0; n-- {
		g.stmt()
	}
}

// scoped runs f with the variables it declares gone afterwards.
func (g *gen) scoped(f func()) {
	n := len(g.scope)
	g.indent++
	g.depth++
	f()
	g.depth--
	g.indent--
	for _, v := range g.scope[n:] {
		g.emit(instr{op: opMove, reg: v.reg, val: konst(0)}) // what nobody can read must not tell states apart
	}
	g.scope = g.scope[:n]
}

// declare names a variable of the function; the caller says when it is indeterminate.
func (g *gen) declare() variable {
	r := g.reg()
	return variable{fmt.Sprintf("x%d", r), r}
}

func (g *gen) undef(v variable) { g.emit(instr{op: opUndef, reg: v.reg}) }

func (g *gen) newLabel() string {
	g.label++
	return fmt.Sprintf("L%d", g.label)
}

func (g *gen) stmt() {
	if g.fuel--; g.fuel < 0 {
		return
	}
	k := g.n(16)
	switch {
	case k >= 12 && g.o.Jumps && g.depth < 3 && !g.full():
		g.jumps()
		return
	case k >= 10 && g.o.Ranges:
		g.ranges()
		return
	case k >= 8 && g.o.Unknown:
		g.unknown()
		return
	}
	switch k % 8 {
	case 0, 1:
		g.assign()
	case 2:
		g.assertion()
	case 3:
		if g.depth > 2 {
			g.assign()
			return
		}
		text, r, c, eq := g.cond()
		other := g.branch(r, c, eq)
		g.line("if (%s) {", text)
		g.scoped(func() { g.body(1) })
		if g.n(2) == 0 {
			g.line("}")
			other(g.here())
			return
		}
		g.line("} else {")
		end := g.jump()
		other(g.here())
		g.scoped(func() { g.body(1) })
		g.line("}")
		g.code[end].next = g.here()
	case 4:
		if g.full() || g.depth > 2 {
			g.assign()
			return
		}
		g.line("{")
		g.scoped(func() {
			v := g.declare()
			if g.n(2) == 0 {
				g.line("unsigned char %s;", v.name)
				g.undef(v)
			} else {
				k := g.n(4)
				g.line("unsigned char %s = %d;", v.name, k)
				g.emit(instr{op: opMove, reg: v.reg, val: konst(k)})
			}
			if g.n(3) == 0 {
				g.line("sink(&%s);", v.name)
			}
			g.scope = append(g.scope, v)
			g.body(2)
		})
		g.line("}")
	case 5:
		if g.locked || g.depth > 2 {
			g.assign()
			return
		}
		g.locked = true
		g.line("pthread_mutex_lock(&m);")
		g.emit(instr{op: opLock})
		g.scoped(func() { g.body(2) })
		g.line("pthread_mutex_unlock(&m);")
		g.emit(instr{op: opUnlock})
		g.locked = false
	case 6:
		if g.depth > 1 {
			g.assign()
			return
		}
		g.loop(func() { g.body(1) })
	case 7:
		g.assertion()
	}
}

// loop runs a body a known number of times: the instructions are written once per iteration.
func (g *gen) loop(body func()) {
	n := 1 + g.n(2)
	g.line("for (int i%d = 0; i%d < %d; i%d++) {", g.label, g.label, n, g.label)
	g.label++
	// The text is the same for each iteration, and so are the choices.
	at, text, label, regs, fuel, scope := g.at, g.b.String(), g.label, g.regs, g.fuel, len(g.scope)
	for range n {
		g.at, g.label, g.regs, g.fuel, g.scope = at, label, regs, fuel, g.scope[:scope]
		g.b.Reset()
		g.b.WriteString(text)
		g.scoped(body)
	}
	g.line("}")
}

func (g *gen) assign() {
	text, v := g.rvalue()
	if len(g.scope) > 0 && g.n(3) == 2 {
		x := g.scope[len(g.scope)-1-g.n(min(len(g.scope), 3))]
		g.line("%s = %s;", x.name, text)
		g.emit(instr{op: opMove, reg: x.reg, val: v})
		return
	}
	name, loc := g.shared()
	g.line("%s = %s;", name, text)
	g.emit(instr{op: opStore, loc: loc, val: v})
}

func (g *gen) assertion() {
	text, r, k, eq := g.cond()
	if eq && g.n(3) > 0 {
		// Most comparisons with one value fail, so most assertions are about being different.
		text, eq = strings.Replace(text, "==", "!=", 1), false
	}
	g.line("assert(%s);", text)
	g.emit(instr{op: opAssert, reg: r, val: value{reg: -1, konst: k}, want: eq})
}

// jumps is a block with a variable whose declaration some way into it passes over.
func (g *gen) jumps() {
	v := g.declare()
	init := func() {
		if g.n(3) == 0 {
			g.line("unsigned char %s;", v.name)
			g.undef(v)
			return
		}
		k := g.n(4)
		g.line("unsigned char %s = %d;", v.name, k)
		g.emit(instr{op: opMove, reg: v.reg, val: konst(k)})
	}
	touch := func() {
		if g.n(4) == 3 {
			g.line("sink(&%s);", v.name)
		}
	}
	use := func() {
		g.scope = append(g.scope, v)
		touch()
		g.body(1)
	}
	l := g.newLabel()
	switch g.n(7) {
	case 0: // forward, inside the block
		inner := func() {
			g.undef(v)
			text, r, c, eq := g.cond()
			g.line("if (%s) goto %s;", text, l)
			other := g.branch(r, c, eq)
			over := g.jump()
			other(g.here())
			init()
			g.line("%s: ;", l)
			g.code[over].next = g.here()
			use()
		}
		g.line("{")
		g.scoped(inner)
		g.line("}")
	case 1: // into the block
		text, r, c, eq := g.cond()
		g.line("if (%s) goto %s;", text, l)
		other := g.branch(r, c, eq)
		g.undef(v)
		in := g.jump()
		other(g.here())
		g.line("{")
		g.scoped(func() {
			init()
			n := len(g.scope)
			g.scope = append(g.scope, v)
			g.stmt()
			g.scope = g.scope[:n]
			g.line("%s: ;", l)
			g.code[in].next = g.here()
			use()
		})
		g.line("}")
	case 2: // a switch with a declaration before its cases
		name, loc := g.shared()
		g.line("switch (%s) {", name)
		r := g.reg() // the cases look at it after other statements
		g.emit(instr{op: opLoad, reg: r, loc: loc})
		g.undef(v)
		first := g.branch(r, 0, true)
		g.scoped(func() {
			if g.n(2) == 0 {
				g.line("unsigned char %s;", v.name)
			} else {
				g.line("unsigned char %s = %d;", v.name, g.n(4))
			}
			g.scope = append(g.scope, v)
			g.line("case 0:")
			g.stmt()
			k := g.n(4)
			g.line("%s = %d;", v.name, k)
			g.emit(instr{op: opMove, reg: v.reg, val: konst(k)})
			end := -1
			if g.n(2) == 0 {
				g.line("break;")
				end = g.jump()
			}
			fall := g.jump()
			first(g.here())
			second := g.branch(r, 1, true)
			g.code[fall].next = g.here()
			g.line("case 1:")
			touch()
			g.body(1)
			g.line("break;")
			last := g.jump()
			second(g.here())
			g.line("default:")
			g.body(1)
			g.code[last].next = g.here()
			if end >= 0 {
				g.code[end].next = g.here()
			}
		})
		g.line("}")
	case 3: // the variable of the iteration before
		g.loop(func() {
			g.undef(v)
			g.line("unsigned char %s;", v.name)
			text, r, c, eq := g.cond()
			other := g.branch(r, c, eq)
			k := g.n(4)
			g.line("if (%s) %s = %d;", text, v.name, k)
			g.emit(instr{op: opMove, reg: v.reg, val: konst(k)})
			other(g.here())
			use()
		})
	case 4: // back over the declaration
		k := g.declare()
		g.line("{")
		g.scoped(func() {
			g.line("unsigned char %s = 0;", k.name)
			g.emit(instr{op: opMove, reg: k.reg, val: konst(0)})
			g.line("%s: ;", l)
			back := g.here()
			g.line("unsigned char %s;", v.name)
			g.undef(v)
			use()
			c := g.n(4)
			g.line("%s = %d;", v.name, c)
			g.emit(instr{op: opMove, reg: v.reg, val: konst(c)})
			g.line("if (%s == 0) { %s = 1; goto %s; }", k.name, k.name, l)
			other := g.branch(k.reg, 0, true)
			g.emit(instr{op: opMove, reg: k.reg, val: konst(1)})
			g.code[g.jump()].next = back
			other(g.here())
		})
		g.line("}")
	case 5: // computed
		m := g.newLabel()
		g.line("{")
		g.scoped(func() {
			g.undef(v)
			text, r, c, eq := g.cond()
			g.line("goto *(%s ? &&%s : &&%s);", text, l, m)
			other := g.branch(r, c, eq)
			over := g.jump()
			other(g.here())
			g.line("%s: ;", m)
			init()
			g.line("%s: ;", l)
			g.code[over].next = g.here()
			use()
		})
		g.line("}")
	default: // inside a statement expression
		name, loc := g.shared()
		g.undef(v)
		text, r, c, eq := g.cond()
		other := g.branch(r, c, eq)
		k := g.n(4)
		g.line("%s = ({ unsigned char %s; if (%s) %s = %d; %s; });", name, v.name, text, v.name, k, v.name)
		g.emit(instr{op: opMove, reg: v.reg, val: konst(k)})
		other(g.here())
		g.emit(instr{op: opStore, loc: loc, val: value{reg: v.reg}})
	}
}

// ranges copies and fills, and lets bytes come in and go out.
func (g *gen) ranges() {
	fill := func(loc, n, k int) {
		for i := range n {
			g.emit(instr{op: opStore, loc: loc + i, val: konst(k)})
		}
	}
	copies := func(to, from, n int) {
		// As memmove does: all is read before anything is written. Registers at the end hold the bytes.
		for i := range n {
			g.emit(instr{op: opLoad, reg: maxRegs - 2 - i, loc: from + i})
		}
		for i := range n {
			g.emit(instr{op: opStore, loc: to + i, val: value{reg: maxRegs - 2 - i}})
		}
	}
	switch k := g.n(4); g.n(10) {
	case 0:
		g.line("memset(&s, %d, sizeof s);", k)
		fill(locS, 4, k)
	case 1:
		n := g.n(4)
		g.line("memset(a + %d, %d, %d);", 4-n, k, n)
		fill(locA+4-n, n, k)
	case 2:
		g.line("memcpy(&z, &s, sizeof z);")
		copies(locZ, locS, 4)
	case 3:
		g.line("z = s;")
		copies(locZ, locS, 4)
	case 4:
		n := 1 + g.n(3)
		g.line("memmove(a + 1, a, %d);", n)
		copies(locA+1, locA, n)
	case 5:
		g.line("memcpy(a, &s, sizeof s);")
		copies(locA, locS, 4)
	case 6:
		g.line("memcpy(s.r, a + %d, 2);", k%3)
		copies(locS+2, locA+k%3, 2)
	case 7: // some of the bytes come in, from the first on
		n := 1 + g.n(3)
		g.line("fread(a + %d, 1, %d, stdin);", 4-n, n)
		var stops []int
		for i := range n {
			stops = append(stops, g.emit(instr{op: opChoose}))
			g.emit(instr{op: opUndef, reg: maxRegs - 2})
			g.emit(instr{op: opStore, loc: locA + 4 - n + i, val: value{reg: maxRegs - 2}})
		}
		for _, at := range stops {
			g.code[at].alt = g.here()
		}
	case 8: // all of them are looked at
		g.line("fwrite(&s, sizeof s, 1, stdout);")
		for i := range 4 {
			g.emit(instr{op: opLoad, reg: maxRegs - 2, loc: locS + i})
		}
	default:
		g.line("s = (struct s){%d, %d};", k, 3-k)
		g.emit(instr{op: opStore, loc: locS, val: konst(k)})
		g.emit(instr{op: opStore, loc: locS + 1, val: konst(3 - k)})
		fill(locS+2, 2, 0)
	}
}

// unknown calls a function that nobody defines.
func (g *gen) unknown() {
	switch g.n(6) {
	case 0:
		name, loc := g.shared()
		g.line("unknown_write(&%s);", name)
		n := 1
		switch { // a wild function that is given an element may write the whole array
		case g.wild && loc >= locA && loc < locA+4:
			loc, n = locA, 4
		case g.wild && loc >= locS+2 && loc < locS+4:
			loc, n = locS+2, 2
		}
		g.havoc(loc, n)
	case 1:
		g.line("unknown_struct(&s);")
		g.havoc(locS, 4)
	case 2:
		g.line("unknown_buffer(a, sizeof a);")
		g.havoc(locA, 4)
	case 3:
		g.line("unknown_const(&g0);")
	case 4:
		g.line("unknown_register(callback);")
		g.emit(instr{op: opNote})
	default:
		g.line("unknown_poke();")
	}
	g.poked()
}

// havoc is what a call may write. A wild function writes any byte of it, as often as it likes.
func (g *gen) havoc(loc, n int) {
	if !g.wild {
		for i := range n {
			g.emit(instr{op: opHavoc, loc: loc + i})
		}
		return
	}
	top := g.here()
	for i := range n {
		skip := g.emit(instr{op: opChoose})
		g.emit(instr{op: opHavoc, loc: loc + i})
		g.code[skip].alt = g.here()
	}
	again := g.emit(instr{op: opChoose})
	g.code[again].alt = top
}

// poked lets the callback run, if it was handed over, any number of times.
func (g *gen) poked() {
	top := g.emit(instr{op: opIfNoted})
	stop := g.emit(instr{op: opChoose})
	g.emit(instr{op: opStore, loc: 1, val: konst(3)})
	g.code[g.jump()].next = top
	g.code[top].alt, g.code[stop].alt = g.here(), g.here()
}

// function writes one thread.
func (g *gen) function(t int, head string) {
	g.thread, g.regs, g.scope, g.locked, g.fuel = t, 0, nil, false, 7
	g.entry[t] = g.here()
	g.line("%s {", head)
}

func (g *gen) program() {
	threads := 1 + g.n(2)
	for t := 1; t <= threads; t++ {
		g.function(t, fmt.Sprintf("void *t%d(void *p)", t))
		g.scoped(func() {
			g.body(3)
			g.line("return p;")
		})
		g.line("}")
		g.emit(instr{op: opEnd})
	}
	g.function(0, "int main(void)")
	g.scoped(func() {
		g.line("pthread_t h1, h2;")
		if g.n(3) == 2 {
			g.body(1)
		}
		for t := 1; t <= threads; t++ {
			g.line("pthread_create(&h%d, 0, t%d, 0);", t, t)
			g.emit(instr{op: opSpawn, thread: t})
		}
		g.body(3)
		for t := 1; t <= threads; t++ {
			if g.n(3) > 0 {
				g.line("pthread_join(h%d, 0);", t)
				g.emit(instr{op: opJoin, thread: t})
			}
		}
		g.body(2)
		g.line("return 0;")
	})
	g.line("}")
	g.emit(instr{op: opEnd})
}

func (g *gen) text() string {
	head := `#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
unsigned char g0, g1, g2, a[4];
struct s { unsigned char p, q, r[2]; } s, z;
pthread_mutex_t m;
static void sink(unsigned char *x) { (void)x; }
`
	if g.o.Unknown {
		head += `unsigned char unknown_value(void);
void unknown_write(unsigned char *), unknown_struct(struct s *), unknown_buffer(void *, unsigned long), unknown_const(const unsigned char *);
void unknown_register(void (*)(void)), unknown_poke(void);
static void callback(void) { g1 = 3; }
`
	}
	return head + g.b.String()
}
