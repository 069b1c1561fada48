package report

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func textOf(t *testing.T, r *Report, st Style) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Text(&out, r, st); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// lost is a lost update, a race, and a deadlock, in testdata/lost.c.
func lost() *Report {
	const file = "testdata/lost.c"
	at := func(line, col int) source.Range { return source.At(file, line, col) }
	value := func(write bool, v string) []trace.Value { return []trace.Value{{Name: "x", Value: v, Write: write}} }
	step := func(thread int, instr ir.ID, line int, fn, text string, vs []trace.Value, notes ...string) trace.Step {
		return trace.Step{Thread: thread, Instr: instr, Pos: at(line, 2), Func: fn, Text: text, Values: vs, Notes: notes}
	}
	start := step(0, 1, 11, "main", "pthread_create(&t, 0, w, 0);", nil, "starts thread 1 (w)")
	threads := []trace.Thread{{Name: "main"}, {Name: "w"}}
	update := verdict.Finding{Verdict: verdict.Bug, Failure: verdict.Failure{Kind: verdict.KindAssert, Message: "x == 2 fails", Location: at(14, 2)}, Trace: trace.Trace{Threads: threads, Steps: []trace.Step{
		start,
		step(0, 2, 12, "main", "x++;", value(false, "0")),
		step(1, 7, 6, "w", "x++;", value(false, "0")), step(1, 8, 6, "w", "x++;", value(true, "1")),
		step(0, 3, 12, "main", "x++;", value(true, "1")),
		step(0, 4, 14, "main", "assert(x == 2);", value(false, "1")),
	}}}
	write, read := step(0, 3, 12, "main", "x++;", nil, "about to write x"), step(1, 7, 6, "w", "x++;", nil, "about to read x")
	write.Locks = []string{"m", "n for reading"}
	read.Stack = []source.Range{at(13, 2), at(1000, 1)} // the second is not in the file
	race := verdict.Finding{Verdict: verdict.Bug, Failure: verdict.Failure{
		Kind: verdict.KindRace, Message: "data race on x: plain write and plain read", Location: at(12, 2), Related: []verdict.Place{{Message: "plain read of the other thread", Location: at(6, 2)}},
	}, Trace: trace.Trace{Threads: threads, Steps: []trace.Step{start, write, read}}}
	w0, w1 := step(0, 3, 13, "main", "pthread_join(t, 0);", nil, "waits for the end of thread 1 (w)"), step(1, 8, 7, "w", "return 0;", nil, "waits for lock m, held by thread 0 (main)")
	w0.Locks = []string{"m"}
	dead := verdict.Finding{Verdict: verdict.Bug, Failure: verdict.Failure{Kind: verdict.KindDeadlock, Message: "deadlock", Location: at(13, 2), Related: []verdict.Place{{Message: "thread 1 (w) waits", Location: at(7, 2)}}}, Trace: trace.Trace{Threads: threads, Steps: []trace.Step{start, w0, w1}}}
	r := &Report{Version: "0.1.0"}
	r.Add("explore", &engine.Result{Findings: []verdict.Finding{update, race, dead}, Claims: []verdict.Claim{{Property: verdict.Assert, Verdict: verdict.Bug}}})
	r.Finish()
	return r
}

func TestText(t *testing.T) {
	golden(t, "sample.txt", textOf(t, sample(), Style{}))
	golden(t, "lost.txt", textOf(t, lost(), Style{}))
	golden(t, "lost-narrow.txt", textOf(t, lost(), Style{Width: 60}))
	golden(t, "lost-color.txt", textOf(t, lost(), Style{Color: true}))
}

// TestColorsOnlyColor: without its escape sequences the coloured text is the other one.
func TestColorsOnlyColor(t *testing.T) {
	for _, width := range []int{0, 60} {
		text := string(textOf(t, lost(), Style{Width: width, Color: true}))
		for strings.Contains(text, "\x1b[") {
			before, after, _ := strings.Cut(text, "\x1b[")
			_, after, _ = strings.Cut(after, "m")
			text = before + after
		}
		var lines []string
		for _, l := range strings.Split(text, "\n") {
			lines = append(lines, strings.TrimRight(l, " "))
		}
		if want := string(textOf(t, lost(), Style{Width: width})); strings.Join(lines, "\n") != want {
			t.Errorf("width %d:\n%s\nwant\n%s", width, text, want)
		}
	}
}

// TestColumnsKeepTheWidth: lines of columns are no longer than asked for, however long names and texts are.
func TestColumnsKeepTheWidth(t *testing.T) {
	r := lost()
	for i := range r.Findings {
		for k := range r.Findings[i].Lines {
			l := &r.Findings[i].Lines[k]
			l.Text, l.Func = strings.Repeat("long ", 40), strings.Repeat("f", 60)
			l.Notes = append(l.Notes, strings.Repeat("n", 300), strings.Repeat("word ", 100))
		}
	}
	for _, width := range []int{108, 120, 200} {
		columns := 0
		for _, l := range strings.Split(string(textOf(t, r, Style{Width: width})), "\n") {
			if strings.Count(l, " | ") == 2 {
				columns++
				if n := utf8.RuneCountInString(l); n > width {
					t.Errorf("width %d: %d characters in %q", width, n, l)
				}
			}
		}
		if columns == 0 {
			t.Errorf("width %d: no columns", width)
		}
	}
}

