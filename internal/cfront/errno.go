package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
)

// What the outside leaves in errno: functions that nothing defines anything, and functions of the library where their models do not say (models.Function.LeavesErrno). It is data from outside: a check of it
// that fails is POSSIBLE. In programs that do not look at errno nothing is left there.

// errnoAfter leaves something in errno behind a call of the user's, and notes that the user looks at it.
func (f *fn) errnoAfter(s *symbol) {
	if f.u.model || f.cur == nil {
		return
	}
	m, known := f.c.modelOf(s)
	switch {
	case !known:
	case s.name == models.ErrnoLocation:
		f.c.linkedStubs[models.ErrnoUser] = true
	case m.LeavesErrno() && f.c.linked(models.ErrnoUser):
		f.emit(&ir.Call{Dst: ir.NoReg, Func: f.c.leaver(f.u, s)})
	}
}

// leaver is the part of a function of the library that leaves something in errno. It has that function's name, which failures say.
func (c *compiler) leaver(u *unit, s *symbol) ir.FuncID {
	if id, ok := c.leavers[s.name]; ok {
		return id
	}
	if c.leavers == nil {
		c.leavers = map[string]ir.FuncID{}
	}
	g := &fn{c: c, u: u, f: &ir.Func{Name: c.unique(s.name + " leaves"), Display: s.name, Model: true}, locals: map[*cc.Declarator]*local{}, labels: map[string]*label{}}
	g.pos = c.funcs[0].f.Pos
	g.f.Pos = g.pos
	g.begin(g.newBlock("entry"))
	g.leaveErrno()
	g.emit(&ir.Return{})
	g.finish()
	id := ir.FuncID(len(c.funcs))
	c.funcs = append(c.funcs, &funcSlot{f: g.f})
	c.mention(g.f)
	c.leavers[s.name] = id
	return id
}

// leaveErrno puts data from outside into errno.
func (f *fn) leaveErrno() {
	if !f.c.linked(models.ErrnoUser) {
		return
	}
	f.c.stub(models.ErrnoUser)
	if s := f.c.symbols[models.ErrnoLeft]; s != nil && s.fn != nil {
		f.emit(&ir.Call{Dst: ir.NoReg, Func: f.c.funcID(s), Args: []ir.Operand{f.outsideData(tInt)}})
	}
}
