package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// What the docs tell people to type is typed here. A block of a page is one of these:
//
//	```sh        commands, a line each
//	```console   commands behind "$ ", each with what it prints; a line "..." stands for any lines
//	```c         a file, if the line above says <!-- file: NAME -->
//
// A line <!-- needs: TOOL... --> above a block says what it cannot do without, <!-- not run: REASON --> that it is not for this test. All blocks of a page are run one after the other,
// in a directory with the examples and with testdata/docs.txtar. A command may exit with any code but 2: it is understood. Other blocks must not look like commands.

// block is a part of a page between two fences.
type block struct {
	line     int
	language string
	lines    []string
	file     string
	needs    []string
	skipped  string // why it is not run
}

// documents are the documents that people read; the history of decisions is told, not typed.
func documents(t *testing.T) (out []string) {
	out = []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "contrib/README.md"}
	err := filepath.WalkDir("../../../docs", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".md" {
			page, _ := filepath.Rel("../../..", path)
			out = append(out, filepath.ToSlash(page))
		}
		return err
	})
	if err != nil || len(out) < 15 {
		t.Fatalf("%d pages, %v", len(out), err)
	}
	return out
}

var (
	directive   = regexp.MustCompile(`^\s*<!-- (file|needs|not run): (.+) -->$`)
	fence       = regexp.MustCompile("^\\s*```\\s*(\\S*)\\s*$")
	command     = regexp.MustCompile(`^\s*(\$ |heddle [a-z-]|go (run|test|build|install) |\.ci/)`)
	inlineSpan  = regexp.MustCompile("`heddle ([a-z]+)([^`]*)`")
	inlineFlags = regexp.MustCompile(`(?:^| )--([a-z][a-z-]*)`)
)

// blocksOf takes a page apart, and gives its text outside of blocks.
func blocksOf(t *testing.T, page string) (blocks []*block, text string) {
	raw, err := os.ReadFile("../../../" + page)
	if err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	next, in := &block{}, false
	scan := bufio.NewScanner(bytes.NewReader(raw))
	scan.Buffer(nil, 1<<20)
	for n := 1; scan.Scan(); n++ {
		line := scan.Text()
		switch m, d := fence.FindStringSubmatch(line), directive.FindStringSubmatch(line); {
		case m != nil && in:
			blocks = append(blocks, next)
			next, in = &block{}, false
		case m != nil:
			next.line, next.language, in = n, m[1], true
		case in:
			next.lines = append(next.lines, line)
		case d != nil && d[1] == "file":
			next.file = d[2]
		case d != nil && d[1] == "needs":
			next.needs = strings.Fields(d[2])
		case d != nil:
			next.skipped = d[2]
		default:
			if strings.HasPrefix(strings.TrimSpace(line), "$ ") {
				t.Errorf("%s:%d: a command stands outside of a block", page, n)
			}
			if next.file != "" || next.needs != nil || next.skipped != "" {
				t.Errorf("%s:%d: no block stands below the comment", page, n)
				next = &block{}
			}
			rest.WriteString(line + "\n")
		}
	}
	if in || scan.Err() != nil {
		t.Errorf("%s: a block without an end, or %v", page, scan.Err())
	}
	return blocks, rest.String()
}

func TestDocs(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	shell, err := exec.LookPath("sh")
	if err != nil {
		tooltest.Lacking(t, "there is no shell to type into")
	}
	ran, skipped := 0, 0
	for _, page := range documents(t) {
		blocks, _ := blocksOf(t, page)
		if !slices.ContainsFunc(blocks, func(b *block) bool { return b.language == "sh" || b.language == "console" }) {
			for _, b := range blocks {
				b.plain(t, page)
			}
			continue
		}
		t.Run(page, func(t *testing.T) {
			dir := docsDir(t)
			for _, b := range blocks {
				switch {
				case b.file != "":
					write(t, filepath.Join(dir, b.file), strings.Join(b.lines, "\n")+"\n")
				case b.language != "sh" && b.language != "console":
					b.plain(t, page)
				case b.skipped != "":
					skipped++
					t.Logf("%s:%d is not run: %s", page, b.line, b.skipped)
				default:
					ran += b.run(t, page, shell, dir)
				}
			}
		})
	}
	t.Logf("%d commands ran; %d blocks are not for this test", ran, skipped)
}

// plain says that a block is no list of commands.
func (b *block) plain(t *testing.T, page string) {
	for i, line := range b.lines {
		if command.MatchString(line) && b.skipped == "" {
			t.Errorf("%s:%d: %q is a command; make the block sh or console, so that it is run", page, b.line+1+i, line)
		}
	}
}

