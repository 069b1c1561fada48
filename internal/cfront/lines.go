package cfront

import (
	"maps"
	"slices"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/models"
	"github.com/heddle-dev/heddle/internal/source"
)

// Functions without a body of which a line says what they do with what they are given (models.Does). What a line says of numbers and of ranges of bytes is done: a race with it is a race of the program. Which members
// of a struct a function uses is not said, so that it uses them is a choice of a hostile outside: two that race there are not proved, and are no bug. What it keeps, frees or calls is given to it
// as to any function that nothing defines. What a line does not say is not done.

// lineOf is what the line of a function says, if the system declares the function and has one.
func (f *fn) lineOf(m models.Function, known bool, d *cc.Declarator) *models.Does {
	if !known || m.Kind != models.KindLine || !f.u.SystemFile(d.Position().Filename) {
		return nil
	}
	return m.Does
}

// matching is a call of a function that finds the data of the driver by which it was matched.
type matching struct {
	name string
	at   source.Range
}

// matchTables is the driver's tables of devices, if a function is called that finds what they lead to.
func (c *compiler) matchTables() (out []*symbol) {
	if c.matched == nil {
		return nil
	}
	note := func(names map[string]*symbol) {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if s := names[name]; !s.isFunc && s.decl != nil && s.rank > rankExtern && isMatchTable(s.decl.Type()) {
				out = append(out, s)
			}
		}
	}
	note(c.symbols)
	for _, u := range c.units {
		note(u.internal)
	}
	return out
}

// linkMatched links these tables, and reports whether there are any that nothing else leads to.
func (c *compiler) linkMatched() (more bool) {
	for _, s := range c.matchTables() {
		if id := c.global(s); !c.liveGlobals[id] {
			c.liveGlobals[id], more = true, true
		}
	}
	return more
}

// assumeMatched notes which variables such a function is assumed not to return: those that the tables lead to. Constant ones are nobody's to write.
func (c *compiler) assumeMatched() {
	var found []string
	for _, s := range c.matchTables() {
		for _, r := range c.globals[s.id].g.Relocs {
			if r.Target.Kind != ir.KindGlobal {
				continue
			}
			if g := c.globals[r.Target.Global].g; !g.Const && !g.Literal {
				found = append(found, g.Display)
			}
		}
	}
	if len(found) > 0 {
		c.assumption(c.matched.at, c.matched.name+": it does not return "+fewNames(slices.Compact(found)), true, false)
	}
}

// isMatchTable reports tables of devices whose entries have data of the driver's.
func isMatchTable(t cc.Type) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			break
		}
		t = a.Elem()
	}
	s, ok := t.(*cc.StructType)
	if !ok {
		return false
	}
	tag := s.Tag()
	return tag.SrcStr() == "of_device_id" || tag.SrcStr() == "acpi_device_id"
}

// useLine calls a function that makes the accesses that a line says, and says which arguments stay in the hands of the function, and whether to use now (true) or later alone.
func (f *fn) useLine(does *models.Does, s *symbol, d *cc.Declarator, args []cc.ExpressionNode, vals []value) (keeps map[int]bool) {
	g := f.c.newUnknown(f.u, s, d, f.c.unique(s.name))
	g.f.Unknown, g.f.Elsewhere = false, false
	call := &ir.Call{Dst: ir.NoReg, Func: ir.FuncID(len(f.c.funcs))}
	f.c.funcs = append(f.c.funcs, &funcSlot{f: g.f})
	inside := slices.Clone(vals)
	for i, v := range vals {
		if v.op.Kind == ir.KindReg && (v.t.k == kPtr || v.t.k == kInt) {
			r := g.newReg(v.op.Width, exprText(args[i]), showOf(v.t))
			g.f.Params = append(g.f.Params, r)
			inside[i].op = ir.R(r, v.op.Width)
			call.Args = append(call.Args, v.op)
		}
	}
	keeps = map[int]bool{}
	for _, a := range does.Acts {
		if a.Its != "" || a.Arg >= len(vals) || vals[a.Arg].op.IsConst(0) {
			continue
		}
		if vals[a.Arg].t.k == kRecord { // its bytes are the function's own, and what its pointers lead to is not
			if a.Keeps() {
				keeps[a.Arg] = a.Verb != "keeps"
			}
			continue
		}
		if vals[a.Arg].t.k != kPtr {
			continue
		}
		if _, lit := literalOf(args[a.Arg]); lit && (a.Verb == "uses" || a.Verb == "keeps") { // nobody writes it
			continue
		}
		if a.Verb == "prints" {
			f.print(s.name, a.Arg, args, vals, keeps)
			continue
		}
		if a.Keeps() || !g.useArgument(a, d, args, inside) {
			keeps[a.Arg] = a.Verb != "keeps"
		}
	}
	g.emit(&ir.Return{})
	g.finish()
	f.c.mention(g.f)
	f.emit(call)
	return keeps
}

