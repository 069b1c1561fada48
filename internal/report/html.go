package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The report as one page for a browser, which needs nothing else: a lane for each thread, time downwards, switches drawn between the lanes, locks as bars beside the steps that hold them,
// and the source, which follows the step. Everything is in the page as text when it is opened; the script only moves through it and draws the lines between steps. What comes from the
// program (names, texts, paths) is text everywhere and never markup: html/template sees to it, and control characters are replaced before.

//go:embed page/page.html
var pageText string

//go:embed page/style.css
var pageStyle string

//go:embed page/script.js
var pageScript string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

type (
	htmlPage struct {
		Title, Stats     string
		Verdict          string
		Style            template.CSS
		Script           template.JS
		Findings         []htmlFinding
		Claims           []htmlClaim
		Fields           []verdict.Field
		Engines, Assumed []string
		Known            []string // findings that are not on the list
		Coverage         []string
		Pairs            []htmlPair
		SetAside         []htmlAside
		Preconditions    []string
	}
	htmlFinding struct {
		ID, Verdict, Kind       string
		Where, Message, Summary string
		First                   bool
		Places                  []htmlPlace
		Threads                 []htmlThread
		Steps                   []htmlStep
		Folds                   []htmlFold
		Bars                    []htmlBar
		Sources                 []htmlSource
		Facts                   []htmlFact
		Accesses                []htmlAccess // of one without an execution
	}
	htmlPlace struct {
		Where, Text string
		More        []string
	}
	htmlThread struct {
		ID, Column, Color int
		Name              string
	}
	htmlStep struct {
		Thread, Column, Row, Color int
		File                       string
		Line                       int
		At, Text, Remark           string
		Tip, Detail                string
		Ends, After                bool // of a thread that takes part in the failure; of the thread before
		Fold                       int  // the fold that it is in, 0: none
	}
	// htmlFold is the head of lines that are shown when it is opened.
	htmlFold struct {
		ID, Column, Row, Color int
		Thread                 int
		Text                   string
		Opens, After           bool
	}
	htmlBar struct {
		Column, From, To, Slot int
		Name, Title            string
	}
	htmlSource struct {
		Name  string
		Lines []htmlLine
	}
	htmlLine struct {
		N         int
		Text      string
		Here, Gap bool
	}
	htmlClaim struct {
		Property, Verdict, Engine string
		Lines                     []string
	}
)

// threadColors is how many colours the page has for threads.
const threadColors = 6

// HTML writes the report on a program as a page.
func HTML(w io.Writer, r *Report, st Style) error { return HTMLParts(w, []Part{{Report: r}}, st) }

// HTMLParts writes the reports on several programs as one page.
func HTMLParts(w io.Writer, parts []Part, st Style) error {
	page := htmlPage{Style: template.CSS(pageStyle), Script: template.JS(pageScript)}
	worst := verdict.Proved
	var programs []string
	seconds, peak := 0.0, 0
	for _, p := range parts {
		worst = verdict.Worse(worst, p.Report.Verdict())
		seconds, peak = seconds+p.Report.Stats.Seconds, max(peak, p.Report.Stats.PeakMB)
		if p.Program != "" {
			programs = append(programs, p.Program)
		}
		page.add(p.Report, st)
	}
	page.Verdict = worst.String()
	page.Title = plain(strings.Join(programs, ", "))
	if len(page.Findings) > 0 {
		page.Findings[0].First = true
	}
	page.Stats = fmt.Sprintf("%.1f s, %d MB", seconds, peak)
	return pageTemplate.Execute(w, page)
}

