package irtext_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
)

func typeName(in ir.Instr) string { return fmt.Sprintf("%T", in) }

// instrNames reads the instructions from the source of package ir: the struct types that embed Meta.
func instrNames(t *testing.T) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../ir/instr.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(f, func(n ast.Node) bool {
		ts, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if st, ok := ts.Type.(*ast.StructType); ok {
			for _, fd := range st.Fields.List {
				if id, ok := fd.Type.(*ast.Ident); ok && len(fd.Names) == 0 && id.Name == "Meta" {
					names = append(names, ts.Name.Name)
				}
			}
		}
		return true
	})
	if len(names) < 40 {
		t.Fatalf("found only %d instructions: %v", len(names), names)
	}
	return names
}
