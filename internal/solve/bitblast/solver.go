// The solver: assertions, assumptions, cores and models over the circuit.
//
// Assert only remembers the term; its circuit is built by the next Check, which has a context and so can be stopped. An assumption, whatever
// its shape, is the literal of its root gate, with the clauses for that polarity alone. Circuits, clauses and learned clauses stay between
// checks, and an assumption seen before costs one look-up.
package bitblast

import (
	"context"
	"math/big"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/solve"
)

// config has the thresholds that tests vary.
type config struct {
	cellBits int  // arrays with indices of at most this width are cells
	expand   int  // undecided stores and ites that a read is expanded through at once
	run      int  // stores at constant indices that are taken in one step
	pairs    int  // reads of an array variable that are compared pairwise at once
	noModels bool // do not answer from kept models
	noSums   bool // do not look for equal sums of products
	always   bool // inprocess all the time
}

func defaultConfig() config { return config{cellBits: 4, expand: 8, run: 16, pairs: 8} }

// Solver is the embedded solver. Make one with New.
type Solver struct {
	b    *logic.Builder
	opts solve.Options
	cfg  config

	g     *aig
	vec   vectors
	arr   arrays
	defs  definitions
	vars  []logic.Term // variables with a vector, in order of appearance
	stack []logic.Term
	enc   encoder
	sat   *sat.Solver
	val   valuation
	kept  models
	check *checker // nil unless Options.Check

	ctx      context.Context // of the running check, for poll
	asserted []logic.Term
	roots    []edge // of asserted, as far as they are built
	encoded  int    // of roots, how many are clauses
	closed   bool
	spent    int64 // gates and clauses that were counted as work
	held     budget.Holding

	// Of the last check:
	status    solve.Status
	falsified bool // an assumption is the constant false
	slot      int  // the kept model that answered, or -1
	model     *solve.Model
	core      []logic.Term
	edges     []edge       // of the assumptions that are not constant
	terms     []logic.Term // parallel to edges
	lits      []sat.Lit    // likewise
}

var _ solve.Solver = (*Solver)(nil)

// New makes a solver over the terms of b.
func New(b *logic.Builder, opts solve.Options) *Solver { return newSolver(b, opts, defaultConfig()) }

func newSolver(b *logic.Builder, opts solve.Options, cfg config) *Solver {
	s := &Solver{b: b, opts: opts, cfg: cfg, g: newAIG(), vec: newVectors(), arr: newArrays()}
	so := sat.Options{Seed: opts.Seed, InprocessAlways: cfg.always}
	if opts.Memory > 0 {
		so.Memory = opts.Memory - graphShare(opts.Memory)
	}
	if opts.Check {
		s.check = newChecker()
		so.Proof = s.check
	}
	s.sat = sat.New(so)
	s.g.grow = s.poll
	s.enc = encoder{g: s.g, solver: s.sat, check: s.check}
	s.val = valuation{g: s.g, solver: s.sat}
	s.kept = models{g: s.g}
	return s
}

// Builder returns the builder whose terms the solver takes.
func (s *Solver) Builder() *logic.Builder { return s.b }

// Stats are the SAT solver's counters.
func (s *Solver) Stats() sat.Stats { return s.sat.Stats() }

// Gates is the size of the circuit so far.
func (s *Solver) Gates() int { return s.g.ands }

func (s *Solver) bytes() int64 {
	return s.g.bytes() + s.vec.bytes() + s.arr.bytes() + int64(cap(s.val.val)) + s.kept.bytes()
}

// Assert adds a term to what every later check must satisfy.
func (s *Solver) Assert(t logic.Term) error {
	if s.closed {
		return solve.ErrClosed
	}
	if err := solve.CheckBool(s.b, t); err != nil {
		return err
	}
	s.keepModel()
	s.asserted = append(s.asserted, t)
	return nil
}

// Check decides what is asserted together with the assumptions.
func (s *Solver) Check(ctx context.Context, assumptions ...logic.Term) (solve.Status, error) {
	s.status, s.model, s.core = solve.Unknown, nil, nil
	if s.closed {
		return solve.Unknown, solve.ErrClosed
	}
	for _, t := range assumptions {
		if err := solve.CheckBool(s.b, t); err != nil {
			return solve.Unknown, err
		}
	}
	ctx, cancel := s.opts.Deadline(ctx)
	defer cancel()
	s.ctx = ctx
	st, err := s.decide(assumptions)
	s.spend()
	if err == nil && s.check != nil {
		err = s.verify(st, assumptions)
	}
	s.ctx = nil
	if err != nil {
		s.model, s.core = nil, nil
		return solve.Unknown, err
	}
	s.status = st
	return st, nil
}

func (s *Solver) decide(assumptions []logic.Term) (solve.Status, error) {
	if s.ctx.Err() != nil {
		return solve.Unknown, solve.ContextError(s.ctx)
	}
	if err := s.prepare(assumptions); err != nil {
		return solve.Unknown, err
	}
	if s.falsified {
		return solve.Unsat, nil
	}
	reuse := !s.cfg.noModels && !s.arr.lazy() && len(s.defs.open) == 0
	if reuse {
		if slot, ok := s.kept.find(s.edges); ok {
			s.slot = slot
			return solve.Sat, nil
		}
	}
	for {
		if err := s.encode(); err != nil {
			return solve.Unknown, err
		}
		st, err := s.sat.Solve(s.ctx, s.lits...)
		if err != nil {
			return solve.Unknown, s.satError(err)
		}
		if st == sat.Unsat {
			return s.unsat()
		}
		more := false
		if err := s.guard(func() { more = s.refine() }); err != nil {
			return solve.Unknown, err
		}
		if !more {
			if reuse && len(s.defs.open) == 0 {
				s.kept.keep(s.sat)
			}
			return solve.Sat, nil
		}
	}
}

