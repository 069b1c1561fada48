package report

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/source"
)

// What some execution reached, of what the program can reach.

type (
	jsonCoverage struct {
		Threads     int         `json:"threads"`
		Complete    bool        `json:"complete"`
		Starts      jsonCount   `json:"thread_starts"`
		Callbacks   jsonCount   `json:"callbacks"`
		Functions   jsonCount   `json:"functions"`
		Lines       jsonCount   `json:"lines"`
		NoStarts    []jsonNamed `json:"unreached_thread_starts"`
		NoCallbacks []jsonNamed `json:"unreached_callbacks"`
		NoFunctions []jsonNamed `json:"unreached_functions"`
	}
	jsonCount struct {
		Reached int `json:"reached"`
		All     int `json:"all"`
	}
	jsonNamed struct {
		Name     string    `json:"name"`
		Location jsonPlace `json:"location"`
	}
)

// makeCoverage is null where nothing is known: zeros would say that nothing was reached.
func makeCoverage(c *reach.Coverage) *jsonCoverage {
	if c == nil {
		return nil
	}
	named := func(list []reach.Place) []jsonNamed {
		out := []jsonNamed{}
		for _, p := range list {
			out = append(out, jsonNamed{Name: p.Name, Location: place(p.Pos)})
		}
		return out
	}
	return &jsonCoverage{
		Threads: c.Threads, Complete: !c.Partial, Starts: jsonCount(c.Starts), Callbacks: jsonCount(c.Callbacks), Functions: jsonCount(c.Functions),
		Lines: jsonCount(c.Lines), NoStarts: named(c.NoStarts), NoCallbacks: named(c.NoCallbacks), NoFunctions: named(c.NoFunctions),
	}
}

// writeCoverage says what was reached in a line, and what was not in one line for each kind.
func writeCoverage(b *strings.Builder, c *reach.Coverage) {
	if c == nil || c.Functions.All == 0 {
		return
	}
	least := ""
	if c.Partial {
		least = "at least "
	}
	var parts []string
	part := func(n reach.Count, what string) {
		if n.All > 0 {
			parts = append(parts, fmt.Sprintf("%d of %s", n.Reached, count(n.All, what)))
		}
	}
	part(c.Starts, "thread start")
	part(c.Callbacks, "callback")
	part(c.Functions, "function")
	if c.Lines.All > 0 {
		parts = append(parts, fmt.Sprintf("%d%% of lines", 100*c.Lines.Reached/c.Lines.All))
	}
	fmt.Fprintf(b, "covered: %s%s", least, strings.Join(parts, ", "))
	if c.Starts.All > 0 {
		fmt.Fprintf(b, "; %s started in one execution", count(c.Threads, "thread"))
	}
	b.WriteByte('\n')
	missed := func(what string, list []reach.Place, show func(reach.Place) string) {
		const most = 8
		if len(list) == 0 {
			return
		}
		var words []string
		for _, p := range list[:min(most, len(list))] {
			words = append(words, inline(show(p)))
		}
		if n := len(list) - most; n > 0 {
			words = append(words, fmt.Sprintf("%d more", n))
		}
		fmt.Fprintf(b, "  not reached: %s%s\n", what, strings.Join(words, ", "))
	}
	at := func(p source.Pos) string { return fmt.Sprintf("%s:%d", p.File, p.Line) }
	missed("", c.NoStarts, func(p reach.Place) string { return p.Name + " at " + at(p.Pos) })
	missed("", c.NoCallbacks, func(p reach.Place) string { return p.Name + " at " + at(p.Pos) })
	missed("functions ", c.NoFunctions, func(p reach.Place) string { return p.Name + " (" + at(p.Pos) + ")" })
}
