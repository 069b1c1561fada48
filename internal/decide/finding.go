package decide

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// errLives says that a failure takes an execution that the program does not have: it looks into memory that is over by then, which the formula does not know.
var errLives = errors.New("undecided")

// finding is what an execution of a failing check shows.
func (q *Questions) finding(c encode.Check, r *replayed) (verdict.Finding, error) {
	if verdict.Kind(c.Assert.Kind).IsMisuse() {
		if err := q.upTo(c, r); err != nil {
			return verdict.Finding{}, err
		}
	}
	shown := q.matching(c, r.trace, r.out)
	if shown == nil {
		if why := unfollowed(q.task, q.work.After("split").Program); why != "" && r.out.Failure != nil && r.out.Failure.Kind == verdict.KindUseFree {
			return verdict.Finding{}, fmt.Errorf("%w: %s, and the failure takes a %s at %s", errLives, why, r.out.Message, r.out.At.Pos)
		}
		return verdict.Finding{}, fmt.Errorf("the trace of %s at %s shows %v: %s at %s", c.Assert.Kind, c.Assert.Pos.Pos, r.out.End, r.out.Message, r.out.At.Pos)
	}
	return q.show(r, shown), nil
}

// replayed is an execution of the program that a model gave.
type replayed struct {
	seq      trace.Trace // of the sequential program
	trace    trace.Trace
	schedule trace.Schedule
	inputs   trace.Inputs
	out      *irexec.Outcome
}

// replay runs the execution of a model of a failing check.
func (q *Questions) replay(c encode.Check, m *solve.Model) (*replayed, error) {
	seq, err := q.Formula.Trace(m, c.Assert.ID)
	if err != nil {
		return nil, err
	}
	tr, err := q.work.Back(seq)
	if err != nil {
		return nil, err
	}
	g := newGuide()
	route := irexec.Route{Way: g.waypoints(q.task.Program, tr), Stops: tr.Stops, Fails: -1, Others: q.loose}
	if len(tr.Stops) == 0 && len(tr.Steps) > 0 && !verdict.Kind(c.Assert.Kind).IsMisuse() {
		route.Fails = q.failing(c, tr)
	}
	sched, inputs, err := irexec.Follow(q.task.Program, route, irexec.Guide{Value: g.value, Base: g.base, Bytes: g.bytes, External: q.Formula.External(m), Unwritten: q.Formula.Unwritten(m)}, irexec.Options{VolatileIsAtomic: q.task.VolatileIsAtomic})
	if err != nil {
		return nil, fmt.Errorf("the trace of %s at %s cannot be followed: %w", c.Assert.Kind, c.Assert.Pos.Pos, err)
	}
	out, err := irexec.Run(q.task.Program, sched, inputs, irexec.Options{VolatileIsAtomic: q.task.VolatileIsAtomic})
	if err != nil {
		return nil, err
	}
	return &replayed{seq, tr, sched, inputs, out}, nil
}

// upTo cuts an execution right behind the misuse that a check is about: it goes on, and what follows does not belong to it.
func (q *Questions) upTo(c encode.Check, r *replayed) error {
	i := misuseOf(c, r.out)
	if i < 0 {
		return nil
	}
	var err error
	r.schedule = r.schedule[:r.out.Misuses[i].After]
	r.out, err = irexec.Run(q.task.Program, r.schedule, r.inputs, irexec.Options{VolatileIsAtomic: q.task.VolatileIsAtomic})
	return err
}

// misuseOf finds the misuse of a run that a check is about, -1: none.
func misuseOf(c encode.Check, out *irexec.Outcome) int {
	return slices.IndexFunc(out.Misuses, func(u irexec.Misuse) bool {
		return string(u.Kind) == c.Assert.Kind && u.Location.Pos == c.Assert.Pos.Pos
	})
}

// show makes a finding of what an execution shows.
func (q *Questions) show(r *replayed, shown *verdict.Failure) verdict.Finding {
	return verdict.Finding{
		Failure: *shown, Verdict: verdict.Bug, Schedule: r.schedule, Inputs: r.inputs, Trace: r.out.Trace, Bounds: q.Bounds, Needs: r.out.Rests(shown),
	}
}

// matching finds the failure of the run that the check is about.
func (q *Questions) matching(c encode.Check, tr trace.Trace, out *irexec.Outcome) *verdict.Failure {
	if verdict.Kind(c.Assert.Kind).IsMisuse() {
		if i := misuseOf(c, out); i >= 0 {
			return &out.Misuses[i].Failure
		}
		return nil
	}
	if c.Assert.Kind != string(verdict.KindRace) {
		if out.Failure != nil && string(out.Failure.Kind) == c.Assert.Kind && out.Failure.Location.Pos == c.Assert.Pos.Pos {
			return out.Failure
		}
		return nil
	}
	var places []source.Pos
	at := instrByID(q.task.Program)
	for _, s := range tr.Stops {
		if s.Access == 0 {
			s.Access = s.Instr
		}
		places = append(places, at[s.Access].Base().Pos.Pos)
	}
	var any *verdict.Failure
	for i := range out.Races {
		r := &out.Races[i]
		any = r
		got := []source.Pos{r.Location.Pos, r.Related[0].Location.Pos}
		if len(places) == 2 && (got[0] == places[0] && got[1] == places[1] || got[0] == places[1] && got[1] == places[0]) {
			return r
		}
	}
	return any
}

