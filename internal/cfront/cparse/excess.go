package cparse

import (
	"context"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
)

// Items of an initializer for which the object has no room, as in int a[2] = {1, 2, 3}: gcc warns, drops them and does
// not evaluate them; the library refuses the file. Which items these are depends on types, so the library is asked: it
// names the first item of each list that is too many. That item goes, and those behind it up to the next designator,
// which names a place anew. A list that still has too many is found in the next round.
//
// A place in the file does not name a token: all tokens of one macro share theirs. So the library reads the tokens once
// more, each on a line of its own.

const (
	tooMany      = "too many items in initializer"
	excessRounds = 40 // nested lists and designators in one declaration, of which each takes a round
)

// onlyExcess reports whether the library has nothing against the file but initializers that are too long.
func onlyExcess(list diag.List) bool {
	for _, d := range list {
		if d.Severity == diag.Error && d.Summary != tooMany {
			return false
		}
	}
	return list.HasErrors()
}

// dropExcess drops the items and warns of each list; without warnings the file has to be refused as it was.
func dropExcess(
	ctx context.Context, name string, res *cpp.Result, toks []cpp.Token, o *Options,
) ([]cpp.Token, diag.List, error) {
	var warnings diag.List
	for range excessRounds {
		_, list, err := translate(ctx, name, byLine(toks), nil, o)
		if err != nil {
			return nil, nil, err
		}
		if !list.HasErrors() {
			return toks, warnings, nil
		}
		if !onlyExcess(list) {
			return nil, nil, nil
		}
		match := matchBrackets(toks)
		cut := make([]bool, len(toks))
		for _, d := range list {
			from, to, ok := excess(toks, match, d.Range.Line-1)
			if !ok {
				return nil, nil, nil
			}
			for i := from; i < to; i++ {
				cut[i] = true
			}
			w := diag.Errorf(res.Range(&toks[d.Range.Line-1]), "more items in the initializer than the object has room for").
				WithDetail("they are dropped and not evaluated, as gcc does; remove them, or make the object larger")
			w.Severity = diag.Warning
			warnings = append(warnings, w)
		}
		kept := toks[:0:0]
		for i := range toks {
			if !cut[i] {
				kept = append(kept, toks[i])
			}
		}
		toks = kept
	}
	return nil, nil, nil
}

// excess is the range of tokens to drop where the item that starts at token k is too many.
func excess(toks []cpp.Token, match []int32, k int) (from, to int, ok bool) {
	if k <= 0 || k >= len(toks) {
		return 0, 0, false
	}
	if toks[k].Is(",") {
		k++
	}
	comma := toks[k-1].Is(",")
	// A designated item has a place: there the library is wrong, as about { 1, .a = 2 } for a union, and nothing is dropped.
	if !comma && !toks[k-1].Is("{") || designates(toks[k:]) {
		return 0, 0, false
	}
	for to = k; to < len(toks); to++ {
		t := toks[to]
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			to = int(match[to])
		case t.Is("}"), t.Is(",") && designates(toks[to+1:]):
			if comma {
				return k - 1, to, true
			}
			if t.Is(",") {
				to++
			}
			return k, to, true
		case t.Is(")"), t.Is("]"), t.Is(";"):
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// designates reports whether an item starts with a designator.
func designates(toks []cpp.Token) bool {
	return len(toks) > 1 && (toks[0].Is("[") || toks[0].Is(".") || toks[0].Kind == cpp.Ident && toks[1].Is(":"))
}

// byLine is the text of tokens, each on a line of its own.
func byLine(toks []cpp.Token) string {
	var b strings.Builder
	for i := range toks {
		b.WriteString(toks[i].Text)
		b.WriteByte('\n')
	}
	return b.String()
}
