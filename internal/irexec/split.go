package irexec

import (
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Questions about symbols. Real programs ask one thing of most inputs: is it zero, is it below ten. A comparison of a symbol with a
// constant does not choose its value but one of the two answers, and the symbol keeps the set of values that gives it: exact for
// any width, where sampling would prove nothing. Any other use then tries the values of that set: all of them if they are few, as after an assumption about their range.
//
// The same is done before the program runs for inputs that are only ever compared (classes.go), which also sees through extensions. This
// one follows the value wherever it goes.
//
// A symbol is asked a limited number of questions, then it gets a value: a loop that counts up to it would ask forever.

// domain is a set of values: intervals in order, with gaps between them. nil is every value.
type domain []interval

type interval struct{ lo, hi uint64 }

const (
	maxSplits = 16  // questions with two answers that one symbol is asked
	maxValues = 256 // of a domain that is enumerated
)

func everything(width uint8) domain { return domain{{0, mask(width)}} }

func (d domain) has(v uint64) bool {
	for _, i := range d {
		if i.lo <= v && v <= i.hi {
			return true
		}
	}
	return false
}

func (d domain) and(e domain) (both domain) {
	for _, a := range d {
		for _, b := range e {
			if lo, hi := max(a.lo, b.lo), min(a.hi, b.hi); lo <= hi {
				both = append(both, interval{lo, hi})
			}
		}
	}
	return both
}

// not is the rest of all values of a width.
func (d domain) not(width uint8) (rest domain) {
	next, more := uint64(0), true
	for _, i := range d {
		if i.lo > next {
			rest = append(rest, interval{next, i.lo - 1})
		}
		if next, more = i.hi+1, i.hi < mask(width); !more {
			return rest
		}
	}
	return append(rest, interval{next, mask(width)})
}

// values lists the values of a domain that are tried, and whether some are left out.
func (d domain) values(samples []ir.Const) (list []ir.Const, some bool) {
	n := uint64(0)
	for _, i := range d {
		if size := i.hi - i.lo; size >= maxValues || n+size >= maxValues {
			some = true
			break
		}
		n += i.hi - i.lo + 1
	}
	seen := map[uint64]bool{}
	add := func(v uint64) {
		if !seen[v] {
			seen[v] = true
			list = append(list, ir.Const{Lo: v})
		}
	}
	if some {
		for _, c := range samples {
			if d.has(c.Lo) {
				add(c.Lo)
			}
		}
		for _, i := range d {
			add(i.lo)
			add(i.hi)
		}
		return list, true
	}
	for _, i := range d {
		for k := uint64(0); k <= i.hi-i.lo; k++ {
			add(i.lo + k)
		}
	}
	return list, false
}

// size is the number of values less one, which fits.
func (d domain) size() (n uint64) {
	for _, i := range d {
		n += i.hi - i.lo
	}
	return n + uint64(len(d)) - 1
}

func (d domain) hash() hash128 {
	h := newHasher(uint64(len(d)))
	for _, i := range d {
		h.word(i.lo)
		h.word(i.hi)
	}
	return h.sum()
}

// answering is the set of values x for which a comparison with c holds: x op c, or c op x.
func answering(op ir.BinOp, c uint64, left bool, width uint8) domain {
	top, sign := mask(width), uint64(1)<<(width-1)
	flip := uint64(0) // the signed order is the unsigned one with the sign turned over
	switch op {
	case ir.Eq:
		return domain{{c, c}}
	case ir.Ne:
		return domain{{c, c}}.not(width)
	case ir.SLt, ir.SLe:
		flip = sign
	}
	c ^= flip
	var i interval
	switch strict := op == ir.ULt || op == ir.SLt; {
	case strict && left && c == 0, strict && !left && c == top:
		return nil
	case strict && left:
		i = interval{0, c - 1}
	case strict:
		i = interval{c + 1, top}
	case left:
		i = interval{0, c}
	default:
		i = interval{c, top}
	}
	if flip == 0 {
		return domain{i}
	}
	return domain{i}.turn(sign, top)
}

// turn exchanges the halves of the range.
func (d domain) turn(sign, top uint64) (out domain) {
	for _, half := range []domain{{{sign, top}}, {{0, sign - 1}}} {
		for _, i := range d.and(half) {
			out = append(out, interval{i.lo ^ sign, i.hi ^ sign})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].lo < out[j].lo })
	if len(out) == 2 && out[0].hi+1 == out[1].lo {
		return domain{{out[0].lo, out[1].hi}}
	}
	return out
}

// splits reports whether a value is a whole symbol that can be asked.
func (m *machine) splits(v value, width uint8) bool {
	if v.sym == 0 || v.sym.low() != 0 || width > 64 {
		return false
	}
	y := &m.symbols[v.sym.symbol()]
	return y.width == width && y.class == nil
}

// ask chooses whether the value of a symbol is in a set.
func (m *machine) ask(id int, set domain) bool {
	y := &m.symbols[id]
	d := y.dom
	switch {
	case y.chosen: // by the question before
		return set.has(y.val.Lo)
	case d == nil:
		d = everything(y.width)
	}
	in, out := d.and(set), d.and(set.not(y.width))
	switch {
	case len(in) == 0:
		return false
	case len(out) == 0:
		return true
	case y.asked >= maxSplits:
		m.look(id)
		return set.has(m.symbols[id].val.Lo)
	}
	chosen := m.script.split(id, in, out)
	m.narrow(id, chosen)
	return set.has(chosen[0].lo)
}

// narrow takes values away from a symbol.
func (m *machine) narrow(id int, d domain) {
	if len(d) == 1 && d[0].lo == d[0].hi {
		m.fix(id, ir.Const{Lo: d[0].lo})
		return
	}
	m.setSymbol(id, func(y *symbol) {
		y.dom, y.asked = d, y.asked+1
		y.domHash = d.hash()
	})
}

// compare answers a comparison of which an operand is undetermined, if that can be done without choosing it.
func (m *machine) compare(r []uint64, in *inst) (answer, ok bool) {
	op := ir.BinOp(in.sub)
	if op < ir.Eq || op > ir.SLe || in.flag {
		return false, false
	}
	x, y := m.carry(r, &in.a), m.carry(r, &in.b)
	if x.sym != 0 && x.sym == y.sym {
		return op == ir.Eq || op == ir.ULe || op == ir.SLe, true
	}
	switch left := m.splits(x, in.a.w); {
	case left:
		return m.ask(x.sym.symbol(), answering(op, m.know(y, int(in.b.w)).Lo, true, in.a.w)), true
	case m.splits(y, in.b.w):
		return m.ask(y.sym.symbol(), answering(op, m.know(x, int(in.a.w)).Lo, false, in.b.w)), true
	}
	return false, false
}
