package truth

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// The programs in testdata/c and testdata/found carry the truth about themselves (CONTRIBUTING.md says how). Judge
// holds every engine to it, and tells two ways of being wrong apart: "missed", an engine calls a broken program safe or
// does not report a marked line, and "false", it reports what is not there.

// Truth is what a program's comments say about it.
type Truth struct {
	Flags  []string
	Expect map[string]string // engine, or "" for all, to "BUG race", "PROVED", ...
	Lines  map[int]string    // line to race, norace, fail, ...
	Slow   []string          // the questions that are asked at night
	Small  []string          // those that are asked within small bounds before
}

var (
	headRE = regexp.MustCompile(`^//\s*(check|slow|small|expect(?:\[(\w+)\])?):\s*(.*?)\s*$`)
	markRE = regexp.MustCompile(`//\s*([a-z-]+!|norace\b|nofail\b)`)
)

// Read reads the truth about a program.
func Read(path string) (Truth, error) {
	t := Truth{Expect: map[string]string{}, Lines: map[int]string{}}
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
				t.Flags = strings.Fields(value)
			case "slow":
				t.Slow = strings.Split(value, ", ")
			case "small":
				t.Small = strings.Split(value, ", ")
			default:
				t.Expect[m[2]] = value
			}
			continue
		}
		if m := markRE.FindStringSubmatch(line); m != nil {
			t.Lines[i+1] = m[1]
		}
	}
	if t.Expect[""] == "" {
		return t, fmt.Errorf("%s: no `// expect:` line", path)
	}
	return t, nil
}

// Answer is the part of the JSON report that the truth speaks of.
type Answer struct {
	Verdict  string
	Reason   string
	Claims   []struct{ Property, Verdict, Reason string }
	Findings []Finding
}

// Finding is one of its findings.
type Finding struct {
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

// Judge compares an answer with the truth. An engine's own expectation may be weaker than the truth, never the other way round; explore, the
// oracle, has to give the truth, others may say BOUNDED or UNKNOWN.
func (p *Program) Judge(t *testing.T, eng string, got *Answer) {
	t.Helper()
	want, own := p.Expect[eng]
	if !own {
		want = p.Expect[""]
	}
	wrong := func(format string, args ...any) { t.Helper(); p.Failed(t, eng, got, format, args...) }
	wantVerdict, kinds, _ := strings.Cut(want, " ")
	truthVerdict, _, _ := strings.Cut(p.Expect[""], " ")
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
			if !own && slices.ContainsFunc(got.Findings, func(f Finding) bool { return f.Verdict == "POSSIBLE" }) {
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
		if !slices.Contains(strings.Fields(kinds), k) && !p.Marked(k) {
			wrong("FALSE: a %s, which the truth does not name", k)
		}
	}
	judgeLines(t, p.Truth, reported, wrong, missed)
}

// weaker compares an answer with what was said before, but for those that time may cut.
func (p *Program) weaker(question, answer string) string {
	if p.TakesLong(question) {
		return ""
	}
	return weaker.compare(p, question, answer)
}

// Failed says what is wrong with an answer, and keeps it for the last lines of the output.
func (p *Program) Failed(t *testing.T, question string, got *Answer, format string, args ...any) {
	t.Helper()
	verdict := got.Verdict
	if got.Reason != "" {
		verdict += " (" + got.Reason + ")"
	}
	said := fmt.Sprintf("%s says %s, the truth is %s: %s", question, verdict, p.Expect[""], fmt.Sprintf(format, args...))
	t.Error(said)
	tooltest.Remember(t, "testdata/"+p.Name, said)
}

// complete reports whether the answer claims to have all findings.
func (a *Answer) complete() bool {
	for _, c := range a.Claims {
		if c.Verdict == "BUG" && c.Reason != "" {
			return false
		}
	}
	return true
}

// Mark is how lines are marked for a kind of Finding.
func Mark(kind string) string {
	if kind == "assert" {
		return "fail!"
	}
	return kind + "!"
}

// Marked reports whether some line is marked for a kind.
func (tr *Truth) Marked(kind string) bool {
	for _, m := range tr.Lines {
		if m == Mark(kind) {
			return true
		}
	}
	return false
}

// judgeLines compares the marked lines with the reported ones. A kind that no line is marked for may be reported anywhere.
func judgeLines(t *testing.T, tr Truth, reported map[string]map[int]bool, wrong, missed func(string, ...any)) {
	t.Helper()
	for line, m := range tr.Lines {
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
		if !tr.Marked(kind) {
			continue
		}
		for line := range lines {
			if tr.Lines[line] != Mark(kind) {
				wrong("FALSE: %s reported at line %d, which is not marked %s", kind, line, Mark(kind))
			}
		}
	}
}

// Program is a file of testdata.
type Program struct {
	Path, Name string // Name is its path below testdata
	Truth
	Front *Front
}

// TakesLong reports whether a question has no bound that is tested: at night it ends by a time-out.
func (p *Program) TakesLong(question string) bool {
	return slices.Contains(p.Slow, question) || slices.Contains(p.Small, question)
}

// In reports whether a program is in a folder of testdata.
func (p *Program) In(dir string) bool { return strings.HasPrefix(p.Name, dir+"/") }

// Ask asks an engine and gives its report.
func (p *Program) Ask(t *testing.T, states int, engine string, flags ...string) *Answer {
	t.Helper()
	timeout := "0"
	if p.TakesLong(engine) && tooltest.In(tooltest.Nightly) {
		states, timeout = 0, "60s" // it has no bound that would not be tuned to this machine, and may say UNKNOWN
	}
	args := append([]string{"--format", "json", "--debug", "check"}, Without(flags, "--timeout")...)
	code, stdout, stderr := p.Front.Check(append(args, "--timeout", timeout, "--engine", engine, p.Path), states)
	if code == cli.ExitUsage {
		t.Fatalf("not accepted: %s", stderr)
	}
	var got Answer
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got.Reason, "internal error") {
		t.Error(got.Reason)
	}
	return &got
}

// Without leaves flags and their values out.
func Without(flags []string, names ...string) (out []string) {
	for i := 0; i < len(flags); i++ {
		if slices.Contains(names, flags[i]) {
			i++
			continue
		}
		out = append(out, flags[i])
	}
	return out
}
