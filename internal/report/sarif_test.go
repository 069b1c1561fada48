package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// large has many findings, the first of them with a long trace.
func large(findings, steps int) *Report {
	r := &Report{Version: "0.1.0"}
	var list []verdict.Finding
	for i := range findings {
		f := verdict.Finding{Verdict: verdict.Possible, Failure: verdict.Failure{Kind: verdict.KindRace, Message: "a race", Location: source.At("a.c", i+1, 1)}}
		if i == findings-1 {
			f.Verdict = verdict.Bug
			f.Trace.Threads = []trace.Thread{{Name: "main"}, {Name: "w"}}
			for k := range steps {
				f.Trace.Steps = append(f.Trace.Steps, trace.Step{Thread: k / 3 % 2, Pos: source.At("a.c", k+1, 1), Func: "w", Text: "x++;"})
			}
		}
		list = append(list, f)
	}
	r.Add("rounds", &engine.Result{Findings: list, Claims: []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Bug, Reason: "timeout"}}})
	r.Finish()
	return r
}

func sarifOf(t *testing.T, r *Report) (sarifLog, []byte) {
	t.Helper()
	var out bytes.Buffer
	if err := SARIF(&out, r); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	return log, out.Bytes()
}

// TestSARIF: what code reviews rely on. HEDDLE_SARIF_SCHEMA names the standard's schema, against which all logs are checked then.
func TestSARIF(t *testing.T) {
	undecided := &Report{Claims: []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Unknown, Reason: "timeout"}}}
	nasty := sample()
	nasty.Findings[0].Message = "\x1b[31m</script>\n"
	nasty.Findings[0].Location.File = "a\nb c:]\x1b.c"
	known := lost()
	for i, by := range []string{"comment", "file", "baseline"} {
		known.Findings[i].Suppressed = &Suppression{By: by, Reason: "why"}
	}
	logs := map[string]*Report{"known": known, "sample": sample(), "large": large(6000, 10_000), "undecided": undecided, "empty": {}, "nasty": nasty}
	var schema *jsonschema.Schema
	if path := os.Getenv("HEDDLE_SARIF_SCHEMA"); path != "" {
		var err error
		if schema, err = jsonschema.NewCompiler().Compile(path); err != nil {
			t.Fatal(err)
		}
	}
	for name, r := range logs {
		t.Run(name, func(t *testing.T) {
			log, raw := sarifOf(t, r)
			if schema != nil {
				doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(doc); err != nil {
					t.Error(err)
				}
			}
			for _, c := range string(raw) {
				if c < ' ' && c != '\n' {
					t.Fatalf("control character %q", c)
				}
			}
			run := log.Runs[0]
			if want := r.Verdict() != verdict.Unknown; run.Invocations[0].Successful != want {
				t.Errorf("executionSuccessful is %v", !want)
			}
			if len(run.Results) > 5000 {
				t.Errorf("%d results", len(run.Results))
			}
			for _, res := range run.Results {
				if run.Tool.Driver.Rules[res.RuleIndex].ID != res.RuleID {
					t.Errorf("rule %d is not %s", res.RuleIndex, res.RuleID)
				}
				if res.Fingerprints["primaryLocationLineHash"] == "" {
					t.Error("no fingerprint")
				}
				places := 0
				for _, f := range res.Flows {
					for _, th := range f.Threads {
						places += len(th.Locations)
					}
				}
				if places > 1000 {
					t.Errorf("%d places", places)
				}
			}
		})
	}
}

// TestSARIFFlows: the first flow is the interleaving, each step with its thread; the second the threads, with the same steps in the same order.
func TestSARIFFlows(t *testing.T) {
	for _, r := range []*Report{sample(), large(1, 900)} {
		log, _ := sarifOf(t, r)
		res := log.Runs[0].Results[0]
		order := map[int]string{}
		for _, l := range res.Flows[0].Threads[0].Locations {
			who, _, ok := strings.Cut(l.Location.Message.Text, " (")
			if !ok || !strings.HasPrefix(who, "thread ") {
				t.Errorf("a step without its thread: %q", l.Location.Message.Text)
			}
			order[l.Order] = who
		}
		n := 0
		for _, th := range res.Flows[1].Threads {
			last := 0
			for _, l := range th.Locations {
				n++
				if order[l.Order] != th.ID || l.Order <= last {
					t.Errorf("step %d of %s: %s in the interleaving", l.Order, th.ID, order[l.Order])
				}
				last = l.Order
			}
		}
		if n != len(order) {
			t.Errorf("%d steps by thread, %d in all", n, len(order))
		}
	}
	log, _ := sarifOf(t, large(6000, 4))
	if first := log.Runs[0].Results[0]; first.Properties.Verdict != "BUG" {
		t.Errorf("the first of many is %s", first.Properties.Verdict)
	}
	if n := log.Runs[0].Invocations[0].Notifications; !strings.Contains(fmt.Sprint(n), "1000 more findings") {
		t.Errorf("what is left out is not said: %v", n)
	}
}

// TestSARIFFolds: viewers that hide what is unimportant show what the text shows, and every switch.
func TestSARIFFolds(t *testing.T) {
	r := large(1, 400)
	log, _ := sarifOf(t, r)
	steps := log.Runs[0].Results[0].Flows[0].Threads[0].Locations
	folded := r.Findings[0].foldedLines()
	hidden := 0
	for i, s := range steps {
		switched := i > 0 && r.Findings[0].Lines[i].Thread != r.Findings[0].Lines[i-1].Thread
		if want := map[bool]string{true: "essential", false: map[bool]string{true: "unimportant", false: "important"}[folded[i]]}[switched]; s.Importance != want {
			t.Errorf("step %d is %s, want %s", i, s.Importance, want)
		}
		if s.Importance == "unimportant" {
			hidden++
		}
	}
	if hidden == 0 {
		t.Error("nothing is unimportant")
	}
}

func TestGitHub(t *testing.T) {
	r := sample()
	r.Findings[0].Message = "50% of\nlines"
	r.Findings[0].Location.File = "a,b:c.c"
	var out bytes.Buffer
	if err := GitHub(&out, r); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac.c,line=7,col=3,title=heddle%3A BUG race::BUG race: 50%25 of%0Alines at a,b:c.c:7, 2 threads, 2 context switches%0Adir/a.c:20:9: read of n in worker\n"
	if got := out.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestKindsAreExplained(t *testing.T) {
	for _, k := range verdict.Kinds() {
		if kinds[k].what == "" || kinds[k].means == "" {
			t.Errorf("%s is not explained", k)
		}
	}
}
