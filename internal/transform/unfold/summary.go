package unfold

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Loops that are not unrolled. A loop on which nothing depends but through memory that is left out of a slice anyway (transform/slice/loops.go says which) may run any number
// of times. In its place stands: whatever it writes is arbitrary, and one of its exits is taken, any of them. If it has none, nothing comes behind it. So every execution with any number of
// iterations is one of the output, but for the content of the objects that the loop writes: that has to be left out wherever the output is asked about.
//
// What is known of these objects is forgotten. Registers that the loop writes hold no addresses behind it, and it stores none: whoever chooses the loops sees to that, so the
// points-to analysis of what comes out is right.
//
// An instruction that stands for the header says that executions come through here.

// summarize puts a summary in the place of a loop.
func (u *unfolder) summarize(fr *frame, it transform.Item, writes []ir.Object) {
	in := fr.pending[it.Block]
	delete(fr.pending, it.Block)
	if !u.enter(in, fr.fn.Blocks[it.Block].Name, fr.shape.live[it.Block]) {
		return
	}
	fr.forgetTemps()
	u.forget(writes)
	exits := exitsOf(fr.fn, it)
	live := func(r ir.Reg) bool {
		i := fr.shape.cross[r]
		return i >= 0 && slices.ContainsFunc(exits, func(b ir.BlockID) bool { return fr.shape.live[b][i] })
	}
	matters := len(exits) != 1
	seen := map[ir.Reg]bool{}
	for _, b := range it.Blocks() {
		for _, in := range fr.fn.Blocks[b].Instrs {
			ir.Defs(in, func(r *ir.Reg) {
				if seen[*r] {
					return
				}
				seen[*r] = true
				u.learn(*r, value{})
				if live(*r) {
					matters = true
					u.emit(&ir.Havoc{Dst: fr.base + *r}, 0)
				}
			})
		}
	}
	head := fr.fn.Blocks[it.Block].Term().Base()
	m := u.userMeta(fr, head)
	choice := u.f.NewReg(32, "", ir.ShowUnsigned)
	u.emit(&ir.Havoc{Meta: m, Dst: choice}, head.ID)
	u.summarized[head.ID] = u.summarized[head.ID] || matters
	if len(exits) == 0 {
		u.invalid(head)
		return
	}
	if len(exits) > 1 {
		u.doubt(fr, exits...)
	}
	for i, to := range exits[:len(exits)-1] {
		c := u.f.NewReg(1, "", ir.ShowBool)
		u.emit(&ir.Binary{Dst: c, Op: ir.Eq, X: ir.R(choice, 32), Y: ir.K(32, uint64(i))}, 0)
		br := &ir.Branch{Meta: ir.Meta{Pos: m.Pos, Text: m.Text}, Cond: ir.R(c, 1)}
		u.emit(br, 0)
		rest := u.known.fork()
		u.leave(fr, to, &br.Then, u.known)
		u.enter([]edge{{slot: &br.Else, known: rest}}, "exit", nil)
	}
	u.leave(fr, exits[len(exits)-1], nil, u.known)
	u.cur = nil
}

// exitsOf is where a loop can be left to.
func exitsOf(f *ir.Func, it transform.Item) (out []ir.BlockID) {
	for _, b := range it.Blocks() {
		ir.Targets(f.Blocks[b].Term(), func(t *ir.BlockID) {
			if !it.Set[*t] && !slices.Contains(out, *t) {
				out = append(out, *t)
			}
		})
	}
	return out
}

// forget forgets what some objects of the input hold. Which object an allocation made is not kept, so all of those are forgotten at once.
func (u *unfolder) forget(writes []ir.Object) {
	m := u.known.mem
	made := false
	for _, o := range writes {
		if o.Alloc != 0 {
			made = true
		} else if id := u.globalObject(o.Global); id != 0 {
			u.drop(m, id)
		}
	}
	if !made {
		return
	}
	for _, id := range slices.Sorted(m.made()) {
		u.drop(m, id)
	}
}

// made lists the objects that allocations made.
func (m *memory) made() func(yield func(objectID) bool) {
	return func(yield func(objectID) bool) {
		for id := range m.objs {
			if id >= firstAlloc && !yield(id) {
				return
			}
		}
	}
}
