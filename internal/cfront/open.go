package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Open programs: a function is called from outside, in an unknown state. Variables that are not const are arbitrary, locks are
// free, and pointers from outside are null or lead to external memory.
//
// External memory is typed. For every type that the program looks at through a pointer there is a range of objects of that type, side
// by side as in an array if the program steps from one to the next, else at powers of two, which makes addresses easy to tell
// apart for a solver (a multiple of 48 takes it seconds, of 64 nothing). A pointer to T leads to one of them, or to a member of
// type T of an object of another range. So two pointers from outside may be the same, or different, or one may lead into what the
// other leads to; they never overlap partially. The points-to analysis then keeps the members of a struct apart, unless the program
// also has a pointer from outside to a member's type. A pointer in external memory is part of that memory's type: ir.Incoming
// says where it may lead, and the interpreter and the encoding go by that.
//
// Rejected: one range of bytes in which a pointer may lead to any aligned address. Every struct then overlaps every other at
// every offset, each function that reads two members through two pointers shows "bugs" no caller can cause, and memory
// is one array of bytes. Also rejected: a constraint on each load that reads a pointer. It does not see what memcpy reads, and a void pointer
// has its type at the cast, not at the load.
//
// A void pointer leads to objects of the types that the program turns it into, followed through variables and arguments; where it turns
// it into none that is known, to those it turns any void pointer into, else to bytes.

// outside is what is known of external memory while the program is lowered.
type outside struct {
	derefs  map[string]bool            // types that are looked at through pointers
	casts   map[string]map[string]bool // by the origin of a void pointer: the types it becomes
	anyCast map[string]bool            // types that void pointers of unknown origin become
	flows   map[string]map[string]bool // origins that become parameters
	inside  map[string]map[string]bool // types whose pointers become pointers to the struct around
	arrays  map[string]bool            // types that pointers step over
	types   map[string]typeIn          // by key
	makers  []maker                    // functions that give any address
	opened  []opened
	ranges  map[string]*memRange
	order   []*memRange
	code    *ir.GlobalID // where functions from outside lie
	threads *ir.GlobalID // how many threads got objects from outside
	me      *ir.GlobalID // which of them this is
	writes  bool         // something writes bytes through a pointer
}

type typeIn struct {
	u *unit
	t ctype
}

// opened is a variable whose content is arbitrary.
type opened struct {
	id ir.GlobalID
	typeIn
	name string
}

// maker is a function that gives any address to objects of a type.
type maker struct {
	key string
	id  ir.FuncID
	typeIn
	origin string
	own    ownership
}

// memRange is the external memory of one type.
type memRange struct {
	key   string
	id    ir.GlobalID
	at    typeIn
	size  int64 // from one element to the next
	lead  int64 // elements before the first that a pointer leads to, and behind the last
	count int64 // a power of two
}

const (
	rangeBytes = 32 << 10 // of the elements that pointers lead to
	leadBytes  = 4 << 10  // before and behind them
	fewest     = 64       // elements, however large
	maxTargets = 63
	maxSlots   = 512 // pointers of one object
	anyKey     = "void"
	byteKey    = "int8"
)

func newOutside() *outside {
	return &outside{
		derefs: map[string]bool{}, casts: map[string]map[string]bool{}, anyCast: map[string]bool{}, flows: map[string]map[string]bool{},
		inside: map[string]map[string]bool{}, arrays: map[string]bool{},
		types: map[string]typeIn{}, ranges: map[string]*memRange{},
	}
}

// key names the type of external objects. Integers of one size are one type, and so are arrays and their elements.
func (u *unit) key(t ctype) string {
	for t.k == kArray {
		t = u.elem(t)
	}
	switch t.k {
	case kInt:
		return fmt.Sprintf("int%d", u.size(t)*8)
	case kFloat:
		return fmt.Sprintf("float%d", t.w)
	case kFunc:
		return "function"
	case kPtr:
		el := u.elem(t)
		if el.k == kRecord { // the struct may hold the pointer
			return u.recordKey(el) + " *"
		}
		return u.key(el) + " *"
	case kRecord:
		if u.size(t) > 0 {
			return u.recordKey(t)
		}
	}
	return anyKey
}

