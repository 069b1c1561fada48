package cfront

import (
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// The ranges of external memory, made when everything is lowered: only then is it known which types the program looks at.

// slot is a pointer in an object.
type ptrSlot struct {
	off    int64
	elem   ctype
	origin string
}

// finishOutside makes the ranges that pointers from outside lead to.
func (c *compiler) finishOutside() {
	o := c.outside
	if len(o.opened)+len(o.makers) == 0 {
		return
	}
	// Every range that some pointer can lead to, then where each leads: into members of the others, too.
	var slots [][]ptrSlot
	for i := range o.opened {
		slots = append(slots, c.slotsOf(o.opened[i].typeIn, o.opened[i].name))
	}
	for i := range slots {
		c.rangesFor(o.opened[i].u, slots[i])
	}
	for _, m := range o.makers {
		c.rangesFor(m.u, []ptrSlot{{elem: m.t, origin: m.origin}})
	}
	var inner [][]ptrSlot
	for i := 0; i < len(o.order); i++ { // grows
		r := o.order[i]
		inner = append(inner, c.slotsOf(r.at, "element"))
		c.rangesFor(r.at.u, inner[i])
	}
	for i, v := range o.opened {
		g := c.globals[v.id].g
		n, stride := int64(1), int64(0)
		if v.t.k == kArray && v.u.size(v.u.elem(v.t)) > 0 {
			stride = v.u.size(v.u.elem(v.t))
			n = max(1, g.Size/stride)
		}
		c.incoming(g, v.u, slots[i], stride, n)
	}
	for i, r := range o.order {
		if !c.parted() {
			c.incoming(c.globals[r.id].g, r.at.u, inner[i], r.size, r.count+2*r.lead)
			continue
		}
		c.incomingParts(r, inner[i])
	}
	c.markOutside()
	c.markOwn()
	for _, m := range o.makers {
		if m.own != anybodys {
			c.fillOwn(m)
		} else {
			c.fillMaker(m)
		}
	}
	c.noteOutside()
}

// outsideAlone reports whether external memory belongs to functions and variables that the program does not contain. Where it starts an open program, or holds
// what heddle_nondet_ptr leads to, it is input.
func (c *compiler) outsideAlone() bool {
	return c.opts.Harness == nil && !slices.ContainsFunc(c.outside.makers, func(m maker) bool { return m.own == anybodys })
}

// markOutside says of external memory that its numbers are data from the outside, and that a friendly outside leaves no pointer in it null.
func (c *compiler) markOutside() {
	if !c.outsideAlone() {
		return
	}
	mark := func(g *ir.Global) {
		g.Outside = true
		for i := range g.Incoming {
			g.Incoming[i].Valid = true
		}
	}
	for _, v := range c.outside.opened {
		mark(c.globals[v.id].g)
	}
	for _, r := range c.outside.order {
		mark(c.globals[r.id].g)
	}
}

// markOwn says of external memory that a friendly outside leads to another object from each place. What starts an open program by request may lead anywhere.
func (c *compiler) markOwn() {
	if h := c.opts.Harness; h != nil && !h.Written() {
		return
	}
	for _, r := range c.outside.order {
		g := c.globals[r.id].g
		for i := range g.Incoming {
			g.Incoming[i].Own = true
		}
	}
}

// slotsOf lists the pointers in an object of a type; of an array, those of its first element.
func (c *compiler) slotsOf(at typeIn, origin string) []ptrSlot {
	u := at.u
	var out []ptrSlot
	end := int64(0)
	var walk func(t ctype, off int64, origin, owner string, base int64, depth int)
	walk = func(t ctype, off int64, origin, owner string, base int64, depth int) {
		if depth > 16 || len(out) >= maxSlots {
			return
		}
		switch t.k {
		case kPtr:
			if off < end {
				return // of a union
			}
			end = off + int64(c.pw/8)
			out = append(out, ptrSlot{off, u.elem(t), origin})
		case kArray:
			el := u.elem(t)
			n, size := u.size(t), u.size(el)
			for i := int64(0); size > 0 && (i+1)*size <= n && len(out) < maxSlots; i++ {
				before := len(out)
				walk(el, off+i*size, origin, owner, base, depth+1)
				if len(out) == before {
					return // no pointers in there
				}
			}
		case kRecord:
			if opaque(t) {
				return
			}
			if t.union() && c.mixed(u, t) {
				c.assumeOutside(c.funcs[0].f.Pos, u.people(t)+" in external memory: holds its pointer and not what else it could hold")
			}
			if owner == "" {
				owner, base = u.recordKey(t), off
			}
			for _, m := range u.lay.Fields(t.cc) {
				mt := u.typeOf(m.Type)
				if m.BitField || m.Flexible {
					continue
				}
				at, from := owner, base
				if mt.k == kRecord && !m.Anonymous {
					at, from = "", 0
				}
				walk(mt, off+m.Offset, fieldOrigin(owner, off+m.Offset-base), at, from, depth+1)
			}
		}
	}
	t := at.t
	if t.k == kArray {
		t = u.elem(t)
	}
	walk(t, 0, origin, "", 0, 0)
	if len(out) >= maxSlots {
		c.assumeOutside(c.funcs[0].f.Pos, fmt.Sprintf("of an object in external memory, %d pointers are looked at", maxSlots))
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].off < out[j].off })
	return out
}

