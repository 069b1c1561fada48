package cfront

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Who the functions of a harness.Spec are, and what they are called with. harnessentry.go calls them.

// roles is a spec with its names looked up.
type roles struct {
	first, last []*symbol
	entries     []entryPoint
	own         int          // the entry point that the first thread calls itself, or -1
	running     *ir.GlobalID // how many calls run that are counted
	against     *symbol      // takes the place of the one entry point, see against.go; nil: none does
}

type entryPoint struct {
	harness.Entry
	sym *symbol
	in  *symbol // the variable of its context
}

// threaded reports whether calls need a function of their own to run in.
func (e *entryPoint) threaded() bool { return e.Calls == harness.Any || e.in != nil }

// all lists the functions that are called from outside.
func (r *roles) all() []*symbol {
	out := slices.Clone(r.first)
	for _, e := range r.entries {
		out = append(out, e.sym)
	}
	if r.against != nil {
		out = append(out, r.against)
	}
	return append(out, r.last...)
}

// context reports whether a variable is the context of an entry point.
func (r *roles) context(s *symbol) bool {
	return slices.ContainsFunc(r.entries, func(e entryPoint) bool { return e.in == s })
}

// display is what the first thread is called: after the functions that it calls.
func (r *roles) display(spec *harness.Spec, main string) string {
	var names []string
	for _, s := range r.first {
		if shown, ok := spec.Display[s.name]; ok {
			names = append(names, shown)
			continue
		}
		names = append(names, s.name)
	}
	if r.own >= 0 && len(r.entries) > 0 {
		names = append(names, r.entries[r.own].sym.name)
	}
	for _, s := range r.last {
		names = append(names, s.name)
	}
	switch {
	case len(names) > 0:
		return strings.Join(names, ", ")
	case len(r.entries) > 0:
		return "harness"
	}
	return main
}

// assignRoles looks up the names of the harness, and returns the function that stands for it in messages.
func (c *compiler) assignRoles() (*symbol, error) {
	spec := c.opts.Harness
	r := roles{own: -1}
	for _, name := range spec.Functions() {
		s, err := c.harnessFunc(spec.Source, name)
		if err != nil {
			return nil, err
		}
		switch i := len(r.entries); {
		case len(r.first) < len(spec.First):
			r.first = append(r.first, s)
		case i < len(spec.Entries):
			e := entryPoint{Entry: spec.Entries[i], sym: s}
			if e.in, err = c.contextVar(e); err != nil {
				return nil, err
			}
			if r.own < 0 && e.Calls == harness.Once && !e.Detached {
				r.own = i
			}
			r.entries = append(r.entries, e)
		default:
			r.last = append(r.last, s)
		}
	}
	if spec.Against != "" {
		s, err := c.replacement(r.entries[r.own].sym)
		if err != nil {
			return nil, err
		}
		r.against = s
	}
	c.roles = r
	if r.own >= 0 {
		return r.entries[r.own].sym, nil
	}
	return r.all()[0], nil
}

// contextVar finds the variable of a context.
func (c *compiler) contextVar(e entryPoint) (*symbol, error) {
	name := e.Context.Var
	if name == "" {
		return nil, nil
	}
	s := e.sym.unit.internal[name]
	if s == nil {
		s = c.symbols[name]
	}
	if s == nil || s.isFunc || !s.tls || s.unit.typeOf(s.decl.Type()).k != kInt {
		return nil, diag.List{diag.Errorf(posOf(e.sym.fn.Declarator), "%s %s: there is no thread-local integer variable %s for its context", c.opts.Harness.Source, e.Func, name).
			WithDetail("define it in one of the files or in a model")}
	}
	return s, nil
}