// print reads what a format says; if it cannot be read here, the function may do anything with what stands behind it.
func (f *fn) print(name string, at int, args []cc.ExpressionNode, vals []value, keeps map[int]bool) {
	f.formatted(name, args, vals)
	if f.readsAll(name, args) {
		return
	}
	for i := at; i < len(vals); i++ {
		if _, lit := literalOf(args[i]); !lit && vals[i].t.k == kPtr {
			keeps[i] = true
		}
	}
}

// share makes the accesses of a call to memory that functions share between calls. Not every implementation has such memory: the accesses are a hostile outside's.
func (f *fn) share(m models.Function, argument func(i int) (ir.Operand, bool)) {
	if m.Does == nil || f.u.model || f.c.opts.Externs == ExternsPure {
		return
	}
	for _, a := range m.Does.Acts {
		if a.Its == "" || !f.c.mayRace(a) {
			continue
		}
		call := &ir.Call{Dst: ir.NoReg, Func: f.c.sharer(f.u, m.Name, a)}
		if a.Null < 0 {
			f.emit(call)
			continue
		}
		p, ok := argument(a.Null)
		if !ok || p.Width != f.c.pw {
			p = ir.K(f.c.pw, 0)
		}
		there, null := f.newBlock("given"), f.newBlock("notgiven")
		f.branch(f.binary(ir.Eq, p, ir.K(f.c.pw, 0)), null, there)
		f.begin(null)
		f.emit(call)
		f.jump(there)
		f.begin(there)
	}
}

// mayRace reports whether an access to shared memory may race: a read does not in a program that declares no function which writes there. Most functions read the locale, and few programs set it.
// Variables of the library the program may write itself.
func (c *compiler) mayRace(a models.Act) bool {
	if _, variable := models.Variable(c.opts.Parse.Platform, a.Its); variable {
		return true
	}
	if a.Verb == "writes" {
		switch written, asked := c.written[a.Its]; {
		case !asked:
			c.noteWritten(a.Its, true)
		case !written: // declared inside a function, which was not seen before
			c.assume(source.Range{}, "the "+a.Its+" of the library is not written while others read it", true)
		}
		return true
	}
	written, asked := c.written[a.Its]
	if !asked {
		writes := func(b models.Act) bool { return b.Its == a.Its && b.Verb == "writes" }
		for _, m := range c.known.Functions() {
			s := c.symbols[m.Name]
			written = written || m.Does != nil && s != nil && s.unit != nil && s.unit.stub == "" && slices.ContainsFunc(m.Does.Acts, writes)
		}
		c.noteWritten(a.Its, written)
	}
	return written
}

// noteWritten keeps whether the program declares a function that writes such memory. One that is called does not say so later: its name stands for a model then.
func (c *compiler) noteWritten(its string, written bool) {
	if c.written == nil {
		c.written = map[string]bool{}
	}
	c.written[its] = written
}

// handsOutSharer notes that a function which shares memory may be called through a pointer, where nothing looks at that.
func (f *fn) handsOutSharer(n cc.Node, s *symbol) {
	m, ok := f.c.modelOf(s)
	if !ok || m.Does == nil || f.u.model || s.fn != nil && s.unit.stub == "" {
		return
	}
	if slices.ContainsFunc(m.Does.Acts, func(a models.Act) bool { return a.Its != "" && f.c.mayRace(a) }) {
		text := s.name + ": called through a pointer, it uses no memory that other calls use"
		f.c.uncovered(posOf(n), text) // nothing looks at that memory there, so nothing is bounded either
	}
}

