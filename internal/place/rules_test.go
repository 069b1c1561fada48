package place_test

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
)

// numbers are terms without variables: a condition is 0 or 1.
type numbers struct{}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (numbers) True() uint64              { return 1 }
func (numbers) False() uint64             { return 0 }
func (numbers) BV(_ int, v uint64) uint64 { return v }
func (numbers) Not(x uint64) uint64       { return 1 - x }
func (numbers) Eq(x, y uint64) uint64     { return truth(x == y) }
func (numbers) ULt(x, y uint64) uint64    { return truth(x < y) }
func (numbers) ULe(x, y uint64) uint64    { return truth(x <= y) }
func (numbers) Sub(x, y uint64) uint64    { return x - y }
func (numbers) IsFalse(x uint64) bool     { return x == 0 }
func (numbers) Ite(c, x, y uint64) uint64 {
	if c == 1 {
		return x
	}
	return y
}

func (numbers) And(xs ...uint64) uint64 {
	v := uint64(1)
	for _, x := range xs {
		v &= x
	}
	return v
}

func (numbers) Or(xs ...uint64) uint64 {
	v := uint64(0)
	for _, x := range xs {
		v |= x
	}
	return v
}

// world is a state: what was freed, by flags and by the region that keeps it, and the size of what has none in the text.
type world struct {
	freed map[ir.Object]bool
	over  uint64
	size  uint64
}

func (w *world) Flag(o ir.Object) uint64         { return truth(!w.freed[o]) }
func (w *world) Content(ir.RegionID, int) uint64 { return w.over }
func (w *world) SizeOf(ir.ID) uint64             { return w.size }

func rulesIn(t *testing.T, w *world) *place.Rules[uint64] {
	return &place.Rules[uint64]{Memory: laid(t), Terms: numbers{}, State: w}
}

// A range is valid if one live object of the region holds all of it, whatever its start; the rules are compared with that, byte by byte.
func TestInOne(t *testing.T) {
	w := &world{freed: map[ir.Object]bool{alloc(1): true}, size: 5}
	r := rulesIn(t, w)
	sizes := map[ir.Object]uint64{global(gP): 16, global(gA): 48, global(gOut): 8, alloc(1): 16, alloc(2): 5, alloc(3): 8}
	for _, region := range []ir.RegionID{0, rX} {
		for o := range sizes {
			for off := -2; off < 50; off++ {
				for n := uint64(0); n < 50; n += 7 {
					addr := r.Base(o) + uint64(off)
					want := n == 0
					for _, x := range r.Objects(region) {
						want = want || !w.freed[x] && addr >= r.Base(x) && addr+n <= r.Base(x)+sizes[x]
					}
					if got := r.InOne(region, addr, n); got != truth(want) {
						t.Fatalf("region %d: %d bytes at %v%+d: %d, want %v", region, n, o, off, got, want)
					}
				}
			}
		}
	}
}

func TestUsable(t *testing.T) {
	w := &world{size: 8}
	r := rulesIn(t, w)
	first := func(o ir.Object) int {
		ci, ok := r.Regions[rY].Find(r.Base(o))
		if !ok {
			t.Fatalf("no cell at the start of %v", o)
		}
		return ci
	}
	if r.Usable(rY, first(alloc(2)), 2) != 1 || r.Usable(rY, first(alloc(2)), 3) != 0 {
		t.Error("an allocation of 8 bytes has two cells of 4")
	}
	// Region y goes by region over, in which only !1 has a cell.
	w.over, w.freed = 1, map[ir.Object]bool{alloc(2): true}
	if r.Live(rOver, alloc(1)) != 0 || r.Live(rOver, alloc(2)) != 1 || r.Live(0, alloc(2)) != 0 {
		t.Error("lives are not those of the region that keeps them")
	}
}

