package cfront

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/cfront/form"
	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/source"
)

// Where a program gives its functions to others: the first half of finding out who calls a driver. A function of the program's files is given away where its name stands
// for its address: in a member of a struct, by an initializer or an assignment, as an argument of a call, as an alias of another name. Which members and which
// functions mean what is data (harness.Linux).
//
// It reads the syntax tree, before anything is lowered: what is lowered depends on who is called. Rejected: asking points-to, which needs a lowered
// program, and so entry points, first; what a function pointer that the program keeps for itself leads to is a call, not an entry.

// Callback is a place where a function is given away. In Windows drivers there are those too where a value is given that is not the name of a function: Func is empty then.
type Callback struct {
	Func   string
	Struct string // the tag of the struct, or the name of the type, whose member it becomes
	Member string
	Callee string // the function that it is handed to
	Arg    int    // as which argument, counted from 1
	Index  string // of an array that is a member: [3], or [] if it is not known
	Alias  string // the other name that it has
	Params []harness.Param
	Result string // as harness.Param.Type
	Object string // of a variable's initializer: the struct itself, as C says it
	Own    bool   // the struct, or the function that it is handed to, is the program's own: who calls it there is seen in the program
	At     source.Range
}

// Key is the place as tables name it: file_operations.read, request_irq.2, module_init.
func (c Callback) Key() string {
	if c.Callee != "" {
		return fmt.Sprintf("%s.%d", c.Callee, c.Arg)
	}
	return c.Place()
}

// Place is the place for people: file_operations.read, argument 2 of request_irq, module_init.
func (c Callback) Place() string {
	switch {
	case c.Member != "":
		return c.Struct + "." + c.Member + c.Index
	case c.Callee != "":
		return fmt.Sprintf("argument %d of %s", c.Arg, c.Callee)
	case strings.HasPrefix(c.Alias, "__heddle_module_init_"):
		return "module_init"
	case strings.HasPrefix(c.Alias, "__heddle_module_exit_"):
		return "module_exit"
	case c.Alias == "DriverEntry":
		return c.Alias
	case c.Alias != "":
		return "alias " + c.Alias
	}
	return "address taken"
}

// system reports a place that belongs to the system: a member of a struct with a name, or an argument of a function, that are not the program's.
func (c Callback) system() bool {
	return !c.Own && (c.Callee != "" || c.Member != "" && c.Struct != "struct")
}

// Callbacks parses the files and lists where they give their own functions away, in the order of the places.
func Callbacks(ctx context.Context, files []File, opts Options) ([]Callback, error) {
	var out []Callback
	var errs diag.List
	for i := range files {
		file := &files[i] // which keeps what was parsed, for Compile
		if err := file.parse(ctx, opts); err != nil {
			return nil, err
		}
		if file.unit == nil {
			errs = append(errs, file.diags...)
			continue
		}
	}
	nt := opts.Parse.Platform == "windows"
	for i := range files {
		if files[i].unit == nil {
			continue
		}
		has := func(string) bool { return false }
		if nt { // a driver of several files gives functions of one away in another
			has = func(name string) bool { return slices.ContainsFunc(files, func(f File) bool { return f.Has(name) }) }
		}
		out = append(out, callbacksOf(files[i].unit, nt, has)...)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return out, nil
}

// finder looks for the functions of one file that it gives away.
type finder struct {
	u    *cparse.Unit
	nt   bool              // a Windows driver
	has  func(string) bool // of functions that other files of the program define
	own  map[string]bool   // functions that the program's files define
	tags map[string]bool   // structs and types that they define
	done map[cc.Node]bool
	of   map[*cc.Initializer]*cc.Declarator // what an initializer belongs to, of variables that have a name everywhere
	out  []Callback
}

func callbacksOf(u *cparse.Unit, nt bool, has func(string) bool) []Callback {
	f := &finder{u: u, nt: nt, has: has, own: map[string]bool{}, tags: map[string]bool{}, done: map[cc.Node]bool{}, of: map[*cc.Initializer]*cc.Declarator{}}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if x := tu.ExternalDeclaration; !u.SystemFile(x.Position().Filename) {
			layout.Walk(x, f.defines)
			if x.Case == cc.ExternalDeclarationDecl {
				layout.Walk(x, f.belongs)
			}
		}
	}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if x := tu.ExternalDeclaration; x.Case == cc.ExternalDeclarationFuncDef && !u.SystemFile(x.FunctionDefinition.Declarator.Position().Filename) {
			d := x.FunctionDefinition.Declarator
			f.own[d.Name()] = true
			if nt && d.Name() == "DriverEntry" {
				f.out = append(f.out, Callback{Func: d.Name(), Alias: d.Name(), At: posOf(d)})
			}
		}
	}
	for tu := u.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		if !u.SystemFile(tu.ExternalDeclaration.Position().Filename) {
			layout.Walk(tu.ExternalDeclaration, f.node)
		}
	}
	sort.SliceStable(f.out, func(i, j int) bool {
		a, b := f.out[i].At.Pos, f.out[j].At.Pos
		if a.File != b.File {
			return a.File < b.File
		}
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	return f.out
}

// defines notes the structs and types that the program's files define.
func (f *finder) defines(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.StructOrUnionSpecifier:
		if x.Case == cc.StructOrUnionSpecifierDef {
			f.tags[x.Token.SrcStr()] = true
		}
	case *cc.InitDeclarator:
		if x.Declarator.IsTypename() {
			f.tags[x.Declarator.Name()] = true
		}
	}
	return true
}

