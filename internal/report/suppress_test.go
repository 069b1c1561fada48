package report

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestAllowComments: which comments allow what, and which are remarked upon.
func TestAllowComments(t *testing.T) {
	tests := []struct{ text, want string }{
		{"x++; /* heddle: allow(race) a counter */", "1:6 a counter"},
		{"\n\tx++; // heddle: allow(race, assert): two kinds", "2:7 two kinds"},
		{"x++; /* heddle:allow(deadlock) joined */", "1:6 joined"},
		{"/* long\n */ y; /* heddle: allow(race)\n over lines */", "2:8 over lines"},
		{`s = "/* heddle: allow(race) no */";`, ""},
		{"x; /* heddle: benign allow(race) */ y; // allow(race) no", ""},
		{"x; // heddle: allow(race)", "1:4: warning: what is allowed needs a reason; this comment allows nothing"},
		{"x; // heddle: allow(rcae) why", `1:4: warning: this comment allows nothing: there is no kind "rcae", did you mean race?`},
		{"x; // heddle: allow(race why", "1:4: warning: this comment allows nothing: it has no )"},
		{"x; // heddle: allow() why", `1:4: warning: this comment allows nothing: there is no kind ""`},
	}
	for _, tt := range tests {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(tt.text), 0o644); err != nil {
			t.Fatal(err)
		}
		rules, remarks := AllowComments([]string{file, "gone.c"})
		var got []string
		for _, r := range rules {
			got = append(got, strings.TrimPrefix(r.Place.String(), file+":")+" "+r.Reason)
		}
		for _, d := range remarks {
			first, _, _ := strings.Cut(d.Error(), "\n")
			got = append(got, strings.TrimPrefix(first, file+":"))
		}
		if strings.Join(got, "; ") != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// rulesOf are rules of all kinds for the report that lost makes.
func rulesOf(t *testing.T, file string) []*Rule {
	t.Helper()
	rules, err := ReadSuppressions("s.txt", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

// TestSuppressionsChangeNoVerdict: whatever is suppressed, the verdict and the claims stay. Only what is not suppressed decides whether the run fails.
func TestSuppressionsChangeNoVerdict(t *testing.T) {
	tests := []struct {
		file   string
		listed int
		fails  verdict.Verdict
		unused int
	}{
		{"", 3, verdict.Bug, 0},
		{"race testdata/lost.c a counter", 2, verdict.Bug, 0},
		{"race **/lost.c:main a counter", 2, verdict.Bug, 0},
		{"race */*.c:w a counter", 2, verdict.Bug, 0},
		{"race testdata/lost.c:other a counter", 3, verdict.Bug, 1},
		{"race lost.c no such path", 3, verdict.Bug, 1},
		{"# a comment\n\nrace ** a\nassert ** b\ndeadlock testdata/** c\nlock-leak ** d", 0, verdict.Proved, 1},
	}
	for _, tt := range tests {
		r := lost()
		r.Claims = []verdict.Claim{{Engine: "explore", Property: verdict.Assert, Verdict: verdict.Bug}, {Engine: "explore", Property: verdict.Race, Verdict: verdict.Bug, Reason: "timeout"}, {Engine: "explore", Property: verdict.Deadlock, Verdict: verdict.Bug}}
		r.Root, _ = os.Getwd()
		if r.Fails() != r.Verdict() {
			t.Errorf("nothing is suppressed, and %v is not %v", r.Fails(), r.Verdict())
		}
		rules := rulesOf(t, tt.file)
		r.Suppress(rules)
		if r.Verdict() != verdict.Bug || len(r.Findings) != 3 || len(r.listed()) != tt.listed || r.Fails() != tt.fails || len(Unused(rules)) != tt.unused {
			t.Errorf("%q: %v, %d listed, fails with %v, unused %v", tt.file, r.Verdict(), len(r.listed()), r.Fails(), Unused(rules))
		}
		var text, js, annotations bytes.Buffer
		if err := errors.Join(Text(&text, r, Style{}), JSON(&js, r), GitHub(&annotations, r)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text.String(), " threads, "); n != tt.listed {
			t.Errorf("%q: %d findings in the text:\n%s", tt.file, n, &text)
		}
		if n := strings.Count(annotations.String(), "::error"); n != tt.listed {
			t.Errorf("%q: %d annotations", tt.file, n)
		}
		if n := strings.Count(js.String(), `"suppressed"`); n != 3-tt.listed {
			t.Errorf("%q: %d suppressed findings in JSON", tt.file, n)
		}
		if !strings.Contains(text.String(), "BUG race: a data race") {
			t.Errorf("%q: a claim is gone:\n%s", tt.file, &text)
		}
		back, err := Read("r.json", js.Bytes(), "0.1.0")
		if err != nil {
			t.Fatal(err)
		}
		back[0].Report.Root = r.Root
		if again := textOf(t, back[0].Report, Style{}); string(again) != text.String() {
			t.Errorf("%q: read back it is\n%s", tt.file, again)
		}
	}
	undecided := &Report{Claims: []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Bug}, {Property: verdict.Assert, Verdict: verdict.Unknown, Reason: "timeout"}}, Findings: lost().Findings[:1]}
	undecided.Suppress(rulesOf(t, "race ** known"))
	if undecided.Fails() != verdict.Unknown {
		t.Errorf("what is undecided is %v", undecided.Fails())
	}
}

// TestBadSuppressions: a line that is wrong is refused with its place.
func TestBadSuppressions(t *testing.T) {
	for text, want := range map[string]string{
		"\nrcae a.c why":               `s.txt:2:1: error: there is no kind "rcae", did you mean race?`,
		"race":                         "s.txt:1:1: error: a suppression needs a file and a reason",
		"  race a.c":                   "s.txt:1:8: error: a suppression needs a reason",
		"race [ why":                   `s.txt:1:6: error: "[" is no pattern`,
		"0123456789abcdef":             "s.txt:1:1: error: a suppression needs a reason",
		"race a.c ok\n0123 what is it": `s.txt:2:1: error: there is no kind "0123"`,
	} {
		_, err := ReadSuppressions("s.txt", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestBaseline: what is in the baseline is not on the list; what is new is, and so is what was only possible before.
func TestBaseline(t *testing.T) {
	var small, full bytes.Buffer
	parts := []Part{{Program: "a.c", Report: lost()}}
	if err := errors.Join(WriteBaseline(&small, parts), JSONParts(&full, parts)); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"baseline": small.Bytes(), "report": full.Bytes()} {
		rules, err := ReadBaseline("b.json", data, "0.1.0")
		if err != nil {
			t.Fatal(err)
		}
		r := lost()
		r.Findings = append(r.Findings, Finding{Finding: verdict.Finding{Verdict: verdict.Bug, Failure: verdict.Failure{Kind: verdict.KindRace, Message: "new", Location: source.At("testdata/lost.c", 14, 9)}}})
		r.Suppress(rules)
		if got := r.listed(); !slices.Equal(got, []int{3}) {
			t.Errorf("%s: %v are on the list", name, got)
		}
		if len(Unused(rules)) != 0 {
			t.Errorf("%s: unused %v", name, Unused(rules))
		}
		r = lost()
		r.Findings = r.Findings[:1]
		r.Suppress(rules)
		for _, rule := range rules {
			rule.used = false
		}
		r.Suppress(rules)
		if n := len(Unused(rules)); n != 2 {
			t.Errorf("%s: %d entries match nothing", name, n)
		}
	}
	possible := lost()
	for i := range possible.Findings {
		possible.Findings[i].Verdict = verdict.Possible
	}
	small.Reset()
	if err := WriteBaseline(&small, []Part{{Report: possible}}); err != nil {
		t.Fatal(err)
	}
	rules, err := ReadBaseline("b.json", small.Bytes(), "0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	r := lost()
	if r.Suppress(rules); len(r.listed()) != 3 {
		t.Errorf("%v are on the list of what was only possible before", r.listed())
	}
	for text, want := range map[string]string{
		`{"heddle": "0.1.0", "baseline": [}`:                        "b.json:1:34: error: this is no baseline that heddle wrote",
		`{"heddle": "9.1.0", "baseline": [], "checksum": "edited"}`: "newer than this one",
		`{"baseline": [], "checksum": "edited"}`:                    `no key "heddle"`,
		`{"runs": []}`:                                              "this is no report that heddle wrote",
		`{"heddle": "0.1.0", "baseline": [{"kind": 3}]}`:            "baseline[0].kind: 3 is not what belongs here",
		`{"heddle": "0.1.0", "baseline": [{"fingerprint": "x", "kind": "race", "verdict": "BUG", "message": "", "location": {"file": "", "line": 0, "col": 0}}], "checksum": "edited"}`: `fingerprint "x"`,
	} {
		if _, err := ReadBaseline("b.json", []byte(text), "0.1.0"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// FuzzReadBaseline: no text makes the reader fail otherwise than with an error that has a place.
func FuzzReadBaseline(f *testing.F) {
	var small bytes.Buffer
	if err := WriteBaseline(&small, []Part{{Report: lost()}}); err != nil {
		f.Fatal(err)
	}
	f.Add(small.Bytes())
	f.Add(sealedByHand.ReplaceAll(small.Bytes(), []byte(`"checksum": "edited"`)))
	f.Add([]byte(`{"heddle": "0.1.0", "baseline": [], "checksum": "edited"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rules, err := ReadBaseline("b.json", data, "0.1.0")
		var d diag.Diagnostic
		if err != nil && (!errors.As(err, &d) || !d.Range.IsValid()) {
			t.Fatalf("no place: %v", err)
		}
		lost().Suppress(rules)
	})
}

// FuzzReadSuppressions: no text makes the reader fail otherwise than with an error that has a place.
func FuzzReadSuppressions(f *testing.F) {
	f.Add([]byte("# a\nrace **/a.c:f why\n0123456789abcdef why\n"))
	f.Add([]byte("race [ x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rules, err := ReadSuppressions("s.txt", data)
		var d diag.Diagnostic
		if err != nil && (!errors.As(err, &d) || !d.Range.IsValid() || d.Range.Col < 1 || d.Detail == "") {
			t.Fatalf("no place or no help: %v", err)
		}
		lost().Suppress(rules)
	})
}
