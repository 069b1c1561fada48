package slice

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Concretize(P, trace) of STORM (Fig. 3): a trace of sliced threads as a sequential program, with every access that was left out made again. It has no schedule left
// to choose: its instructions are those on the paths of the threads, in the order of the trace, and its branches go where the trace went. Only values are open. So
// it is as long as the trace, whatever the number of rounds, and a question about it takes milliseconds.
//
// A model of its check is an execution of the threads, and is replayed like any other. If it has none, the question is which fields would have shown that: every field that
// was not tracked has a bit, and its accesses are made if the bit is set and give anything if not. With all bits set the program is concrete, with none it is the
// trace that was found, which can fail; so a core of the bits is never empty, and to track its fields rules out this path with these switches. What refinement added before has bits too, so that one can ask whether
// the path needs it (Asked.Added).
//
// Some of what a slice allows no bit stands for. An address that was read from what is left out may be that of any object, also of one that nothing on the path makes, or that is gone when two threads are about to race for it. The program of the path does not
// allow that, and has fewer objects for it; so the core may be empty. Then one asks again as the slice did (AsSliced): the core is what would have shown that the address is another.
//
// An access that was left out is made right before the next instruction of its thread that was not: where the sliced threads have it too.

// Path is a trace as a program.
type Path struct {
	Program *ir.Program
	Back    transform.Back
	Check   ir.ID   // the assertion that fails, or is reached
	Bits    []ir.ID // by field, the Havoc of its bit; 0: it has none
}

// Fit is how close the program of a trace is to the threads.
type Fit uint8

const (
	Exact    Fit = iota // its models are executions
	AsSliced            // it has all objects of the threads from the start, and those about to race may be gone
)

// Along makes the program of a trace of sliced threads that ends where a check fails, or two threads are about to race.
func (s *Fields) Along(t trace.Trace, tracked []bool, asked Asked, fit Fit) (*Path, error) {
	w := &walk{leave: s.leave(tracked, asked), fit: fit, number: map[int]int{}, at: map[int]place{}, next: map[int][]trace.Step{}, skip: map[ir.ID]bool{}, ahead: map[ir.ID]bool{}}
	n := transform.Threads(s.p)
	w.begin(n)
	steps := slices.DeleteFunc(slices.Clone(t.Steps), func(s trace.Step) bool { return s.Instr >= w.p.NextID }) // what the slice added
	for _, step := range steps {
		if step.Instr == 0 {
			return nil, fmt.Errorf("slice: a step of no instruction")
		}
		f := s.places[step.Instr].f
		w.number[f] = step.Thread
		w.next[f] = append(w.next[f], step)
	}
	for _, stop := range t.Stops {
		f := s.places[stop.Instr].f
		w.number[f] = stop.Thread
		w.next[f] = append(w.next[f], trace.Step{Instr: stop.Instr})
	}
	for _, step := range steps {
		f := s.places[step.Instr].f
		if w.skip[step.Instr] {
			continue
		}
		w.next[f] = w.next[f][1:]
		if err := w.to(f, step); err != nil {
			return nil, err
		}
	}
	if len(t.Stops) > 0 {
		if err := w.meet(t.Stops); err != nil {
			return nil, err
		}
	}
	if w.check == 0 {
		return nil, fmt.Errorf("slice: no check fails in this trace")
	}
	w.finish()
	return &Path{Program: w.out, Check: w.check, Bits: w.bits, Back: transform.Back{Trace: w.back(t), Origin: func(id ir.ID) ir.ID {
		if id < s.p.NextID {
			return id
		}
		return 0
	}}}, nil
}

type walk struct {
	*leave
	fit    Fit
	out    *ir.Program
	f      *ir.Func
	cur    *ir.Block
	dead   ir.BlockID
	base   []ir.Reg // by thread
	bits   []ir.ID
	bit    []ir.Operand
	number map[int]int          // of threads, by creation
	at     map[int]place        // by thread, the instruction to come
	next   map[int][]trace.Step // by thread, what the trace has of it from here on
	skip   map[ir.ID]bool       // steps of the trace on ways that are taken with others
	ahead  map[ir.ID]bool       // what a thread does beyond the end of the trace
	check  ir.ID
	done   ir.BlockID // where the section is over that a thread is in beyond the end of the trace; 0: it is in none
}

