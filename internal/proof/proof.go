package proof

import (
	"fmt"
	"strings"
)

// File is a proof file.
type File struct {
	Version string   // of heddle
	Program string   // what tells the program from others, see Fingerprint
	Options []string // what else the program and the property depend on
	Proofs  []*Proof
}

// Proof is the proof of one property.
type Proof struct {
	Property string
	Object   string // a region: what is said of one object, whichever it is, that has cells of it; empty: of none
	Assumes  []*Assume
	Rules    []*Rule
	Threads  []*Thread
}

// Assume is under which conditions threads change a shared variable.
type Assume struct {
	Var string
	By  []*By
}

// By is the condition under which the threads of a kind do.
type By struct {
	Thread string
	When   Cond
}

// Rule is a condition on what every cell of a region holds, which it calls Cell.
type Rule struct {
	Region string
	Holds  *Expr
}

// Cell is the name of the content of a cell in a rule.
const Cell = "cell"

// Thread is the invariants of a kind of threads.
type Thread struct {
	Name   string
	Places []*Place
}

// Place is the invariant at a place.
type Place struct {
	At    Position
	Where string // for people: where that is in the source, and what stands there
	When  Cond
}

// Position is before an instruction of a thread's function, by its block and its place there.
type Position struct{ Block, At int }

func (p Position) String() string { return fmt.Sprintf("%d.%d", p.Block, p.At) }

// Cond says that all of some conditions hold, and if there are alternatives, all of one of them.
type Cond struct {
	All []*Expr
	Any [][]*Expr
}

// The words of the format.
const (
	magic  = "heddle proof 1"
	ending = "end of proof"
)

// Print is the text of a file.
func Print(f *File) string {
	w := &strings.Builder{}
	line := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	line("%s", magic)
	line("# Checked by: heddle proof FILE PROGRAM.c. A condition holds whenever a thread stands at its place; %%x is a local of the thread, me its number.")
	line("heddle %s", f.Version)
	line("program %s", f.Program)
	for _, o := range f.Options {
		line("option %s", o)
	}
	for _, p := range f.Proofs {
		line("\nproperty %s", p.Property)
		if p.Object != "" {
			line("object %s", p.Object)
		}
		for _, a := range p.Assumes {
			line("\nassume %s", a.Var)
			for _, b := range a.By {
				line("  by %s", b.Thread)
				b.When.print(line)
			}
		}
		for i, r := range p.Rules {
			line("%srule %s: %s", map[bool]string{true: "\n"}[i == 0], r.Region, r.Holds)
		}
		for _, t := range p.Threads {
			line("\nthread %s", t.Name)
			for _, pl := range t.Places {
				line("  place %s %s", pl.At, pl.Where)
				pl.When.print(line)
			}
		}
	}
	line("\n%s", ending)
	return w.String()
}

func (c *Cond) print(line func(string, ...any)) {
	for _, x := range c.All {
		line("    %s", x)
	}
	for i, alt := range c.Any {
		word := "either"
		if i > 0 {
			word = "or"
		}
		line("    %s %s", word, And(alt))
	}
	if len(c.All) == 0 && len(c.Any) == 0 {
		line("    true")
	}
}
