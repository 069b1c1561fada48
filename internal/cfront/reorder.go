package cfront

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The orders of an evaluation, see unsequenced.go.
//
// An order is a direction for every pair of units with a conflict. Directions that make a cycle with what is sequenced are none; each of the others has one sequence of units, which stands for
// all that differ in the order of units without conflict. The first has all pairs from left to right, and is what was lowered. The others are copies of it in another sequence, and a
// free choice between them stands in front. Registers are not in single assignment form, so the copies leave their values where the original does.
//
// Where there are too many, and where a unit with an order of its own would have to be split, one way of the choice is UNKNOWN.

// mostOrders is how many orders of an evaluation are made.
const mostOrders = 24

// mostUnits is how many units an evaluation may have.
const mostUnits = 2000

// conflicts are what the round before found out about an evaluation: pairs of its units.
type conflicts struct {
	units    int
	pairs    [][2]int
	hopeless bool // there is no sequence of units for some order
}

func (x *conflicts) same(y *conflicts) bool {
	return y != nil && x.units == y.units && x.hopeless == y.hopeless && slices.Equal(x.pairs, y.pairs)
}

// evaluated ends an evaluation: it is given its orders, if it is known to have several, and remembered for the next round if it can have.
func (f *fn) evaluated(ev *evaluation) {
	known := f.c.ordered[ev.node]
	if known == nil && !ev.mayConflict() {
		return
	}
	well := ev.joinUnits(f)
	for i := range ev.entries {
		if ev.entries[i].inner != nil {
			ev.entries[i].link()
		}
	}
	f.c.evaluations = append(f.c.evaluations, ev)
	if known == nil {
		return
	}
	var orders [][]int
	if well && !known.hopeless && known.units == len(ev.entries) {
		orders = ev.orders(known.pairs)
	}
	f.reorder(ev, orders)
}

// mayConflict reports whether there are operands one of which calls or synchronizes, and another does something.
func (ev *evaluation) mayConflict() bool {
	var does, acts []*operand
	for i := range ev.entries {
		x := &ev.entries[i]
		something, much := false, false
		x.each(func(in ir.Instr) {
			s, m := outline(in)
			something, much = something || s, much || m
		})
		if something && !slices.Contains(does, x.at) {
			does = append(does, x.at)
		}
		if much && !slices.Contains(acts, x.at) {
			acts = append(acts, x.at)
		}
	}
	for _, p := range acts {
		for _, q := range does {
			if _, _, ok := apart(p, q); ok {
				return true
			}
		}
	}
	return false
}

// joinUnits makes units of what must stay together: atomic sections, and control flow that an operator was lowered to. It reports whether that could be done.
func (ev *evaluation) joinUnits(f *fn) bool {
	var out []entry
	for i := 0; i < len(ev.entries); {
		x := ev.entries[i]
		last := ev.sectionFrom(i)
		section := last > i
		for k := i; k <= last; k++ {
			// A terminator: the unit goes on to the last one of the same operator.
			if in := ev.entries[k].first(); in != nil && isEnd(in) {
				for n := len(ev.entries) - 1; n > last; n-- {
					if ev.entries[n].at == ev.entries[k].at && ev.entries[n].first() != nil && isEnd(ev.entries[n].first()) {
						last = n
					}
				}
			}
		}
		if last > i || x.first() != nil && isEnd(x.first()) {
			var ok bool
			if x, ok = ev.join(f, i, last); !ok {
				return false
			}
			x.whole = section
		}
		out = append(out, x)
		i = last + 1
	}
	ev.entries = out
	return len(out) <= mostUnits
}

// sectionFrom is where an atomic section ends that begins at an entry; if none does, the entry.
func (ev *evaluation) sectionFrom(i int) int {
	depth := 0
	for k := i; k < len(ev.entries); k++ {
		switch ev.entries[k].first().(type) {
		case *ir.AtomicBegin:
			depth++
		case *ir.AtomicEnd:
			depth--
		}
		if depth == 0 {
			return k
		}
	}
	return i
}

// first is the only instruction of an entry that is not a unit yet.
func (x *entry) first() ir.Instr {
	if x.inner != nil || len(x.list) != 1 {
		return nil
	}
	return x.list[0]
}

// isEnd reports whether an instruction ends a block, marks included.
func isEnd(in ir.Instr) bool {
	switch in.(type) {
	case *jumpMark, *gotoMark:
		return true
	}
	return ir.IsTerm(in)
}

