package report

import (
	"io"
	"slices"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// Part is the report on one program of a project.
type Part struct {
	Program string // the file that defines main
	Files   int    // how many it has
	Report  *Report
}

// jsonProgram is the result for one program, in a report on several.
type jsonProgram struct{ jsonReport }

// JSONParts writes the reports on several programs as one JSON object: the key programs has each by itself, and the rest is the combined report, so that
// readers of the verdict and the findings need not know how many programs there are.
func JSONParts(w io.Writer, parts []Part) error {
	if len(parts) == 1 {
		one := makeReport(parts[0].Report)
		one.Program, one.Files = parts[0].Program, parts[0].Files
		return one.write(w)
	}
	worst := verdict.Proved
	for _, p := range parts {
		worst = verdict.Worse(worst, p.Report.Verdict())
	}
	all := jsonReport{Verdict: worst.String(), Findings: []jsonFinding{}, Claims: []jsonClaim{}, Fields: []jsonField{}, Engines: []jsonWork{}, Assumed: []string{}}
	for _, p := range parts {
		one := makeReport(p.Report)
		all.Heddle = one.Heddle
		all.Findings = append(all.Findings, one.Findings...)
		all.Claims = append(all.Claims, one.Claims...)
		all.Pairs = append(all.Pairs, one.Pairs...)
		all.Fields = append(all.Fields, one.Fields...)
		for _, a := range one.Assumed {
			if !slices.Contains(all.Assumed, a) {
				all.Assumed = append(all.Assumed, a)
			}
		}
		if all.Reason == "" && p.Report.Verdict() == worst && one.Reason != "" {
			all.Reason = p.Program + ": " + one.Reason
		}
		all.Stats.Seconds += one.Stats.Seconds
		all.Stats.Work = append(all.Stats.Work, one.Stats.Work...)
		all.Stats.PeakMB = max(all.Stats.PeakMB, one.Stats.PeakMB)
		one.Program, one.Files = p.Program, p.Files
		all.Programs = append(all.Programs, jsonProgram{one})
	}
	return all.write(w)
}
