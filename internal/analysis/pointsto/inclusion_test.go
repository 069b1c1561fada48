package pointsto_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestRegionsApart: which accesses have one region. Groups of names are apart from one another; a pair of accesses in two groups that have one region is a lost proof, one in a group that has two is a
// wrong one.
func TestRegionsApart(t *testing.T) {
	for _, c := range []struct{ name, globals, body, groups string }{
		{
			name: "one of two: what one access may go to is one region, what lies beside it is not",
			body: `
  %c:1 = havoc
  %p:64 = ite %c, @a, @b
  store mem[%p] name "p", 1:64
  store mem[@a] name "a", 1:64
  store mem[@a+8] name "a8", 1:64
  store mem[@b] name "b", 1:64
  store mem[@b+8] name "b8", 1:64`,
			groups: "p a b | a8 | b8",
		},
		{
			name: "an unknown offset that nobody follows",
			body: `
  %i:64 = havoc
  %q:64 = add @a, %i
  store mem[@b] name "kept", %q
  store mem[@a] name "a", 1:64
  store mem[@a+8] name "a8", 1:64`,
			groups: "kept | a | a8",
		},
		{
			name: "an unknown offset that somebody follows, from memory",
			body: `
  %i:64 = havoc
  %q:64 = add @a, %i
  store mem[@b] name "kept", %q
  %r:64 = load mem[@b] name "again"
  store mem[%r] name "any", 1:32
  store mem[@a] name "a", 1:64
  store mem[@a+8] name "a8", 1:64`,
			groups: "kept again | any a a8",
		},
		{
			name: "an index: elements keep their fields apart",
			body: `
  %i:32 = havoc
  %w:64 = zext %i
  %k:64 = mul %w, 8:64
  %q:64 = add @a, %k
  store mem[%q] name "first", 1:32
  %s:64 = add %q, 4:64
  store mem[%s] name "second", 1:32
  store mem[@a+8] name "a8", 1:32`,
			groups: "first a8 | second",
		},
		{
			name: "an index with four values: what lies beside the ring stays apart",
			body: `
  %i:32 = havoc
  %m:32 = urem %i, 4:32
  %w:64 = zext %m
  %q:64 = add @a, %w
  store mem[%q] name "ring", 1:8
  store mem[@a] name "a", 1:8
  store mem[@a+3] name "a3", 1:8
  store mem[@a+4] name "a4", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "ring a a3 | a4 | a8",
		},
		{
			name: "a mask and a size",
			body: `
  %i:32 = havoc
  %m:32 = and %i, 1:32
  %w:64 = zext %m
  %k:64 = mul %w, 4:64
  %q:64 = add @a, %k
  store mem[%q] name "two", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+4] name "a4", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "two a a4 | a8",
		},
		{
			name: "a signed remainder may be negative",
			body: `
  %i:32 = havoc
  %m:32 = srem %i, 3:32
  %w:64 = sext %m
  %q:64 = add @a+8, %w
  store mem[%q] name "ring", 1:8
  store mem[@a+6] name "a6", 1:8
  store mem[@a+10] name "a10", 1:8
  store mem[@a] name "a", 1:32
  store mem[@a+12] name "a12", 1:32`,
			groups: "ring a6 a10 | a | a12",
		},
		{
			name: "a signed remainder that is extended without its sign is anything",
			body: `
  %i:32 = havoc
  %m:32 = srem %i, 3:32
  %w:64 = zext %m
  %q:64 = add @a+8, %w
  store mem[%q] name "ring", 1:8
  store mem[@a] name "a", 1:32
  store mem[@a+12] name "a12", 1:32`,
			groups: "ring a a12",
		},
		{
			name: "a product that wraps",
			body: `
  %i:8 = havoc
  %m:8 = urem %i, 4:8
  %n:8 = mul %m, 85:8
  %w:64 = sext %n
  %q:64 = add @a+8, %w
  store mem[%q] name "q", 1:8
  store mem[@a] name "a", 1:32
  store mem[@a+12] name "a12", 1:32`,
			groups: "q a a12",
		},
		{
			name: "an index that grows",
			body: `
  %i:64 = move 0:64
  jump loop
loop:
  %q:64 = add @a, %i
  store mem[%q] name "q", 1:8
  %i = add %i, 1:64
  %c:1 = havoc
  branch %c, loop, done
done:
  store mem[@a] name "a", 1:8
  store mem[@a+80] name "a80", 1:8`,
			globals: "big",
			groups:  "q a a80",
		},
		{
			name:    "few values in many objects: each stays apart from the others",
			globals: "many",
			body: func() string {
				var b strings.Builder
				b.WriteString("\n  %p:64 = move @g0")
				for i := range 6 {
					fmt.Fprintf(&b, "\n  %%c%d:1 = havoc\n  %%p = ite %%c%d, %%p, @g%d", i, i, i)
				}
				b.WriteString(`
  %i:32 = havoc
  %m:32 = urem %i, 4:32
  %w:64 = zext %m
  %q:64 = add %p, %w
  store mem[%q] name "q", 1:8
  store mem[@g0+3] name "g0", 1:8
  store mem[@g5+2] name "g5", 1:8
  store mem[@g6] name "g6", 1:64`)
				return b.String()
			}(),
			groups: "q g0 g5 | g6",
		},
		{
			name: "widths that differ: bytes on both sides",
			body: `
  %c:1 = havoc
  %p:64 = ite %c, @a, @b
  store mem[%p] name "p", 1:64
  store mem[@b] name "low", 1:32
  store mem[@b+4] name "high", 1:32
  store mem[@a] name "a", 1:64`,
			groups: "p low high a",
		},
		{
			name: "two places in one object",
			body: `
  %c:1 = havoc
  %x:64 = add @a, 8:64
  %p:64 = ite %c, @a, %x
  store mem[%p] name "p", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:32
  store mem[@a+4] name "a4", 1:32`,
			groups: "p a a8 | a4",
		},
		{
			name: "a walk through an object",
			body: `
  %p:64 = move @a
  jump loop
loop:
  store mem[%p] name "p", 1:32
  %p = add %p, 8:64
  %c:1 = havoc
  branch %c, loop, done
done:
  store mem[@a] name "a", 1:32
  store mem[@a+80] name "a80", 1:32
  store mem[@a+4] name "a4", 1:32`,
			globals: "big",
			groups:  "p a a80 | a4",
		},
		{
			name:    "more pointees than are told apart",
			globals: "many",
			body: func() string {
				var b strings.Builder
				b.WriteString("\n  %p:64 = move @g0")
				for i := range 12 {
					fmt.Fprintf(&b, "\n  %%c%d:1 = havoc\n  %%p = ite %%c%d, %%p, @g%d", i, i, i)
				}
				b.WriteString(`
  store mem[%p] name "p", 1:64
  store mem[@g0] name "g0", 1:64
  store mem[@g11] name "g11", 1:64`)
				return b.String()
			}(),
			groups: "p g0 g11",
		},
		{
			name: "a number in what is the upper half of a pointer or the lower of a packed one",
			body: `
  store mem[@b+4] name "kept", @a
  rmw add mem[@b+4] atomic name "changed", 8:32
  %r:64 = load mem[@b+4] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "kept again changed | r a a8",
		},
		{
			name: "a number in the upper half of a pointer leaves it, or makes one to nothing",
			body: `
  store mem[@b] name "kept", @a
  store mem[@b+4] name "upper", 1:32
  rmw or mem[@b+4] atomic name "changed", 1:32
  %r:64 = load mem[@b] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "kept again upper changed | r a | a8",
		},
		{
			name:    "what is the upper half of a pointer where it was copied from is the lower half here",
			globals: "three",
			body: `
  store mem[@b] name "kept", @a
  copy mem[@c+4] len 8:64 name "there", mem[@b] name "from"
  store mem[@c+4] name "changed", 1:32
  copy mem[@b] len 8:64 name "back", mem[@c+4] name "packed"
  %r:64 = load mem[@b] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "r a a8",
		},
		{
			name: "a pointer at a place that was bytes before",
			body: `
  %x:32 = load mem[@b+4] name "low"
  %y:32 = load mem[@b+6] name "middle"
  %z:32 = load mem[@b+8] name "high"
  store mem[@b+4] name "kept", @a
  store mem[@b+4] name "changed", 1:32
  %r:64 = load mem[@b+4] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "r a a8",
		},
		{
			name: "zero in the lower half is a number too",
			body: `
  store mem[@b] name "kept", @a+8
  store mem[@b] name "cleared", 0:8
  %r:64 = load mem[@b] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:32`,
			groups: "r a a8",
		},
		{
			name:    "a part that is copied from what never held a pointer",
			globals: "three",
			body: `
  store mem[@b] name "kept", @a+8
  store mem[@c] name "number", 0:16
  %h:16 = load mem[@c] name "part"
  store mem[@b] name "changed", %h
  %r:64 = load mem[@b] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:32`,
			groups: "r a a8",
		},
		{
			name:    "the upper half of a pointer over a number",
			globals: "three",
			body: `
  store mem[@b] name "kept", @a+8
  copy mem[@c+4] len 4:64 name "upper", mem[@b+4] name "from"
  %r:64 = load mem[@c] name "both"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:32`,
			groups: "r a a8",
		},
		{
			name:    "the upper half of a pointer over a number, loaded and stored",
			globals: "three",
			body: `
  store mem[@b] name "kept", @a+8
  %h:32 = load mem[@b+4] name "from"
  store mem[@c+4] name "upper", %h
  %r:64 = load mem[@c] name "both"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:32`,
			groups: "r a a8",
		},
		{
			name: "a number in the lower half makes one to anywhere in the object",
			body: `
  store mem[@b] name "kept", @a
  store mem[@b] name "lower", 1:32
  %r:64 = load mem[@b] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "kept again lower | r a a8",
		},
		{
			name: "a number across two pointers changes the second",
			body: `
  store mem[@b] name "kept", @b
  store mem[@b+8] name "next", @a
  store mem[@b+6] name "across", 1:32
  %r:64 = load mem[@b+8] name "again"
  store mem[%r] name "r", 1:32
  store mem[@a] name "a", 1:32
  store mem[@a+8] name "a8", 1:64`,
			groups: "r a a8",
		},
		{
			name:    "a copy of unknown length is no longer than what it copies, and changes nothing before it",
			globals: "buffer",
			body: `
  %i:64 = havoc
  %n:64 = havoc
  %q:64 = add @s, %i
  store mem[%q] name "s", 1:8
  copy mem[@a+96] len %n name "dst", mem[@s] name "src"
  store mem[@a] name "a", 1:64
  store mem[@a+8] name "a8", 1:64
  store mem[@a+96] name "a96", 1:64
  store mem[@a+104] name "a104", 1:64
  store mem[@a+120] name "a120", 1:64`,
			groups: "a | a8 | a96 a104 | a120",
		},
	} {
		globals := "global @a : 16 align 8\nglobal @b : 16 align 8\n"
		switch c.globals {
		case "buffer":
			globals = "global @a : 128 align 8\nglobal @s : 16 align 8\n"
		case "three":
			globals += "global @c : 16 align 8\n"
		case "big":
			globals = "global @a : 128 align 8\n"
		case "many":
			for i := range 12 {
				globals += fmt.Sprintf("global @g%d : 16 align 8\n", i)
			}
		}
		p, err := irtext.Parse("a.ir", []byte("program lp64\nregion mem\n"+globals+"entry @main\n\nfunc @main() {\nentry:"+c.body+"\n  return\n}\n"))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		out, _ := pointsto.Split(p, func(*ir.Alloc) int64 { return 8 })
		regions := map[string]ir.RegionID{}
		for _, in := range out.Instrs() {
			if m, _, _ := ir.AccessOf(in); m != nil {
				regions[m.Name] = m.Region
			}
		}
		group := map[string]int{}
		for i, g := range strings.Split(c.groups, "|") {
			for _, name := range strings.Fields(g) {
				group[name] = i
			}
		}
		for x, i := range group {
			for y, k := range group {
				switch one := regions[x] == regions[y]; {
				case i == k && !one:
					t.Errorf("%s: %s and %s may be the same memory and are two regions", c.name, x, y)
				case i != k && one:
					t.Errorf("%s: %s and %s are one region", c.name, x, y)
				}
			}
		}
	}
}
