package replay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Mismatch says that a finding did not replay.
type Mismatch struct {
	Finding verdict.Finding
	Why     string
}

func (m *Mismatch) Error() string {
	return fmt.Sprintf("internal error: the trace of %s at %s does not replay: %s", m.Finding.Kind, m.Finding.Location.Pos, m.Why)
}

// Judge runs the execution of a finding in the request's program. If it shows the same kind at the same place, Replayed is set and the trace is
// that of the run; otherwise the error is a *Mismatch. It is a BUG if what the program does not contain is friendly in that run, and what fails is none of its data; else it is POSSIBLE, and
// Needs says what it takes.
func Judge(q *verdict.Question, f *verdict.Finding) (*reach.Set, error) {
	f.Replayed, f.Verdict, f.Needs = false, verdict.Bug, nil
	o := irexec.Options{VolatileIsAtomic: q.VolatileIsAtomic, StackLocks: q.StackLocks}
	out, err := irexec.Run(q.Program, f.Schedule, f.Inputs, o)
	if err != nil {
		return nil, err
	}
	shown, why := compare(f, out)
	if why != "" {
		// The code of a new thread before its first visible operation is no entry of a schedule of visible operations.
		for _, t := range out.Pending {
			s := append(append(trace.Schedule(nil), f.Schedule...), t)
			longer, err := irexec.Run(q.Program, s, f.Inputs, o)
			if err != nil {
				return nil, err
			}
			if shown, why = compare(f, longer); why == "" {
				out, f.Schedule = longer, s
				break
			}
		}
	}
	if why != "" {
		return nil, &Mismatch{Finding: *f, Why: why}
	}
	f.Needs = out.Rests(shown)
	if len(f.Needs) > 0 {
		// Most hostile choices on the way to a failure have nothing to do with it.
		o := o
		o.Friendly = true
		friendly, err := irexec.Run(q.Program, f.Schedule, f.Inputs, o)
		if err != nil {
			return nil, err
		}
		if same, why := compare(f, friendly); why == "" {
			if needs := friendly.Rests(same); len(needs) < len(f.Needs) {
				out, shown, f.Needs, f.Inputs = friendly, same, needs, friendly.Inputs
			}
		}
	}
	if len(f.Needs) > 0 {
		f.Verdict = verdict.Possible
	}
	f.Trace, f.Replayed = out.Trace, true
	f.Message, f.Object, f.History = shown.Message, shown.Object, shown.History // the run knows where objects came from
	for i := range f.Trace.Steps {
		s := &f.Trace.Steps[i]
		s.Notes = slices.DeleteFunc(s.Notes, func(n string) bool { // other variables come and go without that mattering
			what, ok := strings.CutPrefix(n, "ends the life of ")
			return ok && what != f.Object
		})
	}
	if shown.Kind == verdict.KindDeadlock {
		f.Trace.Steps = append(slices.Clip(f.Trace.Steps), shown.Waits...)
	}
	if shown.Kind == verdict.KindRace {
		// In the racing state both accesses are pending, and people want to see both. Each is executed by itself to learn its effect. The access of the running
		// thread comes first: one switch less to follow.
		order := slices.Clone(shown.Threads)
		if n := len(f.Schedule); n > 0 && order[len(order)-1] == f.Schedule[n-1] {
			slices.Reverse(order)
		}
		from := len(out.Trace.Steps)
		steps := out.Trace.Steps[:from:from]
		_, race, _ := strings.Cut(shown.Message, "data race on ")
		race, _, _ = strings.Cut(race, ": ")
		for _, t := range order {
			one, err := irexec.Run(q.Program, append(slices.Clone(f.Schedule), t), f.Inputs, o)
			if err != nil {
				return nil, err
			}
			steps = append(steps, next(q.Program, from, one.Trace.Steps[min(from, len(one.Trace.Steps)):], t, race)...)
		}
		f.Trace.Steps = steps
	}
	return reached(out), nil
}

// reached is what a run reached: other executions may reach more.
func reached(out *irexec.Outcome) *reach.Set {
	s := &reach.Set{Threads: out.Started(), Partial: true}
	passed, sites := out.Reached()
	for _, id := range passed {
		s.Add(id)
	}
	for _, id := range sites {
		s.AddSite(id)
	}
	return s
}

// next is what a thread does up to and including its pending visible operation. Reads and writes of an atomic section belong to it. An access inside a model
// has no name of its own and gets that of the race. from is how many steps the execution has before.
func next(p *ir.Program, from int, steps []trace.Step, thread int, race string) (list []trace.Step) {
	section := false
	for _, s := range steps {
		if s.Thread != thread {
			continue
		}
		if section && (s.Visible || len(s.Values) == 0) {
			break
		}
		in := instr(p, s.Instr)
		if s.Visible {
			_, section = in.(*ir.AtomicBegin)
		}
		if s.Visible || section {
			s.Notes, s.Values = about(in, &s, race), nil
		}
		s.From = slices.DeleteFunc(slices.Clone(s.From), func(i int) bool { return i >= from }) // those behind are of another execution
		list = append(list, s)
		if s.Visible && !section {
			break
		}
	}
	return list
}

// about says what a step would do.
func about(in ir.Instr, s *trace.Step, race string) []string {
	name := race
	if len(s.Values) > 0 {
		name = s.Values[0].Name // of memory; what is assigned from it stands behind
	}
	mem, reads, writes := ir.AccessOf(in)
	switch {
	case mem != nil && reads && writes:
		return []string{"about to read and write " + name}
	case mem != nil && writes:
		return []string{"about to write " + name}
	case mem != nil:
		return []string{"about to read " + name}
	}
	for _, n := range s.Notes {
		if what, ok := strings.CutPrefix(n, "frees "); ok {
			return []string{"about to free " + what}
		}
	}
	if _, ok := in.(*ir.AtomicBegin); ok {
		return nil // what is in it follows
	}
	return []string{"about to happen"}
}

// instr finds an instruction.
func instr(p *ir.Program, id ir.ID) ir.Instr {
	for _, in := range p.Instrs() {
		if in.Base().ID == id {
			return in
		}
	}
	return nil
}

// compare finds the failure of the run that is the finding's, or says how they differ.
func compare(f *verdict.Finding, out *irexec.Outcome) (*verdict.Failure, string) {
	if shown := out.Shows(f.Key()); shown != nil {
		return shown, ""
	}
	if other := out.First(); other != nil {
		return nil, fmt.Sprintf("the run shows %s at %s", other.Kind, other.Location.Pos)
	}
	if out.Message != "" {
		return nil, fmt.Sprintf("the run ends with %s: %s", out.End, out.Message)
	}
	return nil, fmt.Sprintf("the run ends with %s", out.End)
}
