package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
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
	off := k.w.resize(i, k.ptr)
	if a.size > 1 {
		off = k.w.binary(ir.Mul, off, ir.K(k.ptr, uint64(a.size)))
	}
	return k.w.binary(ir.Add, ir.G(a.g, 0, k.ptr), off)
}

func (a array) get(k *kiss, i ir.Operand) ir.Operand { return k.w.load(a.region, a.at(k, i), a.size) }
func (a array) set(k *kiss, i, v ir.Operand)         { k.w.store(a.region, a.at(k, i), v) }

// beginSync finds the classes and prepares the rules.
func (k *kiss) beginSync() error {
	k.classes = map[ir.RegionID]*class{}
	l := &lowering{in: k.in, info: k.info, threads: k.most, funcs: k.in.Funcs, w: k.w, keeper: slotState{k}, ghosts: map[ghostKey]ir.RegionID{}, facts: map[ir.RegionID]*syncFacts{}}
	k.l = l
	l.survey()
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
		a := k.array(endedName, k.most+1, 1)
		l.ended, l.regEnded = a.g, a.region
	}
	if k.results {
		a := k.array("heddle.result", k.most+1, k.ptr/8)
		l.result, l.regResult = a.g, a.region
	}
	if l.signal {
		a, b := k.array(waitsName, k.most+1, k.ptr/8), k.array("heddle.signals", k.most+1, 1)
		l.waits, l.regWaits, l.signals, l.regSignals = a.g, a.region, b.g, b.region
	}
	return nil
}

// numbered reports whether something is kept per thread.
func (k *kiss) numbered() bool {
	if k.joins || k.l.signal || k.mixed {
		return true
	}
	for _, f := range k.l.facts {
		if f.shared {
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
	k.l.instr(in)
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
			return word(i)
		}
	}
	if c.dynamic > 0 {
		w.add(&ir.Load{Dst: w.temp(8), Mem: ir.Mem{Addr: addr, Size: 1, Mark: ir.MarkAtomic}}) // it must be a living object's
		r := w.temp(32)
		w.add(&ir.Call{Dst: r, Func: c.lookup, Args: []ir.Operand{addr}})
		return ir.R(r, 32)
	}
	some, index := ir.K(1, 0), word(0)
	for i, a := range c.fixed {
		hit := w.eq(addr, a)
		some = w.or(some, hit)
		if i > 0 {
			index = w.ite(hit, word(i), index)
		}
	}
	if some.IsConst(0) {
		r := w.temp(1)
		w.add(&ir.Move{Dst: r, X: some})
		some = ir.R(r, 1)
	}
	w.assume(some)
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

func (s slotState) self() ir.Operand    { return s.k.get(s.k.self) }
func (s slotState) created() ir.Operand { return s.k.get(s.k.created) }

func (s slotState) cell(id ir.ID, i int, addr ir.Operand, what string) cell {
	c := s.k.classes[s.k.info.Sync[id][i]]
	a := s.k.aspect(c, what, 1)
	return cell{s.k.l, a.region, a.at(s.k, s.k.index(c, addr))}
}

func (s slotState) reads(id ir.ID, i int, addr, handle ir.Operand) cell {
	k := s.k
	c := k.classes[k.info.Sync[id][i]]
	per := k.most + 1
	a := k.aspect(c, "reads", per)
	return cell{k.l, a.region, a.at(k, k.w.binary(ir.Add, k.w.binary(ir.Mul, k.index(c, addr), word(per)), handle))}
}

// freeing ends an object, and what was kept about synchronization objects in it.
func (k *kiss) freeing(in *ir.Free) {
	if k.forget != 0 {
		k.w.add(&ir.Call{Dst: ir.NoReg, Func: k.forget, Args: []ir.Operand{in.Addr}})
	}
	in.Objects = nil // by what is unique in a bounded program only
	k.freed(in)
	for _, v := range k.kept {
		if in.Stack && in.Addr.Kind == ir.KindReg && in.Addr.Reg == v.alloc.Dst {
			k.w.add(&ir.Move{Dst: v.reg, X: ir.K(k.ptr, 0)})
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
					w.add(&ir.Return{X: word(i)})
					k.close()
				})
			}
			for i, a := range c.fixed {
				found(w.eq(args[0], a), i, false)
			}
			for i, g := range c.owners {
				found(w.eq(k.get(g), args[0]), len(c.fixed)+i, false)
			}
			for i, g := range c.owners {
				found(w.eq(k.get(g), ir.K(k.ptr, 0)), len(c.fixed)+i, true)
			}
			w.add(&ir.Assert{Cond: ir.K(1, 0), Kind: Bound, Msg: fmt.Sprintf("more than %d allocated synchronization objects", c.dynamic)})
			w.add(&ir.Return{X: word(0)})
		})
	}
	if k.forget == 0 {
		return
	}
	k.procedure(k.forget, "heddle.forget", 0, []int{k.ptr}, func(args []ir.Operand) {
		for _, c := range k.order {
			for i, g := range c.owners {
				r := w.temp(1)
				w.add(&ir.SameObject{Dst: r, X: k.get(g), Y: args[0]})
				k.when(ir.R(r, 1), "forget", func() {
					k.set(g, ir.K(k.ptr, 0))
					for _, what := range c.list {
						a := c.aspects[what]
						per := a.n / c.slots()
						for j := range per {
							a.set(k, word((len(c.fixed)+i)*per+j), word(0))
						}
					}
				})
			}
		}
		w.add(&ir.Return{})
	})
}
