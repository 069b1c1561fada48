package report

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// The outcome of each engine. The claims per property show only the strongest one; here every engine has a line of its own, so that a failure does not hide
// behind another engine's answer.

// Outcome is one word of an engine, about one property or several.
type Outcome struct {
	Verdict    verdict.Verdict
	Properties []verdict.Property
	Reason     string
}

// Work is the outcomes of one engine.
type Work struct {
	Engine   string
	Outcomes []Outcome
}

// Engines lists the engines in the order of their turns.
func (r *Report) Engines() (out []Work) {
	at := map[string]int{}
	of := func(name string) *Work {
		i, ok := at[name]
		if !ok {
			i = len(out)
			at[name] = i
			out = append(out, Work{Engine: name})
		}
		return &out[i]
	}
	for _, name := range r.Turns {
		of(name)
	}
	for _, c := range r.Claims {
		of(c.Engine).add(c)
	}
	return out
}

func (w *Work) add(c verdict.Claim) {
	for i := range w.Outcomes {
		if o := &w.Outcomes[i]; o.Verdict == c.Verdict && o.Reason == c.Reason {
			o.Properties = append(o.Properties, c.Property)
			return
		}
	}
	w.Outcomes = append(w.Outcomes, Outcome{c.Verdict, []verdict.Property{c.Property}, c.Reason})
}

type (
	jsonWork struct {
		Engine   string        `json:"engine"`
		Outcomes []jsonOutcome `json:"outcomes"`
	}
	jsonOutcome struct {
		Verdict    string   `json:"verdict"`
		Properties []string `json:"properties"`
		Reason     string   `json:"reason"`
	}
)

func makeEngines(r *Report) []jsonWork {
	out := []jsonWork{}
	for _, w := range r.Engines() {
		j := jsonWork{Engine: w.Engine, Outcomes: []jsonOutcome{}}
		for _, o := range w.Outcomes {
			j.Outcomes = append(j.Outcomes, jsonOutcome{Verdict: o.Verdict.String(), Properties: names(o.Properties), Reason: o.Reason})
		}
		out = append(out, j)
	}
	return out
}

func names(ps []verdict.Property) (out []string) {
	for _, p := range ps {
		out = append(out, string(p))
	}
	return out
}

// writeEngines gives each of several engines its lines.
func writeEngines(b *strings.Builder, r *Report) {
	list := r.Engines()
	if len(list) < 2 {
		return // the claims say it
	}
	b.WriteString("engines:\n")
	for _, w := range list {
		for _, o := range w.Outcomes {
			fmt.Fprintf(b, "  %s: %s %s", inline(w.Engine), o.Verdict, strings.Join(names(o.Properties), ", "))
			if o.Reason != "" {
				fmt.Fprintf(b, ": %s", inline(o.Reason))
			}
			b.WriteByte('\n')
		}
	}
}
