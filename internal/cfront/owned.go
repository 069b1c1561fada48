package cfront

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// External objects that undefined functions give away: results, and pointers that they write. It is unknown whether two calls give the same object. Within a
// thread they may; two threads never get the same one, or every function that makes an object would look like a race on it. So the
// ranges of external memory are dealt out among threads, in the order in which they ask, and what lies in one thread's part leads to that part. The
// parts are used again from the fifth thread on; in a driver, where many functions run at the same time, from the seventeenth on.
//
// A thread has a few objects of each type and gets one after the other: what a function returns is an object of its own. A hostile one returns the object of before again.
//
// Rejected: the number of the thread as the number of its part. Engines number threads as they unfold, the interpreter as they are made.

// ownership is who gets an object, and whether there may be none.
type ownership uint8

const (
	anybodys ownership = iota // any of all objects, or null
	ownOrNull
	modelOrNull // the same; null is what a model says, and no choice of the outside
	ownObject
	ownNext // the next one, in any case
)

const (
	owners        = 4
	ownersWritten = 16 // with a harness that is part of the program's text
	perOwner      = 4
)

// parted reports whether external memory is dealt out among threads. Where it starts a program, arguments, and what is in memory, may lead anywhere: only what undefined functions
// give away is another object in every thread then.
func (c *compiler) parted() bool {
	if c.opts.Harness != nil {
		return false
	}
	for _, m := range c.outside.makers {
		if m.own != anybodys {
			return true
		}
	}
	return false
}

// owners is the number of parts that external memory has.
func (c *compiler) owners() int64 {
	if h := c.opts.Harness; h != nil && h.Written() {
		return ownersWritten
	}
	return owners
}

// someObject is an object from outside that this thread gets.
func (f *fn) someObject(t ctype, origin string, orNull bool) ir.Operand {
	own := ownObject
	if orNull {
		own = ownOrNull
	}
	return f.ownObject(t, origin, own)
}

// oneObject is the next of those.
func (f *fn) oneObject(t ctype, origin string) ir.Operand { return f.ownObject(t, origin, ownNext) }

func (f *fn) ownObject(t ctype, origin string, own ownership) ir.Operand {
	for t.k == kArray {
		t = f.u.elem(t)
	}
	d := f.newReg(f.c.pw, "", ir.ShowPointer)
	f.emit(&ir.Call{Dst: d, Func: f.c.maker(maker{key: f.u.key(t), typeIn: typeIn{f.u, t}, origin: origin, own: own})})
	return ir.R(d, f.c.pw)
}

// fillOwn writes the function that gives an object to a thread.
func (c *compiler) fillOwn(m maker) {
	f := &fn{c: c, u: m.u, f: c.funcs[m.id].f}
	f.pos = f.f.Pos
	f.begin(f.newBlock("entry"))
	targets := c.targets(m.u, ptrSlot{elem: m.t, origin: m.origin})
	if m.own == ownNext {
		targets = targets[:1]
	}
	owners := c.owners()
	first := ir.K(c.pw, uint64(perOwner))
	if c.parted() || c.opts.Harness != nil && c.opts.Harness.Concurrent() {
		first = f.myPart()
	}
	place := f.binary(ir.Add, first, f.resize(f.nextPlace(m.own != ownNext), c.pw, false))
	at := func(t ir.Extent) ir.Operand {
		step := uint64(t.Stride) * uint64(max(1, t.Count/(owners*perOwner)))
		k := place
		if t.Count < owners*perOwner {
			k = f.binary(ir.And, k, ir.K(c.pw, uint64(t.Count-1)))
		}
		return f.binary(ir.Add, ir.G(t.Object.Global, uint64(t.Offset), c.pw), f.binary(ir.Mul, k, ir.K(c.pw, step)))
	}
	n := len(targets)
	p := at(targets[n-1])
	if m.own == modelOrNull {
		p, n = ir.K(c.pw, 0), n+1
	}
	if n > 1 {
		// What is too much is the last.
		which := f.havoc(bits.Len(uint(n-1)), "", ir.ShowUnsigned)
		for i, t := range targets[:n-1] {
			p = f.ite(f.binary(ir.Eq, which, ir.K(which.Width, uint64(i))), at(t), p)
		}
	}
	if m.own == ownOrNull {
		p = f.ite(f.hostile(1, returnsNull), ir.K(c.pw, 0), p)
	}
	f.emit(&ir.Return{X: p})
	f.finish()
	c.mention(f.f)
}

