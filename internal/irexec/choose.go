package irexec

import (
	"slices"
	"sort"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Choices of an exploration. A step is run once per combination of its free choices: the first run takes the first
// alternative everywhere and writes down how many there were; the next run repeats that script up to the last choice with alternatives left, and takes the next
// one there. No state is kept between runs but the script.
//
// A symbol (symbol.go) has an entry where it is made, with nothing to choose, which keeps its place among the inputs, and one where it
// is looked at.
//
// Values of up to 8 bits are enumerated. Wider ones are tried at the edges of their type and at the constants the program
// compares with, and their neighbours; from then on the exploration is no proof (sampled).

type choice struct {
	thread int32
	index  int32
	count  int32
	width  uint8
	ext    uint8 // bytes of external memory, 0: a value of the thread's queue
	addr   uint64
	val    ir.Const
	class  []ir.Const // the alternatives, where they are not those of the width
	symbol int32
	makes  bool // makes the symbol
	looks  bool // looks at the symbol, or asks a question about it
	split  *[2]domain
	at     spot // where a walk made it
}

// domain is the values that remain possible for a symbol after it was examined.
func (c *choice) domain() domain {
	if c.split != nil {
		return c.split[c.val.Lo]
	}
	return domain{{c.val.Lo, c.val.Lo}}
}

// meets reports whether two examinations of one symbol leave a common value.
func (c *choice) meets(o *choice) bool {
	if c.split == nil && o.split == nil {
		return c.val == o.val
	}
	return len(c.domain().and(o.domain())) > 0
}

func (c *choice) same(o *choice) bool {
	return c.symbol == o.symbol && c.val == o.val && (c.split == nil) == (o.split == nil) && (c.split == nil || slices.Equal(c.domain(), o.domain()))
}

type script struct {
	dom     *domains
	list    []choice
	pos     int
	free    int // entries up to pos that have alternatives
	sampled bool

	sampledAt string // the first place where a symbol was sampled

	walk *walker // draws the alternatives, nil: the first
	old  bool    // the list was written by a step that need not be the one that is run
}

func (s *script) next(c choice, at func(i int) ir.Const) ir.Const {
	if s.old && s.pos < len(s.list) && !s.list[s.pos].fits(&c) {
		s.list = s.list[:s.pos]
	}
	if s.pos == len(s.list) {
		if s.walk != nil && c.count > 1 {
			c.at = s.walk.spot()
			c.index = s.walk.prefer(&c, s.dom)
			c.val = s.dom.at(&c, int(c.index))
		} else {
			c.val = at(0)
		}
		s.list = append(s.list, c)
	}
	got := &s.list[s.pos]
	s.pos++
	if got.count > 1 {
		s.free++
	}
	return got.val
}

func (s *script) reset()  { s.list, s.pos, s.free = s.list[:0], 0, 0 }
func (s *script) rewind() { s.pos, s.free = 0, 0 }

// advance moves to the next combination.
func (s *script) advance() bool {
	s.list = s.list[:s.pos]
	for n := len(s.list) - 1; n >= 0; n-- {
		if c := &s.list[n]; c.index+1 < c.count {
			c.index++
			c.val = s.dom.at(c, int(c.index))
			s.list = s.list[:n+1]
			s.pos = 0
			return true
		}
		s.list = s.list[:n]
	}
	return false
}

func (s *script) value(t, width int) ir.Const {
	c := choice{thread: int32(t), width: uint8(width), count: int32(s.dom.count(width))}
	if width > 8 {
		s.sampled = true
	}
	return s.next(c, func(i int) ir.Const { return s.dom.at(&c, i) })
}

// look chooses the value of a symbol, and says whether only some values are tried.
func (s *script) look(id int, y *symbol) (v ir.Const, some bool) {
	c := choice{width: y.width, count: int32(len(y.class)), class: y.class, symbol: int32(id), looks: true}
	some = y.sampled
	switch {
	case y.dom != nil:
		c.class, some = y.dom.values(s.dom.samples(int(y.width)))
		c.count = int32(len(c.class))
	case y.class == nil:
		c.count = int32(s.dom.count(int(y.width)))
	}
	s.sampled = s.sampled || some
	return s.next(c, func(i int) ir.Const { return s.dom.at(&c, i) }), some
}

// split chooses one of two sets of values of a symbol. The one with fewer comes first: it is the one that ends loops.
func (s *script) split(id int, in, out domain) domain {
	both := &[2]domain{in, out}
	if out.size() < in.size() {
		both = &[2]domain{out, in}
	}
	c := choice{count: 2, symbol: int32(id), looks: true, split: both}
	return both[s.next(c, func(int) ir.Const { return ir.Const{} }).Lo]
}

// class is a value of which one per class is enough.
func (s *script) class(t, width int, classes []ir.Const) ir.Const {
	c := choice{thread: int32(t), width: uint8(width), count: int32(len(classes)), class: classes}
	return s.next(c, func(i int) ir.Const { return classes[i] })
}

func (s *script) external(addr uint64, n int) ir.Const {
	c := choice{thread: -1, width: uint8(8 * n), count: int32(s.dom.count(8 * n)), ext: uint8(n), addr: addr}
	if n > 1 {
		s.sampled = true
	}
	return s.next(c, func(i int) ir.Const { return s.dom.at(&c, i) })
}

// incoming tries null and a few of the places that an address of external memory may lead to.
func (s *script) incoming(addr uint64, in *incoming) uint64 {
	c := choice{thread: -1, width: uint8(8 * in.size), count: int32(len(in.samples)), class: in.samples, ext: uint8(in.size), addr: addr}
	s.sampled = true
	return s.next(c, func(i int) ir.Const { return in.samples[i] }).Lo
}

func (s *script) pick(t, n int) int {
	c := choice{thread: int32(t), width: 32, count: int32(n), addr: pickMark}
	return int(s.next(c, func(i int) ir.Const { return ir.Const{} }).Lo)
}

// pickMark in addr tells a choice among waiters from a value.
const pickMark = 1

func (s *script) flip(t int) bool {
	c := choice{thread: int32(t), width: 1, count: 2, addr: pickMark}
	return s.next(c, func(i int) ir.Const { return ir.Const{} }).Lo == 1
}

func (s *script) base(int) (uint64, bool) { return 0, false }

// domains holds the values to try, by width.
type domains struct {
	byWidth map[int][]ir.Const
	consts  map[int]map[ir.Const]bool
	named   []int32 // see bytes
}

const maxSamples = 48

func newDomains(p *ir.Program) *domains {
	d := &domains{byWidth: map[int][]ir.Const{}, consts: map[int]map[ir.Const]bool{}}
	add := func(w int, c ir.Const) {
		if d.consts[w] == nil {
			d.consts[w] = map[ir.Const]bool{}
		}
		d.consts[w][c] = true
	}
	for _, f := range p.Funcs {
		if f.Model {
			continue
		}
		for in := range f.Instrs() {
			switch in := in.(type) {
			case *ir.Binary:
				for _, o := range []ir.Operand{in.X, in.Y} {
					if o.Kind == ir.KindConst && in.Op.IsCompare() {
						add(o.Width, o.Val)
					}
				}
			case *ir.Switch:
				for _, c := range in.Cases {
					add(in.X.Width, c.Lo)
					add(in.X.Width, c.Hi)
				}
			}
		}
	}
	return d
}

// bytes lists zero and the bytes that the program compares with.
func (d *domains) bytes() []int32 {
	if d.named == nil {
		d.named = []int32{0}
		for _, set := range d.consts {
			for c := range set {
				if c.Hi == 0 && c.Lo > 0 && c.Lo < 256 {
					d.named = append(d.named, int32(c.Lo))
				}
			}
		}
		slices.Sort(d.named)
		d.named = slices.Compact(d.named)
	}
	return d.named
}

func (d *domains) count(w int) int {
	if w <= 8 {
		return 1 << w
	}
	return len(d.samples(w))
}

func (d *domains) at(c *choice, i int) ir.Const {
	switch {
	case c.split != nil:
		return ir.Const{Lo: uint64(i)}
	case c.class != nil:
		return c.class[i]
	}
	if c.addr == pickMark && c.ext == 0 || c.width <= 8 {
		return ir.Const{Lo: uint64(i)}
	}
	return d.samples(int(c.width))[i]
}

// samples lists the values of a wide type that are tried: 0 to 3, -1, the smallest and the largest signed number, then constants of
// the program that fit and their neighbours, small ones first.
func (d *domains) samples(w int) []ir.Const {
	if s, ok := d.byWidth[w]; ok {
		return s
	}
	low := ir.Const{}
	if w <= 64 {
		low.Lo = 1 << (w - 1)
	} else {
		low.Hi = 1 << (w - 65)
	}
	minus := ir.SignedConst(w, -1)
	top, _ := unary(ir.Not, low, uint8(w), uint8(w))
	list := []ir.Const{{}, {Lo: 1}, {Lo: 2}, {Lo: 3}, minus, low, top}
	seen := map[ir.Const]bool{}
	for _, c := range list {
		seen[c] = true
	}
	var extra []ir.Const
	for from, set := range d.consts {
		if from == 1 {
			continue
		}
		for c := range set {
			v := c
			if from < w {
				v, _ = unary(ir.SExt, c, uint8(from), uint8(w))
			}
			v = v.Truncate(w)
			for _, k := range []ir.Const{v, addConst(v, 1, w), addConst(v, -1, w)} {
				if !seen[k] {
					seen[k] = true
					extra = append(extra, k)
				}
			}
		}
	}
	sort.Slice(extra, func(i, j int) bool {
		a, b := extra[i].SignedBig(w), extra[j].SignedBig(w)
		if c := a.CmpAbs(b); c != 0 {
			return c < 0
		}
		return a.Sign() > b.Sign()
	})
	if len(extra) > maxSamples-len(list) {
		extra = extra[:maxSamples-len(list)]
	}
	list = append(list, extra...)
	d.byWidth[w] = list
	return list
}

func addConst(c ir.Const, by int64, w int) ir.Const {
	if w <= 64 {
		return ir.Const{Lo: c.Lo + uint64(by)}.Truncate(w)
	}
	v, _ := binaryWide(ir.Add, c, ir.SignedConst(w, by), uint8(w))
	return v
}
