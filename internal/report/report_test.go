package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Error(d)
	}
}

var (
	interleaves = true
	fails       = false
)

// sample is a report with one of everything.
func sample() *Report {
	at := func(line, col int) source.Range { return source.At("dir/a.c", line, col) }
	step := func(thread, line int, fn, text string, vs ...trace.Value) trace.Step {
		return trace.Step{Thread: thread, Pos: at(line, 2), Func: fn, Text: text, Values: vs}
	}
	race := verdict.Finding{
		Failure: verdict.Failure{Kind: verdict.KindRace, Message: "write of n and read of n", Location: at(7, 3), Related: []verdict.Place{{Message: "read of n in worker", Location: at(20, 9)}}}, Verdict: verdict.Bug, Bounds: verdict.Bounds{Rounds: 2, Unwind: 4, Threads: 3}, Trace: trace.Trace{
			Threads: []trace.Thread{{Name: "main"}, {Name: "worker"}},
			Steps: []trace.Step{
				step(0, 6, "main", "pthread_create(&t, 0, worker, 0);"),
				step(1, 20, "worker", "return n;"),
				step(0, 7, "main", "n++;", trace.Value{Name: "n", Value: "0"}),
				step(0, 7, "main", "n++;", trace.Value{Name: "n", Value: "1", Write: true}),
				{Thread: 0, Values: []trace.Value{{Name: "inner", Value: "9"}}},
			},
		},
		Interleaving: &verdict.Interleaving{Interleaved: &interleaves, Orders: []verdict.Order{{Threads: []string{"main", "worker"}, End: "runs to its end"}}},
	}
	r := &Report{Version: "0.1.0", Stats: Stats{Seconds: 0.25, PeakMB: 12}}
	r.Add("rounds", &engine.Result{
		Findings: []verdict.Finding{race},
		Claims: []verdict.Claim{
			{Property: verdict.Race, Verdict: verdict.Bug},
			{Property: verdict.Assert, Verdict: verdict.Bounded, Bounds: verdict.Bounds{Rounds: 3, Unwind: 2, TS: new(int)}, BoundsHit: []string{"loop at a.c:9"}, Unreached: []string{"a.c:30"}},
		},
		Fields: []verdict.Field{
			{Name: "n", Status: verdict.Racy, Races: 1},
			{Name: "DEVICE.state", Status: verdict.NoRace},
			{Name: "DEVICE.queue.head", Status: verdict.LimitHit, Reason: "timeout after 10s"},
		},
		Assumed: []string{"printk: result unconstrained, no effect on memory", "printk: result unconstrained, no effect on memory"},
	})
	r.Finish()
	return r
}

func TestJSONFitsItsSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	reports := map[string]*Report{
		"sample":  sample(),
		"empty":   {Version: "0.1.0"},
		"timeout": {Version: "0.1.0", Reason: "timeout after 1s"},
		"set aside": {Version: "0.1.0", Claims: []verdict.Claim{{Property: verdict.Assert, Verdict: verdict.Bounded}}, Preconditions: []string{"r != 0"}, SetAside: []Finding{{
			Engine: "rounds", Finding: verdict.Finding{Verdict: verdict.Bug, Failure: verdict.Failure{Kind: verdict.KindAssert, Message: "x fails", Location: source.At("a.c", 7, 3)}, Interleaving: &verdict.Interleaving{
				Interleaved: &fails, Orders: []verdict.Order{{Threads: []string{"test", "f"}, End: "x fails at a.c:7:3"}}, Preconditions: []string{"r != 0"},
			}},
		}}},
		"possible": {Version: "0.1.0", Findings: []Finding{{Engine: "lockset", Finding: verdict.Finding{Verdict: verdict.Possible, Failure: verdict.Failure{
			Kind: verdict.KindRace, Message: "possible data race on n", Location: source.At("a.c", 7, 3), Accesses: []verdict.Access{
				{Thread: "main", What: "plain write", Location: source.At("a.c", 7, 3), Stack: []verdict.Frame{{Function: "main", Location: source.At("a.c", 7, 3)}}},
				{Thread: "w", What: "plain read", Location: source.At("a.c", 9, 3), Locks: []verdict.HeldLock{{Name: "m", Perhaps: true}}},
			},
		}}}}, Fields: []verdict.Field{{Name: "n", Engine: "lockset", Status: verdict.NotProved, Races: 1}, {Name: "k", Engine: "lockset", Status: verdict.ProvedApart}}},
	}
	for name, r := range reports {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := JSON(&out, r); err != nil {
				t.Fatal(err)
			}
			// Lists are never null. Coverage of which nothing is known is: zeros would be a statement.
			if r.Coverage == nil && !strings.Contains(out.String(), "\n \"coverage\": null,") {
				t.Errorf("no coverage is known, and yet there is one in %s", out.String())
			}
			// Whether a finding without an execution is interleaved is not known either.
			rest := strings.NewReplacer("\n \"coverage\": null,", "", "\"interleaved\": null,", "").Replace(out.String())
			if strings.Contains(rest, "null") {
				t.Errorf("a null in %s", out.String())
			}
			doc, err := jsonschema.UnmarshalJSON(&out)
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(doc); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestJSONOfSample(t *testing.T) {
	var out bytes.Buffer
	if err := JSON(&out, sample()); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Verdict  string
		Findings []struct {
			Interleaved bool
			Trace       struct {
				Switches int
				Steps    []struct {
					Line   int
					Values map[string]string
				}
			}
		}
		Claims []struct {
			Property string
			Bounds   map[string]int
		}
		Fields  []struct{ Name, Engine, Status, Reason string }
		Assumed []string
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Verdict != "BUG" || len(got.Findings) != 1 || !got.Findings[0].Interleaved || got.Findings[0].Trace.Switches != 2 {
		t.Errorf("wrong head: %+v", got)
	}
	steps := got.Findings[0].Trace.Steps
	if len(steps) != 3 || steps[2].Line != 7 || steps[2].Values["n"] != "1" || steps[2].Values["inner"] != "9" {
		t.Errorf("steps of one line are not merged: %+v", steps)
	}
	if ts, there := got.Claims[0].Bounds["ts"]; ts != 0 || !there {
		t.Errorf("no ts in %v: a bound of 0 is a bound", got.Claims[0].Bounds)
	}
	if ts, there := got.Claims[1].Bounds["ts"]; there {
		t.Errorf("ts %d of an engine without such a bound", ts)
	}
	if len(got.Fields) != 3 || got.Fields[0].Name != "DEVICE.queue.head" || got.Fields[0].Reason != "timeout after 10s" || got.Fields[2].Status != "racy" {
		t.Errorf("wrong fields: %+v", got.Fields)
	}
	if got.Claims[0].Property != "assert" || len(got.Assumed) != 1 {
		t.Errorf("claims or assumptions out of order: %+v", got)
	}
}

func TestVerdict(t *testing.T) {
	claim := func(p verdict.Property, v verdict.Verdict) verdict.Claim {
		return verdict.Claim{Property: p, Verdict: v, Engine: "e"}
	}
	possible := Finding{Finding: verdict.Finding{Failure: verdict.Failure{Kind: verdict.KindRace}, Verdict: verdict.Possible}}
	tests := []struct {
		name string
		r    Report
		want verdict.Verdict
	}{
		{"nothing said", Report{}, verdict.Unknown},
		{"all proved", Report{Claims: []verdict.Claim{claim(verdict.Assert, verdict.Proved), claim(verdict.Race, verdict.Proved)}}, verdict.Proved},
		{"worst property decides", Report{Claims: []verdict.Claim{claim(verdict.Assert, verdict.Proved), claim(verdict.Race, verdict.Bounded)}}, verdict.Bounded},
		{"strongest claim of a property counts", Report{Claims: []verdict.Claim{claim(verdict.Race, verdict.Unknown), claim(verdict.Race, verdict.Proved)}}, verdict.Proved},
		{"unknown before possible", Report{Claims: []verdict.Claim{claim(verdict.Assert, verdict.Unknown), claim(verdict.Race, verdict.Possible)}}, verdict.Unknown},
		{"a bug before all", Report{Claims: []verdict.Claim{claim(verdict.Assert, verdict.Unknown), claim(verdict.Race, verdict.Bug)}}, verdict.Bug},
		{"a possible finding weakens proofs", Report{Findings: []Finding{possible}, Claims: []verdict.Claim{claim(verdict.Assert, verdict.Proved)}}, verdict.Possible},
		{"a run that stopped is not safe", Report{Reason: "timeout", Claims: []verdict.Claim{claim(verdict.Assert, verdict.Proved)}}, verdict.Unknown},
	}
	for _, tt := range tests {
		if got := tt.r.Verdict(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestFingerprintsTellEqualFindingsApart(t *testing.T) {
	r := sample()
	r.Findings = append(r.Findings, r.Findings[0])
	got := r.fingerprints(NewSources(""))
	if got[0] == got[1] || !strings.HasPrefix(got[1], got[0]) {
		t.Errorf("fingerprints %q", got)
	}
	moved := sample()
	for i := range moved.Findings[0].Lines {
		moved.Findings[0].Lines[i].Pos.Line += 10
	}
	moved.Findings[0].Location.Line += 10
	moved.Findings[0].Related[0].Location.Line += 10
	if again := moved.fingerprints(NewSources("")); again[0] != got[0] {
		t.Errorf("a finding that moved by ten lines changed from %s to %s", got[0], again[0])
	}
}
