package rounds

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/decide"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestForbidsStays: whatever else there is to say, one reason against a word is enough against it. All combinations of reasons are tried.
func TestForbidsStays(t *testing.T) {
	const (
		vacuous = 1 << iota
		stopped
		hit
		uncovered
		doubtful
		assumed
		stray
		all
	)
	for set := range all {
		is := func(why int) bool { return set&why != 0 }
		p := &ir.Program{Funcs: []*ir.Func{{Blocks: []*ir.Block{{Instrs: []ir.Instr{&ir.Halt{Main: true}}}}}}}
		if is(assumed) {
			p.Assumed = []ir.Assumption{{Text: "assumed", ForbidsProved: true}}
		}
		s := &search{Known: decide.Known{Reached: &reach.Set{}}, req: &engine.Request{Question: verdict.Question{Program: p}}}
		s.Vacuous, s.last = is(vacuous), step{rounds: 1, unwind: 1}
		v := &view{covered: !is(uncovered)}
		for why, say := range map[int]func(){
			stopped:  func() { s.Stopped = "stopped" },
			hit:      func() { v.hit = []string{"bound"} },
			doubtful: func() { s.doubt = "doubt" },
			stray:    func() { s.stray = "stray" },
		} {
			if is(why) {
				say()
			}
		}
		for _, prop := range []verdict.Property{verdict.Assert, verdict.Memory} {
			want := verdict.Proved
			switch {
			case is(vacuous), is(stray) && prop == verdict.Memory:
				want = verdict.Unknown
			case is(stopped), is(hit), is(uncovered), is(doubtful), is(assumed):
				want = verdict.Bounded
			}
			if got, why := s.safeVerdict(prop, v); got != want {
				t.Errorf("reasons %07b, %s: %s (%s), want %s", set, prop, got, why, want)
			}
		}
	}
}
