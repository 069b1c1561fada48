package transform

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Deadlocks, in both sequentializations. A state has one if there is a set of threads each of which waits for something
// that only the set could provide (docs/semantics.md#deadlocks; who provides what is decided as the judge does it, irexec/deadlock.go).
//
// The set is guessed: one bit per thread, member(t). The state is the one in which the K rounds end. The program assumes of it,
// for every t with member(t):
//
//   - t lives: it has begun, it has not ended, and neither has the process.
//   - t waits: its path leads to an operation that can wait, everything before it on the path is done, and the operation, tried
//     on the memory that the rounds left, has to wait. Trying is one more round for this one step: loads give guessed
//     values in the thread's code, and are made for real at the end; what the step would write before it waits is
//     written, and taken back afterwards. Not being able to go on for another reason (an assumption, an invalid access) is not waiting.
//   - nobody outside helps. A lock that living threads hold: one of them is a member. A join: the thread is a
//     member. Anything else, and a lock whose holders have ended: every other thread that lives and may still do such an
//     operation, or end the process, is a member.
//
// A model with a member is a deadlock: the members are a set as defined, the conditions being just those of the definition.
// Conversely, of every deadlocked state within the bounds the largest such set, which the judge computes as a greatest
// fixpoint, satisfies them. So whether there is a deadlock is decided exactly; which of the smallest sets it
// contains are reported is the judge's business.
//
// Where the others stand matters by what they may still do, which only shrinks along a path. So a thread that is no member is
// taken as far as it can go without a step: up to before its next step, to a check that fails, or to its end. The
// exception is a thread whose path ends at an assumption: it is stuck there, and one that is stuck counts as able to do
// anything, because nobody asked about its execution. It is better off before the last visible operation on the way, if there is one. A thread whose path
// was cut by a bound stands nowhere in this program and counts as able to do anything too: executions that go on are not within the bounds.
// deadlock_stops.go computes all that along the threads' code.
//
// K rounds cover these states as they cover failures: a state is reached by a sequence of steps, v_t at most of thread t, however
// many threads still wait or could go on in it; private operations commute with everything and need no round. So PROVED needs no more rounds than elsewhere.
//
// Signals. For deadlocks no thread wakes without one. Where other properties are decided on the same program, threads may
// (Spurious), and then a deadlock counts only if nobody did.
//
// Rejected: a waits-for graph computed in the sequential program as a fixpoint (a formula of depth n for n threads where one guess per
// thread does), and one check per set of places (exponentially many; the engine asks for one more set until there is none).

// Deadlocks carries what the passes find out about waiting, from one to the next: Unfold what each instruction's thread may still
// do, Lower which assumptions mean waiting. It belongs to one way through the passes.
type Deadlocks struct {
	// Spurious: waiters may wake without a signal, for the sake of other properties.
	Spurious bool

	input    []caps // by instruction of the program
	unfolded []caps // by instruction after Unfold: of all functions on the stack
	lowered  []caps // by instruction after Lower
	real     []bool // by instruction after Lower: it stands for one of the program

	waits     map[ir.ID]*wait // by the assumption of the lowered program that fails while its operation waits
	unbidden  map[ir.ID]bool  // moves of a bit of the lowered program: the thread wakes without a signal
	ours      map[ir.ID]bool  // havocs of the lowered program that are no choice of the program's
	undecided string
}

// NewDeadlocks prepares the passes for a program.
func NewDeadlocks(p *ir.Program, spurious bool) *Deadlocks {
	return &Deadlocks{
		Spurious: spurious, input: capabilities(p), unfolded: []caps{0},
		waits: map[ir.ID]*wait{}, unbidden: map[ir.ID]bool{}, ours: map[ir.ID]bool{},
	}
}

// Undecided says why a program without any deadlock found may have one, or is empty.
func (d *Deadlocks) Undecided() string { return d.undecided }

type waitKind uint8

const (
	waitLock waitKind = iota + 1
	waitJoin
	waitSem
	waitSignal
	waitBarrier
)

// needs is the capability that ends a wait; joins have none.
var needs = [...]caps{waitLock: capUnlock, waitSem: capUp, waitSignal: capSignal, waitBarrier: capArrive}

// wait is an operation of the lowered program that can wait.
type wait struct {
	kind  waitKind
	obj   ir.Operand    // of a lock its address, of a join the handle; in the registers of its function
	sync  ir.RegionID   // of a lock
	owner ir.RegionID   // the owners of such locks
	begin ir.ID         // of the section it is in
	reads []ir.RegionID // per thread: how often it holds them for reading; 0 if it never does
}

// unfold notes what a thread may still do at an instruction that was copied from another, given the same of the calls around it.
func (d *Deadlocks) unfold(from ir.ID, around caps) {
	if d != nil {
		d.unfolded = append(d.unfolded, d.input[from]|around)
	}
}

