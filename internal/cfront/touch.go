package cfront

import (
	"fmt"
	"math/bits"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What an undefined function does to memory that it can reach. For every type there is a function that makes an object of it arbitrary and
// goes on to what its pointers lead to, by their types. All that one call does is one atomic step that takes part in no race: it is unknown whether the real
// function writes at all, and a race with it would be a false alarm (such programs get at most BOUNDED).
//
// Numbers become anything, an array of them in one operation. Pointers in an uninitialized local lead to external memory, at most one of them is null: the function fills
// them in. Of the pointers in any other object at most one changes, to null or external memory: most functions leave most of them alone, and with all
// of them arbitrary at once an exploration has n to the power of the pointers to try. Pointers to functions, locks, and volatile or atomic members stay
// as they are. What a const pointer leads to stays, but not what the pointers in there lead to.
//
// An object that may not be there (an end pointer, a pointer that was never set) may also be left alone: the access is ir.Mem.Unsure, and a bit
// says that it is not made.
//
// Behind a pointer to characters some change. A pointer to void whose argument has no other type leads to nothing that is known.

const (
	mostTouched  = 64 // values of one object that change
	mostElements = 16 // elements of an array of anything but numbers
	fewNumbers   = 4  // elements of an array of numbers that are values of their own
	mostChars    = 8  // characters behind a pointer
	deepest      = 2  // pointers followed, one behind another
)

// mostFollowed is how many pointers of an object are followed, by the number of pointers followed to reach it.
var mostFollowed = [deepest + 1]int{8, 2, 0}

// part is a value in an object.
type part struct {
	off   int64
	size  int64
	t     ctype
	name  string
	field string
	from  string // of a pointer, its origin
	fixed bool   // const, for what it leads to
	last  bool   // the last character of a text
	run   bool   // numbers of this type, one behind another
}

// driversOwn is members of a new device that are null until a driver sets them.
var driversOwn = map[string]bool{"device.driver_data": true, "acpi_device.driver_data": true}

// touchAll makes arbitrary what arguments lead to.
func (f *fn) touchAll(given []give) {
	var calls []*ir.Call
	for _, g := range given {
		if g.how != giveWritten && g.how != giveRead {
			continue
		}
		if id, ok := f.c.toucher(f.u, g.t, touching{read: g.how == giveRead, fresh: g.fresh, sure: g.sure}); ok {
			calls = append(calls, &ir.Call{Dst: ir.NoReg, Func: id, Args: []ir.Operand{g.op}})
		}
	}
	if len(calls) == 0 {
		return
	}
	f.emit(&ir.AtomicBegin{})
	for _, call := range calls {
		f.emit(call)
	}
	f.emit(&ir.AtomicEnd{})
}

// touching is how an object is touched.
type touching struct {
	read, fresh, sure bool
	record            bool // a struct, or an array of them
	depth             int
}

// toucher is the function that makes an object of a type arbitrary; not ok: there is nothing to do.
func (c *compiler) toucher(u *unit, t ctype, how touching) (ir.FuncID, bool) {
	for inner := t; ; inner = u.elem(inner) {
		if how.record = inner.k == kRecord; inner.k != kArray {
			break
		}
	}
	key := fmt.Sprintf("%s %d %v", u.key(t), u.size(t), how)
	if t.k == kInt && t.char {
		key = "char" + key
	}
	if id, ok := c.touchers[key]; ok {
		return id, id >= 0
	}
	c.touchers[key] = -1
	text := t.k == kInt && t.char && !how.sure
	var parts []part
	if text {
		for i := int64(0); i < mostChars && how.depth == 0; i++ {
			parts = append(parts, part{off: i, size: 1, t: t, name: "text"})
		}
	} else {
		parts = u.partsOf(t)
	}
	useful := false
	for _, p := range parts {
		useful = useful || !how.read || p.t.k == kPtr
	}
	if !useful {
		return 0, false
	}
	g := &fn{c: c, u: u, f: &ir.Func{Name: c.unique("touch " + u.people(t)), Display: "touch", Model: true}, locals: map[*cc.Declarator]*local{}, labels: map[string]*label{}}
	g.pos = c.funcs[0].f.Pos
	g.f.Pos = g.pos
	g.begin(g.newBlock("entry"))
	r := g.newReg(c.pw, "object", ir.ShowPointer)
	g.f.Params = []ir.Reg{r}
	end := g.newBlock("end")
	at := ir.R(r, c.pw)
	if !how.sure {
		g.unlessNull(at, end)
		g.maybe(end)
	}
	if text {
		g.ifHostile(changesGiven, end)
		g.text(at, parts, end)
	} else {
		g.touch(at, parts, how)
	}
	g.jump(end)
	g.begin(end)
	g.emit(&ir.Return{})
	g.finish()
	if !changes(g.f) {
		return 0, false
	}
	id := ir.FuncID(len(c.funcs))
	c.funcs = append(c.funcs, &funcSlot{f: g.f})
	c.mention(g.f)
	c.touchers[key] = id
	return id, true
}

// changes reports whether a function writes or calls something.
func changes(f *ir.Func) bool {
	for in := range f.Instrs() {
		switch in.(type) {
		case *ir.Store, *ir.Fill, *ir.Call:
			return true
		}
	}
	return false
}

func (f *fn) unlessNull(p ir.Operand, end ir.BlockID) {
	there := f.newBlock("there")
	f.branch(f.binary(ir.Eq, p, ir.K(f.c.pw, 0)), end, there)
	f.begin(there)
}

// maybe goes on, or not.
func (f *fn) maybe(end ir.BlockID) {
	yes := f.newBlock("yes")
	f.branch(f.havoc(1, "", ir.ShowBool), yes, end)
	f.begin(yes)
}

// What a hostile function does to memory that it is given, and a friendly one does not.
const (
	changesGiven    = "changes what it was given"
	changesPointer  = "changes a pointer in what it was given"
	leavesNull      = "sets a pointer to NULL"
	usesMember      = "uses a member of what it was given"
	sharesMemory    = "uses memory that other calls use"
	returnsNull     = "returns NULL"
	returnsOldAgain = "returns what it returned before"
	readsOn         = "reads on"
	usesPipes       = "uses a pipe that it was not given"
)

// ifHostile goes on if the outside does this.
func (f *fn) ifHostile(what string, end ir.BlockID) {
	yes := f.newBlock("hostile")
	f.branch(f.hostile(1, what), yes, end)
	f.begin(yes)
}

// text writes some characters.
func (f *fn) text(at ir.Operand, parts []part, end ir.BlockID) {
	for i, p := range parts {
		if i > 0 {
			f.maybe(end)
		}
		f.put(at, p, f.outsideData(p.t), touching{})
	}
}

// mayChange reports whether a friendly function may change the numbers in an object: it fills what is uninitialized, and a scalar or a buffer whose own address it is given.
func (how touching) mayChange(record bool) bool { return how.sure && (how.fresh || !record) }

// touch makes the values of an object arbitrary and follows its pointers.
func (f *fn) touch(at ir.Operand, parts []part, how touching) {
	var pointers, numbers []part
	for _, p := range parts {
		switch {
		case p.t.k == kPtr:
			pointers = append(pointers, p)
		case !how.read:
			numbers = append(numbers, p)
		}
	}
	f.touchNumbers(at, numbers, how)
	var data []part
	followed := 0
	for _, p := range pointers {
		el := f.u.elem(p.t)
		if el.k == kFunc {
			if !how.fresh {
				f.handValue(f.get(at, p, how), el, at)
			}
			continue
		}
		if !how.fresh && followed < mostFollowed[how.depth] {
			if id, ok := f.c.toucher(f.u, el, touching{read: p.fixed, depth: how.depth + 1}); ok && f.u.known(el) {
				followed++
				f.emit(&ir.Call{Dst: ir.NoReg, Func: id, Args: []ir.Operand{f.get(at, p, how)}})
			}
		}
		data = append(data, p)
	}
	if how.read || len(data) == 0 {
		return
	}
	what := changesPointer
	if how.fresh {
		what = leavesNull
	}
	which := f.hostile(bits.Len(uint(len(data))), what)
	for i, p := range data {
		hit := f.binary(ir.Eq, which, ir.K(which.Width, uint64(i+1)))
		el := f.u.elem(p.t)
		if how.fresh && driversOwn[p.field] {
			f.put(at, p, ir.K(f.c.pw, 0), how)
			continue
		}
		if how.fresh {
			f.put(at, p, f.ite(hit, ir.K(f.c.pw, 0), f.oneObject(el, p.from)), how)
			continue
		}
		change, next := f.newBlock("change"), f.newBlock("next")
		if how.sure && len(parts) == 1 { // null is what programs give a pointer that the function is to set
			hit = f.binary(ir.Or, hit, f.binary(ir.Eq, f.get(at, p, how), ir.K(f.c.pw, 0)))
		}
		f.branch(hit, change, next)
		f.begin(change)
		to := ir.K(f.c.pw, 0)
		if outParam := how.sure && len(parts) == 1; outParam || !loose(el) {
			to = f.someObject(el, p.from, true)
		}
		f.put(at, p, to, how)
		f.jump(next)
		f.begin(next)
	}
}

// touchNumbers makes the numbers of an object arbitrary.
func (f *fn) touchNumbers(at ir.Operand, numbers []part, how touching) {
	if len(numbers) == 0 {
		return
	}
	end := f.newBlock("numbers")
	if !how.mayChange(how.record) {
		f.ifHostile(changesGiven, end)
	}
	for _, p := range numbers {
		switch {
		case p.run:
			m := f.memOf(at, p, how)
			m.Size, m.Len = 1, ir.K(f.c.pw, uint64(p.size))
			f.emit(&ir.Fill{Mem: m, Outside: true})
		case p.last:
			f.put(at, p, ir.K(int(8*p.size), 0), how)
		case p.t.k == kInt && p.t.boolean:
			f.put(at, p, f.outsideData(p.t), how)
		default:
			f.put(at, p, f.data(int(8*p.size), showOf(p.t)), how)
		}
	}
	f.jump(end)
	f.begin(end)
}

// loose reports what pointers of all kinds lead to, characters and void. A pointer to it that is set already becomes null and nothing else: with one to external
// characters, all that such pointers lead to would be one array of bytes. The exception is a variable that is such a pointer and whose address is handed
// over: that is how a function gives a text back.
func loose(t ctype) bool { return t.k == kVoid || t.k == kInt && t.char }

// known reports whether it is known what a pointer to a type leads to.
func (u *unit) known(t ctype) bool { return t.k != kVoid && u.size(t) > 0 }

func (f *fn) memOf(at ir.Operand, p part, how touching) ir.Mem {
	return ir.Mem{Addr: f.addr(at, p.off), Size: int(p.size), Name: p.name, Field: p.field, Show: showOf(p.t), Excused: true, Unsure: !how.sure}
}

func (f *fn) put(at ir.Operand, p part, v ir.Operand, how touching) {
	f.emit(&ir.Store{Mem: f.memOf(at, p, how), Val: v})
}

func (f *fn) get(at ir.Operand, p part, how touching) ir.Operand {
	d := f.newReg(f.c.pw, "", ir.ShowPointer)
	m := f.memOf(at, p, how)
	m.Name = ""
	f.emit(&ir.Load{Dst: d, Mem: m})
	return ir.R(d, f.c.pw)
}

// partsOf lists the values of an object that a function can change.
func (u *unit) partsOf(t ctype) (out []part) {
	var walk func(t ctype, off int64, name, field, from string, q *qual, depth int)
	walk = func(t ctype, off int64, name, field, from string, q *qual, depth int) {
		if depth > 8 || len(out) >= mostTouched || q.isVolatile() || q.isAtomic() {
			return
		}
		switch t.k {
		case kInt, kFloat, kPtr:
			out = append(out, part{off: off, size: u.size(t), t: t, name: name, field: field, from: from, fixed: q.next().isConst()})
		case kArray:
			el := u.elem(t)
			n, size := u.size(t), u.size(el)
			text := el.k == kInt && el.char && size == 1 && n > 1
			if inner := q.next(); (el.k == kInt && !el.boolean || el.k == kFloat) && n > fewNumbers*size && !inner.isVolatile() && !inner.isAtomic() {
				out = append(out, part{off: off, size: n, t: el, name: name + "[]", field: field, run: true})
				if text {
					out[len(out)-1].size--
					out = append(out, part{off: off + n - 1, size: 1, t: el, name: name + "[]", field: field, last: true})
				}
				return
			}
			for i := int64(0); size > 0 && (i+1)*size <= n && i < mostElements && len(out) < mostTouched; i++ {
				before := len(out)
				walk(el, off+i*size, name+"[]", field, from, q.next(), depth+1)
				if len(out) == before {
					return
				}
			}
			if last := len(out) - 1; last >= 0 && text {
				out[last] = part{off: off + n - 1, size: 1, t: el, name: name + "[]", field: field, last: true}
			}
		case kRecord:
			if opaque(t) {
				return
			}
			fields := u.lay.Fields(t.cc)
			if t.union() {
				largest := 0 // stands for all
				for i, m := range fields {
					if u.size(u.typeOf(m.Type)) > u.size(u.typeOf(fields[largest].Type)) {
						largest = i
					}
				}
				fields = fields[largest:min(largest+1, len(fields))]
			}
			base := u.recordName(t)
			if base == "" {
				base = field
			}
			done := int64(-1)
			for _, m := range fields {
				if m.Flexible || len(out) >= mostTouched {
					continue
				}
				if m.BitField {
					if m.LocOffset > done && m.LocSize <= 8 {
						done = m.LocOffset
						out = append(out, part{
							off: off + m.LocOffset, size: m.LocSize, t: intType(int(8*m.LocSize), false, rankInt), name: m.Name, field: memberField(base, m.Name),
						})
					}
					continue
				}
				walk(u.typeOf(m.Type), off+m.Offset, m.Name, memberField(base, m.Name), fieldOrigin(u.recordKey(t), m.Offset), u.memberQuals(t, m.Name), depth+1)
			}
		}
	}
	walk(t, 0, "*", u.objectField(t, ""), anyOrigin, nil, 0)
	return out
}

// memberQuals is the qualifiers that a member is declared with.
func (u *unit) memberQuals(t ctype, name string) *qual {
	s, ok := t.cc.(interface {
		FieldByName(name string) *cc.Field
	})
	if !ok || name == "" {
		return nil
	}
	if m := s.FieldByName(name); m != nil && m.Declarator() != nil {
		return u.declQual(m.Declarator())
	}
	return nil
}
