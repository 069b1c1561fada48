package drivers

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// Heddle is a binary built for a benchmark, and a place for the programs it is run on.
type Heddle struct {
	Timeout time.Duration // of one run
	dir     string
}

// build builds it from the tree.
func build() (*Heddle, error) {
	dir, err := os.MkdirTemp("", "heddle-bench")
	if err != nil {
		return nil, err
	}
	h := &Heddle{dir: dir, Timeout: time.Minute}
	if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "heddle"), "github.com/heddle-dev/heddle/cmd/heddle").CombinedOutput(); err != nil {
		h.Close()
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return h, nil
}

// Close removes it.
func (h *Heddle) Close() error { return os.RemoveAll(h.dir) }

// Outcome is what a run says and what it costs.
type Outcome struct {
	Verdict   string
	CPU, Wall time.Duration
	MB        float64 // at the peak
	Clauses   int     // of the last formula
	Findings  int
	Notes     string // what it says on standard error
	Report    string // in JSON
}

var sizeRE = regexp.MustCompile(`(?m)^[a-z]+: .*: \d+ terms, (\d+) clauses$`)

// Check runs `heddle check` on a program of this package.
func (h *Heddle) Check(o Options, args ...string) (Outcome, error) {
	return h.CheckSource(fmt.Sprintf("driver%d_%d%t.c", o.Lines, o.Threads, o.Broken), Source(o), args...)
}

// Reading is what it costs to read a program and to make IR of it, which every engine needs.
func (h *Heddle) Reading(name, source string, args ...string) (time.Duration, error) {
	file := filepath.Join(h.dir, name)
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		return 0, err
	}
	cmd := exec.Command(filepath.Join(h.dir, "heddle"), append(append([]string{"ir"}, args...), file)...)
	if err := cmd.Run(); err != nil {
		return 0, err
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}

// Compiled is the program that heddle makes of a source: with the threads that call it, if it is a driver.
func (h *Heddle) Compiled(name, source string, args ...string) (*ir.Program, error) {
	got, err := h.CheckSource(name, source, append([]string{"--dump", "compile", "--engine", "rounds", "--rounds", "1", "--unwind", "1"}, args...)...)
	if err != nil {
		return nil, err
	}
	begin, end := strings.Index(got.Notes, "program "), strings.LastIndex(got.Notes, "\n}\n")
	if begin < 0 || end < begin {
		return nil, fmt.Errorf("%s: heddle prints no program", name)
	}
	return irtext.Parse(name, []byte(got.Notes[begin:end+3]))
}

// CheckSource runs it on any program.
func (h *Heddle) CheckSource(name, source string, args ...string) (Outcome, error) {
	file := filepath.Join(h.dir, name)
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		return Outcome{}, err
	}
	cmd := exec.Command(filepath.Join(h.dir, "heddle"), append(append([]string{"check", "--format", "json", "--timeout", h.Timeout.String()}, args...), file)...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return Outcome{}, err
	}
	var report struct {
		Verdict  string
		Findings []json.RawMessage
		Stats    struct {
			PeakMB float64 `json:"peak_mb"`
		}
	}
	if err := json.Unmarshal([]byte(stdout.String()), &report); err != nil {
		return Outcome{}, fmt.Errorf("%v: %w\n%s", cmd.Args, err, stderr.String())
	}
	out := Outcome{
		Verdict: report.Verdict, Wall: time.Since(start), CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), MB: report.Stats.PeakMB,
		Findings: len(report.Findings), Notes: stderr.String(), Report: stdout.String(),
	}
	if m := sizeRE.FindAllStringSubmatch(stderr.String(), -1); len(m) > 0 {
		out.Clauses, _ = strconv.Atoi(m[len(m)-1][1])
	}
	return out, nil
}

// load is the machine's load averages.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if f := strings.Fields(string(text)); err == nil && len(f) >= 3 {
		return strings.Join(f[:3], " ")
	}
	return "unknown"
}

// Run is the main function of a benchmark: it builds heddle and calls body with it and with the sizes of programs, in lines, that the flag -sizes lists.
// The caller has declared the other flags.
func Run(name string, limit time.Duration, lines string, body func(h *Heddle, lines []int) error) {
	timeout := flag.Duration("timeout", limit, "limit for one run")
	sizes := flag.String("sizes", lines, "lines of the programs")
	flag.Parse()
	if err := run(*timeout, strings.Split(*sizes, ","), body); err != nil {
		fmt.Fprintf(os.Stderr, "bench/%s: %v\n", name, err)
		os.Exit(1)
	}
}

func run(timeout time.Duration, sizes []string, body func(h *Heddle, lines []int) error) error {
	var lines []int
	for _, size := range sizes {
		n, err := strconv.Atoi(size)
		if err != nil {
			return fmt.Errorf("a number of lines: %w", err)
		}
		lines = append(lines, n)
	}
	h, err := build()
	if err != nil {
		return err
	}
	defer h.Close()
	h.Timeout = timeout
	fmt.Printf("load %s, limit %v\n", load(), timeout)
	return body(h, lines)
}
