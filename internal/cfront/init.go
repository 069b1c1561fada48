package cfront

import "modernc.org/cc/v4"

// Initializers, C11 6.7.9 with gcc's ranges.
//
// The library resolves initializers too, but with its own offsets, which are wrong for packed structs. So the list is
// walked here again: braces, designators and brace elision decide which subobject each expression belongs to, and
// layout says where that lies. The result is a flat list of stores in source order; what no item covers is zero.

// initItem is one expression and the place it goes to.
type initItem struct {
	off  int64
	t    ctype
	bf   *bitField
	e    cc.ExpressionNode
	str  []byte // for arrays initialized by a string literal: the bytes, cut or not
	reps []rep  // from range designators, outermost last
	name string
}

// rep repeats an item count times, stride bytes apart.
type rep struct{ count, stride int64 }

type initWalk struct {
	f     *fn
	items []initItem
	end   int64 // the highest byte an item reaches, for flexible array members
	bad   string

	active map[place]int // the members of unions that items went to

	ranges []rep        // the range designators around this place
	before [][]initItem // what there was before each of them
}

// place is an object by its offset and its name, which tells it from its first part.
type place struct {
	off  int64
	name string
}

// initItems flattens an initializer of an object of type t.
func (f *fn) initItems(t ctype, in *cc.Initializer) *initWalk {
	w := &initWalk{f: f}
	w.object(t, 0, "", in)
	return w
}

func (w *initWalk) object(t ctype, off int64, name string, in *cc.Initializer) {
	if in == nil {
		return
	}
	if in.Case == cc.InitializerInitList {
		w.braced(t, off, name, in.InitializerList)
		return
	}
	w.leaf(t, off, nil, name, in.AssignmentExpression)
}

func (w *initWalk) leaf(t ctype, off int64, bf *bitField, name string, e cc.ExpressionNode) {
	it := initItem{off: off, t: t, bf: bf, e: e, name: name}
	size := w.f.u.size(t)
	if t.k == kArray {
		lit, ok := literalOf(e)
		if !ok {
			if cl, isLit := unparen(e).(*cc.PostfixExpression); isLit && cl.Case == cc.PostfixExpressionComplit {
				// gcc: an array initialized by a compound literal.
				w.braced(t, off, name, cl.InitializerList)
				return
			}
			w.bad = "array initialized by something that is no list or string"
			return
		}
		it.str, _ = w.f.u.stringBytes(lit)
		if size >= 0 && int64(len(it.str)) > size {
			it.str = it.str[:size]
		}
		w.clear(off, max(size, int64(len(it.str))))
		size = int64(len(it.str))
	}
	if bf != nil {
		size = bf.size
	}
	w.end = max(w.end, off+size)
	w.items = append(w.items, it)
}

// isWhole reports whether expression e initializes all of an object of aggregate type t, without braces.
func (w *initWalk) isWhole(t ctype, e cc.ExpressionNode) bool {
	u := w.f.u
	switch t.k {
	case kRecord:
		et := e.Type()
		return (et.Kind() == cc.Struct || et.Kind() == cc.Union) && u.lay.Key(et) == u.lay.Key(t.cc)
	case kArray:
		lit, ok := literalOf(e)
		if !ok {
			return false
		}
		el := u.elem(t)
		_, size := u.stringBytes(lit)
		return el.k == kInt && el.w == 8*size
	}
	return true
}

// braced initializes an object from the list between braces.
func (w *initWalk) braced(t ctype, off int64, name string, l *cc.InitializerList) {
	if l == nil {
		return
	}
	switch t.k {
	case kArray, kRecord:
		if t.k == kArray && l.InitializerList == nil && l.Designation == nil && l.Initializer.Case == cc.InitializerExpr &&
			w.isWhole(t, l.Initializer.AssignmentExpression) {
			w.leaf(t, off, nil, name, l.Initializer.AssignmentExpression)
			return
		}
		if t.k == kRecord && l.InitializerList == nil && l.Designation == nil && l.Initializer.Case == cc.InitializerExpr &&
			w.isWhole(t, l.Initializer.AssignmentExpression) {
			w.leaf(t, off, nil, name, l.Initializer.AssignmentExpression)
			return
		}
		a := w.aggregate(t, off, name)
		for i := 0; l != nil; {
			if l.Designation != nil {
				var at int
				l, at = w.designated(a, l.Designation.DesignatorList, l)
				i = at + 1
				continue
			}
			s, ok := a.sub(i)
			if !ok {
				return // excess initializers are ignored, as gcc does after a warning
			}
			w.activate(a, i)
			next := w.sub(s, l)
			i++
			if next == l && i > 1<<20 {
				return
			}
			l = next
		}
	default:
		w.object(t, off, name, l.Initializer)
	}
}

// subobject is a member or element.
type subobject struct {
	t    ctype
	off  int64
	bf   *bitField
	name string
}

