// Arrays that are too large for cells: reads become fresh inputs, and the axioms of arrays are added where they matter.
//
// A read of array a at index i first walks down a's stores as far as the circuit itself decides i against their indices: constant
// indices, which are most of what encode makes, end at a stored value or at one cell of a variable, without any axiom. What is left
// undecided is expanded at once if it is short (a multiplexer per store, all pairs of reads of the variable compared); otherwise the read is
// a vector of fresh inputs, and refine.go adds lemmas when a model breaks an axiom (lemmas on demand, after Brummayer and Biere 2009):
//
//	i = j            implies  read(store(b, j, v), i) = v
//	i != j           implies  read(store(b, j, v), i) = read(b, i)
//	c, !c            implies  read(ite(c, x, y), i)   = read(x, i), read(y, i)
//	i = j            implies  read(a, i)              = read(a, j)          a variable
//	a = b            implies  read(a, i)              = read(b, i)
//	a != b           implies  read(a, k)             != read(b, k)          k fresh, added at once
//
// Every lemma is valid in the theory (the last one up to the fresh k), so they stay for good and serve later checks. Rejected:
// expanding everything (quadratic in long histories of stores), and one lemma per conflict with the whole path as its premise, as in the
// paper: steps with a read of their own at each store are reused by other indices and by learned clauses.
package bitblast

import "github.com/heddle-dev/heddle/internal/logic"

type readKey struct {
	array logic.Term
	index vecID
}

// A read is a registered read of an array at a point where the circuit does not decide what it yields.
type read struct {
	readKey
	bits []edge
}

type arrayEq struct {
	a, b logic.Term
	eq   edge
}

type arrays struct {
	reads   []read
	selects []logic.Term       // the terms that read
	open    bool               // some read is not of a variable at a constant index
	bits    map[readKey][]edge // of registered and of expanded reads
	ofVar   map[logic.Term][]vecID
	eqs     []arrayEq
	stores  []logic.Term
	vars    []logic.Term
	lemmas  []edge // to be asserted before the next search
	have    map[edge]struct{}
	runs    map[logic.Term]*run
	hits    map[readKey]edge // whether a read of a store is at its index
	implied map[implied]struct{}
	found   arrayModel // of the last model that refine accepted
	rounds  int        // refinements so far, for the tests
}

func newArrays() arrays {
	return arrays{bits: map[readKey][]edge{}, ofVar: map[logic.Term][]vecID{}, have: map[edge]struct{}{}, runs: map[logic.Term]*run{}, hits: map[readKey]edge{}, implied: map[implied]struct{}{}}
}

// lazy reports whether there is anything that only refine can vouch for: all but reads of variables at constant indices, which are cells.
func (a *arrays) lazy() bool { return a.open || len(a.eqs) > 0 }

func (a *arrays) bytes() int64 {
	return int64(len(a.reads))*48 + int64(len(a.bits))*64 + int64(len(a.have))*16 + int64(len(a.hits))*24 + int64(len(a.implied))*48
}

func (s *Solver) addArray(t logic.Term) {
	switch s.b.Kind(t) {
	case logic.KVar:
		if !s.b.IsDefinedArray(t) {
			s.arr.vars = append(s.arr.vars, t)
		}
	case logic.KStore:
		s.arr.stores = append(s.arr.stores, t)
	}
}

// lemma schedules a valid formula to be asserted.
func (s *Solver) lemma(e edge) {
	if e == edgeTrue {
		return
	}
	if _, ok := s.arr.have[e]; ok {
		return
	}
	s.arr.have[e] = struct{}{}
	s.arr.lemmas = append(s.arr.lemmas, e)
}

// implied names a lemma of implyEqual before its circuit is built: vectors never change.
type implied struct {
	premise edge
	x, y    *edge
}

// implyEqual schedules: premise implies x = y.
func (s *Solver) implyEqual(premise edge, x, y []edge) {
	this := implied{premise, &x[0], &y[0]}
	if _, ok := s.arr.implied[this]; ok {
		return
	}
	s.lemma(s.g.or(premise.not(), s.g.equal(x, y)))
	s.arr.implied[this] = struct{}{} // only now: building the circuit may stop
}

// hit is the condition that a read of a store is at its index. A chain of stores is walked for every read and again whenever a model breaks an axiom.
func (s *Solver) hit(store logic.Term, index vecID) edge {
	x, y := s.vec.all[index], s.vec.of(s.b.Arg(store, 1))
	if apart(x, y) {
		return edgeFalse
	}
	key := readKey{store, index}
	e, ok := s.arr.hits[key]
	if !ok {
		e = s.g.equal(x, y)
		s.arr.hits[key] = e
	}
	return e
}

