package cpp

import (
	"slices"
	"testing"
)

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		body  string
		width int
		want  []uint32 // nil: not C
	}{
		{`ab`, 8, []uint32{'a', 'b'}},
		{`\x041`, 8, []uint32{0x41}},
		{`\x4g`, 8, []uint32{4, 'g'}},
		{`\x1234`, 8, []uint32{0x34}},
		{`\x1234`, 16, []uint32{0x1234}},
		{`\xFfFfFfFf`, 32, []uint32{0xffffffff}},
		{`\1234\08\777`, 8, []uint32{0o123, '4', 0, '8', 0xff}},
		{`\777`, 16, []uint32{0o777}},
		{`\u00e9`, 8, []uint32{0xc3, 0xa9}},
		{`\u00e9`, 16, []uint32{0xe9}},
		{`\U0001F600`, 16, []uint32{0xd83d, 0xde00}},
		{`\U0001F600`, 32, []uint32{0x1f600}},
		{"é", 8, []uint32{0xc3, 0xa9}},
		{"é", 32, []uint32{0xe9}},
		{"\xff", 8, []uint32{0xff}},
		{"\xff", 32, nil},
		{`\n\e\?\"\q`, 8, []uint32{10, 27, '?', '"', 'q'}},
		{`\x`, 8, nil},
		{`\xg`, 8, nil},
		{`\u12`, 8, nil},
		{`\ud800`, 16, nil},
		{`\U00110000`, 32, nil},
		{`\`, 8, nil},
	} {
		got, ok := Units(c.body, c.width)
		if ok != (c.want != nil) || ok && !slices.Equal(got, c.want) {
			t.Errorf("Units(%q, %d) = %x, %v, want %x", c.body, c.width, got, ok, c.want)
		}
	}
}
