package cparse

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
)

// Command is how one file of a project is compiled.
type Command struct {
	File string // as in the database
	Dir  string // where the compiler ran; relative names are relative to it
	Args []string
}

// Path is the file's name as it can be opened.
func (c Command) Path() string {
	if c.Dir == "" || filepath.IsAbs(c.File) {
		return c.File
	}
	return filepath.Join(c.Dir, c.File)
}

// CompileCommands reads compile_commands.json from a directory (or the file itself) and returns the C files
// that match the glob, all if it is empty. A pattern without a slash is matched with the last part of the
// name, one with a slash with the whole name; ** stands for any number of parts.
func CompileCommands(dir, glob string) ([]Command, error) {
	name := dir
	if st, err := os.Stat(dir); err == nil && st.IsDir() {
		name = filepath.Join(dir, "compile_commands.json")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: no such file; make one with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or bear -- make", name)
		}
		return nil, fmt.Errorf("reading the compilation database: %w", err)
	}
	var entries []struct {
		Directory string   `json:"directory"`
		File      string   `json:"file"`
		Command   string   `json:"command"`
		Arguments []string `json:"arguments"`
	}
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("%s is no compilation database: %w", name, err)
	}
	if _, err := path.Match(glob, ""); err != nil {
		return nil, fmt.Errorf("pattern %q: %w", glob, err)
	}
	var out []Command
	for i, e := range entries {
		args := e.Arguments
		if len(args) == 0 && e.Command != "" {
			split := splitPOSIX
			if runtime.GOOS == "windows" {
				split = splitWindows
			}
			if args, err = split(e.Command); err != nil {
				return nil, fmt.Errorf("%s: entry %d: %w", name, i, err)
			}
		}
		if e.File == "" || len(args) == 0 {
			return nil, fmt.Errorf("%s: entry %d has no file or no command", name, i)
		}
		c := Command{File: e.File, Dir: e.Directory, Args: withoutFile(args[1:], e.File)}
		if c.Dir != "" && !filepath.IsAbs(c.Dir) {
			c.Dir = filepath.Join(filepath.Dir(name), c.Dir)
		}
		if ext := filepath.Ext(e.File); ext != ".c" && ext != ".i" {
			continue
		}
		if glob != "" && !matchGlob(glob, filepath.ToSlash(c.Path()), filepath.ToSlash(e.File)) {
			continue
		}
		out = append(out, c)
	}
	return out, nil
}

// withoutFile drops the file itself from its arguments: what is left are flags.
func withoutFile(args []string, file string) []string {
	out := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		a := args[i]
		if withValue[a] && i+1 < len(args) {
			out = append(out, a, args[i+1])
			i++
			continue
		}
		if a == file || !strings.HasPrefix(a, "-") && filepath.Base(a) == filepath.Base(file) {
			continue
		}
		out = append(out, a)
	}
	return out
}

func matchGlob(glob string, names ...string) bool {
	for _, n := range names {
		if !strings.Contains(glob, "/") {
			n = path.Base(n)
		}
		if matchParts(strings.Split(glob, "/"), strings.Split(n, "/")) {
			return true
		}
	}
	return false
}

func matchParts(pat, parts []string) bool {
	for len(pat) > 0 {
		if pat[0] == "**" {
			for i := 0; i <= len(parts); i++ {
				if matchParts(pat[1:], parts[i:]) {
					return true
				}
			}
			return false
		}
		if len(parts) == 0 {
			return false
		}
		if ok, err := path.Match(pat[0], parts[0]); !ok || err != nil {
			return false
		}
		pat, parts = pat[1:], parts[1:]
	}
	return len(parts) == 0
}

// splitPOSIX takes a command apart as a POSIX shell does, without expansions.
func splitPOSIX(s string) ([]string, error) {
	var out []string
	var cur strings.Builder
	in := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if in {
				out = append(out, cur.String())
				cur.Reset()
				in = false
			}
			continue
		case c == '\\':
			if i+1 >= len(s) {
				return nil, errors.New("the command ends in a backslash")
			}
			i++
			if s[i] != '\n' {
				cur.WriteByte(s[i])
			}
		case c == '\'':
			j := strings.IndexByte(s[i+1:], '\'')
			if j < 0 {
				return nil, errors.New("a quote in the command is not closed")
			}
			cur.WriteString(s[i+1 : i+1+j])
			i += j + 1
		case c == '"':
			for i++; ; i++ {
				if i >= len(s) {
					return nil, errors.New("a quote in the command is not closed")
				}
				if s[i] == '"' {
					break
				}
				if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\\\"$`\n", s[i+1]) >= 0 {
					i++
					if s[i] == '\n' {
						continue
					}
				}
				cur.WriteByte(s[i])
			}
		default:
			cur.WriteByte(c)
		}
		in = true
	}
	if in {
		out = append(out, cur.String())
	}
	return out, nil
}

// splitWindows takes a command apart as programs on Windows do: a backslash is an ordinary character, except in a run before a quote. There every two are one,
// and one that is left over makes the quote an ordinary character.
func splitWindows(s string) ([]string, error) {
	var out []string
	var cur strings.Builder
	in, quoted := false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case !quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			if in {
				out = append(out, cur.String())
				cur.Reset()
				in = false
			}
			continue
		case c == '\\':
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], "\\"))
			i += n - 1
			if i+1 == len(s) || s[i+1] != '"' {
				cur.WriteString(strings.Repeat("\\", n))
				break
			}
			cur.WriteString(strings.Repeat("\\", n/2))
			if n%2 == 1 {
				i++
				cur.WriteByte('"')
			}
		case c == '"':
			quoted = !quoted
		default:
			cur.WriteByte(c)
		}
		in = true
	}
	if quoted {
		return nil, errors.New("a quote in the command is not closed")
	}
	if in {
		out = append(out, cur.String())
	}
	return out, nil
}
