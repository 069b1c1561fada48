package encode_test

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
)

// TestInputs: one program encoded twice over the same inputs fails in both or in none; over inputs of its own, each by itself.
func TestInputs(t *testing.T) {
	p, err := irtext.Parse("t.ir", []byte("program lp64 sequential bounded\nentry @main\nfunc @main() {\n  %v:8 = havoc\n  %c:1 = havoc\n  %w:8 = ite %c, %v, 3\n  %ok:1 = ult %w, 10\n  assert %ok\n  halt 0 main\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, same := range []bool{true, false} {
		b := logic.NewBuilder(logic.Options{})
		vars := map[string]logic.Term{}
		var inputs encode.Inputs
		if same {
			inputs = func(name string, width int) logic.Term {
				if _, ok := vars[name]; !ok {
					sort := logic.BVSort(width)
					if width == 1 {
						sort = logic.BoolSort
					}
					vars[name] = b.FreshVar(name, sort)
				}
				return vars[name]
			}
		}
		var fails []logic.Term
		for range 2 {
			f, err := encode.Encode(context.Background(), b, p, place.Layout{}, inputs)
			if err != nil {
				t.Fatal(err)
			}
			fails = append(fails, f.Checks[0].Fails)
		}
		s := bitblast.New(b, solve.Options{})
		st, err := s.Check(context.Background(), fails[0], b.Not(fails[1]))
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]solve.Status{true: solve.Unsat, false: solve.Sat}[same]; st != want {
			t.Errorf("same inputs %v: one fails and the other does not: %v, want %v", same, st, want)
		}
		s.Close()
	}
}