// belongs notes which variable an initializer belongs to. What stands in a compound literal is another object's.
func (f *finder) belongs(n cc.Node) bool {
	x, ok := n.(*cc.InitDeclarator)
	if !ok || x.Initializer == nil {
		return true
	}
	layout.Walk(x.Initializer, func(n cc.Node) bool {
		switch n := n.(type) {
		case *cc.Initializer:
			f.of[n] = x.Declarator
		case *cc.PostfixExpression:
			return n.Case != cc.PostfixExpressionComplit
		}
		return true
	})
	return false
}

// object is the struct that an initializer's member belongs to, as C says it: a variable, or a part of one. Empty: it has no name.
func (f *finder) object(in *cc.Initializer, tag string) string {
	d := f.of[in]
	if d == nil {
		return ""
	}
	path, ok := pathTo(d.Type(), in.Offset(), tag)
	if !ok {
		return ""
	}
	return d.Name() + path
}

// pathTo is the way from an object to the struct of some tag inside of it that a byte belongs to.
func pathTo(t cc.Type, off int64, tag string) (path string, ok bool) {
	if structName(t) == tag {
		return "", true
	}
	switch x := t.(type) {
	case *cc.ArrayType:
		el := x.Elem()
		size := el.Size()
		if size <= 0 {
			return "", false
		}
		path, ok = pathTo(el, off%size, tag)
		return fmt.Sprintf("[%d]%s", off/size, path), ok
	case interface{ FieldByIndex(int) *cc.Field }:
		for i := 0; ; i++ {
			fd := x.FieldByIndex(i)
			if fd == nil {
				return "", false
			}
			if fd.IsBitfield() || off < fd.Offset() || off >= fd.Offset()+fd.Type().Size() {
				continue
			}
			if path, ok = pathTo(fd.Type(), off-fd.Offset(), tag); ok {
				if fd.Name() != "" {
					path = "." + fd.Name() + path
				}
				return path, true
			}
		}
	}
	return "", false
}

