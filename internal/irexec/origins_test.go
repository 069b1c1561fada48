package irexec_test

import (
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/trace"
)

// TestOrigins: a step names the earlier ones that wrote what it uses and that decided that it is executed, through registers, memory, calls and thread starts, and no others.
func TestOrigins(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
global @y : 4 align 4
global @z : 4 align 4
entry @main
func @twice(%a:32) : 32 {
  %b:32 = add %a, %a
  return %b
}
func @w(%p:64) {
  store mem[@z] name "z", 7:32
  return
}
func @main() {
  store mem[@x] name "x", 1:32
  store mem[@y] name "y", 2:32
  store mem[@z] name "z", 3:32
  %v:32 = load mem[@x] name "x"
  %d:32 = call @twice(%v)
  store mem[@y] name "y", %d
  %c:32 = load mem[@z] name "z"
  %k:1 = eq %c, 3:32
  branch %k, yes, no
yes:
  store mem[@x] name "x", 9:32
  jump no
no:
  store mem[@x] name "x", 10:32
  spawn &w(0:64)
  %e:32 = load mem[@y] name "y"
  halt 0 main
}`)
	out := run(t, p, trace.Schedule{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}, trace.Inputs{})
	// Assignments to registers are steps, too; here they stand for what they come from.
	var visible []int
	var seen func(from []int) []int
	seen = func(from []int) (list []int) {
		for _, i := range from {
			if k := slices.Index(visible, i); k >= 0 {
				list = append(list, k)
			} else {
				list = append(list, seen(out.Trace.Steps[i].From)...)
			}
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	var got [][]int
	for i, s := range out.Trace.Steps {
		if s.Visible {
			got = append(got, seen(s.From))
			visible = append(visible, i)
		}
	}
	want := [][]int{
		{}, {}, {}, // three stores of constants
		{0}, // v reads x
		{3}, // y gets twice v
		{2}, // c reads z
		{5}, // x is written because of c
		{},  // and here in any case
		{},  // the start of w
		{8}, // what w does
		{4}, // e reads y
	}
	if !slices.EqualFunc(got, want, func(a, b []int) bool { return slices.Equal(a, b) }) {
		t.Errorf("origins %v\nwant    %v", got, want)
	}
}
