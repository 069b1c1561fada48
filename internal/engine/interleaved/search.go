package interleaved

import (
	"context"
	"errors"
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
	mostWays  = 64        // values of choices that each lead elsewhere
	mostSteps = 2_000_000 // instructions of a run
)

// question is DIFFERROR(P1, P2): whether P2, the program, fails on an input on which P1, the filter, does not. They share the input: parameters, variables and external memory are the same in both,
// at the same addresses, and one builder has its terms. For interleaved bugs P1 is the sequential runs of P2 itself.
type question struct {
	verdict.Question
	*terms
	kind   irexec.Asyncs
	run    *irexec.Compiled // P1
	solver solve.Solver
}

func newQuestion(ctx context.Context, q verdict.Question, filter *ir.Program, kind irexec.Asyncs, open bool) (*question, error) {
	if err := sameInput(filter, q.Program); err != nil {
		return nil, err
	}
	c, err := irexec.Compile(filter)
	if err != nil {
		return nil, err
	}
	t := newTerms(q.Program)
	s, err := backend.Open(ctx, t.b, "embedded", solve.Options{})
	if err != nil {
		return nil, err
	}
	t.open = open
	return &question{Question: q, terms: t, kind: kind, run: c, solver: s}, nil
}

// sameInput refuses two programs that are not called with the same input.
func sameInput(p, q *ir.Program) error {
	if len(p.Globals) != len(q.Globals) {
		return errors.New("two programs with different variables have no input in common")
	}
	for i, g := range p.Globals {
		if h := q.Globals[i]; g.Name != h.Name || g.Size != h.Size || g.External != h.External {
			return fmt.Errorf("%s and %s are different variables, so the programs have no input in common", g.Name, h.Name)
		}
	}
	if !slices.EqualFunc(parameters(p), parameters(q), func(x, y *ir.Havoc) bool {
		return x.ID == y.ID && p.Funcs[p.Entry].Width(x.Dst) == q.Funcs[q.Entry].Width(y.Dst)
	}) {
		return errors.New("two programs with different parameters have no input in common")
	}
	return nil
}

// failing is a sequential run that fails.
type failing struct {
	*irexec.Sequence
	shadow  *shadow
	conds   []logic.Term   // of the input, under which it does
	sources []source.Range // free choices that these depend on
	drawn   []source.Range // and those that any condition of the run does
	lost    string         // why they may not be enough
}

// outcome is what the sequential runs of an input show.
type outcome struct {
	fails     *failing     // the first that does
	undecided string       // none fails, but not all were made
	doubt     []logic.Term // of the input, under which the first run ends that does not show how it would go on
	orders    []Order
	runs      int
	calls     int // of a solver
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
	// not is the conditions that other runs had where this one parts from them. Where a condition is that something has a certain value, this run has another such condition at event from,
	// and others again have neither.
	not []logic.Term
}

// made is a run that was made, whose choices were not varied yet.
type made struct {
	item
	shadow *shadow
}

// queue is the runs of one filter that are to be made, and those that other runs part from.
type queue struct {
	items []item
	made  []made
}

// sequential makes the sequential runs of an input. Those in which no thread waits come first, and of each kind those with the choices of the execution: they permute its threads (4.5), and take no
// solver.
func (q *question) sequential(ctx context.Context, in trace.Inputs) (*outcome, error) {
	first := q.begin(in)
	out := &outcome{}
	atOnce, waits := &queue{items: []item{{values: first}}}, &queue{}
	put := func(items []item) {
		for _, it := range items {
			into := atOnce
			if slices.ContainsFunc(it.ways, func(w int) bool { return w > 0 }) {
				into = waits
			}
			into.items = append(into.items, it)
		}
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		list := atOnce
		if len(atOnce.items)+len(atOnce.made) == 0 {
			list = waits
		}
		switch {
		case len(list.items) > 0:
			it := list.items[0]
			list.items = list.items[1:]
			if out.runs == mostRuns {
				out.undecided = fmt.Sprintf("there are more than %d sequential runs of the input", mostRuns)
				return out, nil
			}
			s := q.once(ctx, it, out)
			if out.fails != nil {
				return out, nil
			}
			if n := len(it.not); n > 0 && it.from < len(s.events) && s.events[it.from].cond == q.b.Not(it.not[n-1]) { // there are but these two ways
				it.from, it.not = it.from+1, it.not[:n-1]
			}
			put(orders(it, s))
			list.made = append(list.made, made{it, s})
		case len(list.made) > 0:
			m := list.made[0]
			list.made = list.made[1:]
			more, many, err := q.others(ctx, m.item, m.shadow, out)
			if err != nil {
				return nil, err
			}
			if out.undecided == "" {
				out.undecided = many
			}
			put(more)
		default:
			return out, nil
		}
	}
}

