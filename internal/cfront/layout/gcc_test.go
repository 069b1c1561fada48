package layout_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/cfront/layout"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// The judge of the layout: random structs, laid out by gcc and by us. 150 of them, 5,000 in the long run, per
// target; the default is a few hundred.

// gen makes random struct definitions.
type gen struct {
	r     *rand.Rand
	b     strings.Builder
	types []string // complete types to use as members
	names []string // tags of finished top-level structs
	n     int
	bits  bool // 64-bit target: __int128 too
	named bool // the struct has a named member
}

func (g *gen) pick(l ...string) string { return l[g.r.IntN(len(l))] }

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *gen) scalar() string {
	l := []string{
		"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
		"long long", "unsigned long long", "float", "double", "long double", "void *", "int (*)", "_Bool", "enum e4", "enum e1", "enum e2", "enum e8",
	}
	if g.bits {
		l = append(l, "__int128")
	}
	return g.pick(l...)
}

func (g *gen) align() string {
	switch g.r.IntN(4) {
	case 0:
		return "__attribute__((packed))"
	case 1:
		return "__attribute__((packed, aligned(" + g.pick("1", "2", "4", "8", "16") + ")))"
	case 2:
		return "__attribute__((aligned(" + g.pick("1", "2", "4", "8", "16", "32", "sizeof(int)") + ")))"
	}
	return "__attribute__((__aligned__))"
}

func (g *gen) record(depth int) string {
	var b strings.Builder
	kw := "struct"
	if g.chance(25) {
		kw = "union"
	}
	b.WriteString(kw)
	if g.chance(20) {
		b.WriteString(" " + g.align())
	}
	b.WriteString(" TAG {\n")
	members := 1 + g.r.IntN(7)
	for i := range members {
		g.named = strings.Contains(b.String(), "\tint m") || strings.Contains(b.String(), "\tchar m") || strings.Contains(b.String(), "\tlong m")
		g.member(&b, depth, kw == "struct" && i == members-1)
	}
	b.WriteString("}")
	if g.chance(15) {
		b.WriteString(" " + g.align())
	}
	return b.String()
}

func (g *gen) name() string {
	g.n++
	return "m" + strconv.Itoa(g.n)
}

func (g *gen) member(b *strings.Builder, depth int, last bool) {
	attr := func(p int) string {
		if g.chance(p) {
			return " " + g.align()
		}
		return ""
	}
	switch c := g.r.IntN(100); {
	case c < 35: // bit-field
		t, max := "int", 32
		switch g.r.IntN(9) {
		case 0:
			t, max = "unsigned", 32
		case 1:
			t, max = "char", 8
		case 2:
			t, max = "unsigned short", 16
		case 3:
			t, max = "long", 32
		case 4:
			t, max = "unsigned long long", 64
		case 5:
			t, max = "_Bool", 1
		case 6:
			t, max = "enum e4", 2
		case 7:
			t, max = "enum e1", 2
		}
		switch {
		case g.chance(10):
			fmt.Fprintf(b, "\t%s : 0;\n", t)
		case g.chance(12):
			fmt.Fprintf(b, "\t%s : %d;\n", t, 1+g.r.IntN(max))
		case g.chance(20):
			fmt.Fprintf(b, "\t%s %s : %d, %s : %d;\n", t, g.name(), 1+g.r.IntN(max), g.name(), 1+g.r.IntN(max))
		default:
			fmt.Fprintf(b, "\t%s %s : %d%s;\n", t, g.name(), 1+g.r.IntN(max), attr(10))
		}
	case c < 65:
		t := g.scalar()
		if strings.HasSuffix(t, "(*)") {
			fmt.Fprintf(b, "\tint (*%s)(int a)%s;\n", g.name(), attr(10))
			return
		}
		if g.chance(8) {
			fmt.Fprintf(b, "\t_Alignas(%s) %s %s;\n", g.pick("16", "32", "long double"), t, g.name())
			return
		}
		fmt.Fprintf(b, "\t%s%s %s%s", strings.TrimPrefix(attr(5)+" ", " "), t, g.name(), attr(15))
		if g.chance(20) {
			star := ""
			if strings.HasPrefix(t, "void") {
				star = "*"
			}
			fmt.Fprintf(b, ", %s%s%s", star, g.name(), attr(20))
		}
		b.WriteString(";\n")
	case c < 75:
		n := strconv.Itoa(g.r.IntN(5))
		if n == "0" && !last {
			n = "1"
		}
		if last && g.chance(50) {
			n = ""
		}
		if n == "" && !g.named {
			n = "3" // a flexible array needs a named member before it
		}
		t := g.scalar()
		if strings.HasSuffix(t, "(*)") {
			t = "char"
		}
		fmt.Fprintf(b, "\t%s %s[%s]%s;\n", t, g.name(), n, attr(10))
	case c < 85 && depth < 3: // anonymous or named nested
		r := strings.Replace(g.record(depth+1), "TAG ", "", 1)
		if g.chance(60) {
			fmt.Fprintf(b, "\t%s;\n", r)
		} else {
			fmt.Fprintf(b, "\t%s %s%s;\n", r, g.name(), attr(10))
		}
	case c < 95 && len(g.types) > 0:
		fmt.Fprintf(b, "\t%s %s%s;\n", g.pick(g.types...), g.name(), attr(10))
	default:
		fmt.Fprintf(b, "\tal%d %s%s;\n", 1<<g.r.IntN(5), g.name(), attr(10))
	}
}