// nextPlace counts the objects that the thread got from here, as far as it has places for them. again says that a hostile function may give the one of before.
func (f *fn) nextPlace(again bool) ir.Operand {
	c := f.c
	id := c.addGlobal(&ir.Global{Name: c.unique("outside.count"), Display: "outside.count", Size: 4, Align: 4, ThreadLocal: true})
	c.globals[id].done = true
	c.liveGlobals[id] = true
	a := f.newReg(c.pw, "", ir.ShowPointer)
	f.emit(&ir.TLSAddr{Dst: a, Global: id})
	count := ir.Mem{Addr: ir.R(a, c.pw), Size: 4}
	n := f.newReg(32, "", ir.ShowUnsigned)
	f.emit(&ir.Load{Dst: n, Mem: count})
	last := ir.K(32, perOwner-1)
	f.emit(&ir.Store{Mem: count, Val: f.binary(ir.And, f.binary(ir.Add, ir.R(n, 32), ir.K(32, 1)), last)})
	if !again {
		return ir.R(n, 32)
	}
	before := f.resize(f.hostile(1, returnsOldAgain), 32, false)
	return f.binary(ir.And, f.binary(ir.Sub, ir.R(n, 32), before), last)
}

// myPart is the number of the first place in the part of external memory that this thread has.
func (f *fn) myPart() ir.Operand {
	c, o := f.c, f.c.outside
	variable := func(name string, local bool) *ir.GlobalID {
		id := c.addGlobal(&ir.Global{Name: c.unique(name), Display: name, Size: 4, Align: 4, ThreadLocal: local})
		c.globals[id].done = true
		c.liveGlobals[id] = true
		return &id
	}
	if o.me == nil {
		o.me, o.threads = variable("outside.me", true), variable("outside.threads", false)
	}
	a := f.newReg(c.pw, "", ir.ShowPointer)
	f.emit(&ir.TLSAddr{Dst: a, Global: *o.me})
	mine := ir.Mem{Addr: ir.R(a, c.pw), Size: 4}
	me := f.newReg(32, "", ir.ShowUnsigned)
	f.emit(&ir.Load{Dst: me, Mem: mine})
	ask, known := f.newBlock("ask"), f.newBlock("known")
	f.branch(f.binary(ir.Eq, ir.R(me, 32), ir.K(32, 0)), ask, known)
	f.begin(ask)
	got := f.newReg(32, "", ir.ShowUnsigned)
	f.emit(&ir.RMW{Dst: got, Op: ir.RMWAdd, Mem: ir.Mem{Addr: ir.G(*o.threads, 0, c.pw), Size: 4, Mark: ir.MarkAtomic}, Val: ir.K(32, 1)})
	f.emit(&ir.Binary{Dst: me, Op: ir.Add, X: ir.R(got, 32), Y: ir.K(32, 1)})
	f.emit(&ir.Store{Mem: mine, Val: ir.R(me, 32)})
	f.jump(known)
	f.begin(known)
	part := f.binary(ir.And, ir.R(me, 32), ir.K(32, uint64(c.owners()-1)))
	return f.resize(f.binary(ir.Mul, part, ir.K(32, perOwner)), c.pw, false)
}

// incomingParts says where the pointers in a range lead that is dealt out: into the same part of other ranges.
func (c *compiler) incomingParts(r *memRange, slots []ptrSlot) {
	g := c.globals[r.id].g
	size := int64(c.pw / 8)
	for _, s := range slots {
		targets := c.targets(r.at.u, s)
		for i := range int64(owners) {
			per := r.count / owners
			from, n := r.lead+i*per, per
			if i == 0 {
				from, n = 0, n+r.lead
			}
			if i == owners-1 {
				n += r.lead
			}
			in := ir.Incoming{Offset: s.off + from*r.size, Stride: r.size, Count: n}
			if in.Offset+(n-1)*r.size+size > g.Size {
				continue
			}
			for _, t := range targets {
				if k := t.Count / owners; k > 0 {
					// Two places of the part, of an array with room behind each.
					t.Offset, t.Stride, t.Count = t.Offset+i*k*t.Stride, max(1, k/perOwner)*t.Stride, min(k, perOwner)
				}
				in.Targets = append(in.Targets, t)
			}
			g.Incoming = append(g.Incoming, in)
		}
	}
	slices.SortStableFunc(g.Incoming, func(a, b ir.Incoming) int { return cmp.Compare(a.Offset, b.Offset) })
}