// aggregate lists the subobjects of an array, struct or union.
type aggregate struct {
	u      *unit
	t      ctype
	off    int64
	name   string
	el     ctype
	size   int64
	n      int64 // elements, or -1 if there is no end
	fields []subobject
	anon   []int // index of the member in the layout, for designators
}

func (w *initWalk) aggregate(t ctype, off int64, name string) *aggregate {
	u := w.f.u
	a := &aggregate{u: u, t: t, off: off, name: name}
	if t.k == kArray {
		a.el = u.elem(t)
		a.size = u.size(a.el)
		a.n = -1
		if at, ok := t.cc.(*cc.ArrayType); ok {
			a.n = u.lay.Len(at)
		}
		return a
	}
	for i, m := range u.lay.Fields(t.cc) {
		if m.Name == "" && !m.Anonymous {
			continue // unnamed bit-fields take no initializer
		}
		s := subobject{t: u.typeOf(m.Type), off: off + m.Offset, name: name + "." + m.Name}
		if m.BitField {
			s.off = off + m.LocOffset
			s.bf = &bitField{off: m.BitOffset + int(8*(m.Offset-m.LocOffset)), width: m.BitWidth, size: m.LocSize}
		}
		a.fields = append(a.fields, s)
		a.anon = append(a.anon, i)
	}
	a.n = int64(len(a.fields))
	if t.union() {
		a.n = min(a.n, 1)
	}
	return a
}

// sub is the i-th subobject in order of initialization; a union has only its first.
func (a *aggregate) sub(i int) (subobject, bool) {
	if a.n >= 0 && int64(i) >= a.n {
		return subobject{}, false
	}
	if a.t.k == kArray {
		return subobject{t: a.el, off: a.off + int64(i)*a.size, name: a.name + "[]"}, true
	}
	return a.fields[i], true
}

// sub initializes one subobject with the items from l on and returns what is left.
func (w *initWalk) sub(s subobject, l *cc.InitializerList) *cc.InitializerList {
	in := l.Initializer
	if in.Case == cc.InitializerInitList {
		if s.bf != nil {
			if in.InitializerList != nil {
				w.leaf(s.t, s.off, s.bf, s.name, in.InitializerList.Initializer.AssignmentExpression)
			}
			return l.InitializerList
		}
		if s.t.k == kArray || s.t.k == kRecord {
			w.clear(s.off, w.f.u.size(s.t))
		}
		w.braced(s.t, s.off, s.name, in.InitializerList)
		return l.InitializerList
	}
	if s.t.k != kArray && s.t.k != kRecord || w.isWhole(s.t, in.AssignmentExpression) {
		w.leaf(s.t, s.off, s.bf, s.name, in.AssignmentExpression)
		return l.InitializerList
	}
	// No braces: the subobject takes as many items as it has room for.
	return w.fill(w.aggregate(s.t, s.off, s.name), 0, l)
}

// fill initializes the subobjects of a from index i on, until they or the undesignated items end.
func (w *initWalk) fill(a *aggregate, i int, l *cc.InitializerList) *cc.InitializerList {
	for first := true; l != nil && (first || l.Designation == nil); first = false {
		s, ok := a.sub(i)
		if !ok || a.n < 0 {
			break
		}
		w.activate(a, i)
		l = w.sub(s, l)
		i++
	}
	return l
}

// designated follows designators from aggregate a, initializes what they name, goes on after it at every inner level,
// and returns what is left and the index that was named in a.
func (w *initWalk) designated(a *aggregate, dl *cc.DesignatorList, l *cc.InitializerList) (rest *cc.InitializerList, at int) {
	d := dl.Designator
	switch d.Case {
	case cc.DesignatorIndex, cc.DesignatorIndex2:
		if a.t.k != kArray {
			w.bad = "index designator in something that is no array"
			return nil, 0
		}
		lo, ok := w.f.u.lay.ConstInt(d.ConstantExpression)
		hi := lo
		if ok && d.ConstantExpression2 != nil {
			hi, ok = w.f.u.lay.ConstInt(d.ConstantExpression2)
		}
		if !ok || lo < 0 || hi < lo || hi-lo >= 1<<22 {
			w.bad = "designator that is no constant, or a very long range"
			return nil, 0
		}
		s := subobject{t: a.el, off: a.off + lo*a.size, name: a.name + "[]"}
		if hi == lo {
			return w.into(s, dl.DesignatorList, l), int(hi)
		}
		r, last := rep{count: hi - lo + 1, stride: a.size}, len(w.ranges)
		w.ranges, w.before, w.items = append(w.ranges, r), append(w.before, w.items), nil
		rest = w.into(s, dl.DesignatorList, l)
		for i := range w.items {
			w.items[i].reps = append(w.items[i].reps, r)
		}
		w.items = append(w.before[last], w.items...)
		w.ranges, w.before = w.ranges[:last], w.before[:last]
		w.end = max(w.end, a.off+(hi+1)*a.size)
		return rest, int(hi)
	}
	// gcc's old spelling `name: value` has the name in the first token.
	name := d.Token2.SrcStr()
	if d.Case == cc.DesignatorField2 {
		name = d.Token.SrcStr()
	}
	if a.t.k != kRecord {
		w.bad = "member designator in something that is no struct"
		return nil, 0
	}
	for i := range a.fields {
		m := w.f.u.lay.Fields(a.t.cc)[a.anon[i]]
		if m.Name == name {
			w.activate(a, i)
			rest = w.into(a.fields[i], dl.DesignatorList, l)
			return rest, a.after(i)
		}
		if m.Anonymous {
			if _, ok := w.f.u.lay.Lookup(m.Type, name); ok {
				w.activate(a, i)
				inner := w.aggregate(a.fields[i].t, a.fields[i].off, a.fields[i].name)
				var k int
				rest, k = w.designated(inner, dl, l)
				return w.fillRest(inner, k+1, rest), a.after(i)
			}
		}
	}
	w.bad = "designator of a member that does not exist"
	return nil, 0
}

