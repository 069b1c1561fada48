package cparse

import (
	"errors"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/source"
)

// What the library says of a text, as diagnostics. Its messages name a place and something that was expected there; a
// next step is added by what the message speaks of. Rejected: a table of all messages, which have no list and change.

// errorList turns the library's messages into diagnostics.
func errorList(name string, err error) (list diag.List) {
	seen := map[string]bool{}
	for _, msg := range strings.Split(err.Error(), "\n") {
		msg = strings.TrimSpace(msg)
		// The library says where in itself a message was made, begins some with "TODO", and adds remarks that only
		// follow from another message: none of that is for people.
		if i := strings.LastIndex(msg, " ("); i >= 0 && strings.Contains(msg[i:], ".go:") {
			msg = msg[:i]
		}
		if msg == "" || strings.HasPrefix(msg, "TODO") || strings.HasPrefix(msg, "internal error") ||
			strings.Contains(msg, "missed/failed type check") {
			continue
		}
		at, text, e := position(msg)
		if e != nil {
			at = fileRange(name, 1, 1)
		}
		key := fmt.Sprint(at.File, at.Line)
		if seen[key] {
			continue
		}
		seen[key] = true
		d := diag.Errorf(at, "%s", cleanMessage(text)).WithDetail("%s", nextStep(text))
		list = append(list, d)
		if len(list) == 20 {
			break
		}
	}
	if len(list) == 0 {
		list = append(list, vagueError(name, err))
	}
	return list
}

// vagueError is for messages that say no more than where the library lost track.
func vagueError(name string, err error) diag.Diagnostic {
	at := fileRange(name, 1, 1)
	first, _, _ := strings.Cut(err.Error(), "\n")
	for _, msg := range strings.Split(err.Error(), "\n") {
		if r, _, e := position(msg); e == nil {
			at, first = r, msg
			break
		}
	}
	if strings.Contains(first, "DeclarationSpecifiers") || strings.Contains(first, "SpecifierQualifierList") {
		return diag.Errorf(at, "these type specifiers do not go together").
			WithDetail("a ';' may be missing before them, or a type be named twice")
	}
	return diag.Errorf(at, "the C parser does not understand this").
		WithDetail("see what gcc -fsyntax-only says about it; if that is content, report it as a defect of heddle")
}

func cleanMessage(s string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(s), ":"), "\t", " ")
}

func nextStep(s string) string {
	switch {
	case strings.Contains(s, "undefined"), strings.Contains(s, "undeclared"), strings.Contains(s, "unresolved"):
		return "declare it, or include the header that does"
	case strings.Contains(s, "no member"):
		return "check the member's name and the type it is looked up in"
	case strings.HasPrefix(s, "unexpected"):
		return "a syntax error here or just before; an unknown type name or macro often reads like this"
	case strings.Contains(s, "redeclaration"), strings.Contains(s, "redefinition"), strings.Contains(s, "redefined"):
		return "rename or remove one of the two declarations"
	case strings.Contains(s, "array size"):
		return "the length must be a positive integer constant"
	}
	return "correct the program; gcc -fsyntax-only FILE says more about C errors"
}

var errNotText = errors.New("not text")

// position finds the longest prefix FILE:LINE:COL: of a message of the library.
func position(msg string) (r source.Range, rest string, err error) {
	i := strings.Index(msg, ": ")
	for i >= 0 {
		head := msg[:i]
		var line, col int
		c := strings.LastIndexByte(head, ':')
		if c > 0 {
			l := strings.LastIndexByte(head[:c], ':')
			if l > 0 {
				if n, e := fmt.Sscanf(head[l+1:], "%d:%d", &line, &col); e == nil && n == 2 {
					return source.At(head[:l], line, col), msg[i+2:], nil
				}
			}
		}
		j := strings.Index(msg[i+2:], ": ")
		if j < 0 {
			break
		}
		i += 2 + j
	}
	return r, msg, errNotText
}
