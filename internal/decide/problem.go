package decide

import (
	"context"
	"errors"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// unfoldLimit is how many instructions an unfolded program may have: what comes after makes ten to twenty of each.
const (
	unfoldLimit = 300_000
	unfoldMost  = 2_000_000 // if nothing makes it smaller
)

// Task is a question about a program, and the means to answer it.
type Task struct {
	verdict.Question
	Solver string // "embedded", "z3" or "cvc5"; empty: embedded
	Memory int64  // bytes for one solver; 0: no limit
	Seed   int64
	// Step, if set, is told the program after every named step. It may refuse it.
	Step func(name string, p *ir.Program) error
}

// Threads are the threads of a program, unfolded and lowered, for a sequentialization to make one of them.
type Threads struct {
	Lowered *ir.Program
	Doubt   string // why the program as it is encoded is one of several that it could be

	task         *Task
	count        int
	back1, back2 trace.Map
	source       func(ir.ID) ir.ID
	waits        *transform.Deadlocks // nil: deadlocks are not asked for
	segments     reach.Segments       // nil: what executions reach is not asked for
	ends         map[ir.ID]bool       // instructions that end the process or a thread
	loose        bool                 // what the threads do need not be what the program does
}

// Prepare unfolds a program to a bound. Where it does not fit, loops that cost most are cut earlier. scout, if not 0, is for scouting. cover says that
// Cover will be asked.
func Prepare(ctx context.Context, task *Task, unwind, scout int, cover bool) (*Threads, error) {
	var t *Threads
	var unfolded *ir.Program
	var back1 trace.Map
	var first, err error
	callees := pointsto.Callees(task.Program, encode.AllocSize)
	for tight, limit := 0, unfoldLimit; tight <= transform.MostTight; tight++ {
		if tight == transform.MostTight {
			limit = unfoldMost
		}
		t = &Threads{task: task, waits: deadlocks(task)}
		if cover {
			t.segments, t.ends = reach.SegmentsOf(task.Program), reach.Ends(task.Program)
		}
		unfolded, back1, err = transform.Unfold(task.Program, transform.UnfoldOptions{
			Unwind: unwind, Threads: task.Bounds.Threads, UnwindAll: task.Bounds.UnwindAll, ThreadsAll: task.Bounds.ThreadsAll, Tight: tight,
			Limit: limit, Reserve: encode.Reserve, Scout: scout, Loose: &t.loose, Deadlocks: t.waits, Visits: cover, Stop: ctx.Err,
			Callees: callees,
		})
		if !errors.Is(err, transform.ErrTooLarge) {
			break
		}
		if first == nil {
			first = err // it says where a user could help
		}
	}
	if err != nil {
		if first != nil && errors.Is(err, transform.ErrTooLarge) {
			err = first
		}
		return nil, while(err, "unfolding")
	}
	if err := tell(task, "unfold", unfolded); err != nil {
		return nil, err
	}
	split, info := pointsto.Split(unfolded, encode.AllocSize)
	if err := tell(task, "split", split); err != nil {
		return nil, err
	}
	t.Lowered, t.back2 = transform.Lower(split, info, transform.LowerOptions{Deadlocks: t.waits})
	t.back1, t.count, t.Doubt = back1, transform.Threads(unfolded), doubts(task, unfolded, split, info)
	t.source = sourceOf(t.back2, t.back1)
	return t, tell(task, "sync", t.Lowered)
}

// Reusable reports whether the threads are the same for every higher bound, and problems can be made of them again: nothing in them is cut,
// whether or not an execution gets there, and nothing is known about waiting, which the passes fill in once.
func (t *Threads) Reusable() bool {
	if t.waits != nil {
		return false
	}
	for _, f := range t.Lowered.Funcs[:t.count] {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if a, ok := in.(*ir.Assert); ok && a.Kind == transform.Bound {
					return false
				}
			}
		}
	}
	return true
}

// Problem is a sequential program as a formula, with the way back to an execution of the threads.
type Problem struct {
	*Threads
	Seq     *ir.Program
	Formula *encode.Formula
	Layout  encode.Layout
	Races   *transform.Races  // nil: races are not looked for
	Visits  *transform.Visits // nil: what executions reach is not asked for

	back trace.Map
}

// Sequentialization makes one thread of lowered ones.
type Sequentialization func(*ir.Program, transform.LazyOptions) (*ir.Program, trace.Map, error)

// About is the same threads for questions about some of the properties.
func (t *Threads) About(ps ...verdict.Property) *Threads {
	c, task := *t, *t.task
	task.Properties = ps
	c.task = &task
	return &c
}

// RaceRegions lists the regions in which races are possible by the text alone.
func (t *Threads) RaceRegions() ([]ir.RegionID, error) {
	return transform.RaceRegions(t.Lowered, t.options())
}

