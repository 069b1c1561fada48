package pairs

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/transform/threads"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// A thread that leads to one of the two does one thing or another, calls a function that both have, and one through a
// pointer.
const leading2 = `program lp64
global @x : 4 align 4
global @y : 4 align 4
entry @main

func @a() {
entry:
  call @both(1)
  store mem[@x], 1:32 at "path.c":1:1
  return
}
func @b() {
entry:
  call @both(1)
  store mem[@x], 2:32 at "path.c":2:1
  store mem[@y], 2:32 at "path.c":3:1
  return
}
func @leads() {
entry:
  %0:8 = havoc
  %1:1 = eq %0, 7
  branch %1, right, wrong
right:
  store mem[@y], 1:32 at "path.c":4:1
  %2:1 = havoc
  call @both(%2)
  callptr &helps() [@helps]
  spawn &a()
  return
wrong:
  store mem[@y], 3:32 at "path.c":5:1
  return
}
func @helps() {
entry:
  return
}
func @both(%0:1) {
entry:
  branch %0, one, other
one:
  return
other:
  store mem[@y], 4:32 at "path.c":6:1
  return
}
func @main() {
entry:
  spawn &leads()
  spawn &b()
  return
}
`

func TestAlong(t *testing.T) {
	p, err := irtext.Parse("path.ir", []byte(leading2))
	if err != nil {
		t.Fatal(err)
	}
	pair := [2]ir.FuncID{0, 1}
	e := asked(p, "").meet(t.Context(), []variant{{Program: p, kinds: pair}}, verdict.Bounds{}, &look{}, 0)
	if e.why != "" || e.on == nil || !e.wide(t.Context()) {
		t.Fatalf("they do not meet on a path: %+v", e)
	}
	q, of := threads.Along(p, e.on, pair)
	if races, ok := racesOf(t, p); !ok || len(races) != 2 {
		t.Errorf("races of the whole program: %v", races)
	}
	if races, ok := racesOf(t, q); !ok || fmt.Sprint(races) != "map[x: a, b:true]" {
		t.Errorf("races along the path: %v", races)
	}
	for id, old := range of {
		if id == old {
			t.Errorf("instruction %v is a copy of itself", id)
		}
	}
}

// racesOf lists the memory and the threads of all races; false: there are too many states.
func racesOf(t *testing.T, p *ir.Program) (out map[string]bool, all bool) {
	t.Helper()
	x, err := irexec.Explore(t.Context(), p, irexec.ExploreOptions{Race: true, MaxStates: 20_000, NoShorten: true, ByThreads: true})
	if err != nil {
		t.Fatal(err)
	}
	out = map[string]bool{}
	for _, f := range x.Failures {
		run, err := irexec.Run(p, f.Schedule, f.Inputs, irexec.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, th := range f.Threads {
			names = append(names, run.Trace.Threads[th].Name)
		}
		if names[0] > names[1] {
			names[0], names[1] = names[1], names[0]
		}
		out[racing(f.Message)+": "+strings.Join(names, ", ")] = true
	}
	return out, x.Stopped == ""
}

// TestPaths: in random programs the two meet along the path of an execution in which they do, in the unfolded program
// too, and race there on nothing on which they do not race otherwise.
func TestPaths(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	tally := map[string]int{}
	for _, seed := range tooltest.Seeds(t, 1, 150, 3000) {
		src := pathProgram(rand.New(rand.NewPCG(seed, 1)))
		p, err := irtext.Parse("path.ir", []byte(src))
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		pair := [2]ir.FuncID{0, 1}
		s := asked(p, "")
		s.Request.Seed = int64(seed)
		m := threads.Meeting(p, pair, seed%2 == 0)
		found, _ := s.walk(t.Context(), m, nil, 200_000, int(seed%3))
		if found == nil {
			tally["do not meet"]++
			continue
		}
		taken := kinds.PathOf(m, found.Schedule, found.Inputs)
		narrow, of := threads.Along(m, taken, pair)
		same := func(id ir.ID) ir.ID { return cmp.Or(of[id], id) }
		if run, err := irexec.Alike(narrow, m, same, found.Schedule, found.Inputs, irexec.Options{}); err != nil || run == nil || run.Failure == nil {
			t.Fatalf("seed %d: the program along the path does not run like the execution: %v %+v\n%s", seed, err, run, src)
		}
		unfolded, err := s.unfolded(t.Context(), narrow, verdict.Bounds{Rounds: 2, Unwind: 2})
		if err != nil {
			t.Fatal(err)
		}
		if !alike(unfolded, m, found, same) {
			t.Fatalf("seed %d: the unfolded program along the path does not run like the execution\n%s", seed, src)
		}
		tally["met"]++
		q, _ := threads.Along(p, taken, pair)
		all, ok := racesOf(t, p)
		if !ok {
			tally["too large"]++
			continue
		}
		races, _ := racesOf(t, q)
		for r := range races {
			tally["races"]++
			if !all[r] {
				t.Fatalf("seed %d: a race that the program does not have: %s\n%s", seed, r, src)
			}
		}
	}
	t.Log(tally)
}

// pathProgram writes a random program with two threads, a and b, and others that lead to them.
func pathProgram(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("program lp64\nglobal @x : 4 align 4\nglobal @y : 4 align 4\nglobal @m : 8 align 8\nentry @main\n\n")
	label := 0
	var ops func(depth int, calls bool) string
	ops = func(depth int, calls bool) (out string) {
		for range 1 + r.IntN(3) {
			label++
			memory := []string{"@x", "@y"}[r.IntN(2)]
			switch op := r.IntN(9); {
			case op < 2:
				out += fmt.Sprintf("  store mem[%s]%s, %d:32 at \"path.c\":%d:1\n", memory, []string{"", " atomic"}[r.IntN(2)], r.IntN(3), label)
			case op == 2:
				out += fmt.Sprintf("  lock @m\n  store mem[%s], %d:32 at \"path.c\":%d:1\n  unlock @m\n", memory, r.IntN(3), label)
			case op == 3 && calls:
				out += "  call @helps()\n"
			case op == 4 && calls:
				out += "  callptr " + []string{"&helps", "&other"}[r.IntN(2)] + "() [@helps, @other]\n"
			case op == 5:
				out += fmt.Sprintf("  %%l%d:32 = load mem[%s] at \"path.c\":%d:1\n  %%c%d:1 = ult %%l%d, %d\n  assume %%c%d\n", label, memory, label, label, label, 1+r.IntN(3), label)
			case depth > 0:
				n := label
				out += fmt.Sprintf("  %%h%d:1 = havoc\n  branch %%h%d, then%d, else%d\nthen%d:\n", n, n, n, n, n)
				out += ops(depth-1, calls) + fmt.Sprintf("  jump end%d\nelse%d:\n", n, n) + ops(depth-1, calls) + fmt.Sprintf("  jump end%d\nend%d:\n", n, n)
			}
		}
		return out
	}
	write := func(name, body string) { fmt.Fprintf(&b, "func @%s() {\nentry:\n%s  return\n}\n", name, body) }
	write("a", ops(1, true))
	write("b", ops(1, true))
	write("helps", ops(1, false))
	write("other", ops(0, false))
	write("leads", ops(1, true)+"  spawn &a()\n"+ops(1, true))
	write("main", "  spawn &leads()\n"+ops(1, true)+"  spawn &b()\n"+ops(0, true))
	return b.String()
}
