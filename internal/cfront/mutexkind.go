package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Mutexes that are made by their bytes. glibc's initializers of recursive, error-checking and adaptive mutexes (PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP and its like, <pthread.h>) set
// __data.__kind, and the models never look at the bytes of a mutex. So where an initializer that the front end sees writes a kind, it also says so by a SyncInit. What copies such a mutex is
// no initializer: a copy may not be used (POSIX, pthread_mutex_init: "the result of referring to copies of mutex ... is undefined"), which irexec and package overwrite see to.

// kindMask is the bits of __kind that are the type of a mutex; the rest are what attributes add at run time.
const kindMask = 3

// special reports the kind of a mutex that is recursive (1) or error-checking (2). An adaptive one (3) is a normal one that spins.
func special(kind uint64) bool { return kind&kindMask == 1 || kind&kindMask == 2 }

// staticMutex is a statically initialized recursive or error-checking mutex.
type staticMutex struct {
	global ir.GlobalID
	off    int64
	kind   uint64
}

// initMutexes makes the mutexes that are statically initialized as something else than normal ones.
func (f *fn) initMutexes() {
	f.at(f.sym.fn.Declarator)
	for _, m := range f.c.mutexes {
		f.emit(&ir.SyncInit{Obj: ir.G(m.global, uint64(m.off), f.c.pw), What: ir.SyncMutex, Arg: ir.K(32, m.kind)})
	}
}

// staticMutexes finds glibc's recursive and error-checking initializers in a variable.
func (c *compiler) staticMutexes(u *unit, t ctype, id ir.GlobalID, slot *globalSlot) {
	init := slot.g.Init
	if len(init) == 0 || slot.g.External {
		return
	}
	u.mutexes(t, 0, int64(len(init)), 0, func(off, kindAt int64) {
		if kindAt >= int64(len(init)) || !special(uint64(init[kindAt])) {
			return
		}
		m := staticMutex{global: id, off: off, kind: uint64(init[kindAt]) & kindMask}
		if slot.g.ThreadLocal {
			slot.mutexes = append(slot.mutexes, m)
		} else {
			c.mutexes = append(c.mutexes, m)
		}
	})
}

// threadMutexes makes the mutexes of a thread-local variable that are statically initialized as something else than
// normal ones, when the thread first names the variable: no other thread can know their address before. at is the
// variable of this thread.
func (f *fn) threadMutexes(s *symbol, at ir.Operand) {
	c := f.c
	slot := c.globals[c.global(s)]
	if s.init == nil || slot.busy || f.isConst() {
		return
	}
	if !slot.done {
		t, some := s.unit.typeOf(s.decl.Type()), false
		if s.unit.mutexes(t, 0, s.unit.size(t), 0, func(int64, int64) { some = true }); !some {
			return
		}
		slot.busy = true
		c.lowerGlobal(slot)
		slot.busy = false
	}
	if len(slot.mutexes) == 0 {
		return
	}
	if slot.made == nil {
		id := c.addGlobal(&ir.Global{Name: c.unique(s.name + ".made"), Display: s.name + ", made", Size: 4, Align: 4, ThreadLocal: true})
		c.globals[id].done = true
		c.liveGlobals[id] = true
		slot.made = &id
	}
	a := f.newReg(c.pw, "", ir.ShowPointer)
	f.emit(&ir.TLSAddr{Dst: a, Global: *slot.made})
	flag := ir.Mem{Addr: ir.R(a, c.pw), Size: 4}
	was := f.newReg(32, "", ir.ShowUnsigned)
	f.emit(&ir.Load{Dst: was, Mem: flag})
	first, ready := f.newBlock("first"), f.newBlock("made")
	f.branch(f.binary(ir.Eq, ir.R(was, 32), ir.K(32, 0)), first, ready)
	f.begin(first)
	for _, m := range slot.mutexes {
		f.emit(&ir.SyncInit{Obj: f.addr(at, m.off), What: ir.SyncMutex, Arg: ir.K(32, m.kind)})
	}
	f.emit(&ir.Store{Mem: flag, Val: ir.K(32, 1)})
	f.jump(ready)
	f.begin(ready)
}

// madeMutexes does the same for an object that was just written from an initializer: a local, a compound literal, what one is assigned to.
func (f *fn) madeMutexes(lv lval, w *initWalk) {
	f.u.mutexes(lv.t, 0, w.end, 0, func(off, kindAt int64) {
		if k := f.initialInt(w, kindAt); special(k) {
			f.emit(&ir.SyncInit{Obj: f.addr(lv.addr, off), What: ir.SyncMutex, Arg: ir.K(32, k&kindMask)})
		}
	})
}

