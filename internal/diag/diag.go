package diag

import (
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode"

	"github.com/heddle-dev/heddle/internal/source"
)

// Severity tells whether work can go on.
type Severity int8

// The zero Severity is Error, so that a forgotten field never reads as harmless.
const (
	Error Severity = iota
	Warning
	Note
)

func (s Severity) String() string {
	switch s {
	case Warning:
		return "warning"
	case Note:
		return "note"
	}
	return "error"
}

// Diagnostic is one remark about the user's input.
type Diagnostic struct {
	Severity Severity
	Summary  string // one line, no full stop
	Detail   string // what to do about it; may be empty only for notes
	Range    source.Range
}

// Error makes a Diagnostic usable as an error.
func (d Diagnostic) Error() string {
	var b strings.Builder
	if d.Range.File != "" || d.Range.IsValid() {
		fmt.Fprintf(&b, "%s: ", strings.ReplaceAll(d.Range.Pos.String(), "\n", " "))
	}
	fmt.Fprintf(&b, "%s: %s", d.Severity, d.Summary)
	if d.Detail != "" {
		fmt.Fprintf(&b, "\n\t%s", strings.ReplaceAll(d.Detail, "\n", "\n\t"))
	}
	return printable(b.String())
}

// printable replaces what would steer a terminal: names of files and pieces of their text are in remarks, and may hold anything.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// Errorf makes an Error with a summary; the next step goes into Detail with WithDetail.
func Errorf(at source.Range, format string, args ...any) Diagnostic {
	return Diagnostic{Severity: Error, Summary: fmt.Sprintf(format, args...), Range: at}
}

// WithDetail returns d with the next step for the user.
func (d Diagnostic) WithDetail(format string, args ...any) Diagnostic {
	d.Detail = fmt.Sprintf(format, args...)
	return d
}

// List is a set of remarks in the order in which they were made.
type List []Diagnostic

// HasErrors reports whether some remark is an Error.
func (l List) HasErrors() bool {
	for _, d := range l {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Error makes a List usable as an error: all remarks, one after another.
func (l List) Error() string {
	parts := make([]string, len(l))
	for i, d := range l {
		parts[i] = d.Error()
	}
	return strings.Join(parts, "\n")
}

// Sort orders the remarks by place, keeping the order of equals.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool { return l[i].Range.Before(l[j].Range.Pos) })
}

// Write prints the list, one remark per paragraph, at most limit of them (0: all).
func (l List) Write(w io.Writer, limit int) error {
	for i, d := range l {
		if limit > 0 && i == limit {
			_, err := fmt.Fprintf(w, "... and %d more\n", len(l)-limit)
			return err
		}
		if _, err := fmt.Fprintln(w, d.Error()); err != nil {
			return err
		}
	}
	return nil
}
