package run

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/ctruth"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Random C programs whose truth is known beforehand (package ctruth), through every engine: nothing that fails is PROVED, nothing
// that cannot fail is a BUG. What is missed within bounds is logged.
//
// By default 30 programs; HEDDLE_LONG=1 runs 1,000, HEDDLE_LONG=N runs N. HEDDLE_SEED starts elsewhere.

func number(name string, unset int) int {
	s := os.Getenv(name)
	if s == "" {
		return unset
	}
	n, err := strconv.Atoi(s)
	if err != nil || name == "HEDDLE_LONG" && n == 1 {
		return 1000
	}
	return n
}

var mixes = []ctruth.Options{
	{},
	{Jumps: true},
	{Ranges: true},
	{Unknown: true},
	{Jumps: true, Ranges: true, Unknown: true},
}

func TestTruth(t *testing.T) {
	count, first := number("HEDDLE_LONG", 30), number("HEDDLE_SEED", 1)
	tally := map[string]int{}
	for i := 0; i < count; i++ {
		o := mixes[i%len(mixes)]
		choices := ctruth.Random(uint64(first + i))
		src, truth, ok := ctruth.Make(choices, o)
		if !ok {
			tally["too large"]++
			continue
		}
		for _, eng := range []string{Auto, "rounds", "kiss"} {
			why := wrong(t, src, truth, eng, tally)
			if why == "" {
				continue
			}
			small := ctruth.Shrink(choices, func(c []byte) bool {
				src, truth, ok := ctruth.Make(c, o)
				return ok && wrong(t, src, truth, eng, nil) == why
			})
			src, truth, _ := ctruth.Make(small, o)
			t.Errorf("seed %d: %s: %s; the truth is %+v\n%s", first+i, eng, why, truth, src)
		}
	}
	t.Log(fmt.Sprint(tally))
}

// wrong says which word is wrong, and counts the others.
func wrong(t *testing.T, src string, truth ctruth.Truth, eng string, tally map[string]int) string {
	t.Helper()
	j := job(t, src, eng)
	j.Timeout = 20 * time.Second
	rep, err := Check(context.Background(), j)
	if err != nil {
		return "error: " + err.Error()
	}
	for _, c := range rep.Claims {
		fails, wild := truth.Assert, truth.WildAssert
		if c.Property == verdict.Race {
			fails, wild = truth.Race, truth.WildRace
		}
		word := fmt.Sprintf("%s %s", c.Verdict, c.Property)
		if tally != nil {
			tally[fmt.Sprintf("%s %s, fails: %v", eng, word, fails)]++
		}
		if tally != nil && c.Verdict == verdict.Bounded && fails && eng != "kiss" {
			t.Logf("%s: %s, %s: missed\n%s", eng, word, c.Reason, src)
		}
		if c.Verdict == verdict.Bug && !wild || c.Verdict == verdict.Proved && fails {
			return word
		}
	}
	return ""
}
