// Lemmas on demand: is the SAT solver's model a model of the arrays too, and if not, which axioms does it break?
//
// Each registered read is followed down its array as the model decides: through stores at other indices, through the chosen side of an ite,
// until a store at the same index, a constant array, or a variable. There the value must agree: with the stored one, or with what
// other reads found at that index of that variable. If not, it is asked whether that matters (define.go). If it does, the lemmas of the steps that led to the
// disagreement are added (arrays.go has their forms); at least one of them is broken by the model, so every round makes progress, and there are finitely many.
//
// When all reads agree, the table of variable, index and value is an array model, but for what is not listed: the default of each variable. The
// equalities that the model has set to true are then checked against it, at every index that occurs anywhere, and at the default. Variables that equalities
// connect share their default, which is a constant array's where one is among them; two different constants are told apart by
// instantiating the equalities at an index that nothing names. If every index is named there is nothing left to disagree about.
package bitblast

import (
	"math/big"

	"github.com/heddle-dev/heddle/internal/logic"
)

type cell struct {
	array logic.Term
	index string
}

type cellValue struct {
	value string
	by    int // the read that put it there
}

// end is a defined array that a read of another comes down to.
type end struct {
	read  int
	array logic.Term
}

// arrayModel is the content of the array variables: cells by index, and defaults as packed values.
type arrayModel struct {
	cells map[cell]cellValue
	wrong []conflict
	order []cell
	ends  []end
	class map[logic.Term]logic.Term // union-find over the ends that equalities connect
	def   map[logic.Term]string     // by representative
}

// conflict is a read that the model gives another value than what it comes down to: a store or constant, or a cell where another read found something else.
type conflict struct {
	read, other int // other is negative if there is none
	at          cell
}

// refine checks the current model and schedules lemmas; false if there was nothing to add.
func (s *Solver) refine() bool {
	if !s.arr.lazy() && len(s.defs.open) == 0 {
		return false
	}
	s.val.next()
	m := arrayModel{cells: map[cell]cellValue{}, class: map[logic.Term]logic.Term{}, def: map[logic.Term]string{}}
	for i, n := 0, len(s.arr.reads); i < n; i++ {
		if i%pollReads == 0 {
			s.poll()
		}
		s.follow(&m, i)
	}
	if len(m.wrong) == 0 && len(s.arr.eqs) > 0 {
		if s.checkEqualities(&m); len(s.arr.lemmas) > 0 {
			s.arr.rounds++
			return true
		}
	}
	s.arr.found = m
	switch {
	case len(m.wrong) == 0 && len(m.ends) == 0 && len(s.defs.open) == 0:
		return false
	case len(s.arr.eqs) > 0 && len(m.wrong) > 0: // whole arrays are looked at
		s.repair(&m, func(conflict) bool { return true })
	case !s.judge(&m):
		return false
	}
	if len(s.arr.lemmas) == 0 {
		panic("bitblast: a model breaks an axiom or definition that was already added")
	}
	s.arr.rounds++
	return true
}

// pollReads is how many reads are followed, each through hundreds of stores, before the limits are looked at.
const pollReads = 256

// repair adds the axioms that conflicts break.
func (s *Solver) repair(m *arrayModel, which func(conflict) bool) {
	for _, c := range m.wrong {
		if !which(c) {
			continue
		}
		r := s.arr.reads[c.read].readKey
		s.instantiate(r)
		if c.other < 0 {
			continue
		}
		other := s.arr.reads[c.other].readKey
		s.instantiate(other)
		hit := s.g.equal(s.vec.all[r.index], s.vec.all[other.index])
		s.implyEqual(hit, s.read(c.at.array, r.index), s.read(c.at.array, other.index))
	}
}

// step follows a read with the packed index one array down, as the model decides; value is set where the array itself gives the element.
func (s *Solver) step(a logic.Term, index string) (next logic.Term, value []edge) {
	b := s.b
	if r := s.runFrom(a); r != nil {
		if v, ok := r.at[number(index)]; ok {
			return 0, s.vec.of(v)
		}
		return r.end, nil
	}
	switch b.Kind(a) {
	case logic.KStore:
		if s.val.is(s.vec.of(b.Arg(a, 1)), index) {
			return 0, s.vec.of(b.Arg(a, 2))
		}
		return b.Arg(a, 0), nil
	case logic.KIte:
		if s.val.edge(s.vec.of(b.Arg(a, 0))[0]) {
			return b.Arg(a, 1), nil
		}
		return b.Arg(a, 2), nil
	case logic.KConstArray:
		return 0, s.vec.of(b.Arg(a, 0))
	}
	return 0, nil
}

