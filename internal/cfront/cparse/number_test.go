package cparse

import (
	"strings"
	"testing"
)

func TestNumbers(t *testing.T) {
	for _, s := range strings.Fields("0 07 10 0x1F 0X1f 0b101 1u 1L 1uL 1LU 1ull 1LLU 0xfull 1'000 0x1e 5i 5uj 18446744073709551615 0xffffffffffffffff " +
		"1. .5 1.5 1e5 1E-5 08.5 09e1 1.0f 1.F 1e+5L 0x1p3 0x.8P-2f 0x1.8p0 1.5i 1.0f32 1.0df") {
		if why, _ := badNumber(s); why != "" {
			t.Errorf("%s: %s", s, why)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"100f", "100f cannot be read: the suffix f is for floating constants"},
		{"0x", "0x cannot be read: a hexadecimal constant needs a digit"},
		{"0xg", "a hexadecimal constant needs a digit"},
		{"0b", "a binary constant needs a digit"},
		{"0b12", "there is no digit 2 in a binary one"},
		{"1e", "its exponent has no digits"},
		{"1e+", "its exponent has no digits"},
		{"0x1p", "its exponent has no digits"},
		{"09", "it starts with 0 and is octal, where there is no digit 9"},
		{"1.5.2", "it has more than one point"},
		{"0x1.8", "a hexadecimal floating constant needs an exponent"},
		{"100LLL", "C knows no suffix LLL there"},
		{"100Ll", "C knows no suffix Ll there"},
		{"1lul", "C knows no suffix lul there"},
		{"1.0u", "C knows no suffix u there"},
		{"1.0fl", "C knows no suffix fl there"},
		{"0xe+1", "C knows no suffix +1 there"},
		{"1.0q", "heddle does not know the suffix q"},
		{"18446744073709551616", "it is larger than every integer type"},
		{"12ab", "C knows no suffix ab there"},
	} {
		_, list := parseText(t, "a.c", "int x;\ndouble d = "+c.text+";\n", Options{})
		if len(list) != 1 || !strings.Contains(list[0].Error(), c.want) || list[0].Range.Line != 2 || list[0].Range.Col != 12 {
			t.Errorf("%s: got %v, want %q at 2:12", c.text, list, c.want)
		}
	}
}
