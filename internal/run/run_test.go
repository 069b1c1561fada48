package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// endless has more states than any run visits and a bug that none finds.
const endless = `
#include <assert.h>
#include <pthread.h>
unsigned long a, b, c;
void *work(void *p) { for (;;) { a += b; b += c; c += 3 * a + 1; } return p; }
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	for (;;) { a += c; assert(a * b != 0x123456789abcdefUL); }
}
`

const counter = `
#include <assert.h>
#include <pthread.h>
int n;
void *work(void *p) { n++; return p; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, work, 0);
	n++;
	pthread_join(t, 0);
	assert(n == 2);
	return 0;
}
`

// stubs are the parsed models of all programs that are compiled here.
var stubs cfront.Stubs

func job(t *testing.T, src, eng string) Job {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return Job{
		Files: []cfront.File{{Path: path}}, Engine: eng, Version: "test", BugDir: t.TempDir(), Check: true,
		Compile: cfront.Options{Stubs: &stubs},
		Request: engine.Request{Question: verdict.Question{Properties: []verdict.Property{verdict.Assert, verdict.Race}, Bounds: verdict.Bounds{Threads: 3}}},
	}
}

// long is a job that only a limit ends.
func long(t *testing.T, eng string) Job {
	j := job(t, endless, eng)
	j.Request.Properties = []verdict.Property{verdict.Assert}
	return j
}

func TestFindsWhatIsThere(t *testing.T) {
	for _, eng := range []string{"explore", "rounds", Auto} {
		rep, err := Check(context.Background(), job(t, counter, eng))
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[verdict.Kind]int{}
		for _, f := range rep.Findings {
			if !f.Replayed {
				t.Errorf("%s: a finding that was not replayed", eng)
			}
			kinds[f.Kind]++
		}
		if rep.Verdict() != verdict.Bug || kinds[verdict.KindAssert] != 1 || kinds[verdict.KindRace] == 0 {
			t.Errorf("%s: %v, %v", eng, rep.Verdict(), kinds)
		}
	}
}

func TestSameInputSameReport(t *testing.T) {
	for _, eng := range []string{"explore", "rounds"} {
		j := job(t, counter, eng)
		var first string
		for i := range 3 {
			rep, err := Check(context.Background(), j)
			if err != nil {
				t.Fatal(err)
			}
			rep.Stats = report.Stats{}
			var out bytes.Buffer
			if err := report.JSON(&out, rep); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = out.String()
			} else if out.String() != first {
				t.Fatalf("%s: two runs differ:\n%s\n%s", eng, first, out.String())
			}
		}
	}
}

