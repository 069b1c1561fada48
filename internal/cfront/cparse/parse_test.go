package cparse

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
)

func TestParseSimple(t *testing.T) {
	src := `struct s { char a; double d; int b : 3; };
int x = sizeof(struct s);
int main(void) { return x; }
`
	u, list, err := Parse(context.Background(), Source{Name: "a.c", Content: []byte(src)}, Options{Model: ir.ILP32})
	if err != nil || len(list) > 0 {
		t.Fatal(err, list)
	}
	if got := u.Text(filepath.Join("a.c"), 2); got != "int x = sizeof(struct s);" {
		t.Errorf("Text = %q", got)
	}
}
