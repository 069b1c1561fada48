package sat

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/budget"
)

// The state of the solver and its interface. What the parts do is said where they are; this file creates
// variables, takes clauses and runs the outer loop of a call of Solve.

// Options configure a Solver. The zero value is the default configuration without limits.
type Options struct {
	Memory int64       // bytes the solver may use for its own data; 0 is no limit
	Seed   int64       // perturbs the initial order of variables; 0 leaves it alone
	Proof  ProofWriter // receives every derivation step; nil for none

	NoInprocessing bool // search only: no probing, vivification, substitution, subsumption, elimination

	// InprocessAlways runs every inprocessing technique at the start of each search and at every restart, and
	// restarts often. It is slow and meant for tests: tiny formulas then meet all of the machinery.
	InprocessAlways bool
}

// LimitError says that a resource limit other than the context's ended a call.
type LimitError struct {
	What  string // "memory" or "size" or "conflicts"
	Limit int64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("resource limit: %s limit of %d reached", e.What, e.Limit)
}

// Stats counts work. All counters grow over the life of a solver.
type Stats struct {
	Solves, Conflicts, Decisions, Propagations, Restarts int64
	Learned, LearnedLits, Minimized                      int64
	Reductions, Inprocessings, Walks                     int64
	Eliminated, Substituted, Restored                    int64
	Subsumed, Strengthened, Vivified, FailedLits         int64
	TheoryPropagations, TheoryConflicts, TheoryLemmas    int64
	Ticks, InprocessingTicks                             int64 // approximate cache lines touched
	Vars, Clauses, Redundant                             int   // now
	Given                                                int64 // clauses added from outside, before any simplification
	Bytes                                                int64 // now
}

const (
	noReason     uint32 = 0
	theoryReason uint32 = 1 // implied by the theory, to be explained on demand
	emptyReason  uint32 = 3 // an empty clause that always lies at this offset: implied without premises
)

// varState says whether a variable takes part in the search.
type varState uint8

const (
	active varState = iota
	eliminated
	substituted
)

type varInfo struct {
	level  int32
	reason uint32
	pos    int32 // on the trail
}

// levelInfo is per decision level: where it starts on the trail, and two fields for minimization.
type levelInfo struct {
	trail int32
	seen  int32 // literals of the clause being learned on this level
	min   int32 // lowest trail position among them
}

// Solver is an incremental SAT solver. Make one with New.
type Solver struct {
	opts  Options
	proof ProofWriter

	// Clauses.
	arena        []uint32
	clauses      []cref
	watches      watchLists
	wasted       int // dead words in the arena
	nIrredundant int
	nRedundant   int
	nIrrBin      int
	nRedBin      int

	// Assignment. vals is indexed by literal: 1 true, -1 false, 0 open.
	vals   []int8
	vinfo  []varInfo
	trail  []Lit
	levels []levelInfo
	qhead  int
	ignore cref // a clause that propagate leaves out, for vivification

	// Variables.
	state   []varState
	frozen  []int32
	saved   []int8
	target  []int8
	best    []int8
	forced  []int8 // phase given by the caller
	nActive int

	decider // decide.go

	// Conflict analysis.
	conflict  [2]Lit // the clause when propagate reports a binary conflict
	seen      []uint8
	analyzed  []Var
	minimized []Var
	learnt    []Lit
	levelsHit []int32
	gstamp    []uint32
	gtime     uint32
	abuf      []Lit
	sortKeys  []uint64

	sched // restart.go: averages, limits, modes

	// Calls.
	unsat       bool // latched
	limit       *LimitError
	assumptions []Lit
	core        []Lit
	coreLemma   []Lit // the lemma that ends the proof of the last answer, to be deleted by the next
	model       []int8
	haveModel   bool
	done        <-chan struct{}
	meter       *budget.Meter // of the running call
	steps       int64         // of the analysis of conflicts
	told        int64         // of all work, what the meter was told
	held        budget.Holding
	stopped     bool
	confBudget  int64 // conflicts allowed for this call, negative for any number

	ext    extension // extend.go
	simp   simplifier
	theory theoryState

	mark  []int8 // by variable; scratch of whoever runs, all zero between uses
	pbuf  []Lit
	cbuf  []Lit
	stats Stats
}

// New returns a solver without variables and clauses.
func New(opts Options) *Solver {
	s := &Solver{opts: opts, proof: opts.Proof}
	s.arena = make([]uint32, arenaMin, 1024)
	s.levels = append(s.levels, levelInfo{})
	s.gstamp = append(s.gstamp, 0)
	s.initSchedule()
	s.initDecider()
	return s
}

// NewVar makes a new variable.
func (s *Solver) NewVar() Var {
	v := Var(len(s.vinfo))
	if v >= 1<<varBits && s.limit == nil {
		s.limit = &LimitError{What: "size", Limit: 1 << varBits}
	}
	s.vinfo = append(s.vinfo, varInfo{})
	s.vals = append(s.vals, 0, 0)
	s.watches.heads = append(s.watches.heads, watchHead{}, watchHead{})
	s.state = append(s.state, active)
	s.frozen = append(s.frozen, 0)
	s.saved = append(s.saved, 0)
	s.target = append(s.target, 0)
	s.best = append(s.best, 0)
	s.forced = append(s.forced, 0)
	s.seen = append(s.seen, 0)
	s.mark = append(s.mark, 0)
	s.nActive++
	s.deciderNewVar(v)
	if v&1023 == 0 {
		s.checkMemory()
	}
	return v
}