// docsDir is the directory in which the commands of a page are typed.
func docsDir(t *testing.T) string {
	dir := t.TempDir()
	archive, err := txtar.ParseFile("testdata/docs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
	}
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../../examples")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// run types the commands of a block, and gives their number.
func (b *block) run(t *testing.T, page, shell, dir string) (n int) {
	t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) {
		for _, tool := range b.needs {
			_, err := exec.LookPath(tool)
			if headers, _ := filepath.Glob("/usr/src/linux-headers-*"); tool == "kernel-headers" && len(headers) > 0 {
				err = nil
			}
			if err != nil {
				tooltest.Lacking(t, "there is no %s", tool)
			}
		}
		for i := 0; i < len(b.lines); {
			at, typed := b.line+1+i, b.lines[i]
			i++
			var want []string
			if b.language == "console" {
				var ok bool
				if typed, ok = strings.CutPrefix(typed, "$ "); !ok {
					t.Fatalf("%s:%d: a block of language console begins with a command behind $", page, at)
				}
				for ; i < len(b.lines) && !strings.HasPrefix(b.lines[i], "$ "); i++ {
					want = append(want, b.lines[i])
				}
			}
			if strings.TrimSpace(typed) == "" {
				continue
			}
			n++
			out, errs, code := typeIn(shell, dir, typed)
			switch {
			case code != ExitSafe && code != ExitBug && code != ExitOpen:
				t.Errorf("%s:%d: %s\nexit code %d: %s", page, at, typed, code, errs)
			case b.language == "console" && !shows(strings.Split(strings.TrimRight(out, "\n"), "\n"), want):
				t.Errorf("%s:%d: %s\nprints\n%s\nand the page has\n%s", page, at, typed, out, strings.Join(want, "\n"))
			}
		}
	})
	return n
}

// typeIn runs a line of a shell. `go run ./cmd/heddle` is the heddle that is tested.
func typeIn(shell, dir, line string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	c := exec.Command(shell, "-c", strings.ReplaceAll(line, "go run ./cmd/heddle", "heddle"))
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errs
	c.Env = append(os.Environ(), "HOME="+dir, "NO_COLOR=", "COLUMNS=")
	c.WaitDelay = time.Minute
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		return "", err.Error(), -1
	}
	return out.String(), errs.String(), code
}

// shows says whether lines are those that a page shows, where "..." stands for any number of them.
func shows(lines, page []string) bool {
	switch {
	case len(page) == 0:
		return len(lines) == 0 || len(lines) == 1 && lines[0] == ""
	case page[0] == "...":
		for i := 0; i <= len(lines); i++ {
			if shows(lines[i:], page[1:]) {
				return true
			}
		}
		return false
	}
	return len(lines) > 0 && strings.TrimRight(lines[0], " ") == strings.TrimRight(page[0], " ") && shows(lines[1:], page[1:])
}

// TestDocsNameCommands: every `heddle ...` in the text of a page is a command that exists, with flags that it has.
func TestDocsNameCommands(t *testing.T) {
	flags := map[string]string{} // the help of each command
	for _, page := range append(documents(t), "CHANGELOG.md") {
		_, text := blocksOf(t, page)
		for _, m := range inlineSpan.FindAllStringSubmatch(text, -1) {
			if _, ok := flags[m[1]]; !ok {
				var out, errs bytes.Buffer
				if code := Main(t.Context(), []string{m[1], "--help"}, &out, &errs); code != 0 {
					t.Errorf("%s: %s: there is no such command", page, m[0])
				}
				flags[m[1]] = out.String()
			}
			for _, f := range inlineFlags.FindAllStringSubmatch(m[2], -1) {
				if !regexp.MustCompile(`(?m)^ +(-[a-z], )?--` + f[1] + `\b`).MatchString(flags[m[1]]) {
					t.Errorf("%s: %s: there is no flag --%s", page, m[0], f[1])
				}
			}
		}
	}
}

func TestShows(t *testing.T) {
	lines := []string{"a", "b", "c  ", "d"}
	for page, want := range map[string]bool{
		"a b c d": true, "a ... d": true, "... d": true, "a ...": true, "...": true, "... b ... ...": true, "a b c": false, "b c d": false, "... c": false, "a ... b d": false, "a b ... c d": true,
	} {
		if shows(lines, strings.Fields(page)) != want {
			t.Errorf("%q: not %v", page, want)
		}
	}
	if !shows([]string{""}, nil) || shows([]string{"a"}, nil) {
		t.Error("nothing is not nothing")
	}
}
