package irexec_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestRests: what a failure needs of the outside, and that a friendly exploration finds those alone that need no hostile choice.
func TestRests(t *testing.T) {
	const lib = `
func @lib() : 32 model unknown display "lib" {
  %v:32 = havoc outside
  return %v
}
func @get() : 64 model unknown display "get" {
  %h:1 = havoc hostile "returns NULL"
  %p:64 = ite %h, 0, @x
  return %p
}
func @env(%p:64) : 1 model display "env" {
  %v:1 = havoc answer
  return %v
}
func @open() : 32 model display "open" {
  %v:32 = havoc handle
  return %v
}
func @take(%p:64) model unknown display "take" {
  return
}
`
	for _, c := range []struct {
		name, src string
		needs     string // of the only failure, joined
	}{
		{"a null result", "%p:64 = call @get()\n  store mem[%p], 1:32", "get returns NULL"},
		{"an index", "%i:32 = call @lib()\n  %j:32 = and %i, 7\n  %k:64 = zext %j\n  %m:64 = mul %k, 4\n  %a:64 = add @y, %m\n  store mem[%a], 1:32", "lib gives such a value"},
		{"an index through memory", "%i:32 = call @lib()\n  store mem[@x], %i\n  %l:32 = load mem[@x]\n  %j:32 = and %l, 7\n  %k:64 = zext %j\n  %m:64 = mul %k, 4\n  %a:64 = add @y, %m\n  store mem[%a], 1:32", "lib gives such a value"},
		{"what lies at an index from outside is the program's", "%i:32 = call @lib()\n  %j:32 = and %i, 1\n  %k:64 = zext %j\n  %m:64 = mul %k, 4\n  %a:64 = add @y, %m\n  %v:32 = load mem[%a]\n  %b:1 = ne %v, 0\n  assert %b", ""},
		{"an asserted value", "%i:32 = call @lib()\n  %b:1 = ne %i, 9\n  assert %b", "lib gives such a value"},
		{"a branch that leads straight to a check", "%i:32 = call @lib()\n  %b:1 = ne %i, 9\n  branch %b, fine, bad\nbad:\n  assert 0\n  jump fine\nfine:", "lib gives such a value"},
		{"and through a call", "%i:32 = call @lib()\n  %b:1 = ne %i, 9\n  branch %b, fine, bad\nbad:\n  call @error()\n  jump fine\nfine:", "lib gives such a value"},
		{"a branch before another", "%i:32 = call @lib()\n  %b:1 = ne %i, 9\n  branch %b, fine, bad\nbad:\n  %l:32 = load mem[@y]\n  %c:1 = ne %l, 0\n  branch %c, fine, worse\nworse:\n  assert 0\n  jump fine\nfine:", ""},
		{"a branch on the way to a condition of the program's", "%i:32 = call @lib()\n  %b:1 = ne %i, 9\n  branch %b, fine, bad\nbad:\n  %l:32 = load mem[@y]\n  %c:1 = ne %l, 0\n  assert %c\n  jump fine\nfine:", ""},
		{"a choice that does not matter", "%p:64 = call @get()\n  assert 0", ""},
		{"input of the program's", "%i:32 = havoc\n  %b:1 = ne %i, 9\n  assert %b", ""},
		{"memory that was given and left alone", "%p:64 = alloc 8\n  call @take(%p)\n  %v:32 = load mem[%p]\n  %b:1 = ne %v, 9\n  assert %b", "take leaves what it was given unset"},
		{"and read twice", "%p:64 = alloc 8\n  call @take(%p)\n  %u:32 = load mem[%p]\n  %v:32 = load mem[%p]\n  %b:1 = ne %v, 9\n  assert %b", "take leaves what it was given unset"},
		{"memory that was written", "%p:64 = alloc 8\n  call @take(%p)\n  store mem[%p], 9:32\n  %v:32 = load mem[%p]\n  %b:1 = ne %v, 9\n  assert %b", ""},
		{"memory that nobody was given", "%p:64 = alloc 8\n  %v:32 = load mem[%p]\n  %b:1 = ne %v, 9\n  assert %b", ""},
		{"memory of the outside", "%v:32 = load mem[@o]\n  %b:1 = ne %v, 9\n  assert %b", "o holds such a value"},
		{"a pointer there that is null", "%p:64 = load mem[@o+8]\n  store mem[%p], 1:32", "o+8 is NULL"},
		{"bytes from outside", "fill mem[@x] len 4, any outside\n  %v:32 = load mem[@x]\n  %b:1 = ne %v, 9\n  assert %b", "assembly gives such a value"},
		{"a number that something else has", "%a:32 = call @open()\n  %b:32 = call @open()\n  %c:1 = ne %a, %b\n  %z:1 = slt %a, 0\n  %ok:1 = or %c, %z\n  assert %ok", "open gives the number of a descriptor that is open"},
		{"a number that does not matter", "%a:32 = call @open()\n  %b:32 = call @open()\n  %c:1 = slt %a, 0\n  assert %c", ""},
		{"two answers to one text", "%a:1 = call @env(@x)\n  %b:1 = call @env(@y)\n  %c:1 = eq %a, %b\n  assert %c", "env gives two answers for the same arguments"},
		{"answers to two texts", "store mem[@x], 65:32\n  %a:1 = call @env(@x)\n  %b:1 = call @env(@y)\n  %c:1 = eq %a, %b\n  assert %c", ""},
		{"two errors", "%a:32 = call @open()\n  %b:32 = call @open()\n  %s:32 = and %a, %b\n  %c:1 = sle 0, %s\n  assert %c", ""},
		{"an argument of a thread", "%i:32 = call @lib()\n  %t:64 = spawn &asserts(%i)\n  join %t", "lib gives such a value"},
	} {
		p := parse(t, "global @x : 4 align 4\nglobal @y : 8 align 8\nglobal @o : 16 align 8 external outside incoming 8 stride 0 count 1 [@e at 0 stride 4 count 1] valid display \"o\"\nglobal @e : 4 align 4 external\nentry @main\n"+lib+
			"func @error() {\n  assert 0\n  return\n}\nfunc @asserts(%v:32) {\n  %b:1 = ne %v, 9\n  assert %b\n  return\n}\nfunc @main() {\n  "+c.src+"\n  halt 0 main\n}\n")
		q := &verdict.Question{Program: p}
		var all []string
		for _, friendly := range []bool{false, true} {
			x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: true, Memory: true, Friendly: friendly})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			hostile := strings.Contains(c.needs, "NULL")
			if friendly && hostile {
				if len(x.Failures) > 0 {
					t.Errorf("%s: a friendly outside fails: %+v", c.name, x.Failures[0])
				}
				continue
			}
			if len(x.Failures) == 0 {
				t.Errorf("%s (friendly %v): no failure", c.name, friendly)
				continue
			}
			for _, f := range x.Failures {
				g := verdict.Finding{Failure: f.Failure, Schedule: f.Schedule, Inputs: f.Inputs}
				if _, err := replay.Judge(q, &g); err != nil {
					t.Errorf("%s: %v", c.name, err)
				}
				if want := map[bool]verdict.Verdict{true: verdict.Bug, false: verdict.Possible}[len(g.Needs) == 0]; g.Verdict != want {
					t.Errorf("%s: %s with needs %v", c.name, g.Verdict, g.Needs)
				}
				for _, n := range g.Needs {
					all = append(all, n.String())
				}
			}
		}
		slices.Sort(all)
		if got := strings.Join(slices.Compact(all), "; "); got != c.needs {
			t.Errorf("%s: needs %q, want %q", c.name, got, c.needs)
		}
	}
}