// node looks at one node; parents come first, and say more about a name than its place alone does.
func (f *finder) node(n cc.Node) bool {
	switch x := n.(type) {
	case *cc.InitDeclarator:
		if a := x.Declarator.Type().Attributes(); a != nil && f.own[a.Alias()] {
			f.out = append(f.out, Callback{Func: a.Alias(), Alias: x.Declarator.Name(), At: posOf(x.Declarator)})
		} else if e := attrArg(x.AttributeSpecifierList, "alias"); e != nil {
			if v, ok := e.Value().(cc.StringValue); ok && f.own[cString(v)] {
				f.out = append(f.out, Callback{Func: cString(v), Alias: x.Declarator.Name(), At: posOf(x.Declarator)})
			}
		}
	case *cc.Initializer:
		if x.AssignmentExpression != nil && x.Field() != nil {
			c := member(x.Field())
			c.Object = f.object(x, c.Struct)
			f.found(x.AssignmentExpression, c)
			f.value(x.AssignmentExpression, member(x.Field()))
		}
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionAssign {
			if f.nt {
				f.assigned(x)
			} else if p, ok := unparen(x.UnaryExpression).(*cc.PostfixExpression); ok && p.Field() != nil {
				f.found(x.AssignmentExpression, member(p.Field()))
			}
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall {
			if p, ok := unparen(x.PostfixExpression).(*cc.PrimaryExpression); ok {
				f.done[p] = true // a call, not an address
			}
			name := calleeName(x.PostfixExpression)
			for i, a := range argList(x) {
				f.found(a, Callback{Callee: name, Arg: i + 1})
				f.value(a, Callback{Callee: name, Arg: i + 1})
			}
		}
	case *cc.PrimaryExpression:
		f.found(x, Callback{})
	}
	return true
}

// assigned notes the members, and elements of members, that a function becomes: a[1] = a[2] = f.
func (f *finder) assigned(x *cc.AssignmentExpression) {
	var all []Callback
	var value cc.ExpressionNode = x
	for {
		a, ok := unparen(value).(*cc.AssignmentExpression)
		if !ok || a.Case != cc.AssignmentExpressionAssign {
			break
		}
		value = a.AssignmentExpression
		p, ok := unparen(a.UnaryExpression).(*cc.PostfixExpression)
		if !ok {
			continue
		}
		if p.Case != cc.PostfixExpressionIndex {
			if p.Field() != nil {
				all = append(all, member(p.Field()))
			}
			continue
		}
		if q, ok := unparen(p.PostfixExpression).(*cc.PostfixExpression); ok && q.Field() != nil {
			c := member(q.Field())
			c.Index = "[]"
			if v, ok := f.u.Layout.ConstInt(p.ExpressionList); ok {
				c.Index = fmt.Sprintf("[%d]", v)
			}
			all = append(all, c)
		}
	}
	for _, c := range all {
		f.value(value, c)
	}
	p := nameIn(value)
	if p == nil || f.done[p] {
		return
	}
	for i := len(all) - 1; i >= 0; i-- {
		delete(f.done, p)
		f.found(value, all[i])
	}
}

func member(fd *cc.Field) Callback {
	c := Callback{Member: fd.Name(), Struct: "struct"}
	t := fd.ParentType()
	for p := fd; p != nil; p = p.ParentField() { // members of anonymous structs belong to the struct around them
		t = p.ParentType()
		if structName(t) != "" {
			break
		}
	}
	if tag := structName(t); tag != "" {
		c.Struct = tag
	}
	return c
}

func structName(t cc.Type) string {
	switch x := t.(type) {
	case *cc.StructType:
		tag := x.Tag()
		if s := tag.SrcStr(); s != "" {
			return s
		}
	case *cc.UnionType:
		tag := x.Tag()
		if s := tag.SrcStr(); s != "" {
			return s
		}
	default:
		return ""
	}
	if td := t.Typedef(); td != nil {
		return td.Name()
	}
	return ""
}

// found notes the function whose address an expression is.
func (f *finder) found(e cc.ExpressionNode, c Callback) {
	p := nameIn(e)
	if p == nil || f.done[p] {
		return
	}
	d, _ := p.ResolvedTo().(*cc.Declarator)
	if d == nil || d.Type() == nil || d.Type().Kind() != cc.Function || !f.own[d.Name()] && !f.has(d.Name()) {
		return
	}
	f.done[p] = true
	c.Func, c.At = d.Name(), posOf(p)
	c.signature(d.Type())
	c.Own = c.Callee != "" && (f.own[c.Callee] || f.has(c.Callee)) || c.Struct != "" && f.tags[c.Struct]
	if strings.HasPrefix(c.Callee, "__builtin_") {
		return
	}
	f.out = append(f.out, c)
}

// value notes that a Windows driver gives away what is neither the name of a function nor null, where a function is meant.
func (f *finder) value(e cc.ExpressionNode, c Callback) {
	if !f.nt || c.Callee != "" && (f.own[c.Callee] || f.has(c.Callee)) {
		return
	}
	if p := nameIn(e); p != nil {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok && d.Type() != nil && d.Type().Kind() == cc.Function {
			return
		}
	}
	if _, ok := harness.NT(c.Key()); !ok || f.null(e) {
		return
	}
	c.At = posOf(e)
	f.out = append(f.out, c)
}

// null reports a null pointer, cast or not.
func (f *finder) null(e cc.ExpressionNode) bool {
	for {
		if v, ok := f.u.Layout.ConstInt(e); ok {
			return v == 0
		}
		x, ok := unparen(e).(*cc.CastExpression)
		if !ok || x.Case != cc.CastExpressionCast {
			return false
		}
		e = x.CastExpression
	}
}

// signature notes what a function takes and gives.
func (c *Callback) signature(t cc.Type) {
	ft, ok := t.(*cc.FunctionType)
	if !ok {
		return
	}
	c.Result = paramOf(ft.Result()).Type
	for _, p := range ft.Parameters() {
		if t := p.Type(); t.Kind() != cc.Void {
			c.Params = append(c.Params, paramOf(t))
		}
	}
}

// paramOf says a type as a harness needs it.
func paramOf(t cc.Type) harness.Param {
	switch x := t.(type) {
	case *cc.PointerType:
		el := x.Elem()
		switch name := typeText(el); {
		case name != "":
			return harness.Param{Type: name + " *", Whole: !el.IsIncomplete()}
		case el.Kind() == cc.Void:
			return harness.Param{Type: "void *"}
		}
		return harness.Param{Type: "*"}
	case *cc.StructType, *cc.UnionType:
		return harness.Param{Type: typeText(t), Whole: true}
	}
	if t.Kind() == cc.Void {
		return harness.Param{Type: "void"}
	}
	return harness.Param{Type: "number"}
}

// typeText names a struct or union as C does; empty for other types and for those without a name.
func typeText(t cc.Type) string {
	name := structName(t)
	if name == "" || t.Typedef() != nil && t.Typedef().Name() == name {
		return name
	}
	if t.Kind() == cc.Union {
		return "union " + name
	}
	return "struct " + name
}

// Lacks reports whether a file that was parsed declares a function and does not define it; NAME:FORM asks for one whose type has a form, too.
func (f *File) Lacks(name string) bool {
	if f.unit == nil {
		return false
	}
	name, want, formed := strings.Cut(name, ":")
	nodes := f.unit.AST.Scope.Nodes[name]
	for _, n := range nodes {
		d, ok := n.(*cc.Declarator)
		if !ok || d.IsFuncDef() || d.Type().Kind() != cc.Function {
			return false
		}
		if ft, ok := d.Type().(*cc.FunctionType); formed && (!ok || form.Of(ft) != want) {
			return false
		}
	}
	return len(nodes) > 0
}

// Declares reports whether a file that was parsed declares or defines a function or a variable, or leads to a header's:
// declarations of headers that nothing leads to are gone by then.
func (f *File) Declares(name string) bool {
	return f.unit != nil && slices.ContainsFunc(f.unit.AST.Scope.Nodes[name], func(n cc.Node) bool {
		d, ok := n.(*cc.Declarator)
		return ok && !d.IsTypename()
	})
}

// Without reports whether a file that was parsed has a struct that has no member of a name.
func (f *File) Without(tag, member string) bool {
	if f.unit == nil {
		return false
	}
	for _, n := range f.unit.AST.Scope.Nodes[tag] {
		if s, ok := n.(*cc.StructOrUnionSpecifier); ok {
			if t, ok := s.Type().(*cc.StructType); ok && t.NumFields() > 0 {
				return t.FieldByName(member) == nil
			}
		}
	}
	return false
}

// Has reports whether a file that was parsed defines a function, outside headers of the system.
func (f *File) Has(name string) bool {
	if f.unit == nil {
		return false
	}
	for _, n := range f.unit.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok && d.IsFuncDef() && !f.unit.SystemFile(d.Position().Filename) {
			return true
		}
	}
	return false
}

