package interleaved

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Memory beside a run. Bytes are kept by the address that they have in this run. On another input the same access may go elsewhere: where it goes through a pointer
// of the input, the conditions say that the pointer is not null and how the access lies to every earlier write, on the same bytes or apart. Then the load that found a
// certain write here finds it there too. What it finds of the initial memory is read again by the filter, at the address that it has then, so two reads need no condition.

// access is a piece of memory: at is where it lies in this run, base the pointer of the input that it goes through, or 0, and offset how far behind that.
type access struct {
	term   logic.Term
	at     uint64
	size   int
	base   logic.Term
	offset uint64
}

// reach resolves an address, with the conditions under which the access is valid, and those under which it fails as it does.
func (s *shadow) reach(m *irexec.Moment, n *step, addr ir.Operand, size int, write bool) access {
	t, c := s.value(m, addr)
	a := access{term: t, at: c.Lo, size: size}
	if !s.b.IsConst(t) {
		s.resolve(n, &a)
	} else {
		a.offset = a.at
	}
	if a.base != 0 {
		v := s.is(a.base, ir.Const{Lo: s.valueOf(a.base)})
		n.fails = append(n.fails, v)
		n.conds = append(n.conds, s.b.Not(s.b.Eq(a.base, s.b.BV(s.b.Width(a.base), 0))))
		if !s.inside(a) {
			n.conds = append(n.conds, v)
		}
	}
	if write {
		n.then = append(n.then, func() {
			if !s.wrote[a] {
				s.wrote[a] = true
				s.writes = append(s.writes, a)
			}
		})
	}
	return a
}

// resolve finds the pointer of the input that an address is made of, and pins the rest.
func (s *shadow) resolve(n *step, a *access) {
	for _, v := range s.b.VarsOf(a.term) {
		in := s.inputs[v]
		if in == nil || !in.pointer {
			continue
		}
		rest := s.b.Sub(a.term, v)
		free := true
		for _, u := range s.b.VarsOf(rest) {
			free = free && u != v
		}
		if !free {
			continue
		}
		a.base, a.offset = v, (a.at-s.valueOf(v))&s.mask()
		pin := s.is(rest, ir.Const{Lo: a.offset})
		n.conds = append(n.conds, pin)
		n.fails = append(n.fails, pin)
		a.term = s.b.Add(v, s.b.BV(s.b.Width(v), a.offset))
		return
	}
	pin := s.is(a.term, ir.Const{Lo: a.at})
	n.conds = append(n.conds, pin)
	n.fails = append(n.fails, pin)
	a.term, a.offset = s.b.BV(s.b.Width(a.term), a.at), a.at
}

// relate says how an access lies to another, as it is in this run.
func (s *shadow) relate(x, y *access) logic.Term {
	if x.base == y.base || !s.mayMeet(x, y) {
		return s.b.True()
	}
	w := s.b.Width(x.term)
	meet := x.at < y.at+uint64(y.size) && y.at < x.at+uint64(x.size)
	if s.alike(x, y) { // two objects of one type are the same or apart, and so are their members
		switch {
		case x.offset >= y.offset+uint64(y.size) || y.offset >= x.offset+uint64(x.size):
			return s.b.True()
		case meet:
			return s.b.Eq(x.base, y.base)
		}
		return s.b.Not(s.b.Eq(x.base, y.base))
	}
	if meet {
		return s.b.Eq(x.term, s.b.Add(y.term, s.b.BV(w, x.at-y.at)))
	}
	if x.size == y.size && s.aligned(x) && s.aligned(y) {
		return s.b.Not(s.b.Eq(x.term, y.term))
	}
	behind := func(x, y *access) logic.Term {
		return s.b.ULe(s.b.Add(x.term, s.b.BV(w, uint64(x.size))), y.term)
	}
	return s.b.Or(behind(x, y), behind(y, x))
}

// sync relates the address of a synchronization object to all others.
func (s *shadow) sync(m *irexec.Moment, n *step, o ir.Operand) {
	a := s.reach(m, n, o, 1, false)
	for i := range s.syncs {
		n.conds = append(n.conds, s.relate(&a, &s.syncs[i]))
	}
	n.then = append(n.then, func() {
		if !slices.Contains(s.syncs, a) {
			s.syncs = append(s.syncs, a)
		}
	})
}

// get is what an access reads; 0: nothing is chosen for some of it yet.
func (s *shadow) get(m *irexec.Moment, n *step, a access) logic.Term {
	for i := range s.writes {
		n.conds = append(n.conds, s.relate(&a, &s.writes[i]))
	}
	written := false
	for i := range a.size {
		_, ok := s.mem[a.at+uint64(i)]
		written = written || ok
	}
	if !written && m.At(a.at) == irexec.External {
		return s.input(a)
	}
	if c, ok := s.mem[a.at]; ok && c.of != 0 && c.index == 0 && s.b.Width(c.of) == 8*a.size {
		whole := true
		for i := range a.size {
			d, ok := s.mem[a.at+uint64(i)]
			whole = whole && ok && d.of == c.of && d.index == i
		}
		if whole {
			return c.of
		}
	}
	var v logic.Term
	for i := a.size - 1; i >= 0; i-- {
		t := s.byte(m, a, i)
		switch {
		case t == 0:
			return 0
		case v == 0:
			v = t
		default:
			v = s.b.Concat(v, t)
		}
	}
	return v
}

