package shared

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The worklist over registers. Each instruction that writes a register is one equation; an instruction is looked at again
// when a register it reads has grown. Calls write the parameters of their callees, returns the results of their calls.

// value is what a register may hold.
type value struct {
	objs []int // sorted object numbers: globals first, then allocations
	top  bool  // too many objects: all of them escape, and the value is as good as wild
	wild bool
}

// site is an instruction in its function.
type site struct {
	f  ir.FuncID
	in ir.Instr
}

type solver struct {
	p       *ir.Program
	base    []int // first register of each function in regs
	regs    []value
	readers [][]int // per register: the sites that read it
	sites   []site
	escaped []bool
	allocs  map[ir.ID]int // object of each Alloc
	started []bool        // functions that some spawn can start
	returns [][]int       // per function: its Return sites
	callers [][]int       // per function: the sites that call it

	work   []int
	queued []bool
}

func newSolver(p *ir.Program) *solver {
	s := &solver{
		p: p, allocs: map[ir.ID]int{}, started: make([]bool, len(p.Funcs)),
		returns: make([][]int, len(p.Funcs)), callers: make([][]int, len(p.Funcs)),
	}
	n := 0
	for _, f := range p.Funcs {
		s.base = append(s.base, n)
		n += len(f.Regs)
	}
	s.regs = make([]value, n)
	s.readers = make([][]int, n)
	return s
}

func (s *solver) reg(f ir.FuncID, r ir.Reg) int { return s.base[f] + int(r) }

// collect numbers sites and objects.
func (s *solver) collect() {
	objects := len(s.p.Globals)
	for fi, f := range s.p.Funcs {
		id := ir.FuncID(fi)
		for in := range f.Instrs() {
			n := len(s.sites)
			s.sites = append(s.sites, site{id, in})
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg {
					r := s.reg(id, o.Reg)
					s.readers[r] = append(s.readers[r], n)
				}
			})
			switch in := in.(type) {
			case *ir.Alloc:
				s.allocs[in.ID] = objects
				objects++
			case *ir.Return:
				s.returns[fi] = append(s.returns[fi], n)
			case *ir.Spawn:
				for _, g := range in.Candidates {
					s.started[g] = true
				}
			}
			for _, g := range ir.Callees(in) {
				s.callers[g] = append(s.callers[g], n)
			}
		}
	}
	s.escaped = make([]bool, objects)
	s.queued = make([]bool, len(s.sites))
}

func (s *solver) push(site int) {
	if !s.queued[site] {
		s.queued[site] = true
		s.work = append(s.work, site)
	}
}

// run applies a rule to all sites until nothing changes.
func (s *solver) run(rule func(site)) {
	for i := range s.sites {
		s.push(i)
	}
	for len(s.work) > 0 {
		i := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		s.queued[i] = false
		rule(s.sites[i])
	}
}

func (s *solver) changed(f ir.FuncID, r ir.Reg) {
	for _, i := range s.readers[s.reg(f, r)] {
		s.push(i)
	}
}

// value is what an operand may hold.
func (s *solver) value(f ir.FuncID, o ir.Operand) value {
	switch o.Kind {
	case ir.KindReg:
		return s.regs[s.reg(f, o.Reg)]
	case ir.KindGlobal:
		return value{objs: []int{int(o.Global)}}
	case ir.KindConst:
		return value{wild: !o.Val.IsZero()} // null reaches nothing
	}
	return value{} // a function's address is no object's
}

// flowsInto calls f with each operand whose value, or a value computed from it, ends up in a register that the instruction writes.
func flowsInto(in ir.Instr, f func(ir.Operand)) {
	switch in := in.(type) {
	case *ir.Move:
		f(in.X)
	case *ir.Unary:
		f(in.X)
	case *ir.Binary:
		if !in.Op.IsCompare() {
			f(in.X)
			f(in.Y)
		}
	case *ir.Extract:
		f(in.X)
	case *ir.Concat:
		f(in.Hi)
		f(in.Lo)
	case *ir.Ite:
		f(in.X)
		f(in.Y)
	}
}

// add joins objects into a register.
func (s *solver) add(f ir.FuncID, r ir.Reg, v value) {
	if r == ir.NoReg {
		return
	}
	d := &s.regs[s.reg(f, r)]
	if d.top {
		for _, o := range v.objs {
			s.escaped[o] = true
		}
		return
	}
	grown := v.top
	for _, o := range v.objs {
		if at, found := slices.BinarySearch(d.objs, o); !found {
			d.objs = slices.Insert(slices.Clone(d.objs), at, o)
			grown = true
		}
	}
	if v.top || len(d.objs) > maxSet {
		for _, o := range d.objs {
			s.escaped[o] = true
		}
		*d = value{top: true}
	}
	if grown {
		s.changed(f, r)
	}
}

// solveSets computes the objects of every register.
func (s *solver) solveSets() {
	s.run(func(at site) {
		switch in := at.in.(type) {
		case *ir.Alloc:
			s.add(at.f, in.Dst, value{objs: []int{s.allocs[in.ID]}})
		case *ir.TLSAddr:
			s.add(at.f, in.Dst, value{objs: []int{int(in.Global)}})
		case *ir.Call, *ir.CallPtr:
			s.call(at)
		case *ir.Return:
			for _, c := range s.callers[at.f] {
				s.push(c)
			}
		default:
			ir.Defs(in, func(r *ir.Reg) {
				flowsInto(in, func(o ir.Operand) { s.add(at.f, *r, s.value(at.f, o)) })
			})
		}
	})
}

// dstArgs gives the result and arguments of a call.
func dstArgs(in ir.Instr) (ir.Reg, []ir.Operand) {
	if c, ok := in.(*ir.Call); ok {
		return c.Dst, c.Args
	}
	c := in.(*ir.CallPtr)
	return c.Dst, c.Args
}

func (s *solver) call(at site) {
	dst, args := dstArgs(at.in)
	for _, g := range ir.Callees(at.in) {
		for i, r := range s.p.Funcs[g].Params {
			s.add(g, r, s.value(at.f, args[i]))
		}
		for _, ret := range s.returns[g] {
			if x := s.sites[ret].in.(*ir.Return).X; x.IsSet() {
				s.add(at.f, dst, s.value(g, x))
			}
		}
	}
}