// settle walks down from array a while the circuit decides where a read at the index goes. It returns the value, or the array where
// the walk ended: a variable, or a store or ite that is undecided under the returned condition (index hit, or the ite's own).
func (s *Solver) settle(a logic.Term, id vecID) (at logic.Term, cond edge, value []edge) {
	b := s.b
	fixed, isFixed := constant(s.vec.all[id])
	for {
		if r := s.runFrom(a); r != nil && isFixed {
			if v, ok := r.at[fixed]; ok {
				return a, edgeTrue, s.vec.of(v)
			}
			a = r.end
			continue
		}
		switch b.Kind(a) {
		case logic.KStore:
			cond = s.hit(a, id)
			switch cond {
			case edgeTrue:
				return a, cond, s.vec.of(b.Arg(a, 2))
			case edgeFalse:
				a = b.Arg(a, 0)
				continue
			}
		case logic.KIte:
			cond = s.vec.of(b.Arg(a, 0))[0]
			switch cond {
			case edgeTrue:
				a = b.Arg(a, 1)
				continue
			case edgeFalse:
				a = b.Arg(a, 2)
				continue
			}
		case logic.KConstArray:
			return a, edgeTrue, s.vec.of(b.Arg(a, 0))
		case logic.KVar:
			next, elem := s.reduce(a, id)
			if elem != nil {
				return a, edgeTrue, elem
			}
			if next != 0 {
				a = next
				continue
			}
		}
		return a, cond, nil
	}
}

// read is the vector of array a at the index.
func (s *Solver) read(a logic.Term, index vecID) []edge { return s.readWithin(a, index, s.cfg.expand) }

// readWithin expands at most so many undecided stores and ites.
func (s *Solver) readWithin(a logic.Term, index vecID, expand int) []edge {
	at, cond, value := s.settle(a, index)
	if value != nil {
		return value
	}
	key := readKey{at, index}
	if bits, ok := s.arr.bits[key]; ok {
		return bits
	}
	var bits []edge
	switch {
	case s.b.Kind(at) == logic.KVar:
		bits = s.readVar(key)
	case expand <= 0 || s.short(at, index, expand) < 0:
		bits = s.register(key)
	case s.b.Kind(at) == logic.KStore:
		bits = s.g.iteVec(cond, s.vec.of(s.b.Arg(at, 2)), s.read(s.b.Arg(at, 0), index))
	default:
		bits = s.g.iteVec(cond, s.read(s.b.Arg(at, 1), index), s.read(s.b.Arg(at, 2), index))
	}
	s.arr.bits[key] = bits
	return bits
}

// short is what remains of the budget after the undecided steps from array a on are counted, negative if they are more. It also
// bounds the recursion of read.
func (s *Solver) short(a logic.Term, index vecID, budget int) int {
	at, _, value := s.settle(a, index)
	if value != nil || budget < 0 {
		return budget
	}
	switch s.b.Kind(at) {
	case logic.KStore:
		return s.short(s.b.Arg(at, 0), index, budget-1)
	case logic.KIte:
		return s.short(s.b.Arg(at, 2), index, s.short(s.b.Arg(at, 1), index, budget-1))
	}
	return budget
}

func (s *Solver) register(key readKey) []edge {
	bits := s.g.inputs(s.b.Sort(key.array).Width)
	s.arr.reads = append(s.arr.reads, read{key, bits})
	if s.b.IsDefinedArray(key.array) {
		s.defs.open = append(s.defs.open, definition{x: key.array, bits: bits, at: s.vec.names[key.index]})
	}
	if s.b.Kind(key.array) != logic.KVar || !isConstVec(s.vec.all[key.index]) {
		s.arr.open = true
	}
	s.vec.edges += int64(len(bits))
	s.arr.bits[key] = bits // at once: a read that is known and has no bits could not be repaired
	return bits
}

// readVar registers a read of a variable. While there are few, it is compared with the others at once.
func (s *Solver) readVar(key readKey) []edge {
	bits := s.register(key)
	others := s.arr.ofVar[key.array]
	s.arr.ofVar[key.array] = append(others, key.index)
	if len(others) < s.cfg.pairs { // may stop: refine compares what is left out here
		for _, o := range others {
			hit := s.g.equal(s.vec.all[key.index], s.vec.all[o])
			s.implyEqual(hit, bits, s.arr.bits[readKey{key.array, o}])
		}
	}
	return bits
}

// arrayEqual is an input that stands for a = b, with an index where they differ if they do.
func (s *Solver) arrayEqual(a, b logic.Term) edge {
	eq := s.g.input()
	differ := s.b.FreshVar("differ", logic.BVSort(s.b.Sort(a).Index))
	s.blast(differ)
	k := s.vec.index(differ)
	s.lemma(s.g.or(eq, s.g.equal(s.read(a, k), s.read(b, k)).not()))
	s.arr.eqs = append(s.arr.eqs, arrayEq{a, b, eq})
	return eq
}