// join makes one unit of the entries from i to last.
func (ev *evaluation) join(f *fn, i, last int) (entry, bool) {
	x := ev.entries[i]
	x.list = nil
	start, end := x.block, f.cur
	before := map[*ir.Block]bool{} // those of other units
	for _, y := range ev.entries[:i+1] {
		before[y.block] = true
		if y.inner != nil {
			for _, id := range y.inner.order {
				before[f.f.Blocks[id]] = true
			}
		}
	}
	if last+1 < len(ev.entries) {
		end = ev.entries[last+1].block
	}
	behind := map[ir.Instr]bool{}
	for k := range ev.entries {
		switch {
		case k > last:
			ev.entries[k].each(func(in ir.Instr) { behind[in] = true })
		case k >= i && !ev.entries[k].at.in(x.at):
			return x, false
		}
	}
	if end == start {
		for k := i; k <= last; k++ {
			if ev.entries[k].inner != nil {
				return x, false
			}
			x.list = append(x.list, ev.entries[k].list...)
		}
		return x, true
	}
	limit := len(f.f.Blocks)
	if last+1 < len(ev.entries) {
		limit = ev.entries[last+1].blocks
	}
	first := ev.entries[i].list[0]
	at := slices.Index(start.Instrs, first)
	if at < 0 {
		return x, false
	}
	x.list = append(x.list, start.Instrs[at:]...)
	r := &region{blocks: map[ir.BlockID][]ir.Instr{}, end: -1}
	for id := ev.created; id < limit; id++ {
		b := f.f.Blocks[id]
		if before[b] {
			continue
		}
		var list []ir.Instr
		for _, in := range b.Instrs {
			if b == end && behind[in] {
				break
			}
			list = append(list, in)
		}
		r.blocks[ir.BlockID(id)] = list
		r.order = append(r.order, ir.BlockID(id))
		if b == end {
			r.end = ir.BlockID(id)
		}
	}
	x.inner = r
	return x, r.end >= 0
}

// orders lists the sequences of units, the one that was lowered first. nil: there are too many.
func (ev *evaluation) orders(pairs [][2]int) (list [][]int) {
	n := len(ev.entries)
	after := make([][]bool, n) // after[u][v]: v comes behind u
	for u := range after {
		after[u] = make([]bool, n)
		for v := u + 1; v < n; v++ {
			_, _, free := apart(ev.entries[u].at, ev.entries[v].at)
			after[u][v] = !free
		}
	}
	classes := ev.classes(append(pairs[:len(pairs):len(pairs)], ev.around(pairs)...))
	reaches := func(from, to int) bool {
		seen := make([]bool, n)
		stack := []int{from}
		for len(stack) > 0 {
			u := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if u == to {
				return true
			}
			if seen[u] {
				continue
			}
			seen[u] = true
			for v := range after[u] {
				if after[u][v] && !seen[v] {
					stack = append(stack, v)
				}
			}
		}
		return false
	}
	var choose func(k int) bool
	choose = func(k int) bool {
		if k == len(classes) {
			list = append(list, sequence(after))
			return len(list) <= mostOrders
		}
		for _, turn := range []bool{false, true} {
			var added [][2]int
			ok := true
			for _, p := range classes[k] {
				u, v := p[0], p[1]
				if turn {
					u, v = v, u
				}
				if reaches(v, u) {
					ok = false
					break
				}
				if !after[u][v] {
					after[u][v] = true
					added = append(added, [2]int{u, v})
				}
			}
			if ok && !choose(k+1) {
				return false
			}
			for _, p := range added {
				after[p[0]][p[1]] = false
			}
		}
		return true
	}
	if !choose(0) {
		return nil
	}
	return list
}

// classes are the pairs that have one direction: a call and the accesses of x++, whole operands of an initializer list.
func (ev *evaluation) classes(pairs [][2]int) (list [][][2]int) {
	number := map[[2]any]int{}
	for _, p := range pairs {
		u, v := ev.entries[p[0]], ev.entries[p[1]]
		x, y, _ := apart(u.at, v.at)
		key := [2]any{p[0], p[1]}
		if u.one != nil {
			key[0] = u.one
		}
		if v.one != nil {
			key[1] = v.one
		}
		if x.group.whole {
			key = [2]any{x, y}
		}
		k, ok := number[key]
		if !ok {
			k = len(list)
			number[key] = k
			list = append(list, nil)
		}
		for _, a := range ev.together(p[0]) {
			for _, b := range ev.together(p[1]) {
				if _, _, free := apart(ev.entries[a].at, ev.entries[b].at); free {
					list[k] = append(list[k], [2]int{a, b})
				}
			}
		}
	}
	return list
}

