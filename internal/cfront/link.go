package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Linking: names of several units become the functions and globals of one program.
//
// A name with external linkage is one symbol of the program, one with internal linkage one of its unit, and a static
// local one of its declarator. Symbols are lowered when something that is lowered mentions them, so that headers with
// thousands of inline functions cost nothing. Definitions of the user's files win over those of models; among the user's, a
// strong definition wins over a weak or tentative one, and two strong ones are an error.

// unit is a parsed file with what lowering needs to know about it.
type unit struct {
	*cparse.Unit
	c         *compiler
	lay       *layout.Table
	model     bool               // from a stub or a --model file
	stub      string             // the stub file, if it is one
	internal  map[string]*symbol // static functions and variables
	specs     map[*cc.Declarator]specs
	attrs     map[*cc.Declarator]*cc.AttributeSpecifierList // behind the declarator
	quals     map[*cc.Declarator]*qual
	typeNames map[*cc.TypeName]bool
	lines     map[lineKey]string
	records   map[*cc.Declarator]string // names of untagged structs, see field.go
}

// symbol is a function or variable of the program.
type symbol struct {
	name   string // as in C
	irName string // unique in the program
	unit   *unit  // of the definition, or of some declaration
	isFunc bool
	model  bool

	foreign bool // a different function that only has the name of a modelled one, see form.go

	fn    *cc.FunctionDefinition // functions with a body
	alias string                 // __attribute__((alias))

	decl  *cc.Declarator  // variables: the declaration that counts
	init  *cc.Initializer // variables: the initializer
	rank  int             // how strong the definition is
	tls   bool
	owner *fn  // static locals: the function
	hard  bool // a register variable of the machine
	weak  bool // the definition that counts gives way to one of another file

	id     int // FuncID or GlobalID, provisional
	linked bool
}

// The strengths of definitions.
const (
	rankNone = iota
	rankStub
	rankExtern // declared only
	rankInline // what gcc puts in the place of calls; the external definition, or a model of it, is the function
	rankWeak
	rankTentative
	rankStrong
)

func (c *compiler) newUnit(p *cparse.Unit) *unit {
	return &unit{
		Unit: p, c: c, lay: p.Layout, internal: map[string]*symbol{}, specs: map[*cc.Declarator]specs{}, attrs: map[*cc.Declarator]*cc.AttributeSpecifierList{},
		quals: map[*cc.Declarator]*qual{}, typeNames: map[*cc.TypeName]bool{}, lines: map[lineKey]string{},
	}
}

// declare enters the names of a unit into the tables.
func (c *compiler) declare(u *unit) {
	u.learn(u.AST.TranslationUnit)
	if at := u.OpenMP; at.IsValid() {
		c.assume(at, fmt.Sprintf("%s:%d: what #pragma omp or acc says is not modelled; the program runs as compiled without it", at.File, at.Line), true)
	}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		switch x := tu.ExternalDeclaration; x.Case {
		case cc.ExternalDeclarationFuncDef:
			c.declareFunc(u, x.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			c.declareVars(u, x.Declaration)
		case cc.ExternalDeclarationAsmStmt:
			c.uncovered(posOf(x), fmt.Sprintf("%s: assembly at file scope is not read", posOf(x).Pos))
		}
	}
}

func (c *compiler) declareFunc(u *unit, fd *cc.FunctionDefinition) {
	d := fd.Declarator
	s := c.entry(u, d)
	r := rankStrong
	switch {
	case isGNUInline(fd):
		r = rankInline
	case d.IsInline() && !d.IsStatic():
		r = rankWeak // an inline definition: another unit may hold the external one
	case isWeak(d.Type(), nil) || specAttr(fd.DeclarationSpecifiers, "weak"):
		r = rankWeak
	}
	if u.stub != "" {
		r = rankStub
	}
	if r <= s.rank {
		if r == rankStrong && s.rank == rankStrong && s.fn != nil {
			next := "link only one of the files, or make one definition static"
			if s.unit == u {
				next = "remove one of the definitions"
			}
			c.errorAt(posOf(d), fmt.Sprintf("%s is defined twice, also at %s", s.name, s.fn.Declarator.Position()), next)
		}
		if (s.rank > rankExtern || s.fn != nil) && !(r == rankStub && s.rank == rankInline) {
			return
		}
	}
	s.unit, s.fn, s.rank, s.isFunc = u, fd, r, true
	s.model = u.model
	s.weak = r == rankWeak && (isWeak(d.Type(), nil) || specAttr(fd.DeclarationSpecifiers, "weak"))
	c.runsItself(s, fd.DeclarationSpecifiers, nil, d)
}

