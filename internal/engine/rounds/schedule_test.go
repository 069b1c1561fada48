package rounds_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The two schedules answer alike, finding by finding and bound by bound, for every K from 1 to 4. They share the steps of threads and nothing of the merge, so
// each checks the other; TestDifferentialExplore holds both to the
// interpreter.

// answers is what must not depend on the schedule.
type answers struct {
	Findings []string
	Claims   []verdict.Claim
}

func answer(p *ir.Program, schedule string, k int) (answers, error) {
	req := &engine.Request{
		Question: verdict.Question{Program: p, Properties: []verdict.Property{verdict.Assert, verdict.Race, verdict.Memory}, Bounds: verdict.Bounds{Rounds: k, Unwind: 3, Threads: 3}}, Schedule: schedule, Step: func(name string, q *ir.Program) error {
			if errs := ircheck.Check(q); len(errs) > 0 {
				return fmt.Errorf("after %s: %w", name, errs[0])
			}
			return nil
		},
	}
	res, err := rounds.Engine.Run(context.Background(), req)
	if err != nil {
		return answers{}, err
	}
	a := answers{Claims: res.Claims}
	for i := range a.Claims {
		a.Claims[i].Unreached = nil // inside sections that fail or wait, the two do not see the same assertions
	}
	for i := range res.Findings {
		f := &res.Findings[i]
		if _, err := replay.Judge(&req.Question, f); err != nil {
			return answers{}, err
		}
		a.Findings = append(a.Findings, f.Key())
	}
	slices.Sort(a.Findings)
	return a, nil
}

// unlike says how the answers of the two schedules differ.
func unlike(src string) string {
	p, err := irgen.Parse(src)
	if err != nil {
		return "malformed: " + err.Error()
	}
	for k := 1; k <= maxRounds; k++ {
		lazy, err := answer(p, "lazy", k)
		if err != nil {
			return fmt.Sprintf("lazy: %v (K = %d)", err, k)
		}
		eager, err := answer(p, "eager", k)
		if err != nil {
			return fmt.Sprintf("eager: %v (K = %d)", err, k)
		}
		if outOfTime(&engine.Result{Claims: append(slices.Clone(lazy.Claims), eager.Claims...)}) {
			continue
		}
		if !reflect.DeepEqual(lazy, eager) {
			return fmt.Sprintf("unlike: (K = %d)\nlazy  %+v\neager %+v", k, lazy, eager)
		}
	}
	return ""
}

func TestSchedulesAgree(t *testing.T) {
	const first = 100_001 // other programs than TestDifferentialExplore's
	for _, seed := range tooltest.Seeds(t, first, 24, 2000) {
		src := irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))])
		if why := unlike(src); why != "" {
			if tooltest.Shrinks() {
				kind := sort(why)
				src = irgen.Shrink(src, func(s string) bool { return sort(unlike(s)) == kind })
				why = unlike(src)
			}
			t.Errorf("seed %d: %s\n%s", seed, why, src)
		}
	}
}

// relay is a program whose failure needs exactly r rounds: main and w hand a baton to one another, r times there and r-1
// times back, and w fails when it has it for the last time. If last is main, it gets it once more, which needs one round more.
func relay(r int, lastIsMain bool) string {
	var main, w strings.Builder
	turn := func(b *strings.Builder, name string, at int) {
		fmt.Fprintf(b, "  atomic_begin\n  %%%s%d:32 = load mem[@baton] atomic\n  %%%sc%d:1 = eq %%%s%d, %d\n  assume %%%sc%d\n  store mem[@baton] atomic, %d:32\n  atomic_end\n",
			name, at, name, at, name, at, at, name, at, at+1)
	}
	for i := range r {
		turn(&main, "m", 2*i)
		turn(&w, "w", 2*i+1)
	}
	if lastIsMain {
		turn(&main, "m", 2*r)
		main.WriteString("  assert 0\n")
	} else {
		w.WriteString("  assert 0\n")
	}
	return fmt.Sprintf("program lp64\nglobal @baton : 4 align 4\nentry @main\n\nfunc @w() {\n%s  return\n}\n\nfunc @main() {\n  spawn &w()\n%s  thread_exit\n}\n", &w, &main)
}

// TestRoundsExact: a failure that needs r rounds is found with r and not with r-1.
func TestRoundsExact(t *testing.T) {
	for _, schedule := range []string{"lazy", "eager"} {
		for need := 1; need <= 5; need++ {
			for _, main := range []bool{false, true} {
				r := need
				if main {
					if r--; r == 0 {
						continue
					}
				}
				p, err := irgen.Parse(relay(r, main))
				if err != nil {
					t.Fatal(err)
				}
				for k := max(1, need-1); k <= need; k++ {
					a, err := answer(p, schedule, k)
					if err != nil {
						t.Fatal(err)
					}
					if got := len(a.Findings) == 1; got != (k == need) {
						t.Errorf("%s, K = %d: %v, but it takes %d rounds", schedule, k, a.Findings, need)
					}
				}
			}
		}
	}
}
