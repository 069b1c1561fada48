package cparse

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Predefined macros, so that no compiler has to be asked. The names are gcc's, the values those of x86
// (ILP32) and x86-64 (LP64, LLP64) in GNU C mode; headers, ours and the machine's, choose their types by
// them. Left out are names that promise what the parser library cannot read (vector extensions, decimal
// floats, _Float128 in glibc).

// intType describes a standard integer type in a data model.
type intType struct {
	name   string // as gcc spells it in __SIZE_TYPE__ and the like
	bits   int
	suffix string // of constants
	signed bool
}

func (t intType) max() string {
	switch {
	case t.bits == 64 && t.signed:
		return "0x7fffffffffffffff" + t.suffix
	case t.bits == 64:
		return "0xffffffffffffffff" + t.suffix
	case t.signed:
		return fmt.Sprintf("0x%x%s", uint64(1)<<(t.bits-1)-1, t.suffix)
	}
	return fmt.Sprintf("0x%x%s", uint64(1)<<t.bits-1, t.suffix)
}

type macros struct{ b strings.Builder }

func (m *macros) def(name string, value any) { fmt.Fprintf(&m.b, "#define %s %v\n", name, value) }

func (m *macros) flags(names ...string) {
	for _, n := range names {
		m.def(n, 1)
	}
}

// predefined is the text of the predefined macros of a target.
func predefined(o *Options) string {
	m := &macros{}
	model := o.Model
	windows := o.Platform == "windows"
	m.flags("__STDC__", "__STDC_HOSTED__", "__STDC_UTF_16__", "__STDC_UTF_32__", "__STDC_NO_COMPLEX__")
	std, gnu := stdVersion(o.Std)
	if std != "" {
		m.def("__STDC_VERSION__", std)
	}
	if !gnu {
		m.flags("__STRICT_ANSI__")
	}
	if !windows {
		m.def("__GNUC__", 12)
		m.def("__GNUC_MINOR__", 2)
		m.def("__GNUC_PATCHLEVEL__", 0)
		m.def("__VERSION__", `"12.2.0"`)
		m.flags("__GNUC_STDC_INLINE__")
	}
	m.flags("__NO_INLINE__", "__heddle__")
	m.def("__REGISTER_PREFIX__", "")
	m.def("__USER_LABEL_PREFIX__", "")
	m.def("__CHAR_BIT__", 8)
	m.def("__BIGGEST_ALIGNMENT__", 16)
	m.def("__ORDER_LITTLE_ENDIAN__", 1234)
	m.def("__ORDER_BIG_ENDIAN__", 4321)
	m.def("__ORDER_PDP_ENDIAN__", 3412)
	m.def("__BYTE_ORDER__", "__ORDER_LITTLE_ENDIAN__")
	m.def("__FLOAT_WORD_ORDER__", "__ORDER_LITTLE_ENDIAN__")
	for i, n := range []string{"RELAXED", "CONSUME", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"} {
		m.def("__ATOMIC_"+n, i)
	}
	for _, n := range []string{"BOOL", "CHAR", "CHAR16_T", "CHAR32_T", "WCHAR_T", "SHORT", "INT", "LONG", "LLONG", "POINTER"} {
		m.def("__GCC_ATOMIC_"+n+"_LOCK_FREE", 2)
	}
	m.def("__GCC_ATOMIC_TEST_AND_SET_TRUEVAL", 1)
	m.flags("__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1", "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_2",
		"__GCC_HAVE_SYNC_COMPARE_AND_SWAP_4", "__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8")

	if o.UnsignedChar {
		m.flags("__CHAR_UNSIGNED__")
	}
	m.target(model, windows, gnu)
	m.integers(model, windows)
	m.floats(model)
	return m.b.String()
}

func (m *macros) target(model ir.DataModel, windows, gnu bool) {
	if model == ir.ILP32 {
		m.flags("__i386", "__i386__", "__i686", "__i686__", "__pentiumpro", "__pentiumpro__")
		if !windows {
			m.flags("_ILP32", "__ILP32__")
		}
		if gnu {
			m.flags("i386")
		}
	} else {
		m.flags("__x86_64", "__x86_64__", "__amd64", "__amd64__", "__SSE__", "__SSE2__", "__MMX__", "__SSE_MATH__", "__SSE2_MATH__")
		if model == ir.LP64 {
			m.flags("_LP64", "__LP64__")
		}
	}
	if windows {
		m.microsoft(model)
		return
	}
	m.flags("__linux", "__linux__", "__gnu_linux__", "__unix", "__unix__", "__ELF__")
	m.def("__DECIMAL_BID_FORMAT__", 1)
	if gnu {
		m.flags("linux", "unix")
	}
}

