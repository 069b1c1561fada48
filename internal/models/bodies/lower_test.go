package bodies

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/models"
)

// stubs are the parsed models of all programs that are compiled here.
var stubs cfront.Stubs

func compileC(t *testing.T, path string, m ir.DataModel) *cfront.Result {
	t.Helper()
	res, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}},
		cfront.Options{MayFail: true, Stubs: &stubs, Parse: cparse.Options{Model: m, HostDirs: []string{}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range ircheck.Check(res.Program) {
		t.Error(e)
	}
	return res
}

// What a stub itself calls unsupported.
func declaredUnsupported(t *testing.T) map[string]bool {
	t.Helper()
	texts := map[string]bool{}
	call := regexp.MustCompile(`__heddle_unsupported\("([^"]*)"\)`)
	for _, file := range stubFiles(t) {
		text, err := models.Stub(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			texts[m[1]] = true
		}
	}
	if len(texts) == 0 {
		t.Fatal("no stub says that anything is unsupported")
	}
	return texts
}

// Every stub is lowered as it stands: nothing in it is unsupported that it does not say itself, and nothing is left
// undefined.
func TestStubsAreLowered(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	known := map[string]bool{}
	for _, h := range headers(t) {
		for name := range declarations(t, h+".c", twice(h), ir.LP64).names {
			known[name] = true
		}
		if h != "iso646.h" && h != "tgmath.h" {
			fmt.Fprintf(&text, "#include <%s>\n", h)
		}
	}
	for _, f := range models.Table() {
		if f.Kind == models.KindStub {
			// Names behind the headers of glibc are declared in no header of ours.
			if !known[f.Name] {
				fmt.Fprintf(&text, "extern void %s();\n", f.Name)
			}
		}
	}
	text.WriteString("static void (*functions[])(void) = {\n")
	n := 0
	assumes := map[string]bool{}
	for _, f := range models.Table() {
		if f.Kind == models.KindStub {
			fmt.Fprintf(&text, "\t(void (*)(void))%s,\n", f.Name)
			if f.Alias == "" {
				n++
			}
			assumes[f.Name] = f.Assumes != ""
		}
	}
	text.WriteString("};\nint main(void) {\n\tunsigned i = heddle_nondet_uint();\n\theddle_assume(i < sizeof functions / sizeof *functions);\n\tfunctions[i]();\n\treturn 0;\n}\n")
	path := filepath.Join(t.TempDir(), "all.c")
	if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	allowed := declaredUnsupported(t)
	for _, m := range someModels() {
		res := compileC(t, path, m)
		for _, u := range res.Unsupported {
			if !allowed[strings.TrimPrefix(u.Summary, "unsupported: ")] {
				t.Errorf("%s: %v", m, u)
			}
		}
		for _, a := range res.Program.Assumed {
			if strings.HasSuffix(a.Text, "it is given a stream that is open") || strings.HasSuffix(a.Text, "it uses no memory that other calls use") ||
				strings.HasSuffix(a.Text, "its stream is not used without a lock at the same time") {
				continue // all functions are called through a pointer here
			}
			if name, _, _ := strings.Cut(a.Text, ":"); !assumes[name] {
				t.Errorf("%s: assumed: %s at %s", m, a.Text, a.Pos)
			}
		}
		if len(res.Program.Funcs) < n {
			t.Errorf("%s: %d functions lowered, want at least %d", m, len(res.Program.Funcs), n)
		}
	}
}

// Every intrinsic of the table is known to the front end.
func TestIntrinsicsAreLowered(t *testing.T) {
	t.Parallel()
	const path = "testdata/intrinsics.c"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range models.Table() {
		if f.Kind == models.KindIntrinsic && !regexp.MustCompile(`\b`+f.Name+`\b`).Match(text) {
			t.Errorf("%s does not use %s", path, f.Name)
		}
	}
	for _, m := range someModels() {
		res := compileC(t, path, m)
		for _, u := range res.Unsupported {
			if strings.HasSuffix(u.Summary, "longjmp to where another thread called setjmp") {
				continue
			}
			if strings.TrimPrefix(u.Summary, "unsupported: ") != "on purpose" {
				t.Errorf("%s: %v", m, u)
			}
		}
		for _, a := range res.Program.Assumed {
			// What heddle_nondet_ptr, __heddle_no_assert and orders weaker than seq_cst are there to say.
			if !strings.HasPrefix(a.Text, "external memory (") && !strings.Contains(a.Text, "NDEBUG") && !strings.Contains(a.Text, "taken as sequentially consistent") {
				t.Errorf("%s: assumed: %s at %s", m, a.Text, a.Pos)
			}
		}
	}
}