// add takes over the report on one program.
func (p *htmlPage) add(r *Report, st Style) {
	src := NewSources(r.Root)
	for _, k := range r.known() {
		p.Known = append(p.Known, plain(k))
	}
	for _, i := range r.listed() {
		p.Findings = append(p.Findings, (&htmlWriter{r, src, &r.Findings[i], st}).finding(fmt.Sprintf("f%d", len(p.Findings)+1)))
	}
	p.addPairs(r)
	for _, c := range verdict.Strongest(r.Claims) {
		b := &strings.Builder{}
		r.writeClaim(b, c)
		p.Claims = append(p.Claims, htmlClaim{string(c.Property), c.Verdict.String(), plain(c.Engine), strings.Split(strings.TrimSpace(plain(b.String())), "\n")})
	}
	if r.Reason != "" || len(r.Claims) == 0 {
		p.Claims = append(p.Claims, htmlClaim{"", verdict.Unknown.String(), "", []string{plain(r.Why())}})
	}
	for _, f := range r.Fields {
		f.Name, f.Status, f.Reason = plain(f.Name), plain(f.Status), plain(f.Reason)
		p.Fields = append(p.Fields, f)
	}
	b := &strings.Builder{}
	writeEngines(b, r)
	p.Engines = append(p.Engines, bullets(b.String())...)
	b.Reset()
	writeCoverage(b, r.Coverage)
	for _, l := range bullets(b.String()) {
		p.Coverage = append(p.Coverage, strings.TrimPrefix(l, "covered: "))
	}
	for _, a := range r.Assumed {
		p.Assumed = append(p.Assumed, plain(a))
	}
}

// bullets is the lines of a part of the text report, but for its headings.
func bullets(text string) (out []string) {
	for _, l := range strings.Split(plain(text), "\n") {
		if l = strings.TrimSpace(l); l != "" && !strings.HasSuffix(l, "engines:") {
			out = append(out, l)
		}
	}
	return out
}

type htmlWriter struct {
	*Report
	src   *Sources
	f     *Finding
	style Style
}

func (w *htmlWriter) path(name string) string {
	rel, _ := w.src.Relative(name)
	return plain(rel)
}

func (w *htmlWriter) where(p source.Pos) string {
	p.File = w.path(p.File)
	return p.String()
}

func (w *htmlWriter) finding(id string) htmlFinding {
	f := w.f
	out := htmlFinding{
		ID: id, Verdict: f.Verdict.String(), Kind: string(f.Kind), Where: w.where(f.Location.Pos), Message: plain(f.Message), Summary: plain(w.summary()),
	}
	for _, p := range f.places() {
		place := htmlPlace{Where: w.where(p.pos), Text: plain(p.text)}
		if way := p.way(w.src); way != "" {
			place.More = []string{plain(way)}
		}
		out.Places = append(out.Places, place)
	}
	w.lanes(&out)
	used := map[string][]int{}
	var files []string
	use := func(p source.Pos) {
		if p.File == "" {
			return
		}
		if used[p.File] == nil {
			files = append(files, p.File)
		}
		used[p.File] = append(used[p.File], p.Line)
	}
	for _, p := range f.places() {
		use(p.pos)
	}
	for _, l := range f.Lines {
		use(l.Pos)
	}
	for _, name := range files {
		out.Sources = append(out.Sources, w.listing(name, used[name]))
	}
	out.Facts = w.facts()
	if len(f.Lines) == 0 {
		out.Accesses = w.accesses()
	}
	return out
}

// summary says how long the execution is and who found it.
func (w *htmlWriter) summary() string {
	by := "found by engine " + w.f.Engine
	if len(w.f.Lines) == 0 {
		return "not ruled out by engine " + w.f.Engine + "; no execution is known"
	}
	out := fmt.Sprintf("%s, %s, %s", count(len(w.f.Trace.Threads), "thread"), count(w.f.Switches(), "context switch"), by)
	if len(w.f.Needs) > 0 {
		out += ", " + w.f.condition()
	}
	return out
}

// lanes puts the steps into the lanes of their threads. The first row is that of the names.
func (w *htmlWriter) lanes(out *htmlFinding) {
	f := w.f
	column := map[int]int{}
	for t := range f.Trace.Threads {
		if slices.ContainsFunc(f.Lines, func(l Line) bool { return l.Thread == t }) {
			column[t] = len(column) + 1
			out.Threads = append(out.Threads, htmlThread{t, column[t], t % threadColors, plain(threadName(f.Trace, t))})
		}
	}
	rowOf := make([]int, len(f.Lines)+1) // the row of each line; one that is not in the page has that of its fold
	next := 2
	for _, row := range f.rowsFor(w.style) {
		fold := 0
		l := f.Lines[row.First]
		if row.Folded {
			fold = len(out.Folds) + 1
			head := htmlFold{
				ID: fold, Column: column[l.Thread], Row: next, Color: l.Thread % threadColors, Thread: l.Thread, Text: plain(f.folded(row)), Opens: row.End-row.First <= longestFold,
				After: row.First > 0 && f.Lines[row.First-1].Thread != l.Thread,
			}
			out.Folds = append(out.Folds, head)
			next++
		}
		for i := row.First; i < row.End; i++ {
			if fold > 0 && !out.Folds[fold-1].Opens {
				rowOf[i] = next - 1
				continue
			}
			rowOf[i] = next
			s := w.step(i)
			s.Column, s.Row, s.Fold = column[s.Thread], next, fold
			out.Steps = append(out.Steps, s)
			next++
		}
	}
	rowOf[len(f.Lines)] = next
	w.bars(out, column, rowOf)
}