// TestRestsOfRace: the address of a pending access was computed by the last instruction that ran.
func TestRestsOfRace(t *testing.T) {
	p := parse(t, `
global @y : 8 align 8
entry @main
func @lib() : 64 model unknown display "lib" {
  %v:64 = havoc outside
  return %v
}
func @w() {
  store mem[@y+4], 1:32
  return
}
func @main() {
  %i:64 = call @lib()
  spawn &w()
  %a:64 = add @y, %i
  store mem[%a], 2:32
  halt 0 main
}`)
	out := run(t, p, trace.Schedule{0}, trace.Inputs{Havoc: [][]ir.Const{{{Lo: 4}}}})
	if len(out.Races) != 1 {
		t.Fatalf("races %v", out.Races)
	}
	if needs := out.Rests(&out.Races[0]); len(needs) != 1 || needs[0].Text != "gives such a value" {
		t.Errorf("needs %v", needs)
	}
}

// TestChoicesTakenBack: choices and answers of the inputs that have nothing to do with a failure are replaced by those of a friendly outside, and the failure is a bug.
func TestChoicesTakenBack(t *testing.T) {
	for name, src := range map[string]string{
		"a choice": `
entry @main
func @get() : 1 model unknown display "get" {
  %h:1 = havoc hostile "returns NULL"
  return %h
}
func @main() {
  call @get()
  assert 0
  halt 0 main
}`,
		"an answer": `
entry @main
func @ask() : 1 model unknown display "ask" {
  %v:1 = havoc outside
  return %v
}
func @main() {
  call @ask()
  call @ask()
  assert 0
  halt 0 main
}`,
	} {
		p := parse(t, src)
		in := trace.Inputs{Havoc: [][]ir.Const{{{Lo: 1}, {}}}}
		out := run(t, p, trace.Schedule{0}, in)
		if out.Failure == nil {
			t.Errorf("%s: no failure", name)
			continue
		}
		if needs := out.Rests(out.Failure); len(needs) != 1 {
			t.Errorf("%s: needs %v", name, needs)
		}
		g := verdict.Finding{Failure: *out.Failure, Schedule: trace.Schedule{0}, Inputs: in}
		if _, err := replay.Judge(&verdict.Question{Program: p}, &g); err != nil || g.Verdict != verdict.Bug {
			t.Errorf("%s: %s, needs %v (%v)", name, g.Verdict, g.Needs, err)
		}
	}
}
