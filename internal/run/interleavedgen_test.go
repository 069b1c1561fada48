package run

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Random open programs for the judge of interleaved bugs. The inputs are a parameter of up to 3 bits, two pointers that are null, equal or apart, what they lead to and a
// variable, of one bit each: every read of one that was not written takes these bits alone, so that counting through them is counting through all inputs. Two to
// four threads, nested, with locks, assumptions and choices of their own, look at these and at one another.

// sizes of the inputs of a program, in bits.
type inputBits struct{ param, global, cells, pointers int }

type interleavedGen struct {
	*rand.Rand
	bits    inputBits
	b       strings.Builder
	depth   int
	threads int
	checks  int  // left
	own     bool // the variables x and y begin with 0, else they are inputs
	choices int  // left
	wide    bool // one of them has 8 bits
}

func newInterleavedGen(seed uint64) *interleavedGen {
	g := &interleavedGen{Rand: rand.New(rand.NewPCG(seed, 15)), choices: 2, checks: 3}
	g.bits.param = 1 + g.IntN(3)
	switch g.IntN(4) {
	case 0:
		g.bits.global = 1
	case 1:
		g.bits = inputBits{param: 1, cells: 1}
	}
	g.bits.pointers = 1 + g.IntN(2)
	return g
}

func (g *interleavedGen) line(format string, args ...any) {
	fmt.Fprintf(&g.b, strings.Repeat("\t", g.depth)+format+"\n", args...)
}

func (g *interleavedGen) one(of ...string) string { return of[g.IntN(len(of))] }

// pointer is one of the pointers.
func (g *interleavedGen) pointer() string {
	if g.bits.pointers == 1 {
		return "p"
	}
	return g.one("p", "q")
}

// cell is what a pointer leads to, looked at only if the pointer is not null, or not.
func (g *interleavedGen) cell() string {
	p := g.pointer()
	if g.IntN(4) > 0 {
		return fmt.Sprintf("(%s && %s->v & 1)", p, p)
	}
	return fmt.Sprintf("(%s->v & 1)", p)
}

// number is something that a thread reads, with a constant that it may be.
func (g *interleavedGen) number() (string, int) {
	switch k := g.IntN(10); {
	case k < 2:
		m := 1<<g.bits.param - 1
		return fmt.Sprintf("(a & %d)", m), g.IntN(m + 1)
	case k == 2 && g.bits.global > 0:
		return "(in & 1)", g.IntN(2)
	case k < 5:
		return g.cell(), g.IntN(2)
	}
	return g.one("x", "y"), g.IntN(3)
}

// cond is a condition.
func (g *interleavedGen) cond() string {
	switch k := g.IntN(12); {
	case k == 0 && g.choices > 0:
		g.choices--
		return "heddle_nondet_bool()"
	case k == 1:
		return g.pointer() + " != 0"
	case k == 2 && g.bits.pointers == 2:
		return g.one("p == q", "p != q")
	case k == 3:
		s, c := g.number()
		t, d := g.number()
		return fmt.Sprintf("%s %s %d %s %s == %d", s, g.one("==", "!="), c, g.one("&&", "||"), t, d)
	}
	s, c := g.number()
	return fmt.Sprintf("%s %s %d", s, g.one("==", "==", "!="), c)
}

// check is an assertion that holds more often than not.
func (g *interleavedGen) check() string {
	if g.checks == 0 {
		return ";"
	}
	g.checks--
	s, c := g.number()
	if g.IntN(4) > 0 {
		s, c = g.one("x", "y"), 1+g.IntN(2)
	}
	if g.IntN(4) == 0 {
		return fmt.Sprintf("assert(%s);", g.cond())
	}
	return fmt.Sprintf("assert(%s != %d);", s, c)
}

// simple is a statement without another in it.
func (g *interleavedGen) simple() string {
	switch k := g.IntN(12); {
	case k < 4:
		return fmt.Sprintf("%s = %d;", g.one("x", "y"), g.IntN(3))
	case k < 5:
		s, _ := g.number()
		return fmt.Sprintf("%s = %s;", g.one("x", "y"), s)
	case k < 8:
		p := g.pointer()
		if g.IntN(4) > 0 {
			return fmt.Sprintf("if (%s) %s->v = %d;", p, p, g.IntN(2))
		}
		return fmt.Sprintf("%s->v = %d;", p, g.IntN(2))
	case k < 9 && g.choices > 0:
		g.choices--
		if !g.wide && g.IntN(3) == 0 {
			g.wide = true
			if g.IntN(2) == 0 { // every value of the choice is another place
				return fmt.Sprintf("%s = z[heddle_nondet_uchar() %% 3];", g.one("x", "y"))
			}
			return fmt.Sprintf("%s = heddle_nondet_uchar() & 3;", g.one("x", "y"))
		}
		return fmt.Sprintf("%s = heddle_nondet_bool() ? %d : %d;", g.one("x", "y"), g.IntN(3), g.IntN(3))
	}
	return g.check()
}

