package cfront

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/names"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
)

// Functions that nothing defines: neither the user's files nor the models. Such a function gets a body that says what it may do, one per
// kind of arguments that the program gives it: what its arguments lead to becomes arbitrary (touch.go), functions handed over may be called,
// now and in later calls of undefined functions (handed.go), and the result is arbitrary, a pointer null or one to external memory (open.go).
//
// A body of its own, marked ir.Func.Unknown, lets a trace show one line and a report name the calls that a finding rests on.
//
// Rejected: emitting all that at the call. It is the same for every call, and a trace would show it as the user's.

// give is what an argument gives to an undefined function.
type give struct {
	how   giving
	t     ctype // what a pointer leads to; of a function its type
	fresh bool  // an uninitialized local: its content means nothing
	sure  bool  // the address of a variable: there is no doubt that it can be written
	fn    *ir.FuncID
	op    ir.Operand
	what  string // the argument for people
	arg   int    // which argument it is; -1: none, a result
	bytes int64  // how many bytes it may use from there on; 0: all of the object
}

type giving uint8

const (
	giveNothing giving = iota
	giveWritten        // what it leads to may change
	giveRead           // const: what it leads to does not change, but what that leads to may
	giveFunc           // a function to call
	giveBeside         // a pointer of no type, for the function handed over beside it
	giveLook           // it is declared to change nothing, and looks
)

// gives finds out what the arguments of a call give away.
func (f *fn) gives(d *cc.Declarator, args []cc.ExpressionNode, vals []value) (out []give) {
	if f.c.opts.Externs == ExternsPure {
		return nil
	}
	looks := f.readsOnly(d)
	for i, a := range args {
		g := f.giveOf(d, i, a, vals[i])
		if looks && g.how != giveNothing && !f.printsInto(d, i) {
			if g = (give{op: g.op, how: giveLook, t: tVoid, what: g.what, arg: i}); !f.leaks(d, i, a, vals[i]) {
				continue
			}
		}
		if g.how != giveNothing {
			g.arg, g.bytes = i, f.extentGiven(d, a, vals[i])
			out = append(out, g)
		}
	}
	return out
}

func (f *fn) giveOf(d *cc.Declarator, i int, a cc.ExpressionNode, v value) give {
	g := give{op: v.op, what: fmt.Sprintf("argument %d", i+1)}
	if v.t.k == kRecord && f.u.size(v.t) > 0 {
		g.how, g.t, g.sure = giveRead, v.t, true
		return g
	}
	if v.t.k != kPtr || v.op.IsConst(0) {
		return g
	}
	if _, lit := literalOf(a); lit {
		return g
	}
	el := f.u.elem(v.t)
	if v.op.Kind == ir.KindFunc {
		g.how, g.fn, g.t = giveFunc, &v.op.Func, el
		return g
	}
	if el.k == kFunc {
		g.how, g.t = giveFunc, el
		return g
	}
	if t := f.declaredElem(d, i); el.k == kVoid && t.k != kVoid {
		el = t
	}
	q, ok := f.u.paramQual(d, i)
	if !ok {
		q = f.u.exprQual(a)
	}
	g.t, g.how = el, giveWritten
	if q.next().isConst() {
		g.how = giveRead
	}
	if v := f.variableOf(a); v != nil {
		if t := f.u.typeOf(v.Type()); t.k == kArray {
			g.t = t
		}
		_, local := f.locals[v]
		g.sure, g.fresh = true, local && !v.HasInitializer() && !v.IsParam()
	}
	if g.t.k == kVoid {
		g.how = giveBeside
	}
	return g
}

