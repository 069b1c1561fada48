package ir

import "github.com/heddle-dev/heddle/internal/source"

// The instructions, one Go type each. The groups: pure, memory, nondeterminism and specification,
// control, concurrency. Operands are read before anything is written.

// Instr is an instruction.
type Instr interface {
	Base() *Meta
	isInstr()
}

// Meta is what every instruction carries.
type Meta struct {
	ID   ID
	Pos  source.Range
	Text string // the source text to show in a trace, "x = 1;"
}

// Base gives access to the common part.
func (m *Meta) Base() *Meta { return m }
func (*Meta) isInstr()      {}

// ---- pure

// Move copies a value of the same width.
type Move struct {
	Meta
	Dst Reg
	X   Operand
}

// Unary is Dst = Op X. The widths of Dst and X follow from the operation; see UnOp.
type Unary struct {
	Meta
	Dst Reg
	Op  UnOp
	X   Operand
}

// Binary is Dst = X Op Y, X and Y of one width; comparisons give width 1.
type Binary struct {
	Meta
	Dst  Reg
	Op   BinOp
	X, Y Operand
	// Layout marks an order comparison of addresses: its result depends on where objects lie.
	Layout bool
	// Exact marks arithmetic on addresses that must not leave the address space: a result that does not fit is an invalid operation. Add and Sub
	// take an address, which is unsigned, and a signed offset, and give an address; Mul takes and gives signed numbers.
	Exact bool
}

// Extract is Dst = X[Lo .. Lo+width(Dst)-1].
type Extract struct {
	Meta
	Dst Reg
	X   Operand
	Lo  int
}

// Concat is Dst = Hi:Lo.
type Concat struct {
	Meta
	Dst    Reg
	Hi, Lo Operand
}

// Ite is Dst = Cond ? X : Y; it reads both.
type Ite struct {
	Meta
	Dst  Reg
	Cond Operand
	X, Y Operand
}

// ---- memory

// Mem is the memory side of an access.
type Mem struct {
	Region RegionID
	Addr   Operand
	Size   int // bytes accessed; the value has 8*Size bits
	// Len, of an access to a range, is how many bytes there are from Addr on; Size is 1 then. A range of no bytes touches nothing.
	Len Operand
	// Within, of a Touch, is a region with cells in every object that the range may lie in. Also is where another range of Len bytes begins, in
	// an object of AlsoIn, or not set: the access is valid only if both are.
	Within  RegionID
	Also    Operand
	AlsoIn  RegionID
	Mark    Mark
	Order   Order  // for MarkAtomic
	Excused bool   // inside data_race(): takes part in no race
	Unsure  bool   // it may not happen at all: an invalid one ends the execution and is no finding
	Name    string // the lvalue for people, "e->pendingIo"
	Field   string // what it is part of, "DEVICE_EXTENSION.pendingIo" or the variable, where that can be told from its type
	Overlay bool   // other fields of the struct share the bytes of Field: a member of a union, or a bit-field
	Show    Show
}

// Load is Dst = Region[Addr], little-endian.
type Load struct {
	Meta
	Dst Reg
	Mem Mem
}

// Store is Region[Addr] = Val.
type Store struct {
	Meta
	Mem Mem
	Val Operand
}

// RMW is, in one step, Dst = Region[Addr]; Region[Addr] = Dst Op Val.
type RMW struct {
	Meta
	Dst Reg // the old value, or NoReg
	Op  RMWOp
	Mem Mem
	Val Operand
}

// CAS is, in one step: Dst = Region[Addr]; OK = Dst == Expected (and, if Weak, an arbitrary bit is 1);
// if OK, Region[Addr] = New.
type CAS struct {
	Meta
	Dst      Reg // the old value, or NoReg
	OK       Reg // width 1, or NoReg
	Mem      Mem
	Expected Operand
	New      Operand
	Weak     bool // may fail spuriously: consumes a havoc value of width 1 when the comparison succeeds
}