// begin sets up the program: memory as it was, functions that are only addresses, and a bit for every field.
func (w *walk) begin(threads int) {
	c := w.p.Shell()
	w.out = &ir.Program{Model: c.Model, Form: ir.Form{Sequential: true, Bounded: true}, Regions: c.Regions, Globals: c.Globals, Assumed: c.Assumed, NextID: c.NextID, KeepsLocks: c.KeepsLocks}
	w.f = &ir.Func{Name: "path", Display: c.Funcs[0].Display}
	w.out.Funcs = append([]*ir.Func{w.f}, c.Funcs[1:]...)
	for t := range threads {
		w.base = append(w.base, ir.Reg(len(w.f.Regs)))
		w.f.Regs = append(w.f.Regs, c.Funcs[t].Regs...)
	}
	w.block("entry")
	w.bits, w.bit = make([]ir.ID, len(w.Names)), make([]ir.Operand, len(w.Names))
	for i := range w.Names {
		if w.tracked[i] && !w.asked.added(i) {
			continue
		}
		r := w.f.NewReg(1, "", ir.ShowBool)
		h := &ir.Havoc{Dst: r}
		w.add(h)
		w.bits[i], w.bit[i] = h.ID, ir.R(r, 1)
	}
	entry := w.cur
	w.dead = w.block("elsewhere")
	w.add(&ir.Assume{Cond: ir.K(1, 0)})
	w.add(&ir.Halt{})
	w.cur = entry
}

func (w *walk) block(name string) ir.BlockID {
	w.cur = &ir.Block{Name: transform.UniqueName(name, len(w.f.Blocks))}
	w.f.Blocks = append(w.f.Blocks, w.cur)
	return ir.BlockID(len(w.f.Blocks) - 1)
}

// add emits an instruction that stands for nothing in a trace.
func (w *walk) add(in ir.Instr) {
	in.Base().ID = w.out.NewID()
	w.cur.Instrs = append(w.cur.Instrs, in)
}

// to brings a thread to a step of the trace, and through it.
func (w *walk) to(f int, step trace.Step) error {
	want, at := w.places[step.Instr], w.at[f]
	if want.block == at.block && want.index == at.index-1 && step.Fails { // the check itself stands before its failure
		return w.fails(f, step)
	}
	if err := w.before(f, step.Instr); err != nil {
		return err
	}
	list := w.p.Funcs[f].Blocks[want.block].Instrs
	w.at[f] = place{f, want.block, want.index + 1}
	if step.Fails {
		return w.fails(f, step)
	}
	if ir.IsTerm(list[want.index]) {
		return w.branch(f, list[want.index])
	}
	if more := w.next[f]; len(more) > 0 && more[0].Fails && more[0].Instr == step.Instr {
		return nil
	}
	w.instr(f, list[want.index])
	return nil
}

// before brings a thread to an instruction, which is next then.
func (w *walk) before(f int, id ir.ID) error {
	want, at := w.places[id], w.at[f]
	if want.block != at.block {
		if at.index != 0 {
			return fmt.Errorf("slice: the trace leaves block %s in the middle", w.p.Funcs[f].Blocks[at.block].Name)
		}
		at.block = want.block
	}
	if want.index < at.index {
		return fmt.Errorf("slice: the trace goes back to instruction %d", id)
	}
	for _, in := range w.p.Funcs[f].Blocks[at.block].Instrs[at.index:want.index] {
		w.instr(f, in)
	}
	w.at[f] = want
	return nil
}

