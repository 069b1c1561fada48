package replay

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/engine"
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
	why := compare(f, out)
	if why != "" {
		// The code of a new thread before its first visible operation is no entry of a schedule of visible operations.
		for _, t := range out.Pending {
			s := append(append(trace.Schedule(nil), f.Schedule...), t)
			longer, err := irexec.Run(req.Program, s, f.Inputs, o)
			if err != nil {
				return err
			}
			if compare(f, longer) == "" {
				why, out, f.Schedule = "", longer, s
				break
			}
		}
	}
	if why != "" {
		return &Mismatch{Finding: *f, Why: why}
	}
	f.Trace, f.Replayed = out.Trace, true
	return nil
}

// compare says how the run differs from the finding; nothing if it does not.
func compare(f *engine.Finding, out *irexec.Outcome) string {
	var shown []irexec.Failure
	if out.Failure != nil {
		shown = append(shown, *out.Failure)
	}
	shown = append(append(shown, out.Races...), out.Deadlocks...)
	for i := range shown {
		if same(f, &shown[i]) {
			return ""
		}
	}
	if len(shown) > 0 {
		return fmt.Sprintf("the run shows %s at %s", shown[0].Kind, shown[0].At.Pos)
	}
	if out.Message != "" {
		return fmt.Sprintf("the run ends with %s: %s", out.End, out.Message)
	}
	return fmt.Sprintf("the run ends with %s", out.End)
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