// Fill is, in one step, Region[Addr + i] = Val for all i below Len. In a program whose memory is split it writes the cells of its one region in
// that range, each byte of them.
type Fill struct {
	Meta
	Mem     Mem
	Val     Operand // width 8; not set: every byte becomes arbitrary, each for itself
	Outside bool    // the arbitrary bytes are Data from the outside
}

// Any reports whether the bytes become arbitrary.
func (in *Fill) Any() bool { return !in.Val.IsSet() }

// Copy is, in one step, Region[Addr + i] = Src.Region[Src.Addr + i] for all i below Mem.Len; everything is read before anything is
// written. The length stands in Mem alone. In a program whose memory is split both regions have cells of one width, and the cells of the
// range are copied.
type Copy struct {
	Meta
	Mem Mem // what is written
	Src Mem // what is read
}

// Scan is, in one step, Dst = the least i below Len with Region[Addr + i] == Val, or Len if there is none. It reads the bytes up to the one that it
// finds, and those alone: the bytes behind need not exist.
//
// With Part it is one region's share of a Scan in a program whose memory is split: it looks at the cells of its region only, takes part in no
// race and is never invalid, since a Touch behind it says both; what it gives then does not matter. Its Len is at most LongestScan if its region has
// more cells than that.
type Scan struct {
	Meta
	Dst  Reg
	Mem  Mem
	Val  Operand // width 8
	Part bool
}

// LongestScan is how many bytes of a large region one Scan looks at.
const LongestScan = 1024

// Touch is an access to a range that moves nothing: it exists for races, and because a range must be valid as a whole. It models reads by the outside world,
// and passes use it where a Fill, Copy or Scan has become accesses that check neither.
type Touch struct {
	Meta
	Mem   Mem
	Write bool
}

// Alloc makes a new object and gives its address, never null. The content is arbitrary unless Zero.
// Stack objects die by Free, at the latest when their thread ends.
type Alloc struct {
	Meta
	Dst   Reg
	Size  Operand // pointer width
	Align int64
	Stack bool
	Zero  bool
	Room  int64  // of an unfolded program, if the size is not known: the most it can be; 0: nothing is known of that
	Name  string // for people: the variable, or "malloc at line 12"
}

// Free ends the life of an object. For heap objects Addr must be the base of a live one, or null, which does nothing,
// and it is a plain write of the whole object. Stack marks the end of the scope of a local: Addr is always right then,
// and it takes part in no race.
type Free struct {
	Meta
	Addr  Operand
	Stack bool
	// Objects is what it may end, sorted; set by the points-to analysis of a Bounded program.
	Objects []Object
	// Lives is the region in which the end is noted, see Region; 0: wherever regions without one look.
	Lives RegionID
}

// TLSAddr gives the address of this thread's instance of a thread-local global.
type TLSAddr struct {
	Meta
	Dst    Reg
	Global GlobalID
}

// ObjSize is Dst = the size in bytes of the live heap object that starts at Addr, 0 if there is none.
type ObjSize struct {
	Meta
	Dst  Reg // pointer width
	Addr Operand
}

// Probe tells what an access like Mem would meet here and now, without making it: one of the Probe constants. Passes use it
// where an invalid access must end one thread of a sequentialized program and not the whole, or is looked for. With Frees it
// is about a Free of that address which may end these objects, by the lives in the region of Mem (see Region; 0 as in Free).
type Probe struct {
	Meta
	Dst   Reg // width 2
	Mem   Mem
	Frees []Object
}

// What a Probe gives.
const (
	ProbeValid   = 0
	ProbeNull    = 1
	ProbeFreed   = 2 // inside an object whose life is over
	ProbeOutside = 3 // of every object
)

// SameObject is Dst = 1 if two addresses lie in one object.
type SameObject struct {
	Meta
	Dst  Reg // width 1
	X, Y Operand
}