// people is what people call a type.
func (u *unit) people(t ctype) string {
	if t.k == kRecord && t.cc != nil {
		if td := t.cc.Typedef(); td != nil && strings.Contains(u.recordKey(t), "{") {
			return td.Name()
		}
	}
	if t.k == kVoid {
		return "bytes"
	}
	return u.key(t)
}

// recordKey is the same in every file that declares the type.
func (u *unit) recordKey(t ctype) string {
	kind := "struct"
	if t.union() {
		kind = "union"
	}
	switch x := t.cc.(type) {
	case *cc.StructType:
		if tok := x.Tag(); tok.SrcStr() != "" {
			return kind + " " + tok.SrcStr()
		}
	case *cc.UnionType:
		if tok := x.Tag(); tok.SrcStr() != "" {
			return kind + " " + tok.SrcStr()
		}
	}
	// A typedef is no name: two may stand for one type.
	var b strings.Builder
	for _, m := range u.lay.Fields(t.cc) {
		fmt.Fprintf(&b, " %s@%d", m.Name, m.Offset)
	}
	return fmt.Sprintf("%s {%s }", kind, b.String())
}

// looksAt notes that an object of a type is looked at through a pointer.
func (f *fn) looksAt(t ctype) {
	if f.isConst() || t.k == kFunc {
		return
	}
	o := f.c.outside
	k := f.u.key(t)
	if k != anyKey && !o.derefs[k] {
		o.derefs[k] = true
	}
	f.learnType(k, t)
}

// steps notes that a pointer goes from one object of a type to its neighbour.
func (f *fn) steps(t ctype) {
	if !f.isConst() {
		f.c.outside.arrays[f.u.key(t)] = true
	}
}

func (f *fn) learnType(k string, t ctype) {
	for t.k == kArray {
		t = f.u.elem(t)
	}
	if _, ok := f.c.outside.types[k]; !ok {
		f.c.outside.types[k] = typeIn{f.u, t}
	}
}

// openGlobal makes the content of a variable arbitrary if others may have changed it before the program starts.
func (c *compiler) openGlobal(slot *globalSlot, u *unit, t ctype) {
	s, g := slot.sym, slot.g
	if s.tls {
		if c.opts.Harness != nil && c.opts.Harness.Start != harness.Loaded && !s.model && !g.Const && !c.roles.context(s) { // what is loaded starts all of its threads
			c.assume(g.Pos, s.name+": a thread-local variable, starts as it is initialized", true)
		}
		return
	}
	if !g.External {
		if c.opts.Harness == nil || c.opts.Harness.Start == harness.Loaded || s.model || g.Const || s.rank == rankStub {
			return
		}
		g.External, g.Init, g.Relocs = true, nil, nil
	}
	c.outside.opened = append(c.outside.opened, opened{id: ir.GlobalID(s.id), typeIn: typeIn{u, t}, name: "variable " + s.irName})
}

// anyAddress is the function that gives null or any address of an object of a type in external memory.
func (c *compiler) anyAddress(u *unit, t ctype) ir.FuncID {
	return c.maker(maker{key: u.key(t), typeIn: typeIn{u, t}, origin: anyOrigin})
}

func (c *compiler) maker(m maker) ir.FuncID {
	for _, old := range c.outside.makers {
		if old.key == m.key && old.own == m.own && (old.origin == m.origin || m.t.k != kVoid) {
			return old.id
		}
	}
	name := "any address"
	if m.own != anybodys {
		name = "address from outside"
	}
	m.id = ir.FuncID(len(c.funcs))
	c.outside.makers = append(c.outside.makers, m)
	c.funcs = append(c.funcs, &funcSlot{f: &ir.Func{Name: c.unique(name), Display: name, Model: true, RetWidth: c.pw, Pos: c.funcs[0].f.Pos}})
	return m.id
}