func TestFreeAndProbe(t *testing.T) {
	w := &world{freed: map[ir.Object]bool{alloc(2): true}, size: 64}
	r := rulesIn(t, w)
	in := &ir.Free{Objects: []ir.Object{alloc(1), alloc(2), alloc(3), global(gA), global(gOut)}}
	for _, c := range []struct {
		name  string
		addr  uint64
		valid uint64
		code  uint64 // of a probe of the Free
		meets uint64 // of a probe of an access that is invalid
	}{
		{"null", 0, 1, ir.ProbeValid, ir.ProbeNull},
		{"near null", place.NullLimit - 1, 0, ir.ProbeOutside, ir.ProbeNull},
		{"live", r.Base(alloc(1)), 1, ir.ProbeValid, ir.ProbeOutside},
		{"its middle", r.Base(alloc(1)) + 8, 0, ir.ProbeOutside, ir.ProbeOutside},
		{"freed", r.Base(alloc(2)), 0, ir.ProbeFreed, ir.ProbeFreed},
		{"the middle of what was freed", r.Base(alloc(2)) + 9, 0, ir.ProbeOutside, ir.ProbeFreed},
		{"a local", r.Base(alloc(3)), 0, ir.ProbeOutside, ir.ProbeOutside},
		{"a global", r.Base(global(gA)), 0, ir.ProbeOutside, ir.ProbeOutside},
		{"a range", r.Base(global(gOut)) + 3, 1, ir.ProbeValid, ir.ProbeValid},
		{"past a range", r.Base(global(gOut)) + 300, 0, ir.ProbeOutside, ir.ProbeValid},
	} {
		var ended []ir.Object
		valid := r.Free(in, c.addr, func(o ir.Object, hit, live uint64) {
			if hit&live == 1 {
				ended = append(ended, o)
			}
		})
		if valid != c.valid || len(ended) > 1 || len(ended) == 1 && ended[0] != alloc(1) {
			t.Errorf("%s: free is valid: %d, want %d; it ends %v", c.name, valid, c.valid, ended)
		}
		if got := r.ProbeFree(in.Objects, 0, c.addr); got != c.code {
			t.Errorf("%s: a free meets %d, want %d", c.name, got, c.code)
		}
		if got := r.Probe(0, 0, c.addr); got != c.meets {
			t.Errorf("%s: an access meets %d, want %d", c.name, got, c.meets)
		}
		if got := r.Probe(1, 0, c.addr); got != ir.ProbeValid {
			t.Errorf("%s: a valid access meets %d", c.name, got)
		}
	}
}

// A local does not end by its address alone: nothing outside of the stack is meant.
func TestFreeOfLocals(t *testing.T) {
	r := rulesIn(t, &world{})
	in := &ir.Free{Stack: true, Objects: []ir.Object{alloc(1), alloc(3), global(gOut)}}
	for o, want := range map[ir.Object]uint64{alloc(1): 0, alloc(3): 1, global(gOut): 0} {
		if got := r.Free(in, r.Base(o), func(ir.Object, uint64, uint64) {}); got != want {
			t.Errorf("the end of a local at %v is valid: %d, want %d", o, got, want)
		}
	}
}

func TestSizesOfObjects(t *testing.T) {
	w := &world{freed: map[ir.Object]bool{}, size: 5}
	r := rulesIn(t, w)
	a, h := r.Base(global(gA)), r.Base(alloc(1))
	if r.SameObject(a, a+47) != 1 || r.SameObject(a, a+48) != 0 || r.SameObject(a, h) != 0 || r.SameObject(h+15, h) != 1 {
		t.Error("two addresses are in one object if both are inside of it")
	}
	if r.ObjectSize(h) != 16 || r.ObjectSize(h+1) != 0 || r.ObjectSize(r.Base(alloc(2))) != 5 || r.ObjectSize(r.Base(alloc(3))) != 0 || r.ObjectSize(a) != 0 {
		t.Error("objects of the heap have sizes at their starts")
	}
	w.freed[alloc(1)] = true
	if r.ObjectSize(h) != 0 {
		t.Error("a freed object has a size")
	}
}
