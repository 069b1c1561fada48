package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
)

// areas are the parts of heddle that get mutants of their own: a few from each before any from everywhere.
var areas = []string{
	"internal/engine", "internal/transform", "internal/models", "internal/irexec", "internal/encode", "internal/sat",
	"internal/cfront",
}

// fewest is how many mutants each area gets.
const fewest = 4

// mutant is one change in one file.
type mutant struct {
	file, function string
	line           int
	what           string
	text           []byte // the whole changed file
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d %s: %s", m.file, m.line, m.function, m.what)
}

// site is a place that can be changed, and how.
type site struct {
	file, function string
	number         int // among the sites of its file
}

// draw gives mutants in a random order: rounds over all areas first, then over everything.
func draw(root string, seed uint64) ([]site, error) {
	rng := rand.New(rand.NewPCG(seed, 1))
	byArea := make([][]site, len(areas))
	var all []site
	for i, area := range areas {
		sites, err := sitesBelow(root, area)
		if err != nil {
			return nil, err
		}
		rng.Shuffle(len(sites), func(a, b int) { sites[a], sites[b] = sites[b], sites[a] })
		byArea[i] = sites
	}
	perFunction := map[string]int{}
	take := func(s site) {
		key := s.file + " " + s.function
		if perFunction[key]++; perFunction[key] <= 2 {
			all = append(all, s)
		}
	}
	for round := range 3 * fewest { // three times as many: some do not compile, some survive
		for i := range areas {
			if round < len(byArea[i]) {
				take(byArea[i][round])
			}
		}
	}
	var rest []site
	for i := range areas {
		rest = append(rest, byArea[i][min(3*fewest, len(byArea[i])):]...)
	}
	rng.Shuffle(len(rest), func(a, b int) { rest[a], rest[b] = rest[b], rest[a] })
	for _, s := range rest {
		take(s)
	}
	return all, nil
}

func sitesBelow(root, area string) (out []site, err error) {
	err = filepath.WalkDir(filepath.Join(root, area), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		set, file, err := parse(path)
		if err != nil {
			return err
		}
		eachSite(set, file, func(n int, function string, _ int, _ string, _ func()) {
			out = append(out, site{filepath.ToSlash(rel), function, n})
		})
		return nil
	})
	return out, err
}

func parse(path string) (*token.FileSet, *ast.File, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	return set, file, err
}

// make changes the file of a site.
func (s site) make(root string) (*mutant, error) {
	path := filepath.Join(root, s.file)
	set, file, err := parse(path)
	if err != nil {
		return nil, err
	}
	var m *mutant
	eachSite(set, file, func(n int, function string, line int, what string, change func()) {
		if n == s.number {
			change()
			m = &mutant{file: s.file, function: function, line: line, what: what}
		}
	})
	if m == nil {
		return nil, fmt.Errorf("%s has no site %d", s.file, s.number)
	}
	var text bytes.Buffer
	if err := format.Node(&text, set, file); err != nil {
		return nil, err
	}
	m.text = text.Bytes()
	return m, nil
}

// eachSite visits the places of a file that can be changed, always in the same order.
func eachSite(set *token.FileSet, file *ast.File, visit func(n int, function string, line int, what string, change func())) {
	n := 0
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		at := func(node ast.Node, what string, change func()) {
			visit(n, f.Name.Name, set.Position(node.Pos()).Line, what, change)
			n++
		}
		ast.Inspect(f.Body, func(node ast.Node) bool {
			switch x := node.(type) {
			case *ast.IfStmt:
				at(x, "the condition turned round", func() { x.Cond = not(x.Cond) })
			case *ast.ForStmt:
				// A loop with its condition turned round mostly ends at once, or never: off by one is the better mutant.
			case *ast.BinaryExpr:
				if to, ok := offByOne[x.Op]; ok {
					at(x, fmt.Sprintf("%s for %s", to, x.Op), func() { x.Op = to })
				}
				if lit, ok := x.Y.(*ast.BasicLit); ok && lit.Kind == token.INT && (x.Op == token.ADD || x.Op == token.SUB) {
					if v, err := strconv.Atoi(lit.Value); err == nil && v < 3 {
						at(x, fmt.Sprintf("%d for %d", v+1, v), func() { x.Y = &ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(v + 1)} })
					}
				}
			case *ast.SwitchStmt:
				dropCases(x.Body, at)
			case *ast.TypeSwitchStmt:
				dropCases(x.Body, at)
			}
			return true
		})
	}
}

var offByOne = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}

func not(e ast.Expr) ast.Expr {
	return &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: e}}
}

// dropCases takes one case out of a switch.
func dropCases(body *ast.BlockStmt, at func(ast.Node, string, func())) {
	for i, clause := range body.List {
		c := clause.(*ast.CaseClause)
		if len(body.List) < 2 {
			return
		}
		at(c, "a case dropped", func() {
			rest := append([]ast.Stmt(nil), body.List[:i]...)
			body.List = append(rest, body.List[i+1:]...)
		})
	}
}