// ---- nondeterminism and specification

// Havoc is Dst = any value.
type Havoc struct {
	Meta
	Dst     Reg
	Outside Outside
	What    string // of a Choice: what the outside does where Dst is not 0: "xmalloc returns NULL"
}

// Outside says which part the outside, the code that the program does not contain, has in a value.
type Outside uint8

// The parts. A friendly execution is one in which every Choice is 0: a bug is shown by one of those, and a proof covers all others too.
const (
	Inside Outside = iota // none: the program's input, or a free choice of heddle's own
	Data                  // a scalar that the outside hands to the program
	Choice                // not 0: the outside does what only a hostile one does
	Handle                // none, and not negative: the number of something that the system opens, which nothing else that is open has
	Answer                // none: what the system says to a text, the first argument of the function, and says again
)

// Assume blocks the thread while Cond is 0.
type Assume struct {
	Meta
	Cond Operand
}

// AssumeSame blocks unless what A holds now is what B held at the start of the program. The two have the same cells.
type AssumeSame struct {
	Meta
	A, B RegionID
}

// Forget gives a region arbitrary content. Passes use it for what a loop or a call may have written; region 0 stands for all of memory, and for
// whatever else a call changes.
type Forget struct {
	Meta
	Region RegionID
}

// Assert fails if Cond is 0, and a failed assertion ends the process.
type Assert struct {
	Meta
	Cond Operand
	Kind string // a finding's kind: "assert"; instrumentation uses the other kinds of findings
	Msg  string // the condition as text
}

// Unsupported makes the executions that reach it UNKNOWN. It is a terminator.
type Unsupported struct {
	Meta
	What string
}

// ---- control (terminators, but for the calls)

// Jump goes to a block.
type Jump struct {
	Meta
	To BlockID
}

// Branch goes to Then if Cond is 1, else to Else.
type Branch struct {
	Meta
	Cond       Operand
	Then, Else BlockID
}

// Switch goes to the first case whose range holds X, unsigned, or to Default.
type Switch struct {
	Meta
	X       Operand
	Cases   []Case
	Default BlockID
}

// Case is a range of a Switch, both ends included.
type Case struct {
	Lo, Hi Const
	To     BlockID
}

// Return ends the function. For the function a thread was started with, it ends the thread.
type Return struct {
	Meta
	X Operand // unset if the function returns nothing
}

// Call calls a function of the program.
type Call struct {
	Meta
	Dst  Reg // or NoReg
	Func FuncID
	Args []Operand
}

// CallPtr calls through a pointer. A pointer to something that is no candidate ends the execution as invalid, and one
// that fits no candidate's parameters makes it UNKNOWN. Until points-to has run, the candidates are all functions whose
// address is taken and whose shape fits.
type CallPtr struct {
	Meta
	Dst        Reg // or NoReg
	Ptr        Operand
	Args       []Operand
	Candidates []FuncID
}

// Halt ends the process. It is a visible operation: other threads can run right before it.
type Halt struct {
	Meta
	Code Operand // the exit status, unset for abort
	Main bool    // main returned: threads that outlive main go on
	// Outside: the process goes on, outside of the program, which was called by something: a lock that is held now stays so.
	Outside bool
}

// ThreadExit ends the thread, from any depth of calls.
type ThreadExit struct {
	Meta
	X Operand // what join gives; may be unset
}

// ---- concurrency

// Spawn makes a new thread that runs Fn(Args). If ID is set, the new thread's handle is written there, plainly, before
// the child can run: that write is part of this instruction, its one shared access.
type Spawn struct {
	Meta
	Dst        Reg // the handle, pointer width, or NoReg
	ID         *Mem
	Fn         Operand
	Args       []Operand
	Candidates []FuncID // as in CallPtr; one element if Fn is KindFunc
	Outlives   bool     // goes on after main returned (heddle_async, harness threads)
}