// opaque reports the types of synchronization objects, whose bytes are never accessed.
func opaque(t ctype) bool {
	td := t.cc.Typedef()
	if td == nil {
		return false
	}
	switch n := td.Name(); n {
	case "sem_t", "mtx_t", "cnd_t":
		return true
	default:
		return strings.HasPrefix(n, "pthread_")
	}
}

// mixed reports whether a union holds pointers to one type among other things.
func (c *compiler) mixed(u *unit, t ctype) bool {
	kinds := map[string]bool{}
	pointer := false
	for _, m := range u.lay.Fields(t.cc) {
		mt := u.typeOf(m.Type)
		kinds[u.key(mt)] = true
		pointer = pointer || len(c.slotsOf(typeIn{u, mt}, "")) > 0
	}
	return pointer && len(kinds) > 1
}

func fieldOrigin(record string, off int64) string { return fmt.Sprintf("%s at %d", record, off) }

// leadsTo is the types of the objects that a pointer leads to.
func (c *compiler) leadsTo(u *unit, s ptrSlot) (out []typeIn) {
	o := c.outside
	k := u.key(s.elem)
	if o.inside[k] != nil {
		for _, outer := range sortedSet(o.inside[k]) {
			out = append(out, o.types[outer])
		}
		return out
	}
	switch {
	case k == "function", o.derefs[k]:
		t := s.elem
		for t.k == kArray {
			t = u.elem(t)
		}
		return []typeIn{{u, t}}
	}
	if s.elem.k == kVoid {
		for _, k := range o.becoming(s.origin) {
			if o.derefs[k] {
				out = append(out, o.types[k])
			}
		}
	}
	if len(out) == 0 {
		out = []typeIn{{u, tVoid}}
	}
	return out
}

// rangesFor makes the ranges that pointers lead to.
func (c *compiler) rangesFor(u *unit, slots []ptrSlot) {
	for _, s := range slots {
		for _, t := range c.leadsTo(u, s) {
			c.rangeOf(t)
		}
	}
}

func (c *compiler) rangeOf(at typeIn) *memRange {
	o := c.outside
	k := at.u.key(at.t)
	if r := o.ranges[k]; r != nil {
		return r
	}
	r := &memRange{key: k, at: at, size: 16}
	align := int64(16)
	if k != anyKey && k != "function" {
		r.size, align = at.u.size(at.t), at.u.align(at.t)
		if !o.arrays[k] {
			r.size = int64(1) << bits.Len64(uint64(r.size-1))
			align = max(align, min(r.size, 1<<12))
		}
	} else {
		r.at.t = tVoid
	}
	r.lead = (leadBytes + r.size - 1) / r.size
	r.count = int64(1) << max(0, bits.Len64(uint64(rangeBytes/r.size))-1)
	r.count = max(r.count, fewest)
	if c.parted() && k != byteKey && k != anyKey && !o.arrays[k] {
		r.lead, r.count = 1, owners*perOwner
	}
	name := at.u.people(r.at.t)
	if k == "function" {
		name = "functions"
	}
	g := &ir.Global{
		Name: c.unique("outside." + strings.ReplaceAll(name, " ", "_")), Display: "external " + name,
		Size: r.size * (r.count + 2*r.lead), Align: align, External: true, Range: true,
	}
	r.id = c.addGlobal(g)
	c.globals[r.id].done = true
	c.liveGlobals[r.id] = true
	if k == "function" {
		o.code = &r.id
	}
	o.ranges[k] = r
	o.order = append(o.order, r)
	return r
}

