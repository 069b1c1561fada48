package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The programs in testdata/c and testdata/found carry the truth about themselves (CONTRIBUTING.md says how). This test
// holds every engine to it, and tells two ways of being wrong apart: "missed", an engine calls a broken program safe or
// does not report a marked line, and "false", it reports what is not there.

// truth is what a program's comments say about it.
type truth struct {
	flags  []string
	expect map[string]string // engine, or "" for all, to "BUG race", "PROVED", ...
	lines  map[int]string    // line to race, norace, fail, ...
}

var (
	headRE = regexp.MustCompile(`^//\s*(check|expect(?:\[(\w+)\])?):\s*(.*?)\s*$`)
	markRE = regexp.MustCompile(`//\s*([a-z-]+!|norace\b|nofail\b)`)
)

func readTruth(path string) (truth, error) {
	t := truth{expect: map[string]string{}, lines: map[int]string{}}
	src, err := os.ReadFile(path)
	if err != nil {
		return t, err
	}
	for i, line := range strings.Split(string(src), "\n") {
		if m := headRE.FindStringSubmatch(line); m != nil {
			// Two spaces end the value: the rest of the line is a remark.
			value, _, _ := strings.Cut(m[3], "  ")
			if m[1] == "check" {
				t.flags = strings.Fields(value)
			} else {
				t.expect[m[2]] = value
			}
			continue
		}
		if m := markRE.FindStringSubmatch(line); m != nil {
			t.lines[i+1] = m[1]
		}
	}
	if t.expect[""] == "" {
		return t, fmt.Errorf("%s: no `// expect:` line", path)
	}
	return t, nil
}

// answer is the part of the JSON report that the truth speaks of.
type answer struct {
	Verdict  string
	Reason   string
	Claims   []struct{ Verdict, Reason string }
	Findings []struct {
		Kind     string
		Message  string
		Location struct {
			File string
			Line int
		}
		Related []struct {
			Location struct {
				File string
				Line int
			}
		}
	}
}

func TestPrograms(t *testing.T) {
	for _, root := range []string{"../../testdata/c", "../../testdata/found"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".c" {
				return err
			}
			for _, eng := range run.Engines() {
				if _, claims := eng.Claim[verdict.Bounded]; !claims {
					continue // it looks until its time is over, and says nothing of programs without bugs
				}
				t.Run(strings.TrimPrefix(path, "../../testdata/")+"/"+eng.Name, func(t *testing.T) {
					t.Parallel()
					checkProgram(t, path, eng.Name)
				})
			}
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
}

func checkProgram(t *testing.T, path, eng string) {
	tr, err := readTruth(path)
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"check", "--format", "json", "--debug", "check", "--timeout", "60s", "--engine", eng}, tr.flags...)
	var stdout, stderr bytes.Buffer
	code := Main(context.Background(), append(args, path), &stdout, &stderr)
	if code == exitUsage {
		t.Fatalf("not accepted: %s", stderr.String())
	}
	var got answer
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	judge(t, tr, eng, got)
}

// judge compares an answer with the truth. An engine's own expectation may be weaker than the truth, never the other way round; explore, the
// oracle, has to give the truth, others may say BOUNDED or UNKNOWN.
func judge(t *testing.T, tr truth, eng string, got answer) {
	t.Helper()
	want, own := tr.expect[eng]
	if !own {
		want = tr.expect[""]
	}
	wantVerdict, kinds, _ := strings.Cut(want, " ")
	truthVerdict, _, _ := strings.Cut(tr.expect[""], " ")
	if truthVerdict == "BUG" && (got.Verdict == "PROVED") {
		t.Errorf("MISSED: %s on a broken program", got.Verdict)
	}
	if truthVerdict == "PROVED" && got.Verdict == "BUG" {
		t.Errorf("FALSE: BUG on a correct program: %+v", got.Findings)
	}
	if got.Verdict != wantVerdict {
		if !own && eng != "explore" && (got.Verdict == "BOUNDED" || got.Verdict == "UNKNOWN") && !strings.Contains(got.Reason, "internal error") {
			t.Logf("honest but weaker: %s, the truth is %s", got.Verdict, want)
			return
		}
		t.Errorf("verdict %s (%s), want %s", got.Verdict, got.Reason, want)
	}
	var found []string
	reported := map[string]map[int]bool{}
	for _, f := range got.Findings {
		if !slices.Contains(found, f.Kind) {
			found = append(found, f.Kind)
		}
		if reported[f.Kind] == nil {
			reported[f.Kind] = map[int]bool{}
		}
		reported[f.Kind][f.Location.Line] = true
		if f.Kind == "race" || f.Kind == "deadlock" { // related places count too
			for _, r := range f.Related {
				reported[f.Kind][r.Location.Line] = true
			}
		}
	}
	if wantVerdict != "BUG" {
		return
	}
	missed := t.Errorf
	if eng != "explore" && !got.complete() {
		missed = t.Logf // it says itself that there may be others
	}
	for _, k := range strings.Fields(kinds) {
		if !slices.Contains(found, k) {
			missed("MISSED: no %s among %v", k, found)
		}
	}
	for _, k := range found {
		if !slices.Contains(strings.Fields(kinds), k) && !tr.marked(k) {
			t.Errorf("FALSE: a %s, which the truth does not name", k)
		}
	}
	judgeLines(t, tr, reported, missed)
}

// complete reports whether the answer claims to have all findings.
func (a *answer) complete() bool {
	for _, c := range a.Claims {
		if c.Verdict == "BUG" && c.Reason != "" {
			return false
		}
	}
	return true
}

// mark is how lines are marked for a kind of finding.
func mark(kind string) string {
	if kind == "assert" {
		return "fail!"
	}
	return kind + "!"
}

// marked reports whether some line is marked for a kind.
func (tr *truth) marked(kind string) bool {
	for _, m := range tr.lines {
		if m == mark(kind) {
			return true
		}
	}
	return false
}

// judgeLines compares the marked lines with the reported ones. A kind that no line is marked for may be reported anywhere.
func judgeLines(t *testing.T, tr truth, reported map[string]map[int]bool, missed func(string, ...any)) {
	t.Helper()
	for line, m := range tr.lines {
		switch m {
		case "norace":
			if reported["race"][line] {
				t.Errorf("FALSE: race reported at line %d, marked norace", line)
			}
			continue
		case "nofail":
			if reported["assert"][line] {
				t.Errorf("FALSE: assertion failure reported at line %d, marked nofail", line)
			}
			continue
		}
		kind := strings.TrimSuffix(m, "!")
		if kind == "fail" {
			kind = "assert"
		}
		if !reported[kind][line] {
			missed("MISSED: line %d is marked %s and was not reported", line, m)
		}
	}
	for kind, lines := range reported {
		if !tr.marked(kind) {
			continue
		}
		for line := range lines {
			if tr.lines[line] != mark(kind) {
				t.Errorf("FALSE: %s reported at line %d, which is not marked %s", kind, line, mark(kind))
			}
		}
	}
}
