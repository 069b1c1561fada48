package run

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// Table is what docs/engines/README.md says of the engines, from what they say of themselves.
func Table() string {
	var b strings.Builder
	b.WriteString("| engine | how | after | decides | flags | passes |\n|---|---|---|---|---|---|\n")
	for _, e := range engines {
		var options, properties []string
		for _, o := range e.Options {
			options = append(options, "`--"+o.Name+"`")
		}
		for _, p := range e.Properties {
			properties = append(properties, string(p))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", e.Name, e.Doc, e.Paper, strings.Join(properties, ", "), strings.Join(options, " "), strings.Join(e.Passes, ", "))
	}
	b.WriteString("\n| engine | verdict | what it means |\n|---|---|---|\n")
	for _, e := range engines {
		for _, v := range []verdict.Verdict{verdict.Bug, verdict.Proved, verdict.Bounded, verdict.Possible, verdict.Unknown} {
			if text, ok := e.Claim[v]; ok {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", e.Name, v, text)
			}
		}
	}
	return b.String()
}
