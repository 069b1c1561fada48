package ir

// UnOp is the operation of a Unary.
type UnOp uint8

// The unary operations. W is the width of X, D that of Dst.
const (
	Not      UnOp = iota // all bits flipped, D = W
	Neg                  // two's complement, D = W
	ZExt                 // D >= W
	SExt                 // D >= W
	Trunc                // D <= W
	PtrToInt             // an address becomes an integer of the same width: its value depends on where objects lie
	FNeg                 // D = W, 32 or 64
	FSqrt                // D = W, 32 or 64
	SToF                 // signed integer to float, round to nearest even
	UToF                 // unsigned integer to float, round to nearest even
	FToS                 // float to signed integer, towards zero; out of range is an invalid operation
	FToU                 // float to unsigned integer, towards zero; out of range is an invalid operation
	FToF                 // float to float of another width, round to nearest even
	numUnOps
)

// BinOp is the operation of a Binary.
type BinOp uint8

// The binary operations. Division by zero, and the smallest number divided by -1 (SDiv and SRem), are invalid
// operations: the execution ends there as by an assumption. Shift counts are taken modulo the width of X if that
// is a power of two; C promotes, so only 32, 64 and 128 come from cfront.
const (
	Add BinOp = iota
	Sub
	Mul
	UDiv
	SDiv
	URem
	SRem
	And
	Or
	Xor
	Shl
	LShr
	AShr
	Eq // from here on Dst has width 1
	Ne
	ULt
	ULe
	SLt
	SLe
	FEq
	FNe // true if unordered
	FLt
	FLe
	FAdd // Dst has the width of X again, 32 or 64; round to nearest even
	FSub
	FMul
	FDiv
	FRem // C's fmod
	numBinOps
)

// IsCompare reports whether the result has width 1 whatever the operands are.
func (op BinOp) IsCompare() bool { return op >= Eq && op <= FLe }

// IsFloat reports whether the operands are floats.
func (op BinOp) IsFloat() bool { return op >= FEq }

// RMWOp is the operation of an RMW.
type RMWOp uint8

// The read-modify-write operations.
const (
	RMWXchg RMWOp = iota
	RMWAdd
	RMWSub
	RMWAnd
	RMWOr
	RMWXor
	RMWNand
	RMWSMax
	RMWSMin
	RMWUMax
	RMWUMin
	numRMWOps
)

// Mark says whether an access can take part in a data race.
type Mark uint8

// The access marks. Two accesses race only if at least one of them is plain.
const (
	MarkPlain    Mark = iota
	MarkVolatile      // plain unless the user says that volatile is atomic
	MarkAtomic
)

// Order is a memory order. Everything runs sequentially consistently; it is kept for people and for other tools.
type Order uint8

// The memory orders.
const (
	SeqCst Order = iota
	Relaxed
	Consume
	Acquire
	Release
	AcqRel
)

// SyncKind is what SyncInit makes.
type SyncKind uint8

// The kinds of synchronization objects.
const (
	SyncMutex SyncKind = iota
	SyncRWLock
	SyncSpin
	SyncCond
	SyncSem
	SyncBarrier
)

var (
	unOpNames  = [numUnOps]string{"not", "neg", "zext", "sext", "trunc", "ptrtoint", "fneg", "fsqrt", "stof", "utof", "ftos", "ftou", "ftof"}
	binOpNames = [numBinOps]string{
		"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr", "ashr",
		"eq", "ne", "ult", "ule", "slt", "sle", "feq", "fne", "flt", "fle", "fadd", "fsub", "fmul", "fdiv", "frem",
	}
	rmwOpNames = [numRMWOps]string{"xchg", "add", "sub", "and", "or", "xor", "nand", "smax", "smin", "umax", "umin"}
	markNames  = [...]string{"plain", "volatile", "atomic"}
	orderNames = [...]string{"seq_cst", "relaxed", "consume", "acquire", "release", "acq_rel"}
	syncNames  = [...]string{"mutex", "rwlock", "spin", "cond", "sem", "barrier"}
)

func (op UnOp) String() string    { return unOpNames[op] }
func (op BinOp) String() string   { return binOpNames[op] }
func (op RMWOp) String() string   { return rmwOpNames[op] }
func (m Mark) String() string     { return markNames[m] }
func (o Order) String() string    { return orderNames[o] }
func (k SyncKind) String() string { return syncNames[k] }

// UnOps, BinOps and RMWOps list all operations, for printers, parsers and tests.
func UnOps() []UnOp   { return all(numUnOps) }
func BinOps() []BinOp { return all(numBinOps) }
func RMWOps() []RMWOp { return all(numRMWOps) }

func all[T ~uint8](n T) []T {
	ops := make([]T, n)
	for i := range ops {
		ops[i] = T(i)
	}
	return ops
}