// failing is the thread whose check fails.
func (q *Questions) failing(c encode.Check, tr trace.Trace) int {
	for _, s := range tr.Steps {
		if s.Fails {
			return s.Thread
		}
	}
	return tr.Steps[len(tr.Steps)-1].Thread
}

// guide answers what irexec asks from the values of the trace, in order per thread and instruction.
type guide struct {
	values map[askedAt][]ir.Const
	fills  map[askedAt][]map[uint64]byte
}

type askedAt struct {
	thread int
	instr  ir.ID
}

func newGuide() *guide {
	return &guide{values: map[askedAt][]ir.Const{}, fills: map[askedAt][]map[uint64]byte{}}
}

// waypoints lists the visible operations of a trace, outermost sections as one, and keeps the values of all else.
func (g *guide) waypoints(p *ir.Program, tr trace.Trace) []irexec.Waypoint {
	kinds := visibleIDs(p)
	open := make([]int, len(tr.Threads))
	last := make([]int, len(tr.Threads)) // the thread's latest waypoint, plus one
	var way []irexec.Waypoint
	for _, s := range tr.Steps {
		kind := kinds[s.Instr]
		outside := open[s.Thread] == 0
		switch kind {
		case isBegin:
			open[s.Thread]++
		case isEnd:
			open[s.Thread]--
			continue
		case isHidden:
			outside = false
		case isVisible:
			// An operation that became a section has one step for itself and, if it chooses something, one for that.
			if len(s.Raw) > 0 && outside {
				if n := last[s.Thread]; n > 0 && way[n-1].Instr == s.Instr {
					way[n-1].Value = s.Raw[0]
				}
				outside = false
			}
		case isLoad:
			kind = isVisible
		}
		if !outside {
			g.keep(s)
			continue
		}
		w := irexec.Waypoint{Stop: trace.Stop{Thread: s.Thread, Instr: s.Instr}, Bytes: s.Bytes, More: s.More}
		if len(s.Raw) > 0 {
			w.Value = s.Raw[0]
		}
		way = append(way, w)
		last[s.Thread] = len(way)
	}
	for _, s := range tr.Ahead {
		g.keep(s)
	}
	return way
}

// keep takes note of what a step chose.
func (g *guide) keep(s trace.Step) {
	key := askedAt{s.Thread, s.Instr}
	if s.Bytes != nil {
		g.fills[key] = append(g.fills[key], s.Bytes)
	}
	if len(s.Raw) > 0 {
		g.values[key] = append(g.values[key], s.Raw[0])
	}
}

func (g *guide) take(t int, at ir.ID) (ir.Const, bool) {
	key := askedAt{t, at}
	list := g.values[key]
	if len(list) == 0 {
		return ir.Const{}, false
	}
	g.values[key] = list[1:]
	return list[0], true
}

func (g *guide) value(t int, at ir.ID, width int) ir.Const {
	v, _ := g.take(t, at)
	return v.Truncate(width)
}

// bytes is what a Fill with arbitrary bytes writes.
func (g *guide) bytes(t int, at ir.ID) map[uint64]byte {
	key := askedAt{t, at}
	list := g.fills[key]
	if len(list) == 0 {
		return nil
	}
	g.fills[key] = list[1:]
	return list[0]
}

func (g *guide) base(t int, at ir.ID) (uint64, bool) {
	v, ok := g.take(t, at)
	return v.Lo, ok
}

type visibility uint8

const (
	isHidden visibility = iota
	isVisible
	isLoad
	isBegin
	isEnd
)

func visibleIDs(p *ir.Program) map[ir.ID]visibility {
	out := map[ir.ID]visibility{}
	for _, in := range p.Instrs() {
		switch in.(type) {
		case *ir.Load:
			out[in.Base().ID] = isLoad
		case *ir.AtomicBegin:
			out[in.Base().ID] = isBegin
		case *ir.AtomicEnd:
			out[in.Base().ID] = isEnd
		default:
			if ir.Visible(in) {
				out[in.Base().ID] = isVisible
			}
		}
	}
	return out
}

func instrByID(p *ir.Program) map[ir.ID]ir.Instr {
	out := map[ir.ID]ir.Instr{}
	for _, in := range p.Instrs() {
		out[in.Base().ID] = in
	}
	return out
}
