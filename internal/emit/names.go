package emit

import (
	"fmt"
	"strings"
)

// namer hands out identifiers that are good in both languages, each once.
type namer struct{ used map[string]bool }

func newNamer(reserved ...string) *namer {
	n := &namer{used: map[string]bool{}}
	for _, r := range reserved {
		n.used[r] = true
	}
	return n
}

// clean keeps what an identifier may hold.
func clean(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '_', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9' && b.Len() > 0:
			b.WriteByte(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	const most = 60
	out := strings.TrimRight(b.String(), "_")
	if len(out) > most {
		out = out[:most]
	}
	if out == "" {
		return "x"
	}
	return out
}

// fresh gives an unused identifier, close to the one asked for.
func (n *namer) fresh(want string) string {
	want = clean(want)
	name := want
	for i := 2; n.used[name]; i++ {
		name = fmt.Sprintf("%s_%d", want, i)
	}
	n.used[name] = true
	return name
}

// words of the two languages, and what the preludes define.
var reserved = []string{
	"auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto", "if", "inline", "int",
	"long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while", "asm", "typeof",
	"assert", "assume", "axiom", "bool", "call", "complete", "ensures", "exists", "false", "forall", "free", "function", "havoc", "implementation",
	"invariant", "lambda", "modifies", "old", "procedure", "requires", "returns", "then", "true", "type", "unique", "uses", "var", "where", "yield", "div", "mod", "real", "par", "async",
	"main", "abort", "exit", "malloc", "calloc", "reach_error", "i8", "i16", "i32", "i64", "i128", "u8", "u16", "u32", "u64", "u128", "fmod", "fmodf", "sqrt", "sqrtf", "unix", "linux", "result",
	"object", "object_kind", "object_size", "next_object", "valid_bytes", "get_byte", "set_byte", "allocate", "as_float", "as_double", "float_bits", "double_bits",
}
