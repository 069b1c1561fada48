package held

import "github.com/heddle-dev/heddle/internal/ir"

// Addr is an address as far as it is known: a base and a constant. The zero value is not known.
type Addr struct {
	Base Base
	Off  uint64 // modulo the width of addresses
}

// Base is what addresses are told by.
type Base struct {
	Kind   Kind
	Reg    ir.Reg      // Register
	Global ir.GlobalID // Global
	Alloc  ir.ID       // Once
	Cell   *Cell       // Content
}

// Kind says what a base is.
type Kind uint8

// The kinds of bases.
const (
	Unknown  Kind = iota
	Register      // what a register of the thread holds now
	Global        // a variable
	Once          // what an allocation makes that is run at most once
	Content       // what a cell holds that nobody writes as long as there are two threads
)

// Cell is a cell of memory at a constant address. There is one of each.
type Cell struct {
	at   Addr
	size int
}

// Cells makes cells.
type Cells map[Cell]*Cell

func (c Cells) of(at Addr, size int) *Cell {
	k := Cell{at, size}
	if c[k] == nil {
		c[k] = &k
	}
	return c[k]
}

// Constant reports whether an address is the same whichever thread has it, and whenever.
func (a Addr) Constant() bool { return a.Base.Kind > Register }

// Known reports whether it is known at all.
func (a Addr) Known() bool { return a.Base.Kind != Unknown }

func (a Addr) plus(n uint64, width int) Addr {
	if !a.Known() {
		return a
	}
	return Addr{a.Base, ir.MakeConst(width, a.Off+n).Lo}
}

// Apart reports whether n bytes from one address on surely have none in common with m bytes from another, both of one thread or constant.
func (c *Config) Apart(a Addr, n int64, b Addr, m int64) bool {
	if !a.Known() || !b.Known() || n <= 0 || m <= 0 {
		return false
	}
	if a.Base == b.Base {
		w := c.Program.PtrWidth()
		return ir.MakeConst(w, b.Off-a.Off).Lo >= uint64(n) && ir.MakeConst(w, a.Off-b.Off).Lo >= uint64(m)
	}
	return c.inside(a, n) && c.inside(b, m)
}

// inside reports whether bytes lie in one object that is known.
func (c *Config) inside(a Addr, n int64) bool {
	size := int64(0)
	switch a.Base.Kind {
	case Global:
		if g := c.Program.Globals[a.Base.Global]; !g.External && !g.ThreadLocal {
			size = g.Size
		}
	case Once:
		size = c.Sizes[a.Base.Alloc]
	}
	return a.Off < 1<<40 && int64(a.Off)+n <= size
}
