package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// saved is reports of all kinds.
func saved() map[string][]Part {
	possible := &Report{Version: "0.1.0", Findings: []Finding{{Engine: "lockset", Finding: verdict.Finding{Verdict: verdict.Possible, Failure: verdict.Failure{
		Kind: verdict.KindRace, Message: "possible data race on n", Location: source.At("a.c", 7, 3), Accesses: []verdict.Access{
			{Thread: "main", What: "plain write", Location: source.At("a.c", 7, 3), Stack: []verdict.Frame{{Function: "main", Location: source.At("a.c", 7, 3)}}},
			{Thread: "w", What: "plain read", Location: source.At("a.c", 9, 3), Locks: []verdict.HeldLock{{Name: "m", Perhaps: true}}},
		},
	}}}}, Fields: []verdict.Field{{Name: "n", Engine: "lockset", Status: verdict.NotProved, Races: 1}}, Claims: []verdict.Claim{{Property: verdict.Race, Engine: "lockset", Verdict: verdict.Possible}}, Turns: []string{"lockset"}}
	undecided := &Report{Version: "0.1.0", Turns: []string{"a", "b"}, Claims: []verdict.Claim{
		{Property: verdict.Race, Engine: "a", Verdict: verdict.Unknown, Reason: "at a.c:3", Cause: verdict.Obstacle}, {Property: verdict.Race, Engine: "b", Verdict: verdict.Unknown, Reason: "timeout", Cause: verdict.Limit},
	}, Coverage: &reach.Coverage{Threads: 2, Partial: true, Functions: reach.Count{Reached: 1, All: 2}, NoFunctions: []reach.Place{{Name: "f", Pos: source.Pos{File: "a.c", Line: 3, Col: 1}}}}}
	grouped := lost()
	grouped.Findings[0].Object = "x"
	grouped.Findings = append(grouped.Findings, grouped.Findings[0])
	rests := lost()
	rests.Findings[1].Trace.Unknown = []trace.Call{{Func: "u", Pos: source.At("a.c", 2, 2)}}
	rests.Findings[2].History = []verdict.Place{{Message: "allocated here", Location: source.At("a.c", 1, 1)}}
	one := func(r *Report) []Part { return []Part{{Program: "a.c", Files: 2, Report: r}} }
	return map[string][]Part{
		"sample": one(sample()), "lost": one(lost()), "long": one(large(3, 400)), "possible": one(possible), "undecided": one(undecided), "grouped": one(grouped), "rests": one(rests),
		"stopped": one(&Report{Version: "0.1.0", Reason: "timeout after 1s"}), "several": {{Program: "a.c", Files: 1, Report: sample()}, {Program: "b.c", Files: 3, Report: undecided}},
	}
}

// TestSavedReports: a report that is read back looks the same in every format.
func TestSavedReports(t *testing.T) {
	formats := append([]Format{{"html", "", HTMLParts}}, Formats...)
	for name, parts := range saved() {
		var file bytes.Buffer
		if err := JSONParts(&file, parts); err != nil {
			t.Fatal(err)
		}
		back, err := Read("r.json", file.Bytes(), "0.1.0")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, f := range formats {
			var want, got bytes.Buffer
			if err := errors.Join(f.Write(&want, parts, Style{}), f.Write(&got, back, Style{})); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want.String(), got.String()); d != "" {
				t.Errorf("%s as %s:\n%s", name, f.Name, d)
			}
		}
	}
}

