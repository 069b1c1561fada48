package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
)

// References. Comments, pages and scripts point at one another: at a page or a heading of one, at a decision, at a Go file. A pointer whose target was renamed or deleted
// is worse than none, and nobody notices by reading. So all of them are followed here.
//
//   - a page below docs, with or without #heading, an example or a script, anywhere in a comment, a page or a script;
//   - links of a page, relative to it, with or without a heading;
//   - "decision 0038", "decisions 0010 to 0029": docs/decisions has a file with that number;
//   - FILE.go or dir/FILE.go in a comment or a page: some file of the module is called that;
//   - documents that no clone has are not cited at all.
//
// Comments only, no other part of Go files: tests hold made-up references in strings. The rule about Go files is lenient (any file that is called so will do), because
// comments name neighbours by their base name; it still notices a file that is gone.
//
// Rejected: asking for web addresses. Tests need no network.

var (
	pageRE     = regexp.MustCompile(`(?:\bdocs|\bexamples|\.ci|\.github)/[A-Za-z0-9_/.-]*[A-Za-z0-9_](?:#[A-Za-z0-9_-]+)?`)
	linkRE     = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	decisionRE = regexp.MustCompile(`(?i)\bdecisions?\s+(\d{4}(?:(?:,|\s+and|\s+to)\s+\d{4})*)`)
	numberRE   = regexp.MustCompile(`\d{4}`)
	goFileRE   = regexp.MustCompile(`(?:^|[\s(\x60"])((?:[a-z0-9_.-]+/)*[a-z0-9_]+\.go)\b`)
	absentRE   = regexp.MustCompile(`\bDESIGN\b`)
	titleRE    = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	headingRE  = regexp.MustCompile(`(?m)^#{1,6} +(.+?) *#*$`)
	fenceRE    = regexp.MustCompile("(?ms)^ *```.*?^ *```[^\n]*$")
)

// References reads the Go comments, pages and scripts below root and says which references lead nowhere, in the order of the files.
func References(root string) ([]string, error) {
	r := &references{root: root, anchors: map[string]map[string]bool{}}
	type text struct {
		name, text string
		page       bool
	}
	var texts []text
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel == ".git" {
				return fs.SkipDir
			}
			return nil
		}
		code := strings.HasSuffix(rel, ".go") && !strings.Contains("/"+rel, "/testdata/")
		page := strings.HasSuffix(rel, ".md")
		script := strings.HasPrefix(rel, ".ci/") || strings.HasPrefix(rel, ".github/")
		if code {
			r.files = append(r.files, "/"+rel)
		}
		if !code && !page && !script {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		t := text{rel, string(src), page}
		if code {
			if t.text, err = comments(rel, src); err != nil {
				return err
			}
		}
		texts = append(texts, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, t := range texts {
		r.check(t.name, t.text, t.page)
	}
	return r.errs, nil
}

// comments is the text of all comments of a Go file, without the marks and with blank lines between those that are apart.
func comments(name string, src []byte) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ParseComments)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, g := range f.Comments {
		b.WriteString(g.Text() + "\n")
	}
	return b.String(), nil
}

type references struct {
	root    string
	files   []string                   // all Go files, each with a slash in front
	anchors map[string]map[string]bool // of the pages read so far
	errs    []string
}

func (r *references) errorf(name, format string, args ...any) {
	r.errs = append(r.errs, name+": "+fmt.Sprintf(format, args...))
}

// check follows the references of one text.
func (r *references) check(name, text string, page bool) {
	for _, ref := range pageRE.FindAllString(text, -1) {
		r.follow(name, ref, ref)
	}
	for _, m := range decisionRE.FindAllStringSubmatch(text, -1) {
		for _, n := range numberRE.FindAllString(m[1], -1) {
			if found, _ := filepath.Glob(filepath.Join(r.root, "docs", "decisions", n+"-*.md")); len(found) == 0 {
				r.errorf(name, "decision %s: docs/decisions has no such number", n)
			}
		}
	}
	for _, m := range goFileRE.FindAllStringSubmatch(text, -1) {
		if !r.hasGoFile(m[1]) {
			r.errorf(name, "%s: no Go file is called that", m[1])
		}
	}
	if m := absentRE.FindString(text); m != "" {
		r.errorf(name, "cites %s, which is not in the repository: say the fact, or write it into docs/", m)
	}
	if !page {
		return
	}
	for _, m := range linkRE.FindAllStringSubmatch(fenceRE.ReplaceAllString(text, ""), -1) {
		link := m[1]
		switch {
		case strings.Contains(link, "://"), strings.HasPrefix(link, "mailto:"):
		case strings.HasPrefix(link, "#"):
			r.follow(name, link, name+link)
		default:
			r.follow(name, link, path.Join(path.Dir(name), link))
		}
	}
}

// follow reports a reference whose file, or heading in it, does not exist. The target is relative to the root.
func (r *references) follow(name, ref, target string) {
	file, anchor, ok := strings.Cut(target, "#")
	at := filepath.Join(r.root, filepath.FromSlash(file))
	if _, err := os.Stat(at); err != nil {
		r.errorf(name, "%s: no such file", ref)
		return
	}
	if !ok {
		return
	}
	if r.anchors[file] == nil {
		src, err := os.ReadFile(at)
		if err != nil {
			r.errorf(name, "%s: %v", ref, err)
			return
		}
		r.anchors[file] = anchorsOf(string(src))
	}
	if !r.anchors[file][anchor] {
		r.errorf(name, "%s: no such heading", ref)
	}
}

func (r *references) hasGoFile(name string) bool {
	for _, f := range r.files {
		if strings.HasSuffix(f, "/"+name) {
			return true
		}
	}
	return false
}

// anchorsOf lists the anchors of a page's headings, made as the forges make them.
func anchorsOf(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range headingRE.FindAllStringSubmatch(fenceRE.ReplaceAllString(text, ""), -1) {
		base := strings.Map(func(c rune) rune {
			switch {
			case c == ' ':
				return '-'
			case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c):
				return unicode.ToLower(c)
			}
			return -1
		}, linkText(m[1]))
		anchor := base
		for n := 1; out[anchor]; n++ {
			anchor = fmt.Sprintf("%s-%d", base, n)
		}
		out[anchor] = true
	}
	return out
}

// linkText leaves of [text](address) the text.
func linkText(s string) string {
	return titleRE.ReplaceAllString(s, "$1")
}
