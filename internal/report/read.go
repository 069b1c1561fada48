package report

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Reports that were saved as JSON, read back. Nothing in them is believed that does not fit together: a report that was cut off, edited, written by another tool or by a newer version is
// refused with the place where that shows. What is read back is shown as it was; verdicts are not made from it, but checked against it.

// Read reads a report that JSONParts wrote. version is that of this heddle: what a newer one wrote is not understood.
func Read(name string, data []byte, version string) ([]Part, error) {
	var j sealedReport
	d := newDecoder(name, data)
	if err := d.newer(version); err != nil {
		return nil, err
	}
	if err := d.decode(&j); err != nil {
		return nil, err
	}
	if err := d.knows(j.Heddle, version); err != nil {
		return nil, err
	}
	parts, err := d.parts(&j.jsonReport)
	if err != nil {
		return nil, err
	}
	edited, err := d.sealed(j.Checksum)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if edited && !slices.Contains(p.Report.Assumed, wasEdited) {
			p.Report.Assumed = append(p.Report.Assumed, wasEdited)
		}
	}
	return parts, nil
}

// parts takes over the reports of a file.
func (d *decoder) parts(j *jsonReport) ([]Part, error) {
	if len(j.Programs) == 0 {
		r, err := d.report(j)
		if err != nil {
			return nil, err
		}
		return []Part{{Program: j.Program, Files: j.Files, Report: r}}, nil
	}
	var parts []Part
	worst := verdict.Proved
	for i := range j.Programs {
		p := &j.Programs[i]
		if len(p.Programs) > 0 {
			return nil, d.wrong("programs[%d] holds programs itself", i)
		}
		r, err := d.report(&p.jsonReport)
		if err != nil {
			return nil, err
		}
		worst = verdict.Worse(worst, r.Verdict())
		parts = append(parts, Part{Program: p.Program, Files: p.Files, Report: r})
	}
	if worst.String() != j.Verdict {
		return nil, d.wrong("the verdict is %s, and the worst of the programs is %s", j.Verdict, worst)
	}
	return parts, nil
}

// wrong says that a report is no report of heddle's, or no longer one.
func (d *decoder) wrong(format string, args ...any) error {
	return diag.Errorf(source.Range{Pos: source.Pos{File: d.name, Line: 1, Col: 1}}, "this is no %s that heddle wrote: %s", d.what, fmt.Sprintf(format, args...)).WithDetail("%s", d.again())
}