// TestRefusedReports: what does not fit together is not believed, and the place is named.
func TestRefusedReports(t *testing.T) {
	var file bytes.Buffer
	if err := JSON(&file, lost()); err != nil {
		t.Fatal(err)
	}
	good := file.String()
	tests := []struct{ name, from, to, want string }{
		{"cut off", good[len(good)/2:], "", "ends too early"},
		{"foreign", good, `{"version": "2.1.0", "runs": []}`, `unknown key "version"`},
		{"empty", good, "", "r.json:1:1: error: this is no report that heddle wrote: it ends too early"},
		{"no object", good, "[]", "is not what belongs here"},
		{"newer", `"heddle": "0.1.0"`, `"heddle": "0.2.0"`, "newer than this one"},
		{"newer with more", `"heddle": "0.1.0"`, `"heddle": "0.2.0", "more": 1`, "newer than this one"},
		{"no version", `"heddle": "0.1.0"`, `"heddle": "x"`, "no version of heddle"},
		{"of the future", `"heddle": "0.1.0"`, `"heddle": "0.1.0", "verdicts": 3`, `r.json:2:31: error: this is no report that heddle wrote: unknown key "verdicts", did you mean "verdict"?`},
		{"missing", `"assumed": [],`, "", `no key "assumed"`},
		{"twice", `"assumed": [],`, `"assumed": [], "assumed": [],`, "stands here twice"},
		{"null", `"assumed": [],`, `"assumed": null,`, "assumed: null is not what belongs here"},
		{"other verdict", ` "verdict": "BUG",` + "\n" + ` "findings"`, ` "verdict": "PROVED",` + "\n" + ` "findings"`, "makes it BUG"},
		{"no kind", `"kind": "race"`, `"kind": "rcae"`, `findings[0] is a "BUG" "rcae"`},
		{"no thread", `"thread": 1,`, `"thread": 9,`, "is of thread 9 of 2"},
		{"negative", `"thread": 1,`, `"thread": -1,`, "-1 is not what belongs here"},
		{"other switches", `"switches": 1,`, `"switches": 7,`, "switches and not 7"},
		{"no fingerprint", `"fingerprint": "`, `"fingerprint": "../`, "fingerprint"},
		{"other line", `"line": 6,`, `"line": 7,`, "its checksum is of another content"},
		{"other value", `"was": "0"`, `"was": "1"`, "its checksum is of another content"},
		{"other message", `"message": "`, `"message": "no `, "its checksum is of another content"},
		{"no checksum", `"checksum": "`, `"checksum": "x`, "its checksum is of another content"},
		{"more behind", good, good + "{}", "more behind the end"},
	}
	for _, tt := range tests {
		text := strings.Replace(good, tt.from, tt.to, 1)
		if text == good {
			t.Fatalf("%s: nothing to replace", tt.name)
		}
		_, err := Read("r.json", []byte(text), "0.1.0")
		var d diag.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(d.Error(), tt.want) || d.Range.File != "r.json" || !d.Range.IsValid() || d.Detail == "" {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	dev := lost()
	dev.Version = "dev"
	file.Reset()
	if err := JSON(&file, dev); err != nil {
		t.Fatal(err)
	}
	if _, err := Read("r.json", file.Bytes(), "dev"); err != nil {
		t.Errorf("a build without a number does not read its own: %v", err)
	}
	if _, err := Read("r.json", []byte(good), "0.3.1"); err != nil {
		t.Errorf("a newer version does not read it: %v", err)
	}
}

// TestDamaged: a report or a baseline that ends early, wherever that is, that lost or gained a byte of its structure, or that is followed by something is not believed.
func TestDamaged(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	readers := map[string]func([]byte) error{
		"report":   func(data []byte) error { _, err := Read("r.json", data, "0.1.0"); return err },
		"baseline": func(data []byte) error { _, err := ReadBaseline("b.json", data, "0.1.0"); return err },
	}
	var report, baseline bytes.Buffer
	if err := errors.Join(JSON(&report, lost()), WriteBaseline(&baseline, []Part{{Report: lost()}})); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"report": strings.TrimSpace(report.String()), "baseline": strings.TrimSpace(baseline.String())} {
		read := readers[name]
		if err := read([]byte(text)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range len(text) {
			if read([]byte(text[:i])) == nil {
				t.Errorf("%s: %d bytes of %d are believed", name, i, len(text))
			}
			if strings.ContainsRune(`{}[]:,"`, rune(text[i])) && read([]byte(text[:i]+text[i+1:])) == nil && !insideString(text, i) {
				t.Errorf("%s: it is believed without the %q at %d", name, text[i], i)
			}
		}
		for _, more := range []string{"{}", "]", "x", text} {
			if read([]byte(text+more)) == nil {
				t.Errorf("%s: it is believed with %.10q behind it", name, more)
			}
		}
		if read([]byte(strings.ReplaceAll(text, `"heddle"`, `"other"`))) == nil || read([]byte(strings.Replace(text, "0.1.0", "0.2.0", 1))) == nil {
			t.Errorf("%s: a foreign or a newer one is believed", name)
		}
	}
}

// insideString reports whether a byte of a JSON text is a part of a string.
func insideString(text string, at int) bool {
	in := false
	for i := 0; i < at; i++ {
		switch {
		case in && text[i] == '\\':
			i++
		case text[i] == '"':
			in = !in
		}
	}
	return in && text[at] != '"'
}

var sealedByHand = regexp.MustCompile(`"checksum": ?"[^"]*"`)

// FuzzRead: no text makes the reader fail otherwise than with an error, and what it takes can be shown.
func FuzzRead(f *testing.F) {
	for _, parts := range saved() {
		if len(parts[0].Report.Findings) > 2 {
			parts[0].Report.Findings = parts[0].Report.Findings[:2]
		}
		for i := range parts[0].Report.Findings { // what is long has nothing else to read
			f := &parts[0].Report.Findings[i]
			f.Lines = f.Lines[:min(len(f.Lines), 20)]
		}
		var file bytes.Buffer
		if err := JSONParts(&file, parts); err != nil {
			f.Fatal(err)
		}
		var small bytes.Buffer
		if err := json.Compact(&small, file.Bytes()); err != nil {
			f.Fatal(err)
		}
		f.Add(small.Bytes())
		f.Add(sealedByHand.ReplaceAll(small.Bytes(), []byte(`"checksum":"edited"`))) // what is changed in this one gets behind the checksum
	}
	f.Add([]byte(`{"heddle":"0.1.0","programs":[{"programs":[]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		parts, err := Read("r.json", data, "0.1.0")
		if err != nil {
			var d diag.Diagnostic
			if !errors.As(err, &d) || !d.Range.IsValid() {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		for _, format := range append([]Format{{"html", "", HTMLParts}}, Formats...) {
			if err := format.Write(io.Discard, parts, Style{}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestEdited: no digit of a report or a baseline can be changed without a word, and one that was edited on purpose says so of itself.
func TestEdited(t *testing.T) {
	var report, baseline bytes.Buffer
	if err := errors.Join(JSON(&report, lost()), WriteBaseline(&baseline, []Part{{Report: lost()}})); err != nil {
		t.Fatal(err)
	}
	readers := map[string]func([]byte) error{
		report.String():   func(data []byte) error { _, err := Read("r.json", data, "0.1.0"); return err },
		baseline.String(): func(data []byte) error { _, err := ReadBaseline("b.json", data, "0.1.0"); return err },
	}
	for text, read := range readers {
		stats := strings.Index(text, `"stats"`)
		for i := range len(text) {
			if c := text[i]; c < '0' || c > '9' || stats >= 0 && i > stats && i < strings.Index(text, `"checksum"`) {
				continue
			}
			other := []byte(text)
			other[i] = '0' + (other[i]-'0'+1)%10
			if read(other) == nil {
				t.Errorf("it is believed with another digit at %d: %s", i, other[max(0, i-30):i+1])
			}
		}
		var small bytes.Buffer
		if err := json.Compact(&small, []byte(text)); err != nil || read(small.Bytes()) != nil {
			t.Errorf("laid out in another way it is refused: %v", read(small.Bytes()))
		}
	}
	edited := sealedByHand.ReplaceAllString(strings.Replace(report.String(), `"message": "`, `"message": "EDITED `, 1), `"checksum": "edited"`)
	parts, err := Read("r.json", []byte(edited), "0.1.0")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats[:3] {
		var out bytes.Buffer
		if err := f.Write(&out, parts, Style{}); err != nil || !strings.Contains(out.String(), wasEdited) {
			t.Errorf("%s does not say that it was edited: %v", f.Name, err)
		}
	}
	var again bytes.Buffer
	if err := JSONParts(&again, parts); err != nil {
		t.Fatal(err)
	}
	if parts, err = Read("r.json", again.Bytes(), "0.1.0"); err != nil || !slices.Contains(parts[0].Report.Assumed, wasEdited) {
		t.Errorf("written again it no longer says that it was edited: %v", err)
	}
}
