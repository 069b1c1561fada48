package report

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/confirm"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Report is the answer of one run.
type Report struct {
	Version  string
	Root     string           // the directory that paths are shown relative to, where they are; may be empty
	Program  *confirm.Program // what was checked; nil: it could not be compiled
	Findings []Finding
	Claims   []verdict.Claim
	Pairs    []verdict.Pair  // of a driver: what is said of each pair of entry points
	Fields   []verdict.Field // where an engine looked for races field by field
	Reason   string          // why the run as a whole is Unknown, if no claim says it: a time-out before any engine answered
	Assumed  []string
	RaceOf   []string        // the fields that alone races were looked for on; none: everywhere
	Coverage *reach.Coverage // what some execution reached; nil: no engine got to work
	Notes    []string        // remarks for people, on standard error
	Turns    []string        // the engines, in the order of their turns
	// SetAside is findings that sequential runs of their inputs show too, where these do not count. Preconditions is what the harness would have to assume, in C, for
	// none of them to be left: read in order.
	SetAside      []Finding
	Preconditions []string
	Proof         *proof.File // of what is PROVED, if it was asked for; nil: there is none
	Stats         Stats
}

// Finding is a finding and who made it.
type Finding struct {
	verdict.Finding
	Engine string
	Lines  []Line // the trace, one entry per source line executed
	print  string // the fingerprint, of a report that was read back
	// Suppressed says why the finding is not on the list; nil: it is.
	Suppressed *Suppression
	// Execution is what came of running it; nil: it was not run.
	Execution *confirm.Result
	plan      *confirm.Plan // of a report that was read back
}

// Plan is the execution of a finding as a program that can be run needs it. The error says why there is none.
func (r *Report) Plan(f *Finding) (*confirm.Plan, error) {
	switch {
	case f.plan != nil:
		return f.plan, nil
	case r.Program == nil:
		return nil, errors.New("the report does not say how to run it")
	}
	return confirm.New(*r.Program, &f.Finding)
}

// Add takes over the answer of one engine. What an earlier one found already is not shown twice.
func (r *Report) Add(name string, res *engine.Result) {
	r.Turns = append(r.Turns, name)
	at := map[string]int{}
	for i := range r.Findings {
		at[r.Findings[i].Key()] = i
	}
	for _, f := range res.Findings {
		key := f.Key()
		i, known := at[key]
		switch {
		case !known:
			at[key] = len(r.Findings)
			r.Findings = append(r.Findings, Finding{Finding: f, Engine: name, Lines: Lines(f.Trace)})
		case f.Says(&r.Findings[i].Finding): // now there is an execution, or a shorter one
			r.Findings[i] = Finding{Finding: f, Engine: name, Lines: Lines(f.Trace)}
		}
	}
	for _, c := range res.Claims {
		c.Engine = name
		r.Claims = append(r.Claims, c)
	}
	for _, f := range res.Fields {
		f.Engine = name
		r.Fields = append(r.Fields, f)
	}
	r.Assumed = append(r.Assumed, res.Assumed...)
	r.Notes = append(r.Notes, res.Notes...)
}

// settle takes back what an engine could not rule out and another one did, or looked for as far as it can: then it is a remark on that one's claim.
func (r *Report) settle() {
	for _, c := range verdict.Strongest(r.Claims) {
		if c.Verdict != verdict.Proved && c.Verdict != verdict.Bounded && (c.Verdict != verdict.Bug || c.Reason != "") {
			continue
		}
		claim := &r.Claims[slices.IndexFunc(r.Claims, func(d verdict.Claim) bool {
			return d.Property == c.Property && d.Engine == c.Engine && d.Verdict == c.Verdict
		})]
		r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
			if f.Verdict != verdict.Possible || f.Replayed || f.Kind.Property() != c.Property {
				return false
			}
			if c.Verdict != verdict.Proved {
				claim.NotProved = append(claim.NotProved, notProved(&f))
			}
			return true
		})
	}
}

// notProved is a possible failure in a line.
func notProved(f *Finding) string {
	text := fmt.Sprintf("%s: %s", f.Location.Pos, f.Message)
	for _, rel := range f.Related {
		text += fmt.Sprintf(", %s at %s", rel.Message, rel.Location.Pos)
	}
	return text
}

