package cparse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// Strings of char16_t and char32_t. The library knows no elements but char and wchar_t, so u"ab" becomes
//
//	(*(const unsigned short (*)[3])"a\0b\0\0")
//
// which has the type, the size, the storage and, bytes being what memory is made of, the content of the literal. Where it initializes an array, C
// wants its elements instead: { 97, 98, 0 }. A compound literal was rejected: inside a function it lives no longer than the block.

// elements writes a string of such elements for what stands before it in the output.
func (n *normalizer) elements(at cpp.Token, units []uint32, width int) {
	if k := len(n.out); k > 2 && n.out[k-1].Is("=") && n.out[k-2].Is("]") {
		n.words(at, "{")
		for _, c := range units {
			n.words(at, strconv.FormatUint(uint64(c), 10), ",")
		}
		if n.out[k-3].Is("[") || len(units) == 0 { // the final zero counts where the literal gives the length
			n.words(at, "0")
		}
		n.words(at, "}")
		return
	}
	typ := "short"
	if width == 32 {
		typ = "int"
	}
	var b strings.Builder
	for _, c := range units {
		for range width / 8 {
			fmt.Fprintf(&b, `\%03o`, c&255)
			c >>= 8
		}
	}
	b.WriteString(strings.Repeat(`\000`, width/8-1)) // and the literal's own
	n.words(at, "(", "*", "(", "const", "unsigned", typ, "(", "*", ")", "[", strconv.Itoa(len(units)+1), "]", ")", `"`+b.String()+`"`, ")")
}
