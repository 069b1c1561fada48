package models_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/models"
)

var update = flag.Bool("update", false, "rewrite docs/models.md")

const (
	page   = "../../docs/models.md"
	marker = "<!-- From here on the page is written by go test ./internal/models -update. -->\n"
)

// list is the table as a page: one section per group, in the order of their names, functions that share a line together.
func list() string {
	groups := map[string][]models.Function{}
	var names []string
	all := models.Table()
	for _, f := range models.For("linux").Functions() {
		if strings.HasPrefix(f.Group, "Linux") {
			all = append(all, f)
		}
	}
	for _, f := range models.For("windows").Functions() {
		if strings.HasPrefix(f.Group, "Windows") {
			all = append(all, f)
		}
	}
	for _, f := range all {
		if groups[f.Group] == nil {
			names = append(names, f.Group)
		}
		groups[f.Group] = append(groups[f.Group], f)
	}
	order := []string{
		"POSIX threads", "POSIX semaphores", "C11 threads", "atomics", "heddle.h", "SV-COMP", "assertions", "other verifiers", "memory", "strings",
		"characters", "numbers", "sorting", "zlib", "mathematics", "streams", "files", "sockets", "time", "signals", "process", "C functions without a body", "POSIX functions without a body", "Linux locks", "Linux memory", "Linux devices", "Linux", "Linux functions without a body", "Windows locks and waits", "Windows memory and lists", "Windows strings", "Windows devices and requests", "Windows driver framework", "Windows", "Windows functions without a body", "for models",
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d functions.\n", len(all))
	for _, name := range order {
		fmt.Fprintf(&b, "\n## %s\n\n| function | kind | model |\n|---|---|---|\n", name)
		group := groups[name]
		delete(groups, name)
		done := map[string]bool{}
		for _, f := range group {
			if done[f.Name] {
				continue
			}
			var same []string
			for _, g := range group {
				if g.Doc == f.Doc && g.Kind == f.Kind && g.File == f.File && g.Assumes == f.Assumes && fmt.Sprint(g.Overrides) == fmt.Sprint(f.Overrides) {
					same = append(same, "`"+g.Name+"`")
					done[g.Name] = true
				}
			}
			kind := f.Kind.String()
			if f.File != "" {
				kind = fmt.Sprintf("[%s](../internal/models/stubs/%[1]s)", f.File)
			}
			doc := f.Doc
			if f.Assumes != "" {
				doc += "; assumed: " + f.Assumes
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.Join(same, " "), kind, doc)
		}
	}
	if len(groups) > 0 {
		for _, name := range names {
			if groups[name] != nil {
				fmt.Fprintf(&b, "\nno place for group %s\n", name)
			}
		}
	}
	return b.String()
}

// docs/models.md lists the table as it is.
func TestPage(t *testing.T) {
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := bytes.Cut(old, []byte(marker))
	if !ok {
		t.Fatalf("%s has lost its marker", page)
	}
	want := string(head) + marker + "\n" + list()
	if strings.Contains(want, "no place for group") {
		t.Error("a group of the table has no place on the page")
	}
	if string(old) == want {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the table says; run go test ./internal/models -update", page)
	}
	if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}
