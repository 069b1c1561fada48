package interleaved

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/backend"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// All sequential runs of one input. A run is a function of its decisions (which thread goes on) and of the values of its free choices. From each run the search goes
// on to those that agree with it up to some point: another way at a decision, or values for which a condition of the run does not hold, which a solver finds. Every
// run is made once, and when none is left, all were made. The runs in which no thread waits come first: they are the filter AsyncAsSync, and they decide most inputs.
//
// Rejected: the filters as one transformed program each, unfolded and encoded. One input makes few sequential runs; unfolding cuts loops at a bound where a run just
// ends; and a filter would have to be encoded anew for every program that it filters, with the same memory in the same regions, to be about the same input.

// Limits of the search on one input.
const (
	mostRuns  = 600
	mostSteps = 2_000_000 // instructions of a run
)

// question is what is asked about a program.
type question struct {
	verdict.Question
	*terms
	kind   irexec.Asyncs
	run    *irexec.Compiled
	solver solve.Solver
}

func newQuestion(ctx context.Context, q verdict.Question, kind irexec.Asyncs) (*question, error) {
	c, err := irexec.Compile(q.Program)
	if err != nil {
		return nil, err
	}
	t := newTerms(q.Program)
	s, err := backend.Open(ctx, t.b, "embedded", solve.Options{})
	if err != nil {
		return nil, err
	}
	return &question{Question: q, terms: t, kind: kind, run: c, solver: s}, nil
}

// failing is a sequential run that fails.
type failing struct {
	*irexec.Sequence
	shadow  *shadow
	conds   []logic.Term   // of the input, under which it does
	sources []source.Range // free choices that these depend on
	lost    string         // why they may not be enough
}

// outcome is what the sequential runs of an input show.
type outcome struct {
	fails     *failing     // the first that does
	undecided string       // none fails, but not all were made
	doubt     []logic.Term // of the input, under which the first run ends that does not show how it would go on
	orders    []Order
	runs      int
}

// Order is how a sequential run went.
type Order struct {
	Threads []string // in the order in which they began to run
	End     string
}

// item is a run to make: its decisions, as far as they are given, and its values.
type item struct {
	ways   []int
	values map[drawn]ir.Const
	from   int // events before are those of the run that it comes from
}

// sequential makes the sequential runs of an input, with the choices of some execution first.
func (q *question) sequential(ctx context.Context, in trace.Inputs) (*outcome, error) {
	first := q.begin(in)
	out := &outcome{}
	atOnce, others := []item{{values: first}}, []item(nil)
	for len(atOnce)+len(others) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if out.runs == mostRuns {
			out.undecided = fmt.Sprintf("there are more than %d sequential runs of the input", mostRuns)
			return out, nil
		}
		list := &atOnce
		if len(atOnce) == 0 {
			list = &others
		}
		it := (*list)[0]
		*list = (*list)[1:]
		s, run := q.make(it)
		out.runs++
		out.note(run)
		if q.fails(run) {
			conds, sources := q.determinize(s)
			out.fails, out.undecided = &failing{Sequence: run, shadow: s, conds: conds, sources: sources, lost: s.lost}, ""
			return out, nil
		}
		if why := unclear(run); why != "" && out.undecided == "" {
			out.undecided = why
			out.doubt, _ = q.determinize(s)
		}
		if s.lost != "" && out.undecided == "" {
			out.undecided = s.lost
		}
		more, err := q.others(ctx, it, s)
		if err != nil {
			return nil, err
		}
		for _, m := range more {
			if slices.ContainsFunc(m.ways, func(w int) bool { return w > 0 }) {
				others = append(others, m)
			} else {
				atOnce = append(atOnce, m)
			}
		}
	}
	return out, nil
}

// begin takes an input, and gives the choices that stand beside it.
func (q *question) begin(in trace.Inputs) map[drawn]ir.Const {
	q.external, q.given = in.External, nil
	first := map[drawn]ir.Const{}
	for t, queue := range in.Havoc {
		for k, v := range queue {
			if t == 0 && k < len(q.params) {
				q.given = append(q.given, v)
			}
			first[drawn{t, k}] = v
		}
	}
	return first
}

// make makes a run.
func (q *question) make(it item) (*shadow, *irexec.Sequence) {
	q.values = it.values
	s := newShadow(q.terms)
	n := 0
	run := q.run.Run(irexec.Sequential{
		Asyncs: q.kind, External: q.external, Watch: s, MaxSteps: mostSteps, Options: irexec.Options{VolatileIsAtomic: q.VolatileIsAtomic},
		Decide: func(ways int) int {
			way := 0
			if n < len(it.ways) {
				way = min(it.ways[n], ways-1)
			}
			n++
			s.happened()
			s.decide(ways, way)
			return way
		},
		Value: s.draw,
	})
	s.over()
	return s, run
}

