package cparse

import (
	"bytes"
	"fmt"
	"io"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// What is refused before the parser sees it. The parser library recurses over nesting and over chains of
// operators, labels and else branches, cannot be interrupted, and a Go stack that overflows ends the
// process; some of its passes are also quadratic in the length of a chain. The limits were measured: with
// each of them reached by itself the library needs under 3 s and 100 MB of stack.

const (
	maxSource  = 16 << 20 // bytes of one file
	maxNesting = 4000     // brackets of all kinds
	maxChain   = 5000     // operators, prefixes and labels in one statement at one level
	maxElse    = 3000     // else branches of one statement
	maxWords   = 1000     // words without punctuation between
	maxTokens  = 2_000_000
	maxText    = 64 << 20 // bytes of all tokens, and of the text that the library gets
)

func readAtMost(r io.Reader, n int64) ([]byte, error) {
	return io.ReadAll(io.LimitReader(r, n))
}

func fileRange(name string, line, col int) source.Range {
	return source.At(name, line, col)
}

// checkFile refuses what is no C source at all.
func checkFile(name string, content []byte) diag.List {
	if len(content) > maxSource {
		return diag.List{diag.Errorf(fileRange(name, 1, 1), "the file is larger than %d MiB", maxSource>>20).
			WithDetail("split it; heddle reads files of up to %d MiB", maxSource>>20)}
	}
	if i := bytes.IndexByte(content, 0); i >= 0 {
		line := bytes.Count(content[:i], []byte("\n")) + 1
		col := i - bytes.LastIndexByte(content[:i], '\n')
		return diag.List{diag.Errorf(fileRange(name, line, col), "the file contains a zero byte and is no C source").
			WithDetail("give the source rather than the object file or program; convert UTF-16 to UTF-8")}
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return diag.List{diag.Errorf(fileRange(name, 1, 1), "the file is empty").
			WithDetail("give a C source file with a main function or an entry point")}
	}
	return nil
}

// level is what is open at a bracket.
type level struct {
	open  int // the token
	chain int
	elses int
	words int
}

// tooLong is for tokens that are few and long: macros that stand for long strings, or line markers with long names.
func tooLong(res *cpp.Result, t *cpp.Token) diag.List {
	return diag.List{diag.Errorf(res.Range(t), "the program is longer than %d MiB after macro expansion", maxText>>20).
		WithDetail("a macro may stand for a long string; otherwise check parts of the program apart")}
}

// checkTokens refuses nesting and chains that the parser would not survive, and brackets that do not match.
func checkTokens(res *cpp.Result) diag.List {
	toks := res.Tokens
	fail := func(t *cpp.Token, detail, format string, args ...any) diag.List {
		return diag.List{diag.Errorf(res.Range(t), format, args...).WithDetail("%s", detail)}
	}
	stack := []level{{open: -1}}
	text := 0
	for i := range toks {
		t := &toks[i]
		if text += len(t.Text); text > maxText {
			return tooLong(res, t)
		}
		l := &stack[len(stack)-1]
		if i > 0 && !t.IsIdent("else") && (toks[i-1].Is(";") || toks[i-1].Is("}")) {
			l.elses = 0
		}
		if t.Unended() {
			what := "string"
			if t.Kind == cpp.Char {
				what = "character constant"
			}
			return fail(t, "add the missing quote", "the %s has no closing quote", what)
		}
		switch t.Kind {
		case cpp.Other:
			return fail(t, "remove it", "%q is no character of C", t.Text)
		case cpp.Ident:
			l.words++
			switch t.Text {
			case "if", "while", "for", "do", "switch", "else", "sizeof", "_Alignof", "__alignof__", "case", "default":
				l.chain++
			}
			if t.Text == "else" {
				l.elses++
			}
			if i > 0 && toks[i-1].IsIdent(t.Text) && t.Text != "long" && typeWords[t.Text] {
				return fail(t, "name the type once", "%s %s names a type twice", t.Text, t.Text)
			}
			switch {
			case l.words > maxWords:
				return fail(t, "this is hardly a C program", "more than %d words in a row", maxWords)
			case l.elses > maxElse:
				return fail(t, "use a switch or a table", "more than %d else branches on one statement", maxElse)
			}
			continue
		case cpp.Punct:
		default:
			l.words = 0
			continue
		}
		l.words = 0
		switch t.Text {
		case "(", "[", "{":
			if l.chain++; l.chain > maxChain {
				return fail(t, "split the statement", "more than %d operators or labels in one statement", maxChain)
			}
			if len(stack) > maxNesting {
				return fail(t, "simplify the expression or the macro it comes from", "nested more than %d deep", maxNesting)
			}
			stack = append(stack, level{open: i})
			continue
		case ")", "]", "}":
			if l.open < 0 {
				return fail(t, "remove it, or add the bracket it closes", "%q closes nothing", t.Text)
			}
			if o := toks[l.open].Text; o+t.Text != "()" && o+t.Text != "[]" && o+t.Text != "{}" {
				at := res.Range(&toks[l.open])
				return fail(t, fmt.Sprintf("the %q at %s:%d:%d is still open", o, at.File, at.Line, at.Col), "%q where %q should be closed", t.Text, o)
			}
			stack = stack[:len(stack)-1]
			if t.Text == "}" {
				stack[len(stack)-1].chain = 0
			}
			continue
		case ";", ",":
			l.chain = 0
			continue
		}
		if l.chain++; l.chain > maxChain {
			return fail(t, "split the statement", "more than %d operators or labels in one statement", maxChain)
		}
	}
	if l := stack[len(stack)-1]; l.open >= 0 {
		t := &toks[l.open]
		return fail(t, "add the missing bracket", "%q is never closed", t.Text)
	}
	// If a file ends in the middle of a declaration, the parser loops forever.
	if n := len(toks); n > 0 && !toks[n-1].Is(";") && !toks[n-1].Is("}") {
		return fail(&toks[n-1], "complete the declaration; a ';' may be missing", "the file ends in the middle of a declaration, after %q", toks[n-1].Text)
	}
	return nil
}
