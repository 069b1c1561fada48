package run

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/ctruth"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Random C programs whose truth is known beforehand (package ctruth), through every engine: nothing that fails is PROVED, nothing
// that cannot fail is a BUG. What is missed within bounds is logged.
//
// 30 programs, 1,000 in the long run.

var mixes = []ctruth.Options{
	{},
	{Jumps: true},
	{Ranges: true},
	{Unknown: true},
	{Jumps: true, Ranges: true, Unknown: true},
}

func TestTruth(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	tally := map[string]int{}
	for _, seed := range tooltest.Seeds(t, 1, 30, 1000) {
		o := mixes[seed%uint64(len(mixes))]
		choices := ctruth.Random(seed)
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
			t.Errorf("seed %d: %s: %s; the truth is %+v\n%s", seed, eng, why, truth, src)
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
