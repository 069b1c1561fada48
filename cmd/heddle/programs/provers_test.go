package programs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/truth"
)

// What the engines that prove are asked about the programs of testdata, and what the two schedules of engine rounds are.

// aboutRaces leaves of the flags what engine lockset heeds; false if they do not ask about races.
func aboutRaces(flags []string) (out []string, asks bool) {
	property := "race"
	for i := 0; i < len(flags); i++ {
		switch flags[i] {
		case "--property":
			i++
			asked := strings.Split(flags[i], ",")
			at := slices.IndexFunc(asked, func(p string) bool { return strings.HasPrefix(p, "race") })
			if at < 0 {
				return nil, false
			}
			property = asked[at]
		case "--timeout", "--rounds", "--unwind", "--unwind-all", "--threads", "--threads-all", "--ts", "--schedule":
			i++
		default:
			out = append(out, flags[i])
		}
	}
	return append(out, "--property", property), true
}

func (p *program) racesAsked() bool {
	_, asks := aboutRaces(p.Flags)
	return asks && (p.In("c/lockset") || p.In("c/race") || p.In("c/worlds") || p.In("found"))
}

// racesPerhaps reports whether nothing can prove that a program has no race: it takes a hostile outside, or what such an outside would do is not known.
func (p *program) racesPerhaps() bool {
	truth, kinds, _ := strings.Cut(p.Expect[""], " ")
	return truth == "POSSIBLE" && slices.Contains(strings.Fields(kinds), "race") || truth == "UNKNOWN"
}

// lockset: what the engine proves has no race. Of programs that were made for it, the clean ones are proved and the broken
// ones show where they race.
func (p *program) lockset(t *testing.T) {
	flags, _ := aboutRaces(p.Flags)
	got := p.Ask(t, 0, "lockset", flags...)
	races := strings.HasPrefix(p.Expect[""], "BUG race")
	if got.Verdict == "PROVED" && (races || p.racesPerhaps()) {
		p.Failed(t, "lockset", got, "MISSED: it races, and is said to be PROVED")
	}
	if !p.In("c/lockset") {
		return
	}
	want := "PROVED"
	if races {
		want = "POSSIBLE"
	}
	if w := p.Expect["lockset"]; w != "" {
		want = w
	}
	if got.Verdict != want {
		p.Failed(t, "lockset", got, "want %s", want)
	}
	if got.Verdict != "POSSIBLE" {
		return
	}
	for line, mark := range p.Lines {
		if mark == "race!" && !shows(got, line) {
			p.Failed(t, "lockset", got, "MISSED: line %d races and is in no pair that is left", line)
		}
	}
}

// shows reports whether a finding has a place on a line.
func shows(a *truth.Answer, line int) bool {
	for _, f := range a.Findings {
		if f.Location.Line == line {
			return true
		}
		for _, r := range f.Related {
			if r.Location.Line == line {
				return true
			}
		}
	}
	return false
}

func (p *program) inDeadlock() bool { return p.In("c/deadlock") }

// lockOrder: what engine lockset says of deadlocks is never more than POSSIBLE. Of programs that were made for it, the
// broken ones show a circle and the clean ones do not, but for what their headers say.
func (p *program) lockOrder(t *testing.T) {
	var flags []string
	for _, f := range p.Flags {
		flags = append(flags, strings.TrimPrefix(strings.TrimPrefix(f, "assert,"), "race,"))
	}
	got := p.Ask(t, 0, "lockset", flags...)
	want, made := p.Expect["lockset"]
	if got.Verdict != "POSSIBLE" && got.Verdict != "UNKNOWN" || made && got.Verdict != want {
		p.Failed(t, "lockset", got, "want %q", want)
	}
	for _, f := range got.Findings {
		if f.Kind != "deadlock" {
			p.Failed(t, "lockset", got, "a finding of kind %s", f.Kind)
		}
	}
}

// TestLockOrderIsAsked: enough programs say what engine lockset finds of deadlocks.
func TestLockOrderIsAsked(t *testing.T) {
	made := 0
	for _, p := range programs(t) {
		if _, says := p.Expect["lockset"]; says && p.inDeadlock() {
			made++
		}
	}
	if made < 19 {
		t.Errorf("%d programs say what lockset finds", made)
	}
}

func (p *program) fitsModular() bool {
	if at := slices.Index(p.Flags, "--property") + 1; at > 0 {
		if asked := p.Flags[at]; strings.Contains(asked, "memory") || strings.Contains(asked, "deadlock") {
			return false // the engine says nothing about those
		}
	}
	if p.In("c/modular") {
		return true
	}
	fails := strings.HasPrefix(p.Expect[""], "BUG")
	return fails && (p.In("c/race") || p.In("c/assert") || p.In("c/atomic") || p.In("found"))
}

// modular: of the programs that were made for the engine the clean ones are proved and the broken ones never, property by
// property; nor is any of those about races and assertions that fail.
func (p *program) modular(t *testing.T) {
	got := p.Ask(t, 0, "modular", p.Flags...)
	expect := strings.Fields(p.Expect[""])
	if expect[0] == "BUG" {
		for _, c := range got.Claims {
			if slices.Contains(expect[1:], c.Property) && c.Verdict == "PROVED" {
				p.Failed(t, "modular", got, "MISSED: %s fails, and is said to be PROVED", c.Property)
			}
		}
		return
	}
	if may, ok := p.Expect["modular"]; ok { // perhaps safe, but not thread by thread
		expect = strings.Fields(may)
	}
	if got.Verdict != expect[0] {
		p.Failed(t, "modular", got, "want %s", expect[0])
	}
}

func (p *program) inSchedules() bool {
	return p.In("c/assert") || p.In("c/atomic") || p.In("c/end") || p.In("c/race")
}

// schedules: engine rounds gives the same answer with both sequentializations.
func (p *program) schedules(t *testing.T) {
	with := func(schedule string) []string {
		flags := append([]string{"--rounds", "2", "--unwind", "2"}, p.Flags...)
		got := p.Ask(t, 0, "rounds", append(flags, "--schedule", schedule)...)
		var out []string
		for _, f := range got.Findings {
			line := fmt.Sprintf("%s:%d", f.Kind, f.Location.Line)
			for _, r := range f.Related {
				line += fmt.Sprintf(",%d", r.Location.Line)
			}
			out = append(out, line)
		}
		slices.Sort(out)
		return append([]string{got.Verdict, got.Reason}, out...)
	}
	if lazy, eager := with("lazy"), with("eager"); !slices.Equal(lazy, eager) {
		t.Errorf("lazy:  %v\neager: %v", lazy, eager)
	}
}