// branch goes where the trace goes.
func (w *walk) branch(f int, in ir.Instr) error {
	if inside, join, ok := w.quiet(f, w.at[f].block); ok {
		w.both(f, in, inside, join)
		return nil
	}
	var to ir.BlockID
	switch more := w.next[f]; {
	case len(more) > 0:
		to = w.places[more[0].Instr].block
	case len(w.targets(in)) > 0:
		to = w.targets(in)[0] // the thread stops there
	default:
		w.mark(in)
		return nil
	}
	known := false
	c := w.copy(f, in)
	from := w.cur
	here := w.block("on")
	ir.Targets(c, func(b *ir.BlockID) {
		if *b == to {
			*b, known = here, true
		} else {
			*b = w.dead
		}
	})
	if !known {
		return fmt.Errorf("slice: instruction %d does not go to block %s", in.Base().ID, w.p.Funcs[f].Blocks[to].Name)
	}
	if len(w.next[f]) == 0 { // anywhere
		ir.Targets(c, func(b *ir.BlockID) { *b = here })
	}
	from.Instrs = append(from.Instrs, c)
	w.at[f] = place{f: f, block: to}
	return nil
}

func (w *walk) targets(in ir.Instr) (out []ir.BlockID) {
	ir.Targets(in, func(b *ir.BlockID) { out = append(out, *b) })
	return out
}

// copy is an instruction with the registers of its thread.
func (w *walk) copy(f int, in ir.Instr) ir.Instr {
	c := ir.Clone(in)
	ir.Uses(c, func(o *ir.Operand) { *o = w.operand(f, *o) })
	ir.Defs(c, func(r *ir.Reg) { *r += w.base[f] })
	return c
}

func (w *walk) operand(f int, o ir.Operand) ir.Operand {
	if o.Kind == ir.KindReg {
		o.Reg += w.base[f]
	}
	return o
}

// mark leaves a trace of something that does nothing in a sequential program.
func (w *walk) mark(in ir.Instr) {
	w.cur.Instrs = append(w.cur.Instrs, &ir.Assume{Meta: *in.Base(), Cond: ir.K(1, 1)})
}

// instr emits an instruction on the path.
func (w *walk) instr(f int, in ir.Instr) {
	switch x := in.(type) {
	case *ir.Assert:
		switch {
		case x.Cond.IsConst(1):
			w.mark(in) // for whoever wants to know what the path comes to
		case w.done != 0 && w.mayFail(x):
			br := &ir.Branch{Cond: w.operand(f, x.Cond), Else: w.done}
			w.add(br)
			br.Then = w.block("holds")
		default:
			w.cur.Instrs = append(w.cur.Instrs, &ir.Assume{Meta: x.Meta, Cond: w.operand(f, x.Cond)})
		}
		return
	case *ir.AtomicBegin, *ir.AtomicEnd, *ir.Fence:
		w.mark(in)
		return
	case *ir.Spawn:
		w.mark(in)
		child := int(x.Fn.Func)
		for i, r := range w.p.Funcs[child].Params {
			w.add(&ir.Move{Dst: w.base[child] + r, X: w.operand(f, x.Args[i])})
		}
		return
	}
	c := w.copy(f, in)
	if !w.loose(in) {
		w.cur.Instrs = append(w.cur.Instrs, c)
		return
	}
	made := ir.K(1, 0)
	for _, n := range w.needs(in) {
		if made.IsConst(0) {
			made = w.bit[n]
			continue
		}
		r := w.f.NewReg(1, "", ir.ShowBool)
		w.add(&ir.Binary{Dst: r, Op: ir.Or, X: made, Y: w.bit[n]})
		made = ir.R(r, 1)
	}
	br := &ir.Branch{Cond: made}
	w.add(br)
	br.Then = w.block("made")
	w.cur.Instrs = append(w.cur.Instrs, c)
	on, off := &ir.Jump{}, &ir.Jump{}
	w.add(on)
	br.Else = w.block("open")
	ir.Defs(c, func(r *ir.Reg) { w.add(&ir.Havoc{Dst: *r}) })
	w.add(off)
	on.To = w.block("on")
	off.To = on.To
}