const layoutPrelude = `enum e4 { A0, A1, A2 };
enum __attribute__((packed)) e1 { B0, B1, B2 };
enum e2 { C0 = -5, C1 = 1000 } __attribute__((packed));
enum e8 { D0 = 0x100000000LL };
typedef int al1 __attribute__((aligned(1)));
typedef short al2 __attribute__((aligned(2)));
typedef char al4 __attribute__((aligned(4)));
typedef int al8 __attribute__((aligned(8)));
typedef double al16 __attribute__((aligned(16)));
`

func (g *gen) program(count int) string {
	g.b.WriteString(layoutPrelude)
	for i := range count {
		tag := "S" + strconv.Itoa(i)
		pack := g.chance(20)
		if pack {
			fmt.Fprintf(&g.b, "#pragma pack(%s)\n", g.pick("push, 1", "push, 2", "push, 4", "push, 8", "push, 16"))
		}
		def := strings.Replace(g.record(0), "TAG", tag, 1)
		fmt.Fprintf(&g.b, "%s;\n", def)
		if pack {
			g.b.WriteString("#pragma pack(pop)\n")
		}
		kw, _, _ := strings.Cut(def, " ")
		g.names = append(g.names, kw+" "+tag)
		if !strings.Contains(def, "[]") {
			g.types = append(g.types, kw+" "+tag)
			if len(g.types) > 20 {
				g.types = g.types[1:]
			}
		}
	}
	return g.b.String()
}

// probe describes a struct in words that gcc's program and ours print alike: size, alignment, and per member
// its offset, or the bytes of an object in which only that bit-field is set.
type probe struct {
	typ   string
	names []string
	bits  []bool
}

func collect(tab *layout.Table, typ cc.Type, p *probe) {
	for _, f := range tab.Fields(typ) {
		switch {
		case f.Anonymous:
			collect(tab, f.Type, p)
		case f.Name != "":
			p.names = append(p.names, f.Name)
			p.bits = append(p.bits, f.BitField)
		}
	}
}

func ours(tab *layout.Table, typ cc.Type, p probe) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %d", p.typ, tab.Sizeof(typ), tab.Alignof(typ))
	for _, name := range p.names {
		f, _ := tab.Member(typ, name)
		if !f.BitField {
			fmt.Fprintf(&b, " %s@%d", name, f.Offset)
			continue
		}
		first := f.Offset*8 + int64(f.BitOffset)
		fmt.Fprintf(&b, " %s:%d+%d", name, first, f.BitWidth)
		if f.LocOffset > first/8 || f.LocOffset+f.LocSize < (first+int64(f.BitWidth)+7)/8 || f.LocOffset+f.LocSize > tab.Sizeof(typ) {
			fmt.Fprintf(&b, "(bad location %d+%d)", f.LocOffset, f.LocSize)
		}
	}
	return b.String()
}