// follow goes from a read to where the model takes it, and notes what it finds there.
func (s *Solver) follow(m *arrayModel, i int) {
	r := s.arr.reads[i]
	index, have := s.val.pack(s.vec.all[r.index]), s.val.pack(r.bits)
	a, value := s.descend(r.array, index)
	if value != nil {
		if s.val.pack(value) != have {
			m.wrong = append(m.wrong, conflict{read: i, other: -1})
		}
		return
	}
	if a != r.array && s.b.IsDefinedArray(a) {
		m.ends = append(m.ends, end{i, a})
	}
	c := cell{a, index}
	old, ok := m.cells[c]
	switch {
	case !ok:
		m.cells[c] = cellValue{have, i}
		m.order = append(m.order, c)
	case old.value != have:
		m.wrong = append(m.wrong, conflict{i, old.by, c})
	}
}

// descend follows a read down to an element or a variable.
func (s *Solver) descend(a logic.Term, index string) (at logic.Term, value []edge) {
	for {
		next, value := s.step(a, index)
		if value != nil || next == 0 {
			return a, value
		}
		a = next
	}
}

// instantiate adds the axioms for each step of a read from its array down to where the model takes it. It gives the cells of variables on that way: the last
// one, and those of defined arrays whose definition reads another array there, which is where the way goes on.
func (s *Solver) instantiate(k readKey) (through []cell) {
	b, ix := s.b, s.vec.all[k.index]
	index := s.val.pack(ix)
	for a := k.array; ; {
		next, value := s.step(a, index)
		var cond edge
		r := s.runFrom(a)
		switch kind := b.Kind(a); {
		case r != nil && value == nil:
			cond = s.missed(r, ix, number(index))
		case r != nil:
			cond = s.g.equal(ix, s.g.constVec(len(ix), func(i int) bool { return number(index)>>i&1 != 0 }))
		case kind == logic.KStore:
			cond = s.hit(a, k.index).xorIf(value == nil)
		case kind == logic.KIte:
			cond = s.vec.of(b.Arg(a, 0))[0]
			cond = cond.xorIf(!s.val.edge(cond)) // both sides may be the same array: the side does not tell
		case kind == logic.KConstArray:
			cond = edgeTrue
		default:
			through = append(through, cell{a, index})
			if next, _ = s.reduce(a, k.index); next == 0 {
				return through
			}
			a = next
			continue
		}
		// A lemma for each step takes the place of an expansion. Where the circuit decides the step, settle takes it for both arrays.
		switch decided := cond == edgeTrue && r == nil; {
		case value != nil:
			s.implyEqual(cond, s.readWithin(a, k.index, 0), value)
			return through
		case !decided:
			s.implyEqual(cond, s.readWithin(a, k.index, 0), s.readWithin(next, k.index, 0))
		}
		a = next
	}
}

// end is where an array's content comes from where no store hits: a variable or a constant array.
func (s *Solver) end(a logic.Term) logic.Term {
	for {
		switch s.b.Kind(a) {
		case logic.KStore:
			a = s.b.Arg(a, 0)
		case logic.KIte:
			a, _ = s.step(a, "")
		default:
			return a
		}
	}
}

func (m *arrayModel) find(t logic.Term) logic.Term {
	for {
		p, ok := m.class[t]
		if !ok {
			return t
		}
		t = p
	}
}

// valueAt is the element that the model under construction has in array a at a packed index.
func (s *Solver) valueAt(m *arrayModel, a logic.Term, index string) string {
	for {
		next, value := s.step(a, index)
		switch {
		case value != nil:
			return s.val.pack(value)
		case next != 0:
			a = next
			continue
		}
		if c, ok := m.cells[cell{a, index}]; ok {
			return c.value
		}
		return s.defaultOf(m, a)
	}
}

func (s *Solver) defaultOf(m *arrayModel, a logic.Term) string {
	if d, ok := m.def[m.find(a)]; ok {
		return d
	}
	return string(make([]byte, (s.b.Sort(a).Width+7)/8))
}