// extentGiven is how many bytes an argument gives to a function: a whole variable, or a member of a struct of the program's own, which a function of the system knows nothing of. 0: any part of
// the object.
func (f *fn) extentGiven(d *cc.Declarator, a cc.ExpressionNode, v value) int64 {
	if v.t.k == kRecord {
		return f.u.size(v.t)
	}
	if x := f.variableOf(a); x != nil {
		return f.u.size(f.u.typeOf(x.Type()))
	}
	if !f.u.SystemFile(d.Position().Filename) {
		return 0
	}
	e := unparen(a)
	if u, ok := e.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		e = unparen(u.CastExpression)
	} else if e.Type().Undecay().Kind() != cc.Array {
		return 0
	}
	m, ok := e.(*cc.PostfixExpression)
	if !ok || m.Case != cc.PostfixExpressionSelect && m.Case != cc.PostfixExpressionPSelect || m.Field() == nil || m.Field().IsBitfield() {
		return 0
	}
	around := m.PostfixExpression.Type()
	if m.Case == cc.PostfixExpressionPSelect {
		p, ok := around.(*cc.PointerType)
		if !ok {
			return 0
		}
		around = p.Elem()
	}
	s, ok := around.(*cc.StructType)
	if !ok {
		return 0
	}
	tag := s.Tag()
	if tag.SrcStr() == "" || f.u.SystemFile(tag.Position().Filename) {
		return 0
	}
	return max(0, f.u.size(f.u.typeOf(m.Type().Undecay())))
}

// declaredElem is what a parameter is declared to point to.
func (f *fn) declaredElem(d *cc.Declarator, i int) ctype {
	if ft, ok := d.Type().(*cc.FunctionType); ok {
		if ps := f.u.signatureOf(ft).params; i < len(ps) && ps[i].k == kPtr {
			return f.u.elem(ps[i])
		}
	}
	return tVoid
}

// variableOf is the variable whose address an argument is.
func (f *fn) variableOf(a cc.ExpressionNode) *cc.Declarator {
	e := unparen(a)
	array := true
	if u, ok := e.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		e, array = unparen(u.CastExpression), false
	}
	p, ok := e.(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	d, _ := p.ResolvedTo().(*cc.Declarator)
	if d == nil || d.Type() == nil || array && d.Type().Kind() != cc.Array || d.IsParam() {
		return nil
	}
	return d
}

// readsOnly reports the functions that are declared to change nothing: those that print by a format, pure and const ones.
func (f *fn) readsOnly(d *cc.Declarator) bool {
	for _, name := range []string{"format", "pure", "const"} {
		if f.u.declaredAs(d, name) {
			return true
		}
	}
	return false
}

// printsInto reports a parameter that a function which prints by a format fills: characters that are not const.
func (f *fn) printsInto(d *cc.Declarator, i int) bool {
	if !f.u.declaredAs(d, "format") || f.u.declaredAs(d, "pure") || f.u.declaredAs(d, "const") {
		return false
	}
	t := f.declaredElem(d, i)
	q, ok := f.u.paramQual(d, i)
	return ok && t.k == kInt && t.char && !q.next().isConst()
}

// declaredAs reports an attribute of a function; one that is only known by its type has none.
func (u *unit) declaredAs(d *cc.Declarator, name string) bool {
	if d == nil {
		return false
	}
	if hasAttr(u.attrs[d], name) {
		return true
	}
	for s := u.specs[d].ds; s != nil; s = s.DeclarationSpecifiers {
		if hasAttr(s.AttributeSpecifierList, name) {
			return true
		}
	}
	a := d.Type().Attributes()
	return a != nil && (a.IsAttrSet(name) || a.IsAttrSet("__"+name+"__"))
}

