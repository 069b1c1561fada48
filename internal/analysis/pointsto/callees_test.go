package pointsto

import (
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// tables has tables of functions with two members each. A pointer to one of two lies in a variable; one member of it is copied in halves, a third table as
// a range, and one call has an adapter for a function that its pointer never is.
const tables = `program lp64
global @one : 16 align 8 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" relocs [0: &get, 8: &put] const
global @two : 16 align 8 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" relocs [0: &get, 8: &put2] const
global @three : 16 align 8 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" relocs [0: &get, 8: &put2] const
global @dev : 8 align 8
global @copy : 16 align 8
global @range : 16 align 8
global @never : 8 align 8
entry @main

func @get() {
entry:
  return
}

func @put() {
entry:
  return
}

func @put2() {
entry:
  return
}

func @other() {
entry:
  return
}

func @adapter() {
entry:
  call @other()
  return
}

func @through(%f:64) {
entry:
  callptr %f() [@get, @put, @put2, @adapter]
  return
}

func @main() {
entry:
  %c:1 = havoc
  %t:64 = ite %c, @one, @two
  store mem[@dev], %t
  %d:64 = load mem[@dev]
  %g:64 = load mem[%d]
  callptr %g() [@get, @put, @put2, @adapter]
  %a:64 = add %d, 8
  %p:64 = load mem[%a]
  %is:1 = eq %p, &other
  %q:64 = ite %is, &adapter, %p
  callptr %q() [@get, @put, @put2, @adapter]
  %lo:32 = trunc %g
  %hi:32 = extract %g, 32
  store mem[@copy], %lo
  store mem[@copy+4], %hi
  %lo2:32 = load mem[@copy]
  %hi2:32 = load mem[@copy+4]
  %whole:64 = concat %hi2, %lo2
  call @through(%whole)
  copy mem[@range] len 16, mem[@three]
  %r:64 = load mem[@range+8]
  callptr %r() [@get, @put, @put2, @adapter]
  %n:64 = load mem[@never]
  callptr %n() [@get, @put, @put2, @adapter]
  halt 0 main
}
`

func TestCallees(t *testing.T) {
	p, err := irtext.Parse("in.ir", []byte(tables))
	if err != nil {
		t.Fatal(err)
	}
	callees := Callees(p, func(*ir.Alloc) int64 { return 16 })
	var got []string
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				list, ok := callees[in.Base().ID]
				if !ok {
					continue
				}
				names := ""
				for _, g := range list {
					names += " " + p.Funcs[g].Name
				}
				got = append(got, f.Name+":"+names)
			}
		}
	}
	want := []string{"through: get", "main: get", "main: put put2", "main: put2", "main:"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