// Join waits until a thread has ended and gives its result. Try gives up at once, Timed at some time: Status is 16 (EBUSY)
// or 110 (ETIMEDOUT) then, else 0.
type Join struct {
	Meta
	Dst    Reg // the result, zero-extended or cut to the register's width, or NoReg
	Status Reg // width 32, or NoReg
	Thread Operand
	Try    bool
	Timed  bool
}

// Self gives the handle of this thread. Handles are never 0.
type Self struct {
	Meta
	Dst Reg
}

// SyncInit makes a synchronization object, keyed by its address. One that was never initialized is an unlocked normal
// mutex or rwlock, a condition without waiters, a semaphore of value 0.
type SyncInit struct {
	Meta
	Obj  Operand
	What SyncKind
	Arg  Operand // mutex: 0 normal, 1 recursive, 2 error-checking; semaphore: value; barrier: count; else unset
}

// SyncDestroy forgets a synchronization object.
type SyncDestroy struct {
	Meta
	Obj Operand
}

// Lock acquires a mutex, spin lock or rwlock. It blocks while others hold it; also for its owner, unless the mutex is
// recursive (count goes up) or error-checking (Status 35, EDEADLK). Try gives up at once when it would block (Status 16, EBUSY);
// Timed may give up when it would block (Status 110, ETIMEDOUT).
type Lock struct {
	Meta
	Status Reg // width 32: 0 if acquired, or NoReg
	Obj    Operand
	Shared bool
	Try    bool
	Timed  bool
}

// Unlock releases what this thread holds. A normal mutex is released whoever owns it, an unlocked one stays as it is;
// recursive and error-checking ones give Status 1 (EPERM) to a thread that is not the owner.
type Unlock struct {
	Meta
	Status Reg // width 32, or NoReg
	Obj    Operand
}

// Holds says whether this thread holds a mutex, spin lock or rwlock: 0 not, 1 shared, 2 exclusively.
type Holds struct {
	Meta
	Dst Reg // width 32
	Obj Operand
}

// Wait begins to wait on a condition: in one step it enqueues the thread and releases the mutex. A Wake and a Lock of the mutex follow.
type Wait struct {
	Meta
	Cond  Operand
	Mutex Operand
}

// Wake blocks until the condition was signalled to this thread. It may wake without a signal, except where deadlocks are
// looked for. Timed may give up at any time, Status is 110 then.
type Wake struct {
	Meta
	Cond   Operand
	Status Reg // width 32, or NoReg
	Timed  bool
}

// Signal wakes one waiter, any, or All.
type Signal struct {
	Meta
	Cond Operand
	All  bool
}

// Down waits until a semaphore is positive and decrements it. Try and Timed as in Lock, with Status 11 (EAGAIN) and 110.
type Down struct {
	Meta
	Status Reg // width 32, or NoReg
	Obj    Operand
	Try    bool
	Timed  bool
}

// Up increments a semaphore.
type Up struct {
	Meta
	Obj Operand
}

// SemValue reads the value of a semaphore.
type SemValue struct {
	Meta
	Dst Reg // width 32
	Obj Operand
}

// Arrive counts this thread at a barrier. Ticket names the phase for Pass; Last is 1 for the thread that opened the barrier.
type Arrive struct {
	Meta
	Obj    Operand
	Ticket Reg // width 32
	Last   Reg // width 1, or NoReg
}

// Pass blocks until the phase of Ticket is over.
type Pass struct {
	Meta
	Obj    Operand
	Ticket Operand
}

// AtomicBegin starts an atomic section; they nest. A section that would block anywhere inside does not begin.
type AtomicBegin struct{ Meta }

// AtomicEnd ends the innermost atomic section.
type AtomicEnd struct{ Meta }

// Fence orders memory; under sequential consistency it does nothing.
type Fence struct {
	Meta
	Order Order
}
