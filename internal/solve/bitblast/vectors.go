// What has been built: vectors of edges by term, interned vectors, and the operations worth remembering.
//
// A term's vector is looked up by its handle. Beside that, vectors are numbered by content: array reads are keyed by the number
// of their index, so two index terms that reduce to the same circuit are one index; and a division is keyed by the numbers of its
// operands, so quotient and remainder of the same pair are one circuit. Terms that are equal as sums of products are one circuit too, the one
// that was built first.
package bitblast

import (
	"encoding/binary"

	"github.com/heddle-dev/heddle/internal/logic"
)

// vecID numbers a distinct vector.
type vecID int32

type divPair struct{ quo, rem []edge }

type vectors struct {
	byTerm [][]edge // nil where there is none yet
	ids    map[string]vecID
	all    [][]edge
	divs   map[[2]vecID]divPair
	sums   map[string][]edge // by sum of products
	edges  int64             // stored, for the memory limit
	buf    []byte
	names  map[vecID]logic.Term // of indices: a term with that vector
}

func newVectors() vectors {
	return vectors{ids: map[string]vecID{}, divs: map[[2]vecID]divPair{}, sums: map[string][]edge{}, names: map[vecID]logic.Term{}}
}

func (v *vectors) bytes() int64 {
	return v.edges*4 + int64(cap(v.byTerm))*24 + int64(len(v.all))*80
}

func (v *vectors) of(t logic.Term) []edge {
	if int(t) < len(v.byTerm) {
		return v.byTerm[t]
	}
	return nil
}

func (v *vectors) put(t logic.Term, bits []edge) {
	if n := int(t) + 1; n > len(v.byTerm) {
		if n > cap(v.byTerm) {
			grown := make([][]edge, n, 2*n)
			copy(grown, v.byTerm)
			v.byTerm = grown
		}
		v.byTerm = v.byTerm[:n]
	}
	v.byTerm[t] = bits
	v.edges += int64(len(bits))
}

func (v *vectors) id(bits []edge) vecID {
	v.buf = v.buf[:0]
	for _, e := range bits {
		v.buf = binary.LittleEndian.AppendUint32(v.buf, uint32(e))
	}
	if id, ok := v.ids[string(v.buf)]; ok {
		return id
	}
	id := vecID(len(v.all))
	v.ids[string(v.buf)] = id
	v.all = append(v.all, bits)
	v.edges += 2 * int64(len(bits))
	return id
}

// index numbers the vector of a term that is used as an index.
func (v *vectors) index(t logic.Term) vecID {
	id := v.id(v.of(t))
	if _, ok := v.names[id]; !ok {
		v.names[id] = t
	}
	return id
}

func (s *Solver) divide(a, d []edge) divPair {
	key := [2]vecID{s.vec.id(a), s.vec.id(d)}
	p, ok := s.vec.divs[key]
	if !ok {
		p.quo, p.rem = s.g.divide(a, d)
		s.vec.divs[key] = p
		s.vec.edges += 2 * int64(len(a))
	}
	return p
}

// sumOfProducts builds an addition or a multiplication, unless an equal term was built before.
func (s *Solver) sumOfProducts(t logic.Term, build func(x, y []edge) []edge, x, y []edge) []edge {
	if s.cfg.noSums {
		return build(x, y)
	}
	name, ok := s.b.SumOfProducts(t)
	if !ok {
		return build(x, y)
	}
	if v, ok := s.vec.sums[name]; ok {
		return v
	}
	v := build(x, y)
	s.vec.sums[name] = v
	s.vec.edges += int64(len(v)) + int64(len(name)/4)
	return v
}
