package pointsto

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestExecutedAccesses runs random programs that keep pointers at aligned and other places, copy them whole, in parts and in ranges, and write numbers over
// parts of them, and compares every access with its region: wherever it goes in an object that the region lies in, it goes to cells of the region.
func TestExecutedAccesses(t *testing.T) {
	moved := 0
	for _, seed := range tooltest.Seeds(t, 1, 3000, 100000) {
		rng := rand.New(rand.NewPCG(seed, 17))
		src := pointerProgram(t, rng)
		p, err := irtext.Parse("a.ir", []byte(src))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		split, info := Split(p, func(*ir.Alloc) int64 { return 8 })
		w := &placesWatcher{t: t, split: split, info: info, bases: irexec.GlobalBases(p), regions: map[ir.ID]ir.RegionID{}}
		for _, in := range split.Instrs() {
			if m, _, _ := ir.AccessOf(in); m != nil {
				w.regions[in.Base().ID] = m.Region
			}
		}
		c, err := irexec.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			c.Run(irexec.Sequential{
				Decide: func(n int) int { return rng.IntN(n) },
				Value:  func(_, width int) ir.Const { return ir.Const{Lo: rng.Uint64() & (1<<width - 1)} },
				Watch:  w, MaxSteps: 2000, Options: irexec.Options{NoTrace: true},
			})
		}
		if moved += w.moved; w.failed != "" {
			t.Fatalf("seed %d: %s\n%s", seed, w.failed, src)
		}
	}
	if moved == 0 {
		t.Error("no pointer was ever moved within its object")
	}
}

// placesWatcher compares where accesses go with the cells of their regions.
type placesWatcher struct {
	t       *testing.T
	split   *ir.Program
	info    *Info
	bases   []uint64
	regions map[ir.ID]ir.RegionID
	failed  string
	moved   int // accesses through pointers that went elsewhere than to the start of an object
}

func (w *placesWatcher) Undone() {}

func (w *placesWatcher) Before(m *irexec.Moment) {
	mem, _, _ := ir.AccessOf(m.Instr)
	if mem == nil || mem.Len.IsSet() || w.failed != "" {
		return
	}
	at, ok := m.Value(mem.Addr)
	if !ok {
		return
	}
	base, size := m.Object(at.Lo)
	g := slices.Index(w.bases, base)
	if g < 0 || at.Lo < base || at.Lo+uint64(mem.Size) > base+size {
		return
	}
	region := w.regions[m.Instr.Base().ID]
	object, off := ir.Object{Global: ir.GlobalID(g)}, int64(at.Lo-base)
	if mem.Addr.Kind == ir.KindReg {
		v := w.info.Values
		if !slices.ContainsFunc(v.regs[0][mem.Addr.Reg], func(n nodeID) bool { return slices.Contains(v.objects[n], object) }) {
			return // a number that became the address of something else is no address
		}
		if off > 0 {
			w.moved++
		}
	}
	r := &w.split.Regions[region]
	for k := int64(0); k < int64(mem.Size); k += int64(r.Width) {
		if !slices.ContainsFunc(r.Cells, func(e ir.Extent) bool {
			d := off + k - e.Offset
			return e.Object == object && d >= 0 && d%e.Stride == 0 && d/e.Stride < e.Count
		}) {
			w.failed = fmt.Sprintf("%s goes to byte %d of %s, which is not in its region %v", mem.Name, off+k, w.split.Globals[g].Name, r.Cells)
		}
	}
}

// pointerGlobals is an object that is pointed to, and some that hold pointers to it or parts of them.
const pointerGlobals = `program lp64
region mem
global @t : 24 align 8
global @h0 : 24 align 8
global @h1 : 24 align 8
global @h2 : 24 align 8
entry @main
`

