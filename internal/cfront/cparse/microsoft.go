package cparse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/ir"
)

// C as Microsoft's compiler reads it, where that differs. Words of the compiler that say nothing about behaviour (calling conventions, __declspec, __unaligned) are macros; names of
// headers ignore case; files that the trace preprocessor writes (.tmh) need not be there.
//
// Annotations (SAL) are dropped from the tokens by the form of their names, with their arguments: _In_, _IRQL_requires_max_(..), __drv_maxIRQL(..). Headers define a macro for each of some
// two hundred; all such names are reserved, so no program has others of that form. Rejected: a list of them, which every new kit makes longer.
//
// __try becomes plain C (try.go).

// microsoft defines what Microsoft's compiler defines for kernel drivers, and what it knows as keywords.
func (m *macros) microsoft(model ir.DataModel) {
	m.flags("_WIN32", "_MSC_EXTENSIONS", "_INTEGRAL_MAX_BITS_64", "_KERNEL_MODE", "_MT", "STD_CALL", "WINNT")
	m.def("_MSC_VER", 1939)
	m.def("_MSC_FULL_VER", 193933523)
	m.def("_INTEGRAL_MAX_BITS", 64)
	m.def("_WIN32_WINNT", "0x0A00")
	m.def("WINVER", "0x0A00")
	m.def("NTDDI_VERSION", "0x0A00000C")
	m.def("DBG", 0)
	if model == ir.ILP32 {
		m.def("_M_IX86", 600)
		m.flags("_X86_", "i386")
	} else {
		m.flags("_WIN64", "_AMD64_", "AMD64")
		m.def("_M_AMD64", 100)
		m.def("_M_X64", 100)
	}
	m.def("__int8", "char")
	m.def("__int16", "short")
	m.def("__int32", "int")
	m.def("__int64", "long long")
	m.def("_int64", "long long")
	m.def("__wchar_t", "unsigned short")
	for _, n := range []string{
		"__cdecl", "__stdcall", "__fastcall", "__thiscall", "__vectorcall", "_cdecl", "_stdcall", "_fastcall", "__clrcall", "__pascal",
		"__unaligned", "__ptr32", "__ptr64", "__w64", "__sptr", "__uptr",
	} {
		m.def(n, "")
	}
	m.def("__forceinline", "static inline")
	m.def("__inline", "inline")
	m.def("_inline", "inline")
	m.def("__pragma(...)", "")
	m.def("__declspec(...)", "")
	m.def("_declspec(...)", "")
	m.def("__assume(...)", "((void)0)")
	m.def("__analysis_assume(...)", "((void)0)")
	m.def("__noop(...)", "((void)0)")
	m.def("__debugbreak()", "((void)0)")
	m.def("__alignof", "_Alignof")
}

// traceHeader stands for each file that the trace preprocessor would write: tracing tells the driver nothing.
const traceHeader = `#ifndef WPP_INIT_TRACING
#define WPP_INIT_TRACING(...) ((void)0)
#define WPP_CLEANUP(...) ((void)0)
#define WPP_SYSTEMCONTROL(...) ((void)0)
#define WPP_SYSTEMCONTROL2(...) ((void)0)
#define WPP_REGISTER_CALLBACKS(...) ((void)0)
#define DoTraceMessage(...) ((void)0)
#define DoDebugTrace(...) ((void)0)
#define DoTraceLevelMessage(...) ((void)0)
#define TraceEvents(...) ((void)0)
#define TracePrint(...) ((void)0)
#define FuncEntry(...) ((void)0)
#define FuncExit(...) ((void)0)
#endif
`

// annotation reports whether a name is one of Microsoft's annotations: _In_, _IRQL_requires_max_, __drv_sameIRQL, __in_opt.
func annotation(name string) bool {
	if strings.HasPrefix(name, "__drv_") || oldAnnotations[name] {
		return true
	}
	if len(name) < 4 || name[0] != '_' || name[1] < 'A' || name[1] > 'Z' || name[len(name)-1] != '_' {
		return false
	}
	return strings.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' })
}

