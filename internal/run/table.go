package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Engines lists the engines.
func Engines() []engine.Engine { return slices.Clone(engines) }

// Register adds an engine: flags, help texts, --dump and the table of docs/engines know it then. It gives what takes it out again.
func Register(e engine.Engine) (remove func()) {
	before := engines
	engines = append(slices.Clone(engines), e)
	return func() { engines = before }
}

// Coming is the engines that are planned.
var Coming = []string{"orders"}

// Options lists what some engine heeds.
func Options() (out []*engine.Option) {
	for _, e := range engines {
		for _, o := range e.Options {
			if !slices.Contains(out, o) {
				out = append(out, o)
			}
		}
	}
	return out
}

// Engine is the engine of a name; the zero value if there is none.
func Engine(name string) (out engine.Engine) {
	for _, e := range engines {
		if e.Name == name {
			return e
		}
	}
	return out
}

// Compiled is the name of the first step: the program as it was compiled.
const Compiled = "compile"

// Steps lists the steps that --dump can name: the program as it was compiled, and the passes of all engines.
func Steps() []string {
	steps := []string{Compiled}
	for _, e := range engines {
		for _, p := range e.Passes {
			if !slices.Contains(steps, p) {
				steps = append(steps, p)
			}
		}
	}
	return steps
}

// Printed is the engine whose sequential program is printed if none is named.
const Printed = "rounds"

// Auto is the name of what `heddle check` does by default.
const Auto = "auto"

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
