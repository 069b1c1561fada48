package tooltest

import (
	"fmt"
	"hash/fnv"
	"os"
	"testing"
)

// A Tier is the first kind of run that has a test. Each has all of those before it. CONTRIBUTING.md lists what runs where.
type Tier int

// The tiers.
const (
	Short   Tier = iota // go test -short ./...: while editing
	Full                // go test ./...: before a commit
	CI                  // .ci/run: before a change lands, with all tools
	Nightly             // .ci/nightly: every night, and before a release
)

var tiers = []string{"short", "full", "ci", "nightly"}

func (t Tier) String() string { return tiers[t] }

// Running is the tier of this run: what -short says, or HEDDLE_TIER.
func Running() Tier {
	switch s := os.Getenv("HEDDLE_TIER"); s {
	case "":
	case CI.String():
		return CI
	case Nightly.String():
		return Nightly
	default:
		panic(fmt.Sprintf("HEDDLE_TIER=%s is no tier: choose %s or %s", s, CI, Nightly))
	}
	if testing.Short() {
		return Short
	}
	return Full
}

// In reports whether this run has the tests of a tier.
func In(t Tier) bool { return Running() >= t }

// From skips a test in runs of earlier tiers.
func From(t testing.TB, tier Tier) {
	t.Helper()
	if !In(tier) {
		t.Skipf("runs from tier %s on, and this is %s (CONTRIBUTING.md)", tier, Running())
	}
}

// Few gives n, and a quarter of it in tier short: for loops over many cases of one thing.
func Few(n int) int {
	if Running() == Short {
		return (n + 3) / 4
	}
	return n
}

// Draw gives a number below n for a name. It is how a run picks some of many: the same ones on every machine.
func Draw(name string, n int) int {
	h := fnv.New32a()
	h.Write([]byte(name))
	return int(h.Sum32() % uint32(n))
}
