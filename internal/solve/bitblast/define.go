// Definitions on demand.
//
// A defined variable (logic.Builder.Define) that a formula uses is an input like any other, and its definition is left out. So is what a
// defined array holds where it is read. A model of the rest is asked then: does every definition that was left out hold in it? Those that do not are
// asserted, and the search goes on; each is asserted once, so this ends. "Unsat" needs no more than was asserted.
//
// A definition is evaluated by package logic's evaluator, on the terms: no circuit is built to learn that it holds. Variables that the circuit
// knows have their values there, defined or not; one that it does not know has that of its definition. So if all definitions hold one by
// one, they hold together.
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
	made int // asserted so far, for the tests
}

// reduce follows a read of a defined array where its definition says, at this index, which element or which other array is read there.
func (s *Solver) reduce(a logic.Term, index vecID) (next logic.Term, elem []edge) {
	b := s.b
	if !b.IsDefinedArray(a) {
		return 0, nil
	}
	i := s.vec.names[index]
	is, also := b.DefinedAt(a, i)
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
		is, also := s.b.DefinedAt(a, s.b.BV(so.Index, uint64(k)))
		v = append(v, s.blast(is)...)
		s.lemma(s.edgeOf(also))
	}
	return v
}

// refineDefinitions asserts the definitions that the current model breaks; false if there are none.
func (s *Solver) refineDefinitions() bool {
	if len(s.defs.open) == 0 {
		return false
	}
	s.val.next()
	b := s.b
	ev := logic.EvaluateWith(b, s.currentModel())
	var broken []int
	for k, d := range s.defs.open {
		is, also := s.saysOf(d)
		so := b.Sort(is)
		if !ev.Value(is).Equal(s.valueAs(so, d.bits)) || !ev.Bool(also) {
			broken = append(broken, k)
		}
	}
	if len(broken) > 0 {
		s.kept.live = 0 // kept models know nothing of these variables
	}
	for _, k := range broken {
		d := s.defs.open[k]
		is, also := s.saysOf(d)
		s.lemma(s.g.equal(d.bits, s.blast(is))) // may stop, or use more definitions
		s.lemma(s.edgeOf(also))
		s.defs.open[k].made = true
	}
	s.defs.made += len(broken)
	s.defs.open = slices.DeleteFunc(s.defs.open, func(d definition) bool { return d.made })
	return len(broken) > 0
}

// saysOf is what a definition says.
func (s *Solver) saysOf(d definition) (is, also logic.Term) {
	if d.at != 0 {
		return s.b.DefinedAt(d.x, d.at)
	}
	return s.b.Definition(d.x), s.b.True()
}

// currentModel answers for what the circuit knows.
func (s *Solver) currentModel() *circuitModel {
	m := &circuitModel{s: s, cells: map[logic.Term][]logic.ArrayEntry{}}
	found := &s.arr.found
	if !s.arr.lazy() {
		found = s.readsAsCells()
	}
	m.found = found
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

// Var implements logic.Valuation.
func (m *circuitModel) Var(x logic.Term) (logic.Value, bool) {
	so := m.s.b.Sort(x)
	if so.IsArray() && m.s.cells(so) == 0 {
		return logic.ArrayValue(so, unpack(so.Width, m.s.defaultOf(m.found, x)), m.cells[x]...), true
	}
	if bits := m.s.vec.of(x); bits != nil {
		return m.s.valueAs(so, bits), true
	}
	return logic.Value{}, false
}

// Read implements logic.Valuation.
func (m *circuitModel) Read(array, index logic.Term) (logic.Value, bool) {
	at := m.s.vec.of(index)
	if at == nil {
		return logic.Value{}, false
	}
	bits, ok := m.s.arr.bits[readKey{array, m.s.vec.id(at)}]
	if !ok {
		return logic.Value{}, false
	}
	return m.s.value(bits), true
}