// byte is one byte of an access.
func (s *shadow) byte(m *irexec.Moment, a access, i int) logic.Term {
	at := a.at + uint64(i)
	c, ok := s.mem[at]
	switch {
	case ok && c.free:
		return 0
	case ok && c.of != 0:
		return s.b.Extract(8*c.index+7, 8*c.index, c.of)
	case !ok && m.At(at) == irexec.External:
		return s.input(s.part(a, i, 1))
	}
	if v, known := m.Byte(at); known {
		return s.b.BV(8, uint64(v))
	}
	return 0
}

// part is some bytes of an access.
func (s *shadow) part(a access, from, size int) access {
	a.term = s.b.Add(a.term, s.b.BV(s.b.Width(a.term), uint64(from)))
	a.at, a.offset, a.size = a.at+uint64(from), (a.offset+uint64(from))&s.mask(), size
	return a
}

// untouched reports whether nothing was ever chosen for the bytes of an access.
func (s *shadow) untouched(m *irexec.Moment, a access) bool {
	for i := range a.size {
		c, ok := s.mem[a.at+uint64(i)]
		if _, known := m.Byte(a.at + uint64(i)); ok && !c.free || !ok && known {
			return false
		}
	}
	return true
}

// concrete is what an access reads in this run.
func (s *shadow) concrete(m *irexec.Moment, a access) (v ir.Const, ok bool) {
	for i := a.size - 1; i >= 0; i-- {
		at := a.at + uint64(i)
		b, known := m.Byte(at)
		if _, written := s.mem[at]; !known && !written && m.At(at) == irexec.External {
			b, known = s.external[at], true
		}
		if !known {
			return v, false
		}
		v = ir.Const{Lo: v.Lo<<8 | uint64(b), Hi: v.Hi<<8 | v.Lo>>56}
	}
	return v, true
}

// put writes a term, or what the interpreter writes if that is 0.
func (s *shadow) put(m *irexec.Moment, n *step, a access, v logic.Term) {
	for i := range a.size {
		c := cell{}
		if v != 0 && !s.b.IsConst(v) {
			c = cell{of: v, index: i}
		}
		n.bytes[a.at+uint64(i)] = c
	}
}

// longest is how many bytes of a range are followed.
const longest = 4096

// ranges follows operations on ranges of memory. The operands that it takes care of are noted.
func (s *shadow) ranges(m *irexec.Moment, n *step, in ir.Instr, done map[ir.Operand]bool) {
	mem, _, _ := ir.AccessOf(in)
	length := func() (int, bool) {
		c, ok := m.Value(mem.Len)
		if !ok || c.Lo > longest || c.Hi != 0 {
			s.lose("a range of memory is too long to be followed")
			return 0, false
		}
		return int(c.Lo), c.Lo > 0
	}
	switch in := in.(type) {
	case *ir.Free:
		c, _ := m.Value(in.Addr)
		base, size := m.Object(c.Lo)
		n.then = append(n.then, func() {
			for a := range s.mem {
				if a-base < size {
					delete(s.mem, a)
				}
			}
		})
	case *ir.Fill:
		done[in.Mem.Addr] = true
		if k, ok := length(); ok {
			a := s.reach(m, n, in.Mem.Addr, k, true)
			for i := range k {
				n.bytes[a.at+uint64(i)] = cell{free: in.Any()}
			}
		}
	case *ir.Touch:
		done[in.Mem.Addr], done[in.Mem.Also] = true, true
		if k, ok := length(); ok {
			s.reach(m, n, in.Mem.Addr, k, false)
			if in.Mem.Also.IsSet() {
				s.reach(m, n, in.Mem.Also, k, false)
			}
		}
	case *ir.Copy:
		done[in.Mem.Addr], done[in.Src.Addr] = true, true
		if k, ok := length(); ok {
			to, from := s.reach(m, n, in.Mem.Addr, k, true), s.reach(m, n, in.Src.Addr, k, false)
			s.copies(m, n, to, from)
		}
	case *ir.Scan:
		done[in.Mem.Addr] = true
		if k, ok := length(); ok {
			val, _ := m.Value(in.Val)
			a := s.reach(m, n, in.Mem.Addr, k, false)
			for i := range k {
				one := s.part(a, i, 1)
				c, known := s.concrete(m, one)
				if t := s.get(m, n, one); t != 0 && known {
					n.conds = append(n.conds, s.is(t, c))
				} else {
					s.lose("a part of the memory that is read was never written")
				}
				if c == val {
					break
				}
			}
		}
	}
}

// copies copies bytes, words of the input as a whole: there may be pointers among them.
func (s *shadow) copies(m *irexec.Moment, n *step, to, from access) {
	word := int(s.p.PtrWidth() / 8)
	for i := 0; i < from.size; {
		k := 1
		if from.at+uint64(i) == (from.at+uint64(i))/uint64(word)*uint64(word) && from.size-i >= word {
			k = word
		}
		p := s.part(from, i, k)
		t := s.get(m, n, p)
		for j := range k {
			c := cell{of: t, index: j}
			switch {
			case t == 0 && k > 1:
				b := s.byte(m, from, i+j)
				_, known := m.Byte(p.at + uint64(j))
				c = cell{of: b, free: b == 0 && !known}
			case t == 0:
				c = cell{free: true}
			}
			if c.of != 0 && s.b.IsConst(c.of) {
				c.of = 0
			}
			n.bytes[to.at+uint64(i+j)] = c
		}
		i += k
	}
}
