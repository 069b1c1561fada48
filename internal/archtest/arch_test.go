package archtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTree(t *testing.T) {
	root := "../.."
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	errs, err := Check(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range errs {
		t.Error(e)
	}
}

// TestTable: the table says no to what it must.
func TestTable(t *testing.T) {
	head := "// Package x.\npackage x\n"
	imp := func(s string) string { return head + "import _ \"" + s + "\"\n" }
	own := func(s string) string { return imp(module + "/internal/" + s) }
	for _, c := range []struct{ file, src, want string }{
		{"internal/ir/doc.go", own("source"), ""},
		{"internal/engine/rounds/doc.go", imp("time"), "looks at a clock"},
		{"internal/run/plan.go", imp("time"), "looks at a clock"},
		{"internal/confirm/doc.go", imp("time"), ""},
		{"internal/decide/doc.go", head + "import \"context\"\nvar x = context.WithTimeout\n", "only a guard"},
		{"internal/source/doc.go", own("ir"), "source is sealed"},
		{"internal/ir/doc.go", own("irtext"), "ir imports irtext beside it"},
		{"internal/irtext/doc.go", own("ir"), ""},
		{"internal/irexec/doc.go", own("cfront"), "irexec imports cfront, which stands above it"},
		{"internal/harness/doc.go", own("cfront"), "harness imports cfront, which stands above it"},
		{"internal/irexec/doc.go", own("analysis/shared"), "which stands above it"},
		{"internal/sat/doc.go", own("ir"), "sat is sealed"},
		{"internal/sat/drat/doc.go", own("sat"), ""},
		{"internal/solve/bitblast/doc.go", own("sat/drat"), ""},
		{"internal/solve/smtlib/doc.go", own("ir"), "solve is sealed"},
		{"internal/encode/doc.go", own("solve"), ""},
		{"internal/engine/rounds/doc.go", own("engine"), ""},
		{"internal/engine/rounds/doc.go", own("engine/kiss"), "engines never import one another"},
		{"internal/engine/doc.go", own("engine/kiss"), "engines never import one another"},
		{"internal/engine/rounds/doc.go", own("engine/rounds/lazy"), ""},
		{"internal/engine/rounds/doc.go", own("report"), "stands above it"},
		{"internal/replay/doc.go", own("engine"), "which stands above it"},
		{"internal/replay/doc.go", own("verdict"), ""},
		{"internal/irexec/doc.go", own("verdict"), ""},
		{"internal/verdict/doc.go", own("irexec"), "verdict is sealed"},
		{"internal/replay/doc.go", own("engine/explore"), "which stands above it"},
		{"internal/encode/doc.go", own("engine"), "which stands above it"},
		{"internal/transform/unfold/doc.go", own("transform"), ""},
		{"internal/transform/unfold/doc.go", own("transform/lower"), "families meet in pipelines"},
		{"internal/transform/kiss/doc.go", own("transform/lower"), ""},
		{"internal/transform/doc.go", own("transform/unfold"), "families meet in pipelines"},
		{"internal/transform/nowhere/doc.go", own("transform"), "is no family that the table lists"},
		{"internal/decide/doc.go", head + "var x = \"rounds\"\n", "is the name of an engine"},
		{"internal/transform/kiss/doc.go", head + "var x = \"kiss\"\n", ""},
		{"internal/run/doc.go", head + "var x = \"rounds\"\n", ""},
		{"internal/report/doc.go", own("emit"), "report imports emit beside it"},
		{"internal/run/doc.go", own("engine/explore"), "only plan.go does"},
		{"internal/run/doc.go", own("engine"), ""},
		{"internal/run/x_test.go", own("engine/explore") + "import _ \"" + module + "/internal/transform\"\n", ""},
		{"internal/run/plan.go", own("transform/threads"), "run imports transform/threads, and never imports transform"},
		{"internal/engine/pairs/doc.go", own("transform/threads"), ""},
		{"internal/run/doc.go", own("nowhere"), "which stands in no stage"},
		{"internal/nowhere/doc.go", head, "package nowhere stands in no stage"},
		{"internal/ir/util/doc.go", head, "a package called util"},
		{"internal/ir/doc.go", imp("flag"), "only cmd reads flags"},
		{"internal/ir/doc.go", head + "import \"os\"\nvar x = os.Getenv(\"X\")\n", "os.Getenv: only cmd"},
		{"internal/ir/doc.go", head + "import sys \"os\"\nfunc f() { sys.Exit(1) }\n", "os.Exit: only cmd"},
		{"internal/ir/x_test.go", head + "import \"os\"\nvar x = os.Getenv(\"X\")\n", ""},
		{"cmd/heddle/main.go", head + "import \"os\"\nvar x = os.Getenv(\"X\")\n", ""},
		{"internal/run/doc.go", head + "import \"runtime/debug\"\nfunc f() { debug.SetGCPercent(1) }\n", "debug.SetGCPercent: only quota"},
		{"cmd/heddle/main.go", head + "import \"runtime/debug\"\nfunc f() { debug.FreeOSMemory() }\n", "debug.FreeOSMemory: only quota"},
		{"internal/quota/doc.go", head + "import \"runtime/debug\"\nfunc f() { debug.SetGCPercent(1) }\n", ""},
		{"internal/run/doc.go", head + "import \"runtime/debug\"\nvar x = debug.Stack()\n", ""},
		{"internal/quota/doc.go", own("graph"), "quota is sealed"},
		{"cmd/heddle/main.go", imp("github.com/spf13/cobra"), ""},
		{"internal/run/doc.go", imp("github.com/spf13/cobra"), "only cmd reads flags"},
		{"internal/irexec/doc.go", imp("modernc.org/cc/v4"), "which is for cfront"},
		{"internal/irexec/doc.go", imp("pgregory.net/rapid"), "which is for tests"},
		{"internal/irexec/doc.go", imp("example.com/left-pad"), "which the table does not know"},
		{"internal/irexec/run.go", "package irexec\n", "internal/irexec: no doc.go"},
		{"internal/irexec/doc.go", "package irexec\n", "internal/irexec: no doc.go"},
		{"internal/models/table_linux.go", "package models\n", "keeps this file to linux"},
		{"internal/harness/windows_test.go", "package harness\n", ""},
		{"bench/solver/main.go", head + "import (\n\"flag\"\n\"os\"\n)\nvar x, y = os.Args, flag.Args\n", ""},
	} {
		root := t.TempDir()
		name := filepath.Join(root, filepath.FromSlash(c.file))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(c.src), 0o644); err != nil {
			t.Fatal(err)
		}
		errs, err := Check(root)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(errs, "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s with\n%s\nsays %q, want %q", c.file, c.src, got, c.want)
		}
	}
}

// TestWire: one file of a package that puts others together names them, and no other file does.
func TestWire(t *testing.T) {
	own := module + "/internal/"
	for _, c := range []struct {
		file, imp string
		ok        bool
	}{
		{"plan.go", own + "engine/explore", true},
		{"plan.go", own + "engine", true},
		{"run.go", own + "engine", true},
		{"run.go", own + "engine/explore", false},
		{"plan.go", own + "transform", false},
		{"plan.go", own + "transform/unfold", false},
		{"run.go", "context", true},
	} {
		if got := badWire("run", c.file, c.imp); (got == "") != c.ok {
			t.Errorf("%s imports %s: %q", c.file, c.imp, got)
		}
	}
}
