package rounds_test

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// twoWriters has a race, and an assertion that fails only if main is interrupted between its store and its load.
const twoWriters = `program lp64
global @x : 4 align 4
entry @main

func @w() {
  store mem[@x], 2:32
  return
}

func @main() {
  %t:64 = spawn &w()
  store mem[@x], 1:32
  %v:32 = load mem[@x]
  %ok:1 = eq %v, 1
  assert %ok
  halt 0 main
}`

// TestFacts: engines rely on what they are told. Facts that are wrong take away failures that are there, which shows that the facts arrive where switch
// points and races are chosen.
func TestFacts(t *testing.T) {
	p, err := irtext.Parse("t.ir", []byte(twoWriters))
	if err != nil {
		t.Fatal(err)
	}
	var stores, loads []ir.ID
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				switch in.(type) {
				case *ir.Store:
					stores = append(stores, in.Base().ID)
				case *ir.Load:
					loads = append(loads, in.Base().ID)
				}
			}
		}
	}
	private, apart := map[ir.ID]bool{stores[0]: true}, map[[2]ir.ID]bool{}
	for _, a := range append(stores[1:], loads...) {
		apart[[2]ir.ID{min(a, stores[0]), max(a, stores[0])}] = true
	}
	for _, c := range []struct {
		name         string
		facts        *verdict.Facts
		assert, race verdict.Verdict
	}{
		{"none", nil, verdict.Bug, verdict.Bug},
		{"about others", &verdict.Facts{Private: map[ir.ID]bool{9999: true}}, verdict.Bug, verdict.Bug},
		{"wrong: the pairs cannot race", &verdict.Facts{Apart: apart}, verdict.Bug, verdict.Proved},
		{"wrong: the other thread's store is private", &verdict.Facts{Private: private}, verdict.Proved, verdict.Proved},
	} {
		for _, schedule := range []string{"lazy", "eager"} {
			res, err := rounds.Engine.Run(context.Background(), &engine.Request{
				Question: verdict.Question{Program: p, Properties: []verdict.Property{verdict.Assert, verdict.Race}, Facts: c.facts}, Schedule: schedule,
			})
			if err != nil {
				t.Fatal(err)
			}
			if a, r := res.Claims[0].Verdict, res.Claims[1].Verdict; a != c.assert || r != c.race {
				t.Errorf("%s, %s: assert %v, race %v; want %v, %v", c.name, schedule, a, r, c.assert, c.race)
			}
		}
	}
}

// TestDifferentialAlone tells the engine which accesses race with nothing, as the interpreter finds them in all executions, and holds it to the same comparison: what fails in K rounds of the
// program is found in K rounds although threads are not interrupted before these accesses.
//
// 100 programs, 2,500 in the long run.
func TestDifferentialAlone(t *testing.T) {
	told := 0
	facts := func(p *ir.Program) *verdict.Facts {
		facts := alone(p)
		if facts != nil {
			told += len(facts.Alone)
		}
		return facts
	}
	seeds := tooltest.Seeds(t, 1, 25, 2500)
	compareAll(t, seeds, func(seed uint64) string { return irgen.Concurrent(seed, mixes[seed%uint64(len(mixes))]) }, func(src string) (string, bool) {
		return compareOn(src, verdict.Question{Properties: []verdict.Property{verdict.Assert, verdict.Race}}, facts, "off")
	})
	compareAll(t, seeds[:len(seeds)/3+1], func(seed uint64) string { return irgen.Concurrent(seed, waitMixes[seed%uint64(len(waitMixes))]) }, func(src string) (string, bool) {
		return deadlocksKnowing(src, facts)
	})
	t.Logf("%d accesses are alone", told)
	if told == 0 {
		t.Error("no access is alone")
	}
}

// alone finds the plain accesses that race with nothing, not even with what is excused; nil: the program is too large.
func alone(p *ir.Program) *verdict.Facts {
	strict := p.Clone()
	for _, in := range strict.Instrs() {
		for _, m := range []*ir.Mem{memOf(in), ir.SourceOf(in)} {
			if m != nil {
				m.Excused = false
			}
		}
	}
	x, ok := explored(&verdict.Question{Program: strict, Properties: []verdict.Property{verdict.Race}}, 0)
	if !ok {
		return nil
	}
	racing := map[source.Pos]bool{}
	for _, f := range x.Failures {
		if f.Kind != verdict.KindRace {
			continue
		}
		racing[f.Location.Pos] = true
		for _, r := range f.Related {
			racing[r.Location.Pos] = true
		}
	}
	facts := &verdict.Facts{Alone: map[ir.ID]bool{}}
	for _, in := range strict.Instrs() {
		m := memOf(in)
		if _, frees := in.(*ir.Free); !frees && (m == nil || m.Mark != ir.MarkPlain && m.Mark != ir.MarkVolatile) {
			continue
		}
		if !racing[in.Base().Pos.Pos] {
			facts.Alone[in.Base().ID] = true
		}
	}
	return facts
}

func memOf(in ir.Instr) *ir.Mem {
	m, _, _ := ir.AccessOf(in)
	return m
}