// Undecided is those of some properties about which no engine could say anything.
func (r *Report) Undecided(ps []verdict.Property) (out []verdict.Property) {
	for _, c := range verdict.Strongest(r.Claims) {
		if c.Verdict == verdict.Unknown && slices.Contains(ps, c.Property) {
			out = append(out, c.Property)
		}
	}
	return out
}

// Finish puts everything into the order in which it is shown: findings by place, claims by property, fields by name,
// assumptions by text.
func (r *Report) Finish() {
	r.settle()
	sort.SliceStable(r.Findings, func(i, j int) bool {
		a, b := &r.Findings[i], &r.Findings[j]
		if x, y := a.rank(), b.rank(); x != y {
			return x < y
		}
		if x, y := a.missing(), b.missing(); x != y {
			return x < y
		}
		if a.Location.Pos != b.Location.Pos {
			return a.Location.Before(b.Location.Pos)
		}
		return a.Kind < b.Kind
	})
	order := map[verdict.Property]int{}
	for i, p := range verdict.Properties() {
		order[p] = i
	}
	sort.SliceStable(r.Claims, func(i, j int) bool { return order[r.Claims[i].Property] < order[r.Claims[j].Property] })
	if slices.ContainsFunc(r.Claims, func(c verdict.Claim) bool { return c.Property == verdict.Race && c.Verdict == verdict.Bug }) {
		// What was not proved races, or not: with an execution at hand nobody asks.
		r.Fields = slices.DeleteFunc(r.Fields, func(f verdict.Field) bool { return f.Status == verdict.NotProved || f.Status == verdict.ProvedApart })
	}
	sort.SliceStable(r.Fields, func(i, j int) bool { return r.Fields[i].Name < r.Fields[j].Name })
	sort.Strings(r.Assumed)
	r.Assumed = slices.Compact(r.Assumed)
}

// rank puts what takes threads that interrupt one another first, then what is undecided, then the rest.
func (f *Finding) rank() int {
	switch yes := interleaved(f); {
	case f.Interleaving == nil || yes != nil && *yes:
		return 0
	case yes == nil:
		return 1
	}
	return 2
}

// missing is the preconditions by which findings are grouped that are not interleaved.
func (f *Finding) missing() string {
	if f.Interleaving == nil {
		return ""
	}
	return strings.Join(f.Interleaving.Preconditions, "; ")
}

// Verdict is the worst over all findings and, per property, the strongest claim. A run without any claim is Unknown.
func (r *Report) Verdict() verdict.Verdict {
	worst := verdict.Overall(r.Claims)
	if r.Reason != "" {
		worst = verdict.Worse(worst, verdict.Unknown)
	}
	for _, f := range r.Findings {
		worst = verdict.Worse(worst, f.Verdict)
	}
	return worst
}

// Why is the reason of an Unknown run: the run's own, or the most telling of the properties that are Unknown.
func (r *Report) Why() string {
	if r.Verdict() != verdict.Unknown {
		return ""
	}
	if r.Reason != "" {
		return r.Reason
	}
	why, best := "", verdict.Cause(0)
	for _, c := range verdict.Strongest(r.Claims) {
		if c.Verdict == verdict.Unknown && c.Reason != "" && (why == "" || c.Cause > best) {
			why, best = c.Reason, c.Cause
		}
	}
	if why != "" {
		return why
	}
	return "no engine gave an answer"
}

// Line is one line of a shown trace: consecutive steps of one thread in one source line.
type Line struct {
	Thread int
	Pos    source.Pos
	Func   string
	Text   string
	Values []trace.Value
	Notes  []string
	Does   []string       // what its visible operations do, each word once, in order
	Locks  []string       // what the thread holds at the last of its steps
	Stack  []source.Range // the calls that led here, outermost first
	From   []int          // the earlier lines that this one depends on: what it uses was written there, or that it is executed was decided there
	// Interrupted says that another thread goes on in the middle of the line, Resumed that this is the rest of a line.
	Interrupted, Resumed bool
}