// fails reports whether a run ends with a failure that is asked for. Races and deadlocks are none: one thread runs at a time.
func (q *question) fails(run *irexec.Sequence) bool {
	return run.End == irexec.Failed && run.Failure != nil && q.Wants(run.Failure.Kind.Property())
}

// unclear says why a run does not show how it would go on.
func unclear(run *irexec.Sequence) string {
	switch run.End {
	case irexec.Unsupported, irexec.Limited:
		return fmt.Sprintf("a sequential run ends at %s: %s", run.At.Pos, run.Message)
	case irexec.Invalid:
		return fmt.Sprintf("a sequential run ends at %s with an invalid operation: %s", run.At.Pos, run.Message)
	}
	return ""
}

// note keeps how a run went, each way once.
func (o *outcome) note(run *irexec.Sequence) {
	names := run.Threads()
	var order Order
	for _, t := range run.Order {
		order.Threads = append(order.Threads, names[t])
	}
	switch run.End {
	case irexec.Failed:
		order.End = fmt.Sprintf("%s at %s", run.Failure.Message, run.Failure.Location.Pos)
	case irexec.Blocked:
		order.End = fmt.Sprintf("cannot go on at %s", run.At.Pos)
	case irexec.AllEnded, irexec.Halted:
		order.End = "runs to its end"
	default:
		order.End = fmt.Sprintf("%s at %s", run.End, run.At.Pos)
	}
	if !slices.ContainsFunc(o.orders, func(x Order) bool { return slices.Equal(x.Threads, order.Threads) && x.End == order.End }) {
		o.orders = append(o.orders, order)
	}
}

// known puts the input into conditions: what is left is about choices.
func (q *question) known(ts []logic.Term) []logic.Term {
	m := map[logic.Term]logic.Term{}
	for _, v := range q.b.VarsOf(ts...) {
		if q.inputs[v] != nil {
			m[v] = q.literal(v, q.constOf(v))
		}
	}
	return q.b.SubstAll(ts, m)
}

func (q *question) literal(v logic.Term, c ir.Const) logic.Term {
	if q.b.Sort(v).IsBool() {
		return q.b.Bool(!c.IsZero())
	}
	return q.constant(q.b.Width(v), c)
}

// determinize puts the choices of the run into its conditions: what is left is about the input. It also tells which choices they depend on.
func (q *question) determinize(s *shadow) (conds []logic.Term, sources []source.Range) {
	for _, e := range s.events {
		if e.cond != 0 {
			conds = append(conds, e.cond)
		}
	}
	m := map[logic.Term]logic.Term{}
	for _, c := range conds {
		mixed := slices.ContainsFunc(q.b.VarsOf(c), func(v logic.Term) bool { return q.inputs[v] != nil })
		for _, v := range q.b.VarsOf(c) {
			if ch, ok := q.choices[v]; ok {
				m[v] = q.literal(v, q.values[ch.drawn].Truncate(ch.width))
				if mixed && ch.width > 8 {
					sources = append(sources, ch.at)
				}
			}
		}
	}
	seen := map[logic.Term]bool{}
	var out []logic.Term
	for _, c := range q.b.SubstAll(conds, m) {
		if !q.b.IsTrue(c) && !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	return out, sources
}

// others is the runs that part from a run behind the events that it shares with the one that it comes from.
func (q *question) others(ctx context.Context, it item, s *shadow) (out []item, err error) {
	var conds []logic.Term
	for _, e := range s.events {
		if e.cond != 0 {
			conds = append(conds, e.cond)
		}
	}
	conds = q.known(conds)
	var ways []int
	c := 0
	for i, e := range s.events {
		if e.cond == 0 {
			for way := 0; way < e.ways && i >= it.from; way++ {
				if way != e.chosen {
					out = append(out, item{ways: append(slices.Clone(ways), way), values: it.values, from: i + 1})
				}
			}
			ways = append(ways, e.chosen)
			continue
		}
		cond := conds[c]
		c++
		if i < it.from || q.b.IsConst(cond) {
			continue
		}
		st, err := q.solver.Check(ctx, append(slices.Clone(conds[:c-1]), q.b.Not(cond))...)
		if err != nil {
			return nil, err
		}
		if st != solve.Sat {
			continue
		}
		values := map[drawn]ir.Const{}
		for k, v := range it.values {
			values[k] = v
		}
		model := q.solver.Model()
		for _, v := range q.b.VarsOf(append(slices.Clone(conds[:c-1]), cond)...) {
			if ch, ok := q.choices[v]; ok {
				values[ch.drawn] = constOf(model.Value(v))
			}
		}
		out = append(out, item{ways: slices.Clone(ways), values: values, from: i + 1})
	}
	return out, nil
}

func constOf(v logic.Value) ir.Const {
	if v.Sort().IsBool() {
		if v.Bool() {
			return ir.Const{Lo: 1}
		}
		return ir.Const{}
	}
	return ir.ConstFromBig(ir.MaxWidth, v.Big())
}
