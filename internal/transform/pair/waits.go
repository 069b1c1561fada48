package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/held"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Where threads wait until a counter is 0 (counted.go), and who does not live from there on: by data flow, until another one is started.
//
// Data flow tells counters apart by addresses that are constant. Where the creator looks up which counter to wait for, the program of a pair does: what the creator reads of the counter that a thread which was
// chosen owns a part of is not 0. Whose counter that is, is a question of values there, as it is for the handle of a join.

// wait is where a thread goes on only if a counter is 0, and the spawns that have started nobody then who still lives.
type wait struct {
	at   ir.Instr
	to   ir.BlockID // of a branch: this way
	over uint64
}

// waits finds the assumptions and branches of a thread on its counter being 0, as it was read just before.
func (c *counting) waits(fl *filter, k *Kind) (out []wait) {
	f, th := c.t.Program.Funcs[k.Func], fl.threads[k.Func]
	mine, ok := c.at[k]
	if !ok {
		return nil
	}
	over := uint64(0)
	for i, s := range th.Spawns {
		if i < 64 && len(s.Candidates) > 0 && !c.t.joinable(f, s) && !slices.ContainsFunc(s.Candidates, func(g ir.FuncID) bool { return !c.holds[c.t.kindOf(g)] }) {
			over |= 1 << i
		}
	}
	if over == 0 {
		return nil
	}
	for _, b := range f.Blocks {
		const read, zero, other = 1, 2, 3 // registers: what was read of the counter, that it is 0, that it is not
		is := map[ir.Reg]int{}
		of := func(o ir.Operand) int {
			if o.Kind != ir.KindReg {
				return 0
			}
			return is[o.Reg]
		}
		for _, in := range b.Instrs {
			now := 0
			switch x := in.(type) {
			case *ir.Load:
				if x.Mem.Region == c.region && th.Addr(x.ID, false) == mine {
					now = read
				}
			case *ir.Binary:
				tests := of(x.X) == read && x.Y.IsConst(0) || of(x.Y) == read && x.X.IsConst(0)
				switch {
				case tests && x.Op == ir.Eq:
					now = zero
				case tests && x.Op == ir.Ne:
					now = other
				}
			case *ir.Spawn:
				clear(is)
			case *ir.Assume:
				if of(x.Cond) == zero {
					out = append(out, wait{at: in, over: over})
				}
			case *ir.Branch:
				switch {
				case x.Then == x.Else:
				case of(x.Cond) == zero:
					out = append(out, wait{in, x.Then, over})
				case of(x.Cond) == other:
					out = append(out, wait{in, x.Else, over})
				}
			}
			ir.Defs(in, func(r *ir.Reg) { is[*r] = now })
		}
	}
	return out
}

// joinable reports whether somebody may wait for the end of a thread that a spawn starts.
func (t *Threads) joinable(f *ir.Func, s *ir.Spawn) bool {
	has := s.ID != nil
	for in := range f.Instrs() {
		ir.Uses(in, func(o *ir.Operand) { has = has || o.Kind == ir.KindReg && s.Dst != ir.NoReg && o.Reg == s.Dst })
	}
	if !has {
		return false
	}
	for _, in := range t.Program.Instrs() {
		if _, ok := in.(*ir.Join); ok {
			return true
		}
	}
	return false
}

// overBefore is, before each instruction, the spawns that have started nobody who lives: on all paths they were not run, or waited for since.
func overBefore(f *ir.Func, spawns []*ir.Spawn, waits []wait) map[ir.ID]uint64 {
	out := map[ir.ID]uint64{}
	begin := make([]uint64, len(f.Blocks))
	reached := make([]bool, len(f.Blocks))
	begin[0], reached[0] = ^uint64(0), true
	todo := []ir.BlockID{0}
	for len(todo) > 0 {
		b := todo[0]
		todo = todo[1:]
		over := begin[b]
		for _, in := range f.Blocks[b].Instrs {
			out[in.Base().ID] = over
			for _, w := range waits {
				if _, branch := in.(*ir.Branch); w.at == in && !branch {
					over |= w.over
				}
			}
			if i := slices.IndexFunc(spawns, func(s *ir.Spawn) bool { return s == in }); i >= 0 && i < 64 {
				over &^= 1 << i
			}
		}
		instrs := f.Blocks[b].Instrs
		for _, to := range f.Next(b) {
			there := over
			for _, w := range waits {
				if w.at == instrs[len(instrs)-1] && w.to == to {
					there |= w.over
				}
			}
			if both := begin[to] & there; !reached[to] {
				begin[to], reached[to] = there, true
				todo = append(todo, to)
			} else if both != begin[to] {
				begin[to] = both
				todo = append(todo, to)
			}
		}
	}
	return out
}

// notAlive reports whether nobody lives whom a thread has started at a spawn, when it stands before an instruction.
func (t *Threads) notAlive(k *Kind, at ir.ID, spawn int) bool {
	if t.filter.threads[k.Func].NotAlive(at, spawn) {
		return true
	}
	over, ok := t.filter.over[k][at]
	return ok && spawn < 64 && over>>spawn&1 != 0
}

// ownPart is what a thread owns of a counter: where that lies, by one of the values that the thread is started with.
type ownPart struct {
	region ir.RegionID
	param  int
	off    uint64
}

// partsOf lists the counters that a thread of a kind, started by the creator, owns a part of until it is over.
func (t *Threads) partsOf(k *Kind) (out []ownPart) {
	f := t.Program.Funcs[k.Func]
	for _, c := range t.filter.counters {
		if !c.holds[k] {
			continue
		}
		at := c.at[k]
		for j, p := range f.Params {
			if f.Width(p) != t.Program.PtrWidth() {
				continue
			}
			if off, ok := t.distance(k, j, at); ok {
				out = append(out, ownPart{c.region, j, off})
				break
			}
		}
	}
	return out
}

// distance is how far an address of a kind of threads is from what the creator starts them with as one of their parameters, which is the same wherever it starts them.
func (t *Threads) distance(k *Kind, param int, at held.Addr) (off uint64, ok bool) {
	if !at.Constant() {
		return at.Off, at.Base.Reg == t.Program.Funcs[k.Func].Params[param]
	}
	creator := t.filter.threads[t.Kinds[0].Func]
	for i, s := range t.filter.direct[k.Func] {
		in := creator.Spawns[s]
		if param >= len(in.Args) {
			return 0, false
		}
		given := creator.Arg(in.Base().ID, param)
		far := ir.MakeConst(t.Program.PtrWidth(), at.Off-given.Off).Lo
		if given.Base != at.Base || i > 0 && far != off {
			return 0, false
		}
		off, ok = far, true
	}
	return off, ok
}

// owned says of what the creator reads of a counter that it is not 0, if a thread that was chosen owns a part of it.
func (b *builder) owned(t *thread, m *ir.Mem, read ir.Operand) {
	if t.role != nil || m.Size != 8 || m.Len.IsSet() {
		return
	}
	for _, r := range b.roles {
		for _, o := range r.owns {
			if o.region != m.Region {
				continue
			}
			counter := b.binary(ir.Add, b.val(r.args[o.param]), ir.K(b.ptr, o.off))
			lives := b.and(b.val(r.chosen), b.val(r.joined), b.binary(ir.Eq, b.use(t, m.Addr), counter))
			b.assume(b.implies(lives, b.binary(ir.Ne, read, ir.K(64, 0))))
		}
	}
}
