package encode

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Formula is a program as terms.
type Formula struct {
	B      *logic.Builder
	Checks []Check
	// End is the condition under which the program runs to one of its ends.
	Ends []Path

	f     *ir.Func
	flow  *flow
	conds map[ir.BlockID]logic.Term // of the branch, or the value of the switch, that ends a block
	defs  map[ir.ID][]logic.Term    // what an instruction writes, in the order of ir.Defs

	choices   []logic.Term // the outside is hostile if one is true
	external  []externalRead
	unwritten []externalRead // the content of other unwritten memory
	chosen    map[ir.ID]*chosenBytes
	abs       []logic.Term   // by block: the branches that lead there; 0 if none do
	values    []logic.Term   // of flags and of registers that are written once
	paths     map[ir.ID]Path // to assumptions that always hold, which passes leave as marks
	blockOf   map[ir.ID]ir.BlockID
}

// Friendly says that the outside makes no hostile choice; true if the program leaves it none.
func (f *Formula) Friendly() logic.Term {
	out := f.B.True()
	for _, c := range f.choices {
		out = f.B.And(out, f.B.Not(c))
	}
	return out
}

// Check is an assertion.
type Check struct {
	Assert *ir.Assert
	Path   Path       // what must hold to get there, with no earlier assertion failing
	Fails  logic.Term // under Path
}

// Path is a conjunction, shared between all that lies behind one another.
type Path struct{ last *link }

type link struct {
	before *link
	cond   logic.Term
}

// And adds a condition.
func (p Path) and(b *logic.Builder, t logic.Term) Path {
	if b.IsTrue(t) {
		return p
	}
	return Path{&link{p.last, t}}
}

// Term is the conjunction as a term; seen keeps those of the paths that it goes on from.
func (p Path) Term(b *logic.Builder, seen map[Path]logic.Term) logic.Term {
	var open []*link
	l := p.last
	for ; l != nil; l = l.before {
		if _, ok := seen[Path{l}]; ok {
			break
		}
		open = append(open, l)
	}
	t := b.True()
	if l != nil {
		t = seen[Path{l}]
	}
	for i := len(open) - 1; i >= 0; i-- {
		t = b.And(t, open[i].cond)
		seen[Path{open[i]}] = t
	}
	return t
}

// Conds lists the conjuncts, the latest first.
func (p Path) Conds() []logic.Term {
	var out []logic.Term
	for l := p.last; l != nil; l = l.before {
		out = append(out, l.cond)
	}
	return out
}

// Value is what an instruction writes, where it runs; false if it never does.
func (f *Formula) Value(id ir.ID) logic.Term {
	if d := f.defs[id]; len(d) == 1 {
		return d[0]
	}
	return f.B.False()
}

// Reaches is the condition that an instruction is run, in an execution that fulfils all assumptions.
func (f *Formula) Reaches(id ir.ID) logic.Term {
	if f.blockOf == nil {
		f.blockOf = map[ir.ID]ir.BlockID{}
		for i, b := range f.f.Blocks {
			for _, in := range b.Instrs {
				f.blockOf[in.Base().ID] = ir.BlockID(i)
			}
		}
	}
	if b, ok := f.blockOf[id]; ok && f.abs[b] != 0 {
		return f.abs[b]
	}
	return f.B.False()
}

// PathTo is what must hold to get to a mark: an assumption that always holds. Only what lies before it counts.
func (f *Formula) PathTo(mark ir.ID) (Path, bool) {
	p, ok := f.paths[mark]
	return p, ok
}

// Register is the value of a flag, or of a register that is written once, where that is.
func (f *Formula) Register(o ir.Operand) logic.Term {
	if o.Kind != ir.KindReg {
		return f.B.Bool(!o.IsConst(0))
	}
	if v := f.values[o.Reg]; v != 0 {
		return v
	}
	return f.B.False()
}

// Trace is the execution that a model describes up to a check that fails: every instruction on its path, with the values it
// wrote, in one thread. Other checks may fail on the way: a model is asked for one.
func (f *Formula) Trace(m *solve.Model, check ir.ID) (trace.Trace, error) {
	t := trace.Trace{Threads: []trace.Thread{{Name: f.f.Display}}}
	b := ir.BlockID(0)
	for {
		blk := f.f.Blocks[b]
		for _, in := range blk.Instrs {
			meta := in.Base()
			step := trace.Step{Instr: meta.ID, Pos: meta.Pos, Text: meta.Text, Func: f.f.Display}
			for _, d := range f.defs[meta.ID] {
				step.Raw = append(step.Raw, constOf(m.Value(d)))
			}
			if c := f.chosen[meta.ID]; c != nil {
				step.Bytes = f.bytesOf(m, c)
			}
			t.Steps = append(t.Steps, step)
			if meta.ID == check {
				return t, nil
			}
		}
		next, ok := f.next(m, b)
		if !ok {
			return t, nil
		}
		if f.flow.at[next] <= f.flow.at[b] {
			return t, fmt.Errorf("encode: the trace goes back from block %s", blk.Name)
		}
		b = next
	}
}

// next is where the model goes from a block.
func (f *Formula) next(m *solve.Model, b ir.BlockID) (ir.BlockID, bool) {
	switch in := f.f.Blocks[b].Term().(type) {
	case *ir.Jump:
		return in.To, true
	case *ir.Branch:
		if m.Bool(f.conds[b]) {
			return in.Then, true
		}
		return in.Else, true
	case *ir.Switch:
		v := m.BV(f.conds[b])
		for _, c := range in.Cases {
			if c.Lo.Big().Cmp(v) <= 0 && v.Cmp(c.Hi.Big()) <= 0 {
				return c.To, true
			}
		}
		return in.Default, true
	}
	return 0, false
}

func constOf(v logic.Value) ir.Const {
	if v.Sort().IsBool() {
		if v.Bool() {
			return ir.Const{Lo: 1}
		}
		return ir.Const{}
	}
	return ir.ConstFromBig(ir.MaxWidth, v.Big())
}
