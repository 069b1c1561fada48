package kiss

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/analysis/shared"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/lower"
)

// Kiss makes a sequential program with procedures and loops out of a concurrent one: the instrumentation of KISS (PLDI 2004, figures 4 and 5), for
// people to read and for other tools to check. Engine kiss itself decides the program of Balanced, which covers the same schedules and is
// better for a solver (docs/decisions/0072-kiss-as-text.md).
//
// All threads run on the stack of the one there is. A thread that is created waits in ts, a set of at most TS; if there is no room it runs at
// once, as a call. Before every visible operation stand "if something waits, perhaps schedule()" and "perhaps raise": schedule() takes a thread
// out of ts and calls it, and starts over while it likes; raise is a flag with which every procedure returns at once, so that the
// thread ends its part for good wherever it is. heddle.start, which calls a thread, resets it.
//
// Where this differs from figure 4, and why:
//   - Only visible operations are preceded by schedule(): between them nobody could tell. A thread may also stop before what can end the execution
//     without being visible (a check, a division, a call through a pointer), because what others do before that must be seen.
//   - An assumption that fails outside an atomic section stops its thread (it raises) and not the execution, because a blocked thread must not hide what others do. Blocked operations can
//     be assumptions, because a choice to raise comes before each of them.
//   - schedule() is called only if ts is not empty, and the test stands at the call. A tool that bounds recursion
//     would otherwise lose the threads at the deepest level, who always call it in vain.
//   - Nothing is emitted where only the first thread exists so far.
//   - Functions called inside atomic sections are copied, without all that, per depth of nesting; a thread created in a section is
//     put into ts or called at the section's end.
//   - raise is 2 when the thread ended by itself in the middle (ThreadExit): then its locals die and its result is kept.
//
// Synchronization is lowered by the rules of Lower, to assumptions over ghost variables (sync.go). Races: race.go.

// Options say what the sequential program covers.
type Options struct {
	TS      int // threads that may wait
	Threads int // made by a spawn in a loop, as far as joins and signals have to know them; 0: 3
	Asserts bool
	Races   bool
	// VolatileIsAtomic says that volatile accesses do not race.
	VolatileIsAtomic bool
}

// Pass is the pass.
func Pass(opt Options) transform.Pass {
	return transform.Pass{Name: "kiss", Run: func(_ context.Context, w *transform.Work) (*transform.Output, error) {
		out, err := Kiss(w.Program, opt)
		if err != nil {
			return nil, err
		}
		return &transform.Output{Program: out, Back: transform.NoBack("kiss")}, nil
	}}
}

// Kiss returns the sequential program. An error says what in the program cannot be kept.
func Kiss(p *ir.Program, opt Options) (*ir.Program, error) {
	if opt.Threads <= 0 {
		opt.Threads = 3
	}
	k := &kiss{opt: opt, in: p, ptr: p.PtrWidth(), made: map[ir.ID][]ir.ID{}}
	if err := k.findInstances(); err != nil {
		return nil, err
	}
	k.private = shared.Analyze(k.in)
	k.split, k.info = pointsto.Split(k.in, func(a *ir.Alloc) int64 {
		if a.Size.Kind == ir.KindConst && a.Size.Val.Lo < 1<<16 {
			return int64(a.Size.Val.Lo)
		}
		return 64
	})
	k.in = k.split
	if err := k.survey(); err != nil {
		return nil, err
	}
	if err := k.begin(); err != nil {
		return nil, err
	}
	for i := 0; i < len(k.list); i++ {
		k.rewrite(k.list[i])
	}
	k.finish()
	return k.out, nil
}

// The values of raise.
const (
	raiseNone = 0
	raiseStop = 1 // for good, in the middle
	raiseExit = 2 // it ended by itself
)

type kiss struct {
	opt     Options
	in      *ir.Program
	out     *ir.Program
	ptr     int
	private *shared.Info
	split   *ir.Program // the same instructions with regions
	info    *pointsto.Info
	made    map[ir.ID][]ir.ID // allocations of the output, by those of the input
	w       *transform.Rewriter
	l       *lower.Lowering

	// Of the program: see instances.go.
	instances map[instanceKey]*instance
	list      []*instance
	deltas    map[ir.FuncID]int
	roots     []ir.FuncID // functions that threads start with
	makes     []bool      // functions that create threads
	most      int         // threads, the first included
	more      bool        // there may be more than that
	nested    bool        // threads create threads
	outlives  bool        // some go on after main
	mixed     bool        // and some do not
	exits     bool        // ThreadExit is used
	joins     bool
	results   bool  // of joined threads are read
	late      int   // threads that may be created in one section
	args      []int // bytes of each argument of a thread

	// Ghost variables.
	raise, exited, self, created, pending ir.GlobalID
	ts, deferred                          []tsSlot
	outliving                             array // by handle, where some threads outlive main and some do not
	classes                               map[ir.RegionID]*class
	order                                 []*class
	slots                                 map[ir.Operand]ir.Operand // of the instruction at hand: the index of each object
	start, schedule, spawn, forget        ir.FuncID
	mark                                  *marking
	aside                                 bool // threads that start at once stand aside until the next point, see runLate

	// Of the function being rewritten: see thread.go.
	at    *instance
	f     *ir.Func
	cur   *ir.Block
	depth int
	solo  bool
	// lateHere says that a thread may have been created since the last point.
	lateHere bool
	stop     ir.BlockID // of this function, -1: not made yet
	leave    ir.BlockID
	kept     []local
	// scanning is the function whose registers surely looks at.
	scanning ir.FuncID
	allocOf  map[regKey]*ir.Alloc
}

// tsSlot is where a thread waits: a variable for its function (0: nobody is there), its handle and its arguments.
type tsSlot struct {
	fn, handle ir.GlobalID
	args       []ir.GlobalID
}

// unkept says that a program has something that this pass cannot keep.
func unkept(m *ir.Meta, format string, args ...any) error {
	return fmt.Errorf("%s: %s: the sequential program of engine kiss cannot have that", m.Pos.Pos, fmt.Sprintf(format, args...))
}

// ghost adds a variable of heddle's own.
func (k *kiss) ghost(name string, size int) ir.GlobalID {
	align := 1
	for align < size && align < 8 {
		align *= 2
	}
	k.out.Globals = append(k.out.Globals, &ir.Global{Name: name, Display: name, Size: int64(size), Align: int64(align)})
	return ir.GlobalID(len(k.out.Globals) - 1)
}

// get and set read and write one.
func (k *kiss) get(g ir.GlobalID) ir.Operand {
	return k.w.Load(0, ir.G(g, 0, k.ptr), int(k.out.Globals[g].Size))
}

func (k *kiss) set(g ir.GlobalID, v ir.Operand) {
	k.w.Store(0, ir.G(g, 0, k.ptr), k.w.Resize(v, 8*int(k.out.Globals[g].Size)))
}

func (k *kiss) address(f ir.FuncID) ir.Operand { return ir.F(f, k.ptr) }
