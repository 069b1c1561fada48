package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/form"
	"github.com/heddle-dev/heddle/internal/models"
)

// modelOf finds the model of a function.
func (c *compiler) modelOf(s *symbol) (models.Function, bool) {
	if s.foreign {
		return models.Function{}, false
	}
	return c.known.Lookup(strings.TrimPrefix(s.name, "__builtin_"))
}

// isForeign reports a function that the program declares, and that has the name of a modelled one but not its form.
func (u *unit) isForeign(d *cc.Declarator) bool {
	if u.model || u.SystemFile(d.Position().Filename) {
		return false
	}
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return false
	}
	m, ok := u.c.known.Lookup(d.Name())
	return ok && !form.Fits(form.Of(ft), m.Form)
}

// setForeign sets the program's functions apart that are not the library's: the models never see them.
func (c *compiler) setForeign() {
	for name, s := range c.symbols {
		if s.isFunc && s.fn == nil && s.alias == "" && s.decl != nil && s.unit.isForeign(s.decl) {
			s.foreign = true
			c.foreign[name] = s
			delete(c.symbols, name)
		}
	}
}

// foreignCall reports a call of a function without a prototype whose arguments the modelled function of that name cannot have: too many, or a
// pointer for a number. Nothing finer, since such calls pass 0 for a pointer and leave arguments out.
func (f *fn) foreignCall(s *symbol, d *cc.Declarator, args []cc.ExpressionNode) bool {
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok || s.foreign || f.u.model || s.fn != nil && s.rank != rankStub || form.Of(ft) != "" || f.u.SystemFile(d.Position().Filename) {
		return false
	}
	m, ok := f.c.modelOf(s)
	if !ok || m.Form == "" {
		return false
	}
	params := m.Form[1:]
	for _, a := range args {
		switch {
		case params == "":
			return true
		case params == ".":
			return false
		}
		number := strings.IndexByte("ifdl", params[0]) >= 0
		if t := f.unevaluated(a).t; t.k == kRecord || number && (t.k == kPtr || t.k == kArray || t.k == kFunc) {
			return true
		}
		params = params[1:]
	}
	return false
}
