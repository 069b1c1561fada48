package kiss

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What the instrumentation has to know before it begins: which functions run inside atomic sections and how deep, where only one thread exists
// so far, which calls may come back with raise set, how many threads there can be.

// instance is a function as it runs at one depth of atomic sections. The instance at depth 0 keeps the function's number.
type instance struct {
	f       ir.FuncID
	id      ir.FuncID // in the output
	at      []int     // depth at the start of each block, -1: not reached
	alone   []bool    // only the first thread exists at the start of each block
	first   bool      // it is entered with only the first thread there
	raises  bool      // a call may come back with raise set
	depth   int
	threads bool   // a thread other than the first may run it
	main    bool   // the first thread may run it
	late    []bool // at the start of each block: a thread may have been created since the last point
	enters  bool   // the same where it is called
}

type instanceKey struct {
	f     ir.FuncID
	depth int
}

const (
	deepest     = 8  // atomic sections
	mostThreads = 32 // that joins and signals know
)

func (k *kiss) body(f ir.FuncID) *ir.Func { return k.in.Funcs[f] }

// findInstances finds the instances.
func (k *kiss) findInstances() error {
	k.instances, k.deltas = map[instanceKey]*instance{}, map[ir.FuncID]int{}
	k.find(k.in.Entry, 0)
	var err error
	for i := 0; i < len(k.list) && err == nil; i++ {
		err = k.walk(k.list[i])
	}
	if err != nil {
		return err
	}
	slices.Sort(k.roots)
	next := ir.FuncID(len(k.in.Funcs))
	for _, x := range k.list {
		if x.id = x.f; x.depth > 0 {
			x.id = next
			next++
		}
	}
	return nil
}

func (k *kiss) find(f ir.FuncID, depth int) *instance {
	key := instanceKey{f, depth}
	if x := k.instances[key]; x != nil {
		return x
	}
	x := &instance{f: f, depth: depth, first: true}
	k.instances[key] = x
	k.list = append(k.list, x)
	return x
}

// delta is by how much a call changes the depth of atomic sections; ircheck sees to it that it is one number.
func (k *kiss) delta(f ir.FuncID) int {
	if d, ok := k.deltas[f]; ok {
		return d
	}
	k.deltas[f] = 0 // in a recursion it is
	body := k.body(f)
	seen := make([]bool, len(body.Blocks))
	type item struct {
		b ir.BlockID
		d int
	}
	work := []item{{0, 0}}
	seen[0] = true
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, in := range body.Blocks[x.b].Instrs {
			x.d += k.change(in)
			if _, ok := in.(*ir.Return); ok {
				k.deltas[f] = x.d
			}
		}
		ir.Targets(body.Blocks[x.b].Term(), func(t *ir.BlockID) {
			if !seen[*t] {
				seen[*t] = true
				work = append(work, item{*t, x.d})
			}
		})
	}
	return k.deltas[f]
}

// change is by how much an instruction changes the depth.
func (k *kiss) change(in ir.Instr) int {
	switch in.(type) {
	case *ir.AtomicBegin:
		return 1
	case *ir.AtomicEnd:
		return -1
	}
	if cs := ir.Callees(in); len(cs) > 0 {
		return k.delta(cs[0])
	}
	return 0
}

// walk finds the depth at every block of an instance, and the instances that it calls.
func (k *kiss) walk(x *instance) error {
	f := k.body(x.f)
	x.at = make([]int, len(f.Blocks))
	for i := range x.at {
		x.at[i] = -1
	}
	x.at[0] = x.depth
	work := []ir.BlockID{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		d := x.at[b]
		for _, in := range f.Blocks[b].Instrs {
			if err := k.look(in, d); err != nil {
				return err
			}
			for _, c := range ir.Callees(in) {
				k.find(c, d)
			}
			if d += k.change(in); d > deepest || d < 0 {
				return unkept(in.Base(), "atomic sections nested more than %d deep", deepest)
			}
		}
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
			if x.at[*t] < 0 {
				x.at[*t] = d
				work = append(work, *t)
			}
		})
	}
	return nil
}

