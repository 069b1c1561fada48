package transform

import (
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
// The program points of the others matter by what they may still do, which only shrinks along a path. So a thread that is no member is
// taken as far as it can go without a step: up to before its next step, to a check that fails, or to its end. The
// exception is a thread whose path ends at an assumption: it is stuck there, and one that is stuck counts as able to do
// anything, because nobody asked about its execution. It is better off before the last visible operation on the way, if there is one. A thread whose path
// was cut by a bound has no program point in this program and counts as able to do anything too: executions that go on are not within the bounds.
// deadlock_points.go computes all that along the threads' code.
//
// K rounds cover these states as they cover failures: a state is reached by a sequence of steps, v_t at most of thread t, however
// many threads still wait or could go on in it; private operations commute with everything and need no round. So PROVED needs no more rounds than elsewhere.
//
// Signals. For deadlocks no thread wakes without one. For misused locks and other properties, which are decided on the same program, threads may, and a
// deadlock counts only if nobody did.
//
// Rejected: a waits-for graph computed in the sequential program as a fixpoint (a formula of depth n for n threads where one guess per
// thread does), and one check per set of places (exponentially many; the engine asks for one more set until there is none).

// Waits is what is known about waiting in lowered threads.
type Waits struct {
	Caps     []Caps          // by instruction: what its thread may still do
	Real     []bool          // by instruction: it stands for one of the program
	At       map[ir.ID]*Wait // by the assumption that fails while its operation waits
	Unbidden map[ir.ID]bool  // moves of a bit: the thread wakes without a signal
	Ours     map[ir.ID]bool  // havocs that are no choice of the program's
	Taken    map[ir.ID]*Hold // by the move of a bit: a lock is taken
	NotHeld  map[ir.ID]bool  // moves of a bit: a lock is released by a thread that does not hold it
	Untold   string          // why a lock that is held at the end of a thread may not be found
}

// Hold is a lock that an operation of the lowered program takes.
type Hold struct {
	Obj    ir.Operand  // its address, in the registers of its function
	Region ir.RegionID // who holds such locks; of a shared one, how often its thread does
	Word   uint32      // what stands there as long as it is held, for a shared one in the upper half
	Shared bool
}

// The word that says who holds a lock: the owner's handle, or how often its thread holds it for reading, in the lower half; where it was taken in the upper.
const (
	OwnerBits = 16
	OwnerMask = 1<<OwnerBits - 1
)

// Still is the bits of Word that count.
func (h *Hold) Still() uint32 {
	if h.Shared {
		return OwnerMask << OwnerBits
	}
	return 0xffffffff
}

// WaitKind is what an operation waits for.
type WaitKind uint8

// The kinds of waits.
const (
	WaitLock WaitKind = iota + 1
	WaitJoin
	WaitSem
	WaitSignal
	WaitBarrier
)

// Needs is the capability that ends a wait; joins have none.
func (k WaitKind) Needs() Caps {
	return [...]Caps{WaitLock: CapUnlock, WaitJoin: 0, WaitSem: CapUp, WaitSignal: capSignal, WaitBarrier: capArrive}[k]
}

// Wait is an operation of the lowered program that can wait.
type Wait struct {
	Kind  WaitKind
	Obj   ir.Operand    // of a lock its address, of a join the handle; in the registers of its function
	Sync  ir.RegionID   // of a lock
	Owner ir.RegionID   // the owners of such locks
	Begin ir.ID         // of the section it is in
	Reads []ir.RegionID // per thread: how often it holds them for reading; 0 if it never does
}

// Holders is the regions that say who holds locks. A thread's code runs ahead of the thread's program point, and so does
// memory that only it accesses: what is looked at in the end has to be left by steps. They need no rounds of their own, as
// such a step can be made together with the one before.
func (w *Waits) Holders() (out []ir.RegionID) {
	if w == nil {
		return nil
	}
	for _, wt := range w.At {
		if wt.Kind != WaitLock {
			continue
		}
		for _, r := range append([]ir.RegionID{wt.Owner}, wt.Reads...) {
			if r != 0 {
				out = append(out, r)
			}
		}
	}
	for _, h := range w.Taken {
		out = append(out, h.Region)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
