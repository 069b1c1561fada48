package ircheck

import "github.com/heddle-dev/heddle/internal/ir"

// Rules about paths: bounded programs have no cycle, atomic sections nest.
//
// Atomic sections. C allows a section to be begun in one function and ended in another (an "acquire" that calls
// __VERIFIER_atomic_begin), so a rule per function would refuse right programs. Each function gets a summary instead:
// by how much a call changes the nesting depth, and how far below its start it ever goes. One walk over each function,
// callees first, computes both; within a cycle of calls the change is taken to be 0 and a function that does otherwise is
// refused. What the summaries cannot decide is refused as well: depths that differ at a join (or between the candidates of
// a call), even if the conditions of the branches would match at run time. Exact tracking would need the depth in the
// state of every engine, and no program worth checking needs it. The walks are linear: every block and call is seen once.
//
// A thread ends sections by ending: Halt, ThreadExit and Unsupported are fine at any depth.

type summary struct {
	state byte // 0 new, 1 on the stack, 2 done
	delta int  // change of depth by a call
	low   int  // lowest depth reached inside, relative to the start
}

func (c *checker) flow() {
	if c.p.Form.Bounded {
		for _, f := range c.p.Funcs {
			c.f = f
			c.acyclic(f)
		}
		c.f = nil
	}
	if c.p.Form.Sequential {
		return
	}
	sums := make([]summary, len(c.p.Funcs))
	for i := range c.p.Funcs {
		c.summarize(sums, ir.FuncID(i))
	}
	c.f = nil
	for _, f := range c.roots() {
		c.f = c.p.Funcs[f]
		if sums[f].low < 0 {
			c.errorf("a thread that starts here ends an atomic section that it did not begin")
		}
		if sums[f].delta > 0 {
			c.errorf("a thread that starts here returns inside an atomic section")
		}
	}
	c.f = nil
}

// roots are the functions that threads start with, each once.
func (c *checker) roots() []ir.FuncID {
	seen := make([]bool, len(c.p.Funcs))
	var fs []ir.FuncID
	add := func(f ir.FuncID) {
		if !seen[f] {
			seen[f] = true
			fs = append(fs, f)
		}
	}
	add(c.p.Entry)
	for _, in := range c.p.Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			for _, g := range s.Candidates {
				add(g)
			}
		}
	}
	return fs
}

// summarize walks the call graph depth first with a stack of its own: call graphs may be too deep for Go's stack.
func (c *checker) summarize(sums []summary, root ir.FuncID) {
	type frame struct {
		f    ir.FuncID
		next []ir.FuncID
	}
	var stack []frame
	push := func(f ir.FuncID) {
		if sums[f].state != 0 {
			return
		}
		sums[f].state = 1
		stack = append(stack, frame{f, c.p.Funcs[f].Callees()})
	}
	push(root)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.next) > 0 {
			g := top.next[0]
			top.next = top.next[1:]
			if sums[g].state == 1 {
				sums[g].state = 3 // in a cycle of calls: callers on the stack take its change to be 0
			}
			push(g)
			continue
		}
		cyclic := sums[top.f].state == 3
		s := c.depths(sums, top.f)
		s.state = 2
		if cyclic && (s.delta != 0 || s.low < 0) {
			c.f = c.p.Funcs[top.f]
			c.errorf("recursive function with atomic sections that are not balanced inside it")
			s.delta, s.low = 0, 0
		}
		sums[top.f] = s
		stack = stack[:len(stack)-1]
	}
}

// depths walks the reachable blocks of one function with the depth at their start.
func (c *checker) depths(sums []summary, id ir.FuncID) summary {
	f := c.p.Funcs[id]
	c.f = f
	defer func() { c.f, c.b, c.in = nil, nil, nil }()
	const unknown = -1 << 30
	at := make([]int, len(f.Blocks))
	for i := range at {
		at[i] = unknown
	}
	at[0] = 0
	work := []ir.BlockID{0}
	var s summary
	returned := false
	for len(work) > 0 {
		b := f.Blocks[work[len(work)-1]]
		d := at[work[len(work)-1]]
		work = work[:len(work)-1]
		c.b = b
		for _, in := range b.Instrs {
			c.in = in
			switch in := in.(type) {
			case *ir.AtomicBegin:
				d++
			case *ir.AtomicEnd:
				d--
				s.low = min(s.low, d)
			case *ir.Call, *ir.CallPtr:
				for i, g := range ir.Callees(in) {
					s.low = min(s.low, d+sums[g].low)
					if i > 0 && sums[g].delta != sums[ir.Callees(in)[0]].delta {
						c.errorf("candidates leave atomic sections at different depths")
					}
				}
				if gs := ir.Callees(in); len(gs) > 0 {
					d += sums[gs[0]].delta
				}
			case *ir.Return:
				if returned && s.delta != d {
					c.errorf("atomic sections are %d deep at this return and %d at another", d, s.delta)
				}
				s.delta, returned = d, true
			}
		}
		ir.Targets(b.Term(), func(t *ir.BlockID) {
			switch at[*t] {
			case unknown:
				at[*t] = d
				work = append(work, *t)
			case d:
			default:
				c.errorf("atomic sections are %d deep on one path to block %s and %d on another", d, f.Blocks[*t].Name, at[*t])
			}
		})
	}
	return s
}

// acyclic finds a cycle by removing blocks that nothing leads to, until none is left (Kahn).
func (c *checker) acyclic(f *ir.Func) {
	in := make([]int, len(f.Blocks))
	for _, b := range f.Blocks {
		ir.Targets(b.Term(), func(t *ir.BlockID) { in[*t]++ })
	}
	var work []int
	for i, n := range in {
		if n == 0 {
			work = append(work, i)
		}
	}
	done := 0
	for len(work) > 0 {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		done++
		ir.Targets(b.Term(), func(t *ir.BlockID) {
			if in[*t]--; in[*t] == 0 {
				work = append(work, int(*t))
			}
		})
	}
	if done < len(f.Blocks) {
		c.errorf("cycle in a program marked bounded")
	}
}
