package main

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestLockOrder: what engine lockset says of deadlocks. It never says more than POSSIBLE; of programs that were made for it, the broken ones show a circle and the clean ones do not,
// but for what their headers say.
func TestLockOrder(t *testing.T) {
	files, err := filepath.Glob("../../testdata/c/deadlock/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	own := 0
	for _, path := range files {
		tr, err := readTruth(path)
		if err != nil {
			t.Fatal(err)
		}
		want, made := tr.expect["lockset"]
		if made {
			own++
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			args := []string{"check", "--format", "json", "--debug", "check", "--engine", "lockset"}
			for _, f := range tr.flags {
				args = append(args, strings.TrimPrefix(strings.TrimPrefix(f, "assert,"), "race,"))
			}
			if code := Main(context.Background(), append(args, path), &stdout, &stderr); code != exitOpen {
				t.Fatalf("exit code %d: %s", code, stderr.String())
			}
			var got answer
			if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if got.Verdict != "POSSIBLE" && got.Verdict != "UNKNOWN" || made && got.Verdict != want {
				t.Errorf("%s (%s), want %q", got.Verdict, got.Reason, want)
			}
			for _, f := range got.Findings {
				if f.Kind != "deadlock" {
					t.Errorf("a finding of kind %s", f.Kind)
				}
			}
		})
	}
	if own < 19 {
		t.Errorf("%d programs say what lockset finds", own)
	}
}