func (c *compiler) declareVars(u *unit, decl *cc.Declaration) {
	if decl.Case != cc.DeclarationDecl {
		return
	}
	for l := decl.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		id := l.InitDeclarator
		d := id.Declarator
		if d.IsTypename() {
			continue
		}
		c.declareVar(u, decl, id, d)
	}
}

// weakref makes a variable another name of one that may be there or not.
func (c *compiler) weakref(u *unit, s *symbol, d *cc.Declarator, target string) {
	s.alias, s.unit = target, u
	if c.symbols[target] == nil && u.internal[target] == nil {
		c.symbols[target] = &symbol{name: target, unit: u, decl: d, rank: rankExtern}
	}
	if s.decl == nil {
		s.decl = d
	}
	c.weakrefs = append(c.weakrefs, s)
}

func (c *compiler) declareVar(u *unit, decl *cc.Declaration, id *cc.InitDeclarator, d *cc.Declarator) {
	s := c.entry(u, d)
	if a := d.Type().Attributes(); a != nil && a.Alias() != "" {
		s.alias, s.unit = a.Alias(), u
	} else if e := attrArg(id.AttributeSpecifierList, "alias"); e != nil {
		if v, ok := e.Value().(cc.StringValue); ok {
			s.alias, s.unit = cString(v), u
		}
	}
	if e := attrArg(id.AttributeSpecifierList, "weakref"); e != nil && s.alias == "" && d.Type().Kind() != cc.Function {
		if v, ok := e.Value().(cc.StringValue); ok {
			c.weakref(u, s, d, cString(v))
		}
	}
	if s.alias != "" && s.unit == u && isWeak(d.Type(), id) {
		s.weak = true
	}
	if d.Type().Kind() == cc.Function {
		s.isFunc = true
		if label := asmLabel(id); label != "" && label != s.name && s.alias == "" {
			// glibc declares a second name for a function so: its wrappers call the real one by it.
			s.alias, s.unit = label, u
			if c.symbols[label] == nil {
				c.symbols[label] = &symbol{name: label, unit: u, decl: d, isFunc: true}
			}
		}
		c.runsItself(s, decl.DeclarationSpecifiers, id.AttributeSpecifierList, d)
		if s.decl == nil {
			s.decl = d
			if s.unit == nil {
				s.unit = u
			}
		}
		return
	}
	r := rankTentative
	switch {
	case id.Case == cc.InitDeclaratorInit:
		r = rankStrong
	case d.IsExtern():
		r = rankExtern
	}
	if r > rankExtern && isWeak(d.Type(), id) {
		r = rankWeak
	}
	if u.stub != "" && r > rankExtern {
		r = rankStub
		if s.rank == rankExtern {
			s.rank = rankNone // a declaration of the user's does not hide a model's definition
		}
	}
	if r == rankExtern && s.rank == rankStub {
		return // a declaration in another model does not hide the definition
	}
	if d.IsThreadLocal() {
		s.tls = true
	}
	if id.Asm != nil && d.IsRegister() {
		s.hard = true
	}
	if s.decl == nil || r > s.rank || r == s.rank && s.decl.Type().IsIncomplete() && !d.Type().IsIncomplete() {
		if r > s.rank || s.init == nil {
			s.decl, s.unit, s.rank = d, u, max(r, s.rank)
			s.weak = r == rankWeak
			s.init = nil
			if id.Case == cc.InitDeclaratorInit {
				s.init = id.Initializer
			}
		}
		s.model = u.model
	} else if r == rankStrong && s.rank == rankStrong && s.unit != u && s.init != nil && id.Case == cc.InitDeclaratorInit {
		c.errorAt(posOf(d), fmt.Sprintf("%s is defined twice, also at %s", s.name, s.decl.Position()),
			"link only one of the files, or make one definition static")
	}
}