var versionNumber = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)`)

// newer refuses what a newer version wrote, whatever else it has: a key that is not known yet is no damage.
func (d *decoder) newer(version string) error {
	var j struct{ Heddle string }
	if json.Unmarshal(d.data, &j) != nil || !versionNumber.MatchString(j.Heddle) {
		return nil // what is wrong is found when it is read
	}
	return d.knows(j.Heddle, version)
}

// knows refuses the reports of newer versions, and what has no version of heddle.
func (d *decoder) knows(wrote, reads string) error {
	if wrote == reads {
		return nil // of a build without a number, too
	}
	w, r := versionNumber.FindStringSubmatch(wrote), versionNumber.FindStringSubmatch(reads)
	if w == nil {
		return d.wrong("%q is no version of heddle", wrote)
	}
	for i := 1; i < len(w) && r != nil; i++ {
		a, errA := strconv.Atoi(w[i])
		b, errB := strconv.Atoi(r[i])
		if errA != nil || errB != nil || a > b {
			return diag.Errorf(source.Range{Pos: source.Pos{File: d.name, Line: 1, Col: 1}}, "this %s is of heddle %s, which is newer than this one, %s", d.what, wrote, reads).WithDetail("use that version, or write it again with this one")
		}
		if a < b {
			break
		}
	}
	return nil
}

// report takes over the report on one program.
func (d *decoder) report(j *jsonReport) (*Report, error) {
	r := &Report{Version: j.Heddle, Reason: j.Incomplete, Assumed: j.Assumed, Stats: j.Stats.read(), Coverage: readCoverage(j.Coverage)}
	for i := range j.Findings {
		f, err := d.finding(&j.Findings[i], fmt.Sprintf("findings[%d]", i))
		if err != nil {
			return nil, err
		}
		r.Findings = append(r.Findings, f)
	}
	for i := range j.SetAside {
		f, err := d.finding(&j.SetAside[i], fmt.Sprintf("set_aside[%d]", i))
		if err != nil {
			return nil, err
		}
		r.SetAside = append(r.SetAside, f)
	}
	r.Preconditions = j.Preconditions
	for i, c := range j.Claims {
		v, ok := verdictNamed(c.Verdict)
		cause, known := causeNamed(c.Cause)
		if !ok || !known || !slices.Contains(verdict.Properties(), verdict.Property(c.Property)) {
			return nil, d.wrong("claims[%d] says %q of %q", i, c.Verdict, c.Property)
		}
		r.Claims = append(r.Claims, verdict.Claim{
			Property: verdict.Property(c.Property), Engine: c.Engine, Verdict: v, Bounds: verdict.Bounds(c.Bounds), BoundsHit: c.BoundsHit, Unreached: c.Unreached, NotProved: c.NotProved, Reason: c.Reason, Why: c.Why, Cause: cause,
			Slicing: (*verdict.Slicing)(c.Slicing),
		})
		if len(c.Of) > 0 {
			r.RaceOf = c.Of
		}
	}
	for i, p := range j.Pairs {
		v, ok := verdictNamed(p.Verdict)
		if !ok || len(p.Threads) != 2 {
			return nil, d.wrong("pairs[%d] says %q of %d threads", i, p.Verdict, len(p.Threads))
		}
		r.Pairs = append(r.Pairs, verdict.Pair{Threads: [2]string(p.Threads), Verdict: v, Engine: p.Engine, Reason: p.Reason, Races: p.Races})
	}
	for _, f := range j.Fields {
		r.Fields = append(r.Fields, verdict.Field(f))
	}
	for _, e := range j.Engines {
		r.Turns = append(r.Turns, e.Engine)
	}
	if v := r.Verdict().String(); v != j.Verdict {
		return nil, d.wrong("the verdict is %s, and what is found and claimed makes it %s", j.Verdict, v)
	}
	return r, nil
}

var fingerprintForm = regexp.MustCompile(`^[0-9a-f]{16}(-[0-9]+)?$`)

func (d *decoder) finding(j *jsonFinding, path string) (Finding, error) {
	v, ok := verdictNamed(j.Verdict)
	if kind := verdict.Kind(j.Kind); !ok || v != verdict.Bug && v != verdict.Possible || !slices.Contains(verdict.Kinds(), kind) {
		return Finding{}, d.wrong("%s is a %q %q", path, j.Verdict, j.Kind)
	}
	if !fingerprintForm.MatchString(j.Fingerprint) {
		return Finding{}, d.wrong("%s.fingerprint is %q", path, j.Fingerprint)
	}
	f := Finding{Engine: j.Engine, print: j.Fingerprint, Execution: j.Execution}
	if j.Replay != nil {
		plan, err := j.Replay.Plan()
		if err != nil {
			return f, d.wrong("%s.replay: %v", path, err)
		}
		f.plan = plan
	}
	if s := j.Suppressed; s != nil {
		if !slices.Contains([]string{"comment", "file", "baseline"}, s.By) {
			return f, d.wrong("%s is suppressed by %q", path, s.By)
		}
		f.Suppressed = &Suppression{By: s.By, Place: rangeOf(s.Location).Pos, Reason: s.Reason}
	}
	if j.Interleaved != nil || j.Undecided != "" || len(j.Sequential) > 0 {
		in := &verdict.Interleaving{Interleaved: j.Interleaved, Reason: j.Undecided, Preconditions: j.Preconditions}
		for _, o := range j.Sequential {
			in.Orders = append(in.Orders, verdict.Order(o))
		}
		f.Interleaving = in
	}
	f.Verdict, f.Kind, f.Message, f.Object, f.Bounds = v, verdict.Kind(j.Kind), j.Message, j.Object, verdict.Bounds(j.Bounds)
	f.Location = rangeOf(j.Location)
	for _, rel := range j.Related {
		f.Related = append(f.Related, verdict.Place{Message: rel.Message, Location: rangeOf(rel.Location)})
	}
	for _, a := range j.Accesses {
		x := verdict.Access{Thread: a.Thread, What: a.What, Location: rangeOf(a.Location)}
		for _, c := range a.Stack {
			x.Stack = append(x.Stack, verdict.Frame{Function: c.Function, Location: rangeOf(c.Location)})
		}
		for _, l := range a.Locks {
			x.Locks = append(x.Locks, verdict.HeldLock(l))
		}
		f.Accesses = append(f.Accesses, x)
	}
	for _, c := range j.RestsOn {
		f.Trace.Unknown = append(f.Trace.Unknown, trace.Call{Func: c.Function, Pos: rangeOf(c.Location)})
	}
	for _, n := range j.Needs {
		f.Needs = append(f.Needs, verdict.Need{Who: n.Function, Text: n.What, Location: rangeOf(n.Location)})
	}
	for i, t := range j.Trace.Threads {
		if t.ID != i {
			return f, d.wrong("%s.trace.threads[%d] is number %d", path, i, t.ID)
		}
		f.Trace.Threads = append(f.Trace.Threads, trace.Thread{Name: t.Name})
	}
	for i := range j.Trace.Steps {
		l, err := d.line(&j.Trace.Steps[i], i, len(f.Trace.Threads), fmt.Sprintf("%s.trace.steps[%d]", path, i))
		if err != nil {
			return f, err
		}
		f.Lines = append(f.Lines, l)
	}
	if f.Switches() != j.Trace.Switches {
		return f, d.wrong("%s.trace has %d switches and not %d", path, f.Switches(), j.Trace.Switches)
	}
	return f, nil
}

func (d *decoder) line(s *jsonStep, i, threads int, path string) (Line, error) {
	l := Line{
		Thread: s.Thread, Pos: source.Pos{File: s.File, Line: s.Line, Col: s.Col}, Func: s.Function, Text: s.Text, Notes: s.Notes, Does: s.Does, Locks: s.Locks, From: s.From,
		Interrupted: s.Interrupted, Resumed: s.Resumed,
	}
	if s.Thread < 0 || s.Thread >= threads {
		return l, d.wrong("%s is of thread %d of %d", path, s.Thread, threads)
	}
	for k, from := range s.From {
		if from < 0 || from >= i || k > 0 && s.From[k-1] >= from {
			return l, d.wrong("%s.from is %v", path, s.From)
		}
	}
	for _, e := range s.Effects {
		l.Values = append(l.Values, trace.Value(e))
	}
	if s.Effects == nil { // of a version that did not tell reads from writes
		for name, value := range s.Values {
			l.Values = append(l.Values, trace.Value{Name: name, Value: value})
		}
		slices.SortFunc(l.Values, func(a, b trace.Value) int { return strings.Compare(a.Name, b.Name) })
	}
	for _, p := range s.Stack {
		l.Stack = append(l.Stack, rangeOf(p))
	}
	return l, nil
}

func rangeOf(p jsonPlace) source.Range { return source.At(p.File, p.Line, p.Col) }

func readCoverage(j *jsonCoverage) *reach.Coverage {
	if j == nil {
		return nil
	}
	places := func(list []jsonNamed) (out []reach.Place) {
		for _, n := range list {
			out = append(out, reach.Place{Name: n.Name, Pos: rangeOf(n.Location).Pos})
		}
		return out
	}
	return &reach.Coverage{
		Threads: j.Threads, Partial: !j.Complete, Starts: reach.Count(j.Starts), Callbacks: reach.Count(j.Callbacks), Functions: reach.Count(j.Functions), Lines: reach.Count(j.Lines),
		NoStarts: places(j.NoStarts), NoCallbacks: places(j.NoCallbacks), NoFunctions: places(j.NoFunctions),
	}
}

func verdictNamed(name string) (verdict.Verdict, bool) {
	for v := verdict.Unknown; v <= verdict.Proved; v++ {
		if v.String() == name {
			return v, true
		}
	}
	return verdict.Unknown, false
}

// causes names the causes of an UNKNOWN.
var causes = map[verdict.Cause]string{verdict.Method: "", verdict.Limit: "limit", verdict.Obstacle: "obstacle"}

func causeNamed(name string) (verdict.Cause, bool) {
	for c, n := range causes {
		if n == name {
			return c, true
		}
	}
	return verdict.Method, false
}
