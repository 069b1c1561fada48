package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/models"
)

// A model belongs to a function, and programs find it by a name. But a program may have a function of its own called read, log or
// connect, in a file that was not given: only POSIX reserves most of these names, and drivers and firmware do not follow POSIX. So where one of the
// program's own files declares the function, and with a type that the library's cannot have, it is a different function, about which nothing is known.
// A declaration in a header of the system is the library's, whatever it looks like.
//
// Types are compared by their form alone, a letter for each parameter, because programs declare library functions carelessly, with int for
// size_t and char * for void *, and because platforms differ in what their typedefs stand for. Rejected: compatible types as C has them,
// which takes away the model from half of the preprocessed programs there are; and the number of parameters alone, which takes
// remove(struct list *) for the function that removes files.

// Form is the form of a function's type: the letter of the result, then those of the parameters; a dot at the end where more may follow.
// Empty where there is no prototype.
//
//	v void   i integers   f float   d double   l other numbers   s structs   u unions
//	V void*  C char*      I other integers     D numbers*        S structs, unions*   F functions   P pointers*
func Form(ft *cc.FunctionType) string {
	ps := ft.Parameters()
	if len(ps) == 0 && !ft.IsVariadic() {
		return ""
	}
	var b strings.Builder
	b.WriteByte(letter(ft.Result()))
	for _, p := range ps {
		if p.Type().Kind() == cc.Void {
			break
		}
		b.WriteByte(letter(p.Type()))
	}
	if ft.IsVariadic() {
		b.WriteByte('.')
	}
	return b.String()
}

func letter(t cc.Type) byte {
	switch t := t.Undecay().(type) {
	case *cc.PointerType:
		return pointerLetter(t.Elem())
	case *cc.ArrayType:
		return pointerLetter(t.Elem())
	}
	switch t.Kind() {
	case cc.Void:
		return 'v'
	case cc.Float:
		return 'f'
	case cc.Double:
		return 'd'
	case cc.Struct:
		return 's'
	case cc.Union:
		return 'u'
	case cc.Function:
		return 'F'
	}
	if cc.IsIntegerType(t) {
		return 'i'
	}
	return 'l'
}

func pointerLetter(el cc.Type) byte {
	switch el.Kind() {
	case cc.Void:
		return 'V'
	case cc.Char, cc.SChar, cc.UChar:
		return 'C'
	case cc.Struct, cc.Union:
		return 'S'
	case cc.Function:
		return 'F'
	case cc.Ptr, cc.Array:
		return 'P'
	}
	if cc.IsIntegerType(el) {
		return 'I'
	}
	return 'D'
}

// fits reports whether a function declared in one form can be the one that has the other. An unused result fits, unions fit everything (those of
// socket addresses are transparent), a void pointer fits every pointer, and what a prototype leaves open fits.
func fits(declared, model string) bool {
	if declared == "" || model == "" {
		return true
	}
	if r := declared[0]; r != 'v' && !fitsLetter(r, model[0]) {
		return false
	}
	d, m := declared[1:], model[1:]
	for d != "" && m != "" && d[0] != '.' && m[0] != '.' {
		if !fitsLetter(d[0], m[0]) {
			return false
		}
		d, m = d[1:], m[1:]
	}
	return d == m || strings.HasPrefix(d, ".") || strings.HasPrefix(m, ".")
}

func fitsLetter(a, b byte) bool {
	pointer := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	return a == b || a == 'u' || b == 'u' || a == 'V' && pointer(b) || b == 'V' && pointer(a)
}

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
	return ok && !fits(Form(ft), m.Form)
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
	if !ok || s.foreign || f.u.model || s.fn != nil && s.rank != rankStub || Form(ft) != "" || f.u.SystemFile(d.Position().Filename) {
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
