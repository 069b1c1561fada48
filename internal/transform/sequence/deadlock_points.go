package sequence

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// The program points of threads in the state that a sequentialization ends in, for deadlocks (transform/waits.go). Along the code of a thread
// registers keep
//
//	on     all steps so far on this path are done
//	last   what the thread may still do from its last program point before the code that is being emitted: before a section or another
//	       visible operation that is no step; anything, right behind a step
//	can    what it may still do from where it is in the end
//
// and every way to stop assigns can: before a step that is not done, at an assumption that fails, at a check that fails. On a path
// exactly one of them applies. Marks tell the way back how far to take the thread in the trace.

// pointMark is what a mark says about the program point of a thread.
type pointMark uint8

const (
	pointHere  pointMark = iota + 1 // if the value is 1: right here
	pointLast                       // if the value is 1: before the last visible operation or section that is not done, else right behind the last step
	passesOp                        // here is a visible operation, or a section begins
	passesStep                      // here a step ends
)

type finalPoints struct {
	*transform.Waits
	z     *lazy
	asked []transform.Caps // what waits need, each with what ends the process

	on, ended, lost []ir.Reg   // per thread; lost: it came to something that is not modelled
	left, halted    []ir.Reg   // per thread: it came to its end by itself, and the process goes on; and with its end the program's
	woke, wakes     []ir.Reg   // per thread: it woke without a signal; it would, if the section it is in is done
	can, last       [][]ir.Reg // per thread and asked
	blocked, member []ir.Operand
	places          []*waiting
	tries           map[*position]bool // steps that can wait
	misuses         []*misusing
	holds           []*holding
	bad             map[misuseAt]ir.Operand // at the end: it happened
	about           map[misuseAt]ir.Meta
	badOrder        []misuseAt
}

// waiting is one operation at which a thread may wait.
type waiting struct {
	*transform.Wait
	thread int
	stop   ir.ID      // what is pending then: its section
	here   ir.Reg     // flag: the operation is pending and, for the values it was given, waits
	obj    ir.Operand // of the wait, in registers of the sequential program
	before []*access  // what its section does before, that others can notice
	meta   ir.Meta
}

// newFinalPoints makes the registers; on is given where the sequentialization has it anyway.
func newFinalPoints(z *lazy, on []ir.Reg) *finalPoints {
	d := z.opt.Waits
	if d == nil {
		return nil
	}
	d, z.undecided = restrict(d, z.in, z.steps)
	if z.undecided == "" {
		z.undecided = d.Untold
	}
	s := &finalPoints{Waits: d, z: z, on: on, tries: map[*position]bool{}}
	who := make([]bool, z.threads)
	seen := map[transform.Caps]bool{}
	for t := range z.threads {
		for in := range z.in.Funcs[t].Instrs() {
			wt := d.At[in.Base().ID]
			if wt == nil {
				continue
			}
			who[t] = true
			if pos := z.steps.at[wt.Begin]; pos != nil {
				s.tries[pos] = true
			}
			if c := wt.Kind.Needs(); c != 0 && !seen[c] {
				seen[c] = true
				s.asked = append(s.asked, c)
			}
		}
	}
	slices.Sort(s.asked)
	guess := func(may bool) ir.Operand {
		if !may {
			return ir.K(1, 0)
		}
		r := z.temp(1)
		z.emit(&ir.Havoc{Dst: r}, note{})
		return ir.R(r, 1)
	}
	for t := range z.threads {
		if on == nil {
			s.on = append(s.on, z.temp(1))
		}
		s.ended, s.lost, s.woke, s.wakes = append(s.ended, z.flag()), append(s.lost, z.flag()), append(s.woke, z.flag()), append(s.wakes, z.flag())
		s.left, s.halted = append(s.left, z.flag()), append(s.halted, z.flag())
		var can, last []ir.Reg
		for range s.asked {
			can, last = append(can, z.temp(1)), append(last, z.temp(1))
		}
		s.can, s.last = append(s.can, can), append(s.last, last)
		s.blocked, s.member = append(s.blocked, guess(who[t])), append(s.member, guess(who[t]))
	}
	return s
}

func (s *finalPoints) isOn(t int) ir.Operand { return ir.R(s.on[t], 1) }

// has reports whether capabilities include what is asked, or the end of the process.
func (s *finalPoints) has(c transform.Caps, i int) ir.Operand {
	return ir.Bit(c&(s.asked[i]|transform.CapHalt) != 0)
}

func (s *finalPoints) tell(c ir.Operand, n note) { s.z.emit(&ir.Move{Dst: s.z.temp(1), X: c}, n) }

// begin starts a thread's code.
func (s *finalPoints) begin(t int, setOn bool) {
	if s == nil {
		return
	}
	if setOn {
		s.z.set(s.on[t])
	}
	for i := range s.asked {
		s.z.set(s.can[t][i])
		s.z.set(s.last[t][i])
	}
}

// arrive comes before a step: the thread ends here if c holds.
func (s *finalPoints) arrive(t int, pos *position, c ir.Operand) {
	if s == nil {
		return
	}
	s.stopHere(t, c, s.Caps[pos.id])
	s.remember(t, s.Caps[pos.id])
	s.tell(ir.K(1, 1), note{thread: t, point: passesOp})
}

