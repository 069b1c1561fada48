package drivers

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/cmd/heddle/truth"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// Small drivers of testdata/linux and testdata/windows, each with a twin that is broken in one place. What users get, the
// search pair by pair, has no bound but its time, and a race that is not there is looked for as long as there is some. So
// every twin is asked about within the least bounds, and few of them as users ask but every night.

// TestDriverTwins asks about Linux drivers.
func TestDriverTwins(t *testing.T) { driverTwins(t, "linux") }

// TestNTTwins asks about Windows drivers.
func TestNTTwins(t *testing.T) { driverTwins(t, "windows") }

func driverTwins(t *testing.T, folder string) {
	files, err := filepath.Glob("../../../testdata/" + folder + "/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	t.Cleanup(func() { truth.WriteWeaker(t) })
	stubs := new(cfront.Stubs)
	for _, file := range files {
		tr, err := truth.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		d := &driver{truth.Program{Path: file, Name: folder + "/" + filepath.Base(file), Truth: tr}}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			if folder == "linux" && !slices.Contains(tr.Flags, "--kernel") {
				kernelHeaders(t)
			}
			d.Front = &truth.Front{Stubs: stubs}
			if tooltest.In(d.boundedIn()) {
				t.Run("bounded", d.asBounded)
			}
			if tooltest.In(d.asAskedIn()) {
				t.Run("as asked", d.asAsked)
			}
			d.Front = nil
		})
	}
}

// driver is a program of testdata/linux or testdata/windows.
type driver struct{ truth.Program }

// boundedIn is the tier in which a driver is looked at within the least bounds.
func (d *driver) boundedIn() tooltest.Tier {
	switch n := tooltest.Draw(d.Name, 24); {
	case n == 0:
		return tooltest.Short
	case n%2 == 0:
		return tooltest.Full
	}
	return tooltest.CI
}

// asAskedIn is the tier in which it is looked at as users do.
func (d *driver) asAskedIn() tooltest.Tier {
	if tooltest.Draw("as asked "+d.Name, 24) == 0 {
		return tooltest.CI
	}
	return tooltest.Nightly
}

// asBounded looks at the whole driver with engine rounds, which ends by itself: what is there may be missed, what is not
// there is never found.
func (d *driver) asBounded(t *testing.T) {
	flags := append(truth.Without(d.Flags, "--rounds", "--unwind", "--engine"), "--rounds", "1", "--unwind", "1")
	if !slices.Contains(flags, "--property") {
		flags = append(flags, "--property", "race")
	}
	got := d.Ask(t, 0, "rounds", flags...)
	less := ""
	if broken := strings.HasPrefix(d.Expect[""], "BUG"); broken && got.Verdict != "BUG" || got.Verdict == "UNKNOWN" {
		less = got.Verdict
	}
	if worse := truth.Weaker(&d.Program, "bounded", less); worse != "" {
		d.Failed(t, "bounded", got, "%s", worse)
	}
	d.judgeTwin(t, "bounded", got, true)
}

// asAsked looks at it as users do: the broken one is a BUG, the other one never is.
func (d *driver) asAsked(t *testing.T) {
	timeout := "0"
	if !strings.HasPrefix(d.Expect[""], "BUG") {
		timeout = "30s" // what is not found sooner or later is no failure
	}
	args := append([]string{"--format", "json"}, truth.Without(d.Flags, "--timeout")...)
	code, stdout, stderr := d.Front.Check(append(args, "--timeout", timeout, d.Path), 0)
	var got truth.Answer
	if code == cli.ExitUsage || json.Unmarshal([]byte(stdout), &got) != nil {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	weaker := d.Expect["auto"]
	d.judgeTwin(t, "auto", &got, weaker != "" && weaker != "PROVED" && got.Verdict == weaker)
}

// judgeTwin compares an answer with the truth. A broken driver may lack its BUG if that is said.
func (d *driver) judgeTwin(t *testing.T, question string, got *truth.Answer, weaker bool) {
	t.Helper()
	broken := strings.HasPrefix(d.Expect[""], "BUG")
	switch {
	case !broken && got.Verdict == "BUG":
		d.Failed(t, question, got, "FALSE: BUG on a correct driver: %+v", got.Findings)
	case broken && got.Verdict == "PROVED":
		d.Failed(t, question, got, "MISSED")
	case broken && got.Verdict != "BUG" && !weaker:
		d.Failed(t, question, got, "MISSED")
	}
	for _, f := range got.Findings {
		if f.Verdict != "BUG" {
			continue
		}
		lines := []int{f.Location.Line}
		for _, r := range f.Related {
			lines = append(lines, r.Location.Line)
		}
		for _, line := range lines {
			if len(d.Lines) > 0 && d.Lines[line] != truth.Mark(f.Kind) {
				d.Failed(t, question, got, "FALSE: %s at line %d, which is not marked: %s", f.Kind, line, f.Message)
			}
		}
	}
}
