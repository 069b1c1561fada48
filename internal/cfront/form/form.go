package form

import (
	"strings"

	"modernc.org/cc/v4"
)

// Of is the form of a function's type: the letter of the result, then those of the parameters; a dot at the end where more may follow.
// Empty where there is no prototype.
//
//	v void   i integers   f float   d double   l other numbers   s structs   u unions
//	V void*  C char*      I other integers     D numbers*        S structs, unions*   F functions   P pointers*
func Of(ft *cc.FunctionType) string {
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

// Fits reports whether a function declared in one form can be the one that has the other. An unused result fits, unions fit everything (those of
// socket addresses are transparent), a void pointer fits every pointer, and what a prototype leaves open fits.
func Fits(declared, model string) bool {
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
