package decide

import (
	"context"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Task is a question about a program, and the means to answer it.
type Task struct {
	verdict.Question
	Solver string // "embedded", "z3" or "cvc5"; empty: embedded
	Memory int64  // bytes for one solver; 0: no limit
	Seed   int64
}

// Unfolding is how a program is unfolded for a task. scout, if not 0, is for scouting; cover says that it will be asked what executions reach.
func (t *Task) Unfolding(unwind, scout int, cover bool) unfold.Options {
	return unfold.Options{
		Unwind: unwind, Threads: t.Bounds.Threads, UnwindAll: t.Bounds.UnwindAll, ThreadsAll: t.Bounds.ThreadsAll, Reserve: place.Reserve, Scout: scout,
		Visits: cover,
	}
}

// Threads are the threads of a program, unfolded and lowered, for a sequentialization to make one of them.
type Threads struct {
	*transform.Work
	Doubt string // why the program as it is encoded is one of several that it could be
	Stray string // why nothing is known of its memory

	task     *Task
	count    int
	segments reach.Segments // nil: what executions reach is not asked for
	ends     map[ir.ID]bool // instructions that end the process or a thread
	loose    bool           // what the threads do need not be what the program does
	loops    map[ir.ID]bool // of the program, that were summarized: see transform.Unfolded
}

// Lowered takes a program that went through unfold, split and lower. cover says that it will be asked what executions reach.
func (t *Task) Lowered(w *transform.Work, cover bool) *Threads {
	found := transform.Found[*transform.Unfolded](w)
	out := &Threads{Work: w, task: t, count: transform.Threads(w.Program), loose: found.Loose, loops: found.Summarized}
	split := w.After("split").Program
	out.Doubt = doubts(t, split, transform.Found[*pointsto.Info](w))
	out.Stray = strays(split, found)
	if cover {
		out.segments, out.ends = reach.SegmentsOf(t.Program), reach.Ends(t.Program)
	}
	return out
}

// Reusable reports whether the threads are the same for every higher bound: nothing in them is cut, whether or not an execution gets there.
func (t *Threads) Reusable() bool {
	for _, f := range t.Program.Funcs[:t.count] {
		for in := range f.Instrs() {
			if a, ok := in.(*ir.Assert); ok && a.Kind == transform.Bound {
				return false
			}
		}
	}
	return true
}

// Summarized is the loops of the program that were summarized in the threads, each named by the end of its header.
func (t *Threads) Summarized() map[ir.ID]bool { return t.loops }

// Problem is a sequential program as a formula, with the way back to an execution of the threads.
type Problem struct {
	*Threads
	Seq     *sequence.Sequence
	Formula *encode.Formula
	Layout  place.Layout

	work *transform.Work // of the sequential program
}

// About is the same threads for questions about some of the properties.
func (t *Threads) About(ps ...verdict.Property) *Threads {
	c, task := *t, *t.task
	task.Properties = ps
	c.task = &task
	return &c
}

// RaceRegions lists the regions in which races are possible by the text alone, and the frees that could race with others.
func (t *Threads) RaceRegions() ([]ir.RegionID, []*ir.Free, error) {
	return sequence.RaceRegions(t.Program, t.Options())
}

// Torn names a place where a range of memory is taken as one step although another thread may come in between. It does not matter where races
// were looked for and there are none.
func (t *Threads) Torn(racy bool) string {
	if t.task.Wants(verdict.Race) && !racy && !excuses(t.task.Program) {
		return ""
	}
	return sequence.Torn(t.Program, t.Options())
}

// excuses reports whether some accesses of a program take part in no race.
func excuses(p *ir.Program) bool {
	for _, in := range p.Instrs() {
		if m, _, _ := ir.AccessOf(in); m != nil && (m.Excused || m.Mark == ir.MarkVolatile) {
			return true
		}
	}
	return false
}

// Options say what a sequentialization of the threads is for, but for its schedules and races.
func (t *Threads) Options() sequence.Options {
	sections := sectionsOf(t.task.Program)
	return sequence.Options{
		VolatileIsAtomic: t.task.VolatileIsAtomic, Memory: t.task.Wants(verdict.Memory), Source: t.Origin, Facts: t.task.Facts, Original: t.Original, Visits: t.segments != nil,
		Sections: func(id ir.ID) bool { return sections[t.Origin(id)] },
	}
}

// Encode makes a formula of a sequential program of the threads.
func (t *Threads) Encode(ctx context.Context, seq *transform.Work) (*Problem, error) {
	p := &Problem{Threads: t, Seq: transform.Found[*sequence.Sequence](seq), Layout: place.Of(seq.Program, t.task.Program, t.count), work: seq}
	var err error
	p.Formula, err = encode.Encode(ctx, logic.NewBuilder(logic.Options{}), seq.Program, p.Layout, nil)
	return p, While(err, "encoding")
}

// sectionsOf is the instructions that begin atomic sections.
func sectionsOf(p *ir.Program) map[ir.ID]bool {
	out := map[ir.ID]bool{}
	for id, kind := range visibleIDs(p) {
		if kind == isBegin {
			out[id] = true
		}
	}
	return out
}

// doubts adds what is not modelled for the properties asked for.
func doubts(task *Task, split *ir.Program, info *pointsto.Info) string {
	if why := unfollowed(task, split); why != "" && task.Wants(verdict.Memory) {
		return why
	}
	return doubt(split, info)
}

// unfollowed says which lifetimes of memory are not followed; empty: all are.
func unfollowed(task *Task, split *ir.Program) string {
	if len(split.Globals) > len(task.Program.Globals) {
		return "the lifetimes of thread-local variables are not followed"
	}
	for _, f := range task.Program.Funcs {
		for _, b := range f.Blocks {
			if _, ok := b.Term().(*ir.ThreadExit); ok {
				return "the lifetimes of local variables are not followed over the exit of a thread at " + b.Term().Base().Pos.Pos.String()
			}
		}
	}
	return ""
}

// strays names an access of something that may be a variable of another thread which has ended; empty: there is none. An invalid access that nobody sees may lie within any bounds, so nothing is said of memory then.
func strays(split *ir.Program, found *transform.Unfolded) string {
	count := transform.Threads(split)
	owner := map[ir.Object]int{}
	for i, f := range split.Funcs[:count] {
		exits := false
		for in := range f.Instrs() {
			_, exit := in.(*ir.ThreadExit)
			exits = exits || exit
		}
		for k, thread := range found.Whose {
			if thread == i && (i > 0 || exits) { // the return of main ends the process
				owner[ir.Object{Global: ir.GlobalID(found.Own + k)}] = i
			}
		}
		for in := range f.Instrs() {
			if a, ok := in.(*ir.Alloc); ok && a.Stack && exits {
				owner[ir.Object{Alloc: a.ID}] = i
			}
		}
	}
	if len(owner) == 0 {
		return ""
	}
	for i, f := range split.Funcs[:count] {
		for in := range f.Instrs() {
			m, _, _ := ir.AccessOf(in)
			for _, m := range []*ir.Mem{m, ir.SourceOf(in)} {
				if m == nil {
					continue
				}
				for _, c := range split.Regions[m.Region].Cells {
					if thread, ok := owner[c.Object]; ok && thread != i {
						return "an access at " + in.Base().Pos.Pos.String() + " may be of a variable of another thread, whose end is not followed"
					}
				}
			}
		}
	}
	return ""
}

// doubt says why the program as it was encoded is one of several that it could be.
func doubt(p *ir.Program, info *pointsto.Info) string {
	where := func(want ir.ID) string {
		for _, in := range p.Instrs() {
			if in.Base().ID == want {
				return in.Base().Pos.Pos.String()
			}
		}
		return "-"
	}
	if len(info.Layout) > 0 {
		return "the result depends on where objects lie: an address is used as a number at " + where(info.Layout[0])
	}
	if len(info.Wild) > 0 {
		first := ir.ID(0)
		for id := range info.Wild {
			if first == 0 || id < first {
				first = id
			}
		}
		return "an access at " + where(first) + " goes through an address that was derived from no object"
	}
	return ""
}