// targets is where pointers to a type lead: to the elements of its range, and to members of that type in others.
func (c *compiler) targets(u *unit, s ptrSlot) []ir.Extent {
	var out []ir.Extent
	member := func(r *memRange, key string) {
		for _, off := range c.membersOf(r.at, key) {
			out = append(out, ir.Extent{Object: ir.Object{Global: r.id}, Offset: r.lead*r.size + off, Stride: r.size, Count: r.count})
		}
	}
	for _, t := range c.leadsTo(u, s) {
		r := c.rangeOf(t)
		if k := u.key(s.elem); c.outside.inside[k] != nil {
			member(r, k)
			c.onlyInside(k)
			continue
		}
		out = append(out, ir.Extent{Object: ir.Object{Global: r.id}, Offset: r.lead * r.size, Stride: r.size, Count: r.count})
		if r.key == anyKey || r.key == "function" || r.key == byteKey && !c.outside.writes {
			continue
		}
		for _, other := range c.outside.order {
			if other == r {
				continue
			}
			member(other, r.key)
		}
	}
	if len(out) > maxTargets {
		c.assumeOutside(c.funcs[0].f.Pos, fmt.Sprintf("a pointer to %s from outside leads to one of %d kinds of members", u.key(s.elem), maxTargets))
		out = out[:maxTargets]
	}
	return out
}

// onlyInside notes that pointers to a member lead to members of the structs that container_of finds around them, and not to those of
// others: the head of a list, say, at which a walk would end. Leading there would make a struct of one type out of another.
func (c *compiler) onlyInside(key string) {
	in := c.outside.inside[key]
	for _, r := range c.outside.order {
		if !in[r.key] && len(c.membersOf(r.at, key)) > 0 {
			c.assumeOutside(c.funcs[0].f.Pos, fmt.Sprintf("a pointer to %s from outside leads to a member of %s, and not of %s", key,
				strings.Join(sortedSet(in), ", "), r.at.u.people(r.at.t)))
		}
	}
}

// membersOf lists the offsets at which an object has members of a type.
func (c *compiler) membersOf(at typeIn, key string) (out []int64) {
	u := at.u
	var walk func(t ctype, off int64, depth int)
	walk = func(t ctype, off int64, depth int) {
		if depth > 16 || len(out) > maxTargets || t.k == kRecord && opaque(t) {
			return
		}
		if depth > 0 && t.k != kArray && u.key(t) == key {
			out = append(out, off)
		}
		switch t.k {
		case kArray:
			el := u.elem(t)
			n, size := u.size(t), u.size(el)
			for i := int64(0); size > 0 && (i+1)*size <= n && len(out) <= maxTargets; i++ {
				before := len(out)
				walk(el, off+i*size, depth+1)
				if len(out) == before {
					return
				}
			}
		case kRecord:
			for _, m := range u.lay.Fields(t.cc) {
				if !m.BitField && !m.Flexible {
					walk(u.typeOf(m.Type), off+m.Offset, depth+1)
				}
			}
		}
	}
	walk(at.t, 0, 0)
	slices.Sort(out)
	n := 0
	for i, off := range out { // members of a union may be of one type
		if i == 0 || off != out[i-1] {
			out[n] = off
			n++
		}
	}
	return out[:n]
}

// incoming says where the pointers of external memory lead.
func (c *compiler) incoming(g *ir.Global, u *unit, slots []ptrSlot, stride, count int64) {
	if count == 1 {
		stride = 0
	}
	for _, s := range slots {
		if s.off+int64(c.pw/8)+(count-1)*stride <= g.Size {
			g.Incoming = append(g.Incoming, ir.Incoming{Offset: s.off, Stride: stride, Count: count, Targets: c.targets(u, s)})
		}
	}
}

