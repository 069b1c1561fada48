package extern

import (
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
)

const given = `program lp64
region mem
global @x : 4 align 4
entry @main

func @main() {
entry:
  call @lib(@x, &back)
  call @tick()
  call @"call back"()
  halt
}

func @back() {
entry:
  store mem[@x], 1:32
  return
}

func @lib(%p:64, %f:64) model unknown display "lib" {
entry:
  return
}

func @tick() model unknown {
entry:
  return
}

func @"call back"() model back {
entry:
  call @back()
  return
}
`

func parse(t *testing.T, src string) *ir.Program {
	p, err := irtext.Parse("given", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNew: a call that gives something starts threads, one that gives nothing does not, and the program is well-formed.
func TestNew(t *testing.T) {
	p := parse(t, given)
	m := New(p)
	if err := ircheck.Check(m.Program); len(err) > 0 {
		t.Fatal(err)
	}
	if !slices.Equal(m.Names, []string{"lib"}) {
		t.Errorf("given to %v", m.Names)
	}
	spawns := func(name string) (n int) {
		for _, f := range m.Program.Funcs {
			for in := range f.Instrs() {
				if _, ok := in.(*ir.Spawn); ok && f.Name == name {
					n++
				}
			}
		}
		return n
	}
	if n := spawns("lib"); n != 3 {
		t.Errorf("lib starts %d threads, want 3", n)
	}
	if n := spawns("tick"); n != 0 {
		t.Errorf("tick starts %d threads", n)
	}
	if n := spawns("main"); n != 0 {
		t.Errorf("main starts %d threads", n)
	}
}

// TestGivenAway: a function that nobody knows to be called is, from the start, though nothing that is given away is called.
func TestGivenAway(t *testing.T) {
	p := parse(t, `program lp64
region mem
global @x : 4 align 4
entry @main

func @main() {
entry:
  halt
}

func @event(%n:32) given "gate_driver.event at gate.c:7" display "event" {
entry:
  store mem[@x], %n
  return
}
`)
	m := New(p)
	if err := ircheck.Check(m.Program); len(err) > 0 {
		t.Fatal(err)
	}
	starts, calls, knows := 0, false, false
	for _, f := range m.Program.Funcs {
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Spawn:
				starts++
			case *ir.CallPtr:
				calls = calls || slices.Equal(in.Candidates, []ir.FuncID{1})
			case *ir.Store:
				knows = knows || in.Val.Kind == ir.KindFunc && in.Val.Func == 1
			}
		}
	}
	if starts != 3 || !calls || !knows || !slices.Equal(m.Names, []string{"what calls event"}) {
		t.Errorf("%d threads start, it is called: %v, known: %v, %v", starts, calls, knows, m.Names)
	}
}

// TestNothing: a program that gives nothing away is as it was.
func TestNothing(t *testing.T) {
	p := parse(t, `program lp64
region mem
entry @main

func @main() {
entry:
  call @tick()
  halt
}

func @tick() model unknown {
entry:
  return
}
`)
	if m := New(p); m.Program != p || m.Memory >= 0 {
		t.Error("it was changed")
	}
}

// TestAtCall: a function uses what it is given where it is called, so many bytes as it is given.
func TestAtCall(t *testing.T) {
	m := New(parse(t, strings.Replace(given, `unknown display "lib"`, `unknown uses (4, 0) display "lib"`, 1)))
	whole := map[bool]int{}
	for _, f := range m.Program.Funcs {
		for in := range f.Instrs() {
			fill, ok := in.(*ir.Fill)
			by := m.AtCall[in.Base().ID]
			if ok && by.Func == "lib" && f.Name == "lib" && !fill.Mem.Excused {
				whole[by.Any]++
				if by.Any != (fill.Mem.Len != ir.K(64, 4)) {
					t.Errorf("any: %v, length %v", by.Any, fill.Mem.Len)
				}
			} else if by.Func != "" {
				t.Errorf("%s accesses in %s", by.Func, f.Name)
			}
		}
	}
	if whole[false] != 1 || whole[true] != 2 { // what it is given, the function, and what both lead to
		t.Errorf("accesses %v", whole)
	}
}

// TestLater: what a function keeps for later it does not use where it is called.
func TestLater(t *testing.T) {
	m := New(parse(t, strings.Replace(given, `unknown display "lib"`, `unknown uses (-1, -1) display "lib"`, 1)))
	n := 0
	for _, f := range m.Program.Funcs {
		for in := range f.Instrs() {
			if fill, ok := in.(*ir.Fill); ok && f.Name == "lib" && !fill.Mem.Excused {
				if n++; fill.Mem.Addr.Kind != ir.KindReg {
					t.Errorf("an access at %v", fill.Mem.Addr)
				}
			}
		}
	}
	if n > 1 { // what it follows is nothing
		t.Errorf("%d accesses", n)
	}
}
