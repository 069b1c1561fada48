package tooltest

import (
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"
)

// How long a random comparison runs is asked for in one way everywhere:
//
//	HEDDLE_LONG=1    the long run that the test has in mind
//	HEDDLE_LONG=N    N programs, sessions or terms, whatever the test counts
//	HEDDLE_SEED=n    the program with this seed alone
//	HEDDLE_SEED=n-m  all of these
//	HEDDLE_LATER=n   seeds begin so much later: every night has others
//	HEDDLE_SHRINK=1  programs that fail are cut down before they are printed
//
// Without them a test makes its few, which are the same on every machine, and a quarter of these in tier short.
//
// They are variables and not flags because a run of several packages gives flags to all of them, and those that do not know one fail.

// Long reports whether a long run was asked for.
func Long() bool { return os.Getenv("HEDDLE_LONG") != "" }

// Shrinks reports whether programs that fail shall be cut down.
func Shrinks() bool { return os.Getenv("HEDDLE_SHRINK") != "" }

// Count gives the number of things to try: short, or long, or another if one was asked for.
func Count(t testing.TB, short, long int) int {
	t.Helper()
	s := os.Getenv("HEDDLE_LONG")
	switch {
	case s == "" && Running() == Short:
		return Few(short)
	case s == "":
		return short
	}
	n, err := strconv.Atoi(s)
	switch {
	case err != nil || n < 1:
		t.Fatalf("HEDDLE_LONG=%s is no number of programs", s)
	case n == 1:
		return long
	}
	return n
}

// Seeds gives the seeds of a random comparison: as many as Count says, from first on, or those that were asked for.
func Seeds(t testing.TB, first uint64, short, long int) []uint64 {
	t.Helper()
	n := uint64(Count(t, short, long))
	if s := os.Getenv("HEDDLE_SEED"); s != "" {
		from, to, several := strings.Cut(s, "-")
		if !several {
			to = from
		}
		a, err := strconv.ParseUint(from, 10, 32)
		b, err2 := strconv.ParseUint(to, 10, 32)
		if err != nil || err2 != nil || b < a {
			t.Fatalf("HEDDLE_SEED=%s is no seed, and no seeds n-m", s)
		}
		first, n = a, b-a+1
	} else if s := os.Getenv("HEDDLE_LATER"); s != "" {
		later, err := strconv.ParseUint(s, 10, 31)
		if err != nil {
			t.Fatalf("HEDDLE_LATER=%s is no number", s)
		}
		first += later
	}
	out := make([]uint64, n)
	for i := range out {
		out[i] = first + uint64(i)
	}
	return out
}

// Checks asks for a long run of the checks of package rapid that the test makes; otherwise their number is rapid's own,
// which is less in tier short, and they are the same on every machine.
func Checks(t testing.TB, long int) {
	t.Helper()
	if seed := rapidFlag(t, "seed"); seed.Value.String() == "0" && os.Getenv("HEDDLE_LATER") == "" {
		_ = seed.Value.Set("1") // for the whole process: tests of one package run side by side
	}
	if !Long() {
		return
	}
	f := rapidFlag(t, "checks")
	old := f.Value.String()
	if err := f.Value.Set(strconv.Itoa(Count(t, 0, long))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Value.Set(old) })
}

func rapidFlag(t testing.TB, name string) *flag.Flag {
	t.Helper()
	f := flag.Lookup("rapid." + name)
	if f == nil {
		t.Fatal("the test does not use rapid")
	}
	return f
}