// pointerProgram is a random program of one thread that works with them.
func pointerProgram(t *testing.T, rng *rand.Rand) string {
	bare, err := irtext.Parse("a.ir", []byte(pointerGlobals+"\nfunc @main() {\nentry:\n  return\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	target := irexec.GlobalBases(bare)[0]
	var b strings.Builder
	b.WriteString(pointerGlobals + "\nfunc @main() {\nentry:\n")
	n := 0
	reg := func(width int) (def, use string) {
		n++
		return fmt.Sprintf("%%r%d:%d", n, width), fmt.Sprintf("%%r%d", n)
	}
	name := func() string { n++; return fmt.Sprintf("%q", fmt.Sprint("n", n)) }
	// phases is where pointers begin.
	phases := [][]int{{0}, {0}, {4}, {0, 4}, {0, 4, 1, 6}}[rng.IntN(5)]
	phase := func() int { return phases[rng.IntN(len(phases))] }
	wide := func() int { return phase() + 8*rng.IntN(2) }
	part := func() (off, size int) {
		size = []int{4, 4, 4, 2, 1}[rng.IntN(5)]
		return rng.IntN(24/size) * size, size
	}
	place := func(off int) string {
		base := fmt.Sprintf("@h%d", rng.IntN(3))
		if rng.IntN(8) > 0 {
			return fmt.Sprintf("%s+%d", base, off)
		}
		// One of two places: nodes are joined, perhaps moved against each other.
		cdef, c := reg(1)
		pdef, p := reg(64)
		fmt.Fprintf(&b, "  %s = havoc\n  %s = ite %s, %s+%d, @h%d+%d\n", cdef, pdef, c, base, off, rng.IntN(3), max(0, min(off+[]int{0, 0, 0, 4, -4, 8}[rng.IntN(6)], 16)))
		return p
	}
	// number is what a part has in a pointer to somewhere.
	number := func(off, size int) string {
		addr := target + 8*rng.Uint64N(3)
		return fmt.Sprintf("%d:%d", addr>>(8*((off-phase()+16)%8))&(1<<(8*size)-1), 8*size)
	}
	// index is a number with few values, or many.
	index := func() string {
		xdef, x := reg(32)
		idef, i := reg(32)
		fmt.Fprintf(&b, "  %s = havoc\n  %s = %s %s, %d:32\n", xdef, idef, []string{"urem", "urem", "and", "srem", "add"}[rng.IntN(5)], x, 1+rng.IntN(5))
		if rng.IntN(4) == 0 { // that grows, perhaps
			cdef, c := reg(1)
			again := fmt.Sprintf("%s = %s %s, %d:32", i, []string{"add", "mul", "shl", "urem"}[rng.IntN(4)], i, 1+rng.IntN(3))
			n++
			fmt.Fprintf(&b, "  jump again%d\nagain%d:\n  %s\n  %s = havoc\n  branch %s, again%d, on%d\non%d:\n", n, n, again, cdef, c, n, n, n)
		}
		wdef, w := reg(64)
		kdef, k := reg(64)
		fmt.Fprintf(&b, "  %s = %s %s\n  %s = mul %s, %d:64\n", wdef, []string{"zext", "sext"}[rng.IntN(2)], i, kdef, w, []int{1, 4, 8, -4}[rng.IntN(4)])
		return k
	}
	for range 4 + rng.IntN(8) {
		switch rng.IntN(10) {
		case 0, 1: // a pointer
			fmt.Fprintf(&b, "  store mem[%s] name %s, @t+%d\n", place(wide()), name(), 8*rng.IntN(3))
		case 2: // copied whole
			def, v := reg(64)
			fmt.Fprintf(&b, "  %s = load mem[%s] name %s\n", def, place(wide()), name())
			fmt.Fprintf(&b, "  store mem[%s] name %s, %s\n", place(wide()), name(), v)
		case 3: // in parts
			off, size := part()
			def, v := reg(8 * size)
			to := off
			if rng.IntN(3) == 0 {
				to = rng.IntN(24/size) * size
			}
			fmt.Fprintf(&b, "  %s = load mem[%s] name %s\n", def, place(off), name())
			fmt.Fprintf(&b, "  store mem[%s] name %s, %s\n", place(to), name(), v)
		case 4: // in a range
			from, to, size := wide(), wide(), []int{2, 4, 8, 8, 12}[rng.IntN(5)]
			if rng.IntN(3) == 0 {
				from, size = part()
				to = from%8 + 8*rng.IntN(2)
			}
			fmt.Fprintf(&b, "  copy mem[%s] len %d:64 name %s, mem[%s] name %s\n", place(to), min(size, 24-max(from, to)), name(), place(from), name())
		case 5: // a number over a part
			off, size := part()
			if rng.IntN(3) == 0 {
				fmt.Fprintf(&b, "  rmw %s mem[%s] atomic name %s, %d:%d\n", []string{"add", "sub", "xor"}[rng.IntN(3)], place(off), name(), 8*(1+rng.IntN(2)), 8*size)
			} else {
				fmt.Fprintf(&b, "  store mem[%s] name %s, %s\n", place(off), name(), number(off, size))
			}
		case 6: // a fill
			off, size := part()
			fmt.Fprintf(&b, "  fill mem[%s] len %d:64 name %s, %s\n", place(off), size, name(), number(off, 1))
		default: // followed, if it is chosen
			cdef, c := reg(1)
			rdef, r := reg(64)
			fmt.Fprintf(&b, "  %s = load mem[%s] name %s\n  %s = havoc\n", rdef, place(wide()), name(), cdef)
			if rng.IntN(2) == 0 {
				if rng.IntN(2) == 0 {
					r = fmt.Sprintf("@t+%d", 8*rng.IntN(3))
				}
				qdef, q := reg(64)
				fmt.Fprintf(&b, "  %s = add %s, %s\n", qdef, r, index())
				r = q
			}
			n++
			fmt.Fprintf(&b, "  branch %s, do%d, go%d\ndo%d:\n  store mem[%s] name \"f%d\", 1:%d\n  jump go%d\ngo%d:\n", c, n, n, n, r, n, 32+32*rng.IntN(2), n, n)
		}
	}
	// What lies in the object is told apart by accesses of its own.
	for off := 0; off < 24; off += 8 {
		fmt.Fprintf(&b, "  store mem[@t+%d] name %s, 2:64\n", off, name())
	}
	b.WriteString("  return\n}\n")
	return b.String()
}
