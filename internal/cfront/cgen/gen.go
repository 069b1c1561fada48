package cgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The generator walks C's grammar downwards with a random source and keeps three books: which variables are
// in sight, what a call of each function costs, and how deep it stands. Expressions are pure, so their order
// of evaluation cannot show; calls, assignments and increments are statements of their own. Functions call
// only earlier ones, and loops count, so every program ends. Rejected: generating anything and filtering by
// a sanitizer, which needs a compiler to generate and rarely ends up with bit-fields and unions.

type intType struct {
	name   string
	bits   int // the least over the targets
	signed bool
}

var intTypes = []intType{
	{"char", 8, true},
	{"signed char", 8, true},
	{"unsigned char", 8, false},
	{"short", 16, true},
	{"unsigned short", 16, false},
	{"int", 32, true},
	{"unsigned", 32, false},
	{"long", 32, true},
	{"unsigned long", 32, false},
	{"long long", 64, true},
	{"unsigned long long", 64, false},
	{"_Bool", 1, false},
}

// field is a member of a struct or union.
type field struct {
	name  string
	typ   string // an integer type, "double", "float", or "" for a nested record
	bits  int    // width of a bit-field, 0 for others
	array int    // length, 0 for no array
	rec   *rec
}

type rec struct {
	name   string // struct s1, union u2
	union  bool
	packed bool
	unions bool   // it is or contains one: an initializer leaves bytes of it unspecified
	zero   string // a global of the type that is never written
	fields []field
	run    int // bits since the last break between bit-fields
}

type function struct {
	name   string
	result string // an integer type, "double", or a struct
	rec    *rec   // for a struct result
	params []variable
	cost   int
}

// variable is something that can be read and assigned.
type variable struct {
	name     string
	typ      string // element type; "" for records
	array    int
	rec      *rec
	ptr      bool // a pointer to typ or rec, always valid
	len      int  // of what a pointer points to, in elements behind it
	volatile bool
}

type gen struct {
	r       *rand.Rand
	b       strings.Builder
	recs    []*rec
	globals []variable
	locals  []variable
	funcs   []function
	binary  []string // functions of type long long (int, unsigned), for tables
	n       int
	indent  int
	cost    int
	loops   int // product of the loops around
	floats  bool
	fixed   bool // indices are constants: a call stands beside them
}

// Generate makes the program of a seed.
func Generate(seed uint64) string {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x6865646c65)), loops: 1}
	g.floats = g.chance(60)
	g.program()
	return g.b.String()
}

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func pick[T any](g *gen, l []T) T { return l[g.r.IntN(len(l))] }

