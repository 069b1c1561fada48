package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/source"
)

// Functions that the user's files do not define: modelled in C, or unknown (unknown.go).

// define looks for a body among the models if the user's files have none.
func (c *compiler) define(s *symbol) *symbol {
	if s.fn != nil && s.rank != rankInline || !s.isFunc {
		return s
	}
	name := strings.TrimPrefix(s.name, "__builtin_")
	m, ok := c.modelOf(s)
	if !ok || m.Kind != models.KindStub {
		return s
	}
	file := c.stubFile(m)
	u := c.stub(file)
	if u == nil {
		return s
	}
	if m.Alias != "" {
		name = m.Alias
		if t := c.symbols[name]; t == nil || t.rank != rankStub {
			return s // the program has a function of that name, which is not the library's
		}
	}
	// A static function of the same name in a stub file is a different function.
	if t := c.symbols[name]; t != nil && t.fn != nil {
		return t
	}
	return s
}

// defineVar looks for a variable of the C library, or of the kernel, that the user's files declare only.
func (c *compiler) defineVar(s *symbol) {
	if s.rank != rankExtern || s.linked {
		return
	}
	v, ok := models.Variable(c.opts.Parse.Platform, s.name)
	if !ok || c.symbols[s.name] != s {
		return
	}
	if v.Assumes != "" {
		c.assume(posOf(s.decl), s.name+": "+v.Assumes, true)
	}
	c.stub(v.File)
}

// stubFile is the file to take a model from: an override if that file is linked for another function's sake.
func (c *compiler) stubFile(m models.Function) string {
	file := m.Choose(func(file string) bool { return c.wanted[file] })
	c.chosen[m.Name] = file
	if len(m.Overrides) == 0 {
		c.linkedStubs[m.File] = true
	}
	return file
}

// modelRemarks notes what the model of a function leaves out.
func (f *fn) modelRemarks(s *symbol, args []cc.ExpressionNode) {
	m, ok := f.c.modelOf(s)
	if !ok {
		return
	}
	name := s.name
	if m.Assumes != "" {
		f.note(name+": "+m.Assumes, true)
	}
	if m.Register && !f.u.model {
		f.emit(&registerMark{})
	}
	if !m.Reads || f.u.model || f.readsAll(name, args) {
		return
	}
	for _, a := range args {
		if _, lit := literalOf(a); lit {
			continue
		}
		v := f.unevaluated(a)
		if v.t.k != kPtr || v.op.IsConst(0) {
			continue
		}
		if isStream(f.u.elem(v.t)) {
			continue
		}
		f.note(name+": what it reads through its arguments races with nothing", true)
		return
	}
}

// isStream reports FILE, which only the library reads.
func isStream(t ctype) bool {
	if t.k != kRecord {
		return false
	}
	if td := t.cc.Typedef(); td != nil {
		return td.Name() == "FILE"
	}
	s, ok := t.cc.(*cc.StructType)
	if !ok {
		return false
	}
	tag := s.Tag()
	return tag.SrcStr() == "_IO_FILE" || tag.SrcStr() == "__heddle_file"
}

// nondet is any value of a type.
func (f *fn) nondet(t ctype, name string) value {
	w := f.regWidth(t)
	if t.boolean {
		b := f.havoc(1, name, ir.ShowBool)
		return value{op: f.resize(b, w, false), t: t}
	}
	return value{op: f.havoc(w, name, showOf(t)), t: t}
}

// outsideData is any value of a type that the outside hands over.
func (f *fn) outsideData(t ctype) ir.Operand {
	if t.boolean {
		return f.resize(f.data(1, ir.ShowBool), f.regWidth(t), false)
	}
	return f.data(f.regWidth(t), showOf(t))
}

func (u *unit) isNoreturn(d *cc.Declarator) bool {
	for s := u.specs[d].ds; s != nil; s = s.DeclarationSpecifiers {
		if s.FunctionSpecifier != nil && s.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn {
			return true
		}
	}
	return u.declaredAs(d, "noreturn")
}

// leaks reports whether an argument gives the callee something that it could change or call later: a function, memory
// that is not declared const, or what may be an address as a number.
func (f *fn) leaks(d *cc.Declarator, i int, a cc.ExpressionNode, v value) bool {
	if v.t.k == kInt && v.t.w >= f.c.pw && f.c.addressed { // it may be an address
		return v.op.Kind != ir.KindConst
	}
	if v.t.k != kPtr || v.op.Kind == ir.KindConst {
		return v.op.Kind == ir.KindFunc
	}
	if _, lit := literalOf(a); lit {
		return false
	}
	if f.u.elem(v.t).k == kFunc || v.op.Kind == ir.KindFunc {
		return true
	}
	if q, ok := f.u.paramQual(d, i); ok {
		return !q.next().isConst()
	}
	return !f.u.exprQual(a).next().isConst()
}

// paramQual is the qualifiers of the i-th parameter of a function declarator.
func (u *unit) paramQual(d *cc.Declarator, i int) (*qual, bool) {
	if d == nil {
		return nil, false
	}
	for dd := d.DirectDeclarator; dd != nil; dd = dd.DirectDeclarator {
		if dd.Case != cc.DirectDeclaratorFuncParam || dd.ParameterTypeList == nil {
			continue
		}
		for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			if i == 0 {
				p := l.ParameterDeclaration
				if p.Declarator != nil {
					return u.declQual(p.Declarator), true
				}
				return abstract(u.specQual(specs{ds: p.DeclarationSpecifiers}), p.AbstractDeclarator), true
			}
			i--
		}
	}
	return nil, false
}