func (s *Solver) checkEqualities(m *arrayModel) {
	var held []arrayEq
	for _, e := range s.arr.eqs {
		if s.val.edge(e.eq) {
			held = append(held, e)
			if x, y := m.find(s.end(e.a)), m.find(s.end(e.b)); x != y {
				m.class[x] = y
			}
		}
	}
	if len(held) == 0 {
		return
	}
	// A class takes the value of a constant array in it; a second, different one is a clash.
	clash := map[logic.Term]bool{}
	for _, e := range held {
		for _, t := range [2]logic.Term{s.end(e.a), s.end(e.b)} {
			if s.b.Kind(t) != logic.KConstArray {
				continue
			}
			v, root := s.val.pack(s.vec.of(s.b.Arg(t, 0))), m.find(t)
			if d, ok := m.def[root]; ok && d != v {
				clash[root] = true
			}
			m.def[root] = v
		}
	}
	named := s.namedIndices()
	for _, e := range held {
		w := s.b.Sort(e.a).Index
		n := named[w]
		agree := true
		for _, ix := range n.order {
			if s.valueAt(m, e.a, ix) != s.valueAt(m, e.b, ix) {
				agree = false
				s.implyEqual(e.eq, s.read(e.a, n.by[ix]), s.read(e.b, n.by[ix]))
				s.instantiate(readKey{e.a, n.by[ix]})
				s.instantiate(readKey{e.b, n.by[ix]})
				break
			}
		}
		if agree && clash[m.find(s.end(e.a))] {
			if k, ok := n.unnamed(w); ok {
				unnamed := s.b.BVBig(w, k)
				s.blast(unnamed)
				id := s.vec.index(unnamed)
				s.implyEqual(e.eq, s.read(e.a, id), s.read(e.b, id))
			}
		}
	}
}

// indexSet is the indices of one width that occur, by value, each with a vector that has it.
type indexSet struct {
	by    map[string]vecID
	order []string
}

// unnamed finds a value that is not in the set; false if there is none.
func (n *indexSet) unnamed(width int) (*big.Int, bool) {
	k := new(big.Int)
	for range len(n.order) + 1 {
		buf := make([]byte, (width+7)/8)
		for i, b := range k.Bytes() {
			buf[len(k.Bytes())-1-i] = b
		}
		if _, ok := n.by[string(buf)]; !ok {
			return k, true
		}
		k.Add(k, big.NewInt(1))
		if k.BitLen() > width {
			return nil, false
		}
	}
	return nil, false
}

func (s *Solver) namedIndices() map[int]*indexSet {
	sets := map[int]*indexSet{}
	add := func(id vecID) {
		ix := s.vec.all[id]
		n := sets[len(ix)]
		if n == nil {
			n = &indexSet{by: map[string]vecID{}}
			sets[len(ix)] = n
		}
		p := s.val.pack(ix)
		if _, ok := n.by[p]; !ok {
			n.by[p] = id
			n.order = append(n.order, p)
		}
	}
	for _, r := range s.arr.reads {
		add(r.index)
	}
	for _, t := range s.arr.stores {
		add(s.vec.index(s.b.Arg(t, 1)))
	}
	for _, e := range s.arr.eqs {
		if w := s.b.Sort(e.a).Index; sets[w] == nil {
			sets[w] = &indexSet{by: map[string]vecID{}}
		}
	}
	return sets
}

// readsAsCells is the model of arrays that are read at constant indices alone.
func (s *Solver) readsAsCells() *arrayModel {
	m := &arrayModel{cells: map[cell]cellValue{}}
	for i, r := range s.arr.reads {
		c := cell{r.array, s.val.pack(s.vec.all[r.index])}
		m.cells[c] = cellValue{s.val.pack(r.bits), i}
		m.order = append(m.order, c)
	}
	return m
}

// arrayValues adds the array variables without cells to an assignment.
func (s *Solver) arrayValues(a logic.Assignment) {
	m := &s.arr.found
	if !s.arr.lazy() { // nothing to check: the reads are the cells
		m = s.readsAsCells()
	}
	values := s.currentModel(m)
	for _, t := range s.arr.vars {
		a[t] = values.value(t)
	}
}
