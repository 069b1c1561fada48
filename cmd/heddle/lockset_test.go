package main

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestLockset: what the engine proves has no race, and of programs that were made for it, the clean ones are proved and the broken ones show where they race.
func TestLockset(t *testing.T) {
	for _, dir := range []string{"c/lockset", "c/race", "found"} {
		files, err := filepath.Glob("../../testdata/" + dir + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in %s: %v", dir, err)
		}
		for _, path := range files {
			tr, err := readTruth(path)
			if err != nil {
				t.Fatal(err)
			}
			flags, asks := aboutRaces(tr.flags)
			if !asks {
				continue
			}
			t.Run(strings.TrimPrefix(path, "../../testdata/"), func(t *testing.T) {
				t.Parallel()
				checkLockset(t, path, tr, flags, dir == "c/lockset")
			})
		}
	}
}

// aboutRaces leaves of the flags what the engine heeds; false if they do not ask about races.
func aboutRaces(flags []string) (out []string, asks bool) {
	property := "race"
	for i := 0; i < len(flags); i++ {
		switch flags[i] {
		case "--property":
			i++
			at := slices.IndexFunc(strings.Split(flags[i], ","), func(p string) bool { return strings.HasPrefix(p, "race") })
			if at < 0 {
				return nil, false
			}
			property = strings.Split(flags[i], ",")[at]
		case "--timeout", "--rounds", "--unwind", "--unwind-all", "--threads", "--threads-all", "--ts", "--schedule":
			i++
		default:
			out = append(out, flags[i])
		}
	}
	return append(out, "--property", property), true
}

func checkLockset(t *testing.T, path string, tr truth, flags []string, own bool) {
	args := append([]string{"check", "--format", "json", "--debug", "check", "--timeout", "60s", "--engine", "lockset"}, flags...)
	var stdout, stderr bytes.Buffer
	if code := Main(context.Background(), append(args, path), &stdout, &stderr); code == exitUsage {
		t.Fatalf("not accepted: %s", stderr.String())
	}
	var got answer
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got.Reason, "internal error") {
		t.Error(got.Reason)
	}
	races := strings.HasPrefix(tr.expect[""], "BUG race")
	if races && got.Verdict == "PROVED" {
		t.Error("MISSED: it races, and is said to be PROVED")
	}
	if !own {
		return
	}
	want := "PROVED"
	if races {
		want = "POSSIBLE"
	}
	if w := tr.expect["lockset"]; w != "" {
		want = w
	}
	if got.Verdict != want {
		t.Errorf("verdict %s (%s), want %s", got.Verdict, got.Reason, want)
	}
	for line, mark := range tr.lines {
		if mark != "race!" || got.Verdict != "POSSIBLE" {
			continue
		}
		shown := false
		for _, f := range got.Findings {
			shown = shown || f.Location.Line == line
			for _, r := range f.Related {
				shown = shown || r.Location.Line == line
			}
		}
		if !shown {
			t.Errorf("MISSED: line %d races and is in no pair that is left", line)
		}
	}
}