// TestExtent: what is marked in a source line.
func TestExtent(t *testing.T) {
	for text, want := range map[string]string{
		"x++;": "x", "e->next->n = 1;": "e->next->n", "a[i].b[2] = 0": "a[i].b[2]", "*p = 1;": "*p", "(f)(x)": "(", "": "", "assert(x == 2);": "assert", "a[": "a", "e->": "e", "\"s\" x": "\"s\"", "**": "*",
	} {
		if got := text[:extent(text)]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestNothingSteers: escape sequences, line breaks and markup in names, messages and sources are harmless in every format.
func TestNothingSteers(t *testing.T) {
	const evil = "\x1b[2J\x07\x9b31m\u009b31m\U000e0041\r\nINJECTED\n::error::INJECTED\u2028\u202e</script>"
	dir := t.TempDir()
	file := filepath.Join(dir, "a\nINJECTED\x1b[2J.c")
	if err := os.WriteFile(file, []byte("int x;"+strings.ReplaceAll(evil, "\n", " ")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := lost()
	r.Root = dir
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Message, f.Object, f.Engine = "m"+evil, "o"+evil, "e"+evil
		f.Location.Pos = source.Pos{File: file, Line: 1, Col: 5}
		f.Related = append(f.Related, verdict.Place{Message: "r" + evil, Location: source.At(file, 1, 8)})
		f.Trace.Threads[1].Name = "t" + evil
		f.Trace.Unknown = []trace.Call{{Func: "u" + evil, Pos: source.At(file, 1, 1)}}
		f.Accesses = []verdict.Access{{Thread: evil, What: evil, Location: source.At(file, 1, 1), Stack: []verdict.Frame{{Function: evil}}, Locks: []verdict.HeldLock{{Name: evil, Useless: evil}}}}
		for k := range f.Lines {
			l := &f.Lines[k]
			l.Pos = source.Pos{File: file, Line: 1, Col: 1}
			l.Text, l.Func, l.Locks = "s"+evil, "f"+evil, []string{evil}
			l.Values = []trace.Value{{Name: evil, Value: evil}}
			l.Notes = append(l.Notes, evil)
		}
	}
	r.Assumed, r.Reason = []string{evil}, evil
	r.Fields = []verdict.Field{{Name: evil, Status: evil, Reason: evil}}
	r.Pairs = []verdict.Pair{{Threads: [2]string{evil, evil}, Engine: evil, Reason: evil, Races: []string{evil}}}
	r.Claims = []verdict.Claim{{Property: verdict.Race, Engine: evil, Verdict: verdict.Unknown, Reason: evil, BoundsHit: []string{evil}, Unreached: []string{evil}, NotProved: []string{evil}}}
	parts := []Part{{Program: file, Report: r}, {Program: evil, Report: r}}
	outputs := map[string]*bytes.Buffer{}
	for _, f := range Formats {
		for name, st := range map[string]Style{"": {}, " narrow": {Width: 40}, " full": {Full: true}} {
			outputs[f.Name+name] = &bytes.Buffer{}
			if err := f.Write(outputs[f.Name+name], parts, st); err != nil {
				t.Fatal(err)
			}
		}
	}
	outputs["html"] = &bytes.Buffer{}
	if err := HTMLParts(outputs["html"], parts, Style{}); err != nil {
		t.Fatal(err)
	}
	for name, out := range outputs {
		text := out.String()
		if i := strings.IndexFunc(text, func(r rune) bool {
			return r != '\n' && r != '\t' && !unicode.IsPrint(r) && r != ' ' && (r < 0x2000 || name != "json")
		}); i >= 0 && !strings.HasPrefix(name, "json") {
			t.Errorf("%s: %q in %q", name, text[i:i+1], text[max(0, i-30):i+30])
		}
		if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' }); i >= 0 {
			t.Errorf("%s: control character %q", name, text[i])
		}
		if name == "html" {
			continue // line breaks are blanks there; markup is another test
		}
		if slices.ContainsFunc(strings.Split(text, "\n"), func(l string) bool {
			return strings.HasPrefix(l, "INJECTED") || strings.HasPrefix(l, "::error::INJECTED")
		}) {
			t.Errorf("%s: a line of the program's choice:\n%s", name, text)
		}
	}
}

// TestVanishedSource: places in files that are gone, or shorter than they were, are named without their text.
func TestVanishedSource(t *testing.T) {
	r := lost()
	for i, p := range []source.Pos{{File: "gone.c", Line: 3, Col: 1}, {File: "testdata/lost.c", Line: 1000, Col: 1}, {File: "testdata/lost.c", Line: 3, Col: 1000}} {
		r.Findings[i].Location.Pos = p
		if text := string(textOf(t, r, Style{})); !strings.Contains(text, p.String()) {
			t.Errorf("no %s in\n%s", p, text)
		}
	}
}
