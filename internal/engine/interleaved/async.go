package interleaved

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// The filters of sections 4.1 to 4.3 as programs: transformations over spawn, for whoever asks about all inputs at once (the judge asks about one and makes its runs in the
// interpreter). A thread that waits stays a thread, and its whole body is one atomic section: it begins when its parent has ended and nobody interrupts it. A thread that
// runs at once is a call. The variable first says that one does, and then those that it starts run at once too:
//
//	async f(e)  =>  if (first) f(e); else if (nondet) { first = 1; f(e); first = 0; } else async { atomic { f(e); } }
//
// Where a thread has to wait for another, its section does not begin: the run is over, which is no failure.

// Sequentialized is the program whose executions are the sequential runs of a filter. n threads take n rounds. It refuses programs that join threads or end them early.
func Sequentialized(p *ir.Program, kind irexec.Asyncs) (*ir.Program, error) {
	for _, in := range p.Instrs() {
		switch in := in.(type) {
		case *ir.Join, *ir.ThreadExit:
			return nil, fmt.Errorf("%s: a sequential program has no threads to join or to end", in.Base().Pos)
		case *ir.Spawn:
			if in.Fn.Kind != ir.KindFunc || in.Dst != ir.NoReg || in.ID != nil {
				return nil, fmt.Errorf("%s: which thread starts here is not known, or somebody keeps it", in.Pos)
			}
		}
	}
	p = p.Clone()
	s := &sequentializer{p: p, kind: kind, own: len(p.Funcs), waits: map[ir.FuncID]ir.FuncID{}}
	s.first = ir.GlobalID(len(p.Globals))
	p.Globals = append(p.Globals, &ir.Global{Name: "heddle.first", Display: "heddle.first", Size: 1, Align: 1})
	for _, f := range p.Funcs[:len(p.Funcs):len(p.Funcs)] {
		s.calls(f)
	}
	s.whole(p.Funcs[p.Entry])
	return p, nil
}

type sequentializer struct {
	p     *ir.Program
	kind  irexec.Asyncs
	first ir.GlobalID
	own   int                     // functions from here on are ours
	waits map[ir.FuncID]ir.FuncID // the thread of a function, as a section
}

func (s *sequentializer) meta(of ir.Instr) ir.Meta {
	return ir.Meta{ID: s.p.NewID(), Pos: of.Base().Pos}
}

// whole makes all of a function one section.
func (s *sequentializer) whole(f *ir.Func) {
	b := f.Blocks[0]
	b.Instrs = append([]ir.Instr{&ir.AtomicBegin{Meta: s.meta(b.Instrs[0])}}, b.Instrs...)
	for _, b := range f.Blocks {
		if last := b.Instrs[len(b.Instrs)-1]; isReturn(last) {
			b.Instrs = append(b.Instrs[:len(b.Instrs)-1:len(b.Instrs)-1], &ir.AtomicEnd{Meta: s.meta(last)}, last)
		}
	}
}

func isReturn(in ir.Instr) bool {
	_, ok := in.(*ir.Return)
	return ok
}

// calls replaces the spawns of a function.
func (s *sequentializer) calls(f *ir.Func) {
	for i := 0; i < len(f.Blocks); i++ {
		b := f.Blocks[i]
		for k, in := range b.Instrs {
			spawn, ok := in.(*ir.Spawn)
			if !ok || int(spawn.Fn.Func) >= s.own {
				continue
			}
			f.Blocks = append(f.Blocks, &ir.Block{Name: fmt.Sprintf("%s.async%d", b.Name, len(f.Blocks)), Instrs: b.Instrs[k+1:]})
			b.Instrs = b.Instrs[:k:k]
			s.async(f, b, spawn, ir.BlockID(len(f.Blocks)-1))
			break
		}
	}
}

// async is what stands in the place of a spawn.
func (s *sequentializer) async(f *ir.Func, b *ir.Block, spawn *ir.Spawn, rest ir.BlockID) {
	add := func(b *ir.Block, ins ...ir.Instr) {
		for _, in := range ins {
			*in.Base() = s.meta(spawn)
			b.Instrs = append(b.Instrs, in)
		}
	}
	block := func(name string) (*ir.Block, ir.BlockID) {
		n := &ir.Block{Name: fmt.Sprintf("%s.%s%d", b.Name, name, len(f.Blocks))}
		f.Blocks = append(f.Blocks, n)
		return n, ir.BlockID(len(f.Blocks) - 1)
	}
	call := func() ir.Instr { return &ir.Call{Dst: ir.NoReg, Func: spawn.Fn.Func, Args: spawn.Args} }
	wait := func() ir.Instr {
		w := s.thread(spawn)
		return &ir.Spawn{Dst: ir.NoReg, Fn: ir.F(w, s.p.PtrWidth()), Args: spawn.Args, Candidates: []ir.FuncID{w}, Outlives: true}
	}
	switch s.kind {
	case irexec.AsyncAsSync:
		add(b, call(), &ir.Jump{To: rest})
		return
	case irexec.AsyncAsEvents:
		add(b, wait(), &ir.Jump{To: rest})
		return
	}
	first := ir.Mem{Addr: ir.G(s.first, 0, s.p.PtrWidth()), Size: 1}
	inside, atInside := block("inside")
	add(inside, call(), &ir.Jump{To: rest})
	now, atNow := block("now")
	add(now, &ir.Store{Mem: first, Val: ir.K(8, 1)}, call(), &ir.Store{Mem: first, Val: ir.K(8, 0)}, &ir.Jump{To: rest})
	late, atLate := block("late")
	add(late, wait(), &ir.Jump{To: rest})
	choose, atChoose := block("choose")
	way := f.NewReg(1, "", ir.ShowBool)
	add(choose, &ir.Havoc{Dst: way}, &ir.Branch{Cond: ir.R(way, 1), Then: atNow, Else: atLate})
	is, yes := f.NewReg(8, "", ir.ShowUnsigned), f.NewReg(1, "", ir.ShowBool)
	add(b, &ir.Load{Dst: is, Mem: first}, &ir.Binary{Dst: yes, Op: ir.Ne, X: ir.R(is, 8), Y: ir.K(8, 0)}, &ir.Branch{Cond: ir.R(yes, 1), Then: atInside, Else: atChoose})
}

// thread is a function that calls the one of a spawn in one section.
func (s *sequentializer) thread(spawn *ir.Spawn) ir.FuncID {
	if w, ok := s.waits[spawn.Fn.Func]; ok {
		return w
	}
	of := s.p.Funcs[spawn.Fn.Func]
	f := &ir.Func{Name: "heddle.whole." + of.Name, Display: of.Display}
	call := &ir.Call{Meta: s.meta(spawn), Dst: ir.NoReg, Func: spawn.Fn.Func}
	for _, r := range of.Params {
		w := of.Width(r)
		n := f.NewReg(w, of.Regs[r].Name, of.Regs[r].Show)
		f.Params = append(f.Params, n)
		call.Args = append(call.Args, ir.R(n, w))
	}
	f.Blocks = []*ir.Block{{Name: "entry", Instrs: []ir.Instr{
		&ir.AtomicBegin{Meta: s.meta(spawn)}, call, &ir.AtomicEnd{Meta: s.meta(spawn)}, &ir.Return{Meta: s.meta(spawn)},
	}}}
	s.p.Funcs = append(s.p.Funcs, f)
	s.waits[spawn.Fn.Func] = ir.FuncID(len(s.p.Funcs) - 1)
	return s.waits[spawn.Fn.Func]
}
