package drat

import (
	"errors"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/sat"
)

// Forward checking with two watched literals.
//
// Assignments at the top level are permanent. Deleting the clause that forced one does not undo it: the literal
// is implied by the input all the same, and the RAT check treats such literals as unit clauses. This is what most
// checkers do; the strict reading of DRAT, where units disappear, has no use for proofs of implied clauses.
//
// Clauses are found for deletion by a hash of their sorted literals. Unknown clauses being deleted are errors here,
// although harmless for soundness: they show that the solver lost track.

// TheoryChecker decides whether a clause holds in a theory.
type TheoryChecker interface {
	CheckAxiom(lits []sat.Lit) error
}

type clauseState uint8

const (
	active clauseState = iota
	weakened
	deleted
)

type clause struct {
	lits  []sat.Lit // the first two are watched, if there are two
	key   uint64
	state clauseState
	taut  bool
}

// Checker checks one proof. The zero value is not ready; use New.
type Checker struct {
	theory   TheoryChecker
	clauses  []clause
	index    map[uint64][]int32
	free     []int32
	watches  [][]int32
	vals     []int8
	trail    []sat.Lit
	head     int
	last     []sat.Lit // the last lemma
	haveLast bool
	empty    bool
	rat      bool
	nweak    int
	steps    int
	err      error
}

// New returns a checker. theory may be nil; then theory steps are errors.
func New(theory TheoryChecker) *Checker {
	return &Checker{theory: theory, index: map[uint64][]int32{}}
}

// Err returns the first unjustified step, or nil.
func (c *Checker) Err() error { return c.err }

// Steps returns how many steps were checked.
func (c *Checker) Steps() int { return c.steps }

// Unsat reports whether the empty clause was derived.
func (c *Checker) Unsat() bool { return c.empty && c.err == nil }

// CheckCore returns nil if the proof so far is right and ends with the negation of the core, or has derived the
// empty clause.
func (c *Checker) CheckCore(core []sat.Lit) error {
	if c.err != nil {
		return c.err
	}
	if c.empty {
		return nil
	}
	if len(core) == 0 {
		return errors.New("the proof does not derive the empty clause")
	}
	if c.rat {
		return errors.New("a proof with RAT steps says nothing about assumptions")
	}
	want := make([]sat.Lit, 0, len(core))
	for _, l := range core {
		want = append(want, l.Neg())
	}
	want, _ = normalize(want)
	got, _ := normalize(c.last)
	if !c.haveLast || !slices.Equal(want, got) {
		return fmt.Errorf("the proof ends with %v, not with the negation of the core %v", c.last, core)
	}
	return nil
}

func (c *Checker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("step %d: %s", c.steps, fmt.Sprintf(format, args...))
	}
}

// Input adds a clause of the problem.
func (c *Checker) Input(lits []sat.Lit) {
	if c.begin(); c.err != nil {
		return
	}
	if c.rat {
		c.fail("input clause %v after a RAT step", lits)
		return
	}
	c.add(lits)
}

// Theory adds an axiom after asking the theory's checker.
func (c *Checker) Theory(lits []sat.Lit) {
	if c.begin(); c.err != nil {
		return
	}
	switch {
	case c.theory == nil:
		c.fail("theory axiom %v without a theory", lits)
	case c.rat:
		c.fail("theory axiom %v after a RAT step", lits)
	default:
		if err := c.theory.CheckAxiom(lits); err != nil {
			c.fail("theory axiom %v: %v", lits, err)
			return
		}
		c.add(lits)
	}
}

// Lemma checks and adds a clause; the first literal is the pivot for RAT.
func (c *Checker) Lemma(lits []sat.Lit) {
	if c.begin(); c.err != nil {
		return
	}
	if !c.rup(lits) && !c.checkRAT(lits) {
		c.fail("lemma %v is not implied by unit propagation", lits)
		return
	}
	c.last = append(c.last[:0], lits...)
	c.haveLast = true
	c.add(lits)
}

// Delete removes a clause.
func (c *Checker) Delete(lits []sat.Lit) {
	if c.begin(); c.err != nil {
		return
	}
	if !c.move(lits, active, deleted) {
		c.fail("deletion of %v, which is not there", lits)
	}
}

// Weaken sets a clause aside.
func (c *Checker) Weaken(lits []sat.Lit) {
	if c.begin(); c.err != nil {
		return
	}
	if !c.move(lits, active, weakened) {
		c.fail("weakening of %v, which is not there", lits)
		return
	}
	c.nweak++
}

// Restore takes a weakened clause back.
func (c *Checker) Restore(lits []sat.Lit) {
	if c.begin(); c.err != nil {
		return
	}
	if c.rat {
		c.fail("restoring %v after a RAT step", lits)
		return
	}
	if !c.move(lits, weakened, deleted) {
		c.fail("restoring %v, which was not weakened", lits)
		return
	}
	c.nweak--
	c.add(lits)
}

func (c *Checker) begin() { c.steps++ }

func (c *Checker) room(lits []sat.Lit) {
	for _, l := range lits {
		for int(l|1) >= len(c.vals) {
			c.vals = append(c.vals, 0, 0)
			c.watches = append(c.watches, nil, nil)
		}
	}
}

// normalize returns the literals sorted without duplicates, and whether the clause is a tautology.
func normalize(lits []sat.Lit) ([]sat.Lit, bool) {
	out := slices.Clone(lits)
	slices.Sort(out)
	out = slices.Compact(out)
	for i := 1; i < len(out); i++ {
		if out[i] == out[i-1]^1 {
			return out, true
		}
	}
	return out, false
}

func hash(sorted []sat.Lit) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range sorted {
		h = (h ^ uint64(uint32(l))) * 1099511628211
		h ^= h >> 29
	}
	return h
}