// harnessFunc finds a function that is called from outside. Source is what names it.
func (c *compiler) harnessFunc(from, name string) (*symbol, error) {
	var found []*symbol
	defined := map[string]bool{}
	seen := map[*symbol]bool{}
	look := func(s *symbol) {
		if s == nil || s.fn == nil || s.rank == rankStub || s.model || seen[s] {
			return
		}
		seen[s] = true
		defined[s.name] = true
		if s.name == name {
			found = append(found, s)
		}
	}
	for _, u := range c.units {
		for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if x := tu.ExternalDeclaration; x.Case == cc.ExternalDeclarationFuncDef {
				d := x.FunctionDefinition.Declarator
				if s := u.internal[d.Name()]; s != nil {
					look(s)
				} else {
					look(c.symbols[d.Name()])
				}
			}
		}
	}
	at := source.Range{Pos: source.Pos{File: firstName(c.units)}}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, diag.List{diag.Errorf(posOf(found[1].fn.Declarator), "%s %s: two functions have that name, the other is at %s", from, name,
			found[0].fn.Declarator.Position()).WithDetail("give only the file that is meant, or rename one of them")}
	}
	names := sortedSet(defined)
	detail := "none of the files defines a function"
	if len(names) > 0 {
		more := ""
		if len(names) > 8 {
			names, more = names[:8], ", ..."
		}
		detail = "the files define: " + strings.Join(names, ", ") + more
	}
	return nil, diag.List{diag.Errorf(at, "%s %s: no file defines that function", from, name).WithDetail("%s", detail)}
}

// outsideCall makes the arguments of a function that is called from outside.
func (f *fn) outsideCall(s *symbol, calls harness.Calls) (id ir.FuncID, args []ir.Operand, ret int, ok bool) {
	f.at(s.fn.Declarator)
	ft, ok := s.fn.Declarator.Type().(*cc.FunctionType)
	if !ok {
		f.unsupported(s.fn.Declarator, s.name+", which is no function")
		return 0, nil, 0, false
	}
	id = f.c.funcID(s)
	w, ret, _ := f.c.shape(id)
	return id, f.fit(f.anyArgs(ft, s.unit.signatureOf(ft), calls), w), ret, true
}

// anyArgs makes the arguments of a call from outside. What is more than a number lies in external memory, from where a pointer is loaded and a struct is handed over. If there
// are several calls, each chooses its pointers anew.
func (f *fn) anyArgs(ft *cc.FunctionType, sig signature, calls harness.Calls) (ops []ir.Operand) {
	c, s := f.c, f.sym
	if sig.retPtr {
		ops = append(ops, f.mainObject("result", f.u.size(sig.ret), f.u.align(sig.ret)))
	}
	ps := ft.Parameters()
	for i, t := range sig.params {
		name := ps[i].Name()
		if name == "" {
			name = fmt.Sprintf("argument %d", i+1)
		}
		switch t.k {
		case kInt, kFloat:
			ops = append(ops, f.nondet(t, name).op)
			continue
		}
		if t.k == kPtr && calls == harness.Any {
			el := f.u.elem(t)
			d := f.newReg(c.pw, name, ir.ShowPointer)
			f.emit(&ir.Call{Dst: d, Func: c.maker(maker{key: f.u.key(el), typeIn: typeIn{f.u, el}, origin: argOrigin(s.irName, len(ops))})})
			ops = append(ops, ir.R(d, c.pw))
			continue
		}
		g := &ir.Global{Name: c.unique(s.name + "." + name), Display: name, Size: max(1, f.u.size(t)), Align: f.u.align(t), External: true, Pos: f.pos}
		id := c.addGlobal(g)
		c.globals[id].done = true
		c.liveGlobals[id] = true
		c.outside.opened = append(c.outside.opened, opened{id: id, typeIn: typeIn{f.u, t}, name: argOrigin(s.irName, len(ops))})
		if t.k != kPtr {
			at := ir.G(id, 0, c.pw)
			if calls == harness.Any {
				c.assume(f.pos, fmt.Sprintf("%s: all calls get the same %s", s.name, name), true)
				own := f.mainObject(name, f.u.size(t), f.u.align(t))
				f.copyObject(lval{t: t, reg: ir.NoReg, addr: own, name: name}, lval{t: t, reg: ir.NoReg, addr: at, name: name})
				at = own
			}
			ops = append(ops, at)
			continue
		}
		d := f.newReg(c.pw, name, ir.ShowPointer)
		f.emit(&ir.Load{Dst: d, Mem: ir.Mem{Addr: ir.G(id, 0, c.pw), Size: c.pw / 8, Name: name, Show: ir.ShowPointer}})
		ops = append(ops, ir.R(d, c.pw))
	}
	if sig.variadic {
		c.assume(f.pos, s.name+": the variable arguments are arbitrary and no pointers", true)
		ops = append(ops, f.mainObject("varargs", 256, 16))
	}
	return ops
}