// asmLabel is the name that a declaration gives a function for the linker: __asm__("name").
func asmLabel(id *cc.InitDeclarator) string {
	if id.Asm == nil || id.Asm.AsmArgList != nil {
		return ""
	}
	return strings.ReplaceAll(strings.ReplaceAll(id.Asm.Token3.SrcStr(), "\"", ""), " ", "")
}

// isGNUInline reports `extern inline __attribute__((gnu_inline))`: never the definition that other calls reach.
func isGNUInline(fd *cc.FunctionDefinition) bool {
	d := fd.Declarator
	return d.IsInline() && d.IsExtern() && (specAttr(fd.DeclarationSpecifiers, "gnu_inline") || declAttr(d, "gnu_inline"))
}

func cString(v cc.StringValue) string {
	s := string(v)
	for i := range len(s) {
		if s[i] == 0 {
			return s[:i]
		}
	}
	return s
}

func isWeak(t cc.Type, id *cc.InitDeclarator) bool {
	if id != nil && hasAttr(id.AttributeSpecifierList, "weak") {
		return true
	}
	a := t.Attributes()
	return a != nil && a.Weak()
}

// specAttr reports an attribute among declaration specifiers.
// runsItself notes a function that runs before main, or behind it.
func (c *compiler) runsItself(s *symbol, ds *cc.DeclarationSpecifiers, l *cc.AttributeSpecifierList, d *cc.Declarator) {
	for name, list := range map[string]*[]itself{"constructor": &c.ctors, "destructor": &c.dtors} {
		if specAttr(ds, name) || hasAttr(l, name) || declAttr(d, name) {
			*list = append(*list, itself{s, priority(ds, l, d, name)})
		}
	}
}

// itself is a function that runs by itself. Those with a priority run before those without, low ones first, and otherwise in order of declaration (GCC manual, "Common Function Attributes").
type itself struct {
	s        *symbol
	priority int64
}

// noPriority comes behind all that can be given.
const noPriority = 1 << 16

func priority(ds *cc.DeclarationSpecifiers, l *cc.AttributeSpecifierList, d *cc.Declarator, name string) int64 {
	e := attrArg(l, name)
	for ; ds != nil && e == nil; ds = ds.DeclarationSpecifiers {
		e = attrArg(ds.AttributeSpecifierList, name)
	}
	var v cc.Value
	if e != nil {
		v = e.Value()
	} else if a := d.Type().Attributes(); a != nil {
		for _, spelled := range []string{name, "__" + name + "__"} {
			for _, given := range a.AttrValue(spelled) {
				v = given
			}
		}
	}
	if n, ok := v.(cc.Int64Value); ok {
		return int64(n)
	}
	return noPriority
}

func specAttr(ds *cc.DeclarationSpecifiers, name string) bool {
	for ; ds != nil; ds = ds.DeclarationSpecifiers {
		if hasAttr(ds.AttributeSpecifierList, name) {
			return true
		}
	}
	return false
}

func declAttr(d *cc.Declarator, name string) bool {
	a := d.Type().Attributes()
	return a != nil && (a.IsAttrSet(name) || a.IsAttrSet("__"+name+"__"))
}

// entry is the symbol a file-scope declarator stands for.
func (c *compiler) entry(u *unit, d *cc.Declarator) *symbol {
	name := d.Name()
	if d.Linkage() == cc.Internal || u.internal[name] != nil {
		s := u.internal[name]
		if s == nil {
			s = &symbol{name: name, unit: u}
			u.internal[name] = s
		}
		return s
	}
	s := c.symbols[name]
	if s == nil {
		s = &symbol{name: name}
		c.symbols[name] = s
	}
	if s.unit == nil {
		s.unit = u
	}
	return s
}

