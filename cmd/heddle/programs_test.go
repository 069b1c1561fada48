package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// The programs in testdata/c and testdata/found carry the truth about themselves (CONTRIBUTING.md says how). TestPrograms
// holds every engine to it, and tells two ways of being wrong apart: "missed", an engine calls a broken program safe or
// does not report a marked line, and "false", it reports what is not there.

// truth is what a program's comments say about it.
type truth struct {
	flags  []string
	expect map[string]string // engine, or "" for all, to "BUG race", "PROVED", ...
	lines  map[int]string    // line to race, norace, fail, ...
	slow   []string          // the questions that are asked at night
	small  []string          // those that are asked within small bounds before
}

var (
	headRE = regexp.MustCompile(`^//\s*(check|slow|small|expect(?:\[(\w+)\])?):\s*(.*?)\s*$`)
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
			switch m[1] {
			case "check":
				t.flags = strings.Fields(value)
			case "slow":
				t.slow = strings.Split(value, ", ")
			case "small":
				t.small = strings.Split(value, ", ")
			default:
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
	Claims   []struct{ Property, Verdict, Reason string }
	Findings []finding
}

type finding struct {
	Verdict  string
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

// judge compares an answer with the truth. An engine's own expectation may be weaker than the truth, never the other way round; explore, the
// oracle, has to give the truth, others may say BOUNDED or UNKNOWN.
func (p *program) judge(t *testing.T, eng string, got *answer) {
	t.Helper()
	want, own := p.expect[eng]
	if !own {
		want = p.expect[""]
	}
	wrong := func(format string, args ...any) { t.Helper(); p.failed(t, eng, got, format, args...) }
	wantVerdict, kinds, _ := strings.Cut(want, " ")
	truthVerdict, _, _ := strings.Cut(p.expect[""], " ")
	if truthVerdict == "BUG" && (got.Verdict == "PROVED") {
		wrong("MISSED: %s on a broken program", got.Verdict)
	}
	if truthVerdict == "PROVED" && got.Verdict == "BUG" {
		wrong("FALSE: BUG on a correct program: %+v", got.Findings)
	}
	if truthVerdict == "POSSIBLE" {
		switch got.Verdict {
		case "BUG":
			wrong("FALSE: BUG, and the failure takes a hostile outside or its data: %+v", got.Findings)
		case "PROVED", "BOUNDED":
			wrong("MISSED: %s, and a hostile outside breaks it", got.Verdict)
		case "UNKNOWN": // of other properties
			if !own && slices.ContainsFunc(got.Findings, func(f finding) bool { return f.Verdict == "POSSIBLE" }) {
				wantVerdict = "UNKNOWN"
			}
		}
	}
	if got.Verdict != wantVerdict {
		if !own && eng != "explore" && (got.Verdict == "BOUNDED" || got.Verdict == "UNKNOWN") {
			if worse := p.weaker(eng, got.Verdict); worse != "" {
				wrong("%s", worse)
			}
			return
		}
		wrong("want %s", want)
	} else if worse := p.weaker(eng, ""); worse != "" {
		wrong("%s", worse)
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
	if wantVerdict != "BUG" && (truthVerdict != "POSSIBLE" || own) {
		return
	}
	missed := wrong
	if eng != "explore" && !got.complete() {
		missed = t.Logf // it says itself that there may be others
	}
	for _, k := range strings.Fields(kinds) {
		if !slices.Contains(found, k) {
			missed("MISSED: no %s among %v", k, found)
		}
	}
	for _, k := range found {
		if !slices.Contains(strings.Fields(kinds), k) && !p.marked(k) {
			wrong("FALSE: a %s, which the truth does not name", k)
		}
	}
	judgeLines(t, p.truth, reported, wrong, missed)
}

// weaker compares an answer with what was said before, but for those that time may cut.
func (p *program) weaker(question, answer string) string {
	if p.takesLong(question) {
		return ""
	}
	return weaker.compare(p, question, answer)
}

// failed says what is wrong with an answer, and keeps it for the last lines of the output.
func (p *program) failed(t *testing.T, question string, got *answer, format string, args ...any) {
	t.Helper()
	verdict := got.Verdict
	if got.Reason != "" {
		verdict += " (" + got.Reason + ")"
	}
	said := fmt.Sprintf("%s says %s, the truth is %s: %s", question, verdict, p.expect[""], fmt.Sprintf(format, args...))
	t.Error(said)
	tooltest.Remember(t, "testdata/"+p.name, said)
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
func judgeLines(t *testing.T, tr truth, reported map[string]map[int]bool, wrong, missed func(string, ...any)) {
	t.Helper()
	for line, m := range tr.lines {
		switch m {
		case "norace":
			if reported["race"][line] {
				wrong("FALSE: race reported at line %d, marked norace", line)
			}
			continue
		case "nofail":
			if reported["assert"][line] {
				wrong("FALSE: assertion failure reported at line %d, marked nofail", line)
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
				wrong("FALSE: %s reported at line %d, which is not marked %s", kind, line, mark(kind))
			}
		}
	}
}
