// Definitions on demand.
//
// A defined variable (logic.Builder.Define) that a formula uses is an input like any other, and its definition is left out. So is what a
// defined array holds where it is read. A model of the rest is asked then: does every definition that was left out hold in it? Those that do not are
// asserted, and the search goes on; each is asserted once, so this ends. "Unsat" needs no more than was asserted.
//
// To see whether they hold, what is asserted and assumed is evaluated by package logic's evaluator, on the terms, from the values of the free variables
// alone: no circuit is built for that, and of a conjunction that is false anyway nothing more is looked at. If all comes out true, the model is one of the
// whole formula, whatever the circuit says about definitions that were not used. Otherwise some definition that was used has another value in the
// circuit: those are the broken ones.
//
// Rejected: asserting the definitions of all that a formula uses. Every access of a program is part of the way to those behind it, so all of them are
// used, and one answer in a hundred depends on what a string holds.
package bitblast

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
)

// definition is one that was left out.
type definition struct {
	x    logic.Term // the variable
	bits []edge     // of the variable, or of the array at the index
	at   logic.Term // the index; 0: the variable is no array
	made bool       // it is asserted now
}

type definitions struct {
	open []definition
	also []logic.Term // asserted with them
	have map[logic.Term]bool
	made int // asserted so far, for the tests
}

// reduce follows a read of a defined array where its definition says, at this index, which element or which other array is read there.
func (s *Solver) reduce(a logic.Term, index vecID) (next logic.Term, elem []edge) {
	b := s.b
	if !b.IsDefinedArray(a) {
		return 0, nil
	}
	i := s.vec.names[index]
	is, also := b.Definition(a, i)
	if !b.IsTrue(also) {
		return 0, nil
	}
	if b.Kind(is) == logic.KConst {
		return 0, s.blast(is)
	}
	if elem := s.vec.of(is); elem != nil {
		return 0, elem
	}
	if b.Kind(is) == logic.KSelect && b.Arg(is, 1) == i {
		next = b.Arg(is, 0)
		s.blast(next)
	}
	return next, nil
}

// definedCells is all of a small defined array.
func (s *Solver) definedCells(a logic.Term) (v []edge) {
	so := s.b.Sort(a)
	for k := range s.cells(so) {
		is, also := s.b.Definition(a, s.b.BV(so.Index, uint64(k)))
		v = append(v, s.blast(is)...)
		s.holds(also)
	}
	return v
}

// holds asserts what is also true of the definitions that were used.
func (s *Solver) holds(also logic.Term) {
	if s.b.IsTrue(also) || s.defs.have[also] {
		return
	}
	s.lemma(s.edgeOf(also))
	if s.defs.have == nil {
		s.defs.have = map[logic.Term]bool{}
	}
	s.defs.have[also] = true
	s.defs.also = append(s.defs.also, also)
}

// judge asks whether the current model is one, although reads of arrays disagree in it and definitions were left out; false: it is. Else the axioms and definitions are
// asserted that it breaks where that matters.
func (s *Solver) judge(m *arrayModel) bool {
	b, values := s.b, s.currentModel(m)
	ev := logic.EvaluateWith(b, values.value)
	good := true
	for _, all := range [][]logic.Term{s.asserted, s.terms, s.defs.also} {
		for _, t := range all {
			good = ev.Bool(t) && good
		}
	}
	var also []logic.Term
	for k := 0; k < len(ev.Looks()); k++ { // there may be more of them by and by
		l := ev.Looks()[k]
		if _, c := b.Definition(l.X, l.Index); !ev.Bool(c) {
			also, good = append(also, c), false
		}
	}
	if good {
		return false
	}
	broken, reads := s.brokenBy(ev, m)
	s.kept.live = 0 // kept models know nothing of what follows
	for _, c := range also {
		s.holds(c)
	}
	s.repairReads(m, append(reads, s.wrongSelects(ev)...))
	for _, k := range broken {
		d := s.defs.open[k]
		is, _ := b.Definition(d.x, d.at)
		s.lemma(s.g.equal(d.bits, s.blast(is))) // may stop, or use more definitions
		s.defs.open[k].made = true
	}
	s.defs.made += len(broken)
	s.defs.open = slices.DeleteFunc(s.defs.open, func(d definition) bool { return d.made })
	return true
}