// callUndefined calls a function without a body.
func (f *fn) callUndefined(e *cc.PostfixExpression, s *symbol, d *cc.Declarator, args []cc.ExpressionNode) value {
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return f.undefined(e, tInt, "call of "+s.name+", which is no function")
	}
	sig := f.u.signatureOf(ft)
	m, known := f.c.modelOf(s)
	if known && m.Kind == models.KindUnsupported {
		return f.undefined(e, sig.ret, "call of "+s.name+": "+m.Doc)
	}
	if known && m.Kind == models.KindHavoc && slices.ContainsFunc(sig.params, isLongDouble) {
		return f.undefined(e, sig.ret, "call of "+s.name+": its result is not modelled for long double")
	}
	if !known {
		f.c.missing(f.u, s, d)
	}
	vals := make([]value, len(args))
	leaks := false
	for i, a := range args {
		vals[i] = f.expr(a)
		vals[i].op = f.snapshot(vals[i].op)
		v := vals[i]
		if i < len(sig.params) && v.t.k != kRecord && sig.params[i].k != kRecord && sig.params[i].k != kOther {
			v = f.convert(v, sig.params[i])
		}
		leaks = leaks || f.leaks(d, i, a, v)
	}
	defer f.setPos(f.at(e))
	defer f.single()() // what is called back runs inside the call
	does := f.lineOf(m, known, d)
	if known && (does != nil || m.Kind == models.KindHavoc) {
		f.share(m, func(i int) (ir.Operand, bool) {
			if i >= len(vals) {
				return ir.Operand{}, false
			}
			return vals[i].op, true
		})
	}
	if does != nil {
		f.usesStream(s.name, len(vals), func(i int) ir.Operand { return vals[i].op })
	}
	if known && m.Kind == models.KindHavoc {
		f.usesStream(s.name, len(vals), func(i int) ir.Operand { return vals[i].op })
		f.formatted(s.name, args, vals)
		f.printsTo(s.name, vals)
		if v, ok := f.printedInto(s.name, args, vals); ok {
			return v
		}
		if f.u.isNoreturn(d) {
			f.invalid()
		}
		return f.anyResult(sig, s.name)
	}
	var keeps map[int]bool
	if does != nil && does.Matched && f.c.matched == nil {
		f.c.matched = &matching{s.name, posOf(e)}
	}
	if does != nil {
		keeps = f.useLine(does, s, d, args, vals)
		if leaks = len(keeps) > 0; !leaks && (sig.ret.k != kPtr && sig.ret.k != kRecord || does.New) {
			if f.u.isNoreturn(d) {
				f.invalid()
			}
			return f.lineResult(does, vals, sig, s.name)
		}
	}
	if f.c.opts.StrictExterns && does == nil {
		return f.undefined(e, sig.ret, "call of "+s.name+", which no file and no model defines")
	}
	if f.c.opts.Externs != ExternsPure && does == nil && f.keepsApart(s.name, sig) {
		return f.undefined(e, sig.ret, "call of "+s.name+", which no file and no model defines and which by its name keeps threads apart")
	}
	if f.c.opts.Externs != ExternsPure && does == nil && f.givesLock(sig) {
		return f.undefined(e, sig.ret, "call of "+s.name+", which no file and no model defines and which gives an object to synchronize with: whether threads get the same one is not known")
	}
	given := f.gives(d, args, vals)
	if does != nil {
		given = stillGiven(given, keeps)
	}
	isFunc := func(g give) bool { return g.how == giveFunc }
	if f.c.opts.Externs != ExternsPure && names.RunOnce(f.c.opts.Parse.Platform, s.name) && slices.ContainsFunc(given, isFunc) {
		return f.undefined(e, sig.ret, "call of "+s.name+", which no file and no model defines and which by its name runs what it is given in one thread alone")
	}
	if f.c.opts.Externs != ExternsPure && !f.c.opts.ExternThreads && names.StartThreads(s.name) && slices.ContainsFunc(given, isFunc) {
		return f.undefined(e, sig.ret, "call of "+s.name+", which no file and no model defines and which by its name starts a thread (--extern-threads runs what it is given in others)")
	}
	var result ir.Operand
	if sig.retPtr {
		result = f.temp(sig.ret, "result of "+s.name)
		if f.c.opts.Externs != ExternsPure && sig.ret.k == kRecord {
			given = append(given, give{how: giveWritten, t: sig.ret, fresh: true, sure: true, op: result, what: "result", arg: -1, bytes: f.u.size(sig.ret)})
		}
	}
	said := f.effects(sig, d, given, leaks)
	checks := slices.Contains(names.Words(s.name), "assert")
	if checks {
		said += "; what it checks by its name is not looked at"
	}
	toldResult := does != nil && (does.New && sig.ret.k == kPtr || does.Returns > 0)
	forbids := checks || leaks || len(given) > 0 || sig.ret.k == kPtr && !toldResult || sig.ret.k == kRecord
	f.emit(&noteMark{text: s.name + ": " + said, forbids: forbids, given: forbids && f.c.opts.Externs != ExternsPure})
	numbers := f.numbersGiven(args, vals)
	id := f.c.unknownFunc(f.u, s, d, sig, given, numbers)
	call := &ir.Call{Dst: ir.NoReg, Func: id}
	for _, g := range given {
		call.Args = append(call.Args, g.op)
	}
	call.Args = append(call.Args, numbers...)
	rw := f.retWidth(sig)
	if rw > 0 {
		call.Dst = f.newReg(rw, "", showOf(sig.ret))
		if isVoidPtr(f.u, sig.ret) {
			f.comesFrom(call.Dst, resultOrigin(s.name))
		}
	}
	f.emit(call)
	f.callBack()
	f.afterCall(nil)
	if f.u.isNoreturn(d) {
		f.invalid()
	}
	switch {
	case sig.ret.k == kVoid:
		return value{t: tVoid}
	case sig.retPtr:
		return value{op: result, t: sig.ret}
	case toldResult:
		return f.lineResult(does, vals, sig, s.name)
	}
	return value{op: ir.R(call.Dst, rw), t: sig.ret}
}

