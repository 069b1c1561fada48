package report

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/confirm"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func htmlOf(t *testing.T, r *Report) string {
	t.Helper()
	var out bytes.Buffer
	if err := HTML(&out, r, Style{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestHTMLIsAlone: the page asks for nothing, and what comes from the program is text in it.
func TestHTMLIsAlone(t *testing.T) {
	nasty := sample()
	f := &nasty.Findings[0]
	f.Message = `</script><script>alert(1)</script><img src=x onerror=alert(1)>` + "\x1b[31m"
	f.Location.File = "\"><b>\n.c"
	for i := range f.Lines {
		f.Lines[i].Text = `</style>" onclick="x`
		f.Lines[i].Locks = []string{`<m>"`}
		f.Lines[i].Notes = []string{"--><x>"}
	}
	nasty.Assumed = []string{"<!-- a"}
	for name, r := range map[string]*Report{"sample": sample(), "nasty": nasty, "empty": {}, "large": large(50, 1000)} {
		page := htmlOf(t, r)
		body := strings.Replace(strings.Replace(page, pageStyle, "", 1), pageScript, "", 1)
		for _, bad := range []string{"<script>alert", "<img", "<b>\n", "<m>", "<x>", "onclick=\"x", "\x1b"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s: the page has %q", name, bad)
			}
		}
		if m := regexp.MustCompile(`(?i)(src|href)="[^#"][^"]*"|url\(|@import|https?://`).FindString(strings.ReplaceAll(page, `"http://www.w3.org/2000/svg"`, "")); m != "" {
			t.Errorf("%s: the page asks for %q", name, m)
		}
	}
}

// TestHTMLShows: all steps are in the lanes of their threads, the failure is marked, and the claims are there.
func TestHTMLShows(t *testing.T) {
	page := htmlOf(t, sample())
	if n := strings.Count(page, `<button type="button" class="step`); n != len(sample().Findings[0].Lines) {
		t.Errorf("%d steps, not %d", n, len(sample().Findings[0].Lines))
	}
	for _, want := range []string{`thread 1 <b>worker</b>`, `grid-column: 2; grid-row: 3`, `ends`, `no assertion failure within 3 rounds`, `DEVICE.queue.head`, `dir/a.c:7:3`, `loop at a.c:9`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	possible := &Report{}
	possible.Add("lockset", &engine.Result{
		Findings: []verdict.Finding{{Verdict: verdict.Possible, Failure: verdict.Failure{Kind: verdict.KindRace, Message: "a race", Location: source.At("html_test.go", 1, 1), Related: []verdict.Place{{Message: "the other", Location: source.At("html_test.go", 20, 1)}}}}},
		Claims:   []verdict.Claim{{Property: verdict.Race, Verdict: verdict.Possible}},
	})
	if page := htmlOf(t, possible); !strings.Contains(page, `line current"><i>20</i>`) || !strings.Contains(page, "no execution is known") {
		t.Error("the places of what is possible are not shown side by side")
	}
}

// TestHTMLJudgements: what was found out about findings beside their executions is on the page, as in the text.
func TestHTMLJudgements(t *testing.T) {
	yes := true
	judged := sample()
	f := &judged.Findings[0]
	f.Execution = &confirm.Result{Confirmed: true, Text: "that <assertion> fails"}
	f.Interleaving = &verdict.Interleaving{Interleaved: &yes, Orders: []verdict.Order{{Threads: []string{"f", "g"}, End: "nothing fails"}}}
	f.Trace.Unknown = []trace.Call{{Func: "undefined_one", Pos: source.At("a.c", 2, 2)}}
	judged.Pairs = []verdict.Pair{{Threads: [2]string{"open", "close"}, Verdict: verdict.Proved}}
	judged.Preconditions = []string{"n > 0"}
	aside := *f
	aside.Interleaving = &verdict.Interleaving{Preconditions: []string{"p != 0"}}
	judged.SetAside = []Finding{aside}
	page := htmlOf(t, judged)
	for _, want := range []string{
		`fact confirmed">CONFIRMED BY EXECUTION: that &lt;assertion&gt; fails`, "interleaved: no sequential run of the same input fails", "f, then g: nothing fails", "undefined_one", "open and close",
		"heddle_assume(n &gt; 0);", "missing precondition: p != 0",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	possible := htmlOf(t, saved()["possible"][0].Report)
	for _, want := range []string{"plain write by main", "<li>main (a.c:7)</li>", "holds no lock", "plain read by w", "holds perhaps m"} {
		if !strings.Contains(possible, want) {
			t.Errorf("no %q of what is possible in the page", want)
		}
	}
}
