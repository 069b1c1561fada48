package interleaved

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// Filters in C, as people would put them into the harness: heddle_assume(r->done == 0). What a filter demands and an earlier precondition excludes needs no saying, so
// the preconditions of one program are read in order, and each may go through the pointers that those before it say are not null.

// name is how the source calls a piece of memory.
type name struct {
	text string
	show ir.Show
}

// name remembers how the source calls what an access touches.
func (a access) name(s *shadow, m *ir.Mem) {
	key := nameKey{a.base, a.offset, a.size}
	if a.base == 0 {
		key.offset = a.at
	}
	if _, ok := s.names[key]; !ok && m.Name != "" && !strings.HasPrefix(m.Name, "heddle.") {
		s.names[key] = name{m.Name, m.Show}
	}
}

// preconditions says the negation of each filter, given those before it.
func (t *terms) preconditions(filters []*Filter) {
	known := map[logic.Term]bool{}
	for _, f := range filters {
		if len(f.bound) > 0 {
			f.Text = fmt.Sprintf("1 /* no input such as %s: C cannot say for which choices */", f.like)
			continue
		}
		var open []logic.Term
		for _, c := range f.conds {
			if !known[c] {
				open = append(open, c)
			}
		}
		var parts []string
		for _, c := range open {
			parts = append(parts, t.cond(c, true))
		}
		switch len(open) {
		case 0:
			f.Text = "0"
		case 1:
			known[t.b.Not(open[0])] = true
			f.Text = parts[0]
		default:
			f.Text = strings.Join(parts, " || ")
		}
	}
}

// example is the present input, as far as some conditions are about it.
func (t *terms) example(conds []logic.Term) string {
	var parts []string
	for _, v := range t.b.VarsOf(conds...) {
		if t.inputs[v] == nil {
			continue
		}
		text, c := t.lvalue(v), t.constOf(v)
		switch {
		case c.IsZero():
			text += " == 0"
		case t.inputs[v].pointer || t.b.Sort(v).IsBool():
			text += " != 0"
		default:
			text += " == " + t.right(v, t.constant(t.b.Width(v), c))
		}
		if !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " && ")
}

// cond is a condition, or its negation.
func (t *terms) cond(c logic.Term, not bool) string {
	b := t.b
	op := func(yes, no string) string {
		if not {
			return no
		}
		return yes
	}
	switch b.Kind(c) {
	case logic.KNot:
		return t.cond(b.Arg(c, 0), !not)
	case logic.KAnd:
		var parts []string
		for _, a := range b.Args(c) {
			s := t.cond(a, not)
			if strings.Contains(s, " && ") || strings.Contains(s, " || ") {
				s = "(" + s + ")"
			}
			parts = append(parts, s)
		}
		return strings.Join(parts, op(" && ", " || "))
	case logic.KEq:
		x, y := b.Arg(c, 0), b.Arg(c, 1)
		if b.IsConst(x) {
			x, y = y, x
		}
		if b.Sort(x).IsBool() {
			return fmt.Sprintf("(%s) %s (%s)", t.cond(x, false), op("==", "!="), t.cond(y, false))
		}
		if b.Kind(y) == logic.KVar && b.Kind(x) == logic.KAdd { // the simpler side first
			x, y = y, x
		}
		if in := t.inputs[x]; in != nil && in.pointer && b.Kind(y) == logic.KVar {
			return t.pointers(x, y, op("==", "!="))
		}
		return fmt.Sprintf("%s %s %s", t.expr(x, false), op("==", "!="), t.right(x, y))
	case logic.KULt:
		return fmt.Sprintf("%s %s %s", t.expr(b.Arg(c, 0), true), op("<", ">="), t.expr(b.Arg(c, 1), true))
	case logic.KSLt:
		return fmt.Sprintf("%s %s %s", t.signed(b.Arg(c, 0)), op("<", ">="), t.signed(b.Arg(c, 1)))
	case logic.KConst:
		return fmt.Sprint(b2u(b.IsTrue(c) != not))
	case logic.KVar:
		return op("", "!") + t.lvalue(c)
	case logic.KIte:
		return fmt.Sprintf("(%s ? %s : %s)", t.cond(b.Arg(c, 0), false), t.cond(b.Arg(c, 1), not), t.cond(b.Arg(c, 2), not))
	}
	panic(fmt.Sprintf("interleaved: %v is no condition", b.Kind(c)))
}