// look notes what an instruction asks for.
func (k *kiss) look(in ir.Instr, depth int) error {
	switch in := in.(type) {
	case *ir.TLSAddr:
		return unkept(&in.Meta, "%s is thread-local", k.in.Globals[in.Global].Display)
	case *ir.Spawn:
		for _, c := range in.Candidates {
			if !slices.Contains(k.roots, c) {
				k.roots = append(k.roots, c)
			}
			k.find(c, 0)
		}
		for i, a := range in.Args {
			for len(k.args) <= i {
				k.args = append(k.args, 1)
			}
			for 8*k.args[i] < a.Width {
				k.args[i] *= 2
			}
		}
		k.mixed = k.mixed || !in.Outlives
		k.outlives = k.outlives || in.Outlives
		if depth > 0 {
			k.late++
		}
	case *ir.ThreadExit:
		k.exits = true
	case *ir.Join:
		k.joins = true
		k.results = k.results || in.Dst != ir.NoReg
	}
	return nil
}

// survey finds out the rest, and refuses what cannot be kept.
func (k *kiss) survey() error {
	k.mixed = k.mixed && k.outlives
	k.findMakers()
	k.findAllocs()
	k.most = min(1+k.count(k.in.Entry, map[ir.FuncID]int{}), mostThreads)
	k.reach(k.in.Entry, func(x *instance) *bool { return &x.main })
	for _, r := range k.roots {
		k.reach(r, func(x *instance) *bool { return &x.threads })
	}
	for _, x := range k.list {
		if x.threads && k.spawns(x) {
			k.nested = true
		}
	}
	k.findAlone()
	k.findRaises()
	k.findLate()
	return k.refuse()
}

// reach marks the instances that may run in a thread that starts with a function.
func (k *kiss) reach(root ir.FuncID, flag func(*instance) *bool) {
	work := []*instance{k.find(root, 0)}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if *flag(x) {
			continue
		}
		*flag(x) = true
		k.each(x, func(in ir.Instr, d int, _ bool) {
			for _, c := range ir.Callees(in) {
				work = append(work, k.find(c, d))
			}
		})
	}
}

// each goes through the instructions of an instance, with the depth before each and whether only the first thread exists.
func (k *kiss) each(x *instance, f func(in ir.Instr, depth int, solo bool)) {
	for i, b := range k.body(x.f).Blocks {
		if x.at[i] < 0 {
			continue
		}
		d := x.at[i]
		solo := x.alone != nil && x.alone[i]
		for _, in := range b.Instrs {
			f(in, d, solo)
			solo = solo && !k.maySpawn(in)
			d += k.change(in)
		}
	}
}

// spawns reports whether an instance creates threads itself.
func (k *kiss) spawns(x *instance) (is bool) {
	k.each(x, func(in ir.Instr, _ int, _ bool) {
		_, s := in.(*ir.Spawn)
		is = is || s
	})
	return is
}

// maySpawn reports whether an instruction creates a thread, or calls what does.
func (k *kiss) maySpawn(in ir.Instr) bool {
	if _, ok := in.(*ir.Spawn); ok {
		return true
	}
	for _, c := range ir.Callees(in) {
		if k.makes[c] {
			return true
		}
	}
	return false
}

// findMakers finds the functions that create threads, or call what does.
func (k *kiss) findMakers() {
	k.makes = make([]bool, len(k.in.Funcs))
	for changed := true; changed; {
		changed = false
		for i, f := range k.in.Funcs {
			if k.makes[i] {
				continue
			}
			for in := range f.Instrs() {
				if k.maySpawn(in) {
					k.makes[i], changed = true, true
				}
			}
		}
	}
}

// count is how many threads a call of a function makes, with those that these make; a spawn in a loop or a recursion counts as often as the
// options say.
func (k *kiss) count(f ir.FuncID, memo map[ir.FuncID]int) int {
	if !k.makes[f] {
		return 0
	}
	if n, ok := memo[f]; ok {
		if n < 0 { // a recursion
			k.more = true
			return k.opt.Threads
		}
		return n
	}
	memo[f] = -1
	body := k.body(f)
	inLoop := body.Cyclic()
	n := 0
	for i, b := range body.Blocks {
		here := 0
		for _, in := range b.Instrs {
			list := ir.Callees(in)
			if s, ok := in.(*ir.Spawn); ok {
				list = s.Candidates
				here++
			}
			most := 0
			for _, c := range list {
				most = max(most, k.count(c, memo))
			}
			here += most
		}
		if inLoop[i] && here > 0 {
			here *= k.opt.Threads
			k.more = true
		}
		if n += here; n > mostThreads {
			n, k.more = mostThreads, true
		}
	}
	memo[f] = n
	return n
}

