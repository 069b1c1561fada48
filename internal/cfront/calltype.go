package cfront

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Calls through pointers, by type. A kernel is built so that a call through a pointer leads to a function of the very type that the pointer has: since Linux 6.1 the processor can check it (kCFI), and what does
// not is a bug of its own. Where memory is not told apart, every function whose address is taken would else be called wherever registers fit, one inside of the other: of rtc-cmos.c that was more than three hundred
// thousand instructions.
//
// A type without a prototype fits every call: int f() says nothing of what f takes.
//
// Only in a driver's own code and the headers that it reads: heddle's models and its harness call by what they are given.

// calledAs notes the type that a call through a pointer has.
func (f *fn) calledAs(call *ir.CallPtr, ft *cc.FunctionType) {
	if f.c.opts.Parse.Platform == "linux" && !f.u.model && f.f != nil && f.excuse == 0 && len(ft.Parameters()) > 0 {
		f.c.callTypes[call] = functionKey(ft)
	}
}

// ofType narrows the candidates of a call to the functions of its type. If there is none, the type says nothing.
func (c *compiler) ofType(call *ir.CallPtr, taken []ir.FuncID) []ir.FuncID {
	key, known := c.callTypes[call]
	if !known {
		return taken
	}
	var out []ir.FuncID
	for _, id := range taken {
		s := c.funcs[id].sym
		if s == nil || s.fn == nil {
			out = append(out, id) // a function of heddle's
			continue
		}
		if ft, ok := s.fn.Declarator.Type().(*cc.FunctionType); !ok || len(ft.Parameters()) == 0 || functionKey(ft) == key || s.unit != nil && s.unit.model {
			out = append(out, id)
		}
	}
	if len(out) < len(taken) {
		c.assume(call.Pos, "a call through a pointer leads to a function of the pointer's type", false)
	}
	return out
}

// functionKey is a type as far as C tells functions apart by it: qualifiers do not count.
func functionKey(ft *cc.FunctionType) string {
	var b strings.Builder
	b.WriteString(valueKey(ft.Result(), 0))
	for _, p := range ft.Parameters() {
		b.WriteString(", " + valueKey(p.Type(), 0))
	}
	if ft.IsVariadic() {
		b.WriteString(", ...")
	}
	return b.String()
}

func valueKey(t cc.Type, depth int) string {
	if depth > 4 {
		return "deep"
	}
	switch x := t.(type) {
	case *cc.PointerType:
		return valueKey(x.Elem(), depth+1) + "*"
	case *cc.ArrayType:
		return valueKey(x.Elem(), depth+1) + "*"
	case *cc.FunctionType:
		return "(" + functionKey(x) + ")"
	case *cc.StructType, *cc.UnionType:
		return typeText(t)
	}
	if cc.IsIntegerType(t) { // an enumeration is one of them, and which is up to the compiler
		return fmt.Sprint("int", 8*t.Size())
	}
	return fmt.Sprint(t.Kind())
}
