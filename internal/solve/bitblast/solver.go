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

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/sat"
	"github.com/heddle-dev/heddle/internal/solve"
)

// config has the thresholds that tests vary.
type config struct {
	cellBits int // arrays with indices of at most this width are cells
	expand   int // undecided stores and ites that a read is expanded through at once
	pairs    int // reads of an array variable that are compared pairwise at once
	always   bool
}

func defaultConfig() config { return config{cellBits: 4, expand: 8, pairs: 8} }

// Solver is the embedded solver. Make one with New.
type Solver struct {
	b    *logic.Builder
	opts solve.Options
	cfg  config

	g     *aig
	vec   vectors
	arr   arrays
	vars  []logic.Term // variables with a vector, in order of appearance
	stack []logic.Term
	enc   encoder
	sat   *sat.Solver
	val   valuation
	check *checker // nil unless Options.Check

	ctx      context.Context // of the running check, for poll
	asserted []logic.Term
	encoded  int // of asserted, how many are clauses
	closed   bool

	falsified bool // an assumption of this check is the constant false

	status  solve.Status
	model   *solve.Model
	core    []logic.Term
	lits    []sat.Lit
	litTerm []logic.Term // parallel to lits
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
	return s
}

// Builder returns the builder whose terms the solver takes.
func (s *Solver) Builder() *logic.Builder { return s.b }

// Stats are the SAT solver's counters.
func (s *Solver) Stats() sat.Stats { return s.sat.Stats() }

// Gates is the size of the circuit so far.
func (s *Solver) Gates() int { return s.g.ands }

func (s *Solver) bytes() int64 {
	return s.g.bytes() + s.vec.bytes() + s.arr.bytes() + int64(cap(s.val.val))
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
	for {
		if err := s.encode(assumptions); err != nil {
			return solve.Unknown, err
		}
		if s.falsified {
			return solve.Unsat, nil
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
			return solve.Sat, nil
		}
	}
}

// encode turns whatever is new into clauses, and the assumptions into s.lits. One that is the constant false is a core by itself.
func (s *Solver) encode(assumptions []logic.Term) error {
	s.falsified = false
	s.lits, s.litTerm = s.lits[:0], s.litTerm[:0]
	if s.encoded == len(s.asserted) && len(s.arr.lemmas) == 0 && len(s.enc.stack) == 0 && s.known(assumptions) {
		return nil
	}
	s.lits, s.litTerm = s.lits[:0], s.litTerm[:0]
	return s.guard(func() {
		for s.encoded < len(s.asserted) {
			s.enc.assert(s.edgeOf(s.asserted[s.encoded]))
			s.encoded++
		}
		for _, t := range assumptions {
			switch e := s.edgeOf(t); e {
			case edgeTrue:
			case edgeFalse:
				s.falsified, s.core = true, []logic.Term{t}
			default:
				s.lits = append(s.lits, s.enc.assume(e))
				s.litTerm = append(s.litTerm, t)
			}
		}
		for len(s.arr.lemmas) > 0 {
			n := len(s.arr.lemmas) - 1
			s.enc.assert(s.arr.lemmas[n])
			s.arr.lemmas = s.arr.lemmas[:n]
		}
		s.enc.drain()
	})
}

// known fills s.lits if all assumptions were encoded before, which is the common case of a long series of checks.
func (s *Solver) known(assumptions []logic.Term) bool {
	for _, t := range assumptions {
		v := s.vec.of(t)
		if v == nil || v[0].isConst() {
			return false
		}
		n := &s.g.nodes[v[0].node()]
		need := pos
		if v[0].neg() {
			need = neg
		}
		if n.sat == 0 || n.left != inputMark && n.enc&need == 0 {
			return false
		}
		s.lits = append(s.lits, s.enc.lit(v[0]))
		s.litTerm = append(s.litTerm, t)
	}
	return true
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
			s.core = append(s.core, s.litTerm[i])
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
		s.g, s.vec, s.arr, s.sat, s.check = nil, vectors{}, arrays{}, nil, nil
		s.enc, s.val, s.asserted = encoder{}, valuation{}, nil
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
	s.val.next()
	a := make(logic.Assignment, len(s.vars)+len(s.arr.vars))
	for _, t := range s.vars {
		so, bits := s.b.Sort(t), s.vec.of(t)
		switch {
		case so.IsBool():
			a[t] = logic.BoolValue(s.val.edge(bits[0]))
		case so.IsBV():
			a[t] = s.value(bits)
		default:
			var entries []logic.ArrayEntry
			for k := range len(bits) / so.Width {
				entries = append(entries, logic.ArrayEntry{
					Index: logic.BVValue(so.Index, uint64(k)),
					Elem:  s.value(bits[k*so.Width : (k+1)*so.Width]),
				})
			}
			a[t] = logic.ArrayValue(so, logic.ZeroValue(so.Elem()), entries...)
		}
	}
	if len(s.arr.vars) == 0 {
		return a
	}
	entries := map[logic.Term][]logic.ArrayEntry{}
	for _, c := range s.arr.found.order {
		so := s.b.Sort(c.array)
		entries[c.array] = append(entries[c.array], logic.ArrayEntry{
			Index: unpack(so.Index, c.index),
			Elem:  unpack(so.Width, s.arr.found.cells[c].value),
		})
	}
	for _, t := range s.arr.vars {
		so := s.b.Sort(t)
		a[t] = logic.ArrayValue(so, unpack(so.Width, s.defaultOf(&s.arr.found, t)), entries[t]...)
	}
	return a
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