// calls is what a thread may still do because of a call that it is in.
func (d *Deadlocks) calls(at *ir.Meta, around caps) caps {
	if d == nil || at == nil {
		return around
	}
	return d.input[at.ID] | around
}

// lower takes over what Lower found out, and looks for what is not decided.
func (d *Deadlocks) lower(l *lowering, w *rewriter) {
	d.lowered, d.real = make([]caps, len(w.about)), make([]bool, len(w.about))
	for id, from := range w.about {
		if int(from) < len(d.unfolded) { // the rest are functions that are only addresses
			d.lowered[id], d.real[id] = d.unfolded[from], w.origin[id] != 0
		}
	}
	for _, wt := range d.waits {
		if wt.kind != waitLock {
			continue
		}
		wt.owner = l.ghosts[ghostKey{wt.sync, "owner", -1}]
		wt.reads = make([]ir.RegionID, l.threads)
		for t := range l.threads {
			wt.reads[t] = l.ghosts[ghostKey{wt.sync, "reads", ir.FuncID(t)}]
		}
	}
}

// holders is the regions that say who holds locks that somebody may wait for. A thread's code runs ahead of where the thread stands, and so does
// memory that only it accesses: what is looked at in the end has to be left by steps. They need no rounds of their own, as
// such a step can be made together with the one before.
func (d *Deadlocks) holders() (out []ir.RegionID) {
	if d == nil {
		return nil
	}
	for _, wt := range d.waits {
		if wt.kind != waitLock {
			continue
		}
		for _, r := range append([]ir.RegionID{wt.owner}, wt.reads...) {
			if r != 0 {
				out = append(out, r)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sectionSoFar is what an atomic section of the program has done so far.
type sectionSoFar struct {
	depth  int
	begin  ir.ID
	choice bool // something that the interpreter would have to choose
	lasts  bool // something that cannot be taken back
}

// restrict gives up operations that wait inside of atomic sections behind something that cannot be tried: whether the section waits may depend
// on a choice, and the definition wants all choices to wait. They never count as waiting, and the answer is open.
func (d *Deadlocks) restrict(p *ir.Program, s *steps) {
	undefined := undefinedRegions(p)
	for t := range s.threads {
		at := map[ir.BlockID]sectionSoFar{}
		for _, b := range s.order[t] {
			w := at[b]
			for _, in := range p.Funcs[t].Blocks[b].Instrs {
				w = d.follow(in, w, s, undefined)
			}
			ir.Targets(p.Funcs[t].Blocks[b].Term(), func(to *ir.BlockID) { at[*to] = at[*to].or(w) })
		}
	}
}

func (w sectionSoFar) or(v sectionSoFar) sectionSoFar {
	v.choice, v.lasts = v.choice || w.choice, v.lasts || w.lasts
	return v
}

func (d *Deadlocks) follow(in ir.Instr, w sectionSoFar, s *steps, undefined map[ir.RegionID]bool) sectionSoFar {
	id := in.Base().ID
	switch in := in.(type) {
	case *ir.AtomicBegin:
		if w.depth++; w.depth == 1 {
			w = sectionSoFar{depth: 1, begin: id}
		}
		return w
	case *ir.AtomicEnd:
		w.depth--
		return w
	case *ir.Havoc:
		w.choice = w.choice || !d.ours[id]
	case *ir.Load:
		w.choice = w.choice || undefined[in.Mem.Region]
	case *ir.Free:
		w.lasts = w.lasts || s.access[id] != nil
	case *ir.Fill:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || in.Any()
	case *ir.Copy:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || undefined[in.Src.Region]
	case *ir.Scan:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || undefined[in.Mem.Region]
	case *ir.Touch:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || !in.Write && undefined[in.Mem.Region]
	case *ir.Spawn:
		w.lasts = true
	case *ir.Assume:
		wt := d.waits[id]
		if wt == nil || w.depth == 0 {
			return w
		}
		wt.begin = w.begin
		if w.choice || w.lasts {
			d.undecided = fmt.Sprintf("an atomic section can wait at %s, in a way that is not followed", in.Pos.Pos)
			delete(d.waits, id)
		}
	}
	return w
}

// undefinedRegions is the regions that have memory nobody gave a value.
func undefinedRegions(p *ir.Program) map[ir.RegionID]bool {
	zeroed, out := map[ir.ID]bool{}, map[ir.RegionID]bool{}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Alloc:
					zeroed[in.ID] = in.Zero
				case *ir.Fill:
					if in.Any() {
						out[in.Mem.Region] = true
					}
				}
			}
		}
	}
	for r := range p.Regions {
		for _, x := range p.Regions[r].Cells {
			if o := x.Object; !p.Regions[r].Ghost && (o.Alloc != 0 && !zeroed[o.Alloc] || o.Alloc == 0 && p.Globals[o.Global].External) {
				out[ir.RegionID(r)] = true
			}
		}
	}
	return out
}