// pointers compares two pointers. One that leads to a struct and one that does not are equal where that leads to its first member.
func (t *terms) pointers(x, y logic.Term, op string) string {
	p, q := t.pointer(x, 0), t.pointer(y, 0)
	inside := func(s string) bool { return strings.HasPrefix(s, "&") }
	switch {
	case inside(p) && !inside(q):
		return fmt.Sprintf("%s %s %s", t.lvalue(y), op, p)
	case inside(q) && !inside(p):
		return fmt.Sprintf("%s %s %s", t.lvalue(x), op, q)
	}
	return fmt.Sprintf("%s %s %s", t.lvalue(x), op, t.lvalue(y))
}

// right is what something is compared with: a constant as its type would show it.
func (t *terms) right(x, y logic.Term) string {
	if in := t.inputs[x]; in != nil && t.b.IsConst(y) && in.param == 0 {
		if n, ok := t.names[in.key()]; ok && n.show == ir.ShowSigned {
			return t.b.Value(y).Signed().String()
		}
	}
	return t.expr(y, false)
}

func (in *input) key() nameKey {
	k := nameKey{in.access.base, in.access.offset, in.access.size}
	if in.access.base == 0 {
		k.offset = in.access.at
	}
	return k
}

// isFloat reports whether a variable of the input is a floating-point number.
func (t *terms) isFloat(v logic.Term) bool {
	in := t.inputs[v]
	switch {
	case in == nil:
		return false
	case in.param > 0:
		f := t.p.Funcs[t.p.Entry]
		ps := parameters(t.p)
		return in.param <= len(ps) && f.Regs[ps[in.param-1].Dst].Show == ir.ShowFloat
	}
	return t.names[in.key()].show == ir.ShowFloat
}

// bitsOf is the bits of a floating-point number: conditions are about these, and not all of them can be said by comparing numbers.
func bitsOf(s string, width int) string {
	name := map[int]string{32: "float", 64: "double"}[width]
	if name == "" {
		name = "long double"
	}
	return fmt.Sprintf("((union { %s number; %s bits; }){ %s }).bits", name, ctype(width, true), s)
}

var ctypes = map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}

func ctype(width int, unsigned bool) string {
	s, ok := ctypes[width]
	switch {
	case !ok && unsigned:
		return "unsigned __int128"
	case !ok:
		return "__int128"
	case unsigned:
		return "unsigned " + s
	case width == 8:
		return "signed char"
	}
	return s
}

// signed is an expression as a signed number.
func (t *terms) signed(x logic.Term) string {
	if t.b.IsConst(x) {
		return t.b.Value(x).Signed().String()
	}
	if in := t.inputs[x]; in != nil {
		if n, ok := t.names[in.key()]; ok && n.show == ir.ShowSigned {
			return t.expr(x, false)
		}
	}
	return "(" + ctype(t.b.Width(x), false) + ")" + paren(t.expr(x, false))
}

func paren(s string) string {
	if strings.ContainsAny(s, " ") {
		return "(" + s + ")"
	}
	return s
}

// expr is a number or an address.
func (t *terms) expr(x logic.Term, unsigned bool) string {
	b := t.b
	if b.Sort(x).IsBool() {
		return t.cond(x, false)
	}
	arg := func(i int) string { return paren(t.expr(b.Arg(x, i), true)) }
	two := func(op string) string { return arg(0) + " " + op + " " + arg(1) }
	w := b.Width(x)
	switch b.Kind(x) {
	case logic.KConst:
		if v, ok := b.Uint64(x); ok && w == t.p.PtrWidth() && v > 1<<20 {
			if g, ok := t.globalAt(v); ok {
				return fmt.Sprintf("((char *)&%s + %d)", t.p.Globals[g].Display, v-t.bases[g])
			}
		}
		return b.Value(x).Big().String()
	case logic.KVar:
		s := t.lvalue(x)
		if t.isFloat(x) {
			return bitsOf(s, w)
		}
		if in := t.inputs[x]; unsigned && in != nil && !in.pointer {
			return "(" + ctype(w, true) + ")" + paren(s)
		}
		return s
	case logic.KAdd:
		for i := range 2 {
			in := t.inputs[b.Arg(x, i)]
			if off, ok := b.Uint64(b.Arg(x, 1-i)); ok && in != nil && in.pointer {
				return t.pointer(b.Arg(x, i), off)
			}
		}
		return two("+")
	case logic.KMul:
		return two("*")
	case logic.KBVAnd:
		return two("&")
	case logic.KBVOr:
		return two("|")
	case logic.KBVXor:
		return two("^")
	case logic.KUDiv:
		return two("/")
	case logic.KURem:
		return two("%")
	case logic.KShl:
		return two("<<")
	case logic.KLShr:
		return two(">>")
	case logic.KAShr:
		return t.signed(b.Arg(x, 0)) + " >> " + arg(1)
	case logic.KBVNot:
		return "~" + arg(0)
	case logic.KNeg:
		return "-" + arg(0)
	case logic.KSExt:
		return "(" + ctype(w, false) + ")" + t.signed(b.Arg(x, 0))
	case logic.KConcat:
		hi, lo := b.Arg(x, 0), b.Arg(x, 1)
		low := fmt.Sprintf("(%s)%s", ctype(w, true), paren(t.expr(lo, true)))
		if v, ok := b.Uint64(hi); ok && v == 0 {
			return low
		}
		return fmt.Sprintf("((%s)%s << %d | %s)", ctype(w, true), paren(t.expr(hi, true)), b.Width(lo), low)
	case logic.KExtract:
		hi, lo := b.ExtractBounds(x)
		s := arg(0)
		if lo > 0 {
			s = fmt.Sprintf("(%s >> %d)", s, lo)
		}
		if n := hi - lo + 1; n == 8 || n == 16 || n == 32 || n == 64 {
			return "(" + ctype(n, true) + ")" + s
		}
		return fmt.Sprintf("(%s & %d)", s, uint64(1)<<(hi-lo+1)-1)
	case logic.KIte:
		return fmt.Sprintf("(%s ? %s : %s)", t.cond(b.Arg(x, 0), false), t.expr(b.Arg(x, 1), unsigned), t.expr(b.Arg(x, 2), unsigned))
	}
	return "?"
}

