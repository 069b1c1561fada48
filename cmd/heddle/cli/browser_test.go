//go:build browser

// These need a browser, which .ci/run installs, and a library of sixty packages, which nobody else has to wait for.

package cli

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// Pages in a browser. What a page says is tested where it is written; here is what only a browser knows: where things lie, what the keys do, and what the page asks the network for.
//
// HEDDLE_PICTURES=DIR keeps a picture of every page, to be looked at.

// pages are programs whose reports are looked at: a race, a deadlock, seven switches and more, a thousand steps; one that was judged, and one whose findings have no execution.
var pages = []struct {
	name, file, flags string
	steps             int // at least; 0: there are no lanes
}{
	{"bluetooth", "../../../examples/bluetooth.c", "--property race,assert", 6},
	{"deadlock", "../../../testdata/c/deadlock/abba_bug.c", "--property deadlock", 5},
	{"switches", "testdata/pages/switches.c", "--property assert", 8},
	{"long", "testdata/pages/long.c", "--property assert", 1000},
	{"judged", "../../../testdata/interleaved/suppress.c", "--property assert --harness test --interleaved rank", 8},
	{"possible", "../../../testdata/c/lockset/given_away_bug.c", "--property race --engine lockset --fail-on possible", 0},
}

func TestPages(t *testing.T) {
	ctx := browser(t)
	for _, p := range pages {
		t.Run(p.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), p.name+".html")
			var out, errs bytes.Buffer
			if code := Main(context.Background(), slices.Concat([]string{"check", "--html", file}, strings.Fields(p.flags), []string{p.file}), &out, &errs); code != ExitBug {
				t.Fatalf("exit %d: %s", code, errs.String())
			}
			for _, width := range []int64{1280, 1920} {
				for _, theme := range []string{"light", "dark"} {
					t.Run(fmt.Sprintf("%d-%s", width, theme), func(t *testing.T) { lookAt(t, ctx, file, p.name, width, theme, p.steps) })
				}
			}
		})
	}
}

// browser starts Chromium, once for all pages.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		tooltest.Lacking(t, "chromium is not installed")
	}
	// Without the sandbox, which root cannot have; the pages are our own.
	opts := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), opts...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		tooltest.Lacking(t, "chromium does not start: %v", err)
	}
	return ctx
}

// lookAt opens a page in a tab of its own and holds it to what a reader may expect of it.
func lookAt(t *testing.T, browser context.Context, file, name string, width int64, theme string, steps int) {
	ctx, cancel := chromedp.NewContext(browser)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	page := (&url.URL{Scheme: "file", Path: file}).String()
	asked := requests(ctx, page)
	run := func(what string, actions ...action) {
		t.Helper()
		if err := chromedp.Do(ctx, actions...); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}
	looks := func(what, script string) {
		t.Helper()
		complaints := evaluate[[]string](t, ctx, what, script)
		for i, c := range complaints {
			if i == 10 {
				t.Errorf("%s: %d more", what, len(complaints)-i)
				break
			}
			t.Errorf("%s: %s", what, c)
		}
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	run("opening", chromedp.EmulateViewport(width, 900), chromedp.Navigate(page), chromedp.WaitReady(chromedp.CSS("#claims")))
	looks("overflow", overflow)
	looks("contrast", contrast)
	if steps > 0 {
		looks("connectors", connectors)
	}
	if dir := os.Getenv("HEDDLE_PICTURES"); dir != "" {
		picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, width, theme)), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		if urls := asked(); len(urls) > 0 {
			t.Errorf("the page asks for %s", strings.Join(urls, ", "))
		}
	}()
	if steps == 0 {
		return
	}
	n := evaluate[int](t, ctx, "unfolding", unfold)
	if n < steps {
		t.Errorf("%d steps, want at least %d", n, steps)
	}
	looks("overflow when unfolded", overflow)
	looks("connectors when unfolded", connectors)
	follows(t, ctx, run, n, width == 1280 && theme == "light")
}

// action is something to do in a tab.
type action = chromedp.Action[chromedp.Void]