// sharer is a function that makes one access to shared memory.
type sharer struct {
	g    *fn
	id   ir.FuncID
	name string
	act  models.Act
}

// sharer is the function that makes one access to shared memory. It has no body until it is known which variables the program uses.
func (c *compiler) sharer(u *unit, name string, a models.Act) ir.FuncID {
	for _, s := range c.sharers {
		if s.name == name && s.act.Its == a.Its {
			return s.id
		}
	}
	g := &fn{c: c, u: u, f: &ir.Func{Name: c.unique(name + " shares"), Display: name, Model: true}, locals: map[*cc.Declarator]*local{}, labels: map[string]*label{}}
	g.pos = c.funcs[0].f.Pos
	g.f.Pos = g.pos
	s := &sharer{g: g, id: ir.FuncID(len(c.funcs)), name: name, act: a}
	c.funcs = append(c.funcs, &funcSlot{f: g.f})
	c.sharers = append(c.sharers, s)
	return s.id
}

// completeSharers gives these functions their bodies.
func (c *compiler) completeSharers() {
	for _, s := range c.sharers {
		g, a := s.g, s.act
		g.begin(g.newBlock("entry"))
		if at, ok := c.sharedMemory(a); ok {
			end := g.newBlock("end")
			g.ifHostile(sharesMemory, end)
			if a.Alone {
				g.emit(&ir.AtomicBegin{})
			}
			g.useShared(at, a.Verb == "writes", "what "+s.name+" keeps between calls")
			if a.Alone {
				g.emit(&ir.AtomicEnd{})
			}
			g.jump(end)
			g.begin(end)
		}
		g.emit(&ir.Return{})
		g.finish()
		c.mention(g.f)
	}
}

// sharedMemory is where an access to shared memory goes: to the library's variable if the program uses that. If it does not, calls that the library keeps apart race with nothing, and nor do those that only read.
func (c *compiler) sharedMemory(a models.Act) (at ir.GlobalID, ok bool) {
	if s := c.symbols[a.Its]; s != nil && !s.isFunc && !s.tls && (s.rank == rankExtern || s.rank == rankStub) { // signgam or environ, which programs read
		if s = c.resolve(s); s.linked && c.liveGlobals[ir.GlobalID(s.id)] {
			return ir.GlobalID(s.id), true
		}
	}
	written := func(s *sharer) bool { return s.act.Its == a.Its && s.act.Verb == "writes" }
	if a.Alone || !slices.ContainsFunc(c.sharers, written) {
		return 0, false
	}
	at, ok = c.shared[a.Its]
	if !ok {
		if c.shared == nil {
			c.shared = map[string]ir.GlobalID{}
		}
		at = c.addGlobal(&ir.Global{Name: c.unique("shared " + a.Its), Display: "memory that functions of the library share", Size: 1, Align: 1})
		c.globals[at].done = true
		c.shared[a.Its] = at
	}
	return at, true
}

// useShared reads or writes all of a variable. Where pointers in it lead then is for the model to say.
func (f *fn) useShared(at ir.GlobalID, writes bool, name string) {
	parts := []part{{size: 1, t: ctype{k: kInt, w: 8, rank: rankChar}}}
	if s := f.c.globals[at].sym; s != nil {
		parts = s.unit.partsOf(s.unit.typeOf(s.decl.Type()))
	}
	for _, p := range parts {
		m := ir.Mem{Addr: ir.G(at, uint64(p.off), f.c.pw), Size: int(p.size), Name: name, Show: showOf(p.t)}
		val := ir.Operand{}
		switch {
		case !writes || p.t.k == kPtr:
			old := f.newReg(8*m.Size, "", m.Show)
			f.emit(&ir.Load{Dst: old, Mem: m})
			val = ir.R(old, 8*m.Size)
		case f.c.globals[at].sym == nil:
			val = ir.K(8, 0)
		default:
			val = f.data(8*m.Size, m.Show)
		}
		if writes {
			f.emit(&ir.Store{Mem: m, Val: val})
		}
	}
}

