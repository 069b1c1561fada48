package cparse

import (
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/source"
)

// Comments that excuse the accesses of their line from race checking: /* heddle: benign REASON */ and // heddle: benign REASON.
//
// They are looked for in the text of the user's own files and not in the tokens: the preprocessor drops comments, and a
// comment inside a macro's definition would belong to every place that uses the macro. A scanner that knows comments,
// strings and character constants reads each file that has the word in it once. A search line by line was rejected: it
// takes a string or a commented-out annotation for a comment.

// Benign is such a comment.
type Benign struct {
	Pos    source.Range // where it begins, which is the line it speaks of
	Reason string       // empty: none was given
}

const benignWord = "benign"

// Benign is the comment on the line of a place.
func (u *Unit) Benign(file string, line int) (Benign, bool) {
	at := cpp.Place{File: file, Line: line}
	if p, ok := u.lines.physical[at]; ok {
		at = p
	}
	b, ok := u.lines.benign[at]
	return b, ok
}

// BenignComments lists the comments of all files that the unit was read from, in order.
func (u *Unit) BenignComments() []Benign {
	var out []Benign
	for _, b := range u.lines.benign {
		out = append(out, b)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Pos.Before(out[j].Pos.Pos) })
	return out
}

// findBenign scans the text of a file. Of several on one line the first that gives a reason counts.
func findBenign(name, text string, found map[cpp.Place]Benign) {
	if !strings.Contains(text, benignWord) {
		return
	}
	line, start := 1, 0 // start: where the line begins
	for i, end := 0, 0; i < len(text); i = end {
		end = i + 1
		switch c := text[i]; {
		case c == '"' || c == '\'':
			end = skipQuoted(text, i)
		case strings.HasPrefix(text[i:], "//"), strings.HasPrefix(text[i:], "/*"):
			var body string
			body, end = commentAt(text, i)
			if reason, ok := benignReason(body); ok {
				at := cpp.Place{File: name, Line: line}
				if old, have := found[at]; !have || old.Reason == "" {
					found[at] = Benign{Pos: source.At(name, line, i-start+1), Reason: reason}
				}
			}
		}
		if k := strings.LastIndexByte(text[i:end], '\n'); k >= 0 {
			line += strings.Count(text[i:end], "\n")
			start = i + k + 1
		}
	}
}

// skipQuoted is where a string or character constant ends; one that is not closed ends with its line.
func skipQuoted(text string, i int) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(text)
}

// commentAt is the text of the comment that begins at i, and where it ends.
func commentAt(text string, i int) (body string, end int) {
	if text[i+1] == '*' {
		n := strings.Index(text[i+2:], "*/")
		if n < 0 {
			return text[i+2:], len(text)
		}
		return text[i+2 : i+2+n], i + n + 4
	}
	for end = i + 2; end < len(text); end++ {
		if text[end] == '\n' && !spliced(text[i:end]) {
			break
		}
	}
	return text[i+2 : end], end
}

// spliced reports whether a line ends in a backslash, so that the next one belongs to it.
func spliced(line string) bool { return strings.HasSuffix(strings.TrimSuffix(line, "\r"), "\\") }

// benignReason takes a comment apart.
func benignReason(body string) (string, bool) {
	words := strings.Fields(strings.ReplaceAll(body, "\\\n", " "))
	if len(words) > 0 && words[0] == "heddle:"+benignWord {
		words = append([]string{"heddle:", benignWord}, words[1:]...)
	}
	if len(words) < 2 || words[0] != "heddle:" || strings.TrimRight(words[1], ":,") != benignWord {
		return "", false
	}
	return strings.TrimLeft(strings.Join(words[2:], " "), "-: "), true
}
