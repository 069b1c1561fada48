package cparse

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// What a function says about locks of its callers. The kernel writes __must_hold(&d->lock) and __releases(&d->lock) behind the parameters, for a checker that knows nothing but names.
// heddle/kernel.h turns both into __heddle_must_hold(...), which stands where no compiler lets an attribute stand. Here it becomes the first statement of the body, with the types
// of C: __heddle_assert_held(...). On a declaration without a body it says nothing to us.
//
// Names that stand for no lock, as in __must_hold(RCU), are dropped: what an annotation speaks of begins with a parameter, or with a name of the program's own files that stood before.

const mustHold = "__heddle_must_hold"

// moveAnnotations moves the annotations of functions into their bodies.
func moveAnnotations(res *cpp.Result) []cpp.Token {
	toks := res.Tokens
	if !slices.ContainsFunc(toks, func(t cpp.Token) bool { return t.Text == mustHold }) {
		return toks
	}
	system := map[string]bool{}
	for _, f := range res.Read {
		system[f.Name] = f.System
	}
	match := matchBrackets(toks)
	seen := map[string]bool{}
	var out, pending []cpp.Token
	params := map[string]bool{}
	depth := 0
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.Text == mustHold && i+1 < len(toks) && toks[i+1].Is("(") && match[i+1] > int32(i+1) {
			shut := int(match[i+1])
			if len(pending) == 0 {
				params = parameters(out)
			}
			if lead := leading(toks[i+2 : shut]); params[lead] || seen[lead] {
				pending = append(pending, word(t, "__heddle_assert_held"), toks[i+1])
				pending = append(pending, toks[i+2:shut]...)
				pending = append(pending, toks[shut], word(t, ";"))
			}
			i = shut
			continue
		}
		out = append(out, t)
		switch {
		case t.Is("{"):
			depth++
			out = append(out, pending...)
			pending = nil
		case t.Is("}"):
			depth--
		case t.Is(";"):
			pending = nil
		case t.Kind == cpp.Ident && depth == 0 && !system[res.Files[t.File]]:
			seen[t.Text] = true
		}
	}
	return out
}

// parameters are the names between the brackets that the tokens end with.
func parameters(toks []cpp.Token) map[string]bool {
	names := map[string]bool{}
	depth := 0
	for i := len(toks) - 1; i >= 0; i-- {
		switch t := &toks[i]; {
		case t.Is(")"):
			depth++
		case t.Is("("):
			if depth--; depth == 0 {
				return names
			}
		case t.Kind == cpp.Ident:
			names[t.Text] = true
		}
		if depth == 0 {
			return names
		}
	}
	return names
}

// leading is the first name of an expression.
func leading(toks []cpp.Token) string {
	for i := range toks {
		if toks[i].Kind == cpp.Ident {
			return toks[i].Text
		}
	}
	return ""
}
