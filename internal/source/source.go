package source

import "fmt"

// Pos is a place in a file. Line and Col count from 1; a zero Line means unknown.
type Pos struct {
	File string
	Line int
	Col  int
}

// IsValid reports whether the place is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String prints file:line:col, or as much of it as is known.
func (p Pos) String() string {
	switch {
	case !p.IsValid() && p.File == "":
		return "-"
	case !p.IsValid():
		return p.File
	case p.Col <= 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Before orders places by file, line and column.
func (p Pos) Before(q Pos) bool {
	if p.File != q.File {
		return p.File < q.File
	}
	if p.Line != q.Line {
		return p.Line < q.Line
	}
	return p.Col < q.Col
}

// Range is a stretch of one file. End is exclusive; a zero EndLine means that only the start is known.
type Range struct {
	Pos
	EndLine int
	EndCol  int
}

// At makes the range that starts at a place and whose end is unknown.
func At(file string, line, col int) Range {
	return Range{Pos: Pos{File: file, Line: line, Col: col}}
}
