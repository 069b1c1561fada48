package cparse

import (
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// lineText keeps the lines of the files that were read. Files are split on the first question about them.
type lineText struct {
	files    map[string]string
	split    map[string][]string
	physical map[cpp.Place]cpp.Place
	benign   map[cpp.Place]Benign // of the user's files
	system   map[string]bool      // headers of ours or of the machine
}

func (l *lineText) from(res *cpp.Result) {
	l.files, l.split, l.physical = map[string]string{}, map[string][]string{}, res.Physical
	l.benign, l.system = map[cpp.Place]Benign{}, map[string]bool{}
	for _, f := range res.Read {
		l.files[f.Name] = f.Text
		if f.System {
			l.system[f.Name] = true
		} else {
			findBenign(f.Name, f.Text, l.benign)
		}
	}
}

func (l *lineText) get(file string, line int) string {
	if p, ok := l.physical[cpp.Place{File: file, Line: line}]; ok {
		file, line = p.File, p.Line
	}
	if l.split == nil {
		return ""
	}
	lines, ok := l.split[file]
	if !ok {
		if c, have := l.files[file]; have {
			lines = strings.Split(c, "\n")
		}
		l.split[file] = lines
	}
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[line-1])
}