func (g *gen) id(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

func (g *gen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("\t", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

const prologue = `#include <stdio.h>
#include <string.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* What was folded in, and where, so that the first difference can be found. */
unsigned long long checksum = 1;
struct step { unsigned long long value; unsigned line, pad; } steps[1024];
unsigned nsteps;

static void chk_at(unsigned long long v, int line)
{
	checksum = (checksum ^ v) * 1099511628211ULL + (checksum >> 29);
	if (nsteps < 1024) {
		steps[nsteps].value = v;
		steps[nsteps++].line = line;
	}
}
#define chk(v) chk_at(v, __LINE__)

static long long f2i(double d) { return d > -1e15 && d < 1e15 ? (long long)d : -7; }
static unsigned f2u(double d) { return d >= 0 && d < 4e9 ? (unsigned)d : 9u; }
`

const floatPrologue = `
#define chkd(d) chkd_at(d, __LINE__)
#define chkf(d) chkf_at(d, __LINE__)
static void chkd_at(double d, int line) { unsigned long long u = 5; if (d == d) memcpy(&u, &d, sizeof u); chk_at(u, line); }
static void chkf_at(float d, int line) { unsigned u = 6; if (d == d) memcpy(&u, &d, sizeof u); chk_at(u, line); }
`

const varargs = `
static long long vsum(int n, ...)
{
	long long s = 0;
	va_list ap;
	va_start(ap, n);
	for (int i = 0; i < n; i++) {
		switch (i % 3) {
		case 0: s += va_arg(ap, int); break;
		case 1: s ^= va_arg(ap, long long); break;
		default: s -= va_arg(ap, unsigned);
		}
	}
	va_end(ap);
	return s;
}

static unsigned rec(unsigned n, unsigned acc) { return n == 0 ? acc : rec(n - 1, acc * 31u + n) ^ n; }
`

func (g *gen) program() {
	g.b.WriteString(prologue)
	if g.floats {
		g.b.WriteString(floatPrologue)
	}
	g.b.WriteString(varargs)
	g.line("enum color { RED, GREEN = 5, BLUE, NEG = -3 };")
	for range 1 + g.r.IntN(4) {
		g.record()
	}
	for range 4 + g.r.IntN(6) {
		g.global()
	}
	for range 1 + g.r.IntN(4) {
		g.function()
	}
	g.table()
	g.main()
}

func (g *gen) record() {
	r := &rec{union: g.chance(25), packed: g.chance(15)}
	kw := "struct"
	if r.union {
		kw = "union"
	}
	tag := g.id("t")
	r.name = kw + " " + tag
	attr := ""
	if r.packed {
		attr = "__attribute__((packed)) "
	}
	g.line("%s %s%s {", kw, attr, tag)
	g.indent++
	for range 1 + g.r.IntN(6) {
		g.member(r)
	}
	g.indent--
	g.line("};")
	r.zero = g.id("zero")
	g.line("static %s %s;", r.name, r.zero)
	r.unions = r.unions || r.union
	g.recs = append(g.recs, r)
}

// literal of a record whose bytes are all known.
func (r *rec) nothing() string {
	if r.unions {
		return r.zero
	}
	return "(" + r.name + "){ 0 }"
}

func (g *gen) member(r *rec) {
	f := field{name: g.id("m")}
	switch c := g.r.IntN(100); {
	case c < 35:
		t := pick(g, intTypes)
		max := t.bits
		f.typ, f.bits = t.name, 1+g.r.IntN(max)
		if r.run+2*max > 120 {
			g.line("int : 0;") // lowering takes runs of up to 128 bits
			r.run = 0
		}
		r.run += 2 * max // with what alignment may add
		if g.chance(10) {
			g.line("%s : %d;", t.name, g.r.IntN(max))
		}
		g.line("%s %s : %d;", f.typ, f.name, f.bits)
	case c < 45 && len(g.recs) > 0 && !r.union: // no padding in unions, it would be seen through other members
		f.rec = pick(g, g.recs)
		if g.chance(40) {
			f.array = 1 + g.r.IntN(3)
			g.line("%s %s[%d];", f.rec.name, f.name, f.array)
		} else {
			g.line("%s %s;", f.rec.name, f.name)
		}
	case c < 60:
		f.typ, f.array = pick(g, intTypes).name, 1+g.r.IntN(5)
		g.line("%s %s[%d];", f.typ, f.name, f.array)
	case c < 68 && g.floats && !r.union:
		f.typ = pick(g, []string{"float", "double"})
		g.line("%s %s;", f.typ, f.name)
	case c < 76 && !r.packed && !r.union: // an anonymous member
		in := pick(g, []string{"struct", "union"})
		g.line("%s {", in)
		g.indent++
		inner := &rec{union: in == "union", run: r.run}
		for range 1 + g.r.IntN(3) {
			g.member(inner)
		}
		g.indent--
		g.line("};")
		r.fields = append(r.fields, inner.fields...)
		r.unions = r.unions || inner.union || inner.unions
		return
	default:
		f.typ = pick(g, intTypes).name
		g.line("%s %s;", f.typ, f.name)
	}
	// A byte of type _Bool that came through a union could be neither 0 nor 1: declared, but not used.
	if f.typ == "_Bool" && f.bits == 0 {
		return
	}
	r.fields = append(r.fields, f)
	r.unions = r.unions || f.rec != nil && f.rec.unions
}

func (g *gen) literal() string {
	switch g.r.IntN(8) {
	case 0:
		return fmt.Sprintf("%d", g.r.IntN(10))
	case 1:
		return fmt.Sprintf("0x%xu", g.r.Uint32())
	case 2:
		return fmt.Sprintf("%dLL", g.r.Int64()-1<<62)
	case 3:
		return fmt.Sprintf("0x%xULL", g.r.Uint64())
	case 4:
		return pick(g, []string{"127", "128", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648", "4294967295", "'a'", "'\\377'"})
	case 5:
		return pick(g, []string{"RED", "GREEN", "BLUE", "NEG"})
	case 6:
		return fmt.Sprintf("(%d)", -g.r.IntN(1<<16))
	}
	return fmt.Sprintf("%d", g.r.IntN(1<<31))
}

// constant is a literal for an initializer.
func (g *gen) constant(typ string) string {
	if typ == "float" || typ == "double" {
		return fmt.Sprintf("%d.%d", g.r.IntN(1000), g.r.IntN(100))
	}
	return g.literal()
}

func (g *gen) global() {
	v := variable{name: g.id("g")}
	static := pick(g, []string{"", "static ", "", "volatile "})
	v.volatile = static == "volatile "
	switch c := g.r.IntN(100); {
	case c < 30:
		v.typ = pick(g, intTypes).name
		g.line("%s%s %s = %s;", static, v.typ, v.name, g.constant(v.typ))
	case c < 40 && g.floats:
		v.typ = pick(g, []string{"float", "double"})
		g.line("%s%s %s = %s;", static, v.typ, v.name, g.constant(v.typ))
	case c < 60:
		v.typ, v.array = pick(g, intTypes).name, 2+g.r.IntN(6)
		g.line("%s%s %s[%d] = { %s, [%d] = %s };", static, v.typ, v.name, v.array, g.literal(), g.r.IntN(v.array), g.literal())
	case c < 70:
		v.volatile = false
		a := pick(g, intTypes)
		v.typ, v.len = a.name, 3+g.r.IntN(4)
		base := g.id("a")
		g.line("%s %s[%d] = { %s };", v.typ, base, v.len, g.literal())
		v.ptr = true
		k := g.r.IntN(v.len)
		g.line("%s *%s = &%s[%d];", v.typ, v.name, base, k)
		v.len -= k
	default:
		v.rec = pick(g, g.recs)
		if g.chance(30) {
			v.array = 2 + g.r.IntN(3)
			g.line("%s%s %s[%d];", static, v.rec.name, v.name, v.array)
		} else {
			g.line("%s%s %s;", static, v.rec.name, v.name)
		}
	}
	g.globals = append(g.globals, v)
}

func (g *gen) scope() []variable {
	l := append([]variable(nil), g.globals...)
	return append(l, g.locals...)
}
