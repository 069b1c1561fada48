package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/ctruth"
	"github.com/heddle-dev/heddle/internal/lockprog"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// provers are the engines that are held to the two comparisons below: what they prove has no race, and what they find is one.
var provers = []string{"rounds", "kiss", "lockset", "modular"}

// TestProofsOfLocks: random programs about locks (package lockprog), through explore, which says what is true of them, and through every
// engine that proves. How many of the programs without a race each engine proves is logged.
//
// 20 programs, 3,000 in the long run.
func TestProofsOfLocks(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	proved, free, racing, open := map[string]int{}, 0, 0, 0
	for _, seed := range tooltest.Seeds(t, 1, 6, 3000) {
		choices := ctruth.Random(seed)
		src := lockprog.Make(choices)
		races, known := racesIn(t, src)
		switch {
		case !known:
			open++
			continue
		case races:
			racing++
		default:
			free++
		}
		for _, eng := range provers {
			word := raceVerdict(t, src, eng)
			if word == verdict.Proved && !races {
				proved[eng]++
			}
			if !contradicts(word, races) {
				continue
			}
			shown := src
			if tooltest.Shrinks() {
				shown = lockprog.Make(ctruth.Shrink(choices, func(c []byte) bool {
					small := lockprog.Make(c)
					again, known := racesIn(t, small)
					return known && again == races && raceVerdict(t, small, eng) == word
				}))
			}
			t.Errorf("seed %d: %s: %s, there is a race: %v\n%s", seed, eng, word, races, shown)
		}
	}
	t.Logf("%d programs race, %d do not, %d were not decided", racing, free, open)
	for _, eng := range provers {
		t.Logf("%s proves %d of %d", eng, proved[eng], free)
	}
	if n := free + racing; n > 20 && (open > n || racing < n/5 || free < n/5) {
		t.Errorf("the programs say little: %d race, %d do not, %d were not decided", racing, free, open)
	}
}

// TestMutants: the clean programs of testdata/c/lockset, then random ones without a race, each with one lock, unlock or join left out. What races then
// is not PROVED.
//
// 10 mutants, 300 in the long run.
func TestMutants(t *testing.T) {
	t.Parallel()
	mutants, n := mutantsOfTwins(t), tooltest.Count(t, 10, 300)
	for seed := uint64(1); len(mutants) < n; seed++ {
		src := lockprog.Make(ctruth.Random(seed))
		if races, known := racesIn(t, src); known && !races {
			mutants = append(mutants, lockprog.Mutants(src)...)
		}
	}
	proved, races, unknown := map[string]int{}, 0, 0
	for k := range n {
		m := mutants[k*len(mutants)/n]
		breaks, known := racesIn(t, m.Source)
		if !known {
			breaks = raceVerdict(t, m.Source, "rounds") == verdict.Bug
			known = breaks
		}
		switch {
		case breaks:
			races++
		case !known:
			unknown++
		}
		for _, eng := range provers {
			word := raceVerdict(t, m.Source, eng)
			switch {
			case known && contradicts(word, breaks):
				t.Errorf("%s: %s, there is a race: %v; without %s in line %d\n%s", eng, word, breaks, m.Call, m.Line, m.Source)
			case !known && word == verdict.Proved:
				t.Logf("%s proves what explore does not decide: without %s in line %d\n%s", eng, m.Call, m.Line, m.Source)
			case word == verdict.Proved:
				proved[eng]++
			}
		}
	}
	t.Logf("%d mutants: %d race, %d are not decided", n, races, unknown)
	for _, eng := range provers {
		t.Logf("%s proves %d of the others", eng, proved[eng])
	}
	if races < n/5 {
		t.Errorf("only %d of %d mutants race", races, n)
	}
}

// mutantsOfTwins is those of the clean programs.
func mutantsOfTwins(t *testing.T) (out []lockprog.Mutant) {
	t.Helper()
	clean, err := filepath.Glob("../../testdata/c/lockset/*_ok.c")
	if err != nil || len(clean) == 0 {
		t.Fatal("no twins", err)
	}
	for _, path := range clean {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, lockprog.Mutants(string(src))...)
	}
	return out
}

// raceVerdict is what an engine says of the races of a program.
func raceVerdict(t *testing.T, src, eng string) verdict.Verdict {
	t.Helper()
	j := job(t, src, eng)
	if _, finds := Engine(eng).Claim[verdict.Bug]; !finds { // what is not proved soon need not be; the others end at their bounds
		j.Timeout = 5 * time.Second
	}
	j.Request.Properties = []verdict.Property{verdict.Race}
	j.Request.Bounds = verdict.Bounds{Rounds: 2, Unwind: 2, Threads: 3, States: 100_000}
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Fatalf("%s: %v\n%s", eng, err, src)
	}
	return rep.Verdict()
}

// racesIn asks explore.
func racesIn(t *testing.T, src string) (races, known bool) {
	t.Helper()
	v := raceVerdict(t, src, "explore")
	return v == verdict.Bug, v == verdict.Bug || v == verdict.Proved
}

// contradicts reports whether a verdict cannot be, given that there is a race or none.
func contradicts(v verdict.Verdict, races bool) bool {
	return races && v == verdict.Proved || !races && v == verdict.Bug
}