// longestFold is how many lines a fold may have that can be opened: a page with more is too large for a review. Style.Full has them all.
const longestFold = 2000

func (w *htmlWriter) step(i int) htmlStep {
	f := w.f
	l := f.Lines[i]
	s := htmlStep{
		Thread: l.Thread, Color: l.Thread % threadColors, File: w.path(l.Pos.File), Line: l.Pos.Line,
		At: fmt.Sprintf("%d · %s:%d %s", i+1, plain(filepath.Base(l.Pos.File)), l.Pos.Line, plain(l.Func)), Text: plain(shorten(l.Text)), Remark: plain(remarks(l)),
	}
	s.Ends = l.pending() || i == len(f.Lines)-1
	s.After = i > 0 && f.Lines[i-1].Thread != l.Thread
	s.Detail = w.detail(l)
	s.Tip = s.Remark
	return s
}

// detail is all that is known of a line, as text.
func (w *htmlWriter) detail(l Line) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "thread %d (%s), %s", l.Thread, threadName(w.f.Trace, l.Thread), l.Func)
	if len(l.Does) > 0 {
		fmt.Fprintf(b, ": %s", strings.Join(l.Does, ", "))
	}
	fmt.Fprintf(b, "\n%s\n", l.held())
	if len(l.Values) > 0 {
		fmt.Fprintf(b, "%s\n", values(l.Values))
	}
	for _, n := range l.Notes {
		fmt.Fprintf(b, "%s\n", n)
	}
	for _, call := range slices.Backward(l.Stack) {
		fmt.Fprintf(b, "called at %s\n", w.where(call.Pos))
	}
	return plain(strings.TrimSpace(b.String()))
}

// bars are the locks that threads hold, from the first line under a lock to the last of a row of them.
func (w *htmlWriter) bars(out *htmlFinding, column map[int]int, rowOf []int) {
	type key struct {
		thread int
		lock   string
	}
	at := map[key]int{} // the bar that goes on
	slots := map[key]int{}
	used := map[int]int{}
	for i, l := range w.f.Lines {
		for k := range at {
			if k.thread == l.Thread && !slices.Contains(l.Locks, k.lock) {
				delete(at, k)
			}
		}
		for _, lock := range l.Locks {
			k := key{l.Thread, lock}
			if b, ok := at[k]; ok {
				out.Bars[b].To = rowOf[i] + 1
				continue
			}
			if _, ok := slots[k]; !ok {
				slots[k] = used[l.Thread] % 3
				used[l.Thread]++
			}
			at[k] = len(out.Bars)
			out.Bars = append(out.Bars, htmlBar{Column: column[l.Thread], From: rowOf[i], To: rowOf[i] + 1, Slot: slots[k], Name: plain(lock), Title: plain("holds " + lock)})
		}
	}
}

// listing is a file around the lines that are used.
func (w *htmlWriter) listing(name string, used []int) htmlSource {
	const around = 12
	out := htmlSource{Name: w.path(name)}
	want := map[int]bool{}
	for _, n := range used {
		for k := n - around; k <= n+around; k++ {
			want[k] = true
		}
	}
	gap := false
	for n := 1; n <= len(w.src.file(name).starts); n++ {
		if !want[n] {
			if !gap && len(out.Lines) > 0 {
				out.Lines = append(out.Lines, htmlLine{Gap: true})
			}
			gap = true
			continue
		}
		gap = false
		out.Lines = append(out.Lines, htmlLine{N: n, Text: plain(strings.ReplaceAll(w.src.Line(name, n), "\t", "    "))})
	}
	return out
}

// excerpt is a few lines around a place.
func (w *htmlWriter) excerpt(p source.Pos) htmlSource {
	out := w.listing(p.File, []int{p.Line})
	for i := range out.Lines {
		out.Lines[i].Here = out.Lines[i].N == p.Line
	}
	return out
}