// evaluate runs a script in the page.
func evaluate[T any](t *testing.T, ctx context.Context, what, script string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	return v
}

// requests collects, from now on, what a tab asks the network for, but for the page itself.
func requests(ctx context.Context, page string) (asked func() []string) {
	var mu sync.Mutex
	var urls []string
	sent := chromedp.Events(ctx, network.RequestWillBeSent)
	go func() {
		for e, err := range sent {
			if err != nil {
				return
			}
			if e.Request.URL != page {
				mu.Lock()
				urls = append(urls, e.Request.URL)
				mu.Unlock()
			}
		}
	}()
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(urls)
	}
}

// follows goes from the first step to the last by the keyboard, by way of all others or of some. Each step that is current is in sight, as are its line of the source and its details.
func follows(t *testing.T, ctx context.Context, run func(string, ...action), n int, all bool) {
	t.Helper()
	expect := func(key, want string) {
		t.Helper()
		if at := evaluate[string](t, ctx, key, current); at != want {
			t.Errorf("after %s: step %s, want %s", key, at, want)
		}
	}
	run("Home", chromedp.KeyEvent(kb.Home))
	expect("Home", fmt.Sprintf("0 of %d", n))
	last := n - 1
	if !all { // a thousand keys take a while
		last = min(last, 30)
	}
	for i := 1; i <= last; i++ {
		key := "j"
		if i%2 == 0 {
			key = kb.ArrowDown
		}
		run("next", chromedp.KeyEvent(key))
		if i%(1+last/20) == 0 || i == last {
			expect(fmt.Sprintf("%d times down", i), fmt.Sprintf("%d of %d", i, n))
		}
	}
	run("End", chromedp.KeyEvent(kb.End))
	expect("End", fmt.Sprintf("%d of %d", n-1, n))
	run("down at the end", chromedp.KeyEvent("j"))
	expect("down at the end", fmt.Sprintf("%d of %d", n-1, n))
	run("k", chromedp.KeyEvent("k"))
	expect("k", fmt.Sprintf("%d of %d", max(0, n-2), n))
}