// wrongSelects are the reads that an evaluation has looked at and found another value for than the circuit.
func (s *Solver) wrongSelects(ev *logic.Evaluator) (out []readKey) {
	for _, t := range s.arr.selects {
		if v, ok := ev.Known(t); ok && !v.Equal(s.value(s.vec.of(t))) {
			out = append(out, readKey{s.b.Arg(t, 0), s.vec.index(s.b.Arg(t, 1))})
		}
	}
	return out
}

// repairReads adds the axioms that some reads break: those of each step, which also makes a read of a defined array that its definition can be said of; and
// those about other reads of the cells that they come to.
func (s *Solver) repairReads(m *arrayModel, reads []readKey) {
	cells := map[cell]bool{}
	for i, r := range reads {
		if i%pollReads == 0 {
			s.poll()
		}
		for _, c := range s.instantiate(r) {
			cells[c] = true
		}
	}
	s.repair(m, func(c conflict) bool { return c.other >= 0 && cells[c.at] })
}

// brokenBy lists, of the definitions that were left out, those that an evaluation has looked at and found another value for than the circuit; and the reads
// of other arrays that come down to a defined one and have another value than that.
func (s *Solver) brokenBy(ev *logic.Evaluator, m *arrayModel) (out []int, reads []readKey) {
	type place struct {
		array logic.Term
		at    string
	}
	looked := map[logic.Term]bool{}
	read := map[place]bool{}
	for _, l := range ev.Looks() {
		if l.Index == 0 {
			looked[l.X] = true
		} else {
			read[place{l.X, l.At.String()}] = true
		}
	}
	for k, d := range s.defs.open {
		if d.at == 0 && !looked[d.x] || d.at != 0 && !read[place{d.x, s.value(s.vec.of(d.at)).String()}] {
			continue
		}
		is, _ := s.b.Definition(d.x, d.at)
		if !ev.Value(is).Equal(s.valueAs(s.b.Sort(is), d.bits)) {
			out = append(out, k)
		}
	}
	for _, e := range m.ends {
		r := s.arr.reads[e.read]
		i := s.vec.names[r.index]
		if !read[place{e.array, s.value(s.vec.of(i)).String()}] {
			continue
		}
		if is, _ := s.b.Definition(e.array, i); !ev.Value(is).Equal(s.value(r.bits)) {
			reads = append(reads, r.readKey)
		}
	}
	return out, reads
}

// currentModel answers for the free variables.
func (s *Solver) currentModel(found *arrayModel) *circuitModel {
	m := &circuitModel{s: s, cells: map[logic.Term][]logic.ArrayEntry{}, found: found}
	for _, c := range found.order {
		so := s.b.Sort(c.array)
		m.cells[c.array] = append(m.cells[c.array], logic.ArrayEntry{Index: unpack(so.Index, c.index), Elem: unpack(so.Width, found.cells[c].value)})
	}
	return m
}

type circuitModel struct {
	s     *Solver
	found *arrayModel
	cells map[logic.Term][]logic.ArrayEntry
}

func (m *circuitModel) value(x logic.Term) logic.Value {
	so := m.s.b.Sort(x)
	if so.IsArray() && m.s.cells(so) == 0 {
		return logic.ArrayValue(so, unpack(so.Width, m.s.defaultOf(m.found, x)), m.cells[x]...)
	}
	if bits := m.s.vec.of(x); bits != nil {
		return m.s.valueAs(so, bits)
	}
	return logic.ZeroValue(so)
}