func (s *finalPoints) remember(t int, c transform.Caps) {
	for i := range s.asked {
		s.z.emit(&ir.Move{Dst: s.last[t][i], X: s.has(c, i)}, note{})
	}
}

// pass comes before a visible operation that is no step.
func (s *finalPoints) pass(t int, in ir.Instr) {
	if s == nil || !s.Real[in.Base().ID] {
		return
	}
	s.remember(t, s.Caps[in.Base().ID])
	s.tell(ir.K(1, 1), note{thread: t, point: passesOp})
}

// done is behind a step, or behind a section that was none. By now on says whether it was done.
func (s *finalPoints) done(t int, step bool) {
	if s == nil {
		return
	}
	if step {
		s.remember(t, transform.CapAll)
		s.tell(ir.K(1, 1), note{thread: t, point: passesStep})
	}
	if len(s.Unbidden) > 0 {
		s.z.emit(&ir.Binary{Dst: s.woke[t], Op: ir.Or, X: ir.R(s.woke[t], 1), Y: s.z.and(s.isOn(t), ir.R(s.wakes[t], 1))}, note{})
		s.z.emit(&ir.Move{Dst: s.wakes[t], X: ir.K(1, 0)}, note{})
	}
}

// wake notes that a thread wakes without a signal if the section it is in is done.
func (s *finalPoints) wake(t int, in ir.Instr, c ir.Operand) {
	if s != nil && s.Unbidden[in.Base().ID] {
		s.z.emit(&ir.Binary{Dst: s.wakes[t], Op: ir.Or, X: ir.R(s.wakes[t], 1), Y: c}, note{})
	}
}

// stopHere says that the thread ends right here if c holds, with these capabilities.
func (s *finalPoints) stopHere(t int, c ir.Operand, may transform.Caps) {
	if s == nil {
		return
	}
	for i := range s.asked {
		s.pick(s.can[t][i], c, s.has(may, i))
	}
	s.tell(c, note{thread: t, point: pointHere})
}

// stopLast says that the thread cannot go on from here if c holds, and ends at its last program point.
func (s *finalPoints) stopLast(t int, c ir.Operand) {
	if s == nil {
		return
	}
	for i := range s.asked {
		s.pick(s.can[t][i], c, ir.R(s.last[t][i], 1))
	}
	s.tell(c, note{thread: t, point: pointLast})
}

// pick gives a register a value if c holds.
func (s *finalPoints) pick(dst ir.Reg, c, v ir.Operand) {
	s.z.emit(&ir.Ite{Dst: dst, Cond: c, X: v, Y: ir.R(dst, 1)}, note{})
}

// fail comes before a check that fails if c holds. Inside a section it would fail the section.
func (s *finalPoints) fail(t int, in *ir.Assert, inside bool, c ir.Operand) {
	switch {
	case s == nil:
	case inside || transform.Internal(in.Kind):
		s.stopLast(t, c)
		if in.Kind == transform.Unsupported {
			s.z.emit(&ir.Binary{Dst: s.lost[t], Op: ir.Or, X: ir.R(s.lost[t], 1), Y: c}, note{})
		}
	default:
		s.stopHere(t, c, s.Caps[in.ID])
	}
}

// invalid comes before something that is invalid if c holds, and that is no visible operation.
func (s *finalPoints) invalid(t int, in ir.Instr, inside bool, c ir.Operand) {
	switch {
	case s == nil:
	case inside || ir.Visible(in):
		s.stopLast(t, c) // where it is visible, it is that operation
	default:
		s.stopHere(t, c, s.Caps[in.Base().ID])
	}
}

// end is the end of a thread, at an instruction that may end the process too.
func (s *finalPoints) end(t int, in ir.Instr) {
	if s == nil {
		return
	}
	s.z.emit(&ir.Move{Dst: s.ended[t], X: s.isOn(t)}, note{})
	if h, ok := in.(*ir.Halt); !ok {
		s.z.emit(&ir.Move{Dst: s.left[t], X: s.isOn(t)}, note{})
	} else if h.Outside {
		s.z.emit(&ir.Move{Dst: s.halted[t], X: s.isOn(t)}, note{})
	}
	s.tell(s.isOn(t), note{thread: t, point: pointHere})
}

// trying reports whether a step can wait, so that it may have to be tried at the end.
func (s *finalPoints) trying(pos *position) bool { return s.tries[pos] }

// waitingAt gives what an assumption waits for, or nil if it is a plain one.
func (s *finalPoints) waitingAt(in *ir.Assume) *transform.Wait {
	if s == nil {
		return nil
	}
	return s.At[in.ID]
}

// wait notes that a thread waits at an assumption if c holds. The section it is in began at stop.
func (s *finalPoints) wait(t int, in *ir.Assume, stop ir.ID, obj ir.Operand, before []*access, c ir.Operand) {
	w := &waiting{Wait: s.At[in.ID], thread: t, stop: stop, here: s.z.flag(), obj: obj, before: slices.Clone(before), meta: in.Meta}
	s.places = append(s.places, w)
	s.z.emit(&ir.Move{Dst: w.here, X: c}, note{})
	if s.Caps[in.ID] != s.Caps[stop] { // it is known to wait there, and not only to be about to enter its section
		for i := range s.asked {
			s.pick(s.can[t][i], s.z.and(c, s.blocked[t]), s.has(s.Caps[in.ID], i))
		}
	}
}
