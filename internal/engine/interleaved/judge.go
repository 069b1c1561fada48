package interleaved

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Filter is a set of inputs on which some sequential run fails.
type Filter struct {
	Text   string // its negation, in C: the precondition that the harness lacks
	AtOnce bool   // no thread waits in that run: the filter AsyncAsSync is enough
	Run    Order
	Doubt  bool // whether these inputs fail is not known

	conds []logic.Term
	bound []logic.Term // choices in the conditions: an input is one of these if they hold for some values
	like  string       // an input, where C cannot say which they are
}

// Options says how findings are judged.
type Options struct {
	// Runs is the sequential runs that are made; all but AsyncGeneral are for comparison, and leave more findings.
	Runs irexec.Asyncs
	// Against is a program that differs from the one in question in what its entry calls: its sequential runs are made, with the same input, in place of the program's own. nil: there is none.
	Against *ir.Program
	// Quantify says when a choice is quantified instead of taken as it was (quantify.go).
	Quantify Quantify
}

// Quantify says when choices are quantified. That takes z3.
type Quantify uint8

// When.
const (
	Never  Quantify = iota
	Late            // after many filters that rest on values of one choice (3.4)
	Always          // Algorithm 2
)

// Judge decides which findings about a program are interleaved (Algorithm 1). What it learns from one finding serves all.
type Judge struct {
	Filters []*Filter
	Runs    int // sequential runs that were made
	Calls   int // of a solver, for values of choices
	Saved   int // failing runs that permute the threads of an execution, and so took none (4.5)

	q        *question
	quantify Quantify
	doubts   int
	sources  map[source.Range]int // filters that rest on a value of a choice, by its place
	drawn    map[source.Range]int // filters of runs that draw one of more than 8 bits
}

// How many filters there may be, and how many of them may rest on the values of one free choice; and how many sequential runs are made again to check the answer.
const (
	mostDoubts  = 8
	mostFilters = 60
	mostValues  = 8
	mostChecked = 2000
)

// New prepares to judge findings about a program.
func New(ctx context.Context, q verdict.Question, o Options) (*Judge, error) {
	filter := o.Against
	if filter == nil {
		filter = q.Program
	}
	qu, err := newQuestion(ctx, q, filter, o.Runs, o.Quantify != Never)
	if err != nil {
		return nil, err
	}
	return &Judge{q: qu, quantify: o.Quantify, sources: map[source.Range]int{}, drawn: map[source.Range]int{}}, nil
}

// Close ends the judge.
func (j *Judge) Close() error { return j.q.solver.Close() }

// Inputs reports whether a program has any input.
func Inputs(p *ir.Program) bool {
	for _, g := range p.Globals {
		if g.External && !g.Range {
			return true
		}
	}
	return len(parameters(p)) > 0
}

// Decide makes the sequential runs of a finding's input. If one fails, its inputs become a filter, which is returned.
func (j *Judge) Decide(ctx context.Context, f *verdict.Finding) (*verdict.Interleaving, *Filter, error) {
	x, err := j.known(ctx, f)
	switch {
	case err != nil:
		return nil, nil, err
	case x != nil:
		if x.Doubt {
			return &verdict.Interleaving{Reason: x.Text}, x, nil
		}
		return &verdict.Interleaving{Orders: []verdict.Order{verdict.Order(x.Run)}}, x, nil
	}
	out, err := j.q.sequential(ctx, f.Inputs)
	if err != nil {
		return nil, nil, err
	}
	j.Runs += out.runs
	j.Calls += out.calls
	if out.fails != nil && out.calls == 0 {
		j.Saved++
	}
	res := &verdict.Interleaving{Reason: out.undecided}
	for _, o := range out.orders {
		res.Orders = append(res.Orders, verdict.Order(o))
	}
	if out.fails == nil {
		if out.undecided == "" {
			counts := func(k verdict.Kind) bool { return j.q.Wants(k.Property()) }
			if bad, _ := j.q.run.FailsSequentially(ctx, f.Inputs, j.q.kind, len(j.q.params), mostChecked, counts, irexec.Options{VolatileIsAtomic: j.q.VolatileIsAtomic}); bad != nil {
				return nil, nil, fmt.Errorf("a sequential run fails that was not made: %s at %s", bad.Kind, bad.Location.Pos)
			}
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			yes := true
			res.Interleaved = &yes
		}
		return res, j.doubt(ctx, out), nil
	}
	res.Orders = res.Orders[len(res.Orders)-1:]
	switch {
	case out.fails.lost != "":
		res.Reason = out.fails.lost
		return res, nil, nil
	case len(j.Filters) == mostFilters:
		res.Reason = fmt.Sprintf("there are more than %d reasons why sequential runs fail", mostFilters)
		if at, n := j.mostly(); n > mostFilters/2 {
			res.Reason = fmt.Sprintf("sequential runs fail for one value after another of the free choice at %s", at.Pos)
		}
		return res, nil, nil
	}
	for _, at := range out.fails.drawn {
		j.drawn[at]++
	}
	x = &Filter{AtOnce: out.fails.AtOnce, Run: out.orders[len(out.orders)-1], conds: out.fails.conds}
	if j.quantify == Always || j.quantify == Late && slices.ContainsFunc(out.fails.sources, func(at source.Range) bool { return j.sources[at] >= mostValues }) {
		if x.conds, x.bound, err = j.q.quantified(ctx, out.fails.shadow); err != nil {
			return nil, nil, err
		}
		if len(x.bound) > 0 {
			x.like = j.q.example(out.fails.conds)
		}
	} else {
		for _, at := range out.fails.sources {
			if j.sources[at]++; j.sources[at] > mostValues {
				res.Reason = fmt.Sprintf("sequential runs fail for one value after another of the free choice at %s", at.Pos)
				return res, nil, nil
			}
		}
	}
	if ok, err := j.holds(ctx, x); err != nil || !ok {
		return nil, nil, cmp.Or(err, errors.New("the filter of a run does not hold for its input"))
	}
	j.Filters = append(j.Filters, x)
	return res, x, nil
}

