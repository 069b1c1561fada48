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

// Text writes the report for people: each finding with a one-line summary first and then its interleaving, then what is
// claimed per property and per field, then what all of it rests on.
func Text(w io.Writer, r *Report, st Style) error {
	b := &strings.Builder{}
	leaders := r.leaders()
	for i := range r.Findings {
		if leaders[i] != i {
			continue
		}
		writeFinding(b, &r.Findings[i], st)
		r.writeOthers(b, i, leaders)
		b.WriteByte('\n')
	}
	for _, c := range verdict.Strongest(r.Claims) {
		writeClaim(b, c)
	}
	writeFields(b, r.Fields)
	if v := r.Verdict(); v == verdict.Unknown && (len(r.Claims) == 0 || r.Reason != "") {
		fmt.Fprintf(b, "UNKNOWN: %s\n", r.Why())
	}
	writeEngines(b, r)
	writeCoverage(b, r.Coverage)
	if len(r.Assumed) > 0 {
		b.WriteString("assumed:\n")
		for _, a := range r.Assumed {
			fmt.Fprintf(b, "  %s\n", a)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Summary is the finding in one line.
func Summary(f *Finding) string {
	text := fmt.Sprintf("%s %s: %s at %s:%d", f.Verdict, f.Kind, f.Message, filepath.Base(f.Location.File), f.Location.Line)
	if f.Verdict == verdict.Possible {
		return text // no execution is known
	}
	return text + fmt.Sprintf(", %s, %s", count(len(f.Trace.Threads), "thread"), count(f.Trace.Switches(), "context switch"))
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

func writeFinding(b *strings.Builder, f *Finding, st Style) {
	fmt.Fprintln(b, Summary(f))
	fmt.Fprintf(b, "  %s\n", f.Location.Pos)
	for _, rel := range slices.Concat(f.Related, f.History) {
		fmt.Fprintf(b, "  %s: %s\n", rel.Location.Pos, rel.Message)
	}
	for _, a := range f.Accesses {
		writeAccess(b, a)
	}
	if len(f.Trace.Unknown) > 0 {
		fmt.Fprintf(b, "  rests on what nothing defines: %s\n", calls(f.Trace.Unknown))
	}
	if len(f.Lines) == 0 {
		return
	}
	b.WriteByte('\n')
	// Columns as wide as their widest entry, within reason: a trace is read top to bottom, one thread at a time.
	whereW, textW := 0, 0
	rows := f.rowsFor(st)
	for _, row := range rows {
		if row.Folded {
			continue
		}
		l := f.Lines[row.First]
		whereW = max(whereW, utf8.RuneCountInString(where(l)))
		textW = max(textW, min(utf8.RuneCountInString(shorten(l.Text)), 48))
	}
	for k, row := range rows {
		l := f.Lines[row.First]
		if k == 0 || f.Lines[row.First-1].Thread != l.Thread {
			verb := "switch to "
			if k == 0 {
				verb = ""
			}
			fmt.Fprintf(b, "  --- %sthread %d (%s) ---\n", verb, l.Thread, threadName(f.Trace, l.Thread))
		}
		line := fmt.Sprintf("  %d  %s  %s  %s", l.Thread, pad(where(l), whereW), pad(shorten(l.Text), textW), remarks(l))
		if row.Folded {
			line = fmt.Sprintf("  %d  ... %s", l.Thread, f.folded(row))
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
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
		locks = append(locks, name)
	}
	fmt.Fprintf(b, "  %s: %s, holding {%s}\n", a.What, strings.Join(way, " > "), strings.Join(locks, "; "))
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
	if n := len(l.Values); n > most {
		parts = append(parts, fmt.Sprintf("%s, and %d more", values(l.Values[:most]), n-most))
	} else if n > 0 {
		parts = append(parts, values(l.Values))
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

func where(l Line) string {
	p := source.Pos{File: filepath.Base(l.Pos.File), Line: l.Pos.Line}
	return fmt.Sprintf("%s %s", p, l.Func)
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
	}
	return strings.Join(parts, ", ")
}

func writeClaim(b *strings.Builder, c verdict.Claim) {
	what := map[verdict.Property]string{
		verdict.Assert: "an assertion failure", verdict.Race: "a data race", verdict.Deadlock: "a deadlock or misused lock", verdict.Memory: "a memory error",
	}[c.Property]
	fmt.Fprintf(b, "%s %s: ", c.Verdict, c.Property)
	switch c.Verdict {
	case verdict.Proved:
		fmt.Fprintf(b, "no execution has %s", what)
	case verdict.Bounded:
		fmt.Fprintf(b, "no %s within %s", what[strings.IndexByte(what, ' ')+1:], Bounds(c.Bounds))
	case verdict.Bug:
		fmt.Fprintf(b, "%s is shown above", what)
	case verdict.Possible:
		fmt.Fprintf(b, "%s cannot be ruled out", what)
	default:
		fmt.Fprintf(b, "%s", c.Reason)
	}
	fmt.Fprintf(b, " (engine %s)\n", c.Engine)
	switch {
	case c.Reason == "" || c.Verdict == verdict.Unknown:
	case c.Verdict == verdict.Bug:
		fmt.Fprintf(b, "  there may be others: %s\n", c.Reason)
	default:
		fmt.Fprintf(b, "  because: %s\n", c.Reason)
	}
	for _, h := range c.BoundsHit {
		fmt.Fprintf(b, "  bound hit: %s\n", h)
	}
	for _, u := range c.Unreached {
		fmt.Fprintf(b, "  never reached: %s\n", u)
	}
	const most = 10 // JSON has them all
	for i, n := range c.NotProved {
		if i == most {
			fmt.Fprintf(b, "  not proved: %d more\n", len(c.NotProved)-most)
			break
		}
		fmt.Fprintf(b, "  not proved: %s\n", n)
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
		line := fmt.Sprintf("  %s  %s  %s", pad(f.Name, nameW), pad(f.Status, statusW), what)
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}

// Bounds names the bounds that apply.
func Bounds(x verdict.Bounds) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, count(n, what))
		}
	}
	add(x.Rounds, "round")
	if x.Unwind > 0 {
		parts = append(parts, fmt.Sprintf("unwind %d", x.Unwind))
	}
	add(x.Threads, "thread")
	if x.UnwindAll > 0 {
		parts = append(parts, fmt.Sprintf("unwind-all %d", x.UnwindAll))
	}
	if x.ThreadsAll > 0 {
		parts = append(parts, fmt.Sprintf("threads-all %d", x.ThreadsAll))
	}
	if x.TS != nil {
		parts = append(parts, fmt.Sprintf("ts %d", *x.TS))
	}
	add(x.States, "state")
	if len(parts) == 0 {
		return "the stated bounds"
	}
	return strings.Join(parts, ", ")
}