// numbersGiven is the arguments that are no pointers, in parts that are narrower than one: they say which calls are the same question. A text is a number of its own.
func (f *fn) numbersGiven(args []cc.ExpressionNode, vals []value) (out []ir.Operand) {
	half := f.c.pw / 2
	for i, v := range vals {
		x := v.op
		if lit, ok := literalOf(args[i]); ok {
			h := fnv.New32a()
			h.Write([]byte(exprText(lit)))
			x = ir.K(32, uint64(h.Sum32()))
		} else if v.t.k != kInt || x.Width > 64 {
			continue
		}
		for lo := 0; lo < x.Width; lo += half {
			w := min(half, x.Width-lo)
			switch {
			case w == x.Width:
				out = append(out, x)
			case x.Kind == ir.KindConst:
				out = append(out, ir.K(w, x.Val.Lo>>lo&(1<<w-1)))
			default:
				d := f.tmp(w)
				f.emit(&ir.Extract{Dst: d, X: x, Lo: lo})
				out = append(out, ir.R(d, w))
			}
		}
	}
	return out
}

// anyResult is the result of a function that does nothing else.
func (f *fn) anyResult(sig signature, name string) value {
	switch {
	case sig.ret.k == kVoid:
		return value{t: tVoid}
	case sig.retPtr:
		return value{op: f.temp(sig.ret, "result of "+name), t: sig.ret}
	case sig.ret.k == kPtr:
		return value{op: f.ownObject(f.u.elem(sig.ret), resultOrigin(name), modelOrNull), t: sig.ret}
	}
	return f.nondet(sig.ret, "")
}

func resultOrigin(name string) string { return "result of " + name }

// effects says what an undefined function may do.
func (f *fn) effects(sig signature, d *cc.Declarator, given []give, leaks bool) string {
	var parts []string
	writes, calls := false, false
	for _, g := range given {
		if g.what == "result" {
			continue
		}
		leaks = true
		if g.how == giveWritten || g.how == giveRead {
			_, ok := f.c.toucher(f.u, g.t, touching{read: g.how == giveRead, fresh: g.fresh, sure: g.sure})
			writes = writes || ok
		}
		calls = calls || g.how == giveFunc
	}
	switch {
	case writes:
		parts = append(parts, "may change what its arguments lead to, but for locks and volatile or atomic members, and races with nothing")
	case leaks:
		parts = append(parts, "changes nothing of what its arguments lead to, and races with nothing")
	default:
		parts = append(parts, "no effect on memory")
	}
	if calls {
		parts = append(parts, "may call what it is given, now and in later calls of undefined functions, "+f.c.whoCalls())
	}
	switch {
	case f.u.isNoreturn(d):
		parts = append(parts, "does not return")
	case sig.ret.k == kPtr && f.u.declaredAs(d, "returns_nonnull"):
		parts = append(parts, "its result is external memory, another object in every thread")
	case sig.ret.k == kPtr:
		parts = append(parts, "its result is null or external memory, another object in every thread")
	case sig.ret.k != kVoid:
		parts = append(parts, "its result is arbitrary")
	}
	return strings.Join(parts, "; ") + " (--model FILE.c says more)"
}