// findAlone finds where only the first thread exists. An instance is entered so if all its calls are.
func (k *kiss) findAlone() {
	for _, x := range k.list {
		x.first = !x.threads
		x.alone = make([]bool, len(x.at))
	}
	for changed := true; changed; {
		changed = false
		for _, x := range k.list {
			k.flowAlone(x)
			k.each(x, func(in ir.Instr, d int, solo bool) {
				if solo {
					return
				}
				for _, c := range ir.Callees(in) {
					if y := k.find(c, d); y.first {
						y.first, changed = false, true
					}
				}
			})
		}
	}
}

func (k *kiss) flowAlone(x *instance) {
	f := k.body(x.f)
	known := make([]bool, len(f.Blocks))
	known[0], x.alone[0] = true, x.first
	work := []ir.BlockID{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		solo, d := x.alone[b], x.at[b]
		for _, in := range f.Blocks[b].Instrs {
			solo = solo && !k.maySpawn(in)
			d += k.change(in)
		}
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
			switch {
			case !known[*t]:
				known[*t], x.alone[*t] = true, solo
				work = append(work, *t)
			case x.alone[*t] && !solo:
				x.alone[*t] = false
				work = append(work, *t)
			}
		})
	}
}

// findLate finds the points that have threads to start which stood aside.
func (k *kiss) findLate() {
	for _, x := range k.list {
		x.late = make([]bool, len(x.at))
	}
	for changed := true; changed; {
		changed = false
		for _, x := range k.list {
			k.scanning = x.f
			f := k.body(x.f)
			x.late[0] = x.late[0] || x.enters
			for i, b := range f.Blocks {
				if x.at[i] < 0 {
					continue
				}
				late, d, solo := x.late[i], x.at[i], x.alone[i]
				for _, in := range b.Instrs {
					schedules, stops := k.before(in)
					if schedules && stops && d == 0 && !solo {
						late = false
					}
					for _, c := range ir.Callees(in) {
						if y := k.find(c, d); late && !y.enters {
							y.enters, changed = true, true
						}
					}
					late = late || k.maySpawn(in)
					solo = solo && !k.maySpawn(in)
					d += k.change(in)
				}
				ir.Targets(b.Term(), func(t *ir.BlockID) {
					if late && !x.late[*t] {
						x.late[*t], changed = true, true
					}
				})
			}
		}
	}
}

// findRaises finds the calls that may come back with raise set.
func (k *kiss) findRaises() {
	for changed := true; changed; {
		changed = false
		for _, x := range k.list {
			if x.raises {
				continue
			}
			k.scanning = x.f
			k.each(x, func(in ir.Instr, d int, solo bool) {
				_, stops := k.before(in)
				raises := stops && d == 0 && !solo
				switch in := in.(type) {
				case *ir.ThreadExit:
					raises = true
				case *ir.Halt:
					raises = raises || in.Main && k.outlives
				case *ir.Assume:
					raises = raises || d == 0 && !solo
				}
				for _, c := range ir.Callees(in) {
					raises = raises || k.find(c, d).raises
				}
				if raises && !x.raises {
					x.raises, changed = true, true
				}
			})
		}
	}
}

// refuse gives an error where the result would not mean what the program does.
func (k *kiss) refuse() error {
	for _, x := range k.list {
		var err error
		k.scanning = x.f
		k.each(x, func(in ir.Instr, _ int, _ bool) {
			switch in := in.(type) {
			case *ir.Halt:
				if in.Main && x.threads && k.outlives {
					err = unkept(&in.Meta, "main returns in a thread that is not the first")
				}
			case *ir.Alloc:
				// When main ends, the locals of the threads that end with it die, also of those that stopped in the middle.
				if in.Stack && x.threads && k.mixed && !k.private.PrivateAlloc(in.ID) {
					err = unkept(&in.Meta, "threads that end with main, others that do not, and a local that both may know")
				}
			}
		})
		if err != nil {
			return err
		}
	}
	if k.late > 4 {
		return fmt.Errorf("%d places create threads inside of atomic sections: the sequential program of engine kiss can have 4", k.late)
	}
	return nil
}
