package logic

import "fmt"

// Script is what an SMT-LIB 2 file says, in order.
type Script struct {
	Logic    string // of set-logic; "" if there was none
	Status   string // of (set-info :status ...): sat, unsat, unknown, or ""
	Decls    []Term // the variables declared
	Commands []Command
	Asserts  []Term // the assertions in force at the end: all, if there is no pop
}

// CommandKind is the kind of a command.
type CommandKind uint8

// The commands that a script is made of.
const (
	CmdAssert CommandKind = iota
	CmdCheckSat
	CmdCheckAssuming
	CmdPush
	CmdPop
)

// String is the command's SMT-LIB name.
func (k CommandKind) String() string {
	return [...]string{"assert", "check-sat", "check-sat-assuming", "push", "pop"}[k]
}

// Command is one command of a script.
type Command struct {
	Kind  CommandKind
	Terms []Term // the formula asserted, the formulas assumed
	N     int    // levels of push and pop
	Line  int    // where it stands, if it was read
}

// SyntaxError is a fault of SMT-LIB text, with its place.
type SyntaxError struct {
	Line, Col int // from 1
	Msg       string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// LimitError says that SMT-LIB text asks for more than the limits allow.
type LimitError struct {
	Line, Col int
	What      string // of which there is too much
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%d:%d: resource limit: %s", e.Line, e.Col, e.What)
}
