package cparse

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Header search. A header is looked for beside the file that includes it (if quoted), then in -iquote, -I
// and -isystem directories, then among our own headers. If one is missing there, the whole unit is read
// again with the machine's headers in the place of ours: half of one C library and half of another would
// fit neither. Headers that only heddle has, and what a C library leaves to the compiler (stddef.h and the
// like), are then still found behind the machine's.

// ownPrefix marks our headers in positions: <heddle>/pthread.h.
const ownPrefix = "<heddle>/"

type searcher struct {
	o     *Options
	main  string // the file itself, whose name is relative to where the compiler ran; those of headers are not
	dirs  []searchDir
	files map[string]*cpp.File
}

type searchDir struct {
	path   string // empty for our own headers
	own    bool
	quoted bool // for "x.h" only
	system bool
}

func newSearcher(o *Options, host []string) *searcher {
	s := &searcher{o: o, files: map[string]*cpp.File{}}
	if o.kernel() {
		if o.Kernel == nil {
			s.dirs = append(s.dirs, searchDir{own: true, path: "small", system: true})
		}
		s.dirs = append(s.dirs, searchDir{own: true, system: true})
	}
	for _, d := range o.QuoteDirs {
		s.dirs = append(s.dirs, searchDir{path: s.abs(d), quoted: true})
	}
	for _, d := range o.IncludeDirs {
		s.dirs = append(s.dirs, searchDir{path: s.abs(d)})
	}
	for _, d := range o.SystemDirs {
		s.dirs = append(s.dirs, searchDir{path: s.abs(d), system: true})
	}
	if o.kernel() {
		return s
	}
	for _, d := range host {
		s.dirs = append(s.dirs, searchDir{path: d, system: true})
	}
	s.dirs = append(s.dirs, searchDir{own: true, system: true})
	return s
}

func (s *searcher) abs(name string) string {
	if s.o.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.o.Dir, name)
}

// open finds a header for the preprocessor; nil if there is none.
func (s *searcher) open(r cpp.Request) (*cpp.File, error) {
	if s.o.windows() {
		r.Name = strings.ReplaceAll(r.Name, "\\", "/")
	}
	if filepath.IsAbs(r.Name) {
		return s.try(searchDir{path: "/"}, r.Name, -1)
	}
	from := 0
	if r.Next && r.From != nil && r.From.Dir >= 0 {
		from = r.From.Dir + 1
	}
	if r.Quoted && !r.Next && r.From != nil {
		d := searchDir{path: filepath.Dir(r.From.Name), system: r.From.System}
		if r.From.Name == s.main {
			d.path = s.abs(d.path)
		}
		if strings.HasPrefix(r.From.Name, ownPrefix) {
			d = searchDir{own: true, path: path.Dir(strings.TrimPrefix(r.From.Name, ownPrefix)), system: true}
		}
		if f, err := s.try(d, r.Name, r.From.Dir); f != nil || err != nil {
			return f, err
		}
	}
	for i := from; i < len(s.dirs); i++ {
		if s.dirs[i].quoted && !r.Quoted {
			continue
		}
		if f, err := s.try(s.dirs[i], r.Name, i); f != nil || err != nil {
			return f, err
		}
	}
	if s.o.windows() && strings.EqualFold(path.Ext(r.Name), ".tmh") {
		return &cpp.File{Name: ownPrefix + strings.ToLower(filepath.Base(r.Name)), Text: traceHeader, Dir: -1, System: true}, nil
	}
	return nil, nil
}

func (s *searcher) try(d searchDir, name string, index int) (*cpp.File, error) {
	var full string
	var content []byte
	var err error
	if d.own {
		p := path.Join(d.path, filepath.ToSlash(name))
		if s.o.windows() {
			p = strings.ToLower(p)
		}
		if !fs.ValidPath(p) {
			return nil, nil
		}
		full = ownPrefix + p
		if f := s.files[full]; f != nil {
			return f, nil
		}
		content, err = fs.ReadFile(s.o.Headers, p)
	} else {
		full = name
		if !filepath.IsAbs(name) {
			full = filepath.Join(d.path, name)
		}
		if s.o.windows() {
			full = anyCase(full)
		}
		if f := s.files[full]; f != nil {
			return f, nil
		}
		content, err = readFile(full)
	}
	switch {
	case err == nil:
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, errDirectory), errors.Is(err, fs.ErrInvalid), isNotDir(err):
		return nil, nil
	default:
		return nil, err
	}
	f := &cpp.File{Name: full, Text: string(content), Dir: index, System: d.system || s.o.Kernel.owns(full), Final: d.own && s.o.kernel()}
	s.files[full] = f
	return f, nil
}

var errDirectory = errors.New("is a directory")

func isNotDir(err error) bool {
	var pe *fs.PathError
	return errors.As(err, &pe) // whatever the system says about a path: not a header we can read
}

// readFile reads a regular file of at most maxSource bytes and one; longer ones are cut there and refused by
// the guards. Nothing else is opened: a pipe would be waited for. A byte order mark in front is no part of the text.
func readFile(name string) ([]byte, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if st.IsDir() {
		return nil, errDirectory
	}
	if !st.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("not a regular file")}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := readAtMost(f, maxSource+1)
	return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), err
}

// hostDirs are the directories where the machine keeps its headers, in the order of its compiler.
func hostDirs(o *Options) []string {
	if o.HostDirs != nil {
		return o.HostDirs
	}
	var dirs []string
	add := func(d string) {
		if st, err := os.Stat(d); err == nil && st.IsDir() {
			dirs = append(dirs, d)
		}
	}
	for _, triple := range []string{"x86_64-linux-gnu", "x86_64-redhat-linux", "x86_64-pc-linux-gnu", "x86_64-suse-linux", "i686-linux-gnu"} {
		for _, d := range newest("/usr/lib/gcc/" + triple + "/*/include") {
			add(d)
		}
	}
	add("/usr/local/include")
	if o.Model == ir.ILP32 {
		add("/usr/include/i386-linux-gnu")
	}
	add("/usr/include/x86_64-linux-gnu")
	add("/usr/include")
	return dirs
}

// newest is the match of a pattern with the highest version in it, if any.
func newest(pattern string) []string {
	m, err := filepath.Glob(pattern)
	if err != nil || len(m) == 0 {
		return nil
	}
	sort.Slice(m, func(i, j int) bool {
		if len(m[i]) != len(m[j]) {
			return len(m[i]) > len(m[j])
		}
		return m[i] > m[j]
	})
	return m[:1]
}
