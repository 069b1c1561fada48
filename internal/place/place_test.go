package place_test

import (
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/place"
)

// @p holds the addresses of a place in @a and of @f, @a is a table of structures, @out is a range of external memory, @none has no bytes; !1 is on the heap, !2
// too, zeroed and of unknown size, !3 on the stack.
const text = `
region mem
region x width 4 cells [@a at 0 stride 12 count 4, !1 at 0 stride 4 count 4]
region y width 4 cells [@a at 4 stride 12 count 2, !2 at 0 stride 4 count 16] lives over
region over width 1 cells [!1 at 0 stride 1 count 1] ghost
region ptr width 8 cells [@p at 0 stride 8 count 2]
region copy width 8 cells [@p at 0 stride 8 count 2] guess
global @p : 16 align 8 relocs [0: @a+4, 8: &f]
global @a : 48 align 4 = 1:8, 2:8, 3:8, 4:8, 5:8
global @out : 8 align 8 external range
global @none : 0 align 1
entry @main
next 20

func @main() {
  reg %0:64, %1:64, %2:64, %3:64
entry:
  %0:64 = alloc 16 align 8 !1
  %1:64 = alloc %3 align 8 zero !2
  %2:64 = alloc 8 align 8 stack !3
  free %0 objects [!1, !2, !3, @a] !4
  free %2 stack lives over objects [!3] !7
  halt !5
}

func @f() {
entry:
  halt !6
}
`

const (
	rX, rY, rOver, rPtr, rCopy = 1, 2, 3, 4, 5
	gP, gA, gOut, gNone        = 0, 1, 2, 3
)

func global(g ir.GlobalID) ir.Object { return ir.Object{Global: g} }
func alloc(id ir.ID) ir.Object       { return ir.Object{Alloc: id} }

