package cparse

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Strings and character constants are decoded here, strings that stand side by side as one, and written again in a spelling
// that the library reads right: printable characters, the escapes of asm templates, three octal digits for other
// bytes. An element of a wide string is \U and eight digits, whatever its value: the library then counts it as one, and
// WideUnits reads the value, which need not be that of a character. What is plain already stays as it is.

// stringLiteral rewrites the strings from token i on and returns the index behind them.
func (n *normalizer) stringLiteral(i, end int) int {
	next, prefix, plain := i, "", true
	for ; next < end && n.in[next].Kind == cpp.String; next++ {
		p, body, _ := cpp.Prefix(n.in[next].Text)
		if p != "" && p != "u8" {
			prefix = p
		}
		plain = plain && p == "" && isPlain(body)
	}
	if plain && next == i+1 {
		n.put(n.in[i])
		return next
	}
	width := cpp.UnitWidth(prefix, n.wchar())
	var units []uint32
	for _, t := range n.in[i:next] {
		_, body, _ := cpp.Prefix(t.Text)
		part, ok := cpp.Units(body, width)
		if !ok {
			n.badEscape(t)
		}
		units = append(units, part...)
	}
	if prefix == "u" || prefix == "U" {
		n.elements(n.in[i], units, width)
		return next
	}
	var b strings.Builder
	b.WriteString(prefix + `"`)
	for _, u := range units {
		writeUnit(&b, u, prefix != "")
	}
	b.WriteByte('"')
	t := n.in[i]
	t.Text = b.String()
	n.put(t)
	return next
}

// charConstant rewrites a character constant.
func (n *normalizer) charConstant(t cpp.Token) cpp.Token {
	prefix, body, _ := cpp.Prefix(t.Text)
	if (prefix == "" || prefix == "L") && isPlain(body) && len(body) == 1 {
		return t
	}
	units, ok := cpp.Units(body, cpp.UnitWidth(prefix, n.wchar()))
	v, ok2 := cpp.CharValue(t.Text, n.wchar())
	if !ok || !ok2 {
		n.badEscape(t)
		return word(t, "0")
	}
	var b strings.Builder
	switch {
	case prefix == "L" && v >= 0:
		fmt.Fprintf(&b, `L'\U%08X'`, v)
	case prefix == "L":
		fmt.Fprintf(&b, "((__typeof__(L'a'))(%d))", v)
	case prefix == "u8":
		fmt.Fprintf(&b, "((unsigned char)%d)", v)
	case prefix == "u":
		fmt.Fprintf(&b, "((unsigned short)%d)", v)
	case prefix == "U":
		fmt.Fprintf(&b, "%dU", v)
	case len(units) == 1:
		b.WriteByte('\'')
		writeUnit(&b, units[0], false)
		b.WriteByte('\'')
		t.Text = b.String()
		return t
	default:
		fmt.Fprintf(&b, "(%d)", v)
	}
	t = word(t, "0")
	t.Text = b.String()
	return t
}

// isPlain reports whether the library reads the characters right as they stand.
func isPlain(body string) bool {
	for i := 0; i < len(body); i++ {
		if c := body[i]; c < ' ' || c > '~' || c == '\\' {
			return false
		}
	}
	return true
}

// writeUnit spells one element.
func writeUnit(b *strings.Builder, u uint32, wide bool) {
	if i := strings.IndexByte("\a\b\t\n\v\f\r\\\"'", byte(u)); u < 0x80 && i >= 0 {
		b.WriteByte('\\')
		b.WriteByte(`abtnvfr\"'`[i])
		return
	}
	switch {
	case u >= ' ' && u <= '~':
		b.WriteByte(byte(u))
	case wide:
		fmt.Fprintf(b, `\U%08X`, u)
	default:
		fmt.Fprintf(b, `\%03o`, u)
	}
}

// WideUnits are the elements of a wide string as the normalizer spells it, without the final zero.
func WideUnits(text string) ([]uint32, bool) {
	_, body, ok := cpp.Prefix(text)
	if !ok {
		return nil, false
	}
	var units []uint32
	for body != "" {
		var u uint32
		if strings.HasPrefix(body, `\U`) {
			if _, err := fmt.Sscanf(body[2:10], "%X", &u); err != nil {
				return nil, false
			}
			units, body = append(units, u), body[10:]
			continue
		}
		k := 1
		if body[0] == '\\' {
			k = 2
		}
		part, ok := cpp.Units(body[:k], 32)
		if !ok || len(part) != 1 {
			return nil, false
		}
		units, body = append(units, part[0]), body[k:]
	}
	return units, true
}

// wchar is the width of wchar_t.
func (n *normalizer) wchar() int {
	if n.model == ir.LLP64 {
		return 16
	}
	return 32
}

// shortWide makes wide strings and characters those of char16_t: the kernel is built with -fshort-wchar.
func shortWide(toks []cpp.Token) {
	for i := range toks {
		if t := &toks[i]; (t.Kind == cpp.String || t.Kind == cpp.Char) && t.Text[0] == 'L' {
			t.Text = "u" + t.Text[1:]
		}
	}
}

func (n *normalizer) badEscape(t cpp.Token) {
	n.diags = append(n.diags, diag.Errorf(n.res.Range(&t), "an escape sequence or character in %s that C does not know", t.Text).
		WithDetail("\\x needs at least one hexadecimal digit, \\u four and \\U eight, and they must name a character"))
}