func (m *macros) integers(model ir.DataModel, windows bool) {
	long, llong := 64, 64
	if model != ir.LP64 {
		long = 32
	}
	ptr := model.PtrWidth()
	size := map[string]int{"SHORT": 2, "INT": 4, "LONG": long / 8, "LONG_LONG": llong / 8, "POINTER": ptr / 8, "FLOAT": 4, "DOUBLE": 8}
	for _, n := range []string{"SHORT", "INT", "LONG", "LONG_LONG", "POINTER", "FLOAT", "DOUBLE"} {
		m.def("__SIZEOF_"+n+"__", size[n])
	}
	if ptr == 64 {
		m.def("__SIZEOF_INT128__", 16)
	}
	schar := intType{"signed char", 8, "", true}
	uchar := intType{"unsigned char", 8, "", false}
	short := intType{"short int", 16, "", true}
	ushort := intType{"short unsigned int", 16, "", false}
	i := intType{"int", 32, "", true}
	u := intType{"unsigned int", 32, "U", false}
	l := intType{"long int", long, "L", true}
	ul := intType{"long unsigned int", long, "UL", false}
	ll := intType{"long long int", 64, "LL", true}
	ull := intType{"long long unsigned int", 64, "ULL", false}
	i64, u64 := ll, ull
	if model == ir.LP64 {
		i64, u64 = l, ul
	}
	imax, umax := i64, u64
	sizeT, ptrdiff := u, i
	if ptr == 64 {
		sizeT, ptrdiff = u64, i64
	}
	iptr, uptr := ptrdiff, sizeT
	wchar, wint := i, u
	if model == ir.ILP32 && !windows {
		wchar = l // gcc's i386 Linux spells wchar_t long int
	}
	if windows {
		wchar, wint = ushort, ushort
	}
	typedefs := []struct {
		name string
		t    intType
	}{
		{"SIZE", sizeT},
		{"PTRDIFF", ptrdiff},
		{"WCHAR", wchar},
		{"WINT", wint},
		{"INTMAX", imax},
		{"UINTMAX", umax},
		{"CHAR16", ushort},
		{"CHAR32", u},
		{"SIG_ATOMIC", i},
		{"INTPTR", iptr},
		{"UINTPTR", uptr},
		{"INT8", schar},
		{"INT16", short},
		{"INT32", i},
		{"INT64", i64},
		{"UINT8", uchar},
		{"UINT16", ushort},
		{"UINT32", u},
		{"UINT64", u64},
		{"INT_LEAST8", schar},
		{"INT_LEAST16", short},
		{"INT_LEAST32", i},
		{"INT_LEAST64", i64},
		{"UINT_LEAST8", uchar},
		{"UINT_LEAST16", ushort},
		{"UINT_LEAST32", u},
		{"UINT_LEAST64", u64},
		{"INT_FAST8", schar},
		{"INT_FAST16", iptr},
		{"INT_FAST32", iptr},
		{"INT_FAST64", i64},
		{"UINT_FAST8", uchar},
		{"UINT_FAST16", uptr},
		{"UINT_FAST32", uptr},
		{"UINT_FAST64", u64},
	}
	for _, d := range typedefs {
		m.def("__"+d.name+"_TYPE__", d.t.name)
		switch d.name {
		case "CHAR16", "CHAR32":
			continue
		}
		m.def("__"+d.name+"_MAX__", d.t.max())
		if d.t.signed || d.name == "SIZE" || d.name == "WCHAR" || d.name == "WINT" {
			m.def("__"+d.name+"_WIDTH__", d.t.bits)
		}
	}
	if wchar.signed {
		m.def("__WCHAR_MIN__", "(-__WCHAR_MAX__ - 1)")
	} else {
		m.def("__WCHAR_MIN__", 0)
	}
	m.def("__WINT_MIN__", "0U")
	m.def("__SIG_ATOMIC_MIN__", "(-__SIG_ATOMIC_MAX__ - 1)")
	m.def("__SIZEOF_SIZE_T__", ptr/8)
	m.def("__SIZEOF_PTRDIFF_T__", ptr/8)
	m.def("__SIZEOF_WCHAR_T__", wchar.bits/8)
	m.def("__SIZEOF_WINT_T__", wint.bits/8)
	for _, d := range []struct {
		name string
		t    intType
	}{{"SCHAR", schar}, {"SHRT", short}, {"INT", i}, {"LONG", l}, {"LONG_LONG", ll}} {
		m.def("__"+d.name+"_MAX__", d.t.max())
		m.def("__"+d.name+"_WIDTH__", d.t.bits)
	}
	for _, d := range []struct {
		name, suffix string
		signed       bool
	}{
		{"INT8", "", true},
		{"INT16", "", true},
		{"INT32", "", true},
		{"INT64", i64.suffix, true},
		{"INTMAX", imax.suffix, true},
		{"UINT8", "", false},
		{"UINT16", "", false},
		{"UINT32", "U", false},
		{"UINT64", u64.suffix, false},
		{"UINTMAX", umax.suffix, false},
	} {
		v := "c"
		if d.suffix != "" {
			v = "c ## " + d.suffix
		}
		m.def("__"+d.name+"_C(c)", v)
	}
}

