package cfront

import "github.com/heddle-dev/heddle/internal/ir"

// Scopes: when objects of automatic storage are made and end.
//
// C gives a local the life of its block, from entry by whatever way (falling in, goto, a case label inside) to exit by
// whatever way (falling out, break, continue, goto, return). Which locals need memory is known only after the block was
// lowered, and where a goto leads only after the whole function was. So lowering emits marks, `enter` and `leave` of a
// scope and `jump` to a label, and finish.go expands them when everything is known.
//
// A scope is one of: a block; the rest of a block after a declaration that needs its own end (a variable-length array, a
// `cleanup` attribute, an initialized object); a full expression, for its temporaries; an atomic section. Taking the rest of the
// block as a scope of its own makes a backward goto past such a declaration end it, as C says it does.
//
// A local in a register is part of its block in the same way: a jump to a label behind the declaration finds what the
// register held before, the value of another path or of the last iteration, where C says that it holds anything. So a
// register whose declaration a label follows is made arbitrary when its block is entered. (Other declarations cannot be bypassed.) Where that value is never
// read, deadinput.go drops it again.
//
// Rejected: allocating everything at function entry. Objects of loop iterations would share an address and a pointer kept
// from one iteration to the next would look valid.

type scope struct {
	up     *scope
	depth  int
	allocs []*object // made when the scope is entered, by any way
	regs   []*local  // variables in registers that were declared in this block
	end    []ending  // what happens on the way out, last first
	atomic bool      // leaving emits AtomicEnd
	label  bool      // a label was seen inside: the start of the block can be reached again
	sizes  bool      // begins at a declaration that computes sizes: nothing may jump past it
	block  bool      // a block of C, as opposed to the rest of one or an expression
	loop   *loop     // the loop or switch that break and continue inside refer to, if it was opened here
}

// object is a stack object of a scope.
type object struct {
	addr  ir.Reg
	size  ir.Operand
	align int64
	zero  bool
	name  string
	meta  ir.Meta
	t     ctype // kOther if nothing is known about it
}

// ending is one thing to do when a scope is left.
type ending struct {
	free    *object           // end this object
	cleanup func() []ir.Instr // a call of a cleanup function
}

// The marks. They are instructions only so that they can stand in a block until finish expands them.
type enterMark struct {
	ir.Meta
	s *scope
}

type leaveMark struct {
	ir.Meta
	s *scope
}

// jumpMark ends a block: leave the scopes from the current one up to the common one, enter those down to the label, go there.
type jumpMark struct {
	ir.Meta
	from *scope
	to   *label
}

// noteMark is an assumption that the program rests on if this place can be reached.
type noteMark struct {
	ir.Meta
	text    string
	forbids bool
	given   bool
}

// registerMark is an access to registers of a device.
type registerMark struct{ ir.Meta }

// gotoMark ends a block with a computed goto.
type gotoMark struct {
	ir.Meta
	from *scope
	x    ir.Operand
}

// label is a label of C or a case of a switch.
type label struct {
	name  string
	block ir.BlockID
	in    *scope // nil until the label was met
	at    int    // its place in the order of labels, jumps and declarations
	num   int    // its number as an address, 0 if that is not taken
}

// exposes says that a jump can get behind the declarations that were met so far in the scopes inside of outer.
func (f *fn) exposes(outer *scope) {
	for s := f.scope; s != outer; s = s.up {
		for _, l := range s.regs {
			l.passed = true
		}
	}
}

// redeclaration is code that makes an object arbitrary again at its declaration. It stays if a goto leads back past the declaration
// without leaving the block.
type redeclaration struct {
	block *scope
	at    int
	into  *ir.Jump
	past  ir.BlockID
}

// backward is a goto as a redeclaration has to know it; to is nil for a computed one.
type backward struct {
	from *scope
	to   *label
	at   int
}

// tick is the next place in the order of labels, jumps and declarations.
func (f *fn) tick() int {
	f.ticks++
	return f.ticks
}

// loop is what break and continue refer to.
type loop struct {
	breakTo, continueTo *label // continueTo is nil for a switch
}

func (f *fn) push(s *scope) *scope {
	s.up = f.scope
	if f.scope != nil {
		s.depth = f.scope.depth + 1
	}
	f.scope = s
	return s
}

// open starts a scope and marks the place.
func (f *fn) open(s *scope) *scope {
	f.push(s)
	f.emit(&enterMark{s: s})
	return s
}

// close ends all scopes down to and including s, falling out of them.
func (f *fn) close(s *scope) {
	for {
		cur := f.scope
		f.emit(&leaveMark{s: cur})
		f.scope = cur.up
		if cur.label && f.scope != nil {
			f.scope.label = true
		}
		if cur == s {
			return
		}
	}
}

// leaveTo marks the way out of all scopes above target (nil: of all), without ending them for the code that follows.
func (f *fn) leaveTo(target *scope) {
	for s := f.scope; s != target; s = s.up {
		f.emit(&leaveMark{s: s})
	}
}

// rest starts the scope of the rest of the block.
func (f *fn) rest() *scope { return f.push(&scope{}) }

// blockScope is the innermost scope that is a whole block of C.
func (f *fn) blockScope() *scope {
	s := f.scope
	for s.up != nil && !s.block {
		s = s.up
	}
	return s
}

// stackObject makes an object that lives as long as scope s.
func (f *fn) stackObject(s *scope, t ctype, size, align int64, name string) ir.Operand {
	o := &object{addr: f.objectReg(), size: ir.K(f.c.pw, uint64(size)), align: align, name: name, meta: f.meta(), t: t}
	s.allocs = append(s.allocs, o)
	s.end = append(s.end, ending{free: o})
	return ir.R(o.addr, f.c.pw)
}

// alloc is the instruction that makes an object.
func (f *fn) alloc(o *object) *ir.Alloc {
	a := &ir.Alloc{Dst: o.addr, Size: o.size, Align: o.align, Stack: true, Zero: o.zero, Name: o.name}
	if o.t.k != kOther {
		f.c.allocs[a] = typed{f.u, o.t}
	}
	return a
}

// temp makes an object that lives until the end of the full expression.
func (f *fn) temp(t ctype, name string) ir.Operand {
	return f.stackObject(f.scope, t, f.u.size(t), f.u.align(t), name)
}

// full runs g as a full expression: what it makes ends after it.
func (f *fn) full(g func()) {
	s := f.open(&scope{})
	g()
	f.close(s)
}