// symbol is what a name in a function refers to; nil for locals of some other function.
func (u *unit) symbol(d *cc.Declarator) *symbol {
	c := u.c
	if s, ok := c.statics[d]; ok {
		return s
	}
	name := d.Name()
	switch d.Linkage() {
	case cc.None:
		return nil
	case cc.Internal:
		if s := u.internal[name]; s != nil {
			return c.resolve(s)
		}
	}
	if s := u.internal[name]; s != nil {
		return c.resolve(s)
	}
	if s := c.foreign[name]; s != nil && !u.model {
		return s
	}
	s := c.symbols[name]
	if s == nil {
		// An implicit or block-scope declaration.
		s = &symbol{name: name, unit: u, decl: d, isFunc: d.Type().Kind() == cc.Function, rank: rankExtern}
		if s.foreign = u.isForeign(d); s.foreign {
			c.foreign[name] = s
			return s
		}
		c.symbols[name] = s
	}
	c.defineVar(s)
	return c.resolve(s)
}

// resolve follows aliases.
func (c *compiler) resolve(s *symbol) *symbol {
	for n := 0; s.alias != "" && n < 8; n++ {
		t := s.unit.internal[s.alias]
		if t == nil {
			t = c.symbols[s.alias]
		}
		if t == nil {
			break
		}
		s = t
	}
	return s
}

// typeIn is the type of a variable as a unit sees it; the definition's if that knows more.
func (s *symbol) typeIn(u *unit, d *cc.Declarator) ctype {
	t := u.typeOf(d.Type())
	if t.k == kArray && u.size(t) < 0 && s.unit == u && s.decl != nil {
		if dt := u.typeOf(s.decl.Type()); u.size(dt) >= 0 {
			return dt
		}
	}
	return t
}

// unique makes a name that nothing else in the program has.
func (c *compiler) unique(name string) string {
	n := c.taken[name]
	c.taken[name]++
	if n == 0 {
		return name
	}
	for {
		s := fmt.Sprintf("%s.%d", name, n)
		if c.taken[s] == 0 {
			c.taken[s]++
			return s
		}
		n++
	}
}

// funcID links a function with a body and returns its number.
func (c *compiler) funcID(s *symbol) ir.FuncID {
	if !s.linked {
		s.linked = true
		s.irName = c.unique(s.name)
		s.id = len(c.funcs)
		c.funcs = append(c.funcs, &funcSlot{sym: s})
	}
	return ir.FuncID(s.id)
}

// funcSlot is a function of the program to be; f is set once it is lowered.
type funcSlot struct {
	sym   *symbol
	f     *ir.Func
	taken bool // its address is taken
	loose bool // as a pointer of another type, too

	params []int // what shape says
	ret    int
	shaped bool
}

// funcRet is the width of a function's result.
func (c *compiler) funcRet(id ir.FuncID) int {
	slot := c.funcs[id]
	if slot.f != nil {
		return slot.f.RetWidth
	}
	ft, ok := slot.sym.fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		return 0
	}
	f := &fn{c: c, u: slot.sym.unit}
	return f.retWidth(slot.sym.unit.signatureOf(ft))
}

// global links a variable and returns its number.
func (c *compiler) global(s *symbol) ir.GlobalID {
	if !s.linked {
		s.linked = true
		s.irName = c.unique(s.name)
		g := &ir.Global{Name: s.irName, Display: s.name, ThreadLocal: s.tls, Align: 1}
		s.id = int(c.addGlobal(g))
		c.globals[s.id].sym = s
	}
	return ir.GlobalID(s.id)
}

type globalSlot struct {
	sym  *symbol
	g    *ir.Global
	done bool
	busy bool // being lowered: an initializer that mentions itself

	mutexes []staticMutex // of a thread-local variable
	made    *ir.GlobalID  // whether the thread made them
}

func (c *compiler) addGlobal(g *ir.Global) ir.GlobalID {
	c.globals = append(c.globals, &globalSlot{g: g})
	return ir.GlobalID(len(c.globals) - 1)
}
