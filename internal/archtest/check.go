package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The test reads source files instead of asking the go command: it then sees files behind build constraints too, and
// works on trees that do not compile.

const module = "github.com/heddle-dev/heddle"

// Check reads all Go files below root and says what breaks the table, in the order of the files.
func Check(root string) ([]string, error) {
	c := &checker{docs: map[string]bool{}}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != root && (base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return c.file(filepath.ToSlash(rel), src)
	})
	if err != nil {
		return nil, err
	}
	for _, dir := range c.dirs {
		if !c.docs[dir] {
			c.errorf("%s: no doc.go that says input, output, invariant and what the package is not for", dir)
		}
	}
	return c.errs, nil
}

type checker struct {
	errs []string
	dirs []string        // packages below internal, in order
	docs map[string]bool // those with a doc.go that has a package comment
}

func (c *checker) errorf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Sprintf(format, args...))
}

// place is a package as the table sees it: "solve/bitblast", or "cmd" and "bench" for what stands outside internal.
func place(dir string) string {
	if rest, ok := strings.CutPrefix(dir, "internal/"); ok {
		return rest
	}
	top, _, _ := strings.Cut(dir, "/")
	return top
}

// under finds the name in a list that a package belongs to, the longest first.
func under(pkg string, names []string) (string, bool) {
	best, found := "", false
	for _, n := range names {
		if (pkg == n || strings.HasPrefix(pkg, n+"/")) && len(n) >= len(best) {
			best, found = n, true
		}
	}
	return best, found
}

// stageOf gives the stage of a package and the name it goes by there.
func stageOf(pkg string) (stage int, name string) {
	for i, names := range stages {
		if n, ok := under(pkg, names); ok {
			return i, n
		}
	}
	return -1, ""
}

func (c *checker) file(name string, src []byte) error {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
	if err != nil {
		return err
	}
	dir := path.Dir(name)
	pkg := place(dir)
	test := strings.HasSuffix(name, "_test.go")
	// They look at everything from outside; only tests import them.
	free := pkg == "bench" || pkg == "archtest" || pkg == "tooltest" || dir == "cmd/heddle/truth"
	if strings.HasPrefix(dir, "internal/") && !slices.Contains(c.dirs, dir) && !test {
		c.dirs = append(c.dirs, dir)
	}
	if path.Base(name) == "doc.go" && f.Doc != nil {
		c.docs[dir] = true
	}
	for _, part := range strings.Split(dir, "/") {
		if slices.Contains(badNames, part) {
			c.errorf("%s: a package called %s: what is shared belongs to the stage that owns its meaning", name, part)
		}
	}
	if stage, _ := stageOf(pkg); stage < 0 && !free {
		c.errorf("%s: package %s stands in no stage of the table", name, pkg)
		return nil
	}
	if sys := system(name); sys != "" && !strings.HasPrefix(string(src), "//go:build ") {
		c.errorf("%s: the name keeps this file to %s, and the file does not say so: rename it, or begin it with //go:build", name, sys)
	}
	for _, spec := range f.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		at := fset.Position(spec.Pos())
		if msg := badImport(pkg, imp, test, free); msg != "" {
			c.errorf("%s:%d: %s", at.Filename, at.Line, msg)
		}
		if msg := badWire(pkg, path.Base(name), imp); msg != "" && !test {
			c.errorf("%s:%d: %s", at.Filename, at.Line, msg)
		}
	}
	if !test && !free {
		c.calls(fset, f, pkg)
		c.clock(fset, f, name)
	}
	if stage, _ := stageOf(pkg); !test && !free && stage < engineStage() {
		c.names(fset, f, pkg)
	}
	return nil
}

// clock looks for clocks where work is counted.
func (c *checker) clock(fset *token.FileSet, f *ast.File, name string) {
	if _, ok := under(name, clocks); ok || !strings.HasPrefix(name, "internal/") {
		return
	}
	for _, spec := range f.Imports {
		if spec.Path.Value == `"time"` {
			c.errorf("%s:%d: this looks at a clock: work is counted here (package budget), and the table lists who may", name, fset.Position(spec.Pos()).Line)
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && (sel.Sel.Name == "WithTimeout" || sel.Sel.Name == "WithDeadline" || sel.Sel.Name == "WithTimeoutCause" || sel.Sel.Name == "WithDeadlineCause") {
			c.errorf("%s:%d: %s: only a guard ends things by the clock", name, fset.Position(sel.Pos()).Line, sel.Sel.Name)
		}
		return true
	})
}