// NumVars returns how many variables were made.
func (s *Solver) NumVars() int { return len(s.vinfo) }

func (s *Solver) checkLit(l Lit) {
	if l < 0 || int(l) >= len(s.vals) {
		panic(fmt.Sprintf("sat: literal %d of a variable that was never made (have %d)", l, len(s.vinfo)))
	}
}

// AddClause adds a clause. It returns false once the clauses are known to be unsatisfiable without any
// assumption; adding more is harmless then.
func (s *Solver) AddClause(lits ...Lit) bool {
	for _, l := range lits {
		s.checkLit(l)
	}
	s.haveModel = false
	if s.unsat {
		return false
	}
	if s.limit != nil {
		return true // Solve will not answer any more
	}
	for _, l := range lits {
		if s.state[l.Var()] != active {
			s.backtrack(0)
			s.reactivate(l.Var())
		}
	}
	if s.unsat {
		return false
	}
	if s.proof != nil {
		s.proof.Input(lits)
	}
	s.stats.Given++
	s.addClause(lits, false, true)
	return !s.unsat
}

// makeRoom takes back decisions until a new clause, of which no literal has a value for good, has two that are not false, and puts these first.
// Most clauses that are added after an answer leave it as it is: the next search goes on from there.
func (s *Solver) makeRoom(lits []Lit) {
	if s.level() == 0 {
		return
	}
	free := 0               // literals that are not false
	var first, second int32 // the highest levels of the others
	for _, l := range lits {
		switch level := s.vinfo[l.Var()].level; {
		case s.vals[l] >= 0:
			free++
		case level > first:
			first, second = level, first
		case level > second:
			second = level
		}
	}
	switch free {
	case 0:
		s.backtrack(int(second - 1))
	case 1:
		s.backtrack(int(first - 1))
	}
	at := 0
	for k, l := range lits {
		if s.vals[l] >= 0 && at < 2 {
			lits[at], lits[k] = lits[k], lits[at]
			at++
		}
	}
}

// addClause stores a clause that the proof already knows as lits: duplicates and literals that are false at level 0 go, clauses that are true there and
// tautologies are dropped. Units are propagated when propagate is set.
func (s *Solver) addClause(lits []Lit, redundant, propagate bool) {
	out := s.cbuf[:0]
	drop := false
	for _, l := range lits {
		m := int8(1)
		if l.Sign() {
			m = -1
		}
		root := s.vals[l] != 0 && s.vinfo[l.Var()].level == 0
		switch {
		case root && s.vals[l] > 0 || s.mark[l.Var()] == -m:
			drop = true
		case root || s.mark[l.Var()] == m:
		default:
			s.mark[l.Var()] = m
			out = append(out, l)
		}
	}
	for _, l := range out {
		s.mark[l.Var()] = 0
	}
	s.cbuf = out
	if drop {
		if s.proof != nil {
			s.proof.Delete(lits)
		}
		return
	}
	if len(out) != len(lits) && s.proof != nil {
		s.proof.Lemma(out)
		s.proof.Delete(lits)
	}
	if len(out) > 1 {
		s.makeRoom(out)
	}
	switch len(out) {
	case 0:
		s.setUnsat()
	case 1:
		s.backtrack(0)
		s.enqueue(out[0], noReason)
		if propagate && s.propagate() != 0 {
			s.learnEmpty()
		}
	case 2:
		s.watchBinary(out[0], out[1], redundant)
		s.touch(out)
	default:
		s.watchClause(s.newClause(out, redundant, len(out)))
		s.touch(out)
		if len(s.arena) > arenaMax && s.limit == nil {
			s.limit = &LimitError{What: "size", Limit: arenaMax}
		}
	}
}

// setUnsat latches global unsatisfiability.
func (s *Solver) setUnsat() {
	s.unsat = true
	s.qhead = len(s.trail)
}

// learnEmpty is setUnsat after a conflict at level 0: the proof gets the empty clause.
func (s *Solver) learnEmpty() {
	if s.unsat {
		return
	}
	if s.proof != nil {
		s.proof.Lemma(nil)
	}
	s.setUnsat()
}

// Freeze keeps a variable from being eliminated until Melt was called as often.
func (s *Solver) Freeze(v Var) {
	s.checkLit(MkLit(v, false))
	s.backtrack(0)
	s.reactivate(v)
	s.frozen[v]++
}

// Melt undoes one Freeze.
func (s *Solver) Melt(v Var) {
	s.checkLit(MkLit(v, false))
	if s.frozen[v] == 0 {
		panic(fmt.Sprintf("sat: Melt of variable %d, which is not frozen", v))
	}
	s.frozen[v]--
}

