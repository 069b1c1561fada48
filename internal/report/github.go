package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// GitHub writes the report as workflow commands, which a workflow on that host shows beside the lines of a change: an error for each BUG, a warning for what is possible or undecided.
func GitHub(w io.Writer, r *Report) error {
	src := NewSources(r.Root)
	b := &strings.Builder{}
	for _, i := range r.listed() {
		f := &r.Findings[i]
		level := "error"
		if f.Verdict != verdict.Bug {
			level = "warning"
		}
		rel, _ := src.Relative(f.Location.File)
		msg := Summary(f)
		for _, other := range slices.Concat(f.Related, f.History) {
			msg += fmt.Sprintf("\n%s: %s", other.Location.Pos, other.Message)
		}
		if f.Execution != nil {
			msg += "\n" + f.Execution.String()
		}
		fmt.Fprintf(b, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", level, property(rel), f.Location.Line, max(src.Column(f.Location.Pos), 1), property(fmt.Sprintf("heddle: %s %s", f.Verdict, f.Kind)), data(msg))
	}
	for _, c := range verdict.Strongest(r.Claims) {
		if c.Verdict == verdict.Unknown {
			fmt.Fprintf(b, "::warning title=heddle: UNKNOWN %s::%s\n", c.Property, data(c.Reason))
		}
	}
	if r.Reason != "" || len(r.Claims) == 0 {
		fmt.Fprintf(b, "::warning title=heddle: UNKNOWN::%s\n", data(r.Why()))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// data escapes the text of a command, property that of one of its properties.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(plain(s))
}

func property(s string) string { return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s)) }
