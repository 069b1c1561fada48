package replay

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Mismatch says that a finding did not replay.
type Mismatch struct {
	Finding engine.Finding
	Why     string
}

func (m *Mismatch) Error() string {
	return fmt.Sprintf("internal error: the trace of %s at %s does not replay: %s", m.Finding.Kind, m.Finding.Location.Pos, m.Why)
}

// Judge runs the execution of a finding in the request's program. If it shows the same kind at the same place, Replayed is set and the trace is
// that of the run; otherwise the error is a *Mismatch.
func Judge(req *engine.Request, f *engine.Finding) error {
	f.Replayed = false
	o := irexec.Options{VolatileIsAtomic: req.VolatileIsAtomic}
	out, err := irexec.Run(req.Program, f.Schedule, f.Inputs, o)
	if err != nil {
		return err
	}
	shown, why := compare(f, out)
	if why != "" {
		// The code of a new thread before its first visible operation is no entry of a schedule of visible operations.
		for _, t := range out.Pending {
			s := append(append(trace.Schedule(nil), f.Schedule...), t)
			longer, err := irexec.Run(req.Program, s, f.Inputs, o)
			if err != nil {
				return err
			}
			if shown, why = compare(f, longer); why == "" {
				out, f.Schedule = longer, s
				break
			}
		}
	}
	if why != "" {
		return &Mismatch{Finding: *f, Why: why}
	}
	f.Trace, f.Replayed = out.Trace, true
	if shown.Kind == irexec.KindRace {
		// The race is there before either access; people want to see both. Let them happen, one right after the other, first that of the
		// thread that is running: one switch less to follow.
		order := slices.Clone(shown.Threads)
		if n := len(f.Schedule); n > 0 && order[len(order)-1] == f.Schedule[n-1] {
			slices.Reverse(order)
		}
		s := append(append(trace.Schedule(nil), f.Schedule...), order...)
		both, err := irexec.Run(req.Program, s, f.Inputs, o)
		if err != nil {
			return err
		}
		f.Trace = cut(req.Program, both.Trace, len(out.Trace.Steps), order)
		f.Trace.Unknown = out.Trace.Unknown
	}
	return nil
}

// cut keeps the steps before from and then what each thread does up to its next visible operation. Of an atomic section
// what it reads and writes is kept too.
func cut(p *ir.Program, t trace.Trace, from int, threads []int) trace.Trace {
	keep := t.Steps[:from:from]
	for _, th := range threads {
		section := false
		for _, s := range t.Steps[min(from, len(t.Steps)):] {
			if s.Thread != th {
				continue
			}
			if section && (s.Visible || len(s.Values) == 0) {
				break
			}
			keep = append(keep, s)
			if s.Visible {
				if section = beginsSection(p, s.Instr); !section {
					break
				}
			}
		}
	}
	t.Steps = keep
	return t
}

func beginsSection(p *ir.Program, id ir.ID) bool {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if in.Base().ID == id {
					_, ok := in.(*ir.AtomicBegin)
					return ok
				}
			}
		}
	}
	return false
}

// compare finds the failure of the run that is the finding's, or says how they differ.
func compare(f *engine.Finding, out *irexec.Outcome) (*irexec.Failure, string) {
	var shown []irexec.Failure
	if out.Failure != nil {
		shown = append(shown, *out.Failure)
	}
	shown = append(append(shown, out.Races...), out.Deadlocks...)
	for i := range shown {
		if same(f, &shown[i]) {
			return &shown[i], ""
		}
	}
	if len(shown) > 0 {
		return nil, fmt.Sprintf("the run shows %s at %s", shown[0].Kind, shown[0].At.Pos)
	}
	if out.Message != "" {
		return nil, fmt.Sprintf("the run ends with %s: %s", out.End, out.Message)
	}
	return nil, fmt.Sprintf("the run ends with %s", out.End)
}

func same(f *engine.Finding, g *irexec.Failure) bool {
	if string(f.Kind) != string(g.Kind) || f.Location.Pos != g.At.Pos || len(f.Related) != len(g.Related) {
		return false
	}
	for i := range f.Related {
		if f.Related[i].Location.Pos != g.Related[i].At.Pos {
			return false
		}
	}
	return true
}