// unknownFunc is the body of an undefined function for such arguments.
func (c *compiler) unknownFunc(u *unit, s *symbol, d *cc.Declarator, sig signature, given []give, numbers []ir.Operand) ir.FuncID {
	var key strings.Builder
	key.WriteString(s.name)
	for _, g := range given {
		fmt.Fprintf(&key, "|%d %s %d %v %v %d", g.how, u.key(g.t), u.size(g.t), g.fresh, g.sure, g.bytes)
		if g.fn != nil {
			fmt.Fprintf(&key, " %d", *g.fn)
		} else if g.how == giveFunc {
			key.WriteString(u.shapeOf(g.t))
		}
	}
	for _, x := range numbers {
		fmt.Fprintf(&key, "|%d", x.Width)
	}
	if id, ok := c.unknowns[key.String()]; ok {
		return id
	}
	id := ir.FuncID(len(c.funcs))
	c.unknowns[key.String()] = id
	g := c.newUnknown(u, s, d, c.unique(s.name))
	c.funcs = append(c.funcs, &funcSlot{f: g.f})
	g.f.RetWidth = g.retWidth(sig)
	given = slices.Clone(given)
	for i := range given {
		r := g.newReg(c.pw, given[i].what, ir.ShowPointer)
		g.f.Params = append(g.f.Params, r)
		g.f.Uses = append(g.f.Uses, given[i].bytes)
		given[i].op = ir.R(r, c.pw)
	}
	for _, x := range numbers {
		g.f.Params = append(g.f.Params, g.newReg(x.Width, "", ir.ShowUnsigned))
	}
	g.f.Says = ir.Says(names.Read(c.opts.Parse.Platform, s.name, resultOf(sig)))
	g.behave(s, d, sig, given)
	c.mention(g.f)
	return id
}

// newUnknown starts the body of an undefined function.
func (c *compiler) newUnknown(u *unit, s *symbol, at cc.Node, name string) *fn {
	g := &fn{
		c: c, u: u, sym: s, f: &ir.Func{Name: name, Display: s.name, Model: true, Unknown: true},
		locals: map[*cc.Declarator]*local{}, labels: map[string]*label{},
	}
	g.f.Elsewhere = c.definedElsewhere(s)
	g.begin(g.newBlock("entry"))
	g.at(at)
	g.f.Pos = g.pos
	return g
}

// behave writes what an undefined function may do, up to its return.
func (f *fn) behave(s *symbol, d *cc.Declarator, sig signature, given []give) {
	if f.f.Unknown && f.c.opts.Externs != ExternsPure {
		f.usePipes()
		f.leaveErrno()
	}
	f.touchAll(given)
	f.handOver(given)
	x := ir.Operand{}
	switch {
	case f.f.RetWidth == 0:
	case !f.f.Unknown: // a model that says nothing but this
		x = f.anyResult(sig, s.name).op
	case sig.ret.k == kPtr && f.c.opts.Externs == ExternsPure && f.u.elem(sig.ret).k == kFunc:
		x = f.nondet(sig.ret, "").op
	case sig.ret.k == kPtr:
		x = f.someObject(f.u.elem(sig.ret), resultOrigin(s.name), !f.u.declaredAs(d, "returns_nonnull"))
	default:
		x = f.outsideData(sig.ret)
	}
	f.emit(&ir.Return{X: x})
	f.finish()
}

// keepsApart reports a function that by its name keeps threads apart.
func (f *fn) keepsApart(name string, sig signature) bool {
	return names.KeepApart(f.c.opts.Parse.Platform, name, resultOf(sig))
}

// givesLock reports, in programs that are no drivers, a function whose result is a lock or the like. A friendly one gives all who ask for one thing the same, and others another; which of them ask for one thing it alone knows.
func (f *fn) givesLock(sig signature) bool {
	if sig.ret.k != kPtr || f.c.prog.KeepsLocks {
		return false
	}
	t := f.u.elem(sig.ret)
	return t.cc != nil && opaque(t)
}

func resultOf(sig signature) names.Result {
	switch sig.ret.k {
	case kVoid:
		return names.Nothing
	case kPtr:
		return names.Pointer
	}
	return names.Number
}