// around gives pairs for x += f(): what stands beside it comes before its read of x or behind its write, also if it conflicts with f alone.
func (ev *evaluation) around(pairs [][2]int) (more [][2]int) {
	var hot []int
	for _, p := range pairs {
		hot = append(hot, p[0], p[1])
	}
	slices.Sort(hot)
	hot = slices.Compact(hot)
	for u := range ev.entries {
		same := ev.together(u)
		last := same[len(same)-1]
		if same[0] != u || !slices.ContainsFunc(hot, func(k int) bool { return u < k && k < last && !slices.Contains(same, k) }) {
			continue
		}
		for _, k := range hot {
			_, _, free := apart(ev.entries[last].at, ev.entries[k].at)
			if p := [2]int{min(last, k), max(last, k)}; free && !slices.Contains(pairs, p) {
				more = append(more, p)
			}
		}
	}
	return more
}

// together are the units that no call comes between, one of them among them.
func (ev *evaluation) together(u int) (list []int) {
	if ev.entries[u].one == nil {
		return []int{u}
	}
	for k := range ev.entries {
		if ev.entries[k].one == ev.entries[u].one {
			list = append(list, k)
		}
	}
	return list
}

// sequence puts the units in the order of the edges, and from left to right where these leave a choice.
func sequence(after [][]bool) (out []int) {
	n := len(after)
	before := make([]int, n)
	for u := range after {
		for v := range after[u] {
			if after[u][v] {
				before[v]++
			}
		}
	}
	for len(out) < n {
		for u := range n {
			if before[u] != 0 {
				continue
			}
			before[u] = -1
			out = append(out, u)
			for v := range after[u] {
				if after[u][v] {
					before[v]--
				}
			}
			break
		}
	}
	return out
}

// reorder puts a choice of orders in front of what was lowered; without orders, a choice of that or UNKNOWN.
func (f *fn) reorder(ev *evaluation, orders [][]int) {
	defer func(m ir.Meta) { f.pos, f.line = m.Pos, m.Text }(f.meta())
	f.pos, f.line = ev.place.Pos, ev.place.Text
	left, done := f.newBlock("left"), f.newBlock("evaluated")
	first := f.f.Blocks[left]
	first.Instrs = append(first.Instrs, ev.block.Instrs[ev.from:]...)
	ev.block.Instrs = ev.block.Instrs[:ev.from:ev.from]
	if f.cur == ev.block {
		f.cur = first
	}
	f.jump(done)
	var others []ir.BlockID
	for _, order := range orders {
		if !slices.IsSorted(order) {
			b := f.newBlock("order")
			f.begin(b)
			f.copyUnits(ev, order)
			f.jump(done)
			others = append(others, b)
		}
	}
	if orders == nil {
		b := f.newBlock("orders")
		f.begin(b)
		f.emit(&ir.Unsupported{What: "operands whose effects conflict, with more orders of evaluation than are looked at; use temporary variables"})
		others = append(others, b)
	}
	f.cur = ev.block
	for i, b := range others {
		next := left
		if i < len(others)-1 {
			next = f.newBlock("choice")
		}
		f.branch(f.havoc(1, "", ir.ShowBool), b, next)
		f.begin(next)
	}
	f.begin(done)
}

// copyUnits emits copies of the units in an order.
func (f *fn) copyUnits(ev *evaluation, order []int) {
	for _, u := range order {
		x := &ev.entries[u]
		fresh := map[ir.BlockID]ir.BlockID{}
		if x.inner != nil {
			for _, b := range x.inner.order {
				fresh[b] = f.newBlock(f.f.Blocks[b].Name)
			}
		}
		for _, in := range x.list {
			f.cur.Instrs = append(f.cur.Instrs, f.copyInstr(in, fresh))
		}
		if x.inner == nil {
			continue
		}
		for _, b := range x.inner.order {
			f.begin(fresh[b])
			for _, in := range x.inner.blocks[b] {
				f.cur.Instrs = append(f.cur.Instrs, f.copyInstr(in, fresh))
			}
		}
		f.begin(fresh[x.inner.end])
	}
}

// copyInstr copies an instruction with what is known of it, into other blocks.
func (f *fn) copyInstr(in ir.Instr, fresh map[ir.BlockID]ir.BlockID) ir.Instr {
	out := ir.Clone(in)
	ir.Targets(out, func(b *ir.BlockID) {
		if to, ok := fresh[*b]; ok {
			*b = to
		}
	})
	switch in := in.(type) {
	case *ir.Alloc:
		if t, ok := f.c.allocs[in]; ok {
			f.c.allocs[out.(*ir.Alloc)] = t
		}
	case *ir.CallPtr:
		if t, ok := f.c.callTypes[in]; ok {
			f.c.callTypes[out.(*ir.CallPtr)] = t
		}
		if id, ok := f.c.fallback[in]; ok {
			f.c.fallback[out.(*ir.CallPtr)] = id
		}
	case *jumpMark:
		if to, ok := fresh[in.to.block]; ok {
			l := *in.to
			l.block = to
			out.(*jumpMark).to = &l
		}
	}
	if begins, ok := f.c.marked[in]; ok {
		f.c.marked[out] = begins
	}
	return out
}
