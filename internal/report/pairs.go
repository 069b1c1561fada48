package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// writePairs is a line for each pair of entry points.
func writePairs(b *strings.Builder, pairs []verdict.Pair) {
	if len(pairs) == 0 {
		return
	}
	b.WriteString("pairs of entry points:\n")
	width := 0
	for _, p := range pairs {
		width = max(width, utf8.RuneCountInString(pairName(p)))
	}
	for _, p := range pairs {
		fmt.Fprintln(b, strings.TrimRight(inline(fmt.Sprintf("  %-8s  %s  %s", p.Verdict, pad(pairName(p), min(width, 60)), pairWhy(p))), " "))
	}
}

func pairName(p verdict.Pair) string { return p.Threads[0] + " and " + p.Threads[1] }

// pairWhy is the races of a pair, and why no more is known.
func pairWhy(p verdict.Pair) string {
	var why []string
	if len(p.Races) > 0 {
		why = append(why, strings.Join(p.Races, ", "))
	}
	if p.Reason != "" {
		why = append(why, p.Reason)
	}
	return strings.Join(why, "; ")
}
