package report

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// A baseline is the findings that were there before: only what is new fails. It holds fingerprints, so that edits elsewhere do not matter; what else it holds is for people who read it in a review.

type (
	jsonBaseline struct {
		Heddle   string      `json:"heddle"`
		Baseline []jsonKnown `json:"baseline"`
		Checksum string      `json:"checksum"`
	}
	jsonKnown struct {
		Fingerprint string    `json:"fingerprint"`
		Kind        string    `json:"kind"`
		Verdict     string    `json:"verdict"`
		Message     string    `json:"message"`
		Location    jsonPlace `json:"location"`
	}
)

// WriteBaseline writes the findings of some reports, each once, but for those that comments and files of suppressions speak of. Paths are as seen from the root.
func WriteBaseline(w io.Writer, parts []Part) error {
	out := jsonBaseline{Baseline: []jsonKnown{}}
	seen := map[string]bool{}
	for _, p := range parts {
		out.Heddle = p.Report.Version
		src := NewSources(p.Report.Root)
		for i, print := range p.Report.fingerprints(src) {
			f := &p.Report.Findings[i]
			if seen[print] || f.Suppressed != nil && f.Suppressed.By != "baseline" {
				continue
			}
			seen[print] = true
			at := place(f.Location.Pos)
			at.File, _ = src.Relative(at.File)
			out.Baseline = append(out.Baseline, jsonKnown{Fingerprint: print, Kind: string(f.Kind), Verdict: f.Verdict.String(), Message: f.Message, Location: at})
		}
	}
	return writeSealed(w, &out, &out.Checksum)
}

// ReadBaseline reads what WriteBaseline wrote, or a JSON report. version is that of this heddle.
func ReadBaseline(name string, data []byte, version string) ([]*Rule, error) {
	var j jsonBaseline
	d := newDecoder(name, data)
	edited := false
	if bytes.Contains(data, []byte(`"baseline"`)) {
		d.what = "baseline"
		if err := d.newer(version); err != nil {
			return nil, err
		}
		if err := d.decode(&j); err != nil {
			return nil, err
		}
		if err := d.knows(j.Heddle, version); err != nil {
			return nil, err
		}
		var err error
		if edited, err = d.sealed(j.Checksum); err != nil {
			return nil, err
		}
	} else {
		parts, err := Read(name, data, version)
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			edited = edited || slices.Contains(p.Report.Assumed, wasEdited)
			for i := range p.Report.Findings {
				f := &p.Report.Findings[i]
				j.Baseline = append(j.Baseline, jsonKnown{Fingerprint: f.print, Kind: string(f.Kind), Verdict: f.Verdict.String(), Location: place(f.Location.Pos)})
			}
		}
	}
	var rules []*Rule
	reason := ""
	if edited {
		reason = wasEdited
	}
	for i, k := range j.Baseline {
		v, ok := verdictNamed(k.Verdict)
		if _, err := kindNamed(k.Kind); err != nil || !ok || v != verdict.Bug && v != verdict.Possible || !fingerprintForm.MatchString(k.Fingerprint) {
			return nil, d.wrong("baseline[%d] is a %q %q with fingerprint %q", i, k.Verdict, k.Kind, k.Fingerprint)
		}
		rules = append(rules, &Rule{
			Suppression: Suppression{By: "baseline", Place: source.Pos{File: name}, Reason: reason}, what: fmt.Sprintf("its entry for %s %s at %s", k.Verdict, k.Kind, rangeOf(k.Location).Pos),
			// What was only possible then, and now has an execution, is news.
			match: func(_ *Report, f *Finding, fingerprint string, _ *Sources) bool {
				return fingerprint == k.Fingerprint && f.Kind == verdict.Kind(k.Kind) && (v == verdict.Bug || f.Verdict == verdict.Possible)
			},
		})
	}
	return rules, nil
}
