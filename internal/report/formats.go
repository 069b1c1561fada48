package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// Format is a way to write the reports on the programs of a project, of which there is mostly one.
type Format struct {
	Name  string
	Doc   string // for help texts
	Write func(io.Writer, []Part, Style) error
}

// Formats lists the formats; the first is the default.
var Formats = []Format{
	{"text", "for people", TextParts},
	{"json", "for programs, see docs/report.schema.json", func(w io.Writer, parts []Part, _ Style) error { return JSONParts(w, parts) }},
	{LinesFormat, "for programs that do not wait: a line with each BUG when it is found, then one with the report", func(w io.Writer, parts []Part, _ Style) error { return JSONLines(w, parts) }},
	{"sarif", "SARIF 2.1.0, for code reviews", func(w io.Writer, parts []Part, _ Style) error { return SARIFParts(w, parts) }},
	{"github", "annotations of a GitHub workflow", func(w io.Writer, parts []Part, _ Style) error { return GitHubParts(w, parts) }},
}

// TextParts writes each report, and what became of each program. The worst verdict is that of the whole.
func TextParts(w io.Writer, parts []Part, st Style) error {
	if len(parts) == 1 {
		return Text(w, parts[0].Report, st)
	}
	b := &strings.Builder{}
	worst := verdict.Proved
	for i, p := range parts {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "=== program %s, %s ===\n", inline(p.Program), count(p.Files, "file"))
		if err := Text(b, p.Report, st); err != nil {
			return err
		}
		worst = verdict.Worse(worst, p.Report.Verdict())
	}
	fmt.Fprintf(b, "\n=== %d programs: %s ===\n", len(parts), worst)
	for _, p := range parts {
		fmt.Fprintf(b, "  %-8s %s\n", p.Report.Verdict(), inline(p.Program))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// GitHubParts writes the annotations of all.
func GitHubParts(w io.Writer, parts []Part) error {
	for _, p := range parts {
		if err := GitHub(w, p.Report); err != nil {
			return err
		}
	}
	return nil
}