// add makes a clause active and propagates it at the top level.
func (c *Checker) add(lits []sat.Lit) {
	c.room(lits)
	norm, taut := normalize(lits)
	cl := clause{lits: norm, key: hash(norm), taut: taut}
	var id int32
	if n := len(c.free); n > 0 {
		id = c.free[n-1]
		c.free = c.free[:n-1]
		c.clauses[id] = cl
	} else {
		id = int32(len(c.clauses))
		c.clauses = append(c.clauses, cl)
	}
	c.index[cl.key] = append(c.index[cl.key], id)
	if taut || c.empty {
		return
	}
	// Watch two literals that are not false, if there are.
	n := 0
	for i := 0; i < len(norm) && n < 2; i++ {
		if c.vals[norm[i]] >= 0 {
			norm[n], norm[i] = norm[i], norm[n]
			n++
		}
	}
	if len(norm) >= 2 {
		c.watches[norm[0]] = append(c.watches[norm[0]], id)
		c.watches[norm[1]] = append(c.watches[norm[1]], id)
	}
	switch {
	case n == 0:
		c.empty = true
	case n == 1 && c.vals[norm[0]] == 0:
		c.assign(norm[0])
		if !c.propagate() {
			c.empty = true
		}
	}
}

// move changes the state of one copy of a clause.
func (c *Checker) move(lits []sat.Lit, from, to clauseState) bool {
	norm, _ := normalize(lits)
	key := hash(norm)
	ids := c.index[key]
	for i, id := range ids {
		cl := &c.clauses[id]
		if cl.state != from || !sameSet(cl.lits, norm) {
			continue
		}
		cl.state = to
		if to == deleted {
			c.unwatch(id)
			cl.lits = nil
			c.free = append(c.free, id)
			ids[i] = ids[len(ids)-1]
			if len(ids) == 1 {
				delete(c.index, key)
			} else {
				c.index[key] = ids[:len(ids)-1]
			}
		}
		return true
	}
	return false
}

func sameSet(a, sorted []sat.Lit) bool {
	if len(a) != len(sorted) {
		return false
	}
	b := slices.Clone(a)
	slices.Sort(b)
	return slices.Equal(b, sorted)
}

func (c *Checker) unwatch(id int32) {
	cl := &c.clauses[id]
	if len(cl.lits) < 2 || cl.taut {
		return
	}
	for _, l := range cl.lits[:2] {
		ws := c.watches[l]
		if i := slices.Index(ws, id); i >= 0 {
			ws[i] = ws[len(ws)-1]
			c.watches[l] = ws[:len(ws)-1]
		}
	}
}

func (c *Checker) assign(l sat.Lit) {
	c.vals[l], c.vals[l^1] = 1, -1
	c.trail = append(c.trail, l)
}

// propagate returns false on a conflict.
func (c *Checker) propagate() bool {
	for c.head < len(c.trail) {
		p := c.trail[c.head] ^ 1
		c.head++
		ws := c.watches[p]
		j := 0
	next:
		for i, id := range ws {
			cl := &c.clauses[id]
			ws[j] = id
			j++
			if cl.state != active {
				continue
			}
			ls := cl.lits
			if ls[0] == p {
				ls[0], ls[1] = ls[1], ls[0]
			}
			if c.vals[ls[0]] > 0 {
				continue
			}
			for k := 2; k < len(ls); k++ {
				if c.vals[ls[k]] >= 0 {
					ls[1], ls[k] = ls[k], ls[1]
					c.watches[ls[1]] = append(c.watches[ls[1]], id)
					j--
					continue next
				}
			}
			if c.vals[ls[0]] < 0 {
				j += copy(ws[j:], ws[i+1:])
				c.watches[p] = ws[:j]
				return false
			}
			c.assign(ls[0])
		}
		c.watches[p] = ws[:j]
	}
	return true
}

// refutes reports whether assigning the literals leads to a conflict, and undoes everything. It is called with the
// negation of a lemma.
func (c *Checker) refutes(lits []sat.Lit) bool {
	mark := len(c.trail)
	found := false
	for _, l := range lits {
		if c.vals[l] < 0 {
			found = true
			break
		}
		if c.vals[l] == 0 {
			c.assign(l)
		}
	}
	if !found {
		found = !c.propagate()
	}
	for _, l := range c.trail[mark:] {
		c.vals[l], c.vals[l^1] = 0, 0
	}
	c.trail = c.trail[:mark]
	c.head = mark
	return found
}

func (c *Checker) rup(lits []sat.Lit) bool {
	if c.empty {
		return true
	}
	c.room(lits)
	neg := make([]sat.Lit, len(lits))
	for i, l := range lits {
		neg[i] = l.Neg()
	}
	return c.refutes(neg)
}

// checkRAT resolves the lemma on its first literal with every active clause.
func (c *Checker) checkRAT(lits []sat.Lit) bool {
	if len(lits) == 0 || c.nweak > 0 {
		return false
	}
	pivot := lits[0]
	if c.vals[pivot] < 0 {
		return false // the unit clause -pivot resolves to the rest of the lemma, which would have to be RUP
	}
	for i := range c.clauses {
		cl := &c.clauses[i]
		if cl.state != active || cl.taut || !slices.Contains(cl.lits, pivot.Neg()) {
			continue
		}
		var neg []sat.Lit
		for _, l := range lits {
			neg = append(neg, l.Neg())
		}
		for _, l := range cl.lits {
			if l != pivot.Neg() {
				neg = append(neg, l.Neg())
			}
		}
		if !c.refutes(neg) {
			return false
		}
	}
	c.rat = true
	return true
}
