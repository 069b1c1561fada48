package irexec

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
)

// withGlobals is a program with variables of these sizes and alignments.
func withGlobals(narrow bool, objects []Sized) *ir.Program {
	p := &ir.Program{Funcs: []*ir.Func{{Name: "main", Blocks: []*ir.Block{{Instrs: []ir.Instr{&ir.Halt{}}}}}}}
	if narrow {
		p.Model = ir.ILP32
	}
	for i, o := range objects {
		p.Globals = append(p.Globals, &ir.Global{Name: fmt.Sprintf("g%d", i), Size: o.Size, Align: o.Align})
	}
	return p
}

// laidOut is an object with its place.
type laidOut struct {
	base, size, align uint64
	what              string
}

// TestNoOverlap: wherever variables, allocations of an engine and objects of threads lie, they are apart, aligned, below the tags, and found again; and their low halves are not zero.
func TestNoOverlap(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		narrow := seed%2 == 1
		largest := int64(1) << 24
		if narrow {
			largest = 1 << 14
		}
		some := func(n int) (out []Sized) {
			for range n {
				size := rnd.Int64N(200)
				if rnd.IntN(20) == 0 {
					size = rnd.Int64N(largest)
				}
				out = append(out, Sized{size, int64(1) << rnd.IntN(8)})
			}
			return out
		}
		vars, added := some(rnd.IntN(3000)), some(rnd.IntN(3000))
		p := withGlobals(narrow, vars)
		l := makeLayout(p)
		var all []laidOut
		for i, o := range vars {
			all = append(all, laidOut{l.bases[i], uint64(o.Size), uint64(o.Align), fmt.Sprint("variable ", i)})
		}
		behind, err := Behind(p, added)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range added {
			all = append(all, laidOut{behind[i], uint64(o.Size), uint64(o.Align), fmt.Sprint("added ", i)})
		}
		m := &machine{prog: &program{src: p, layout: l, pw: 64}, spaces: [][]object{nil}}
		for i := range vars {
			m.spaces[0] = append(m.spaces[0], object{base: l.bases[i]})
		}
		for thread := range l.threads() {
			var objs []object
			n := 3
			if rnd.IntN(20) == 0 {
				n = 500
			}
			for i, o := range some(n) {
				at, ok := l.place(thread, objs, uint64(o.Size), uint64(o.Align))
				if !ok {
					continue
				}
				if at.room < uint64(o.Size) {
					t.Fatalf("seed %d: %d bytes in a room of %d", seed, o.Size, at.room)
				}
				objs = append(objs, at)
				all = append(all, laidOut{at.base, at.room, uint64(o.Align), fmt.Sprintf("object %d of thread %d", i, thread)})
			}
			m.spaces = append(m.spaces, objs)
		}
		for space, objs := range m.spaces {
			for slot, o := range objs {
				for _, addr := range []uint64{o.base, o.base + o.room/2, o.base + o.room} {
					if s, k, ok := m.find(addr); !ok || s != space || k != slot {
						t.Fatalf("seed %d: %#x is of object %d in space %d, found as %d in %d", seed, addr, slot, space, k, s)
					}
				}
			}
		}
		slices.SortFunc(all, func(a, b laidOut) int {
			if a.base < b.base {
				return -1
			}
			return 1
		})
		for i, o := range all {
			switch {
			case o.base%o.align != 0 || o.base < 1<<16 || o.base+o.size > l.top():
				t.Errorf("seed %d: %s lies at %#x, aligned to %d", seed, o.what, o.base, o.align)
			case i > 0 && all[i-1].base+all[i-1].size+smallestGap > o.base:
				t.Errorf("seed %d: %s at %#x of %d bytes leaves no gap before %s at %#x", seed, all[i-1].what, all[i-1].base, all[i-1].size, o.what, o.base)
			case uint32(o.base) == 0 || uint64(uint32(o.base))+o.size > mask(32) && o.size < 1<<31:
				t.Errorf("seed %d: an address in %s at %#x of %d bytes has a low half of zero", seed, o.what, o.base, o.size)
			}
		}
	}
}

// TestFarApart: no index of 32 bits gets from one variable to another, or from one to another of the first objects of a thread, of a program of usual size.
func TestFarApart(t *testing.T) {
	objects := slices.Repeat([]Sized{{Size: 64, Align: 8}}, 1000)
	p := withGlobals(false, objects)
	l := makeLayout(p)
	behind, err := Behind(p, objects)
	if err != nil {
		t.Fatal(err)
	}
	var objs []object
	var bases []uint64
	for range 30 {
		o, ok := l.place(0, objs, 64, 8)
		if !ok {
			t.Fatal("no room")
		}
		objs, bases = append(objs, o), append(bases, o.base)
	}
	for _, list := range [][]uint64{l.bases, behind, bases[:14]} {
		for i := range list[1:] {
			if list[i+1]-list[i] < 1<<34 {
				t.Errorf("object %d at %#x is too near to the next at %#x", i, list[i], list[i+1])
			}
		}
	}
}

// TestNoRoom: what has no room says how much there is.
func TestNoRoom(t *testing.T) {
	try := func(f func()) (msg string) {
		defer func() {
			if e, ok := recover().(SizeError); ok {
				msg = e.Error()
			}
		}()
		f()
		return ""
	}
	narrow := slices.Repeat([]Sized{{Size: 1 << 29, Align: 1}}, 2)
	if msg := try(func() { makeLayout(withGlobals(true, narrow)) }); !strings.Contains(msg, "2 variables of 1073741824 bytes take more than the 536870912 bytes") {
		t.Errorf("too many bytes of variables: %q", msg)
	}
	for _, o := range []Sized{{Size: 1 << 45, Align: 1}, {Size: -1, Align: 1}, {Size: 1, Align: 1 << 46}} {
		_, err := Behind(withGlobals(false, nil), []Sized{o})
		if large := (SizeError{}); !errors.As(err, &large) || !strings.Contains(err.Error(), "35184372088832 bytes of addresses") {
			t.Errorf("%v has room: %v", o, err)
		}
	}
	l := makeLayout(withGlobals(true, nil))
	if _, ok := l.place(l.threads()-1, nil, 1<<21, 1); ok {
		t.Error("2 MiB fit into what the last of many threads has")
	}
	local := withGlobals(true, []Sized{{Size: 1 << 22, Align: 8}})
	local.Globals[0].ThreadLocal = true
	if l := makeLayout(local); l.threads() >= maxThread32 || l.threads() < 7 {
		t.Errorf("%d threads have room for a variable of 4 MiB each", l.threads())
	}
	local.Globals[0].Size = 1 << 28
	if msg := try(func() { makeLayout(local) }); !strings.Contains(msg, "thread-local variables take more than the 134217728 bytes") {
		t.Errorf("a thread has no room for its variables: %q", msg)
	}
}
