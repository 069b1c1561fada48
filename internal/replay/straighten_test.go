package replay_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/replay"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestStraighten: an execution in which threads take turns for nothing gets one with few switches that shows the same failure; what a thread waits for keeps its order.
func TestStraighten(t *testing.T) {
	const n = 30
	busy := func(object string) string { return strings.Repeat("  store mem[@"+object+"], 1:32\n", n) }
	p := parse(t, `
global @x : 4 align 4
global @y : 4 align 4
global @z : 4 align 4
global @u : 4 align 4
entry @main
func @idle() {
`+busy("u")+`
  return
}
func @w() {
`+busy("y")+`
  store mem[@x], 1:32
  return
}
func @main() {
  %s:64 = spawn &idle()
  %t:64 = spawn &w()
`+busy("z")+`
  %v:32 = load mem[@x]
  halt 0 main
}`)
	all := findings(t, p)
	k := slices.IndexFunc(all, func(f verdict.Finding) bool { return f.Kind == verdict.KindRace })
	if k < 0 {
		t.Fatal("no race")
	}
	f := all[k]
	f.Schedule = trace.Schedule{0, 0}
	for range n {
		f.Schedule = append(f.Schedule, 1, 2, 0)
	}
	q := &verdict.Question{Program: p}
	if _, err := replay.Judge(q, &f); err != nil {
		t.Fatal(err)
	}
	before, key := f.Trace.Switches(), f.Key()
	replay.Straighten(context.Background(), q, &f)
	if after := f.Trace.Switches(); before < 50 || after > 3 || !f.Replayed || f.Key() != key {
		t.Errorf("%d switches became %d, replayed %v", before, after, f.Replayed)
	}
	again := f
	replay.Straighten(context.Background(), q, &again)
	if !slices.Equal(again.Schedule, f.Schedule) {
		t.Error("few switches are not left alone")
	}
}