func TestLayoutAgreesWithGCC(t *testing.T) {
	count := tooltest.Count(t, 150, 5000)
	const perFile = 150
	for _, target := range []struct {
		flag  string
		model ir.DataModel
	}{{"-m64", ir.LP64}, {"-m32", ir.ILP32}} {
		t.Run(target.flag, func(t *testing.T) {
			gcc := tooltest.GCC(t, target.flag)
			for done, seed := 0, uint64(1); done < count; done, seed = done+perFile, seed+1 {
				compareLayouts(t, gcc, target.flag, target.model, seed, min(perFile, count-done))
			}
		})
	}
}

func compareLayouts(t *testing.T, gcc, flag string, model ir.DataModel, seed uint64, count int) {
	g := &gen{r: rand.New(rand.NewPCG(seed, 7)), bits: model == ir.LP64}
	src := g.program(count)
	var uses strings.Builder
	for i, n := range g.names {
		fmt.Fprintf(&uses, "%s v%d;\n", n, i)
	}
	u, list, err := cparse.Parse(context.Background(), cparse.Source{Name: "layout.c", Content: []byte(src + uses.String())}, cparse.Options{Model: model})
	if err != nil || list.HasErrors() {
		t.Fatalf("seed %d: %v %v", seed, err, list)
	}
	types := map[string]cc.Type{}
	for name, nodes := range u.AST.Scope.Nodes {
		for _, n := range nodes {
			if d, ok := n.(*cc.Declarator); ok && strings.HasPrefix(name, "v") {
				types[name] = d.Type()
			}
		}
	}
	var prog strings.Builder
	prog.WriteString("#include <stdio.h>\n#include <string.h>\n#include <stddef.h>\n" + src)
	prog.WriteString(`static void bits(const char *n, const unsigned char *p, unsigned long size) {
	long first = -1, width = 0;
	for (unsigned long i = 0; i < size * 8; i++)
		if (p[i / 8] >> (i % 8) & 1) { if (first < 0) first = i; width = i - first + 1; }
	printf(" %s:%ld+%ld", n, first, width);
}
int main(void) {
	static unsigned char zero[1 << 16];
	(void)zero;
`)
	want := map[string]string{}
	for i, n := range g.names {
		p := probe{typ: n}
		typ := types["v"+strconv.Itoa(i)]
		collect(u.Layout, typ, &p)
		want[n] = ours(u.Layout, typ, p)
		fmt.Fprintf(&prog, "\t{ static %s x; printf(\"%s %%ld %%ld\", (long)sizeof x, (long)_Alignof(%s));\n", n, n, n)
		for k, m := range p.names {
			if p.bits[k] {
				fmt.Fprintf(&prog, "\tmemset(&x, 0, sizeof x); x.%s = -1; bits(\"%s\", (void *)&x, sizeof x);\n", m, m)
			} else {
				fmt.Fprintf(&prog, "\tprintf(\" %s@%%ld\", (long)offsetof(%s, %s));\n", m, n, m)
			}
		}
		prog.WriteString("\tputchar('\\n'); }\n")
	}
	prog.WriteString("\treturn 0;\n}\n")
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "l.c"), filepath.Join(dir, "l")
	if err := os.WriteFile(file, []byte(prog.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(gcc, flag, "-w", "-O0", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("seed %d: gcc: %v\n%s", seed, err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	bad := 0
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		f := strings.Fields(string(line))
		name := f[0] + " " + f[1]
		if want[name] != string(line) {
			if bad++; bad <= 3 {
				t.Errorf("seed %d %s:\n gcc  %s\n ours %s\n%s", seed, flag, line, want[name], definition(src, name))
			}
		}
	}
	if bad > 0 {
		t.Errorf("seed %d %s: %d of %d structs differ", seed, flag, bad, count)
	}
}

// definition cuts the definition of a struct out of the program.
func definition(src, name string) string {
	tag := strings.Fields(name)[1]
	i := strings.Index(src, " "+tag+" {")
	if i < 0 {
		return ""
	}
	start := strings.LastIndex(src[:i], "\n")
	if j := strings.LastIndex(src[:start], "\n"); j >= 0 && strings.Contains(src[j:start], "#pragma") {
		start = j
	}
	depth := 0
	for k := i; k < len(src); k++ {
		switch src[k] {
		case '{':
			depth++
		case '}':
			depth--
		case ';':
			if depth == 0 {
				return src[start : k+1]
			}
		}
	}
	return src[start:]
}
