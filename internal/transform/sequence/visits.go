package sequence

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Visits are what the engine asks about to find out what executions reach. The unfolding marks where segments of the user's code begin, and where
// threads are started and pointers called; the sequentializations say under which conditions an execution comes to each mark. A mark costs an
// instruction that does nothing. An assertion for each, as for the other questions about executions, would make every formula larger whether or
// not the question is asked.

// Visits, once a sequentialization has run, is what its executions come to.
type Visits struct {
	List    []Visit
	Started []ir.Operand // for each thread but the first: it was started
	Given   []ir.Operand // hold in every execution that counts
}

// Visit is a mark. An execution comes to it if it runs instruction At of the sequential program and the conditions hold, which are registers that are
// written once, or flags.
type Visit struct {
	At   ir.ID
	If   []ir.Operand
	From ir.ID // the mark in the threads
	Site bool  // a thread was started here, or a pointer called
	Solo bool  // the first thread comes here before it starts any other: whatever ends it ends the whole
}

// visited notes a mark. Inside a section it counts if the section came to its end.
func (l *localPart) visited(in *ir.Assert) {
	if l.visits == nil {
		return
	}
	k := l.opt.Rounds
	v := Visit{From: in.ID, Site: in.Kind == transform.Used, Solo: l.solo(in)}
	switch {
	case l.section != nil:
		v.If = []ir.Operand{ir.R(l.section.reached, 1), l.ranBy[l.t][l.section.index][k]}
	case l.last != nil:
		v.If = []ir.Operand{l.ranBy[l.t][l.last.index][k]}
	default:
		v.If = []ir.Operand{l.started[l.t]}
	}
	l.add(v)
}

// visited notes a mark.
func (l *eagerPart) visited(in *ir.Assert) {
	if l.e.visits == nil {
		return
	}
	v := Visit{From: in.ID, Site: in.Kind == transform.Used, Solo: l.solo(in)}
	if !v.Solo {
		on := l.e.temp(1)
		l.e.emit(&ir.Move{Dst: on, X: l.isOn()}, note{})
		v.If = []ir.Operand{ir.R(on, 1)}
	}
	l.e.add(v)
}

func (z *lazy) add(v Visit) {
	z.mark(note{})
	v.At = z.out.NextID - 1
	z.visits.List = append(z.visits.List, v)
}

// startedOnes says which threads were started. Executions in which a thread fails are not looked at: others need not be consistent then.
func (e *eager) startedOnes() {
	if e.visits == nil {
		return
	}
	for t := 1; t < e.threads; t++ {
		r := e.temp(1)
		e.emit(&ir.Move{Dst: r, X: e.began[t][e.opt.Rounds]}, note{})
		e.visits.Started = append(e.visits.Started, ir.R(r, 1))
	}
	e.visits.Given = append(e.visits.Given, e.not(e.failsBut(-1, -1)))
}