// mostly is the choice that most filters come from.
func (j *Judge) mostly() (at source.Range, n int) {
	for place, k := range j.drawn {
		if k > n || k == n && place.Pos.Before(at.Pos) {
			at, n = place, k
		}
	}
	return at, n
}

// doubt is the inputs about which sequential runs say nothing, as this one: other inputs are looked at instead. nil: there are none to take away.
func (j *Judge) doubt(ctx context.Context, out *outcome) *Filter {
	if out.doubt == nil || j.doubts == mostDoubts {
		return nil
	}
	x := &Filter{Doubt: true, Text: out.undecided, conds: out.doubt}
	if ok, err := j.holds(ctx, x); err != nil || !ok {
		return nil
	}
	j.doubts++
	j.Filters = append(j.Filters, x)
	return x
}

// Explain forgets doubts, puts the filters into the order in which they are best read, those that demand less first, and says their negations in C.
func (j *Judge) Explain() {
	j.Filters = slices.DeleteFunc(j.Filters, func(x *Filter) bool { return x.Doubt })
	slices.SortStableFunc(j.Filters, func(a, b *Filter) int { return len(a.conds) - len(b.conds) })
	j.q.preconditions(j.Filters)
}

// known finds a filter that the input of a finding fulfils: one that was made for another finding of the same look.
func (j *Judge) known(ctx context.Context, f *verdict.Finding) (*Filter, error) {
	j.q.begin(f.Inputs)
	for _, x := range j.Filters {
		if ok, err := j.holds(ctx, x); ok || err != nil {
			return x, err
		}
	}
	return nil, nil
}

// holds reports whether the present input is one of a filter's.
func (j *Judge) holds(ctx context.Context, x *Filter) (bool, error) {
	conds := j.q.known(x.conds)
	for _, c := range conds {
		if !j.q.b.IsTrue(c) && len(x.bound) == 0 || j.q.b.IsFalse(c) {
			return false, nil
		}
	}
	if len(x.bound) == 0 {
		return true, nil
	}
	st, err := j.q.solver.Check(ctx, conds...)
	return st == solve.Sat, err
}

// Program is the program without the inputs of all filters.
func (j *Judge) Program() *Without { return j.without(j.q.assume, j.Filters) }

// Sure is the program without the inputs of those filters that fail for sure.
func (j *Judge) Sure() *Without {
	return j.without(j.q.assume, slices.DeleteFunc(slices.Clone(j.Filters), func(x *Filter) bool { return x.Doubt }))
}

// Left is a program that fails if there is an input in none of the filters.
func (j *Judge) Left() *Without { return j.without(j.q.left, j.Filters) }

func (j *Judge) without(of func([]*Filter) (*ir.Program, []decide.Unless), filters []*Filter) *Without {
	p, looks := of(filters)
	return &Without{Program: p, looks: looks, params: len(j.q.params)}
}