// undefinedAddr is the address of a function without a body. A weak one is null; for others a body is made that behaves as a
// call would.
func (c *compiler) undefinedAddr(f *fn, n cc.Node, s *symbol) ir.Operand {
	d := s.decl
	if d != nil && isWeak(d.Type(), nil) {
		if c.hasOtherFiles() && !s.unit.SystemFile(d.Position().Filename) {
			c.uncovered(posOf(d), s.name+" is weak, and null: no other file defines it"+wholeProgram)
		}
		return ir.K(c.pw, 0)
	}
	if s.linked {
		return ir.F(ir.FuncID(s.id), c.pw)
	}
	if d == nil {
		f.unsupported(n, "address of "+s.name+", which no file defines")
		return ir.K(c.pw, 0)
	}
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		f.unsupported(n, "address of "+s.name+", which is no function")
		return ir.K(c.pw, 0)
	}
	s.linked = true
	s.irName = c.unique(s.name)
	s.id = len(c.funcs)
	slot := &funcSlot{}
	c.funcs = append(c.funcs, slot)
	if _, known := c.modelOf(s); !known {
		c.missing(s.unit, s, d)
	}
	g := c.newUnknown(s.unit, s, d, s.irName)
	sig := s.unit.signatureOf(ft)
	g.f.RetWidth = g.retWidth(sig)
	var given []give
	for i, w := range g.widths(sig) {
		r := g.newReg(w, "", ir.ShowUnsigned)
		g.f.Params = append(g.f.Params, r)
		if k := i - b2i(sig.retPtr); k >= 0 && k < len(sig.params) && g.readsOnly(d) && !g.printsInto(d, k) {
			continue
		} else if k >= 0 && k < len(sig.params) {
			given = append(given, g.declaredGive(d, k, sig.params[k], ir.R(r, w))...)
		} else if k < 0 && sig.ret.k == kRecord {
			given = append(given, give{how: giveWritten, t: sig.ret, fresh: true, sure: true, op: ir.R(r, w)})
		}
	}
	m, known := c.modelOf(s)
	switch {
	case meanings[s.name] != means, known && m.Kind == models.KindIntrinsic, known && m.Kind == models.KindUnsupported, c.opts.StrictExterns:
		g.unsupported(d, "call through a pointer to "+s.name+", which has no body")
		g.finish()
	case known && m.Kind == models.KindHavoc:
		g.f.Unknown = false
		g.behave(s, d, sig, nil)
	default:
		if c.opts.Externs == ExternsPure {
			given = nil
		}
		c.assumption(g.pos, s.name+": "+g.effects(sig, d, given, true), true, c.opts.Externs != ExternsPure)
		g.behave(s, d, sig, given)
	}
	slot.f = g.f
	c.mention(g.f)
	return ir.F(ir.FuncID(s.id), c.pw)
}

// declaredGive is what an argument gives away, by the declaration alone.
func (f *fn) declaredGive(d *cc.Declarator, i int, t ctype, op ir.Operand) []give {
	g := give{op: op, how: giveWritten}
	switch {
	case t.k == kRecord && f.u.size(t) > 0:
		g.t, g.how, g.sure = t, giveRead, true
		return []give{g}
	case t.k != kPtr:
		return nil
	}
	g.t = f.u.elem(t)
	q, _ := f.u.paramQual(d, i)
	switch {
	case g.t.k == kFunc:
		g.how = giveFunc
	case g.t.k == kVoid:
		g.how = giveBeside
	case q.next().isConst():
		g.how = giveRead
	}
	return []give{g}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// note is an assumption that counts if this place is reached.
func (f *fn) note(text string, forbids bool) { f.emit(&noteMark{text: text, forbids: forbids}) }

// assume notes something that a verdict rests on, once.
func (c *compiler) assume(pos source.Range, text string, forbids bool) {
	c.assumption(pos, text, forbids, false)
}

// uncovered notes what the outside may do besides, which no engine covers: nothing is proved, and nothing is bounded.
func (c *compiler) uncovered(pos source.Range, text string) {
	c.assume(pos, text, true)
	c.prog.Assumed[c.assumed[text]].Open = true
}

// assumption notes something, once; given as ir.Assumption has it.
func (c *compiler) assumption(pos source.Range, text string, forbids, given bool) {
	if i, ok := c.assumed[text]; ok {
		a := &c.prog.Assumed[i]
		a.ForbidsProved = a.ForbidsProved || forbids
		a.Given = a.Given && given
		return
	}
	c.assumed[text] = len(c.prog.Assumed)
	c.prog.Assumed = append(c.prog.Assumed, ir.Assumption{Text: text, Pos: pos, ForbidsProved: forbids, Given: given})
}

// reachError is a call of reach_error or __VERIFIER_error: the call is the failure, whatever body the program gives it.
func (f *fn) reachError(e *cc.PostfixExpression, name string, args []cc.ExpressionNode) (value, bool) {
	switch name {
	case "reach_error", "__VERIFIER_error":
	default:
		return value{}, false
	}
	for _, a := range args {
		f.expr(a)
	}
	f.fail(fmt.Sprintf("%s() is called", name))
	return value{t: tVoid}, true
}

// fail is an assertion that fails whenever it is reached.
func (f *fn) fail(msg string) {
	f.emit(&ir.Assert{Cond: ir.K(1, 0), Kind: "assert", Msg: msg})
	f.stop()
}
