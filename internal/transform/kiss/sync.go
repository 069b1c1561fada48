package kiss

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/lower"
)

// Where the state of synchronization objects is. Lower lays ghost regions over the objects, which needs a program whose objects have constant
// addresses, and an interpreter that knows regions. Here allocations run any number of times. So each class of objects that the points-to
// analysis cannot tell apart has numbered slots, and each aspect of their state (owner, count, ...) an array by slot: one slot per
// place in a global, which is where nearly all locks are, found by comparing addresses; and a few that are given, first come, to objects that are
// allocated. With one slot there is nothing to look up, and the state of a mutex m is one variable.

const (
	mostSlots = 64
	someSlots = 4 // for allocated objects, per class
)

// class is synchronization objects that may be confused.
type class struct {
	name    string
	fixed   []ir.Operand // addresses in globals
	dynamic int
	owners  []ir.GlobalID // of the dynamic slots: the address, 0: free
	aspects map[string]array
	list    []string // the aspects in order of creation
	lookup  ir.FuncID
}

func (c *class) slots() int { return len(c.fixed) + c.dynamic }

// array is a ghost array.
type array struct {
	g      ir.GlobalID
	region ir.RegionID
	size   int // bytes of an element
	n      int
}

func (k *kiss) array(name string, n, size int) array {
	g := k.ghost(name, n*size)
	k.out.Globals[g].Align = int64(size)
	k.out.Regions = append(k.out.Regions, ir.Region{
		Name: name, Width: size, Ghost: true,
		Cells: []ir.Extent{{Object: ir.Object{Global: g}, Stride: int64(size), Count: int64(n)}},
	})
	return array{g, ir.RegionID(len(k.out.Regions) - 1), size, n}
}

func (a array) at(k *kiss, i ir.Operand) ir.Operand {
	if i.Kind == ir.KindConst {
		return ir.G(a.g, i.Val.Lo*uint64(a.size), k.ptr)
	}
	off := k.w.Resize(i, k.ptr)
	if a.size > 1 {
		off = k.w.Binary(ir.Mul, off, ir.K(k.ptr, uint64(a.size)))
	}
	return k.w.Binary(ir.Add, ir.G(a.g, 0, k.ptr), off)
}

func (a array) get(k *kiss, i ir.Operand) ir.Operand { return k.w.Load(a.region, a.at(k, i), a.size) }
func (a array) set(k *kiss, i, v ir.Operand)         { k.w.Store(a.region, a.at(k, i), v) }

// beginSync finds the classes and prepares the rules.
func (k *kiss) beginSync() error {
	k.classes = map[ir.RegionID]*class{}
	l := &lower.Lowering{In: k.in, Info: k.info, Threads: k.most, Funcs: k.in.Funcs, W: k.w, Keeper: slotState{k}, Ghosts: map[lower.GhostKey]ir.RegionID{}, Facts: map[ir.RegionID]*lower.SyncFacts{}}
	k.l = l
	l.Survey()
	for _, x := range k.list {
		var err error
		k.each(x, func(in ir.Instr, _ int, _ bool) {
			for _, r := range k.info.Sync[in.Base().ID] {
				if err == nil {
					err = k.addClass(r, in)
				}
			}
		})
		if err != nil {
			return err
		}
	}
	if k.joins {
		a := k.array(transform.EndedName, k.most+1, 1)
		l.Ended, l.RegEnded = a.g, a.region
	}
	if k.results {
		a := k.array("heddle.result", k.most+1, k.ptr/8)
		l.Result, l.RegResult = a.g, a.region
	}
	if l.Signal {
		a, b := k.array(transform.WaitsName, k.most+1, k.ptr/8), k.array("heddle.signals", k.most+1, 1)
		l.Waits, l.RegWaits, l.Signals, l.RegSignals = a.g, a.region, b.g, b.region
	}
	return nil
}

// numbered reports whether something is kept per thread.
func (k *kiss) numbered() bool {
	if k.joins || k.l.Signal || k.mixed {
		return true
	}
	for _, f := range k.l.Facts {
		if f.Shared {
			return true
		}
	}
	return false
}

func (k *kiss) addClass(r ir.RegionID, in ir.Instr) error {
	if k.classes[r] != nil {
		return nil
	}
	c := &class{name: fmt.Sprintf("sync%d", len(k.order)), aspects: map[string]array{}}
	k.classes[r] = c
	k.order = append(k.order, c)
	if r == 0 {
		return nil // the address of no object
	}
	for _, x := range k.split.Regions[r].Cells {
		if x.Object.Alloc != 0 {
			c.dynamic = someSlots
			continue
		}
		for i := range x.Count {
			if len(c.fixed) >= mostSlots {
				return unkept(in.Base(), "more than %d synchronization objects that may be confused", mostSlots)
			}
			c.fixed = append(c.fixed, ir.G(x.Object.Global, uint64(x.Offset+i*x.Stride), k.ptr))
		}
	}
	if len(c.fixed) == 1 && c.dynamic == 0 {
		g := k.in.Globals[c.fixed[0].Global]
		if c.name = g.Display; c.name == "" {
			c.name = g.Name
		}
		if off := c.fixed[0].Val.Lo; off > 0 {
			c.name = fmt.Sprintf("%s.%d", c.name, off)
		}
	}
	for i := range c.dynamic {
		c.owners = append(c.owners, k.ghost(fmt.Sprintf("heddle.%s.at%d", c.name, i), k.ptr/8))
	}
	if c.dynamic > 0 {
		c.lookup = k.reserve()
		if k.forget == 0 {
			k.forget = k.reserve()
		}
	}
	return nil
}

