// Terms to vectors of edges: one case per kind of term, arguments first, with an explicit stack.
//
// A Bool is a vector of one. An array whose cells are few is the vector of all its cells (index 0 lowest), which makes equality,
// ite and constants of arrays the same code as for bit-vectors; the others have no vector, and arrays.go answers what is read from them.
package bitblast

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/logic"
)

// done marks a term that was visited and has no vector: an array that is not kept as cells.
var done = make([]edge, 0)

// edgeOf builds the circuit of a Bool term.
func (s *Solver) edgeOf(t logic.Term) edge { return s.blast(t)[0] }

// blast builds the circuit of a term.
func (s *Solver) blast(t logic.Term) []edge {
	if v := s.vec.of(t); v != nil {
		return v
	}
	below := len(s.stack) // a read may have to build more while it is built itself
	s.stack = append(s.stack, t)
	for n := 0; len(s.stack) > below; n++ {
		if n%growEvery == growEvery-1 {
			s.poll()
		}
		t := s.stack[len(s.stack)-1]
		if s.vec.of(t) != nil {
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		ready := true
		args := s.b.Args(t)
		for i := len(args) - 1; i >= 0; i-- { // so that the first is built first
			if s.vec.of(args[i]) == nil {
				s.stack = append(s.stack, args[i])
				ready = false
			}
		}
		if !ready {
			continue
		}
		s.stack = s.stack[:len(s.stack)-1]
		s.reserve(t)
		s.vec.put(t, s.build(t, args))
	}
	return s.vec.of(t)
}

// cells is the number of cells of an array sort that is kept as cells, or 0.
func (s *Solver) cells(so logic.Sort) int {
	if so.Index > s.cfg.cellBits || so.Width > maxCellWidth {
		return 0
	}
	return 1 << so.Index
}

const maxCellWidth = 1 << 12

func (s *Solver) build(t logic.Term, args []logic.Term) []edge {
	g, b := s.g, s.b
	so := b.Sort(t)
	if so.IsArray() && s.cells(so) == 0 {
		s.addArray(t)
		return done
	}
	var x, y []edge
	if len(args) > 0 {
		x = s.vec.of(args[0])
	}
	if len(args) > 1 {
		y = s.vec.of(args[1])
	}
	switch kind := b.Kind(t); kind {
	case logic.KConst:
		v := b.Value(t)
		return g.constVec(max(1, so.Width), v.Bit)
	case logic.KVar:
		if b.IsDefinedArray(t) {
			return s.definedCells(t)
		}
		v := g.inputs(s.bitsOf(so)) // may stop; only then is the variable known
		if b.IsDefined(t) {
			s.defs.open = append(s.defs.open, definition{x: t, bits: v})
		} else {
			s.vars = append(s.vars, t)
		}
		return v
	case logic.KNot:
		return []edge{x[0].not()}
	case logic.KAnd:
		all := make([]edge, len(args))
		for i, a := range args {
			all[i] = s.vec.of(a)[0]
		}
		return []edge{g.andAll(all)}
	case logic.KEq:
		if as := b.Sort(args[0]); as.IsArray() && s.cells(as) == 0 {
			return []edge{s.arrayEqual(args[0], args[1])}
		}
		return []edge{g.equal(x, y)}
	case logic.KIte:
		return g.iteVec(x[0], y, s.vec.of(args[2]))
	case logic.KBVNot:
		return notVec(x)
	case logic.KBVAnd:
		return g.mapBits(x, y, g.and)
	case logic.KBVOr:
		return g.mapBits(x, y, g.or)
	case logic.KBVXor:
		return g.mapBits(x, y, g.xor)
	case logic.KNeg:
		return g.negate(x)
	case logic.KAdd:
		return s.sumOfProducts(t, g.sum, x, y)
	case logic.KMul:
		return s.sumOfProducts(t, g.multiply, x, y)
	case logic.KUDiv:
		return s.divide(x, y).quo
	case logic.KURem:
		return s.divide(x, y).rem
	case logic.KShl:
		return g.shift(shiftLeft, x, y)
	case logic.KLShr:
		return g.shift(shiftRightLogical, x, y)
	case logic.KAShr:
		return g.shift(shiftRightArithmetic, x, y)
	case logic.KULt:
		return []edge{g.less(x, y, false)}
	case logic.KSLt:
		return []edge{g.signedLess(x, y, false)}
	case logic.KConcat:
		return append(append(make([]edge, 0, so.Width), y...), x...)
	case logic.KExtract:
		hi, lo := b.ExtractBounds(t)
		return x[lo : hi+1 : hi+1]
	case logic.KSExt:
		v := make([]edge, so.Width)
		for i := copy(v, x); i < len(v); i++ {
			v[i] = x[len(x)-1]
		}
		return v
	case logic.KConstArray:
		v := make([]edge, 0, s.bitsOf(so))
		for range s.cells(so) {
			v = append(v, x...)
		}
		return v
	case logic.KSelect:
		if s.cells(b.Sort(args[0])) == 0 {
			v := s.read(args[0], s.vec.index(args[1])) // may stop
			s.arr.selects = append(s.arr.selects, t)
			return v
		}
		return g.selectCell(x, y, so.Width)
	case logic.KStore:
		return g.storeCell(x, y, s.vec.of(args[2]))
	default:
		panic(fmt.Sprintf("bitblast: kind %v", kind))
	}
}

// bitsOf is the length of the vector of a sort.
func (s *Solver) bitsOf(so logic.Sort) int {
	if so.IsArray() {
		return s.cells(so) * so.Width
	}
	return max(1, so.Width)
}

// selectCell halves the cells with each bit of the index, highest first.
func (g *aig) selectCell(cells, index []edge, width int) []edge {
	for i := len(index) - 1; i >= 0; i-- {
		half := width << i
		cells = g.iteVec(index[i], cells[half:], cells[:half])
	}
	return cells
}

func (g *aig) storeCell(cells, index, elem []edge) []edge {
	v := make([]edge, len(cells))
	hit := make([]edge, len(index))
	for k := range len(cells) / len(elem) {
		for i := range hit {
			hit[i] = index[i].xorIf(k>>i&1 == 0)
		}
		at := k * len(elem)
		copy(v[at:], g.iteVec(g.andAll(hit), elem, cells[at:at+len(elem)]))
	}
	return v
}
