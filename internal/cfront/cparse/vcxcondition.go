package cparse

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Properties and conditions of a project of Visual Studio.

// expand puts properties in their places. One that is not known is empty, as for MSBuild.
func (p *project) expand(text string) (out string, known bool) {
	known = true
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "$(")
		b.WriteString(before)
		if !ok {
			return b.String(), known
		}
		name, after, closed := strings.Cut(rest, ")")
		value, is := p.props[strings.ToLower(name)]
		known = known && is && closed
		b.WriteString(value)
		text = after
	}
}

// holds decides a condition: comparisons of texts in quotes, exists('NAME'), joined by and, or.
func (p *project) holds(condition string) (bool, error) {
	if strings.TrimSpace(condition) == "" {
		return true, nil
	}
	for _, either := range words(condition, "or") {
		all := true
		for _, one := range words(either, "and") {
			ok, err := p.compare(strings.TrimSpace(one))
			if err != nil {
				return false, fmt.Errorf("the condition %q is not understood\n\tgive the files, with -- -I and -D for what the project says", condition)
			}
			all = all && ok
		}
		if all {
			return true, nil
		}
	}
	return false, nil
}

// words cuts a text at a word that stands outside of quotes.
func words(text, word string) (out []string) {
	quoted, from := false, 0
	for i := 0; i < len(text); i++ {
		if text[i] == '\'' {
			quoted = !quoted
		}
		end := i + len(word)
		if !quoted && i > 0 && end < len(text) && strings.EqualFold(text[i:end], word) && strings.ContainsRune(" ')", rune(text[i-1])) && strings.ContainsRune(" '(!", rune(text[end])) {
			out, from = append(out, text[from:i]), end
		}
	}
	return append(out, text[from:])
}

var errCondition = errors.New("not understood")

func (p *project) compare(text string) (bool, error) {
	text, _ = p.expand(text)
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		yes, err := p.compare(strings.TrimSpace(rest))
		return !yes, err
	}
	if len(text) > 6 && strings.EqualFold(text[:6], "exists") {
		name := strings.TrimSpace(text[6:])
		if !strings.HasPrefix(name, "('") || !strings.HasSuffix(name, "')") || len(name) < 4 {
			return false, errCondition
		}
		_, err := os.Stat(filepath.Join(p.dir, filepath.FromSlash(slashes(name[2:len(name)-2]))))
		return err == nil, nil
	}
	for _, op := range []string{"==", "!="} {
		a, b, ok := strings.Cut(text, op)
		a, b = strings.TrimSpace(a), strings.TrimSpace(b)
		if !ok {
			continue
		}
		for _, side := range []*string{&a, &b} {
			if len(*side) >= 2 && (*side)[0] == '\'' && strings.HasSuffix(*side, "'") {
				*side = (*side)[1 : len(*side)-1]
			} else if strings.ContainsAny(*side, "' ()") {
				return false, errCondition
			}
		}
		return strings.EqualFold(a, b) == (op == "=="), nil
	}
	switch strings.ToLower(text) {
	case "true", "'true'":
		return true, nil
	case "false", "'false'":
		return false, nil
	}
	return false, errCondition
}
