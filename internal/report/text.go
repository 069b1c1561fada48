package report

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Text writes the report for people: each finding with a one-line summary first, then the places in the source, then its interleaving; then what is
// claimed per property and per field, then what all of it rests on. Colours and width are those of the style; what comes from the program is printable text in one line.
func Text(w io.Writer, r *Report, st Style) error {
	b := &strings.Builder{}
	leaders := r.leaders()
	src := NewSources(r.Root)
	for _, i := range r.listed() {
		if leaders[i] != i {
			continue
		}
		t := &textWriter{b, &r.Findings[i], src, st}
		t.finding()
		r.writeOthers(b, i, leaders)
		b.WriteByte('\n')
	}
	rest := &strings.Builder{}
	r.writeSetAside(rest)
	writePairs(rest, r.Pairs)
	for _, c := range verdict.Strongest(r.Claims) {
		r.writeClaim(rest, c)
	}
	writeFields(rest, r.Fields)
	if v := r.Verdict(); v == verdict.Unknown && (len(r.Claims) == 0 || r.Reason != "") {
		fmt.Fprintf(rest, "UNKNOWN: %s\n", inline(r.Why()))
	}
	if known := r.known(); len(known) > 0 {
		fmt.Fprintf(rest, "known, and not on the list: %s\n", count(len(known), "finding"))
		for i, k := range known {
			if i == mostKnown {
				fmt.Fprintf(rest, "  and %d more\n", len(known)-mostKnown)
				break
			}
			fmt.Fprintf(rest, "  %s\n", inline(k))
		}
	}
	writeEngines(rest, r)
	writeCoverage(rest, r.Coverage)
	if len(r.Assumed) > 0 {
		rest.WriteString("assumed:\n")
		for _, a := range r.Assumed {
			fmt.Fprintf(rest, "  %s\n", inline(a))
		}
	}
	b.WriteString(st.verdicts(rest.String()))
	fmt.Fprintln(b, st.dim("next: "+r.next()))
	_, err := io.WriteString(w, b.String())
	return err
}

// mostKnown is how many findings that are not on the list are named; JSON has them all.
const mostKnown = 10

// next is the command to type after reading the report.
func (r *Report) next() string {
	list := r.listed()
	if len(list) == 0 {
		return "heddle explain " + r.Verdict().String()
	}
	f := &r.Findings[list[0]]
	for _, i := range list {
		if r.Findings[i].Verdict == verdict.Bug {
			f = &r.Findings[i]
			break
		}
	}
	out := "heddle explain " + string(f.Kind)
	if len(f.Lines) > 0 {
		out += ", or again with --html report.html for the execution as a page"
	}
	return out
}

// Summary is the finding in one line.
func Summary(f *Finding) string {
	text := fmt.Sprintf("%s %s: %s at %s:%d", f.Verdict, f.Kind, strings.TrimPrefix(f.Message, string(f.Kind)+": "), filepath.Base(f.Location.File), f.Location.Line)
	if len(f.Needs) > 0 {
		text += ", " + f.condition()
	}
	if len(f.Trace.Steps) == 0 && len(f.Lines) == 0 {
		return text // no execution is known
	}
	return text + fmt.Sprintf(", %s, %s", count(len(f.Trace.Threads), "thread"), count(f.Switches(), "context switch"))
}

