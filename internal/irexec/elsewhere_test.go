package irexec_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestElsewhere: a failure whose operand is a number made of addresses needs the layout, whatever way the number goes; one whose operand is the same in all layouts does not.
func TestElsewhere(t *testing.T) {
	const ordered = "%b:1 = ult %q, %p layout\n  %c:1 = and %b, %b\n  assert %c"
	for _, c := range []struct {
		name, src string
		needs     bool
	}{
		{"the order of two variables", "%p:64 = move @x\n  %q:64 = move @y\n  " + ordered, true},
		{"the order of two places in one", "%p:64 = move @x\n  %q:64 = move @x+4\n  " + ordered, false},
		{"the order of two functions", "%p:64 = move &error\n  %q:64 = move &asserts\n  " + ordered, true},
		{"the order of two allocations", "%p:64 = alloc 8\n  %q:64 = alloc 8\n  " + ordered, true},
		{"the order of two thread-local variables", "%p:64 = tls @t\n  %q:64 = tls @u\n  " + ordered, true},
		{"the order of what memory begins with", "%p:64 = load mem[@r]\n  %q:64 = load mem[@r+8]\n  " + ordered, true},
		{"the order of what external memory leads to", "%p:64 = load mem[@o]\n  %q:64 = move @x\n  %n:1 = ne %p, 0\n  assume %n\n  " + ordered, true},
		{"an address that an input happens to be", "%p:64 = havoc\n  %n:1 = eq %p, @y\n  assume %n\n  %b:1 = ne %p, @y\n  assert %b", false},
		{"a distance", "%p:64 = alloc 8\n  %d:64 = sub %p, @x\n  %b:1 = eq %d, 8\n  assert %b", true},
		{"a distance inside an object", "%p:64 = alloc 8\n  %q:64 = add %p, 4\n  %d:64 = sub %q, %p\n  %b:1 = eq %d, 8\n  assert %b", false},
		{"two objects are not one", "%p:64 = alloc 8\n  %b:1 = eq %p, @x\n  assert %b", false},
		{"a tag", "%p:64 = alloc 8\n  %w:64 = or %p, 0x8000000000000000\n  %h:64 = lshr %w, 63\n  %b:1 = eq %h, 0\n  assert %b", false},
		{"a bit above all addresses", "%p:64 = alloc 8\n  %h:64 = lshr %p, 47\n  %b:1 = ne %h, 0\n  assert %b", false},
		{"a bit that is aligned", "%p:64 = alloc 8 align 8\n  %h:64 = and %p, 7\n  %b:1 = eq %h, 4\n  assert %b", false},
		{"a bit that is not", "%p:64 = alloc 8 align 8\n  %h:64 = and %p, 15\n  %b:1 = eq %h, 4\n  assert %b", true},
		{"inverted twice", "%p:64 = alloc 8\n  %n:64 = not %p\n  %q:64 = not %n\n  %b:1 = ne %p, %q\n  assert %b", false},
		{"inverted, and in two parts", "%p:64 = alloc 8\n  %n:64 = not %p\n  %h:32 = extract %n, 32\n  %l:32 = extract %n, 0\n  %m:64 = concat %h, %l\n  %q:64 = not %m\n  %b:1 = ne %p, %q\n  assert %b", false},
		{"a half", "%p:64 = alloc 8\n  %l:32 = trunc %p\n  %b:1 = eq %l, 8\n  assert %b", true},
		{"a choice", "%p:64 = alloc 8\n  %b:1 = ult @x, %p layout\n  %v:32 = ite %b, 1, 0\n  %d:1 = ne %v, 0\n  assert %d", true},
		{"another choice", "%p:64 = alloc 8\n  %b:1 = ne @x, %p\n  %v:32 = ite %b, 0, 1\n  %d:1 = ne %v, 0\n  assert %d", false},
		{"through memory", "%p:64 = alloc 8\n  store mem[@r], %p\n  %q:64 = load mem[@r]\n  %l:64 = lshr %q, 4\n  store mem[@y], %l\n  %m:64 = load mem[@y]\n  %b:1 = eq %m, 8\n  assert %b", true},
		{"through memory that is overwritten", "%p:64 = alloc 8\n  store mem[@y], %p\n  store mem[@y], 9:64\n  %m:64 = load mem[@y]\n  %b:1 = eq %m, 8\n  assert %b", false},
		{"through memory that is filled", "%p:64 = alloc 8\n  store mem[@y], %p\n  fill mem[@y] len 8, 0:8\n  %m:64 = load mem[@y]\n  %b:1 = eq %m, 8\n  assert %b", false},
		{"through a copy", "%p:64 = alloc 8\n  %l:64 = lshr %p, 4\n  store mem[@y], %l\n  copy mem[@r] len 8, mem[@y]\n  store mem[@y], 0:64\n  %m:64 = load mem[@r]\n  %b:1 = eq %m, 8\n  assert %b", true},
		{"byte by byte", "%p:64 = alloc 8\n  store mem[@y], %p\n  %v:8 = load mem[@y+4]\n  %b:1 = eq %v, 255\n  assert %b", true},
		{"an exchange", "%p:64 = alloc 8\n  %l:64 = lshr %p, 4\n  store mem[@y], %l\n  %m:64 = rmw xchg mem[@y] atomic, 0:64\n  %b:1 = eq %m, 8\n  assert %b", true},
		{"an atomic operation", "%p:64 = alloc 8\n  store mem[@y], %p\n  rmw xor mem[@y] atomic, 1:64\n  %q:64 = load mem[@y]\n  %v:64 = xor %q, 1\n  %b:1 = ne %v, %p\n  assert %b", false},
		{"a compare and exchange", "%p:64 = alloc 8\n  %l:64 = lshr %p, 4\n  %o:64, %ok:1 = cas mem[@y] atomic, 0:64, %l\n  %m:64 = load mem[@y]\n  %b:1 = eq %m, 8\n  assert %b", true},
		{"an argument and a result", "%p:64 = alloc 8\n  %l:64 = lshr %p, 4\n  %m:64 = call @same(%l)\n  %b:1 = eq %m, 8\n  assert %b", true},
		{"an argument of a thread", "%p:64 = alloc 8\n  %l:64 = lshr %p, 4\n  %v:32 = trunc %l\n  %t:64 = spawn &asserts(%v)\n  join %t", true},
		{"the result of a thread", "%p:64 = alloc 8\n  %l:64 = lshr %p, 4\n  %t:64 = spawn &same(%l)\n  %m:64 = join %t\n  %b:1 = eq %m, 8\n  assert %b", true},
		{"a branch that leads straight to a check", "%p:64 = alloc 8\n  %b:1 = ult %p, @x layout\n  branch %b, fine, bad\nbad:\n  call @error()\n  jump fine\nfine:", true},
		{"a branch before another", "%p:64 = alloc 8\n  %b:1 = ult %p, @x layout\n  branch %b, fine, bad\nbad:\n  %l:32 = load mem[@y]\n  %c:1 = ne %l, 0\n  branch %c, fine, worse\nworse:\n  assert 0\n  jump fine\nfine:", false},
		{"an index", "%p:64 = alloc 8\n  %l:64 = lshr %p, 20\n  %m:64 = and %l, 0xfffff\n  %n:64 = or %m, 16\n  %a:64 = add @y, %n\n  store mem[%a], 1:32", true},
		{"an index of the program's", "%p:64 = alloc 8\n  %a:64 = add %p, 16\n  store mem[%a], 1:32", false},
		{"what lies at an index is the program's", "%p:64 = alloc 8\n  %l:64 = lshr %p, 24\n  %m:64 = and %l, 4\n  %a:64 = add @y, %m\n  %v:32 = load mem[%a]\n  %b:1 = ne %v, 0\n  assert %b", false},
	} {
		p, x := exploreAt(t, c.src)
		if len(x.Failures) == 0 { // which of two lies first is not for this test to know
			p, x = exploreAt(t, strings.NewReplacer("ult %q, %p", "ult %p, %q", "ult %p, @x", "ult @x, %p", "ult @x, %p", "ult %p, @x").Replace(c.src))
		}
		if len(x.Failures) != 1 {
			t.Errorf("%s: %d failures (%s)", c.name, len(x.Failures), x.Stopped)
			continue
		}
		f := x.Failures[0]
		g := verdict.Finding{Failure: f.Failure, Schedule: f.Schedule, Inputs: f.Inputs}
		if _, err := replay.Judge(&verdict.Question{Program: p}, &g); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := len(g.Needs) > 0; got != c.needs || got != (g.Verdict == verdict.Possible) {
			t.Errorf("%s: %s with needs %v", c.name, g.Verdict, g.Needs)
		}
	}
}