// assignedMutexes does it for an object that was assigned a compound literal.
func (f *fn) assignedMutexes(lv lval, e cc.ExpressionNode) {
	if lit, ok := unparen(e).(*cc.PostfixExpression); ok && lit.Case == cc.PostfixExpressionComplit && lv.t.k == kRecord {
		f.madeMutexes(lv, f.initItems(lv.t, &cc.Initializer{Case: cc.InitializerInitList, InitializerList: lit.InitializerList}))
	}
}

// initialInt is the constant that an initializer gives the integer at an offset; 0 if it gives none, or no constant.
func (f *fn) initialInt(w *initWalk, at int64) uint64 {
	for i := len(w.items) - 1; i >= 0; i-- { // the last says what is there
		it := &w.items[i]
		in, hit := it.within(at, f.u.size(it.t))
		switch {
		case !hit || it.e == nil:
		case it.t.k == kRecord:
			lit, ok := unparen(it.e).(*cc.PostfixExpression)
			if !ok || lit.Case != cc.PostfixExpressionComplit {
				return 0
			}
			return f.initialInt(f.initItems(it.t, &cc.Initializer{Case: cc.InitializerInitList, InitializerList: lit.InitializerList}), in)
		case it.t.k == kInt && in == 0:
			if v, ok := f.c.constant(f.u, it.e); ok {
				return v.op.Val.Lo
			}
			return 0
		}
	}
	return 0
}

// within is where an offset lies in an item of so many bytes, or in one of its repetitions.
func (it *initItem) within(at, size int64) (in int64, ok bool) {
	at -= it.off
	for i := len(it.reps) - 1; i >= 0; i-- {
		r := it.reps[i]
		if r.stride <= 0 || at < 0 || at >= r.count*r.stride {
			return 0, false
		}
		at %= r.stride
	}
	return at, at >= 0 && at < size
}

// intoMutex is a write that no model knows of.
const intoMutex = "a plain write to a part of a mutex"

// insideMutex reports whether an expression designates a part of a mutex, by a member of its type.
func (u *unit) insideMutex(e cc.ExpressionNode) bool {
	for {
		p, ok := unparen(e).(*cc.PostfixExpression)
		if !ok {
			return false
		}
		switch p.Case {
		case cc.PostfixExpressionSelect:
			if _, ok := u.mutexKind(u.typeOf(p.PostfixExpression.Type())); ok {
				return true
			}
		case cc.PostfixExpressionPSelect:
			_, ok := u.mutexKind(u.elem(u.typeOf(p.PostfixExpression.Type())))
			return ok
		case cc.PostfixExpressionIndex:
		default:
			return false
		}
		e = p.PostfixExpression
	}
}

// mutexes calls g for every mutex in the first limit bytes of a type, with its offset and that of its kind: whatever typedefs it goes by, a mutex is what has
// the member __data.__kind of glibc's type. A program's own type of the name pthread_mutex_t has none.
func (u *unit) mutexes(t ctype, off, limit int64, depth int, g func(off, kindAt int64)) {
	if depth > 16 || off >= limit {
		return
	}
	if at, ok := u.mutexKind(t); ok {
		g(off, off+at)
		return
	}
	switch t.k {
	case kArray:
		a, ok := t.cc.(*cc.ArrayType)
		if !ok {
			return
		}
		el := u.elem(t)
		n, size := u.lay.Len(a), u.size(el)
		if el.scalar() || size <= 0 {
			return
		}
		for i := int64(0); i < n && off+i*size < limit; i++ {
			u.mutexes(el, off+i*size, limit, depth+1, g)
		}
	case kRecord:
		for _, m := range u.lay.Fields(t.cc) {
			if !m.BitField {
				u.mutexes(u.typeOf(m.Type), off+m.Offset, limit, depth+1, g)
			}
		}
	}
}

// mutexKind is where __data.__kind lies in a type.
func (u *unit) mutexKind(t ctype) (off int64, ok bool) {
	for _, name := range []string{"__data", "__kind"} {
		if t.k != kRecord {
			return 0, false
		}
		path, ok := u.lay.Lookup(t.cc, name)
		if !ok || len(path) != 1 {
			return 0, false
		}
		off += path[0].Offset
		t = u.typeOf(path[0].Type)
	}
	return off, t.k == kInt
}
