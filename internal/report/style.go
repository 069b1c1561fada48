package report

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// Style is how a report is shown to people; formats for programs take no notice of it.
type Style struct {
	Full  bool // traces are not folded
	Width int  // of lines, where there is a choice; 0: that of a wide terminal
	Color bool // escape sequences of a terminal
}

// width is how many characters a line should have.
func (st Style) width() int {
	if st.Width == 0 {
		return 100
	}
	return st.Width
}

// rowsFor is the rows of a trace in a style.
func (f *Finding) rowsFor(st Style) []Row {
	if st.Full {
		return f.Whole()
	}
	return f.Fold()
}

func (st Style) paint(code, s string) string {
	if !st.Color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (st Style) bold(s string) string { return st.paint("1", s) }
func (st Style) dim(s string) string  { return st.paint("2", s) }
func (st Style) red(s string) string  { return st.paint("1;31", s) }

// thread paints what a thread does in a colour of its own.
func (st Style) thread(id int, s string) string {
	return st.paint(fmt.Sprint([...]int{34, 33, 36, 35, 32, 31}[id%6]), s)
}

// verdicts paints the words that lines begin with.
func (st Style) verdicts(text string) string {
	if !st.Color {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		for v, code := range map[verdict.Verdict]string{verdict.Bug: "1;31", verdict.Possible: "1;33", verdict.Unknown: "1;33", verdict.Bounded: "1;32", verdict.Proved: "1;32"} {
			start := strings.TrimPrefix(l, "\x1b[1m")
			if rest, ok := strings.CutPrefix(start, v.String()); ok {
				lines[i] = st.paint(code, v.String()) + l[:len(l)-len(start)] + rest
			}
		}
	}
	return strings.Join(lines, "\n")
}

// plain replaces what is no printable text: what comes from a program must not steer a terminal or a page.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) || r == ' ' {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// inline is plain text in one line.
func inline(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, plain(s))
}
