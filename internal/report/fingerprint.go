package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
)

// Fingerprints name findings from one run to the next, so that a review shows only what is new. One is made of the kind of failure and, for each of its places, the file as seen from the
// root, the function, the tokens of the statement, and which of them it is. Lines inserted elsewhere, comments, another layout, another thread, another engine's words and another trace do
// not change it. Equal ones are told apart by a number, in the order of the places.

func (r *Report) fingerprints(src *Sources) []string {
	seen := map[string]int{}
	out := make([]string, len(r.Findings))
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.print != "" {
			out[i] = f.print
			continue
		}
		parts := []string{string(f.Kind), f.named(src, f.Location.Pos)}
		for _, rel := range f.Related {
			parts = append(parts, f.named(src, rel.Location.Pos))
		}
		sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		fp := hex.EncodeToString(sum[:8])
		seen[fp]++
		if n := seen[fp]; n > 1 {
			fp = fmt.Sprintf("%s-%d", fp, n)
		}
		out[i] = fp
	}
	return out
}

// named is what stands at a place. Without the source it is what the trace shows there.
func (f *Finding) named(src *Sources, p source.Pos) string {
	rel, _ := src.Relative(p.File)
	if s, ok := src.statementAt(p); ok {
		return fmt.Sprintf("%s\x01%s\x01%s\x01%d", rel, s.function, strings.Join(s.tokens, " "), s.index)
	}
	return fmt.Sprintf("%s\x01%s\x01%d", rel, f.textAt(p), p.Col)
}

// textAt is the source text that the trace shows at a place, empty if the trace does not go there.
func (f *Finding) textAt(p source.Pos) string {
	for _, l := range f.Lines {
		if l.Pos.File == p.File && l.Pos.Line == p.Line {
			return strings.Join(strings.Fields(l.Text), " ")
		}
	}
	return ""
}