// useArgument makes one access; false: it cannot be said where it ends.
func (f *fn) useArgument(a models.Act, d *cc.Declarator, args []cc.ExpressionNode, vals []value) bool {
	v, arg := vals[a.Arg], args[a.Arg]
	if _, lit := literalOf(arg); lit && a.Verb == "reads" {
		return true
	}
	el := f.declaredElem(d, a.Arg)
	if ft, ok := d.Type().(*cc.FunctionType); ok && a.Arg >= len(f.u.signatureOf(ft).params) { // behind the dots it is what is handed over; of characters nobody says how many
		if el = f.u.elem(v.t); el.k == kInt && el.char {
			return false
		}
	}
	bytes := ir.Operand{}
	switch {
	case a.Count >= 0:
		if a.Count >= len(vals) || vals[a.Count].t.k != kInt {
			return false
		}
		bytes = f.convert(vals[a.Count], f.c.sizeType()).op
		if a.Bytes > 1 {
			bytes = f.binary(ir.Mul, bytes, ir.K(f.c.pw, uint64(a.Bytes)))
		}
	case a.Bytes > 0:
		bytes = ir.K(f.c.pw, uint64(a.Bytes))
	case a.Text:
		bytes = ir.KConst(f.c.pw, ir.SignedConst(f.c.pw, -1))
	case a.Verb == "writes" && el.k == kPtr: // where it leads afterwards is not said
		return false
	case el.k == kVoid || el.k == kFunc || f.u.size(el) <= 0:
		return false
	}
	if a.Most {
		some := ir.Operand{}
		if a.Text { // a friendly function need not read a character
			some = f.hostile(f.c.pw, readsOn)
		} else {
			some = f.havoc(f.c.pw, "", ir.ShowUnsigned)
		}
		bytes = f.ite(f.binary(ir.ULt, some, bytes), some, bytes)
	}
	if a.Text {
		f.readString(arg, v, bytes)
		return true
	}
	var parts []part
	if !bytes.IsSet() {
		parts = f.u.partsOf(el)
	}
	lock := ir.Operand{}
	if a.Member != "" {
		if parts = f.u.partsOfMember(el, a.Member); len(parts) == 0 {
			return false
		}
	}
	if len(parts) >= mostTouched {
		return false
	}
	if a.Under != "" {
		off, size, ok := f.u.offsetOf(el, a.Under)
		if !ok {
			return false
		}
		// The lock itself is locked, and not written.
		parts = slices.DeleteFunc(parts, func(p part) bool { return off < p.off+p.size && p.off < off+size })
		lock = f.addr(v.op, off)
	}
	end := f.newBlock("used")
	if v.op.Kind != ir.KindGlobal {
		f.unlessNull(v.op, end)
	}
	switch {
	case lock.IsSet():
		f.emit(&ir.Lock{Status: ir.NoReg, Obj: lock})
	case a.Alone:
		f.emit(&ir.AtomicBegin{})
	}
	done := f.newBlock("done")
	f.use(a.Verb == "writes", v, arg, el, bytes, parts, done)
	f.jump(done)
	f.begin(done)
	switch {
	case lock.IsSet():
		f.emit(&ir.Unlock{Status: ir.NoReg, Obj: lock})
	case a.Alone:
		f.emit(&ir.AtomicEnd{})
	}
	f.jump(end)
	f.begin(end)
	return true
}

func (f *fn) use(writes bool, v value, arg cc.ExpressionNode, el ctype, bytes ir.Operand, parts []part, end ir.BlockID) {
	name := "*" + exprText(arg)
	if bytes.IsSet() {
		f.looksAt(ctype{k: kInt, w: 8, rank: rankChar})
		m := ir.Mem{Addr: v.op, Size: 1, Len: bytes, Name: name, Show: ir.ShowChar}
		if writes {
			f.emit(&ir.Fill{Mem: m})
		} else {
			f.emit(&ir.Touch{Mem: m})
		}
		return
	}
	f.looksAt(el)
	if el.k == kRecord || el.k == kArray {
		f.ifHostile(usesMember, end)
	}
	for _, p := range parts {
		m := f.memOf(v.op, p, touching{sure: true})
		m.Excused, m.Name = false, name
		if p.run {
			m.Size, m.Len = 1, ir.K(f.c.pw, uint64(p.size))
		}
		switch {
		case !writes && p.run:
			f.emit(&ir.Touch{Mem: m})
		case !writes:
			f.emit(&ir.Load{Dst: f.newReg(8*m.Size, "", m.Show), Mem: m})
		case p.run:
			f.emit(&ir.Fill{Mem: m})
		case p.t.k == kPtr:
			f.emit(&ir.Store{Mem: m, Val: f.somePointer(f.u.elem(p.t))})
		default:
			f.emit(&ir.Store{Mem: m, Val: f.data(8*m.Size, m.Show)})
		}
	}
}

