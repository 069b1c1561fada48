package ir

import (
	"bytes"

	"github.com/heddle-dev/heddle/internal/source"
)

// Indices into the tables of a Program. Entry 0 of Regions is always the whole memory as cfront sees it.
type (
	ID       int32 // an instruction, unique in its program, never 0
	GlobalID int32
	FuncID   int32
	RegionID int32
	BlockID  int32
)

// Form says what a stage may assume of a program. The two marks are independent.
type Form struct {
	Sequential bool // no spawn, no synchronization, no atomic section; one thread
	Bounded    bool // acyclic and call-free
}

// DataModel is the C data model.
type DataModel uint8

// The data models. The zero value is LP64, the default of the command line.
const (
	LP64 DataModel = iota
	LLP64
	ILP32
)

func (m DataModel) String() string { return [...]string{"lp64", "llp64", "ilp32"}[m] }

// PtrWidth is the width of an address in bits.
func (m DataModel) PtrWidth() int {
	if m == ILP32 {
		return 32
	}
	return 64
}

// Program is a whole program.
type Program struct {
	Model   DataModel
	Form    Form
	Regions []Region
	Globals []*Global
	Funcs   []*Func
	Entry   FuncID // thread 0 starts here; it takes no parameters and ends with Halt
	NextID  ID     // the next free instruction ID
	Assumed []Assumption
	// KeepsLocks says that no plain write changes a synchronization object. So it is where the models of a platform write
	// the bytes of its objects themselves: of drivers.
	KeepsLocks bool
}

// PtrWidth is the width of an address in bits.
func (p *Program) PtrWidth() int { return p.Model.PtrWidth() }

// NewID hands out an instruction ID.
func (p *Program) NewID() ID {
	if p.NextID == 0 {
		p.NextID = 1
	}
	id := p.NextID
	p.NextID++
	return id
}

// Assumption is something a verdict about the program rests on, for the report's "assumed".
type Assumption struct {
	Text          string // "printk: result unconstrained, no effect on memory"
	Pos           source.Range
	ForbidsProved bool // the assumption can hide a failure: at most BOUNDED, with Text as the reason
	// Given says that it is about what functions that nothing defines do with what they are given, and give: the arguments and results of calls of
	// Unknown functions. Who lets them do anything to that does not rest on it.
	Given bool
	// Open says that it is about what the outside may do besides, which no engine covers: there is no Bounded either.
	Open bool
	// Outside says that it is about external memory: which of it pointers from there lead to, and what lies where in it. It can hide a failure in that memory alone from who takes all of it for
	// arbitrary.
	Outside bool
}

// Region is a set of memory cells that no access of another region touches. Region 0 is the whole memory, as bytes; the
// others come from a points-to analysis and know their cells.
type Region struct {
	Name  string   // for people: "mem", "DEVICE_EXTENSION.stoppingFlag"
	Width int      // bytes of a cell; an access covers whole cells. 0 for region 0
	Cells []Extent // where the cells lie, sorted; none for region 0
	// Ghost marks bookkeeping about the objects at these addresses (who holds a lock, what was freed). It starts as zero,
	// and no access of it can be invalid for lack of a live object.
	Ghost bool
	// Guess marks a region of a Sequential program whose initial content is arbitrary, whatever its objects start with.
	Guess bool
	// Open marks a region of a Sequential program that has a cell at every address: no access of it is invalid. The cells that it lists start as their objects
	// do, the others with any content.
	Open bool
	// Lives, if not 0, is the ghost region that says which objects ended: a cell of one byte at the first address of every
	// object that can, not 0 once it did. Accesses of this region go by it.
	Lives RegionID
}

// Extent is a run of cells of one object, Stride bytes apart.
type Extent struct {
	Object Object
	Offset int64
	Stride int64
	Count  int64
}

// Object names a global, or what an allocation of a Bounded program makes if Alloc is not 0.
type Object struct {
	Global GlobalID
	Alloc  ID
}