func (g *interleavedGen) statement(spawns bool) {
	switch k := g.IntN(20); {
	case k < 5:
		g.line("if (%s) %s", g.cond(), g.simple())
	case k < 7:
		g.line("pthread_mutex_lock(&m);")
		g.line("%s", g.simple())
		g.line("%s", g.simple())
		g.line("pthread_mutex_unlock(&m);")
	case k == 7:
		g.line("heddle_assume(%s);", g.cond())
	case k < 12: // something holds only in the middle
		v := g.one("x", "y")
		g.line("%s = %d;", v, 1+g.IntN(2))
		g.line("%s", g.simple())
		g.line("%s = 0;", v)
	case k < 14 && spawns:
		g.spawn()
	case k < 17:
		g.line("if (%s) %s", g.cond(), g.check())
	default:
		g.line("%s", g.simple())
	}
}

func (g *interleavedGen) spawn() {
	if g.threads < 3 {
		g.threads++
		g.line("heddle_async(t%d, p, q);", g.threads)
	}
}

// program is the open program; its harness is test.
func (g *interleavedGen) program() string {
	var funcs []string
	body := func(head string, n int, what func()) string {
		g.b.Reset()
		g.depth = 0
		g.line("%s\n{", head)
		g.depth = 1
		what()
		for range n {
			g.statement(true)
		}
		g.depth = 0
		g.line("}")
		return g.b.String()
	}
	g.own = g.IntN(4) > 0
	harness := body("void test(unsigned param, struct s *p, struct s *q)", g.IntN(2), func() {
		g.line("a = param;")
		g.line("z[0] = 0; z[1] = 1; z[2] = param & 1;")
		if g.own {
			g.line("x = 0;")
			g.line("y = 0;")
		} else {
			g.line("x = in & 1;")
			g.line("y = 0;")
			g.bits.global = 1
		}
		if g.bits.cells == 0 {
			g.line("if (p) p->v = 0;")
			g.line("if (q) q->v = 0;")
		}
		g.spawn()
		if g.IntN(3) > 0 {
			g.spawn()
		}
	})
	for n := 0; n < g.threads; n++ {
		funcs = append(funcs, body(fmt.Sprintf("static void t%d(struct s *p, struct s *q)", n+1), 2+g.IntN(3), func() {}))
	}
	var out strings.Builder
	out.WriteString("#include <assert.h>\n#include <heddle.h>\n#include <pthread.h>\n")
	out.WriteString("struct s { int v; };\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic unsigned a, in;\nstatic int x, y, z[3];\n")
	for n := range g.threads {
		fmt.Fprintf(&out, "static void t%d(struct s *p, struct s *q);\n", n+1)
	}
	for _, f := range funcs {
		out.WriteString(f)
	}
	out.WriteString(harness)
	return out.String()
}

// closed is the same program with a main that makes the input of a number, and how many inputs there are. It makes them of variables of its own, so that nothing of what
// is known about external memory is used.
func (g *interleavedGen) closed(program string) (string, int) {
	var b strings.Builder
	b.WriteString(program)
	b.WriteString("int number = 0;\nstatic struct s one, two;\nint main(void)\n{\n")
	b.WriteString("\tint n = number;\n")
	count := 1
	take := func(values int) string {
		s := fmt.Sprintf("n / %d %% %d", count, values)
		count *= values
		return s
	}
	fmt.Fprintf(&b, "\tunsigned param = %s;\n", take(1<<g.bits.param))
	if g.bits.global > 0 {
		fmt.Fprintf(&b, "\tin = %s;\n", take(2))
	}
	if g.bits.cells > 0 {
		fmt.Fprintf(&b, "\tone.v = %s;\n", take(2))
		fmt.Fprintf(&b, "\ttwo.v = %s;\n", take(2))
	}
	if g.bits.pointers == 2 {
		fmt.Fprintf(&b, "\tint how = %s;\n", take(5))
		b.WriteString("\ttest(param, how == 0 || how == 1 ? 0 : &one, how == 0 || how == 2 ? 0 : how == 3 ? &one : &two);\n")
	} else {
		fmt.Fprintf(&b, "\ttest(param, %s ? &one : 0, 0);\n", take(2))
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String(), count
}