// system is the operating system that the end of a file's name keeps it to: a table about Linux is easily lost elsewhere.
func system(name string) string {
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".go"), "_test")
	if i := strings.LastIndexByte(base, '_'); i > 0 && slices.Contains([]string{"linux", "windows", "darwin"}, base[i+1:]) {
		return base[i+1:]
	}
	return ""
}

// engineStage is where engines stand: nothing below knows one by its name.
func engineStage() int {
	stage, _ := stageOf("engine")
	return stage
}

// names finds strings that are the name of an engine. A pass may be called after its paper, as its package is then.
func (c *checker) names(fset *token.FileSet, f *ast.File, pkg string) {
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		if s, err := strconv.Unquote(lit.Value); err == nil && slices.Contains(engineNames, s) && path.Base(pkg) != s {
			at := fset.Position(lit.Pos())
			c.errorf("%s:%d: %q is the name of an engine, which stands above %s", at.Filename, at.Line, s, pkg)
		}
		return true
	})
}

func badImport(pkg, imp string, test, free bool) string {
	if own, ok := strings.CutPrefix(imp, module+"/"); ok {
		if test || free {
			return ""
		}
		return badOwn(pkg, place(own))
	}
	if free || test {
		return ""
	}
	if slices.Contains(onlyCmdImports, imp) && pkg != "cmd" {
		return fmt.Sprintf("%s imports %s: only cmd reads flags", pkg, imp)
	}
	if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") {
		return "" // the standard library
	}
	if _, ok := under(imp, testOnly); ok {
		if strings.HasSuffix(pkg, "test") {
			return "" // a package for tests of others, such as solve/solvetest
		}
		return fmt.Sprintf("%s imports %s, which is for tests", pkg, imp)
	}
	for mod, who := range outside {
		if _, ok := under(imp, []string{mod}); ok {
			if _, ok := under(pkg, who); ok {
				return ""
			}
			return fmt.Sprintf("%s imports %s, which is for %s", pkg, imp, strings.Join(who, ", "))
		}
	}
	return fmt.Sprintf("%s imports %s, which the table does not know", pkg, imp)
}

// badWire says what is wrong with an import by a package that puts others together.
func badWire(pkg, file, imp string) string {
	own, ok := strings.CutPrefix(imp, module+"/")
	if !ok {
		return ""
	}
	target := place(own)
	for _, w := range wired {
		if pkg == w.pkg && strings.HasPrefix(target, w.names+"/") && file != w.file {
			return fmt.Sprintf("%s imports %s: only %s does, which wires them", pkg, target, w.file)
		}
	}
	if n, ok := under(target, never[pkg]); ok {
		return fmt.Sprintf("%s imports %s, and never imports %s", pkg, target, n)
	}
	return ""
}

func badOwn(pkg, imp string) string {
	from, name := stageOf(pkg)
	to, target := stageOf(imp)
	if to < 0 {
		return fmt.Sprintf("%s imports %s, which stands in no stage of the table", pkg, imp)
	}
	if name == target {
		if _, listed := families[name]; listed {
			may, ok := families[pkg]
			switch {
			case !ok:
				return fmt.Sprintf("%s is no family that the table lists", pkg)
			case !slices.Contains(may, imp):
				return fmt.Sprintf("%s imports %s: families meet in pipelines, not in one another", pkg, imp)
			}
			return ""
		}
		if name == "engine" && imp != "engine" && !(pkg == imp || strings.HasPrefix(imp, pkg+"/") && pkg != "engine") {
			return fmt.Sprintf("%s imports %s: engines never import one another", pkg, imp)
		}
		return ""
	}
	if only, ok := sealed[name]; ok && !slices.Contains(only, target) {
		return fmt.Sprintf("%s imports %s: %s is sealed", pkg, imp, name)
	}
	if to > from {
		return fmt.Sprintf("%s imports %s, which stands above it", pkg, imp)
	}
	if to == from && !slices.Contains(beside[name], target) {
		return fmt.Sprintf("%s imports %s beside it", pkg, imp)
	}
	return ""
}

// calls finds uses of what belongs to the process as a whole.
func (c *checker) calls(fset *token.FileSet, f *ast.File, pkg string) {
	for _, w := range whole {
		if pkg == w.who {
			continue
		}
		local := ""
		for _, spec := range f.Imports {
			if spec.Path.Value == strconv.Quote(w.pkg) {
				local = path.Base(w.pkg)
				if spec.Name != nil {
					local = spec.Name.Name
				}
			}
		}
		if local == "" {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == local && slices.Contains(w.names, sel.Sel.Name) {
				at := fset.Position(sel.Pos())
				c.errorf("%s:%d: %s.%s: %s", at.Filename, at.Line, path.Base(w.pkg), sel.Sel.Name, w.why)
			}
			return true
		})
	}
}