// synchronize emits an operation on synchronization objects, or a join. The rules are those of Lower.
func (k *kiss) synchronize(in ir.Instr) {
	k.slots = map[ir.Operand]ir.Operand{}
	k.l.Instr(in)
	k.slots = nil
}

// index is the slot of an object. An address that is none ends the execution, as an invalid operation.
func (k *kiss) index(c *class, addr ir.Operand) ir.Operand {
	if i, ok := k.slots[addr]; ok {
		return i
	}
	i := k.find32(c, addr)
	k.slots[addr] = i
	return i
}

func (k *kiss) find32(c *class, addr ir.Operand) ir.Operand {
	w := k.w
	for i, a := range c.fixed {
		if addr == a {
			return lower.Word(i)
		}
	}
	if c.dynamic > 0 {
		w.Add(&ir.Load{Dst: w.Temp(8), Mem: ir.Mem{Addr: addr, Size: 1, Mark: ir.MarkAtomic}}) // it must be a living object's
		r := w.Temp(32)
		w.Add(&ir.Call{Dst: r, Func: c.lookup, Args: []ir.Operand{addr}})
		return ir.R(r, 32)
	}
	some, index := ir.K(1, 0), lower.Word(0)
	for i, a := range c.fixed {
		hit := w.Eq(addr, a)
		some = w.Or(some, hit)
		if i > 0 {
			index = w.Ite(hit, lower.Word(i), index)
		}
	}
	if some.IsConst(0) {
		r := w.Temp(1)
		w.Add(&ir.Move{Dst: r, X: some})
		some = ir.R(r, 1)
	}
	w.Assume(some)
	return index
}

func (k *kiss) aspect(c *class, what string, per int) array {
	a, ok := c.aspects[what]
	if !ok {
		a = k.array(fmt.Sprintf("heddle.%s.%s", c.name, what), max(c.slots(), 1)*per, 4)
		c.aspects[what] = a
		c.list = append(c.list, what)
	}
	return a
}

// slotState is the keeper of the rules.
type slotState struct{ k *kiss }

func (s slotState) Self() ir.Operand    { return s.k.get(s.k.self) }
func (s slotState) Created() ir.Operand { return s.k.get(s.k.created) }

func (s slotState) Cell(id ir.ID, i int, addr ir.Operand, what string) lower.Cell {
	c := s.k.classes[s.k.info.Sync[id][i]]
	a := s.k.aspect(c, what, 1)
	return lower.Cell{Rules: s.k.l, Region: a.region, Addr: a.at(s.k, s.k.index(c, addr))}
}

func (s slotState) Reads(id ir.ID, i int, addr, handle ir.Operand) lower.Cell {
	k := s.k
	c := k.classes[k.info.Sync[id][i]]
	per := k.most + 1
	a := k.aspect(c, "reads", per)
	return lower.Cell{Rules: k.l, Region: a.region, Addr: a.at(k, k.w.Binary(ir.Add, k.w.Binary(ir.Mul, k.index(c, addr), lower.Word(per)), handle))}
}

// freeing ends an object, and what was kept about synchronization objects in it.
func (k *kiss) freeing(in *ir.Free) {
	if k.forget != 0 {
		k.w.Add(&ir.Call{Dst: ir.NoReg, Func: k.forget, Args: []ir.Operand{in.Addr}})
	}
	in.Objects = nil // by what is unique in a bounded program only
	k.freed(in)
	for _, v := range k.kept {
		if in.Stack && in.Addr.Kind == ir.KindReg && in.Addr.Reg == v.alloc.Dst {
			k.w.Add(&ir.Move{Dst: v.reg, X: ir.K(k.ptr, 0)})
		}
	}
}

// finishSync writes the procedures that look for slots.
func (k *kiss) finishSync() {
	w := k.w
	for _, c := range k.order {
		if c.dynamic == 0 {
			continue
		}
		k.procedure(c.lookup, "heddle."+c.name, 32, []int{k.ptr}, func(args []ir.Operand) {
			found := func(cond ir.Operand, i int, take bool) {
				k.when(cond, "slot", func() {
					if take {
						k.set(c.owners[i-len(c.fixed)], args[0])
					}
					w.Add(&ir.Return{X: lower.Word(i)})
					k.close()
				})
			}
			for i, a := range c.fixed {
				found(w.Eq(args[0], a), i, false)
			}
			for i, g := range c.owners {
				found(w.Eq(k.get(g), args[0]), len(c.fixed)+i, false)
			}
			for i, g := range c.owners {
				found(w.Eq(k.get(g), ir.K(k.ptr, 0)), len(c.fixed)+i, true)
			}
			w.Add(&ir.Assert{Cond: ir.K(1, 0), Kind: transform.Bound, Msg: fmt.Sprintf("more than %d allocated synchronization objects", c.dynamic)})
			w.Add(&ir.Return{X: lower.Word(0)})
		})
	}
	if k.forget == 0 {
		return
	}
	k.procedure(k.forget, "heddle.forget", 0, []int{k.ptr}, func(args []ir.Operand) {
		for _, c := range k.order {
			for i, g := range c.owners {
				r := w.Temp(1)
				w.Add(&ir.SameObject{Dst: r, X: k.get(g), Y: args[0]})
				k.when(ir.R(r, 1), "forget", func() {
					k.set(g, ir.K(k.ptr, 0))
					for _, what := range c.list {
						a := c.aspects[what]
						per := a.n / c.slots()
						for j := range per {
							a.set(k, lower.Word((len(c.fixed)+i)*per+j), lower.Word(0))
						}
					}
				})
			}
		}
		w.Add(&ir.Return{})
	})
}