// condition is what a POSSIBLE takes of what the program does not contain: the first of it, and how much more.
func (f *Finding) condition() string {
	n := f.Needs[0]
	out := "if " + n.String()
	if n.Location.Line > 0 {
		out += fmt.Sprintf(" (%s:%d)", filepath.Base(n.Location.File), n.Location.Line)
	}
	if more := len(f.Needs) - 1; more > 0 {
		out += fmt.Sprintf(", and %d more", more)
	}
	return out
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "ch") {
		return fmt.Sprintf("%d %ses", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// textWriter writes one finding.
type textWriter struct {
	*strings.Builder
	f   *Finding
	src *Sources
	st  Style
}

func (w *textWriter) finding() {
	f := w.f
	fmt.Fprintln(w, w.st.verdicts(w.st.bold(inline(Summary(f)))))
	for _, p := range f.places() {
		w.place(p)
	}
	w.interleaving()
	if f.Execution != nil {
		fmt.Fprintf(w, "  %s\n", inline(f.Execution.String()))
	}
	for _, a := range f.Accesses {
		writeAccess(w.Builder, a)
	}
	for _, n := range f.Needs {
		fmt.Fprintf(w, "  needs: %s, %s\n", inline(n.String()), inline(n.Location.Pos.String()))
	}
	if len(f.Trace.Unknown) > 0 {
		fmt.Fprintf(w, "  rests on what nothing defines: %s\n", inline(calls(f.Trace.Unknown)))
	}
	if len(f.Lines) == 0 {
		return
	}
	w.WriteByte('\n')
	rows := f.rowsFor(w.st)
	if !w.columns(rows) {
		w.list(rows)
	}
}

// place shows a place as compilers do: where, what is there, and the line with a mark below it.
func (w *textWriter) place(p shownPlace) {
	line := "  " + w.st.bold(inline(p.pos.String()))
	if p.text != "" {
		line += ": " + inline(p.text)
	}
	fmt.Fprintln(w, line)
	w.source(p)
	if way := p.way(w.src); way != "" {
		fmt.Fprintf(w, "         %s\n", inline(way))
	}
}

// source shows the line of a place, if the file still has it.
func (w *textWriter) source(p shownPlace) {
	text := w.src.Line(p.pos.File, p.pos.Line)
	if p.pos.Col < 1 || p.pos.Col > len(text) {
		return
	}
	before, there, after := mark(text, p.pos.Col-1, max(w.st.width()-12, 20))
	number := fmt.Sprintf("%6d", p.pos.Line)
	fmt.Fprintf(w, "  %s | %s\n", number, before+there+after)
	fmt.Fprintf(w, "  %s | %s%s\n", strings.Repeat(" ", len(number)), strings.Repeat(" ", utf8.RuneCountInString(before)), w.st.red("^"+strings.Repeat("~", max(utf8.RuneCountInString(there)-1, 0))))
}

// mark cuts a source line into what stands before a place, what stands there (a name with what it is followed through: e->next[i]) and what stands behind, as it is shown. Of
// a line that is too long the part around the place is left.
func mark(text string, at, width int) (before, there, after string) {
	end := at + extent(text[at:])
	show := func(s string) string { return inline(strings.ReplaceAll(s, "\t", "    ")) }
	before, there, after = strings.TrimLeft(show(text[:at]), " "), show(text[at:end]), strings.TrimRight(show(text[end:]), " ")
	if indent := utf8.RuneCountInString(show(text[:at])) - utf8.RuneCountInString(before); indent > 0 {
		before = strings.Repeat(" ", min(indent, 4)) + before
	}
	if r := []rune(before); len(r) > width/2 {
		before = "..." + string(r[len(r)-width/2+3:])
	}
	if r := []rune(there); len(r) > width/2 {
		there = string(r[:width/2])
		after = "..."
	}
	left := max(width-utf8.RuneCountInString(before+there), 3)
	if r := []rune(after); len(r) > left {
		after = string(r[:left-3]) + "..."
	}
	return before, there, after
}

// extent is the length of the name that a text begins with, through members and elements; of anything else, that of one token.
func extent(s string) int {
	if s == "" {
		return 0
	}
	n := 0
	for n < len(s) && (s[n] == '*' || s[n] == '&') && n < 3 {
		n++
	}
	if n == len(s) || !isWord(s[n]) {
		return tokenLen(s)
	}
	n += tokenLen(s[n:])
	for n < len(s) {
		switch {
		case strings.HasPrefix(s[n:], "->") && n+2 < len(s) && isWord(s[n+2]):
			n += 2 + tokenLen(s[n+2:])
		case s[n] == '.' && n+1 < len(s) && isWord(s[n+1]):
			n += 1 + tokenLen(s[n+1:])
		case s[n] == '[' && strings.IndexByte(s[n:], ']') > 0:
			n += strings.IndexByte(s[n:], ']') + 1
		default:
			return n
		}
	}
	return n
}

// list shows a row in a line each. The first line of a thread has its name: there is a switch.
func (w *textWriter) list(rows []Row) {
	f := w.f
	// Columns are as wide as their widest entry, within reason: a trace is read top to bottom.
	nameW, whereW, textW := 0, 0, 0
	for _, row := range rows {
		l := &f.Lines[row.First]
		nameW = max(nameW, utf8.RuneCountInString(w.threadLabel(l.Thread)))
		if !row.Folded {
			whereW = max(whereW, min(utf8.RuneCountInString(where(l)), 40))
			textW = max(textW, min(utf8.RuneCountInString(shownText(l)), 48))
		}
	}
	last := -1
	for _, row := range rows {
		l := &f.Lines[row.First]
		name := pad("|", nameW)
		if l.Thread != last {
			name = pad(w.threadLabel(l.Thread), nameW)
		}
		last = l.Thread
		line := fmt.Sprintf("  %s  %s  %s  %s", w.st.thread(l.Thread, name), pad(where(l), whereW), pad(shownText(l), textW), shownRemark(l))
		if row.Folded {
			line = fmt.Sprintf("  %s  %s", w.st.thread(l.Thread, name), w.st.dim(inline("... "+f.folded(row))))
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

func (w *textWriter) threadLabel(id int) string {
	return inline(fmt.Sprintf("%d %s", id, threadName(w.f.Trace, id)))
}

const (
	leastColumn = 34 // characters
	mostLines   = 60 // of a trace in columns; a longer one is a list
)

// columns shows a column for each thread, if they fit; otherwise it writes nothing and says so.
func (w *textWriter) columns(rows []Row) bool {
	f := w.f
	column := map[int]int{}
	var threads []int
	gutter := 0
	files := map[string]bool{}
	for _, row := range rows {
		l := &f.Lines[row.First]
		files[l.Pos.File] = true
		if _, ok := column[l.Thread]; !ok {
			column[l.Thread] = 0
			threads = append(threads, l.Thread)
		}
	}
	slices.Sort(threads)
	for i, t := range threads {
		column[t] = i
	}
	at := func(l *Line) string {
		s := where(l)
		if len(files) == 1 {
			s = inline(fmt.Sprintf("%d %s", l.Pos.Line, l.Func))
		}
		if l.kernel() {
			s = kernel
		}
		return cut(s, 28)
	}
	for _, row := range rows {
		if !row.Folded {
			gutter = max(gutter, utf8.RuneCountInString(at(&f.Lines[row.First])))
		}
	}
	if len(threads) < 2 {
		return false
	}
	width := (w.st.width()-2-gutter)/len(threads) - 3
	if width < leastColumn {
		return false
	}
	var lines []string
	put := func(where string, thread int, text string, paint func(string) string) {
		line := "  " + pad(where, gutter)
		for i := range threads {
			if i != column[thread] {
				line += " | " + strings.Repeat(" ", width)
				continue
			}
			line += " | " + paint(text) + strings.Repeat(" ", max(width-utf8.RuneCountInString(text), 0))
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	head := "  " + strings.Repeat(" ", gutter)
	for _, t := range threads {
		head += " | " + w.st.thread(t, pad(cut("thread "+inline(fmt.Sprintf("%d (%s)", t, threadName(f.Trace, t))), width), width))
	}
	lines = append(lines, strings.TrimRight(head, " "))
	for _, row := range rows {
		l := &f.Lines[row.First]
		own := func(s string) string { return w.st.thread(l.Thread, s) }
		if row.Folded {
			for i, part := range wrap("... "+inline(f.folded(row)), width, 2) {
				put("", l.Thread, strings.Repeat(" ", min(i, 1)*4)+part, w.st.dim)
			}
			continue
		}
		text, remark := cut(shownText(l), width), shownRemark(l)
		if n := utf8.RuneCountInString(text); remark != "" && n+2+utf8.RuneCountInString(remark) <= width {
			put(at(l), l.Thread, text+"  "+remark, own)
			continue
		}
		put(at(l), l.Thread, text, own)
		for _, part := range wrap(remark, width-2, 3) {
			put("", l.Thread, "  "+part, own)
		}
	}
	if len(lines) > mostLines && !w.st.Full {
		return false
	}
	for _, l := range lines {
		fmt.Fprintln(w, l)
	}
	return true
}

// shownRemark is what a line did, unless its text says that already.
func shownRemark(l *Line) string {
	text := inline(remarks(*l))
	if text == strings.TrimSuffix(shownText(l), ";") {
		return ""
	}
	return text
}

// shownText is the text of a line. One that another thread interrupts is shown as a beginning, and what comes later as the rest.
func shownText(l *Line) string {
	text := inline(shorten(l.Text))
	if l.Resumed {
		text = "... " + text
	}
	if l.Interrupted {
		text += " ..."
	}
	return text
}

// wrap breaks a text between words into lines of a width; the last of so many is cut.
func wrap(s string, width, most int) (out []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		case len(out) == most-1:
			return append(out, cut(line+" ...", width))
		default:
			out = append(out, cut(line, width))
			line = word
		}
	}
	if line != "" {
		out = append(out, cut(line, width))
	}
	return out
}

// cut is a text that is not longer than a width.
func cut(s string, width int) string {
	if r := []rune(s); len(r) > width {
		return string(r[:max(width-3, 0)]) + "..."
	}
	return s
}

// writeAccess is a side of a race in a line: how the thread gets there, and what it holds.
func writeAccess(b *strings.Builder, a verdict.Access) {
	var way, locks []string
	for _, f := range a.Stack {
		way = append(way, fmt.Sprintf("%s (%s:%d)", f.Function, filepath.Base(f.Location.File), f.Location.Line))
	}
	if len(way) == 0 {
		way = []string{a.Thread}
	}
	for _, l := range a.Locks {
		locks = append(locks, heldLock(l))
	}
	fmt.Fprintf(b, "  %s\n", inline(fmt.Sprintf("%s: %s, holding {%s}", a.What, strings.Join(way, " > "), strings.Join(locks, "; "))))
}

// heldLock is a lock in the hands of a thread.
func heldLock(l verdict.HeldLock) string {
	name := l.Name
	if l.Shared {
		name += " to read"
	}
	if l.Perhaps {
		name = "perhaps " + name
	}
	if l.Useless != "" {
		name += ", which excludes nobody: " + l.Useless
	}
	return name
}

// calls lists functions with the lines that they are called at, the first few.
func calls(list []trace.Call) string {
	const most = 5
	var parts []string
	for i, c := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%s:%d)", c.Func, filepath.Base(c.Pos.File), c.Pos.Line))
	}
	return strings.Join(parts, ", ")
}

// remarks is what a line did: the first values, and what happened besides.
func remarks(l Line) string {
	const most = 8 // more do not fit on any screen; JSON has them all
	var parts []string
	show := values
	if l.Interrupted || l.Resumed {
		show = halves
	}
	if n := len(l.Values); n > most {
		parts = append(parts, fmt.Sprintf("%s, and %d more", show(l.Values[:most]), n-most))
	} else if n > 0 {
		parts = append(parts, show(l.Values))
	}
	parts = append(parts, l.Notes...)
	if l.pending() {
		parts = append(parts, l.held())
	}
	return strings.Join(parts, "; ")
}

func threadName(t trace.Trace, id int) string {
	if id < len(t.Threads) {
		return t.Threads[id].Name
	}
	return "?"
}

func where(l *Line) string {
	if l.kernel() {
		return kernel
	}
	p := source.Pos{File: filepath.Base(l.Pos.File), Line: l.Pos.Line}
	return inline(fmt.Sprintf("%s %s", p, l.Func))
}

func shorten(text string) string {
	const most = 72
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-3]) + "..."
}

func pad(s string, width int) string {
	if n := utf8.RuneCountInString(s); n < width {
		return s + strings.Repeat(" ", width-n)
	}
	return s
}

// values shows what a line read as "x is 1" and what it wrote as "x = 1".
func values(vs []trace.Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		verb := "is"
		if v.Write {
			verb = "="
		}
		parts[i] = fmt.Sprintf("%s %s %s", v.Name, verb, v.Value)
		if v.Was != "" && v.Was != v.Value {
			parts[i] += fmt.Sprintf(" (was %s)", v.Was)
		}
	}
	return strings.Join(parts, ", ")
}

