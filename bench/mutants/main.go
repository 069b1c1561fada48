package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/changed"
)

func main() {
	seed := flag.Uint64("seed", 1, "which mutants are drawn")
	kill := flag.Int("kill", 40, "how many have to be killed")
	list := flag.Int("list", 0, "only say so many mutants")
	from := flag.Int("from", 0, "leave out so many at the start: what an earlier run did")
	every := flag.Int("every", 1, "of those behind, make one in so many: N runs from 0 to N-1 on share the work")
	tiers := flag.String("tiers", "short,full,nightly", "the tiers that may kill, in this order")
	flag.Parse()
	if err := run(*seed, *kill, *list, *from, max(1, *every), strings.Split(*tiers, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// killer is a run of tests that may see a mutant.
type killer struct {
	name string
	env  []string
	args []string
}

// The tiers in the order in which they are tried. Each is asked of the packages whose tests can see the change.
var killers = []killer{
	{"short", nil, []string{"-short"}},
	{"full", nil, nil},
	{"nightly", []string{"HEDDLE_TIER=nightly"}, nil},
}

func run(seed uint64, kill, list, from, every int, tiers []string) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	sites, err := draw(root, seed)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tree := changed.Tree{Root: root, Dir: dir}
	count := map[string]int{}
	killed := 0
	for i, s := range sites {
		if i < from || (i-from)%every != 0 {
			continue
		}
		if killed == kill || list > 0 && i == from+list {
			break
		}
		m, err := s.make(root)
		if err != nil {
			return err
		}
		if list > 0 {
			fmt.Printf("%3d %s\n", i, m)
			continue
		}
		overlay, err := tree.Overlay(map[string][]byte{m.file: m.text})
		if err != nil {
			return err
		}
		own := "./" + filepath.ToSlash(filepath.Dir(m.file))
		if exec.Command("go", "build", "-overlay", overlay, own).Run() != nil {
			fmt.Printf("%3d %s: does not compile\n", i, m)
			continue
		}
		start := time.Now()
		by, where := "nobody", ""
		for _, k := range killers {
			if !slices.Contains(tiers, k.name) {
				continue
			}
			if where = k.run(tree, overlay, own); where != "" {
				by = k.name
				break
			}
		}
		count[by]++
		if by != "nobody" {
			killed++
		}
		fmt.Printf("%3d %s: %s %s (%.0fs)\n", i, m, by, where, time.Since(start).Seconds())
	}
	for _, k := range killers {
		if slices.Contains(tiers, k.name) {
			fmt.Printf("%s killed %d\n", k.name, count[k.name])
		}
	}
	fmt.Printf("survived: %d\n", count["nobody"])
	return nil
}

var failed = regexp.MustCompile(`(?m)^FAIL[ \t]+(\S+)`)

// run runs the tests, those of the mutated package first, and gives the first package that fails.
func (k killer) run(tree changed.Tree, overlay, own string) string {
	for _, packages := range k.stages(own) {
		if len(packages) == 0 {
			continue
		}
		out, passed := tree.Test(overlay, k.env, slices.Concat([]string{"-failfast", "-timeout", "30m"}, k.args, packages)...)
		if passed {
			continue
		}
		if m := failed.FindStringSubmatch(out); m != nil {
			return m[1]
		}
		return "?"
	}
	return ""
}

// ofCommand are the packages that run the command on whole programs: in tier short some seconds, in the others most of the time.
var ofCommand = []string{"./cmd/heddle/programs", "./cmd/heddle/drivers", "./cmd/heddle/cli"}

// stages are the packages of a run, those first that are likely to see the mutant, or take little: the run ends at the first that does.
func (k killer) stages(own string) [][]string {
	var programs, others, command []string
	for _, p := range dependents(own) {
		switch {
		case p == own:
		case p == ofCommand[0] && k.name == "short":
			programs = append(programs, p)
		case slices.Contains(ofCommand, p):
			command = append(command, p)
		default:
			others = append(others, p)
		}
	}
	return [][]string{{own}, programs, others, command}
}

// dependents are the packages whose tests can see a change: all others have no part of it.
func dependents(own string) (out []string) {
	list, err := exec.Command("go", "list", "-test", "-f", "{{if .ForTest}}{{.ForTest}}{{else}}{{.ImportPath}}{{end}} {{join .Deps \" \"}}", "./...").Output()
	if err != nil {
		return []string{"./..."}
	}
	module, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		return []string{"./..."}
	}
	prefix := strings.TrimSpace(string(module)) + "/"
	mutated := prefix + strings.TrimPrefix(own, "./")
	for line := range strings.Lines(string(list)) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		name := strings.TrimSuffix(fields[0], ".test")
		uses := name == mutated || slices.ContainsFunc(fields[1:], func(d string) bool { return d == mutated })
		if p := "./" + strings.TrimPrefix(name, prefix); uses && strings.HasPrefix(name, prefix) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}