// SetPhase makes the search try the given value first for v, always.
func (s *Solver) SetPhase(v Var, value bool) {
	s.checkLit(MkLit(v, false))
	s.backtrack(0)
	s.forced[v] = -1
	if value {
		s.forced[v] = 1
	}
}

// Fixed returns the value that l has in every model (1 true, -1 false), or 0 when none is known.
func (s *Solver) Fixed(l Lit) int {
	s.checkLit(l)
	if s.vals[l] != 0 && s.vinfo[l.Var()].level == 0 {
		return int(s.vals[l])
	}
	return 0
}

// Solve decides the clauses added so far under the assumptions. An error comes with Unknown.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) (Status, error) {
	s.confBudget = -1
	return s.solve(ctx, assumptions)
}

func (s *Solver) solve(ctx context.Context, assumptions []Lit) (Status, error) {
	s.stats.Solves++
	for _, l := range assumptions {
		s.checkLit(l)
	}
	s.keepTrail(assumptions)
	s.haveModel = false
	s.core = s.core[:0]
	s.dropCoreLemma()
	if s.unsat {
		return Unsat, nil
	}
	if err := ctx.Err(); err != nil {
		return Unknown, err
	}
	s.done, s.meter = ctx.Done(), budget.Of(ctx)
	s.stopped = false
	defer s.spend()
	s.checkMemory()
	if s.limit != nil {
		return Unknown, s.limit
	}
	for _, l := range assumptions {
		if s.state[l.Var()] != active {
			s.backtrack(0)
			s.reactivate(l.Var())
		}
		s.frozen[l.Var()]++
	}
	s.assumptions = append(s.assumptions[:0], assumptions...)
	st := s.search()
	for _, l := range assumptions {
		s.frozen[l.Var()]--
	}
	switch {
	case st == Sat:
		s.saveModel()
		if s.theory.t != nil {
			s.backtrack(0)
		}
		return st, nil
	case st == Unsat:
		s.concludeCore()
	case s.limit != nil:
		s.backtrack(0)
		return Unknown, s.limit
	case s.stopped:
		s.backtrack(0)
		return Unknown, ctx.Err()
	default:
		s.backtrack(0)
		return Unknown, &LimitError{What: "conflicts", Limit: s.confBudget}
	}
	s.backtrack(0)
	return st, nil
}

// keepTrail takes back the decisions of the last search that the next one does not begin with: all that follow the first assumption that differs.
// (Trail saving between incremental calls.) Questions that add a few clauses and ask again are the solver's daily bread, and to assign a
// million variables again costs more than what the clauses change.
func (s *Solver) keepTrail(assumptions []Lit) {
	if slices.Equal(assumptions, s.assumptions) {
		return
	}
	same := 0
	for same < min(len(assumptions), len(s.assumptions)) && assumptions[same] == s.assumptions[same] {
		same++
	}
	s.backtrack(same)
}

// Value returns the value of l in the model of the last Sat answer. Every variable that existed then has one.
func (s *Solver) Value(l Lit) bool {
	s.checkLit(l)
	if !s.haveModel {
		panic("sat: Value without a model; the last call of Solve must have answered Sat and no clause was added since")
	}
	if int(l) >= len(s.model) {
		return l.Sign() // made after the model: false
	}
	return s.model[l] > 0
}

// Stats returns the counters.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Vars = s.nActive
	st.Clauses = s.nIrredundant + s.nIrrBin
	st.Redundant = s.nRedundant + s.nRedBin
	st.Bytes = s.memory()
	return st
}

// memory estimates the bytes held by the solver's own data.
func (s *Solver) memory() int64 {
	const perVar = 8 + 4 + 2 + 1 + 4 + 5 + 1 + 1 + 8*2 + 4*4 + 16 // see NewVar and decide.go
	return int64(cap(s.arena))*4 + int64(cap(s.clauses))*4 + s.watches.bytes() +
		int64(cap(s.vinfo))*perVar + int64(cap(s.ext.data))*4 + s.simp.bytes
}

// decisionSteps is what a decision takes of steps: the next variable comes from a heap.
const decisionSteps = 8

// Close says that the solver is asked nothing any more.
func (s *Solver) Close() { s.held.Free() }

// spend counts the work since it was called last.
func (s *Solver) spend() {
	all := s.ticks + s.stats.Propagations + s.steps + decisionSteps*s.stats.Decisions
	s.held.Set(s.meter, s.memory())
	s.meter.Spend(budget.Solving, all-s.told)
	s.told = all
}

// checkMemory latches a limit error when the memory limit is exceeded.
func (s *Solver) checkMemory() {
	if s.opts.Memory > 0 && s.limit == nil && s.memory() > s.opts.Memory {
		s.limit = &LimitError{What: "memory", Limit: s.opts.Memory}
	}
}

// interrupted polls the context and the limits. It is called every few million ticks of work.
func (s *Solver) interrupted() bool {
	if s.stopped {
		return true
	}
	if s.limit != nil {
		return true
	}
	s.spend()
	if s.done != nil {
		select {
		case <-s.done:
			s.stopped = true
			return true
		default:
		}
	}
	s.checkMemory()
	return s.limit != nil
}
