package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// Stats is the only part that differs between two runs on the same input.
type Stats struct {
	Seconds float64
	PeakMB  int
	Work    []Spent // of each part of the run, in the order in which they began
}

// Spent is what a part of a run did: units of a microsecond each on the machine on which they were fitted, and the seconds that it took here.
type Spent struct {
	Name    string
	Units   int64
	Seconds float64
	By      map[string]int64 // units by what was done
}

type (
	jsonStats struct {
		Seconds float64     `json:"seconds"`
		PeakMB  int         `json:"peak_mb"`
		Work    []jsonSpent `json:"work,omitempty"`
	}
	jsonSpent struct {
		Name    string           `json:"name"`
		Units   int64            `json:"units"`
		Seconds float64          `json:"seconds"`
		By      map[string]int64 `json:"by"`
	}
)

func makeStats(s *Stats) jsonStats {
	milli := func(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }
	out := jsonStats{Seconds: milli(s.Seconds), PeakMB: s.PeakMB}
	for _, w := range s.Work {
		out.Work = append(out.Work, jsonSpent{w.Name, w.Units, milli(w.Seconds), w.By})
	}
	return out
}

func (j *jsonStats) read() Stats {
	out := Stats{Seconds: j.Seconds, PeakMB: j.PeakMB}
	for _, w := range j.Work {
		out.Work = append(out.Work, Spent(w))
	}
	return out
}

// WriteStats writes what each part of the runs did, a line each, what most of it was first.
func WriteStats(w io.Writer, parts []Part) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, p := range parts {
		if p.Program != "" && len(parts) > 1 {
			fmt.Fprintln(t, p.Program)
		}
		fmt.Fprintln(t, "part\tunits\tseconds\tof that")
		for _, s := range p.Report.Stats.Work {
			var by []string
			for _, k := range slices.SortedFunc(maps.Keys(s.By), func(a, b string) int { return cmp.Or(cmp.Compare(s.By[b], s.By[a]), cmp.Compare(a, b)) }) {
				by = append(by, fmt.Sprintf("%s %d%%", k, s.By[k]*100/max(s.Units, 1)))
			}
			fmt.Fprintf(t, "%s\t%d\t%.3f\t%s\n", s.Name, s.Units, s.Seconds, strings.Join(by, ", "))
		}
	}
	return t.Flush()
}