// fillMaker writes the function that gives any address.
func (c *compiler) fillMaker(m maker) {
	f := &fn{c: c, u: m.u, f: c.funcs[m.id].f}
	f.begin(f.newBlock("entry"))
	targets := c.targets(m.u, ptrSlot{elem: m.t, origin: m.origin})
	which := f.havoc(8, "", ir.ShowUnsigned)
	f.emit(&ir.Assume{Cond: f.binary(ir.ULe, which, ir.K(8, uint64(len(targets))))})
	place := f.havoc(16, "", ir.ShowUnsigned)
	p := ir.K(c.pw, 0)
	for i, t := range targets {
		k := f.binary(ir.And, place, ir.K(16, uint64(t.Count-1)))
		a := f.binary(ir.Add, ir.G(t.Object.Global, uint64(t.Offset), c.pw), f.binary(ir.Mul, f.resize(k, c.pw, false), ir.K(c.pw, uint64(t.Stride))))
		p = f.ite(f.binary(ir.Eq, which, ir.K(8, uint64(i+1))), a, p)
	}
	f.emit(&ir.Return{X: p})
	c.mention(f.f)
}

// noteOutside says what verdicts rest on.
func (c *compiler) noteOutside() {
	var names []string
	for _, r := range c.outside.order {
		if r.key != "function" {
			names = append(names, r.at.u.people(r.at.t))
		}
	}
	pos := c.funcs[0].f.Pos
	if len(names) > 0 {
		c.assume(pos, "external memory ("+strings.Join(names, ", ")+"): a pointer from outside is null or leads to an object of its type; "+
			"such objects overlap only where one is a member of the other, and no object of the program", false)
	}
	inStructs := slices.ContainsFunc(c.outside.order, func(r *memRange) bool { return len(c.membersOf(r.at, byteKey)) > 0 })
	if c.outside.ranges[byteKey] != nil && !c.outside.writes && inStructs {
		c.assume(pos, "a pointer to characters from outside, through which the program only reads, does not lead into a struct", false)
	}
	if c.outside.ranges[byteKey] != nil && len(names) > 1 {
		c.assumeOutside(pos, "a pointer to characters from outside does not lead into an object of another type that is no struct")
	}
	if c.outside.code != nil {
		c.assume(pos, "a function pointer from outside is null or leads to a function that is not in the program", false)
	}
}

// assumeOutside notes something about external memory that can hide a failure there.
func (c *compiler) assumeOutside(pos source.Range, text string) {
	c.assume(pos, text, true)
	c.prog.Assumed[c.assumed[text]].Outside = true
}

// Calls of functions from outside. They make executions UNKNOWN; but in a driver, which is full of them, they are calls of functions that nothing defines, known by their types. A first round
// of lowering finds out whether there are such calls, and a second one makes the bodies that they need.

// wouldCallOutside reports whether functions from outside should be called, and are not.
func (c *compiler) wouldCallOutside() bool {
	h := c.opts.Harness
	return !c.callsOutside && c.outside.code != nil && h != nil && h.Start == harness.Loaded && c.opts.Parse.Platform == "linux" && c.opts.Externs != ExternsPure && !c.opts.StrictExterns
}

// fromOutside is the body of a function from outside, by its type.
func (c *compiler) fromOutside(u *unit, at cc.Node, ft *cc.FunctionType, sig signature) ir.FuncID {
	key := "from outside|" + ft.String()
	if id, ok := c.unknowns[key]; ok {
		return id
	}
	id := ir.FuncID(len(c.funcs))
	c.unknowns[key] = id
	slot := &funcSlot{}
	c.funcs = append(c.funcs, slot)
	s := &symbol{name: "a function from outside", unit: u}
	g := c.newUnknown(u, s, at, c.unique("from_outside"))
	g.f.RetWidth = g.retWidth(sig)
	var given []give
	for i, w := range g.widths(sig) {
		r := g.newReg(w, "", ir.ShowUnsigned)
		g.f.Params = append(g.f.Params, r)
		if k := i - b2i(sig.retPtr); k >= 0 && k < len(sig.params) {
			given = append(given, g.declaredGive(nil, k, sig.params[k], ir.R(r, w))...)
		} else if k < 0 && sig.ret.k == kRecord {
			given = append(given, give{how: giveWritten, t: sig.ret, fresh: true, sure: true, op: ir.R(r, w)})
		}
	}
	c.assumption(g.pos, fmt.Sprintf("%s, of type %s: %s", s.name, ft, g.effects(sig, nil, given, true)), true, true)
	g.behave(s, nil, sig, given)
	slot.f = g.f
	c.mention(g.f)
	return id
}

