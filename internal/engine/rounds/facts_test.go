package rounds_test

import (
	"context"
	"testing"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
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