// Torn names a place where a range of memory is taken as one step although another thread may come in between. It does not matter where races
// were looked for and there are none.
func (t *Threads) Torn(racy bool) string {
	if t.task.Wants(verdict.Race) && !racy && !excuses(t.task.Program) {
		return ""
	}
	return transform.Torn(t.Lowered, t.options())
}

// excuses reports whether some accesses of a program take part in no race.
func excuses(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if m, _, _ := ir.AccessOf(in); m != nil && (m.Excused || m.Mark == ir.MarkVolatile) {
					return true
				}
			}
		}
	}
	return false
}

func (t *Threads) options() transform.LazyOptions {
	sections := sectionsOf(t.task.Program)
	return transform.LazyOptions{
		VolatileIsAtomic: t.task.VolatileIsAtomic, Memory: t.task.Wants(verdict.Memory), Source: t.source,
		Sections: func(id ir.ID) bool { return sections[t.source(id)] }, Deadlocks: t.waits,
	}
}

// Problem makes one thread of many and encodes it. step names the program for dumps.
func (t *Threads) Problem(ctx context.Context, step string, f Sequentialization, races *transform.Races) (*Problem, error) {
	opt := t.options()
	opt.Races = races
	if t.segments != nil {
		opt.Visits = &transform.Visits{}
	}
	seq, back3, err := f(t.Lowered, opt)
	if err != nil {
		return nil, err
	}
	if err := tell(t.task, step, seq); err != nil {
		return nil, err
	}
	p := &Problem{Threads: t, Seq: seq, Layout: layoutOf(seq, t.task.Program, t.count), Races: races, Visits: opt.Visits}
	p.back = func(tr trace.Trace) (trace.Trace, error) {
		for _, m := range []trace.Map{back3, t.back2, t.back1} {
			var err error
			if tr, err = m(tr); err != nil {
				return tr, err
			}
		}
		return tr, nil
	}
	p.Formula, err = encode.Encode(ctx, logic.NewBuilder(logic.Options{}), seq, p.Layout)
	return p, while(err, "encoding")
}

// tell shows a program to whoever asked to see each step.
func tell(task *Task, name string, p *ir.Program) error {
	if task.Step == nil {
		return nil
	}
	return task.Step(name, p)
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

// sourceOf gives the instruction of the program that one of a transformed program stands for.
func sourceOf(back ...trace.Map) func(ir.ID) ir.ID {
	return func(id ir.ID) ir.ID {
		t := trace.Trace{Steps: []trace.Step{{Instr: id}}}
		for _, m := range back {
			var err error
			if t, err = m(t); err != nil || len(t.Steps) == 0 {
				return id
			}
		}
		return t.Steps[0].Instr
	}
}

// doubts adds what is not modelled for the properties asked for.
func doubts(task *Task, unfolded, split *ir.Program, info *pointsto.Info) string {
	if task.Wants(verdict.Memory) {
		if len(unfolded.Globals) > len(task.Program.Globals) {
			return "the lifetimes of thread-local variables are not followed"
		}
		for _, f := range task.Program.Funcs {
			for _, b := range f.Blocks {
				if _, ok := b.Term().(*ir.ThreadExit); ok {
					return "the lifetimes of local variables are not followed over the exit of a thread at " + b.Term().Base().Pos.Pos.String()
				}
			}
		}
	}
	return doubt(split, info)
}

// doubt says why the program as it was encoded is one of several that it could be.
func doubt(p *ir.Program, info *pointsto.Info) string {
	where := func(want ir.ID) string {
		for _, f := range p.Funcs {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					if in.Base().ID == want {
						return in.Base().Pos.Pos.String()
					}
				}
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

// layoutOf says where objects lie: the program's globals and functions where the judge has them, heddle's own globals and all
// allocations behind.
func layoutOf(seq, p *ir.Program, threads int) encode.Layout {
	l := encode.Layout{Globals: irexec.GlobalBases(p), Allocs: map[ir.ID]uint64{}}
	for i := range seq.Funcs {
		l.Funcs = append(l.Funcs, irexec.FuncAddress(ir.FuncID(max(i-threads, 0))))
	}
	slot := uint64(len(p.Globals)) // behind all globals of the judge
	next := uint64(0xf5000000)     // with 32-bit pointers: behind all that the judge's threads have
	place := func(size, align int64) uint64 {
		if p.PtrWidth() == 64 {
			slot++
			return irexec.SlotBase(slot)
		}
		a := uint64(max(align, 16))
		at := (next + a - 1) / a * a
		next = at + uint64(size) + 1024
		return at
	}
	for _, g := range seq.Globals[len(p.Globals):] {
		l.Globals = append(l.Globals, place(g.Size, g.Align))
	}
	for _, b := range seq.Funcs[0].Blocks {
		for _, in := range b.Instrs {
			if a, ok := in.(*ir.Alloc); ok {
				l.Allocs[a.ID] = place(encode.AllocSize(a), a.Align)
			}
		}
	}
	return l
}
