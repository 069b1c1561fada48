package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Report is the answer of one run.
type Report struct {
	Version  string
	Findings []Finding
	Claims   []verdict.Claim
	Fields   []verdict.Field // where an engine looked for races field by field
	Reason   string          // why the run as a whole is Unknown, if no claim says it: a time-out before any engine answered
	Assumed  []string
	Coverage *reach.Coverage // what some execution reached; nil: no engine got to work
	Notes    []string        // remarks for people, on standard error
	Stats    Stats
}

// Stats is the only part that differs between two runs on the same input.
type Stats struct {
	Seconds float64
	PeakMB  int
}

// Finding is a finding and who made it.
type Finding struct {
	verdict.Finding
	Engine string
	Lines  []Line // the trace, one entry per source line executed
}

// Add takes over the answer of one engine. What an earlier one found already is not shown twice.
func (r *Report) Add(name string, res *engine.Result) {
	for _, f := range res.Findings {
		if r.has(f) {
			continue
		}
		r.Findings = append(r.Findings, Finding{Finding: f, Engine: name, Lines: Lines(f.Trace)})
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

// has reports whether the same failure is there already.
func (r *Report) has(f verdict.Finding) bool {
	return slices.ContainsFunc(r.Findings, func(g Finding) bool { return g.Key() == f.Key() })
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
	sort.SliceStable(r.Findings, func(i, j int) bool {
		a, b := r.Findings[i], r.Findings[j]
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
	sort.SliceStable(r.Fields, func(i, j int) bool { return r.Fields[i].Name < r.Fields[j].Name })
	sort.Strings(r.Assumed)
	r.Assumed = slices.Compact(r.Assumed)
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
}

// Lines merges the steps of a trace into lines. A step without a place in the user's files belongs to the line before it.
func Lines(t trace.Trace) []Line {
	var lines []Line
	for _, s := range t.Steps {
		if n := len(lines); n > 0 {
			l := &lines[n-1]
			here := l.Pos.File == s.Pos.File && l.Pos.Line == s.Pos.Line && l.Func == s.Func
			if l.Thread == s.Thread && (here || !s.Pos.IsValid()) {
				l.Values = mergeValues(l.Values, s.Values)
				l.Notes = append(l.Notes, s.Notes...)
				continue
			}
		}
		lines = append(lines, Line{Thread: s.Thread, Pos: s.Pos.Pos, Func: s.Func, Text: s.Text, Values: mergeValues(nil, s.Values), Notes: slices.Clone(s.Notes)})
	}
	return lines
}

// mergeValues adds values in order; a name that stands there already gets its latest value.
func mergeValues(have, more []trace.Value) []trace.Value {
next:
	for _, v := range more {
		for i := range have {
			if have[i].Name == v.Name {
				have[i].Value = v.Value
				have[i].Write = have[i].Write || v.Write
				continue next
			}
		}
		have = append(have, v)
	}
	return have
}

// interleaved reports whether the shown execution interrupts a thread and lets it go on later.
func interleaved(f *Finding) bool {
	ended := map[int]bool{}
	for i, l := range f.Lines {
		if ended[l.Thread] {
			return true
		}
		if i+1 < len(f.Lines) && f.Lines[i+1].Thread != l.Thread {
			ended[l.Thread] = true
		}
	}
	return f.Kind == verdict.KindRace
}

// fingerprints names each finding by what it is about and not by its position, so that it survives edits elsewhere in
// the file: kind, file name, and the source text of its places. Equal ones are told apart by a number.
func (r *Report) fingerprints() []string {
	seen := map[string]int{}
	out := make([]string, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		parts := []string{string(f.Kind), filepath.Base(f.Location.File), f.textAt(f.Location.Pos), f.Message}
		for _, rel := range f.Related {
			parts = append(parts, filepath.Base(rel.Location.File), f.textAt(rel.Location.Pos))
		}
		sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		fp := hex.EncodeToString(sum[:8])
		seen[fp]++
		if n := seen[fp]; n > 1 {
			fp = fmt.Sprintf("%s-%d", fp, n)
		}
		out[i] = fp
	}
	return out
}

// textAt is the source text that the trace shows at a place, empty if the trace does not go there.
func (f *Finding) textAt(p source.Pos) string {
	for _, l := range f.Lines {
		if l.Pos.File == p.File && l.Pos.Line == p.Line {
			return l.Text
		}
	}
	return ""
}
