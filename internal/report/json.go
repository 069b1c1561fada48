package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/internal/confirm"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// The JSON form. Every list is there even when empty, so that readers need no special cases; docs/report.schema.json is
// its description and the tests hold the two together.
type (
	jsonReport struct {
		Heddle   string        `json:"heddle"`
		Verdict  string        `json:"verdict"`
		Findings []jsonFinding `json:"findings"`
		Claims   []jsonClaim   `json:"claims"`
		Pairs    []jsonPair    `json:"pairs,omitempty"` // only of a driver
		Fields   []jsonField   `json:"fields"`
		Reason   string        `json:"reason"`
		Engines  []jsonWork    `json:"engines"`
		Coverage *jsonCoverage `json:"coverage"`
		Assumed  []string      `json:"assumed"`
		Stats    jsonStats     `json:"stats"`
		// Keys that not every report has.
		Incomplete string        `json:"incomplete,omitempty"` // the reason of the run as a whole
		Program    string        `json:"program,omitempty"`
		Files      int           `json:"files,omitempty"`
		Programs   []jsonProgram `json:"programs,omitempty"` // only in a report on several
		// Of a report whose findings were judged: those outside of the verdict, and what the harness would have to assume for them to go.
		SetAside      []jsonFinding `json:"set_aside,omitempty"`
		Preconditions []string      `json:"preconditions,omitempty"`
	}
	// sealedReport is a whole file.
	sealedReport struct {
		jsonReport
		Checksum string `json:"checksum"`
	}
	jsonFinding struct {
		Kind        string `json:"kind"`
		Verdict     string `json:"verdict"`
		Engine      string `json:"engine"`
		Interleaved *bool  `json:"interleaved"`
		// What sequential runs of the same input say, if they were asked.
		Preconditions []string      `json:"preconditions,omitempty"`
		Sequential    []jsonOrder   `json:"sequential,omitempty"`
		Undecided     string        `json:"undecided,omitempty"`
		Message       string        `json:"message"`
		Location      jsonPlace     `json:"location"`
		Related       []jsonRelated `json:"related"`
		Accesses      []jsonAccess  `json:"accesses,omitempty"`
		RestsOn       []jsonCall    `json:"rests_on"`
		Needs         []jsonNeed    `json:"needs,omitempty"`
		Fingerprint   string        `json:"fingerprint"`
		Group         string        `json:"group,omitempty"`
		Object        string        `json:"object,omitempty"`
		Suppressed    *jsonExcuse   `json:"suppressed,omitempty"`
		Bounds        jsonBounds    `json:"bounds"`
		Trace         jsonTrace     `json:"trace"`
		// Execution is what came of running it; missing if it was not run.
		Execution *confirm.Result `json:"execution,omitempty"`
		// Replay is what `heddle replay` needs; missing where there is no execution that could be run.
		Replay *confirm.Saved `json:"replay,omitempty"`
	}
	jsonOrder struct {
		Threads []string `json:"threads"`
		End     string   `json:"end"`
	}
	jsonExcuse struct {
		By       string    `json:"by"`
		Location jsonPlace `json:"location"`
		Reason   string    `json:"reason"`
	}
	jsonBounds struct {
		Rounds     int  `json:"rounds,omitempty"`
		Unwind     int  `json:"unwind,omitempty"`
		Threads    int  `json:"threads,omitempty"`
		UnwindAll  int  `json:"unwind_all,omitempty"`
		ThreadsAll int  `json:"threads_all,omitempty"`
		TS         *int `json:"ts,omitempty"`
		States     int  `json:"states,omitempty"`
	}
	jsonPlace struct {
		File string `json:"file"`
		Line int    `json:"line"`
		Col  int    `json:"col"`
	}
	jsonRelated struct {
		Message  string    `json:"message"`
		Location jsonPlace `json:"location"`
	}
	jsonAccess struct {
		Thread   string     `json:"thread"`
		What     string     `json:"what"`
		Location jsonPlace  `json:"location"`
		Stack    []jsonCall `json:"stack"`
		Locks    []jsonLock `json:"locks"`
	}
	jsonNeed struct {
		Function string    `json:"function,omitempty"`
		What     string    `json:"what"`
		Location jsonPlace `json:"location"`
	}
	jsonLock struct {
		Name    string `json:"name"`
		Shared  bool   `json:"shared"`
		Perhaps bool   `json:"perhaps"`
		Useless string `json:"useless"`
	}
	jsonCall struct {
		Function string    `json:"function"`
		Location jsonPlace `json:"location"`
	}
	jsonTrace struct {
		Threads  []jsonThread `json:"threads"`
		Switches int          `json:"switches"`
		Steps    []jsonStep   `json:"steps"`
	}
	jsonThread struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
	}
	jsonStep struct {
		Thread   int               `json:"thread"`
		File     string            `json:"file"`
		Line     int               `json:"line"`
		Col      int               `json:"col"`
		Function string            `json:"function"`
		Text     string            `json:"text"`
		Values   map[string]string `json:"values"`
		Effects  []jsonEffect      `json:"effects,omitempty"`
		Notes    []string          `json:"notes,omitempty"`
		Does     []string          `json:"does"`
		Locks    []string          `json:"locks"`
		Stack    []jsonPlace       `json:"stack"`
		From     []int             `json:"from,omitempty"`
		// Of a line that another thread interrupts: it is the beginning, or the rest.
		Interrupted bool `json:"interrupted,omitempty"`
		Resumed     bool `json:"resumed,omitempty"`
	}
	jsonEffect struct {
		Name  string `json:"name"`
		Value string `json:"value"`
		Write bool   `json:"write"`
		Was   string `json:"was,omitempty"`
	}
	jsonClaim struct {
		Property  string     `json:"property"`
		Of        []string   `json:"of,omitempty"`
		Engine    string     `json:"engine"`
		Verdict   string     `json:"verdict"`
		Bounds    jsonBounds `json:"bounds"`
		BoundsHit []string   `json:"bounds_hit"`
		Unreached []string   `json:"unreached"`
		NotProved []string   `json:"not_proved"`
		Reason    string     `json:"reason"`
		Why       []string   `json:"why,omitempty"`
		Cause     string     `json:"cause,omitempty"`
		Slicing   *jsonSlice `json:"slicing,omitempty"`
	}
	jsonSlice struct {
		Fields     int      `json:"fields"`
		Tracked    []string `json:"tracked"`
		Iterations int      `json:"iterations"`
		Points     int      `json:"switch_points"`
		Left       int      `json:"switch_points_left"`
		Loops      int      `json:"loops_summarized"`
		Unrolled   int      `json:"loops_unrolled"`
	}
	jsonPair struct {
		Threads []string    `json:"threads"`
		Verdict string      `json:"verdict"`
		Engine  string      `json:"engine"`
		Bounds  *jsonBounds `json:"bounds,omitempty"`
		Reason  string      `json:"reason"`
		Races   []string    `json:"races"`
	}
	jsonField struct {
		Name   string `json:"name"`
		Engine string `json:"engine"`
		Status string `json:"status"`
		Reason string `json:"reason"`
		Races  int    `json:"races"`
	}
)

