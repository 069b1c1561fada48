package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
)

// TestSchedules: on the programs of testdata/c, engine rounds gives the same answer with both sequentializations.
func TestSchedules(t *testing.T) {
	for _, dir := range []string{"assert", "atomic", "end", "race"} {
		files, err := filepath.Glob("../../testdata/c/" + dir + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in %s: %v", dir, err)
		}
		for _, path := range files {
			t.Run(dir+"/"+filepath.Base(path), func(t *testing.T) {
				t.Parallel()
				lazy, eager := scheduled(t, path, "lazy"), scheduled(t, path, "eager")
				if !slices.Equal(lazy, eager) {
					t.Errorf("lazy:  %v\neager: %v", lazy, eager)
				}
			})
		}
	}
}

// scheduled is the answer of one schedule: its verdict, and every finding by kind and lines.
func scheduled(t *testing.T, path, schedule string) []string {
	tr, err := readTruth(path)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"check", "--engine", "rounds", "--format", "json", "--debug", "check", "--timeout", "60s", "--rounds", "2", "--unwind", "2"}
	args = append(append(args, tr.flags...), "--schedule", schedule, path)
	var stdout, stderr bytes.Buffer
	if code := Main(context.Background(), args, &stdout, &stderr); code == exitUsage {
		t.Fatalf("%s: %s", schedule, stderr.String())
	}
	var got answer
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
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
