package cpp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Characters: what stands between the quotes of strings and character constants, decoded as gcc does. One decoder serves
// #if and the normalizer, because the parser library's own gets several escapes wrong.

// Prefix splits a string or character constant into its prefix (L, u, U, u8 or nothing) and what stands between the quotes.
func Prefix(text string) (prefix, body string, ok bool) {
	i := strings.IndexAny(text, `"'`)
	if i < 0 || len(text) < i+2 || text[len(text)-1] != text[i] {
		return "", "", false
	}
	return text[:i], text[i+1 : len(text)-1], true
}

var simpleEscapes = map[byte]uint32{
	'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, 'E': 27, '\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// Units decodes the characters of a body into elements of the given width: 8, 16 or 32 bits. Hexadecimal escapes take every
// digit that follows, octal ones at most three; what does not fit an element loses its upper bits, as with gcc. It
// fails on an escape that C does not know how to read.
func Units(body string, width int) (units []uint32, ok bool) {
	for s := body; s != ""; {
		if s[0] != '\\' {
			if width == 8 {
				units, s = append(units, uint32(s[0])), s[1:]
				continue
			}
			r, n := utf8.DecodeRuneInString(s)
			if r == utf8.RuneError {
				return nil, false
			}
			units, s = appendRune(units, r, width), s[n:]
			continue
		}
		if len(s) < 2 {
			return nil, false
		}
		c := s[1]
		s = s[2:]
		v, simple := simpleEscapes[c]
		switch {
		case simple:
		case c == 'x':
			n := 0
			for n < len(s) && hexDigit(s[n]) >= 0 {
				v = v<<4 | uint32(hexDigit(s[n]))
				n++
			}
			if n == 0 {
				return nil, false
			}
			s = s[n:]
		case c == 'u', c == 'U':
			n := 4
			if c == 'U' {
				n = 8
			}
			for i := range n {
				if i >= len(s) || hexDigit(s[i]) < 0 {
					return nil, false
				}
				v = v<<4 | uint32(hexDigit(s[i]))
			}
			if v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
				return nil, false
			}
			units, s = appendRune(units, rune(v), width), s[n:]
			continue
		case c >= '0' && c <= '7':
			v = uint32(c - '0')
			for n := 1; n < 3 && s != "" && s[0] >= '0' && s[0] <= '7'; n++ {
				v, s = v<<3|uint32(s[0]-'0'), s[1:]
			}
		default: // gcc takes the character itself
			v = uint32(c)
		}
		units = append(units, v&(1<<width-1))
	}
	return units, true
}

func appendRune(units []uint32, r rune, width int) []uint32 {
	switch {
	case width == 8:
		for _, b := range utf8.AppendRune(nil, r) {
			units = append(units, uint32(b))
		}
		return units
	case width == 16 && r > 0xffff:
		hi, lo := utf16.EncodeRune(r)
		return append(units, uint32(hi), uint32(lo))
	}
	return append(units, uint32(r))
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// CharValue is the value of a character constant as gcc gives it, of several characters too; of a wide one the last character
// counts. wchar is the width of wchar_t.
func CharValue(text string, wchar int) (int64, bool) {
	prefix, body, ok := Prefix(text)
	if !ok {
		return 0, false
	}
	width := UnitWidth(prefix, wchar)
	units, ok := Units(body, width)
	if !ok || len(units) == 0 {
		return 0, false
	}
	last := units[len(units)-1]
	switch {
	case prefix == "L" && wchar == 32:
		return int64(int32(last)), true
	case prefix != "":
		return int64(last), true
	case len(units) == 1:
		return int64(int8(last)), true
	}
	v := uint32(0)
	for _, u := range units {
		v = v<<8 | u
	}
	return int64(int32(v)), true
}

// UnitWidth is the width of an element of a string or character constant with a prefix.
func UnitWidth(prefix string, wchar int) int {
	switch prefix {
	case "L":
		return wchar
	case "u":
		return 16
	case "U":
		return 32
	}
	return 8
}
