package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/held"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Threads that are waited for by a count of them: who starts one adds 1 to a counter first, each takes 1 off at its end, and who waits goes on when it is 0.
//
// A thread owns a part of a counter. It begins with 1 or with nothing, by its kind; what it adds is its own, what it takes off was its own, and a thread that it starts gets its 1 from it. Data flow finds the least that a thread
// owns before each instruction, and that it is never less than nothing. A counter starts as 0 and is changed in these ways alone, so it is at all times the sum of what threads own: at least what any one of them does. When it is 0, nobody
// owns a part. Threads that own one until they have nothing left to do but to return, and that nobody joins, are over then, as far as anybody can tell.
//
// Each thread has to do with one cell of a region of counters, at an address that stays the same: a variable's, that of an object that the thread allocates once, or one that it was given when it was started. So a
// counter in the heap counts the threads that were started with its address.
//
// Counters have 64 bits: nobody adds so often that they would come round to 0. Narrower ones are not followed.

// counting is what is known of one region of counters.
type counting struct {
	t      *Threads
	values *values
	region ir.RegionID
	at     map[*Kind]held.Addr // where each kind changes it
	begins map[*Kind]int       // what each kind begins with
	holds  map[*Kind]bool      // those that own a part until they are over
}

// findCounted finds, before the instructions of each kind of threads, which of its spawns have started nobody who lives, because they were not run or because of a counter.
func (t *Threads) findCounted(fl *filter) {
	fl.over = map[*Kind]map[ir.ID]uint64{}
	added := map[ir.RegionID]bool{}
	for _, in := range t.Program.Instrs() {
		if f, ok := in.(*ir.Forget); ok && f.Region == 0 || t.Info.Wild[in.Base().ID] {
			return // which may change anything
		}
		if x, ok := in.(*ir.RMW); ok {
			added[x.Mem.Region] = true
		}
	}
	all, vals := []*counting{}, &values{t: t, fl: fl}
	for r := range t.Program.Regions {
		if !added[ir.RegionID(r)] {
			continue
		}
		if c := t.countingOf(fl, vals, ir.RegionID(r)); c != nil {
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		return
	}
	fl.counters = all
	for _, k := range t.Kinds {
		var waits []wait
		for _, c := range all {
			waits = append(waits, c.waits(fl, k)...)
		}
		if len(waits) > 0 {
			fl.over[k] = overBefore(t.Program.Funcs[k.Func], fl.threads[k.Func].Spawns, waits)
		}
	}
}

// countingOf looks at a region; nil if it has no counters.
func (t *Threads) countingOf(fl *filter, vals *values, r ir.RegionID) *counting {
	region := t.Program.Regions[r]
	if r == 0 || region.Ghost || region.Width != 8 || len(t.Beyond(r)) > 0 || t.uncertain(r) {
		return nil
	}
	for _, e := range region.Cells {
		if e.Count != 1 || !t.startsAsZero(e) {
			return nil
		}
	}
	c := &counting{t: t, values: vals, region: r, at: map[*Kind]held.Addr{}, begins: map[*Kind]int{}, holds: map[*Kind]bool{}}
	for _, k := range t.Kinds {
		if !c.changes(fl, k) {
			return nil
		}
	}
	if len(c.at) == 0 {
		return nil
	}
	for again := true; again; {
		again = false
		for _, k := range t.Kinds {
			if _, ok := c.owned(fl, k); ok {
				continue
			}
			if c.begins[k] > 0 || k == t.Kinds[0] || !c.given(k) {
				return nil
			}
			c.begins[k], again = 1, true
		}
	}
	for _, k := range t.Kinds[1:] {
		if least, _ := c.owned(fl, k); c.begins[k] > 0 {
			c.holds[k] = true
			for _, b := range t.Program.Funcs[k.Func].Blocks {
				for _, in := range b.Instrs {
					if n, reached := least[in]; reached && n == 0 && !unnoticed(in) {
						c.holds[k] = false
					}
				}
			}
		}
	}
	return c
}

// startsAsZero reports whether a cell holds 0 when it comes to be.
func (t *Threads) startsAsZero(e ir.Extent) bool {
	if e.Object.Alloc != 0 {
		for _, in := range t.Program.Instrs() {
			if a, ok := in.(*ir.Alloc); ok && a.ID == e.Object.Alloc {
				return a.Zero && !a.Stack
			}
		}
		return false
	}
	g := t.Program.Globals[e.Object.Global]
	for i := e.Offset; i < min(e.Offset+8, int64(len(g.Init))); i++ {
		if g.Init[i] != 0 {
			return false
		}
	}
	return !g.External && !g.ThreadLocal && !slices.ContainsFunc(g.Relocs, func(r ir.Reloc) bool { return r.Offset > e.Offset-8 && r.Offset < e.Offset+8 })
}

// changes reports whether a kind of threads reads the counters, adds 1 and takes 1 off, and nothing else, all at one address that stays the same.
func (c *counting) changes(fl *filter, k *Kind) bool {
	f, th := c.t.Program.Funcs[k.Func], fl.threads[k.Func]
	for in := range f.Instrs() {
		id := in.Base().ID
		if fr, ok := in.(*ir.Forget); ok && fr.Region == c.region {
			return false
		}
		if rg := c.t.Info.Ranges[id]; rg != nil {
			if rg.Whole == c.region || rg.SrcWhole == c.region {
				return false
			}
			for _, p := range rg.Parts {
				if p.Dst == c.region || p.Src == c.region {
					return false
				}
			}
			continue
		}
		if fr, ok := in.(*ir.Free); ok && slices.ContainsFunc(c.t.regions[c.region].objects, func(o ir.Object) bool { return slices.Contains(fr.Objects, o) }) {
			return false
		}
		m, _, _ := ir.AccessOf(in)
		if src := ir.SourceOf(in); src != nil && src.Region == c.region {
			return false
		}
		if m == nil || m.Region != c.region {
			continue
		}
		if m.Size != 8 || m.Len.IsSet() {
			return false
		}
		if _, ok := in.(*ir.Load); ok {
			continue
		}
		at := th.Addr(id, false)
		if _, ok := c.adds(k, in); !ok || !at.Constant() && !fixed(f, at, in) {
			return false
		}
		if was, ok := c.at[k]; ok && was != at {
			return false
		}
		c.at[k] = at
	}
	return true
}

// fixed reports whether an address of an instruction's is the same as long as the thread lives: its base is a parameter that keeps its value, or was written before, once.
func fixed(f *ir.Func, at held.Addr, use ir.Instr) bool {
	if at.Base.Kind != held.Register {
		return false
	}
	def := definitions(f, at.Base.Reg)
	if slices.Contains(f.Params, at.Base.Reg) {
		return len(def) == 0
	}
	if len(def) != 1 || !comesFirst(f, def[0], use) {
		return false
	}
	cyclic := f.Cyclic()
	return !slices.ContainsFunc(f.Blocks, func(b *ir.Block) bool { return slices.Contains(b.Instrs, def[0]) && cyclic[slices.Index(f.Blocks, b)] })
}

// definitions lists the instructions that write a register.
func definitions(f *ir.Func, r ir.Reg) (out []ir.Instr) {
	for in := range f.Instrs() {
		ir.Defs(in, func(d *ir.Reg) {
			if *d == r {
				out = append(out, in)
			}
		})
	}
	return out
}

// given reports whether a kind of threads has its counter's address from the start.
func (c *counting) given(k *Kind) bool {
	at, ok := c.at[k]
	return ok && (at.Constant() || slices.Contains(c.t.Program.Funcs[k.Func].Params, at.Base.Reg))
}

// adds is what an instruction that changes a counter adds to it: 1 or -1.
func (c *counting) adds(k *Kind, in ir.Instr) (int, bool) {
	x, ok := in.(*ir.RMW)
	if !ok {
		return 0, false
	}
	v, known := c.values.of(k, in, x.Val)
	switch {
	case !known:
	case x.Op == ir.RMWAdd && v == 1, x.Op == ir.RMWSub && v == ^uint64(0):
		return 1, true
	case x.Op == ir.RMWSub && v == 1, x.Op == ir.RMWAdd && v == ^uint64(0):
		return -1, true
	}
	return 0, false
}

// owned is the least that a thread owns before each of its instructions; false if it might come to own less than nothing.
func (c *counting) owned(fl *filter, k *Kind) (least map[ir.Instr]int, ok bool) {
	const enough = 4 // more is never asked for
	f, th := c.t.Program.Funcs[k.Func], fl.threads[k.Func]
	least = map[ir.Instr]int{}
	begin := make([]int, len(f.Blocks))
	for i := range begin {
		begin[i] = -1
	}
	begin[0] = c.begins[k]
	todo := []ir.BlockID{0}
	for len(todo) > 0 {
		b := todo[0]
		todo = todo[1:]
		n := begin[b]
		for _, in := range f.Blocks[b].Instrs {
			least[in] = n
			if m, _, _ := ir.AccessOf(in); m != nil && m.Region == c.region {
				if by, changes := c.adds(k, in); changes {
					n = min(n+by, enough)
				}
			}
			if s, is := in.(*ir.Spawn); is {
				gives, same := c.gives(th, k, s)
				if !same {
					return nil, false
				}
				n -= gives
			}
			if n < 0 {
				return nil, false
			}
		}
		for _, to := range f.Next(b) {
			if begin[to] < 0 || n < begin[to] {
				begin[to] = n
				todo = append(todo, to)
			}
		}
	}
	return least, true
}

// gives is what a spawn passes to the thread that it starts; false if that is not the same for all that it may start, or not of the counter that they have to do with.
func (c *counting) gives(th *held.Thread, k *Kind, s *ir.Spawn) (n int, ok bool) {
	for i, g := range s.Candidates {
		u := c.t.kindOf(g)
		if i > 0 && c.begins[u] != n {
			return 0, false
		}
		if n = c.begins[u]; n == 0 {
			continue
		}
		mine, has := c.at[k]
		at := c.at[u]
		if !at.Constant() {
			j := slices.Index(c.t.Program.Funcs[g].Params, at.Base.Reg)
			if j < 0 || j >= len(s.Args) {
				return 0, false
			}
			off := at.Off
			at = th.Arg(s.Base().ID, j)
			at.Off = ir.MakeConst(c.t.Program.PtrWidth(), at.Off+off).Lo
		}
		if !has || !at.Known() || at != mine {
			return 0, false
		}
	}
	return n, true
}

// unnoticed reports whether nobody else notices an instruction.
func unnoticed(in ir.Instr) bool {
	switch in.(type) {
	case *ir.Move, *ir.Unary, *ir.Binary, *ir.Extract, *ir.Concat, *ir.Ite, *ir.Havoc, *ir.Jump, *ir.Branch, *ir.Switch, *ir.Return:
		return true
	}
	return false
}
