package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/changed"
)

const table = "bench/clauses/clauses.txt"

// tier is that of the tests, whatever the run is a part of: what is asked at night alone has no bounds.
var tier = []string{"HEDDLE_TIER=ci"}

func main() {
	only := flag.String("only", "", "those whose world or name fits a regular expression")
	from := flag.Int("from", 0, "leave out so many at the start: what an earlier run did")
	every := flag.Int("every", 1, "of those behind, one in so many: N runs from 0 to N-1 on share the work")
	list := flag.Bool("list", false, "only say what there is")
	flag.Parse()
	which, err := regexp.Compile(*only)
	if err == nil && (flag.NArg() > 0 || *from < 0 || *every < 1) {
		err = errors.New("usage: clauses [-only REGEXP] [-from N] [-every N] [-list]")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "clauses:", err)
		os.Exit(2)
	}
	if err := run(which, *from, *every, *list); err != nil {
		fmt.Fprintln(os.Stderr, "clauses:", err)
		os.Exit(1)
	}
}

func run(which *regexp.Regexp, from, every int, list bool) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	all, err := readTable(filepath.FromSlash(table))
	if err != nil {
		return err
	}
	var asked []*clause
	number := map[*clause]int{}
	for i, c := range all {
		number[c] = i
		if i >= from && (i-from)%every == 0 && which.MatchString(c.String()) {
			asked = append(asked, c)
		}
	}
	if list {
		for _, c := range asked {
			fmt.Printf("%3d %s: %s\n", number[c], c, c.says)
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "clauses")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tree := changed.Tree{Root: root, Dir: dir}
	if err := unchanged(tree, asked); err != nil {
		return err
	}
	count := map[string]int{}
	for _, c := range asked {
		start := time.Now()
		word, why := c.ask(tree)
		count[word]++
		fmt.Printf("%3d %s: %s (%.0fs)", number[c], c, word, time.Since(start).Seconds())
		if why != "" {
			fmt.Printf(": %s", why)
		}
		fmt.Println()
	}
	fmt.Printf("%d clauses, %d seen\n", len(asked), count[seen])
	if n := len(asked) - count[seen]; n > 0 {
		return fmt.Errorf("%d clauses are not seen", n)
	}
	return nil
}

// What is found out about a clause.
const (
	seen       = "seen"
	notSeen    = "NOT SEEN"
	skipped    = "is skipped"
	notApplied = "does not apply"
	notBuilt   = "does not compile"
	breaks     = "breaks"
)

// unchanged runs the tests before anything is switched off: those of a package at once.
func unchanged(tree changed.Tree, asked []*clause) error {
	tests := map[string][]string{}
	var packages []string
	for _, c := range asked {
		if tests[c.pkg] == nil {
			packages = append(packages, c.pkg)
		}
		if p := pattern(c.test); !slices.Contains(tests[c.pkg], p) {
			tests[c.pkg] = append(tests[c.pkg], p)
		}
	}
	for _, p := range packages {
		if out, passed := tree.Test("", tier, p, "-run", strings.Join(tests[p], "|")); !passed {
			return fmt.Errorf("a test of %s fails although nothing is switched off:\n%s", p, out)
		}
	}
	return nil
}

// pattern is the one test of a name, and what is below it.
func pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// ask switches a clause off and runs its test.
func (c *clause) ask(tree changed.Tree) (word, why string) {
	texts, err := c.changed(tree.Root)
	if err != nil {
		return notApplied, err.Error()
	}
	overlay, err := tree.Overlay(texts)
	if err != nil {
		return notApplied, err.Error()
	}
	out, passed := tree.Test(overlay, tier, "-v", "-timeout", "5m", c.pkg, "-run", pattern(c.test))
	return judge(out, passed)
}

// judge says what the output of a test means: a clause is seen if the test fails with a word of its own.
func judge(out string, passed bool) (word, why string) {
	switch {
	case passed && strings.Contains(out, "--- SKIP"):
		return skipped, first(out, "_test.go:")
	case passed:
		return notSeen, ""
	case strings.Contains(out, "internal error") || strings.Contains(out, "panic:") || strings.Contains(out, "test timed out"):
		return breaks, first(out, "internal error", "panic:")
	case !strings.Contains(out, "--- FAIL"):
		return notBuilt, first(out, ".go:", "")
	}
	return seen, first(out, "the truth is", "_test.go:", "FAIL: ")
}

// first is the first line that has one of some texts in it, shortened.
func first(out string, texts ...string) string {
	for _, text := range texts {
		for line := range strings.Lines(out) {
			if line = strings.Join(strings.Fields(line), " "); line != "" && strings.Contains(line, text) {
				return line[:min(len(line), 200)]
			}
		}
	}
	return ""
}