func (m *macros) floats(model ir.DataModel) {
	long := 16
	if model == ir.ILP32 {
		long = 12
	}
	m.def("__SIZEOF_LONG_DOUBLE__", long)
	m.def("__FLT_EVAL_METHOD__", map[bool]int{true: 2, false: 0}[model == ir.ILP32])
	m.def("__FLT_EVAL_METHOD_TS_18661_3__", map[bool]int{true: 2, false: 0}[model == ir.ILP32])
	m.def("__FLT_RADIX__", 2)
	m.def("__DECIMAL_DIG__", 21)
	type float struct {
		name                                    string
		mant, dig, minExp, min10, maxExp, max10 int
		decDig                                  int
		maxV, minV, epsV, denormV, suffix       string
	}
	for _, f := range []float{
		{
			"FLT", 24, 6, -125, -37, 128, 38, 9, "3.40282346638528859811704183484516925e+38", "1.17549435082228750796873653722224568e-38",
			"1.19209289550781250000000000000000000e-7", "1.40129846432481707092372958328991613e-45", "F",
		},
		{
			"DBL", 53, 15, -1021, -307, 1024, 308, 17, "1.79769313486231570814527423731704357e+308", "2.22507385850720138309023271733240406e-308",
			"2.22044604925031308084726333618164062e-16", "4.94065645841246544176568792868221372e-324", "",
		},
		{
			"LDBL", 64, 18, -16381, -4931, 16384, 4932, 21, "1.18973149535723176502126385303097021e+4932", "3.36210314311209350626267781732175260e-4932",
			"1.08420217248550443400745280086994171e-19", "3.64519953188247460252840593361941982e-4951", "L",
		},
	} {
		p := "__" + f.name + "_"
		m.def(p+"MANT_DIG__", f.mant)
		m.def(p+"DIG__", f.dig)
		m.def(p+"MIN_EXP__", fmt.Sprintf("(%d)", f.minExp))
		m.def(p+"MIN_10_EXP__", fmt.Sprintf("(%d)", f.min10))
		m.def(p+"MAX_EXP__", f.maxExp)
		m.def(p+"MAX_10_EXP__", f.max10)
		m.def(p+"DECIMAL_DIG__", f.decDig)
		m.def(p+"MAX__", f.maxV+f.suffix)
		m.def(p+"NORM_MAX__", f.maxV+f.suffix)
		m.def(p+"MIN__", f.minV+f.suffix)
		m.def(p+"EPSILON__", f.epsV+f.suffix)
		m.def(p+"DENORM_MIN__", f.denormV+f.suffix)
		m.flags(p+"HAS_DENORM__", p+"HAS_INFINITY__", p+"HAS_QUIET_NAN__")
	}
}

// stdVersion gives __STDC_VERSION__ for a -std value (empty for C90) and whether GNU names are defined.
func stdVersion(std string) (version string, gnu bool) {
	gnu = std == "" || strings.HasPrefix(std, "gnu")
	switch std {
	case "c89", "c90", "gnu89", "gnu90", "ansi", "iso9899:1990":
		return "", gnu
	case "iso9899:199409":
		return "199409L", gnu
	case "c99", "c9x", "gnu99", "gnu9x", "iso9899:1999", "iso9899:199x":
		return "199901L", gnu
	case "c17", "c18", "gnu17", "gnu18", "iso9899:2017", "iso9899:2018":
		return "201710L", gnu
	case "c2x", "gnu2x", "c23", "gnu23":
		return "202000L", gnu
	}
	return "201112L", gnu
}
