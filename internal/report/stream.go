package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// What is said while a run goes on: a headline for people, a line for programs. The report at the end has everything, in an order that does not depend on when something was found.

// LinesFormat is the format whose lines for findings are written at once.
const LinesFormat = "jsonl"

// Headline is a finding in a line: what it is, and where.
func Headline(f *Finding) string {
	text := fmt.Sprintf("%s %s: %s", f.Verdict, f.Kind, strings.TrimPrefix(f.Message, string(f.Kind)+": "))
	for i, p := range f.places() {
		text += fmt.Sprintf("%s%s:%d", []string{" at ", " and "}[min(i, 1)], p.pos.File, p.pos.Line)
	}
	return inline(text)
}

// FindingLine writes a finding as JSON in one line.
func FindingLine(w io.Writer, f *Finding, root string) error {
	one := &Report{Root: root, Findings: []Finding{*f}}
	return writeLine(w, "finding", makeFinding(f, one.fingerprints(NewSources(root))[0]))
}

// JSONLines writes the reports as JSON in one line, behind those of the findings.
func JSONLines(w io.Writer, parts []Part) error {
	var out bytes.Buffer
	if err := JSONParts(&out, parts); err != nil {
		return err
	}
	return writeLine(w, "report", json.RawMessage(out.Bytes()))
}

func writeLine(w io.Writer, what string, v any) error {
	var out, line bytes.Buffer
	if err := writeJSON(&out, map[string]any{what: v}); err != nil {
		return err
	}
	if err := json.Compact(&line, out.Bytes()); err != nil {
		return err
	}
	line.WriteByte('\n')
	_, err := w.Write(line.Bytes())
	return err
}