// once makes a run, and notes what it shows.
func (q *question) once(ctx context.Context, it item, out *outcome) *shadow {
	s, run := q.make(ctx, it)
	out.runs++
	out.note(run)
	if q.fails(run) {
		conds, sources := q.determinize(s)
		out.fails, out.undecided = &failing{Sequence: run, shadow: s, conds: conds, sources: sources, drawn: q.drawn(s), lost: s.lost}, ""
		return s
	}
	if why := unclear(run); why != "" && out.undecided == "" {
		out.undecided = why
		out.doubt, _ = q.determinize(s)
	}
	if s.lost != "" && out.undecided == "" {
		out.undecided = s.lost
	}
	return s
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
func (q *question) make(ctx context.Context, it item) (*shadow, *irexec.Sequence) {
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
		Stop:  func() bool { return ctx.Err() != nil },
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
		if in := q.inputs[v]; in != nil && in.chosen {
			m[v] = q.content(in)
		} else if in != nil {
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
		for _, v := range q.within(c) {
			ch := q.choices[v]
			m[v] = q.literal(v, q.values[ch.drawn].Truncate(ch.width))
			if mixed && ch.width > 8 {
				sources = append(sources, ch.at)
			}
		}
	}
	for _, v := range q.b.VarsOf(conds...) {
		if in := q.inputs[v]; in != nil && in.chosen {
			m[v] = q.fixed(in, m)
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

// drawn is the places of the free choices of more than 8 bits that a run's way depends on.
func (q *question) drawn(s *shadow) (out []source.Range) {
	for _, e := range s.events {
		if e.cond == 0 {
			continue
		}
		for _, v := range q.within(e.cond) {
			if ch := q.choices[v]; ch.width > 8 && !slices.Contains(out, ch.at) {
				out = append(out, ch.at)
			}
		}
	}
	return out
}

// orders is the runs that part from a run by a decision alone, behind the events that it shares with the one that it comes from.
func orders(it item, s *shadow) (out []item) {
	var ways []int
	for i, e := range s.events {
		if e.cond != 0 {
			continue
		}
		for way := 0; way < e.ways && i >= it.from; way++ {
			if way != e.chosen {
				out = append(out, item{ways: append(slices.Clone(ways), way), values: it.values, from: i + 1, not: it.not})
			}
		}
		ways = append(ways, e.chosen)
	}
	return out
}

// others is the runs that part from a run by the values of choices. many says that there are more, and why.
func (q *question) others(ctx context.Context, it item, s *shadow, o *outcome) (out []item, many string, err error) {
	var conds []logic.Term
	for _, e := range s.events {
		if e.cond != 0 {
			conds = append(conds, e.cond)
		}
	}
	conds = q.known(conds)
	var not []logic.Term
	for _, c := range q.known(it.not) {
		not = append(not, q.b.Not(c))
	}
	var ways []int
	c := 0
	for i, e := range s.events {
		if e.cond == 0 {
			ways = append(ways, e.chosen)
			continue
		}
		cond := conds[c]
		c++
		if i < it.from || q.b.IsConst(cond) {
			continue
		}
		o.calls++
		st, err := q.solver.Check(ctx, slices.Concat(not, conds[:c-1], []logic.Term{q.b.Not(cond)})...)
		if err != nil {
			return nil, "", err
		}
		if st != solve.Sat {
			continue
		}
		if len(it.not) == mostWays {
			many = q.overMany(e.cond)
			continue
		}
		values := map[drawn]ir.Const{}
		for k, v := range it.values {
			values[k] = v
		}
		model := q.solver.Model()
		for _, v := range q.b.VarsOf(slices.Concat(not, conds[:c])...) {
			if ch, ok := q.choices[v]; ok {
				values[ch.drawn] = constOf(model.Value(v))
			}
		}
		out = append(out, item{ways: slices.Clone(ways), values: values, from: i, not: append(slices.Clone(it.not), e.cond)})
	}
	return out, many, nil
}

// overMany says which free choice has too many values that each lead elsewhere.
func (q *question) overMany(cond logic.Term) string {
	for _, v := range q.within(cond) {
		return fmt.Sprintf("sequential runs differ for one value after another of the free choice at %s", q.choices[v].at.Pos)
	}
	return "sequential runs differ in too many ways"
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
