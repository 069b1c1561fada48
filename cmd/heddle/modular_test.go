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

// TestModular: of the programs that were made for the engine the clean ones are proved and the broken ones never, property by property; nor is any of those about races and assertions that fail.
func TestModular(t *testing.T) {
	for _, dir := range []string{"c/modular", "c/race", "c/assert", "c/atomic", "found"} {
		files, err := filepath.Glob("../../testdata/" + dir + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatalf("no programs in %s: %v", dir, err)
		}
		for _, path := range files {
			own := dir == "c/modular"
			tr, err := readTruth(path)
			if err != nil {
				t.Fatal(err)
			}
			if fails := strings.HasPrefix(tr.expect[""], "BUG"); !own && !fails {
				continue
			}
			at := slices.Index(tr.flags, "--property") + 1
			if others := []string{"memory", "deadlock"}; at > 0 && slices.ContainsFunc(others, func(p string) bool { return strings.Contains(tr.flags[at], p) }) {
				continue // the engine says nothing about those
			}
			t.Run(strings.TrimPrefix(path, "../../testdata/"), func(t *testing.T) {
				t.Parallel()
				checkModular(t, path, tr, own)
			})
		}
	}
}

func checkModular(t *testing.T, path string, tr truth, own bool) {
	limit := "5s" // what is broken need not be worked on for long
	if own {
		limit = "60s"
	}
	args := append([]string{"check"}, tr.flags...)
	args = append(args, "--format", "json", "--debug", "check", "--timeout", limit, "--engine", "modular")
	var stdout, stderr bytes.Buffer
	if code := Main(context.Background(), append(args, path), &stdout, &stderr); code == exitUsage {
		t.Fatalf("not accepted: %s", stderr.String())
	}
	var got struct {
		Verdict, Reason string
		Claims          []struct{ Property, Verdict string }
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got.Reason, "internal error") {
		t.Error(got.Reason)
	}
	expect := strings.Fields(tr.expect[""])
	if expect[0] == "BUG" {
		for _, c := range got.Claims {
			for _, kind := range expect[1:] {
				if c.Property == kind && c.Verdict == "PROVED" {
					t.Errorf("MISSED: %s fails, and is said to be PROVED", kind)
				}
			}
		}
		return
	}
	if may, ok := tr.expect["modular"]; ok { // perhaps safe, but not thread by thread
		expect = strings.Fields(may)
	}
	if got.Verdict != expect[0] {
		t.Errorf("verdict %s (%s), want %s", got.Verdict, got.Reason, expect[0])
	}
}
