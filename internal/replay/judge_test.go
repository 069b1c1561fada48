package replay_test

import (
	"context"
	"errors"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func parse(t *testing.T, src string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("t.ir", []byte("program lp64\n"+src))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				in.Base().Pos = source.At("t.ir", int(in.Base().ID), 1)
			}
		}
	}
	return p
}

const racy = `
global @x : 4 align 4
global @m : 8 align 8
entry @main
func @w() {
  lock @m
  store mem[@x], 1:32
  lock @m
  return
}
func @main() {
  %t:64 = spawn &w()
  %v:32 = load mem[@x]
  %b:1 = eq %v, 0
  assert %b
  join %t
  halt 0 main
}`

// findings explores and makes a finding of every failure, as an engine does.
func findings(t *testing.T, p *ir.Program) []verdict.Finding {
	t.Helper()
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: true, Race: true, Deadlock: true})
	if err != nil {
		t.Fatal(err)
	}
	var list []verdict.Finding
	for _, f := range x.Failures {
		list = append(list, verdict.Finding{Failure: f.Failure, Verdict: verdict.Bug, Schedule: f.Schedule, Inputs: f.Inputs})
	}
	return list
}

func TestJudge(t *testing.T) {
	p := parse(t, racy)
	q := &verdict.Question{Program: p}
	list := findings(t, p)
	if len(list) != 3 {
		t.Fatalf("%d findings, want an assert, a race and a deadlock: %+v", len(list), list)
	}
	for _, f := range list {
		good := f
		if _, err := replay.Judge(q, &good); err != nil || !good.Replayed || len(good.Trace.Steps) == 0 {
			t.Errorf("%s: %v", f.Kind, err)
		}
		if f.Kind == verdict.KindRace {
			last := good.Trace.Steps[len(good.Trace.Steps)-2:]
			if last[0].Thread == last[1].Thread || last[0].Instr != 2 || last[1].Instr != 6 {
				t.Errorf("the race's trace ends with %+v", last)
			}
		}
		// Anything wrong about it is noticed.
		for name, spoil := range map[string]func(*verdict.Finding){
			"kind":     func(f *verdict.Finding) { f.Kind = verdict.KindOutOfBounds },
			"place":    func(f *verdict.Finding) { f.Location.Line++ },
			"schedule": func(f *verdict.Finding) { f.Schedule = append(trace.Schedule{}, f.Schedule[:1]...) },
			"thread":   func(f *verdict.Finding) { f.Schedule = append(trace.Schedule{7}, f.Schedule...) },
			"related":  func(f *verdict.Finding) { f.Related = append(f.Related, verdict.Place{}) },
		} {
			if name == "schedule" && f.Kind == verdict.KindRace {
				continue // the race is there right after the spawn
			}
			bad := f
			spoil(&bad)
			var m *replay.Mismatch
			if _, err := replay.Judge(q, &bad); !errors.As(err, &m) || bad.Replayed {
				t.Errorf("%s with a wrong %s: %v", f.Kind, name, err)
			}
		}
	}
}

// TestPending: a thread that fails before its first visible operation has no entry in a schedule of visible operations.
func TestPending(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
entry @main
func @w() {
  assert 0
  return
}
func @main() {
  %t:64 = spawn &w()
  store mem[@x], 1:32
  join %t
  halt 0 main
}`)
	f := verdict.Finding{Failure: verdict.Failure{Kind: verdict.KindAssert, Location: source.At("t.ir", 1, 1)}, Schedule: trace.Schedule{0, 0}}
	if _, err := replay.Judge(&verdict.Question{Program: p}, &f); err != nil || !f.Replayed {
		t.Error(err)
	}
}
