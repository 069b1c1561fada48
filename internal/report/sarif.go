package report

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// SARIF 2.1.0, the form that code reviews read. Viewers show one flow of a result at a time, so the first flow is the whole interleaving, each step naming its thread; the
// second has a flow per thread, with the order of execution, for viewers that can show them side by side.
//
// The large code host shows 5,000 results of a run and 1,000 places of a result, and reads the fingerprint primaryLocationLineHash alone. What is more is left out and counted.

const (
	sarifResults = 5000
	sarifPlaces  = 500 // of each of the two flows
)

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool                 `json:"tool"`
		Invocations []sarifInvocation         `json:"invocations"`
		Bases       map[string]sarifDirectory `json:"originalUriBaseIds,omitempty"`
		ColumnKind  string                    `json:"columnKind"`
		Results     []sarifResult             `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID     string        `json:"id"`
		Short  sarifText     `json:"shortDescription"`
		Full   sarifText     `json:"fullDescription"`
		Config sarifSeverity `json:"defaultConfiguration"`
	}
	sarifSeverity struct {
		Level string `json:"level"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifDirectory struct {
		URI string `json:"uri"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Kind         string            `json:"kind"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Related      []sarifLocation   `json:"relatedLocations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Flows        []sarifFlow       `json:"codeFlows,omitempty"`
		Suppressions []sarifExcuse     `json:"suppressions,omitempty"`
		Baseline     string            `json:"baselineState,omitempty"`
		Properties   sarifProperties   `json:"properties"`
	}
	sarifExcuse struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification,omitempty"`
	}
	sarifProperties struct {
		Verdict string     `json:"verdict"`
		Engine  string     `json:"engine"`
		Bounds  jsonBounds `json:"bounds"`
		// Interleaved and Execution are missing where nobody looked.
		Interleaved *bool  `json:"interleaved,omitempty"`
		Execution   string `json:"execution,omitempty"`
		// Needs is what a POSSIBLE takes of what the program does not contain.
		Needs []string `json:"needs,omitempty"`
	}
	sarifLocation struct {
		ID       int           `json:"id,omitempty"`
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifText    `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
		Col  int `json:"startColumn,omitempty"`
	}
	sarifFlow struct {
		Message sarifText         `json:"message"`
		Threads []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		ID        string      `json:"id"`
		Message   sarifText   `json:"message"`
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location   sarifLocation `json:"location"`
		Order      int           `json:"executionOrder"`
		Importance string        `json:"importance"`
	}
)

// rootName is what paths in a SARIF log are relative to.
const rootName = "SRCROOT"

// SARIF writes the report on a program as a SARIF log.
func SARIF(w io.Writer, r *Report) error { return SARIFParts(w, []Part{{Report: r}}) }

// SARIFParts writes the reports on several programs as one log with a run for each.
func SARIFParts(w io.Writer, parts []Part) error {
	log := sarifLog{Schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{}}
	for _, p := range parts {
		log.Runs = append(log.Runs, (&sarifWriter{Report: p.Report, src: NewSources(p.Report.Root)}).run(p.Program))
	}
	return writeJSON(w, log)
}

type sarifWriter struct {
	*Report
	src *Sources
}

func (w *sarifWriter) run(program string) sarifRun {
	out := sarifRun{
		Tool: sarifTool{sarifDriver{Name: "heddle", Version: w.Version, Rules: []sarifRule{}}}, ColumnKind: "unicodeCodePoints", Results: []sarifResult{},
		Invocations: []sarifInvocation{w.invocation(program)},
	}
	if w.src.Root != "" {
		out.Bases = map[string]sarifDirectory{rootName: {fileURI(w.src.Root) + "/"}}
	}
	prints := w.fingerprints(w.src)
	order := make([]int, len(w.Findings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return -cmp.Compare(w.severity(i), w.severity(j)) })
	if n := len(order) - sarifResults; n > 0 {
		order = order[:sarifResults]
		out.Invocations[0].Notifications = append(out.Invocations[0].Notifications, sarifNotification{"warning", text("%d more findings are not listed", n)})
	}
	at := map[verdict.Kind]int{}
	for _, i := range order {
		f := &w.Findings[i]
		rule, ok := at[f.Kind]
		if !ok {
			rule = len(out.Tool.Driver.Rules)
			at[f.Kind] = rule
			out.Tool.Driver.Rules = append(out.Tool.Driver.Rules, sarifRule{
				ID: string(f.Kind), Short: text("%s", kinds[f.Kind].what), Full: text("%s", kinds[f.Kind].means), Config: sarifSeverity{"error"},
			})
		}
		out.Results = append(out.Results, w.result(f, rule, prints[i]))
	}
	return out
}

func (w *sarifWriter) severity(i int) int {
	if w.Findings[i].Verdict == verdict.Bug {
		return 1
	}
	return 0
}

// invocation says whether the run decided what it was asked: a run that did not is not a clean one.
func (w *sarifWriter) invocation(program string) sarifInvocation {
	out := sarifInvocation{Successful: true}
	say := func(level, format string, args ...any) {
		out.Notifications = append(out.Notifications, sarifNotification{level, text(format, args...)})
	}
	if program != "" {
		say("note", "program %s", program)
	}
	if w.Reason != "" || len(w.Claims) == 0 {
		out.Successful = false
		say("error", "UNKNOWN: %s", w.Why())
	}
	for _, c := range verdict.Strongest(w.Claims) {
		b := &strings.Builder{}
		w.writeClaim(b, c)
		level := "note"
		if c.Verdict == verdict.Unknown {
			out.Successful = false
			level = "error"
		}
		say(level, "%s", strings.TrimSpace(b.String()))
	}
	for _, a := range w.Assumed {
		say("note", "assumed: %s", a)
	}
	return out
}

func (w *sarifWriter) result(f *Finding, rule int, print string) sarifResult {
	out := sarifResult{
		RuleID: string(f.Kind), RuleIndex: rule, Kind: "fail", Level: "error", Message: text("%s", f.Message),
		Locations:    []sarifLocation{w.location(f.Location.Pos, "")},
		Fingerprints: map[string]string{"primaryLocationLineHash": print},
		Properties:   sarifProperties{Verdict: f.Verdict.String(), Engine: plain(f.Engine), Bounds: jsonBounds(f.Bounds), Interleaved: interleaved(f)},
	}
	if f.Execution != nil {
		out.Properties.Execution = plain(f.Execution.String())
	}
	if f.Verdict != verdict.Bug {
		out.Level = "warning"
	}
	for _, n := range f.Needs {
		out.Properties.Needs = append(out.Properties.Needs, plain(n.String()))
	}
	if len(f.Needs) > 0 {
		out.Message.Text += ", " + linkText(f.condition())
	}
	if s := f.Suppressed; s != nil {
		kind := map[bool]string{true: "inSource", false: "external"}[s.By == "comment"]
		out.Suppressions = []sarifExcuse{{kind, plain(s.Reason)}}
		if s.By == "baseline" {
			out.Baseline = "unchanged"
		}
	}
	for _, rel := range slices.Concat(f.Related, f.History) {
		l := w.location(rel.Location.Pos, rel.Message)
		l.ID = len(out.Related) + 1
		out.Related = append(out.Related, l)
		out.Message.Text += fmt.Sprintf(" ([%s](%d))", linkText(rel.Message), l.ID)
	}
	if len(f.Lines) > 0 {
		out.Flows = []sarifFlow{w.interleaving(f), w.perThread(f)}
	}
	return out
}

// interleaving is the execution as one flow. Of one that is too long the last part is shown: there it fails.
func (w *sarifWriter) interleaving(f *Finding) sarifFlow {
	flow := sarifThreadFlow{ID: "interleaving", Message: text("all threads, in the order of execution"), Locations: []sarifStep{}}
	from := max(0, len(f.Lines)-sarifPlaces)
	folded := f.foldedLines()
	for i, l := range f.Lines[from:] {
		s := w.step(l, from+i, fmt.Sprintf("thread %d (%s)", l.Thread, threadName(f.Trace, l.Thread)))
		if folded[from+i] {
			s.Importance = "unimportant"
		}
		if i > 0 && f.Lines[from+i-1].Thread != l.Thread {
			s.Importance = "essential"
		}
		flow.Locations = append(flow.Locations, s)
	}
	msg := text("the interleaving that fails")
	if from > 0 {
		msg = text("the last %d of %d steps of the interleaving that fails", len(f.Lines)-from, len(f.Lines))
	}
	return sarifFlow{Message: msg, Threads: []sarifThreadFlow{flow}}
}

// perThread is the same steps with a flow for each thread.
func (w *sarifWriter) perThread(f *Finding) sarifFlow {
	out := sarifFlow{Message: text("the same, thread by thread"), Threads: []sarifThreadFlow{}}
	at := map[int]int{}
	from := max(0, len(f.Lines)-sarifPlaces)
	for i, l := range f.Lines[from:] {
		k, ok := at[l.Thread]
		if !ok {
			k = len(out.Threads)
			at[l.Thread] = k
			out.Threads = append(out.Threads, sarifThreadFlow{ID: fmt.Sprintf("thread %d", l.Thread), Message: text("thread %d: %s", l.Thread, threadName(f.Trace, l.Thread))})
		}
		out.Threads[k].Locations = append(out.Threads[k].Locations, w.step(l, from+i, ""))
	}
	return out
}

func (w *sarifWriter) step(l Line, order int, who string) sarifStep {
	parts := []string{}
	for _, s := range []string{who, shorten(l.Text), remarks(l)} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return sarifStep{Location: w.location(l.Pos, strings.Join(parts, ": ")), Order: order + 1, Importance: "important"}
}

func (w *sarifWriter) location(p source.Pos, message string) sarifLocation {
	out := sarifLocation{Physical: sarifPhysical{Artifact: w.artifact(p.File)}}
	if p.IsValid() {
		out.Physical.Region = &sarifRegion{Line: p.Line, Col: max(w.src.Column(p), 0)}
	}
	if message != "" {
		t := text("%s", message)
		out.Message = &t
	}
	return out
}

func (w *sarifWriter) artifact(name string) sarifArtifact {
	if name == "" {
		return sarifArtifact{URI: "unknown"}
	}
	rel, below := w.src.Relative(name)
	if below {
		return sarifArtifact{URI: (&url.URL{Path: rel}).String(), Base: rootName}
	}
	if strings.HasPrefix(rel, "/") {
		return sarifArtifact{URI: fileURI(rel)}
	}
	return sarifArtifact{URI: (&url.URL{Path: rel}).String()}
}

// fileURI is an absolute path as an address.
func fileURI(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// text is a message. Characters that change a terminal or a page are shown as what they are.
func text(format string, args ...any) sarifText {
	return sarifText{plain(fmt.Sprintf(format, args...))}
}

// linkText is a message that can stand in a link.
func linkText(s string) string {
	return strings.NewReplacer("[", "(", "]", ")", "\\", "/", "\n", " ").Replace(plain(s))
}