// Scripts that look at the page. Those that complain give a list of complaints.
const (
	seen = `const here = document.querySelector("main > section:not([hidden])");
const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
const steps = () => [...here.querySelectorAll(".step:not([hidden])")];
`
	// The page is no wider than the window, and no text is wider than its box unless that scrolls or ends in dots.
	overflow = `(() => { ` + seen + `
const bad = [];
if (document.documentElement.scrollWidth > innerWidth) bad.push("the page is " + document.documentElement.scrollWidth + " wide in a window of " + innerWidth);
for (const e of document.querySelectorAll("body *")) {
  if (!shown(e) || e.closest("svg") || e.scrollWidth <= e.clientWidth + 1 || e.clientWidth === 0) continue;
  const s = getComputedStyle(e);
  if (s.overflowX === "visible" && s.display !== "inline") bad.push("<" + e.tagName + " class=" + e.className + "> is " + e.clientWidth + " wide and holds " + e.scrollWidth + ": " + e.textContent.slice(0, 40));
}
return bad; })()`
	// All text stands out from what is behind it by 4.5 to 1.
	contrast = `(() => { ` + seen + `
const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (c) => { paint.clearRect(0, 0, 1, 1); paint.fillStyle = c; paint.fillRect(0, 0, 1, 1); const d = paint.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
const light = (c) => [0, 1, 2].map((i) => { const v = c[i] / 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }).reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (e) => { const all = []; for (; e; e = e.parentElement) all.push(rgba(getComputedStyle(e).backgroundColor)); return all.reverse().reduce((b, a) => over(a, b), [255, 255, 255, 1]); };
const bad = new Set();
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let t = walk.nextNode(); t; t = walk.nextNode()) {
  const e = t.parentElement;
  if (!t.data.trim() || !shown(e) || e.closest("script, style")) continue;
  const b = behind(e);
  let faint = 1;
  for (let p = e; p; p = p.parentElement) faint *= getComputedStyle(p).opacity;
  const own = rgba(getComputedStyle(e).color);
  own[3] *= faint;
  const x = light(over(own, b)), y = light(b);
  const ratio = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  if (ratio < 4.5) bad.add(ratio.toFixed(2) + " to 1: <" + e.tagName + " class=" + e.className + "> " + getComputedStyle(e).color);
}
return [...bad]; })()`
	// A curve leads from each step to the next one of another thread: it begins at the lower edge of the one and ends at the upper edge of the other. The accesses of a race are joined at
	// their sides.
	connectors = `(() => { ` + seen + `
const lanes = here.querySelector(".lanes"), box = lanes.getBoundingClientRect();
const rows = [...here.querySelectorAll(".step:not([hidden]), .fold")].sort((a, b) => a.style.gridRowStart - b.style.gridRowStart);
const ends = (p) => { const n = p.getAttribute("d").match(/-?[\d.]+/g).map(Number); return [n[0], n[1], n[n.length - 2], n[n.length - 1]]; };
const curves = [...lanes.querySelectorAll(".wires path")].filter((p) => p.getAttribute("d").includes("C")).map(ends);
const place = (e) => { const r = e.getBoundingClientRect(); return { l: r.left - box.left + lanes.scrollLeft, r: r.right - box.left + lanes.scrollLeft, t: r.top - box.top + lanes.scrollTop, b: r.bottom - box.top + lanes.scrollTop }; };
const bad = [], near = (x, y) => Math.abs(x - y) < 1.5;
let k = 0, switches = 0;
for (let i = 1; i < rows.length; i++) {
  if (rows[i].dataset.thread === rows[i - 1].dataset.thread) continue;
  switches++;
  const c = curves[k++], a = place(rows[i - 1]), b = place(rows[i]);
  if (!c) { bad.push("no curve for switch " + switches); continue; }
  if (!near(c[1], a.b) || c[0] < a.l || c[0] > a.r) bad.push("switch " + switches + " begins at " + c.slice(0, 2) + ", its step is " + JSON.stringify(a));
  if (!near(c[3], b.t) || c[2] < b.l || c[2] > b.r) bad.push("switch " + switches + " ends at " + c.slice(2) + ", its step is " + JSON.stringify(b));
}
if (k !== curves.length) bad.push(curves.length + " curves for " + k + " switches");
if (!switches) bad.push("no switch");
const last = rows.filter((s) => s.classList.contains("ends"));
const races = [...lanes.querySelectorAll(".wires path.race")].map(ends);
if (races.length !== Math.max(0, last.length - 1)) bad.push(races.length + " lines between " + last.length + " last steps");
races.forEach((c, i) => {
  const a = place(last[i]), b = place(last[i + 1]);
  if (!(near(c[0], a.l) || near(c[0], a.r)) || c[1] < a.t || c[1] > a.b || !(near(c[2], b.l) || near(c[2], b.r)) || c[3] < b.t || c[3] > b.b) bad.push("line " + i + " at " + c + " does not meet its steps");
});
return bad; })()`
	// Everything that is folded is opened; the number of steps.
	unfold = `(() => { ` + seen + `
for (const f of here.querySelectorAll('.fold[aria-expanded="false"]:not([disabled])')) f.click();
return steps().length; })()`
	// Which step is current, and what of it cannot be seen.
	current = `(() => { ` + seen + `
const list = steps(), k = list.findIndex((s) => s.classList.contains("current"));
if (k < 0) return "none of " + list.length;
let out = k + " of " + list.length;
const inSight = (e) => {
  const r = e.getBoundingClientRect();
  for (let p = e.parentElement; p && p !== document.documentElement; p = p.parentElement) {
    if (getComputedStyle(p).overflowY === "visible") continue;
    const b = p.getBoundingClientRect();
    if (r.bottom > b.bottom + 2 || r.top < b.top - 2) return false;
  }
  return r.bottom <= innerHeight + 2 && r.top >= -2;
};
if (!inSight(list[k])) out += ", out of sight";
const line = here.querySelector(".line.current");
if (!line) out += ", no line of the source";
else if (!inSight(line)) out += ", its line is out of sight";
if (!here.querySelector(".detail-box").textContent.trim()) out += ", no details";
return out; })()`
)
