package cparse

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
)

// Constants that are numbers for the preprocessor and none for C, as 100f and 0x. The library refuses some of them in
// words of Go and some without a place, so they are told apart here, C11 6.4.4.

// The suffixes that gcc knows, in small letters, and those that are beyond the library.
var (
	intSuffixes   = strings.Fields("u l ul lu ll ull llu")
	floatSuffixes = strings.Fields("f l df dd dl f16 f32 f64 f128 f32x f64x")
	otherSuffixes = strings.Fields("wb uwb wbu d w q bf16 f128x")
)

// checkNumber refuses a constant that cannot be read. It returns whether it can.
func (n *normalizer) checkNumber(t cpp.Token) bool {
	why, hint := badNumber(t.Text)
	if why == "" {
		return true
	}
	n.diags = append(n.diags, diag.Errorf(n.res.Range(&t), "%s cannot be read: %s", t.Text, why).WithDetail("%s", hint))
	return false
}

// badNumber says what is wrong with a constant and what to do, or nothing.
func badNumber(text string) (why, hint string) {
	s := strings.ToLower(strings.ReplaceAll(text, "'", ""))
	base, digits, exponent, name := 10, "0123456789", byte('e'), "decimal"
	switch {
	case strings.HasPrefix(s, "0x"):
		base, digits, exponent, name, s = 16, "0123456789abcdef", 'p', "hexadecimal", s[2:]
	case strings.HasPrefix(s, "0b"):
		base, digits, exponent, name, s = 2, "0123456789", 0, "binary", s[2:]
	}
	whole, rest := run(s, digits)
	fraction, float := "", strings.HasPrefix(rest, ".") && base != 2
	if float {
		fraction, rest = run(rest[1:], digits)
		if strings.HasPrefix(rest, ".") {
			return "it has more than one point", "correct the constant"
		}
	}
	if whole+fraction == "" {
		return "a " + name + " constant needs a digit", "write the digits, or 0"
	}
	if rest != "" && exponent != 0 && rest[0] == exponent {
		float = true
		e := strings.TrimLeft(rest[1:], "+-")
		if len(rest[1:])-len(e) > 1 {
			e = ""
		}
		if e, rest = run(e, "0123456789"); e == "" {
			return "its exponent has no digits", "write the exponent, or leave out the " + string(exponent)
		}
	} else if float && base == 16 {
		return "a hexadecimal floating constant needs an exponent", "add p0"
	}
	if !float {
		octal := base == 10 && len(whole) > 1 && whole[0] == '0'
		switch i := strings.IndexAny(whole, "89"); {
		case octal && i >= 0:
			return fmt.Sprintf("it starts with 0 and is octal, where there is no digit %c", whole[i]),
				"leave out the 0 for a decimal one"
		case base == 2 && strings.Trim(whole, "01") != "":
			return fmt.Sprintf("there is no digit %c in a binary one", strings.Trim(whole, "01")[0]),
				"use the digits 0 and 1, or a base that has more"
		}
	}
	suffix := strings.TrimRight(rest, "ij")
	if len(rest)-len(suffix) > 1 {
		suffix = rest
	}
	switch {
	case float && (suffix == "" || slices.Contains(floatSuffixes, suffix)):
	case !float && (suffix == "" || slices.Contains(intSuffixes, suffix)) &&
		!strings.Contains(text, "lL") && !strings.Contains(text, "Ll"):
	case slices.Contains(otherSuffixes, suffix):
		return fmt.Sprintf("heddle does not know the suffix %s", suffix), "give it another type"
	case !float && slices.Contains(floatSuffixes, suffix):
		return fmt.Sprintf("the suffix %s is for floating constants", text[len(text)-len(rest):]),
			"write it with a point, or leave out the suffix"
	default:
		return fmt.Sprintf("C knows no suffix %s there", text[len(text)-len(rest):]), "correct or leave out the suffix"
	}
	if base == 10 && strings.HasPrefix(whole, "0") {
		base = 8
	}
	if _, err := strconv.ParseUint(whole, base, 64); err != nil && !float {
		return "it is larger than every integer type", "write what is meant; gcc cuts it off after a warning"
	}
	return "", ""
}

// run splits off the characters at the start that are in a set.
func run(s, set string) (head, rest string) {
	rest = strings.TrimLeft(s, set)
	return s[:len(s)-len(rest)], rest
}
