package cparse

import "strings"

// lineText keeps the lines of the files that were read. Files are split on the first question about them.
type lineText struct {
	files map[string][]byte
	split map[string][]string
}

func (l *lineText) add(name string, content []byte) {
	if l.files == nil {
		l.files, l.split = map[string][]byte{}, map[string][]string{}
	}
	l.files[name] = content
}

func (l *lineText) get(file string, line int) string {
	if l.split == nil {
		return ""
	}
	lines, ok := l.split[file]
	if !ok {
		if c, have := l.files[file]; have {
			lines = strings.Split(string(c), "\n")
		}
		l.split[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[line-1])
}
