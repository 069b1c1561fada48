package report

import (
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/heddle-dev/heddle/internal/source"
)

// Sources reads the user's files for those who show or name places in them. A file that is gone, too large or not readable has no text; whoever asks goes without.
type Sources struct {
	Root  string // what paths are relative to; empty: nothing
	files map[string]*sourceFile
}

// sourceFile is a file as text. Lines and tokens are made when they are asked for.
type sourceFile struct {
	text   string
	starts []int // of lines
	tokens []token
	scopes []scope
	cut    bool // into tokens
}

// maxSource is the largest file that is read.
const maxSource = 64 << 20

// NewSources reads files as they are asked for.
func NewSources(root string) *Sources { return &Sources{Root: root, files: map[string]*sourceFile{}} }

func (s *Sources) file(name string) *sourceFile {
	if f, ok := s.files[name]; ok {
		return f
	}
	f := &sourceFile{}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() <= maxSource {
		if text, err := os.ReadFile(name); err == nil {
			f.text = string(text)
			f.starts = []int{0}
			for i := 0; i < len(f.text); i++ {
				if f.text[i] == '\n' {
					f.starts = append(f.starts, i+1)
				}
			}
		}
	}
	s.files[name] = f
	return f
}

// Line is a line of a file without its end; empty if there is none.
func (s *Sources) Line(name string, n int) string {
	f := s.file(name)
	if n < 1 || n > len(f.starts) {
		return ""
	}
	line := f.text[f.starts[n-1]:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return strings.TrimSuffix(line, "\r")
}

// Column is a place's column in characters, where the place has it in bytes; as it is if the file has no such line.
func (s *Sources) Column(p source.Pos) int {
	line := s.Line(p.File, p.Line)
	if p.Col < 1 || p.Col-1 > len(line) {
		return p.Col
	}
	return utf8.RuneCountInString(line[:p.Col-1]) + 1
}

// Relative is a path as seen from the root, with slashes. It is the path itself if that does not lie below the root.
func (s *Sources) Relative(name string) (rel string, below bool) {
	abs, err := filepath.Abs(name)
	if err != nil || s.Root == "" {
		return filepath.ToSlash(name), false
	}
	rel, err = filepath.Rel(s.Root, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(abs), false
	}
	return filepath.ToSlash(rel), true
}

// offset is where a place is in its file; negative: nowhere.
func (f *sourceFile) offset(p source.Pos) int {
	if p.Line < 1 || p.Line > len(f.starts) {
		return -1
	}
	at := f.starts[p.Line-1] + max(p.Col, 1) - 1
	if at > len(f.text) {
		return -1
	}
	return at
}