// Lines merges the steps of a trace into lines. A step without a place in the user's files belongs to the line before it. What the kernel does around a driver, which is C that nobody
// wrote, is one line that says so, without values.
func Lines(t trace.Trace) []Line {
	var lines []Line
	at := make([]int, len(t.Steps))        // the line of each step
	last := map[int]int{}                  // the line that each thread was at last
	instr := make([]ir.ID, len(t.Threads)) // the instruction that each thread made last
	for k, s := range t.Steps {
		n := len(lines) - 1
		if n >= 0 && lines[n].Thread == s.Thread && (lines[n].holds(&s) || !s.Pos.IsValid()) {
			l := &lines[n]
			l.Values = mergeValues(l.Values, seen(&s))
			l.Notes = append(l.Notes, s.Notes...)
			l.does(s.Does)
			l.Locks = s.Locks
		} else {
			n++
			l := Line{Thread: s.Thread, Pos: s.Pos.Pos, Func: s.Func, Text: s.Text, Values: mergeValues(nil, seen(&s)), Notes: slices.Clone(s.Notes), Locks: s.Locks, Stack: s.Stack}
			l.does(s.Does)
			if _, ran := last[s.Thread]; l.kernel() {
				l.Func, l.Text = kernel, "goes on"
				if !ran && s.Thread < len(t.Threads) {
					l.Text = "calls " + t.Threads[s.Thread].Name
				}
			}
			// A thread that was interrupted and goes on in the same line at a later instruction is in the middle of it; at an earlier one it has come back to it.
			if b, ok := last[s.Thread]; ok && b < n-1 && lines[b].holds(&s) && s.Thread < len(instr) && s.Instr > instr[s.Thread] {
				lines[b].Interrupted, l.Resumed = true, true
			}
			lines = append(lines, l)
		}
		at[k], last[s.Thread] = n, n
		if s.Thread < len(instr) {
			instr[s.Thread] = s.Instr
		}
		for _, i := range s.From {
			if i < k && at[i] != n {
				lines[n].from(at[i])
			}
		}
	}
	return lines
}

// holds reports whether a step stands in the line.
func (l *Line) holds(s *trace.Step) bool {
	if l.kernel() {
		return s.Pos.File == cparse.AfterFile
	}
	return l.Pos.File == s.Pos.File && l.Pos.Line == s.Pos.Line && l.Func == s.Func
}

// kernel is the function that a line of the harness of a driver is said to be in.
const kernel = "the kernel"

// kernel reports a line of the harness of a driver.
func (l *Line) kernel() bool { return l.Pos.File == cparse.AfterFile }

// seen is the values of a step that are the program's.
func seen(s *trace.Step) []trace.Value {
	if s.Pos.File == cparse.AfterFile {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Values), func(v trace.Value) bool { return strings.HasPrefix(v.Name, harness.Prefix) })
}

func (l *Line) from(i int) {
	if k, ok := slices.BinarySearch(l.From, i); !ok {
		l.From = slices.Insert(l.From, k, i)
	}
}

// pending reports whether a thread stands before the line where the trace ends: it would make an access of a race, or waits in a deadlock.
func (l *Line) pending() bool {
	return slices.ContainsFunc(l.Notes, func(n string) bool { return strings.HasPrefix(n, "about to ") || strings.HasPrefix(n, "waits for ") })
}

// held says which locks the thread holds.
func (l *Line) held() string {
	if len(l.Locks) == 0 {
		return "holds no lock"
	}
	return "holds " + strings.Join(l.Locks, ", ")
}

func (l *Line) does(what string) {
	if what != "" && !slices.Contains(l.Does, what) {
		l.Does = append(l.Does, what)
	}
}

// mergeValues adds values in order; a name that stands there already gets its latest value.
func mergeValues(have, more []trace.Value) []trace.Value {
next:
	for _, v := range more {
		for i := range have {
			if have[i].Name == v.Name {
				if v.Write && !have[i].Write {
					have[i].Was = have[i].Value
				}
				have[i].Value = v.Value
				have[i].Write = have[i].Write || v.Write
				continue next
			}
		}
		have = append(have, v)
	}
	return have
}

// interleaved says whether no sequential run of the same input fails; nil: nobody looked, or it is undecided.
func interleaved(f *Finding) *bool {
	if f.Interleaving == nil {
		return nil
	}
	return f.Interleaving.Interleaved
}