// JSON writes the report as one JSON object.
func JSON(w io.Writer, r *Report) error { return makeReport(r).write(w) }

func (j jsonReport) write(w io.Writer) error {
	out := sealedReport{jsonReport: j}
	return writeSealed(w, &out, &out.Checksum)
}

func makeReport(r *Report) jsonReport {
	out := jsonReport{
		Heddle:     r.Version,
		Verdict:    r.Verdict().String(),
		Findings:   []jsonFinding{},
		Claims:     []jsonClaim{},
		Fields:     []jsonField{},
		Reason:     r.Why(),
		Incomplete: r.Reason,
		Engines:    makeEngines(r),
		Coverage:   makeCoverage(r.Coverage),
		Assumed:    list(r.Assumed),
		Stats:      makeStats(&r.Stats),
	}
	prints, leaders := r.fingerprints(NewSources(r.Root)), r.leaders()
	for i := range r.Findings {
		f := makeFinding(&r.Findings[i], prints[i])
		if plan, err := r.Plan(&r.Findings[i]); err == nil {
			f.Replay = plan.Save()
		}
		if leaders[i] != i {
			f.Group = prints[leaders[i]]
		}
		out.Findings = append(out.Findings, f)
	}
	for i, print := range (&Report{Findings: r.SetAside}).fingerprints(NewSources(r.Root)) {
		out.SetAside = append(out.SetAside, makeFinding(&r.SetAside[i], print))
	}
	out.Preconditions = r.Preconditions
	for _, c := range r.Claims {
		of := r.RaceOf
		if c.Property != verdict.Race {
			of = nil
		}
		out.Claims = append(out.Claims, jsonClaim{
			Property: string(c.Property), Of: of, Engine: c.Engine, Verdict: c.Verdict.String(), Bounds: jsonBounds(c.Bounds),
			BoundsHit: list(c.BoundsHit), Unreached: list(c.Unreached), NotProved: list(c.NotProved), Reason: c.Reason, Why: c.Why, Cause: causes[c.Cause],
			Slicing: makeSlicing(c.Slicing),
		})
	}
	for _, p := range r.Pairs {
		pair := jsonPair{Threads: p.Threads[:], Verdict: p.Verdict.String(), Engine: p.Engine, Reason: p.Reason, Races: append([]string{}, p.Races...)}
		if p.Verdict == verdict.Bounded && p.Bounds != (verdict.Bounds{}) {
			within := jsonBounds(p.Bounds)
			pair.Bounds = &within
		}
		out.Pairs = append(out.Pairs, pair)
	}
	for _, f := range r.Fields {
		out.Fields = append(out.Fields, jsonField{Name: f.Name, Engine: f.Engine, Status: f.Status, Reason: f.Reason, Races: f.Races})
	}
	return out
}

