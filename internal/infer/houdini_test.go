package infer_test

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/infer"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
)

// A loop that is cut: i = 0; while (i < n) i++, with i <= n (0), i == 0 (1), i != 7 (2), and, which needs the first, i <= n or n == 3 (3) tried.
const loop = `program lp64 sequential bounded
entry @main
func @main() {
  %on0:1 = havoc
  %on1:1 = havoc
  %on2:1 = havoc
  %on3:1 = havoc
  %n:8 = havoc
  %some:1 = ule 1, %n
  assume %some
  %i0:8 = move 0
  assume 1
  %a0:1 = ule %i0, %n
  %a1:1 = eq %i0, 0
  %a2:1 = ne %i0, 7
  %a3:1 = or %a0, %a1
  %i:8 = havoc
  %b0:1 = ule %i, %n
  %b1:1 = eq %i, 0
  %b2:1 = ne %i, 7
  %b3:1 = or %b0, %b1
  %off0:1 = not %on0
  %off1:1 = not %on1
  %off2:1 = not %on2
  %off3:1 = not %on3
  %c0:1 = or %off0, %b0
  %c1:1 = or %off1, %b1
  %c2:1 = or %off2, %b2
  %c3:1 = or %off3, %b3
  assume %c0
  assume %c1
  assume %c2
  assume %c3
  %more:1 = ult %i, %n
  assume %more
  %j:8 = add %i, 1
  assume 1
  %d0:1 = ule %j, %n
  %d1:1 = eq %j, 0
  %d2:1 = ne %j, 7
  %d3:1 = or %d0, %d1
  %e0:1 = or %off0, %d0
  %e1:1 = or %off1, %d1
  %e2:1 = or %off2, %d2
  %e3:1 = or %off3, %d3
  halt 0
}
`

func TestInvariants(t *testing.T) {
	p, err := irtext.Parse("loop.ir", []byte(loop))
	if err != nil {
		t.Fatal(err)
	}
	f, err := encode.Encode(context.Background(), logic.NewBuilder(logic.Options{}), p, place.Of(p, p, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	named := func(name string) ir.Operand {
		for r, info := range p.Funcs[0].Regs {
			if info.Name == name {
				return ir.R(ir.Reg(r), info.Width)
			}
		}
		t.Fatalf("no register %s", name)
		return ir.Operand{}
	}
	var switches, marks []ir.ID
	for in := range p.Funcs[0].Instrs() {
		switch in := in.(type) {
		case *ir.Havoc:
			if len(switches) < 4 {
				switches = append(switches, in.ID)
			}
		case *ir.Assume:
			if in.Cond.IsConst(1) {
				marks = append(marks, in.ID)
			}
		}
	}
	var claims []infer.Claim
	for i, name := range []string{"0", "1", "2", "3"} {
		claims = append(claims, infer.Claim{Which: i, Mark: marks[0], Holds: named("a" + name)}, infer.Claim{Which: i, Mark: marks[1], Holds: named("e" + name)})
	}
	problem := infer.New(f, switches, claims)
	s := bitblast.New(f.B, solve.Options{Check: true})
	defer s.Close()
	holds, err := problem.Invariants(context.Background(), s)
	if want := []bool{true, false, false, true}; err != nil || !slices.Equal(holds, want) {
		t.Errorf("%v, %v; want %v", holds, err, want)
	}
	if err := problem.Recheck(context.Background(), bitblast.New(f.B, solve.Options{}), holds); err != nil {
		t.Error(err)
	}
	if err := problem.Recheck(context.Background(), bitblast.New(f.B, solve.Options{}), []bool{true, true, true, true}); err == nil {
		t.Error("a set that is not inductive passes")
	}
}