// Uses reports whether a name stands in an expression of a file that was parsed, outside headers of the system.
func (f *File) Uses(name string) bool {
	if f.used == nil && f.unit != nil {
		f.used = map[string]bool{}
		for tu := f.unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
			if f.unit.SystemFile(tu.ExternalDeclaration.Position().Filename) {
				continue
			}
			layout.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
				if p, ok := n.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
					f.used[p.Token.SrcStr()] = true
				}
				return true
			})
		}
	}
	return f.used[name]
}

// Settings lists the variables of a file that was parsed that a user sets when a module is loaded, with their types.
func (f *File) Settings() (out []harness.Setting) {
	if f.unit == nil {
		return nil
	}
	seen := map[string]bool{}
	for tu := f.unit.AST.TranslationUnit; tu != nil; tu = tu.TranslationUnit {
		layout.Walk(tu.ExternalDeclaration, func(n cc.Node) bool {
			x, ok := n.(*cc.Initializer)
			if !ok || x.AssignmentExpression == nil || x.Field() == nil || !slices.Contains([]string{"kernel_param", "kparam_array", "kparam_string"}, member(x.Field()).Struct) {
				return true
			}
			p := nameIn(x.AssignmentExpression)
			if p == nil {
				return true
			}
			d, _ := p.ResolvedTo().(*cc.Declarator)
			if d == nil || d.Type() == nil || d.Type().Kind() == cc.Function || seen[d.Name()] || strings.HasPrefix(d.Name(), "__") {
				return true
			}
			seen[d.Name()] = true
			out = append(out, harness.Setting{Name: d.Name(), Number: paramOf(d.Type()).Type == "number" && d.Type().Kind() != cc.Array})
			return true
		})
	}
	return out
}

// Append has a text read behind the file, as a part of it.
func (f *File) Append(text string) { f.After, f.unit, f.diags = text, nil, nil }

// nameIn is the name that an expression is, but for parentheses, casts and &.
func nameIn(e cc.ExpressionNode) *cc.PrimaryExpression {
	for {
		switch x := unparen(e).(type) {
		case *cc.CastExpression:
			if x.Case != cc.CastExpressionCast {
				return nil
			}
			e = x.CastExpression
		case *cc.UnaryExpression:
			if x.Case != cc.UnaryExpressionAddrof {
				return nil
			}
			e = x.CastExpression
		case *cc.ConditionalExpression: // SET_SYSTEM_SLEEP_PM_OPS and the like: a function or null
			if x.Case != cc.ConditionalExpressionCond {
				return nil
			}
			if p := nameIn(x.ExpressionList); p != nil {
				return p
			}
			e = x.ConditionalExpression
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent {
				return x
			}
			return nil
		default:
			return nil
		}
	}
}
