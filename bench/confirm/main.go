// Command confirm replays the findings on many programs as real executions, and prints which of them are confirmed.
//
//	go run ./bench/confirm [-timeout 20s] [-times 1] [-jobs 1] [-only TEXT] PATH...
//
// A PATH is a C file, a directory of them, or a CSV file with the columns file, property, data_model and expected, of which the tasks with a bug are taken. A program's flags stand in
// its first lines, as "// check: --property race"; of those whose lines say what is expected, the ones with a BUG are taken. Each finding is replayed as often as -times says, -jobs of them at once; it counts as
// confirmed if every one of these executions shows it. Programs that start at a harness, or are written for a kernel, are left out.
// The exit code is 1 if something goes wrong with the measurement itself.
package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/internal/confirm"
)

var (
	timeout = flag.String("timeout", "20s", "of each check")
	times   = flag.Int("times", 1, "executions of each finding")
	jobs    = flag.Int("jobs", 1, "executions at once")
	only    = flag.String("only", "", "only programs with this text in their path")
	heddle  = flag.String("heddle", "", "the program to measure (default: built from this tree)")
)

func main() {
	flag.Parse()
	if err := run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "confirm:", err)
		os.Exit(1)
	}
}

// task is a program and the flags it is checked with.
type task struct {
	file  string
	flags []string
}

func run(paths []string) error {
	if len(paths) == 0 {
		return errors.New("give C files, directories, or a CSV file of tasks")
	}
	if *heddle == "" {
		dir, err := os.MkdirTemp("", "bench-confirm-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		*heddle = filepath.Join(dir, "heddle")
		if out, err := exec.Command("go", "build", "-o", *heddle, "./cmd/heddle").CombinedOutput(); err != nil {
			return fmt.Errorf("go build: %s", out)
		}
	}
	var tasks []task
	for _, p := range paths {
		more, err := tasksOf(p)
		if err != nil {
			return err
		}
		tasks = append(tasks, more...)
	}
	fmt.Printf("| program | finding | confirmed | by, or why not |\n|---|---|--:|---|\n")
	byKind := map[string][2]int{}
	for _, t := range tasks {
		if !strings.Contains(t.file, *only) {
			continue
		}
		if err := t.replay(byKind); err != nil {
			fmt.Printf("| %s | | | %v |\n", t.file, err)
		}
	}
	var kinds []string
	all := [2]int{}
	for k, n := range byKind {
		kinds = append(kinds, k)
		all[0], all[1] = all[0]+n[0], all[1]+n[1]
	}
	sort.Strings(kinds)
	fmt.Printf("\n| kind | confirmed | of |\n|---|--:|--:|\n")
	for _, k := range kinds {
		fmt.Printf("| %s | %d | %d |\n", k, byKind[k][0], byKind[k][1])
	}
	fmt.Printf("| all | %d | %d |\n", all[0], all[1])
	return nil
}

var (
	checkLine  = regexp.MustCompile(`(?m)^// check: (.*)$`)
	expectLine = regexp.MustCompile(`(?m)^// expect: (\S+)`)
)

func tasksOf(path string) (list []task, err error) {
	if filepath.Ext(path) == ".csv" {
		return tasksOfCSV(path)
	}
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".c" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		t := task{file: file}
		if m := checkLine.FindSubmatch(text); m != nil {
			t.flags = strings.Fields(string(m[1]))
		}
		if m := expectLine.FindSubmatch(text); m != nil && string(m[1]) != "BUG" {
			return nil
		}
		for _, f := range t.flags {
			if f == "--harness" || f == "--platform" {
				return nil
			}
		}
		list = append(list, t)
		return nil
	})
	return list, err
}

func tasksOfCSV(path string) (list []task, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if len(r) == 4 && r[3] == "bug" {
			list = append(list, task{filepath.Join(filepath.Dir(path), r[0]), []string{"--property", r[1], "--data-model", r[2]}})
		}
	}
	return list, nil
}

// finding is what a report says that is of interest here.
type finding struct {
	Kind     string
	Verdict  string
	Location struct{ Line int }
	RestsOn  []struct{ Function string } `json:"rests_on"`
	Replay   *confirm.Saved
}

func (t *task) replay(byKind map[string][2]int) error {
	args := append([]string{"check", "--format", "json", "--timeout", *timeout}, t.flags...)
	cmd := exec.Command(*heddle, append(args, t.file)...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	var report struct {
		Verdict  string
		Findings []finding
	}
	if json.Unmarshal(out, &report) != nil {
		return fmt.Errorf("no report: %v: %s", err, strings.TrimSpace(said.String()))
	}
	if report.Verdict != "BUG" {
		return fmt.Errorf("no BUG but %s", report.Verdict)
	}
	for _, f := range report.Findings {
		if f.Verdict != "BUG" {
			continue
		}
		good, text := f.try()
		n := byKind[f.Kind]
		n[1]++
		if good == *times {
			n[0]++
		}
		byKind[f.Kind] = n
		fmt.Printf("| %s | %s:%d | %d of %d | %s |\n", t.file, f.Kind, f.Location.Line, good, *times, text)
	}
	return nil
}

// try replays a finding, and gives the number of executions that show it, up to one that does not, and what that one, or else the last one, says.
func (f *finding) try() (good int, text string) {
	if f.Replay == nil {
		if len(f.RestsOn) > 0 {
			return 0, "rests on " + f.RestsOn[0].Function + ", which nothing defines"
		}
		return 0, "there is no replay"
	}
	plan, err := f.Replay.Plan()
	if err != nil {
		return 0, err.Error()
	}
	built, err := confirm.Build(context.Background(), plan, confirm.Tools{})
	if err != nil {
		return 0, err.Error()
	}
	defer built.Remove()
	var mu sync.Mutex
	var wg sync.WaitGroup
	bad := ""
	for range *jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < *times; i += *jobs {
				r := built.Run(context.Background())
				mu.Lock()
				if r.Confirmed {
					good++
					text = r.Text
				} else {
					bad = r.Text
				}
				over := bad != ""
				mu.Unlock()
				if over {
					return // once is enough to know that it does not happen every time
				}
			}
		}()
	}
	wg.Wait()
	if bad != "" {
		text = bad
	}
	return min(good, *times), text
}