// exploreAt explores a program whose main function is given.
func exploreAt(t *testing.T, src string) (*ir.Program, *irexec.Exploration) {
	t.Helper()
	p := parse(t, `
global @x : 8 align 8
global @y : 8 align 8
global @r : 16 align 8 = 0:64, 0:64 relocs [0: @y, 8: @x]
global @t : 8 align 8 thread_local
global @u : 8 align 8 thread_local
global @o : 8 align 8 external incoming 0 stride 0 count 1 [@e at 0 stride 8 count 1]
global @e : 8 align 8 external
entry @main
func @error() {
  assert 0
  return
}
func @asserts(%v:32) {
  %b:1 = eq %v, 9
  assert %b
  return
}
func @same(%v:64) : 64 {
  return %v
}
func @main() {
  `+src+`
  halt 0 main
}`)
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: true, Memory: true})
	if err != nil {
		t.Fatal(err)
	}
	return p, x
}

// TestStray: where an offset that is the same in all layouts leads from one object into another, the layout says which.
func TestStray(t *testing.T) {
	for _, c := range []struct {
		name, target string
		needs        int
	}{{"from x to y", "@y", 1}, {"to x itself", "@x", 0}} {
		p := parse(t, `
global @x : 8 align 8
global @y : 8 align 8
entry @main
func @w() {
  store mem[`+c.target+`], 1:32
  return
}
func @main() {
  %d:64 = havoc
  spawn &w()
  %a:64 = add @x, %d
  store mem[%a], 2:32
  halt 0 main
}`)
		bases := irexec.GlobalBases(p)
		d := map[string]uint64{"@x": 0, "@y": bases[1] - bases[0]}[c.target]
		out := run(t, p, trace.Schedule{0}, trace.Inputs{Havoc: [][]ir.Const{{{Lo: d}}}})
		if len(out.Races) != 1 {
			t.Errorf("%s: races %v", c.name, out.Races)
			continue
		}
		if needs := out.Rests(&out.Races[0]); len(needs) != c.needs {
			t.Errorf("%s: needs %v, want %d", c.name, needs, c.needs)
		}
	}
}
