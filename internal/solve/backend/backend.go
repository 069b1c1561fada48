package backend

import (
	"context"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
	"github.com/heddle-dev/heddle/internal/solve/smtlib"
)

// Names are the solvers that can be opened, the default first.
func Names() []string { return []string{"embedded", "z3", "cvc5"} }

// Open makes a solver over the terms of b.
func Open(ctx context.Context, b *logic.Builder, name string, opts solve.Options) (solve.Solver, error) {
	switch name {
	case "embedded":
		return bitblast.New(b, opts), nil
	case "z3", "cvc5":
		return smtlib.New(ctx, b, name, opts)
	}
	return nil, fmt.Errorf("no solver is called %q; there are %s", name, strings.Join(Names(), ", "))
}
