package shared_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/heddle-dev/heddle/internal/analysis/shared"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestPrivateNeverRaces: the interpreter explores random programs that pass pointers around in every way the analysis knows,
// without any synchronization. Two threads that reach one object then race on it in some state, so an access that the
// analysis calls private must take part in no race, nor may any object it calls private.
func TestPrivateNeverRaces(t *testing.T) {
	tooltest.Checks(t, 3000)
	races, private, raced := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		src := randomProgram(t)
		p, err := irtext.Parse("random.ir", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		at := map[source.Pos]ir.Instr{}
		for _, f := range p.Funcs {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					m := in.Base()
					m.Pos = source.At("random.ir", int(m.ID), 1)
					at[m.Pos.Pos] = in
				}
			}
		}
		for _, err := range ircheck.Check(p) {
			t.Fatalf("%v\n%s", err, src)
		}
		info := shared.Analyze(p)
		e, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Race: true, MaxStates: 20000, NoShorten: true, Unreduced: true})
		if err != nil {
			t.Fatal(err)
		}
		for id := range at {
			if info.Facts.IsPrivate(at[id].Base().ID) {
				private++
			}
		}
		if len(e.Failures) > 0 {
			raced++
		}
		for _, f := range e.Failures {
			places := []source.Range{f.Location}
			for _, r := range f.Related {
				places = append(places, r.Location)
			}
			for _, pl := range places {
				in := at[pl.Pos]
				if in == nil {
					t.Fatalf("a race at an unknown place %v", pl)
				}
				races++
				if info.Facts.IsPrivate(in.Base().ID) {
					t.Fatalf("private access %d races\n%s", in.Base().ID, src)
				}
				if m, _, _ := ir.AccessOf(in); m != nil && m.Addr.Kind == ir.KindGlobal && info.PrivateGlobal(m.Addr.Global) {
					t.Fatalf("private global races at %d\n%s", in.Base().ID, src)
				}
			}
		}
	})
	t.Logf("%d programs race, %d places of races, %d private accesses", raced, races, private)
	if raced == 0 || private == 0 {
		t.Error("the generator makes no races or nothing private")
	}
}

// gen writes functions in which every register %0.. holds an address of 64 bits.
type gen struct {
	*rapid.T
	b    strings.Builder
	regs []string
	next int
}

func (g *gen) n(max int) int { return rapid.IntRange(0, max-1).Draw(g.T, "n") }

func (g *gen) line(format string, args ...any) { fmt.Fprintf(&g.b, "  "+format+"\n", args...) }

func (g *gen) fresh() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

func (g *gen) def(format string, args ...any) {
	r := g.fresh()
	g.line("%s:64 = %s", r, fmt.Sprintf(format, args...))
	g.regs = append(g.regs, r)
}

func (g *gen) any() string {
	globals := []string{"@a", "@b", "@slot"}
	if len(g.regs) == 0 || g.n(6) == 0 {
		return globals[g.n(3)]
	}
	return g.regs[g.n(len(g.regs))]
}

func (g *gen) op() {
	switch g.n(17) {
	case 0, 1:
		g.def("alloc 16 align 8 zero")
	case 2:
		g.def("tls @tl")
	case 3, 4, 5:
		g.line("store mem[%s], %d:64", g.any(), g.n(2))
	case 6:
		g.line("store mem[@slot], %s", g.any())
	case 7:
		g.line("store mem[%s], %s", g.any(), g.any())
	case 8, 9:
		g.def("load mem[@slot]")
	case 10:
		g.def("load mem[%s]", g.any())
	case 11:
		g.def("add %s, 8", g.any())
	case 12:
		c := g.fresh()
		g.line("%s:1 = havoc", c)
		g.def("ite %s, %s, %s", c, g.any(), g.any())
	case 13:
		r := g.fresh()
		g.line("%s:64 = ptrtoint %s", r, g.any())
		g.def("add %s, 0", r)
	case 14:
		g.def("call @%s(%s)", []string{"id", "leak", "make", "put"}[g.n(4)], g.any())
	case 15:
		g.line("cas mem[@slot] atomic, %s, %s", g.any(), g.any())
	case 16:
		// A difference alone is no address, though it might equal one: only the sum goes on.
		a, b, r := g.any(), g.any(), g.fresh()
		g.line("%s:64 = sub %s, %s", r, a, b)
		g.def("add %s, %s", b, r)
	}
}

func randomProgram(t *rapid.T) string {
	g := &gen{T: t}
	g.b.WriteString(`program lp64
global @a : 16 align 8
global @b : 16 align 8
global @slot : 16 align 8
global @tl : 16 align 8 thread_local
func @id(%p:64) : 64 {
  return %p
}
func @leak(%p:64) : 64 {
  store mem[@slot] atomic, %p
  return %p
}
func @make(%p:64) : 64 {
  %q:64 = alloc 16 align 8 zero
  return %q
}
func @put(%p:64) : 64 {
  store mem[%p], 7:64
  %q:64 = add %p, 8
  return %q
}
`)
	body := func(name, params string, ops int, end string) {
		fmt.Fprintf(&g.b, "func @%s(%s)%s {\n", name, params, map[bool]string{true: " : 64", false: ""}[name != "main"])
		g.regs = nil
		if params != "" {
			g.regs = []string{"%arg"}
		}
		for i := g.n(ops) + 1; i > 0; i-- {
			g.op()
		}
		if name == "main" {
			g.line("%%t:64 = spawn &worker(%s)", g.any())
			if g.n(2) == 0 {
				g.line("spawn &worker(%s)", g.any())
			}
			for i := g.n(4); i > 0; i-- {
				g.op()
			}
			if g.n(3) == 0 {
				g.line("%%r:64 = join %%t")
				g.line("store mem[%%r], 1:64")
			}
		}
		g.line("%s", strings.ReplaceAll(end, "ANY", g.any()))
		g.b.WriteString("}\n")
	}
	body("worker", "%arg:64", 5, "return ANY")
	body("main", "", 4, "halt 0 main")
	return g.b.String()
}
