// Values of edges in a model.
//
// The SAT solver's model is read at inputs only (cnf.go says why); a gate's value is computed from them, on demand, and kept until
// the next model. An input that no clause mentions is false.
package bitblast

import "github.com/heddle-dev/heddle/internal/sat"

type valuation struct {
	g      *aig
	solver *sat.Solver
	given  int64   // values, for the count of work
	val    []uint8 // bit 0 the value, the rest the stamp of the model it belongs to
	stamp  uint8
	stack  []uint32
	kept   *models // read inputs from a kept model instead
	slot   int
}

// from forgets all values and takes those of a kept model.
func (v *valuation) from(m *models, slot int) {
	v.next()
	v.kept, v.slot = m, slot
}

// next forgets all values: there is a new model.
func (v *valuation) next() {
	v.kept = nil
	if v.stamp == 127 {
		clear(v.val)
		v.stamp = 0
	}
	v.stamp++
}

func (v *valuation) known(n uint32) bool { return v.val[n]>>1 == v.stamp }

func (v *valuation) set(n uint32, b bool) {
	v.given++
	v.val[n] = v.stamp << 1
	if b {
		v.val[n] |= 1
	}
}

func (v *valuation) at(e edge) bool { return v.val[e.node()]&1 != 0 != e.neg() }

// edge is the value of e in the current model.
func (v *valuation) edge(e edge) bool {
	if len(v.val) < len(v.g.nodes) {
		v.val = append(v.val, make([]uint8, cap(v.g.nodes)-len(v.val))...)
	}
	if v.known(e.node()) {
		return v.at(e)
	}
	v.stack = append(v.stack[:0], e.node())
	for len(v.stack) > 0 {
		n := v.stack[len(v.stack)-1]
		if v.known(n) {
			v.stack = v.stack[:len(v.stack)-1]
			continue
		}
		nd := &v.g.nodes[n]
		switch {
		case n == 0:
			v.set(n, false)
		case nd.left == inputMark:
			v.set(n, v.input(n))
		case !v.known(nd.left.node()):
			v.stack = append(v.stack, nd.left.node())
		case !v.at(nd.left):
			v.set(n, false)
		case !v.known(nd.right.node()):
			v.stack = append(v.stack, nd.right.node())
		default:
			v.set(n, v.at(nd.right))
		}
	}
	return v.at(e)
}

func (v *valuation) input(n uint32) bool {
	if v.kept != nil {
		return v.kept.at(edge(n)<<1, v.slot)
	}
	x := v.g.nodes[n].sat
	return x != 0 && v.solver.Value(sat.MkLit(sat.Var(x-1), false))
}

// is reports whether a vector has a packed value.
func (v *valuation) is(bits []edge, packed string) bool {
	for i, e := range bits {
		if v.edge(e) != (packed[i/8]>>(i%8)&1 != 0) {
			return false
		}
	}
	return true
}

// pack is the value of a vector as a string of bytes, lowest bit first: a key for maps.
func (v *valuation) pack(bits []edge) string {
	var small [16]byte
	var buf []byte
	if n := (len(bits) + 7) / 8; n <= len(small) {
		buf = small[:n]
	} else {
		buf = make([]byte, n)
	}
	for i, e := range bits {
		if v.edge(e) {
			buf[i/8] |= 1 << (i % 8)
		}
	}
	return string(buf)
}