func makeSlicing(s *verdict.Slicing) *jsonSlice {
	if s == nil {
		return nil
	}
	return &jsonSlice{s.Fields, list(s.Tracked), s.Iterations, s.Points, s.Left, s.Loops, s.Unrolled}
}

// writeJSON writes a value with all characters escaped that could steer a terminal: they are only found in strings.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(printable{w})
	enc.SetIndent("", " ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// printable escapes what cannot be printed. The encoder hands it whole values; nearly all of a trace of many steps goes through as it is.
type printable struct{ w io.Writer }

func (p printable) Write(text []byte) (int, error) {
	done := 0
	for at := 0; at < len(text); {
		if c := text[at]; ' ' <= c && c <= '~' || c == '\n' {
			at++
			continue
		}
		r, size := utf8.DecodeRune(text[at:])
		if unicode.IsPrint(r) {
			at += size
			continue
		}
		escaped := fmt.Sprintf(`\u%04x`, r)
		if hi, lo := utf16.EncodeRune(r); r > 0xffff {
			escaped = fmt.Sprintf(`\u%04x\u%04x`, hi, lo)
		}
		if _, err := p.w.Write(text[done:at]); err != nil {
			return done, err
		}
		if _, err := io.WriteString(p.w, escaped); err != nil {
			return at, err
		}
		at += size
		done = at
	}
	_, err := p.w.Write(text[done:])
	return len(text), err
}

func makeFinding(f *Finding, fingerprint string) jsonFinding {
	out := jsonFinding{
		Kind: string(f.Kind), Verdict: f.Verdict.String(), Engine: f.Engine, Interleaved: interleaved(f), Message: f.Message,
		Location: place(f.Location.Pos), Related: []jsonRelated{}, RestsOn: []jsonCall{}, Fingerprint: fingerprint, Object: f.Object, Bounds: jsonBounds(f.Bounds),
		Trace: jsonTrace{Threads: []jsonThread{}, Switches: f.Switches(), Steps: []jsonStep{}}, Execution: f.Execution,
	}
	if in := f.Interleaving; in != nil {
		out.Preconditions, out.Undecided = in.Preconditions, in.Reason
		for _, o := range in.Orders {
			out.Sequential = append(out.Sequential, jsonOrder(o))
		}
	}
	if s := f.Suppressed; s != nil {
		out.Suppressed = &jsonExcuse{By: s.By, Location: place(s.Place), Reason: s.Reason}
	}
	for _, rel := range slices.Concat(f.Related, f.History) {
		out.Related = append(out.Related, jsonRelated{Message: rel.Message, Location: place(rel.Location.Pos)})
	}
	for _, a := range f.Accesses {
		x := jsonAccess{Thread: a.Thread, What: a.What, Location: place(a.Location.Pos), Stack: []jsonCall{}, Locks: []jsonLock{}}
		for _, c := range a.Stack {
			x.Stack = append(x.Stack, jsonCall{Function: c.Function, Location: place(c.Location.Pos)})
		}
		for _, l := range a.Locks {
			x.Locks = append(x.Locks, jsonLock(l))
		}
		out.Accesses = append(out.Accesses, x)
	}
	for _, c := range f.Trace.Unknown {
		out.RestsOn = append(out.RestsOn, jsonCall{Function: c.Func, Location: place(c.Pos.Pos)})
	}
	for _, n := range f.Needs {
		out.Needs = append(out.Needs, jsonNeed{Function: n.Who, What: n.Text, Location: place(n.Location.Pos)})
	}
	for i, t := range f.Trace.Threads {
		out.Trace.Threads = append(out.Trace.Threads, jsonThread{ID: i, Name: t.Name})
	}
	for _, l := range f.Lines {
		values := map[string]string{}
		var effects []jsonEffect
		for _, v := range l.Values {
			values[v.Name] = v.Value
			effects = append(effects, jsonEffect(v))
		}
		stack := []jsonPlace{}
		for _, call := range l.Stack {
			stack = append(stack, place(call.Pos))
		}
		out.Trace.Steps = append(out.Trace.Steps, jsonStep{
			Thread: l.Thread, File: l.Pos.File, Line: l.Pos.Line, Col: l.Pos.Col, Function: l.Func, Text: l.Text, Values: values, Effects: effects, Notes: l.Notes, Does: list(l.Does), Locks: list(l.Locks), Stack: stack, From: l.From, Interrupted: l.Interrupted, Resumed: l.Resumed,
		})
	}
	return out
}

func place(p source.Pos) jsonPlace { return jsonPlace{File: p.File, Line: p.Line, Col: p.Col} }

func list(xs []string) []string {
	if xs == nil {
		return []string{}
	}
	return xs
}