// somePointer is what the function of a line stores in a pointer: anything that it may know, as what a function that nothing defines returns.
func (f *fn) somePointer(el ctype) ir.Operand {
	g := f.c.newUnknown(f.u, f.sym, f.sym.decl, f.c.unique(f.sym.name))
	id := ir.FuncID(len(f.c.funcs))
	f.c.funcs = append(f.c.funcs, &funcSlot{f: g.f})
	g.f.RetWidth = f.c.pw
	g.emit(&ir.Return{X: g.someObject(el, resultOrigin(f.sym.name), true)})
	g.finish()
	f.c.mention(g.f)
	f.emit(&noteMark{text: f.sym.name + ": a pointer in what it writes leads to anything that it may know", forbids: true, given: true})
	d := f.newReg(f.c.pw, "", ir.ShowPointer)
	f.emit(&ir.Call{Dst: d, Func: id})
	return ir.R(d, f.c.pw)
}

// stillGiven drops what a line says all about.
func stillGiven(given []give, keeps map[int]bool) (out []give) {
	for _, g := range given {
		now, kept := keeps[g.arg]
		if g.arg >= 0 && !kept {
			continue
		}
		if kept && !now {
			g.bytes = ir.UsesLater
		}
		out = append(out, g)
	}
	return out
}

// lineResult is the result of a function whose line says all.
func (f *fn) lineResult(does *models.Does, vals []value, sig signature, name string) value {
	if k := does.Returns - 1; k >= 0 && k < len(vals) && vals[k].t.k == kInt && sig.ret.k == kInt {
		return f.convert(vals[k], sig.ret)
	}
	if sig.ret.k != kPtr || !does.New {
		return f.anyResult(sig, name)
	}
	own := ownObject
	if does.OrNull {
		own = modelOrNull
	}
	p := f.ownObject(f.u.elem(sig.ret), resultOrigin(name), own)
	if does.OrError {
		p = f.ite(f.havoc(1, "", ir.ShowBool), f.anyError(), p)
	}
	return value{op: p, t: sig.ret}
}

// anyError is an error as a pointer: -4095 to -1.
func (f *fn) anyError() ir.Operand {
	const bits, most = 12, 4095
	e := f.havoc(bits, "", ir.ShowUnsigned)
	e = f.ite(f.binary(ir.Eq, e, ir.K(bits, 0)), ir.K(bits, most), e)
	return f.binary(ir.Sub, ir.K(f.c.pw, 0), f.resize(e, f.c.pw, false))
}

// partsOfMember lists the values of a member of a struct; none: there is no such member, or nothing that a line can say is read or written.
func (u *unit) partsOfMember(t ctype, name string) []part {
	off, size, ok := u.offsetOf(t, name)
	if !ok {
		return nil
	}
	m := t.cc.(interface{ FieldByName(name string) *cc.Field }).FieldByName(name)
	if m == nil {
		return nil
	}
	parts := u.partsOf(u.typeOf(m.Type()))
	for i := range parts {
		p := &parts[i]
		if p.size == size {
			p.name, p.field = name, memberField(u.recordName(t), name)
		}
		p.off += off
	}
	return parts
}

// offsetOf is where a member lies in a struct.
func (u *unit) offsetOf(t ctype, name string) (off, size int64, ok bool) {
	if t.k != kRecord {
		return 0, 0, false
	}
	for _, m := range u.lay.Fields(t.cc) {
		if m.Name == name && !m.BitField {
			return m.Offset, u.size(u.typeOf(m.Type)), true
		}
	}
	return 0, 0, false
}
