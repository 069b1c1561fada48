package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Checks, assumptions and arbitrary values by their names. A program that calls assert and does not include its header, or
// that was written for another verifier, calls functions that no file defines. As unknown functions they would do nothing, and a program whose checks do
// nothing never fails. So a function without a body means what its name says
// in the tools that know it. One that the program defines means what the program says.

// meaning is what a call of such a function is.
type meaning uint8

const (
	means meaning = iota // nothing special
	meansAssert
	meansAssertNot
	meansAssume
	meansFailure
	meansBegin
	meansEnd
)

var meanings = map[string]meaning{
	"assert": meansAssert, "__VERIFIER_assert": meansAssert, "__CPROVER_assert": meansAssert, "__CPROVER_precondition": meansAssert,
	"__CPROVER_postcondition": meansAssert, "__ESBMC_assert": meansAssert, "__CSEQ_assert": meansAssert, "__goblint_check": meansAssert, "klee_assert": meansAssert,
	"__goblint_assert":  meansAssert,
	"__VERIFIER_assume": meansAssume, "__CPROVER_assume": meansAssume, "__ESBMC_assume": meansAssume, "__CSEQ_assume": meansAssume,
	"__goblint_assume": meansAssume, "klee_assume": meansAssume,
	"BUG_ON": meansAssertNot, "BUG": meansFailure, "g_assertion_message": meansFailure, "g_assertion_message_expr": meansFailure,
	"g_assertion_message_cmpnum": meansFailure, "g_assertion_message_cmpstr": meansFailure,
	"__CPROVER_atomic_begin": meansBegin, "__ESBMC_atomic_begin": meansBegin,
	"__CPROVER_atomic_end": meansEnd, "__ESBMC_atomic_end": meansEnd,
}

// nondetPrefixes are how names of functions begin that give any value.
var nondetPrefixes = []string{"nondet_", "__nondet_", "__CPROVER_nondet_", "__ESBMC_nondet_", "__CSEQ_nondet_"}

// specification lowers a call of a function that no file defines and whose name has a meaning.
func (f *fn) specification(e *cc.PostfixExpression, name string, d *cc.Declarator, args []cc.ExpressionNode) (value, bool) {
	void := value{t: tVoid}
	m := meanings[name]
	for _, p := range nondetPrefixes {
		if strings.HasPrefix(name, p) {
			return f.nondetCall(e, name, args), true
		}
	}
	if m == means && assertFails(name) {
		m = meansFailure
	}
	switch m {
	case means:
		return value{}, false
	case meansBegin:
		f.emit(&ir.AtomicBegin{})
		return void, true
	case meansEnd:
		f.emit(&ir.AtomicEnd{})
		return void, true
	case meansFailure:
		for _, a := range args {
			f.expr(a)
		}
		f.fail(assertText(name, args))
		return void, true
	}
	if len(args) == 0 {
		return f.undefined(e, tVoid, "call of "+name+" without a condition"), true
	}
	c := f.argTruth(d, args[0])
	for _, a := range args[1:] {
		f.expr(a)
	}
	if m == meansAssume {
		f.emit(&ir.Assume{Cond: c})
		return void, true
	}
	msg := f.stringArg(args, 1)
	if msg == "" {
		msg = exprText(args[0])
	}
	if m == meansAssertNot {
		c, msg = f.binary(ir.Xor, c, ir.K(1, 1)), name+"("+msg+")"
	}
	f.emit(&ir.Assert{Cond: c, Kind: "assert", Msg: msg})
	return void, true
}

// argTruth is whether the first argument is not zero: as its parameter if the function is declared with one, which cuts a
// long to an int, and otherwise as it is.
func (f *fn) argTruth(d *cc.Declarator, a cc.ExpressionNode) ir.Operand {
	if ft, ok := d.Type().(*cc.FunctionType); ok {
		sig := f.u.signatureOf(ft)
		t, _ := f.staticType(a)
		if len(sig.params) > 0 && sig.params[0].scalar() && !(t.k == kInt && sig.params[0].k == kInt && t.w <= sig.params[0].w) {
			return f.truth(f.convertArg(a, f.expr(a), sig.params[0]))
		}
	}
	return f.cond(a)
}

// undeclared notes that a function is called without a declaration: a header was forgotten.
func (f *fn) undeclared(name string, d *cc.Declarator) {
	if !d.IsSynthetic() || f.u.model || strings.HasPrefix(name, "__builtin_") {
		return
	}
	what := ""
	switch meanings[name] {
	case meansAssert, meansAssertNot:
		what = ", taken for an assertion"
	case meansAssume:
		what = ", taken for an assumption"
	}
	f.note(name+": called without a declaration"+what, false)
}

// typeByName is the type that the name of a nondet function without a declaration ends in; int if it ends in none.
func (f *fn) typeByName(name string) ctype {
	_, suffix, _ := strings.Cut(name, "nondet_")
	short, long := intType(16, true, rankShort), f.c.longType(true)
	longlong := intType(64, true, rankLongLong)
	unsigned := func(t ctype) ctype {
		t.signed = false
		return t
	}
	switch strings.TrimPrefix(suffix, "_") {
	case "bool", "Bool":
		return ctype{k: kInt, w: 8, boolean: true, rank: tChar.rank}
	case "char", "schar", "int8", "int8_t", "s8":
		return tChar
	case "uchar", "unsigned_char", "uint8", "uint8_t", "u8":
		return unsigned(tChar)
	case "short", "int16", "int16_t", "s16":
		return short
	case "ushort", "unsigned_short", "uint16", "uint16_t", "u16":
		return unsigned(short)
	case "uint", "unsigned", "unsigned_int", "uint32", "uint32_t", "u32":
		return tUint
	case "long", "off_t":
		return long
	case "ulong", "unsigned_long", "sector_t":
		return unsigned(long)
	case "ssize_t", "ptrdiff_t", "intptr_t":
		t := f.c.sizeType()
		t.signed = true
		return t
	case "size_t", "size", "uintptr_t":
		return f.c.sizeType()
	case "longlong", "long_long", "loff_t", "llong", "int64", "int64_t", "s64":
		return longlong
	case "ulonglong", "ullong", "unsigned_long_long", "uint64", "uint64_t", "u64":
		return unsigned(longlong)
	case "float":
		return ctype{k: kFloat, w: 32}
	case "double":
		return ctype{k: kFloat, w: 64}
	case "pointer", "ptr", "pchar", "voidp":
		return f.c.pointerTo(tVoid)
	}
	return tInt
}