// activate notes which member of a union is initialized: what another one got before is gone.
func (w *initWalk) activate(a *aggregate, i int) {
	if !a.t.union() {
		return
	}
	k := place{a.off, a.name}
	if was, ok := w.active[k]; ok && was != i {
		w.clear(a.off, w.f.u.size(a.t))
	}
	if w.active == nil {
		w.active = map[place]int{}
	}
	w.active[k] = i
}

// clear drops what went to an object before, because a later item initializes all of it: C11 6.7.9 paragraph 19 says that
// the later one overrides, and what it leaves out is zero. Lists in order never come here with something to do.
func (w *initWalk) clear(off, size int64) {
	if size < 0 || off >= w.end {
		return
	}
	places := []int64{off}
	for _, r := range w.ranges {
		if r.count*int64(len(places)) > maxApart {
			w.bad = "initializer that overrides others in a very long range"
			return
		}
		for _, p := range places {
			for i := int64(1); i < r.count; i++ {
				places = append(places, p+i*r.stride)
			}
		}
	}
	for _, p := range places {
		w.items = w.without(w.items, p, p+size)
		for i := range w.before {
			w.before[i] = w.without(w.before[i], p, p+size)
		}
	}
}

// maxApart is how many places of a range are looked at one by one.
const maxApart = 1 << 12

// without is the items but those that go to a range.
func (w *initWalk) without(items []initItem, from, to int64) (kept []initItem) {
	for _, all := range items {
		for _, it := range w.apart(all, from, to) {
			lo, hi := w.extent(it)
			switch {
			case hi <= 8*from || lo >= 8*to:
				kept = append(kept, it)
			case it.reps != nil, lo < 8*from, hi > 8*to:
				w.bad = "initializer that overrides a part of what another one copied"
			}
		}
	}
	return kept
}

// extent is the range of bits of an item, of all its places if it has several.
func (w *initWalk) extent(it initItem) (lo, hi int64) {
	lo, hi = 8*it.off, 8*(it.off+w.f.u.size(it.t))
	switch {
	case it.str != nil:
		hi = lo + 8*int64(len(it.str))
	case it.bf != nil:
		lo += int64(it.bf.off)
		hi = lo + int64(it.bf.width)
	}
	for _, r := range it.reps {
		hi += 8 * (r.count - 1) * r.stride
	}
	return lo, hi
}

// apart gives each place of an item that reaches into a range an item of its own, if they are few.
func (w *initWalk) apart(it initItem, from, to int64) []initItem {
	if lo, hi := w.extent(it); it.reps == nil || hi <= 8*from || lo >= 8*to {
		return []initItem{it}
	}
	last := len(it.reps) - 1
	r := it.reps[last]
	if r.count > maxApart {
		return []initItem{it}
	}
	var list []initItem
	for i := range r.count {
		one := it
		one.off += i * r.stride
		one.reps = it.reps[:last:last]
		if last == 0 {
			one.reps = nil
		}
		list = append(list, w.apart(one, from, to)...)
	}
	return list
}

// after is the index that initialization was at; nothing follows in a union.
func (a *aggregate) after(i int) int {
	if a.t.union() {
		return 1 << 30
	}
	return i
}

// into follows the remaining designators into s.
func (w *initWalk) into(s subobject, dl *cc.DesignatorList, l *cc.InitializerList) *cc.InitializerList {
	if dl == nil {
		return w.sub(s, l)
	}
	if s.t.k != kArray && s.t.k != kRecord {
		w.bad = "designator into something that has no parts"
		return nil
	}
	a := w.aggregate(s.t, s.off, s.name)
	rest, at := w.designated(a, dl, l)
	return w.fillRest(a, at+1, rest)
}

// fillRest goes on after a designated subobject.
func (w *initWalk) fillRest(a *aggregate, i int, l *cc.InitializerList) *cc.InitializerList {
	if l == nil || l.Designation != nil {
		return l
	}
	return w.fill(a, i, l)
}