// halves shows what a part of a line did: which access it was is the point.
func halves(vs []trace.Value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		verb := "reads"
		if v.Write {
			verb = "writes"
		}
		parts[i] = fmt.Sprintf("%s %s = %s", verb, v.Name, v.Value)
	}
	return strings.Join(parts, ", ")
}

func (r *Report) writeClaim(b *strings.Builder, c verdict.Claim) {
	what := map[verdict.Property]string{
		verdict.Assert: "an assertion failure", verdict.Race: "a data race", verdict.Deadlock: "a deadlock or misused lock", verdict.Memory: "a memory error",
	}[c.Property]
	of := ""
	if c.Property == verdict.Race && len(r.RaceOf) > 0 { // a headline says no more than was asked
		of = " of " + inline(strings.Join(r.RaceOf, ", "))
		what += " on" + strings.TrimPrefix(of, " of")
	}
	fmt.Fprintf(b, "%s %s%s: ", c.Verdict, c.Property, of)
	switch c.Verdict {
	case verdict.Proved:
		fmt.Fprintf(b, "no execution has %s", what)
	case verdict.Bounded:
		fmt.Fprintf(b, "no %s within %s", what[strings.IndexByte(what, ' ')+1:], c.Bounds.Text())
	case verdict.Bug:
		fmt.Fprintf(b, "%s %s", what, map[bool]string{false: "is shown above", true: "was found, and is known"}[r.allSuppressed(c.Property)])
	case verdict.Possible:
		if c.Shown {
			fmt.Fprintf(b, "%s is shown above, which takes a hostile outside, its data, or a layout of memory", what)
		} else {
			fmt.Fprintf(b, "%s cannot be ruled out", what)
		}
	default:
		fmt.Fprint(b, inline(c.Reason))
	}
	fmt.Fprintf(b, " (engine %s)\n", inline(c.Engine))
	switch {
	case c.Reason == "" || c.Verdict == verdict.Unknown:
	case c.Verdict == verdict.Bug:
		fmt.Fprintf(b, "  there may be others: %s\n", inline(c.Reason))
	default:
		fmt.Fprintf(b, "  because: %s\n", inline(c.Reason))
	}
	for _, w := range c.Why {
		fmt.Fprintf(b, "  %s\n", inline(w))
	}
	for _, h := range c.BoundsHit {
		fmt.Fprintf(b, "  bound hit: %s\n", inline(h))
	}
	for _, u := range c.Unreached {
		fmt.Fprintf(b, "  never reached: %s\n", inline(u))
	}
	if s := c.Slicing; s != nil {
		tracked := "none"
		if len(s.Tracked) > 0 {
			tracked = inline(strings.Join(s.Tracked, ", "))
		}
		loops := ""
		if s.Loops > 0 {
			loops = ", " + count(s.Loops, "loop") + " summarized"
		}
		fmt.Fprintf(b, "  sliced: %d of %d fields tracked (%s), %s, %d of %d switch points left%s\n", len(s.Tracked), s.Fields, tracked, count(s.Iterations, "iteration"), s.Left, s.Points, loops)
	}
	const most = 10 // JSON has them all
	for i, n := range c.NotProved {
		if i == most {
			fmt.Fprintf(b, "  not proved: %d more\n", len(c.NotProved)-most)
			break
		}
		fmt.Fprintf(b, "  not proved: %s\n", inline(n))
	}
}

// writeFields is a table of the fields that were decided separately, with the number of fields for each outcome.
func writeFields(b *strings.Builder, fields []verdict.Field) {
	if len(fields) == 0 {
		return
	}
	number := map[string]int{}
	nameW, statusW := 0, 0
	for _, f := range fields {
		number[f.Status]++
		nameW = max(nameW, utf8.RuneCountInString(f.Name))
		statusW = max(statusW, utf8.RuneCountInString(f.Status))
	}
	var parts []string
	for _, status := range []string{verdict.Racy, verdict.NotProved, verdict.NoRace, verdict.ProvedApart, verdict.LimitHit} {
		if n := number[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, status))
		}
	}
	fmt.Fprintf(b, "%s: %s\n", count(len(fields), "field"), strings.Join(parts, ", "))
	for _, f := range fields {
		what := f.Reason
		if f.Races > 0 {
			if what = count(f.Races, "race"); f.Status == verdict.NotProved {
				what = count(f.Races, "pair") + " of accesses"
			}
			if f.Reason != "" {
				what += ", " + f.Reason
			}
		}
		line := inline(fmt.Sprintf("  %s  %s  %s", pad(f.Name, nameW), pad(f.Status, statusW), what))
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}