// The limits end a run that would never end by itself, with UNKNOWN or BOUNDED and the reason. How fast is not asserted: the test's own
// time-out would show a hang.
func TestTimeout(t *testing.T) {
	for _, eng := range []string{"explore", "rounds", Auto} {
		j := long(t, eng)
		j.Timeout = 500 * time.Millisecond
		rep, err := Check(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		if v := rep.Verdict(); v == verdict.Proved || v == verdict.Bug {
			t.Errorf("%s: %v", eng, v)
		}
		if v := rep.Verdict(); v == verdict.Unknown && !strings.Contains(rep.Why(), "timeout") {
			t.Errorf("%s: reason %q", eng, rep.Why())
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(200*time.Millisecond, func() { cancel(ErrInterrupted) })
	rep, err := Check(ctx, long(t, "explore"))
	if err != nil {
		t.Fatal(err)
	}
	if rep.Verdict() != verdict.Unknown || !strings.Contains(rep.Why(), "interrupted") {
		t.Errorf("%v, %q", rep.Verdict(), rep.Why())
	}
}

func TestMemoryLimit(t *testing.T) {
	j := long(t, "explore")
	j.Memory = 96 << 20
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	if rep.Verdict() != verdict.Unknown || !strings.Contains(rep.Why(), "memory") {
		t.Errorf("%v, %q", rep.Verdict(), rep.Why())
	}
}

func TestBadInputIsTheUsers(t *testing.T) {
	_, err := Check(context.Background(), job(t, "int main(void) { return x; }", Auto))
	var list diag.List
	if !errors.As(err, &list) || !list.HasErrors() {
		t.Errorf("%T %v", err, err)
	}
}

func TestInternalErrorLeavesAFile(t *testing.T) {
	j := job(t, counter, "explore")
	why := internalError(&j, nil, "something broke\nwith details", []byte("the stack"))
	if !strings.HasPrefix(why, "internal error: something broke; please attach ") || strings.Contains(why, "details") {
		t.Errorf("%q", why)
	}
	files, err := filepath.Glob(filepath.Join(j.BugDir, "heddle-internal-error-*.txt"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"with details", "the stack", "a.c", "explore"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the file does not hold %q", want)
		}
	}
}

func TestPlan(t *testing.T) {
	turns, ok := Plan(Auto)
	var names []string
	for _, turn := range turns {
		names = append(names, turn.Name)
	}
	if !ok || !slices.Equal(names, []string{"explore", "rounds", "walks", "lockset", "modular"}) {
		t.Errorf("%v", names)
	}
	if _, ok := Plan("no such engine"); ok {
		t.Error("an engine that is not there")
	}
	both, known := []verdict.Property{verdict.Assert, verdict.Race}, []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Bug, Reason: "its share is over"}, {Property: verdict.Assert, Verdict: verdict.Unknown}}
	for i, want := range [][]verdict.Property{both, both, {verdict.Assert}, {verdict.Race}, {verdict.Assert}} { // what fails is not proved
		if got := turns[i].asks(both, known); !slices.Equal(got, want) {
			t.Errorf("%s is asked about %v", turns[i].Name, got)
		}
	}
}

// TestLatest: an engine that does not answer in time still has an outcome, beside those of the engines before it.
func TestLatest(t *testing.T) {
	l := &latest{}
	if rep := l.get("timeout after 1s"); rep.Why() != "timeout after 1s" {
		t.Errorf("before any engine: %q", rep.Why())
	}
	rep := &report.Report{}
	rep.Add("explore", undecided([]verdict.Property{verdict.Assert, verdict.Race}, errors.New("its share is over")))
	l.put(rep)
	l.begin(outstanding{"rounds", []verdict.Property{verdict.Race}})
	l.progress(nil)("rounds: K=2: encoding")
	got := l.get("timeout after 6s")
	const why = "timeout after 6s, while at rounds: K=2: encoding"
	if w := got.Engines(); len(w) != 2 || w[1].Engine != "rounds" || w[1].Outcomes[0].Reason != why || len(w[1].Outcomes[0].Properties) != 1 {
		t.Errorf("%+v", w)
	}
	for _, c := range verdict.Strongest(got.Claims) {
		if c.Property == verdict.Race && (c.Verdict != verdict.Unknown || c.Reason != why) {
			t.Errorf("%+v", c)
		}
	}
	if len(l.get("").Engines()) != 2 || len(rep.Claims) != 2 {
		t.Error("the report so far was changed")
	}
}

// TestSoFar: an engine that does not come back when the whole run is over has answered what it said last.
func TestSoFar(t *testing.T) {
	whole, cancel := context.WithCancelCause(context.Background())
	release := make(chan struct{})
	defer close(release)
	stuck := Turn{Engine: engine.Engine{Name: "stuck", Run: func(_ context.Context, req *engine.Request) (*engine.Result, error) {
		req.SoFar(&engine.Result{Claims: []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Bounded}}})
		cancel(fmt.Errorf("%w after 3s", errTimeout))
		<-release
		return nil, errors.New("too late")
	}}}
	got, err := inTime(whole, whole, stuck, &engine.Request{})
	if err != nil || len(got.Claims) != 1 || got.Claims[0].Verdict != verdict.Bounded || got.Claims[0].Reason != "timeout after 3s" {
		t.Errorf("%+v, %v", got, err)
	}
	failing := Turn{Engine: engine.Engine{Name: "failing", Run: func(context.Context, *engine.Request) (*engine.Result, error) { panic("an invariant") }}}
	defer func() {
		if f, ok := recover().(failure); !ok || f.what != "an invariant" || !bytes.Contains(f.stack, []byte("TestSoFar")) {
			t.Errorf("%v", f)
		}
	}()
	inTime(context.Background(), context.Background(), failing, &engine.Request{})
}