// guardCalls tells the calls of functions from outside apart from others.
func (c *compiler) guardCalls() {
	if c.outside.code == nil {
		return
	}
	base := ir.G(*c.outside.code, 0, c.pw)
	end := ir.G(*c.outside.code, uint64(c.globals[*c.outside.code].g.Size), c.pw)
	for i, slot := range c.funcs {
		if slot.f == nil || !c.liveFuncs[ir.FuncID(i)] && i != 0 {
			continue
		}
		f := slot.f
		done := map[ir.Instr]bool{}
		for bi := 0; bi < len(f.Blocks); bi++ { // grows
			for k, in := range f.Blocks[bi].Instrs {
				var ptr ir.Operand
				switch in := in.(type) {
				case *ir.CallPtr:
					ptr = in.Ptr
				case *ir.Spawn:
					ptr = in.Fn
				}
				if ptr.Kind != ir.KindReg || done[in] {
					continue
				}
				done[in] = true
				c.guard(f, f.Blocks[bi], k, ptr, base, end)
				break
			}
		}
	}
}

// guard parts a block before a call and asks first where the pointer leads.
func (c *compiler) guard(f *ir.Func, b *ir.Block, k int, ptr, base, end ir.Operand) {
	m := ir.Meta{Pos: b.Instrs[k].Base().Pos, Text: b.Instrs[k].Base().Text}
	lo, hi, in := f.NewReg(1, "", ir.ShowBool), f.NewReg(1, "", ir.ShowBool), f.NewReg(1, "", ir.ShowBool)
	n := len(f.Blocks)
	unknown := &ir.Block{Name: fmt.Sprintf("%s.outside%d", b.Name, n), Instrs: []ir.Instr{
		&ir.Unsupported{Meta: m, What: "call of a function pointer from outside"},
	}}
	rest := &ir.Block{Name: fmt.Sprintf("%s.inside%d", b.Name, n), Instrs: append([]ir.Instr(nil), b.Instrs[k:]...)}
	more := []*ir.Block{unknown, rest}
	if call, ok := b.Instrs[k].(*ir.CallPtr); ok && c.callsOutside {
		if id, ok := c.fallback[call]; ok {
			c.liveFuncs[id] = true
			unknown.Instrs = []ir.Instr{&ir.Call{Meta: m, Dst: call.Dst, Func: id, Args: slices.Clone(call.Args)}, &ir.Jump{Meta: m, To: ir.BlockID(n + 2)}}
			more = append(more, &ir.Block{Name: fmt.Sprintf("%s.after%d", b.Name, n), Instrs: append([]ir.Instr(nil), rest.Instrs[1:]...)})
			rest.Instrs = []ir.Instr{call, &ir.Jump{Meta: m, To: ir.BlockID(n + 2)}}
		}
	}
	b.Instrs = append(b.Instrs[:k:k],
		&ir.Binary{Meta: m, Dst: lo, Op: ir.ULe, X: base, Y: ptr},
		&ir.Binary{Meta: m, Dst: hi, Op: ir.ULt, X: ptr, Y: end},
		&ir.Binary{Meta: m, Dst: in, Op: ir.And, X: ir.R(lo, 1), Y: ir.R(hi, 1)},
		&ir.Branch{Meta: m, Cond: ir.R(in, 1), Then: ir.BlockID(n), Else: ir.BlockID(n + 1)})
	f.Blocks = append(f.Blocks, more...)
}
