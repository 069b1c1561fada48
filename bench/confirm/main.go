// Command confirm replays the findings on many programs as real executions, and prints which of them are confirmed.
//
//	go run ./bench/confirm [-timeout 20s] [-times 1] [-jobs 1] [-only TEXT] [-log FILE] PATH...
//
// A PATH is a C file, a directory of them, or a CSV file with the columns file, property, data_model and expected, of which the tasks with a bug are taken. A program's flags stand in
// its first lines, as "// check: --property race"; of those whose lines say what is expected, the ones with a BUG are taken. Each finding is replayed as often as -times says, -jobs of them at once; it counts as
// confirmed if every one of these executions shows it. Programs that start at a harness, or are written for a kernel, are left out.
// With -log the rows of each program are added to a file when it is done, and programs that have rows there are not measured again: a run that was interrupted goes on.
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
	log     = flag.String("log", "", "a file that keeps the rows of programs that are done")
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
	done, err := readLog()
	if err != nil {
		return err
	}
	byKind := map[string][2]int{}
	for _, t := range tasks {
		if !strings.Contains(t.file, *only) {
			continue
		}
		rows := done[t.file]
		if rows == nil {
			rows = t.rows()
			if err := addLog(rows); err != nil {
				return err
			}
		}
		for _, r := range rows {
			fmt.Println(r)
			if m := rowForm.FindStringSubmatch(r); m != nil && m[2] != "" {
				n := byKind[m[2]]
				n[1]++
				if m[3] == fmt.Sprint(*times) {
					n[0]++
				}
				byKind[m[2]] = n
			}
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

// rowForm is a row of the table: the program, the kind of a finding, and how often it was confirmed; the last two are empty where there is no finding.
var rowForm = regexp.MustCompile(`^\| (\S+) \| (?:([a-z-]+):\d+)? ?\| (?:(\d+) of \d+)? ?\|`)

// readLog gives the rows of the log by program.
func readLog() (map[string][]string, error) {
	rows := map[string][]string{}
	if *log == "" {
		return rows, nil
	}
	text, err := os.ReadFile(*log)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, line := range strings.Split(string(text), "\n") {
		if m := rowForm.FindStringSubmatch(line); m != nil {
			rows[m[1]] = append(rows[m[1]], line)
		}
	}
	return rows, nil
}

// addLog adds rows to the log, all at once.
func addLog(rows []string) error {
	if *log == "" {
		return nil
	}
	file, err := os.OpenFile(*log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(strings.Join(rows, "\n") + "\n")
	return errors.Join(err, file.Close())
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

// rows are what is said about a program.
func (t *task) rows() []string {
	rows, err := t.replay()
	if err != nil {
		return []string{fmt.Sprintf("| %s | | | %s |", t.file, strings.ReplaceAll(err.Error(), "\n", " "))}
	}
	return rows
}

func (t *task) replay() (rows []string, err error) {
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
		return nil, fmt.Errorf("no report: %v: %s", err, strings.TrimSpace(said.String()))
	}
	if report.Verdict != "BUG" {
		return nil, fmt.Errorf("no BUG but %s", report.Verdict)
	}
	for _, f := range report.Findings {
		if f.Verdict != "BUG" {
			continue
		}
		good, text := f.try()
		rows = append(rows, fmt.Sprintf("| %s | %s:%d | %d of %d | %s |", t.file, f.Kind, f.Location.Line, good, *times, text))
	}
	return rows, nil
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
	bad, begun := "", 0
	for range *jobs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				mu.Lock()
				over := bad != "" || begun >= *times // once is enough to know that it does not happen every time
				begun++
				mu.Unlock()
				if over {
					return
				}
				r := built.Run(context.Background())
				mu.Lock()
				if r.Confirmed {
					good++
					text = r.Text
				} else {
					bad = r.Text
				}
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	if bad != "" {
		text = bad
	}
	return good, text
}