// loose reports whether it hangs on bits that an instruction is made: no field that it accesses is tracked for good.
func (w *walk) loose(in ir.Instr) bool {
	if fr, ok := in.(*ir.Free); ok && w.frees(fr) {
		return false
	}
	needs := w.needs(in)
	return len(needs) > 0 && !slices.ContainsFunc(needs, func(f int) bool { return w.tracked[f] && !w.asked.added(f) })
}

// fails ends the program with the check.
func (w *walk) fails(f int, step trace.Step) error {
	p := w.places[step.Instr]
	a, ok := w.p.Funcs[f].Blocks[p.block].Instrs[p.index].(*ir.Assert)
	if !ok {
		return fmt.Errorf("slice: instruction %d is no check", step.Instr)
	}
	c := w.copy(f, a).(*ir.Assert)
	if w.asked.Aims(a) == Reached {
		c.Cond = ir.K(1, 0)
	}
	w.cur.Instrs = append(w.cur.Instrs, c)
	w.check = a.ID
	return nil
}

// finish ends the program. It forgets the objects that nothing on the path makes, or makes them at the start.
func (w *walk) finish() {
	w.add(&ir.Halt{})
	made := map[ir.ID]bool{}
	for in := range w.f.Instrs() {
		if a, ok := in.(*ir.Alloc); ok {
			made[a.ID] = true
		}
	}
	if w.fit == AsSliced {
		w.makeOthers(made)
	} else {
		w.forgetOthers(made)
	}
	for _, f := range w.out.Funcs[1:] {
		f.Regs, f.Blocks = f.Regs[:0:0], []*ir.Block{{Name: "entry", Instrs: []ir.Instr{&ir.Unsupported{Meta: ir.Meta{ID: w.out.NewID()}, What: "call of a function"}}}}
		f.Params, f.RetWidth = nil, 0
	}
}

// makeOthers makes all objects at the start that are not made on the path.
func (w *walk) makeOthers(made map[ir.ID]bool) {
	entry := w.f.Blocks[0]
	rest := entry.Instrs
	entry.Instrs, w.cur = nil, entry
	for _, f := range w.p.Funcs[:transform.Threads(w.p)] {
		for in := range f.Instrs() {
			a, ok := in.(*ir.Alloc)
			if !ok || made[a.ID] {
				continue
			}
			c := *a
			c.Dst = w.f.NewReg(w.p.PtrWidth(), "", ir.ShowUnsigned)
			if a.Size.Kind == ir.KindReg {
				size := w.f.NewReg(w.p.PtrWidth(), "", ir.ShowUnsigned)
				w.add(&ir.Havoc{Dst: size})
				c.Size = ir.R(size, w.p.PtrWidth())
			}
			entry.Instrs = append(entry.Instrs, &c)
		}
	}
	entry.Instrs = append(entry.Instrs, rest...)
}

// forgetOthers takes the objects away that are not made on the path.
func (w *walk) forgetOthers(made map[ir.ID]bool) {
	gone := func(o ir.Object) bool { return o.Alloc != 0 && !made[o.Alloc] }
	for i := range w.out.Regions {
		r := &w.out.Regions[i]
		r.Cells = slices.DeleteFunc(r.Cells, func(c ir.Extent) bool { return gone(c.Object) })
	}
	for in := range w.f.Instrs() {
		if fr, ok := in.(*ir.Free); ok {
			fr.Objects = slices.DeleteFunc(fr.Objects, gone)
		}
	}
}

// back brings a trace of the path to one of the threads.
func (w *walk) back(from trace.Trace) trace.Map {
	return func(t trace.Trace) (trace.Trace, error) {
		out := trace.Trace{Threads: from.Threads, Stops: from.Stops}
		for _, s := range t.Steps {
			if s.Instr >= w.p.NextID || transform.IsMark(w.At(s.Instr)) {
				continue
			}
			s.Thread, s.Fails = w.number[w.places[s.Instr].f], s.Instr == w.check
			if w.ahead[s.Instr] {
				out.Ahead = append(out.Ahead, s)
				continue
			}
			out.Steps = append(out.Steps, s)
		}
		return out, nil
	}
}