// lvalue is a variable of the input.
func (t *terms) lvalue(v logic.Term) string {
	in := t.inputs[v]
	if in.param > 0 {
		for i, p := range parameters(t.p) {
			if i+1 == in.param {
				if n := t.p.Funcs[t.p.Entry].Regs[p.Dst].Name; n != "" {
					return n
				}
			}
		}
		return fmt.Sprintf("argument %d", in.param)
	}
	a := &in.access
	known := t.names[in.key()].text
	if a.base == 0 {
		g, ok := t.globalAt(a.at)
		if !ok {
			return fmt.Sprintf("*(%s *)%#x", ctype(8*a.size, true), a.at)
		}
		display := t.p.Globals[g].Display
		switch {
		case a.at == t.bases[g] && int64(a.size) == t.p.Globals[g].Size:
			return display
		case strings.HasPrefix(known, display) && fixed(known):
			return known
		case element(known, display) && (a.at-t.bases[g])%uint64(a.size) == 0:
			return fmt.Sprintf("%s[%d]", display, (a.at-t.bases[g])/uint64(a.size))
		}
		return fmt.Sprintf("*(%s *)((char *)&%s + %d)", ctype(8*a.size, true), display, a.at-t.bases[g])
	}
	p := t.lvalue(a.base)
	if strings.HasPrefix(p, "*") {
		p = "(" + p + ")"
	}
	if member, ok := member(known); ok {
		return p + "->" + member
	}
	if strings.HasPrefix(known, "*") && a.offset == 0 {
		return "*" + p
	}
	return fmt.Sprintf("*(%s *)((char *)%s + %d)", ctype(8*a.size, true), p, a.offset)
}

// pointer is the address behind a pointer of the input.
func (t *terms) pointer(base logic.Term, off uint64) string {
	p := t.lvalue(base)
	if strings.HasPrefix(p, "*") {
		p = "(" + p + ")"
	}
	for _, size := range []int{1, 2, 4, 8, 16} {
		if n, ok := t.names[nameKey{base, off, size}]; ok {
			if member, ok := member(n.text); ok {
				return "&" + p + "->" + member
			}
		}
	}
	return fmt.Sprintf("(char *)%s + %d", p, off)
}

// member is what stands behind the last arrow of a name, if it is the same everywhere.
func member(name string) (string, bool) {
	i := strings.LastIndex(name, "->")
	if i < 0 || name[0] == '*' {
		return "", false
	}
	m := name[i+2:]
	return m, m != "" && fixed(m) && !strings.ContainsAny(m, " ()*&+-")
}

// element reports whether a name is that of an element of a variable, whatever its index.
func element(name, of string) bool {
	index, ok := strings.CutPrefix(name, of+"[")
	return ok && strings.IndexByte(index, ']') == len(index)-1
}

// fixed reports whether a name has no index but numbers.
func fixed(name string) bool {
	for {
		i := strings.IndexByte(name, '[')
		if i < 0 {
			return true
		}
		j := strings.IndexByte(name[i:], ']')
		if j < 2 || strings.Trim(name[i+1:i+j], "0123456789") != "" {
			return false
		}
		name = name[i+j:]
	}
}