func parse(t *testing.T, form string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("p.ir", []byte("program "+form+"\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func laid(t *testing.T) *place.Memory {
	t.Helper()
	p := parse(t, "lp64 sequential bounded")
	m := place.New(p, place.Of(p, p, 1))
	for i := range p.Regions {
		m.Lay(ir.RegionID(i))
	}
	return m
}

// Objects do not overlap, globals lie where the interpreter has them, and so do functions: the threads come first and have no address of their own.
func TestOf(t *testing.T) {
	for _, form := range []string{"lp64 sequential bounded", "ilp32 sequential bounded"} {
		seq := parse(t, form)
		p := seq.Clone()
		p.Globals = p.Globals[:2]
		l := place.Of(seq, p, 1)
		if diff := cmp.Diff(irexec.GlobalBases(p), l.Globals[:2]); diff != "" {
			t.Errorf("%s: globals lie elsewhere (-want +got):\n%s", form, diff)
		}
		if want := []uint64{irexec.FuncAddress(0), irexec.FuncAddress(0)}; !cmp.Equal(l.Funcs, want) {
			t.Errorf("%s: functions at %x, want %x", form, l.Funcs, want)
		}
		m := place.New(seq, l)
		objects := []ir.Object{global(0), global(1), global(2), global(3), alloc(1), alloc(2), alloc(3)}
		for i, a := range objects {
			for _, b := range objects[i+1:] {
				if m.Base(a) == 0 || m.Base(a)+uint64(m.Size(a)) >= m.Base(b) {
					t.Errorf("%s: %v at %x does not end before %v at %x", form, a, m.Base(a), b, m.Base(b))
				}
			}
		}
	}
}

func TestCells(t *testing.T) {
	m := laid(t)
	x := &m.Regions[rX]
	a := m.Base(global(gA))
	if len(x.Cells) != 8 || len(m.Regions[0].Cells) != 16+48+8+16+place.Reserve+8 {
		t.Fatalf("%d and %d cells", len(x.Cells), len(m.Regions[0].Cells))
	}
	for _, c := range []struct {
		addr uint64
		n    int
		at   int
		ok   bool
	}{
		{a, 1, 0, true},
		{a + 12, 1, 1, true},
		{a + 4, 1, 1, false}, // another field
		{a, 2, 0, false},     // the next cell is not right behind
		{m.Base(alloc(1)), 4, 4, true},
		{m.Base(alloc(1)) + 4, 4, 5, false}, // past the end
	} {
		if at, ok := x.At(c.addr, c.n); at != c.at || ok != c.ok {
			t.Errorf("%d cells at %x: %d, %v, want %d, %v", c.n, c.addr, at, ok, c.at, c.ok)
		}
	}
	if got, want := m.Objects(rX), []ir.Object{global(gA), alloc(1)}; !cmp.Equal(got, want) {
		t.Errorf("objects %v, want %v", got, want)
	}
	if got, want := m.Objects(0), []ir.Object{global(gP), global(gA), global(gOut), alloc(1), alloc(2), alloc(3)}; !cmp.Equal(got, want) {
		t.Errorf("objects of all memory %v, want %v", got, want)
	}
}

// Cells of two objects are never one access, not even where a layout leaves no gap between them.
func TestNeighbours(t *testing.T) {
	p := parse(t, "lp64 sequential bounded")
	m := place.New(p, place.Layout{Globals: []uint64{0x2000, 0x3000, 0x4000, 0x5000}, Funcs: []uint64{0x1000}, Allocs: map[ir.ID]uint64{1: 0x3000 + 40, 2: 0x6000, 3: 0x7000}})
	x := m.Lay(rX)
	if i, ok := x.Find(0x3000 + 36); !ok || x.Cells[i].Object != global(gA) || x.Cells[i+1].Object != alloc(1) || x.Span(i, 2) {
		t.Errorf("cell %d, which is there: %v, and the next are of one object", i, ok)
	}
	// What ended is said by a cell of the object itself.
	m.Lay(rOver)
	r := &place.Rules[uint64]{Memory: m, Terms: numbers{}, State: &world{over: 1}}
	m.Globals[gNone] = m.Base(alloc(1))
	if r.Live(rOver, alloc(1)) != 0 || r.Live(rOver, global(gNone)) != 1 {
		t.Error("an object ends with another at its address")
	}
}

func TestRuns(t *testing.T) {
	m := laid(t)
	sizes := func(id ir.RegionID, join bool) (out [][3]int) {
		for _, r := range m.Regions[id].Runs(func(ir.Object, int) bool { return join }) {
			out = append(out, [3]int{r.From, r.Count, r.Stride})
		}
		return out
	}
	if diff := cmp.Diff([][3]int{{0, 4, 12}, {4, 4, 4}}, sizes(rX, true)); diff != "" {
		t.Errorf("joined (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][3]int{{0, 1, 4}, {1, 1, 4}, {2, 1, 4}, {3, 1, 4}, {4, 4, 4}}, sizes(rX, false)); diff != "" {
		t.Errorf("apart (-want +got):\n%s", diff)
	}
	apart, behind := place.Run{Count: 4, Stride: 12}, place.Run{Count: 4, Stride: 4}
	if !apart.Holds(1, 4) || apart.Holds(2, 4) || !behind.Holds(4, 4) || behind.Holds(5, 4) {
		t.Error("runs hold what they have no room for, or the reverse")
	}
}

func TestInitial(t *testing.T) {
	m := laid(t)
	start := func(id ir.RegionID, i int) any {
		v, known := m.Initial(id, m.Regions[id].Cells[i])
		if !known {
			return "anything"
		}
		return v.Lo
	}
	for _, c := range []struct {
		region ir.RegionID
		cell   int
		want   any
	}{
		{rX, 0, uint64(binary.LittleEndian.Uint32([]byte{1, 2, 3, 4}))},
		{rX, 1, uint64(0)}, // behind the initializer
		{rX, 4, "anything"},
		{rY, 0, uint64(5)},
		{rY, 2, uint64(0)}, // zeroed
		{rOver, 0, uint64(0)},
		{rPtr, 0, m.Base(global(gA)) + 4},
		{rPtr, 1, irexec.FuncAddress(0)},
		{rCopy, 0, "anything"},
	} {
		if got := start(c.region, c.cell); got != c.want {
			t.Errorf("cell %d of region %d starts with %v, want %v", c.cell, c.region, got, c.want)
		}
	}
	if !m.Arbitrary(global(gOut)) || m.Arbitrary(global(gNone)) || !m.Arbitrary(alloc(1)) || m.Arbitrary(alloc(2)) {
		t.Error("what is arbitrary at the start is not what is external or was not zeroed")
	}
}

func TestEnding(t *testing.T) {
	m := laid(t)
	if got, want := m.Ending(), []ir.Object{alloc(1), alloc(2)}; !cmp.Equal(got, want) {
		t.Errorf("%v can be freed, want %v", got, want)
	}
	if !m.CanEnd(alloc(3), true) || m.CanEnd(alloc(3), false) || m.CanEnd(global(gA), false) {
		t.Error("a Free is for allocations of its kind")
	}
}