// oldAnnotations are those of the first kind that drivers still have.
var oldAnnotations = func() map[string]bool {
	m := map[string]bool{}
	for _, io := range []string{"in", "out", "inout", "deref_in", "deref_out", "deref_inout", "deref_opt_out", "deref_opt_inout", "deref_out_opt"} {
		for _, size := range []string{"", "_ecount", "_bcount", "_z", "_nz", "_xcount", "_ecount_full", "_bcount_full", "_ecount_part", "_bcount_part", "_data_source", "_range"} {
			m["__"+io+size] = true
			m["__"+io+size+"_opt"] = true
		}
	}
	for _, n := range strings.Fields("__reserved __checkReturn __callback __nullterminated __field_ecount __field_bcount __field_range __range __success __format_string __kernel_entry __post __pre __notnull __maybenull") {
		m[n] = true
	}
	return m
}()

// microsoft takes annotations out, and turns __try into plain C.
func microsoft(toks []cpp.Token) []cpp.Token {
	match := matchBrackets(toks)
	out := make([]cpp.Token, 0, len(toks))
	tries := false
	records := map[string][]cpp.Token{} // bodies of structs by the name that follows them
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.Kind == cpp.Ident && annotation(t.Text) {
			if i+1 < len(toks) && toks[i+1].Is("(") && annotated(t.Text) {
				i = int(match[i+1])
			}
			continue
		}
		tries = tries || isTry(t)
		if t.Kind == cpp.Number {
			t.Text = sized(t.Text)
		}
		if body, ok := records[t.Text]; ok && t.Kind == cpp.Ident && i > 0 && i+1 < len(toks) && toks[i+1].Is(";") && (toks[i-1].Is("{") || toks[i-1].Is(";")) {
			out = append(out, word(t, "struct")) // struct s { T; } has the members of T
			out = append(out, body...)
			continue
		}
		out = append(out, t)
		if t.Is("}") && i+1 < len(toks) && toks[i+1].Kind == cpp.Ident {
			if at := int(match[i]); at >= 2 && (toks[at-1].Text == "struct" || toks[at-2].Text == "struct") {
				records[toks[i+1].Text] = toks[at : i+1]
			}
		}
	}
	if tries {
		out = rewriteTries(out)
	}
	return out
}

// sized writes an integer constant with a suffix of Microsoft's, as in 5i64 or 7ui32, with one of C's.
func sized(s string) string {
	i := strings.LastIndexAny(s, "iI")
	if i <= 0 || strings.ContainsAny(s, ".") {
		return s
	}
	switch s[i+1:] {
	case "64":
		return s[:i] + "LL"
	case "8", "16", "32":
		return s[:i]
	}
	return s
}

// annotated reports whether parentheses behind an annotation are its arguments. Those that never have any may stand before a declarator in parentheses.
func annotated(name string) bool {
	switch name {
	case "_In_", "_Out_", "_Inout_", "_In_opt_", "_Out_opt_", "_Inout_opt_", "_Outptr_", "_Reserved_", "_Must_inspect_result_", "_Use_decl_annotations_", "_Check_return_", "_Ret_maybenull_", "_Ret_notnull_",
		"_IRQL_requires_same_", "_In_z_", "_In_opt_z_", "_Null_terminated_", "_Const_", "__in", "__out", "__inout", "__in_opt", "__out_opt", "__inout_opt", "__checkReturn", "__reserved", "__drv_sameIRQL":
		return false
	}
	return true
}

// anyCase finds a file whose path differs in capitals only; the name itself if it is there, or if nothing is.
func anyCase(name string) string {
	if _, err := os.Lstat(name); err == nil {
		return name
	}
	dir, base := filepath.Dir(name), filepath.Base(name)
	if dir != "." && dir != filepath.Dir(dir) {
		dir = anyCase(dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return name
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), base) {
			return filepath.Join(dir, e.Name())
		}
	}
	return name
}

// explainWindows says more about a header that is missing.
func explainWindows(res *cpp.Result) {
	for i := range res.Diags {
		if d := &res.Diags[i]; strings.Contains(d.Summary, res.Missing.Name) {
			d.Detail = fmt.Sprintf("heddle has no %s among its headers for Windows drivers; add the directory it is in with -I after --, or write one with what the driver uses of it and the functions in a C file for --model", res.Missing.Name)
		}
	}
}
