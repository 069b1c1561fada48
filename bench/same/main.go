package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/heddle-dev/heddle/bench/asked"
)

func main() {
	n := flag.Int("n", 40, "how many programs; 0: all")
	seed := flag.Int64("seed", 1, "which are drawn")
	busy := flag.Int("busy", 8, "how many busy processes are beside the second half of the runs")
	effort := flag.String("effort", "normal", "the work of each run")
	tasks := flag.String("tasks", "", "a list of tasks besides")
	spin := flag.Bool("spin", false, "be one of the busy processes")
	flag.Parse()
	if *spin {
		for n := 1; n != 0; n += 2 { // never
		}
	}
	paths := flag.Args()
	if len(paths) == 0 && *tasks == "" {
		paths = []string{"testdata/c", "examples"}
	}
	differ, err := run(paths, *tasks, *n, *seed, *busy, *effort)
	if err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		os.Exit(1)
	}
	if differ > 0 {
		os.Exit(1)
	}
}

// setting is one way to run the same check.
type setting struct {
	jobs int
	busy bool
}

func (s setting) String() string {
	if s.busy {
		return fmt.Sprintf("--jobs %d beside busy processes", s.jobs)
	}
	return fmt.Sprintf("--jobs %d", s.jobs)
}

var settings = []setting{{1, false}, {2, false}, {8, false}, {1, true}, {2, true}, {8, true}}

func run(paths []string, tasks string, n int, seed int64, busy int, effort string) (differ int, err error) {
	dir, err := os.MkdirTemp("", "heddle-same")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	heddle := filepath.Join(dir, "heddle")
	if out, err := exec.Command("go", "build", "-o", heddle, "./cmd/heddle").CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building heddle: %w\n%s", err, out)
	}
	list, err := asked.Below(paths)
	if err != nil {
		return 0, err
	}
	if tasks != "" {
		more, err := asked.Tasks(tasks)
		if err != nil {
			return 0, err
		}
		list = append(list, more...)
	}
	list = asked.Draw(list, n, seed)
	first, bad := make([][]byte, len(list)), make([]string, len(list))
	for _, beside := range []bool{false, true} {
		stop := func() {}
		if beside {
			if stop, err = spinners(busy); err != nil {
				return 0, err
			}
		}
		for i, p := range list {
			for _, s := range settings {
				if s.busy != beside || bad[i] != "" {
					continue
				}
				got, err := report(heddle, p, s.jobs, effort)
				switch {
				case err != nil:
					bad[i] = fmt.Sprintf("%s: %v", s, err)
				case first[i] == nil:
					first[i] = got
				case !bytes.Equal(first[i], got):
					bad[i] = fmt.Sprintf("%s: %s", s, difference(first[i], got))
				}
			}
			if beside || bad[i] != "" {
				fmt.Printf("%-60s %s\n", p.Path, cmp.Or(bad[i], "same"))
			}
		}
		stop()
	}
	for _, b := range bad {
		if b != "" {
			differ++
		}
	}
	fmt.Printf("%d programs, %d settings each: %d differ\n", len(list), len(settings), differ)
	return differ, nil
}

// spinners starts processes that do nothing but take time; stop ends them.
func spinners(n int) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var on []*exec.Cmd
	stop = func() {
		for _, c := range on {
			c.Process.Kill()
			c.Wait()
		}
	}
	for range n {
		c := exec.Command(self, "-spin")
		if err := c.Start(); err != nil {
			stop()
			return nil, err
		}
		on = append(on, c)
	}
	return stop, nil
}

// report is what heddle says, with the exit code and without stats.
func report(heddle string, p asked.Program, jobs int, effort string) ([]byte, error) {
	args := append([]string{"check", "--format", "json", "--effort", effort, "--jobs", strconv.Itoa(jobs)}, p.Flags...)
	c := exec.Command(heddle, append(args, p.Path)...)
	var said bytes.Buffer
	c.Stderr = &said
	out, _ := c.Output() // a run that finds something has another exit code than 0
	var all map[string]json.RawMessage
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, fmt.Errorf("exit code %d: %s", c.ProcessState.ExitCode(), said.Bytes())
	}
	delete(all, "stats")
	text, err := json.MarshalIndent(all, "", " ")
	return fmt.Appendf(text, "\nexit code %d\n", c.ProcessState.ExitCode()), err
}

// difference is the first lines that differ.
func difference(a, b []byte) string {
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			return fmt.Sprintf("%s\n%62sand was %s", bytes.TrimSpace(y[i]), "", bytes.TrimSpace(x[i]))
		}
	}
	return fmt.Sprintf("%d lines, and was %d", len(y), len(x))
}