// prepare makes the circuits of whatever is new. An assumption that is the constant false is a core by itself.
func (s *Solver) prepare(assumptions []logic.Term) error {
	s.falsified, s.slot = false, -1
	s.edges, s.terms = s.edges[:0], s.terms[:0]
	return s.guard(func() {
		for _, t := range s.asserted[len(s.roots):] {
			e := s.edgeOf(t)
			s.roots = append(s.roots, e)
			s.kept.restrict(e)
		}
		for _, t := range assumptions {
			switch e := s.edgeOf(t); e {
			case edgeTrue:
			case edgeFalse:
				s.falsified, s.core = true, []logic.Term{t}
			default:
				s.edges = append(s.edges, e)
				s.terms = append(s.terms, t)
			}
		}
	})
}

// encode turns circuits into clauses: what is asserted, the lemmas, and the assumptions, whose literals end up in s.lits.
func (s *Solver) encode() error {
	return s.guard(func() {
		for ; s.encoded < len(s.roots); s.encoded++ {
			s.enc.assert(s.roots[s.encoded])
		}
		s.lits = s.lits[:0]
		for _, e := range s.edges {
			s.lits = append(s.lits, s.enc.want(e, pos))
		}
		for n := len(s.arr.lemmas) - 1; n >= 0; n-- {
			s.enc.assert(s.arr.lemmas[n])
			s.arr.lemmas = s.arr.lemmas[:n]
		}
		s.enc.drain()
	})
}

// unsat maps the SAT solver's core back to terms, in the order of the assumptions.
func (s *Solver) unsat() (solve.Status, error) {
	if s.opts.CoreConflicts > 0 {
		s.sat.MinimizeCore(s.ctx, s.opts.CoreConflicts)
	}
	in := make(map[sat.Lit]bool, len(s.lits))
	for _, l := range s.sat.Core() {
		in[l] = true
	}
	s.core = []logic.Term{}
	for i, l := range s.lits {
		if in[l] {
			in[l] = false // two terms may share a literal; one of them is enough
			s.core = append(s.core, s.terms[i])
		}
	}
	return solve.Unsat, nil
}

// Model is the model of the last check, if that answered Sat.
func (s *Solver) Model() *solve.Model {
	if s.status != solve.Sat {
		return nil
	}
	s.keepModel()
	return s.model
}

// Core is the core of the last check, if that answered Unsat.
func (s *Solver) Core() []logic.Term {
	if s.status != solve.Unsat {
		return nil
	}
	return slices.Clone(s.core)
}

// Close drops everything.
func (s *Solver) Close() error {
	if !s.closed {
		s.keepModel()
		s.closed = true
		s.sat.Close()
		s.held.Free()
		s.g, s.vec, s.arr, s.sat, s.check = nil, vectors{}, arrays{}, nil, nil
		s.enc, s.val, s.kept, s.asserted, s.roots = encoder{}, valuation{}, models{}, nil, nil
	}
	return nil
}

// keepModel reads the values of all variables off the SAT solver while they are there.
func (s *Solver) keepModel() {
	if s.status == solve.Sat && s.model == nil {
		s.model = solve.NewModel(s.b, s.assignment())
	}
}

func (s *Solver) assignment() logic.Assignment {
	if s.slot >= 0 {
		s.val.from(&s.kept, s.slot)
	} else {
		s.val.next()
	}
	s.val.given += int64(len(s.vars) + len(s.arr.vars))
	a := make(logic.Assignment, len(s.vars)+len(s.arr.vars))
	for _, t := range s.vars {
		a[t] = s.valueAs(s.b.Sort(t), s.vec.of(t))
	}
	if len(s.arr.vars) == 0 {
		return a
	}
	s.arrayValues(a)
	return a
}

// valueAs is the value of a vector of some sort in the current model.
func (s *Solver) valueAs(so logic.Sort, bits []edge) logic.Value {
	switch {
	case so.IsBool():
		return logic.BoolValue(s.val.edge(bits[0]))
	case so.IsBV():
		return s.value(bits)
	}
	var entries []logic.ArrayEntry
	for k := range len(bits) / so.Width {
		entries = append(entries, logic.ArrayEntry{
			Index: logic.BVValue(so.Index, uint64(k)),
			Elem:  s.value(bits[k*so.Width : (k+1)*so.Width]),
		})
	}
	return logic.ArrayValue(so, logic.ZeroValue(so.Elem()), entries...)
}

// value is the value of a vector in the current model.
func (s *Solver) value(bits []edge) logic.Value { return unpack(len(bits), s.val.pack(bits)) }

func unpack(width int, packed string) logic.Value {
	if width <= 64 {
		var u uint64
		for i := range len(packed) {
			u |= uint64(packed[i]) << (8 * i)
		}
		return logic.BVValue(width, u)
	}
	b := []byte(packed)
	slices.Reverse(b)
	return logic.BVBigValue(width, new(big.Int).SetBytes(b))
}