// Global is an object of static or thread storage duration.
type Global struct {
	Name        string // unique in the program; a file-static x of a.c may be called x.1
	Display     string // as in the source
	Size        int64  // in bytes
	Align       int64
	Init        []byte  // the first bytes; the rest is zero
	Relocs      []Reloc // addresses inside Init, sorted by offset
	ThreadLocal bool    // one object per thread, reached by TLSAddr only
	Const       bool
	Literal     bool // a string literal: it may share its memory with others of which it is a part (C11 6.4.5p7)
	External    bool // memory from outside the program: content arbitrary, but for the addresses in Incoming
	// Range marks external memory of which only a part is modelled: its real extent is unknown. An access beyond its ends ends the
	// execution and is no finding, and a Free of an address in it does nothing.
	Range    bool
	Incoming []Incoming
	Named    bool // it has external linkage, and functions that other files define may use it
	Outside  bool // of external memory: it belongs to the outside, so what it holds at the start is Data, but for addresses
	Pos      source.Range
}

// PartOf reports whether a string literal may be a part of another, and has its address in it then.
func (g *Global) PartOf(h *Global) bool {
	return g.Literal && h.Literal && bytes.Contains(h.content(), g.content())
}

// PlaceIn is where a string literal lies in one of which it may be a part.
func (g *Global) PlaceIn(h *Global) uint64 { return uint64(bytes.LastIndex(h.content(), g.content())) }

func (g *Global) content() []byte {
	return append(g.Init[:len(g.Init):len(g.Init)], make([]byte, g.Size-int64(len(g.Init)))...)
}

// Incoming says that external memory holds addresses at Offset, and at Count-1 more places each Stride bytes behind the last:
// null, or any of Targets, which are external objects too. No execution has anything else there.
type Incoming struct {
	Offset, Stride, Count int64
	Targets               []Extent
	Valid                 bool // null is a Choice of a hostile outside
	Own                   bool // so is an address of what another place leads to
}

// Reloc says that the pointer-sized bytes at Offset hold an address.
type Reloc struct {
	Offset int64
	Target Operand // KindGlobal or KindFunc
}

// Func is a function with a body. For a function that nothing defines cfront makes one.
type Func struct {
	Name      string // unique in the program
	Display   string // as in the source
	Params    []Reg
	RetWidth  int // 0: nothing returned
	Regs      []RegInfo
	Blocks    []*Block // Blocks[0] is the entry
	Model     bool     // body comes from heddle's models: traces show the call in the user's file instead
	Named     bool     // it has external linkage, and functions that other files define may call it
	Elsewhere bool     // of an Unknown function: another file of the program may define it, so it uses what is Named
	Uses      []int64  // of an Unknown function, by parameter: how many bytes it may use from the address on; 0, or no entry: any part of the object; UsesLater: none where it is called
	Unknown   bool     // stands for a function that nothing defines: the body says what it may do
	Called    bool     // all calls of it from outside are in the program: functions that nothing defines do not call it
	Back      bool     // what such functions call back in the thread that called them
	Says      Says     // of an Unknown function: what its name says
	Given     string   // not empty: the outside has it, from this place, and nobody knows when it is called from there
	Pos       source.Range
}

// UsesLater says that a function does not use what it is given where it is called, and may do anything to it later.
const UsesLater = -1

// RegInfo describes a register.
type RegInfo struct {
	Width int
	Name  string // the C variable, empty for temporaries
	Show  Show
}

// NewReg adds a register to the function.
func (f *Func) NewReg(width int, name string, show Show) Reg {
	f.Regs = append(f.Regs, RegInfo{Width: width, Name: name, Show: show})
	return Reg(len(f.Regs) - 1)
}

// Width is the width of a register.
func (f *Func) Width(r Reg) int { return f.Regs[r].Width }

// Block is a straight run of instructions that ends in a terminator.
type Block struct {
	Name   string // unique in its function
	Instrs []Instr
}

// Term returns the terminator of a well-formed block.
func (b *Block) Term() Instr { return b.Instrs[len(b.Instrs)-1] }

// Show tells how a value is printed for people.
type Show uint8

// The ways to print a value. The zero value prints unsigned decimal.
const (
	ShowUnsigned Show = iota
	ShowSigned
	ShowBool
	ShowPointer
	ShowFloat
	ShowChar
)
