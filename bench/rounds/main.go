// Command rounds measures how the cost of engine rounds grows with the number of rounds, on generated driver-shaped programs.
//
//	go run ./bench/rounds [-timeout 120s] [-schedules lazy,eager] [-sizes 500,2700] [-rounds 5]
//
// For each program and schedule it prints, for K = 1, 2, ..., the seconds of processor time, the peak of memory and the size of the formula
// (clauses of the CNF), each beside its ratio to K = 1 in the same run. The programs are correct; each also has a broken
// twin, for which the time to the first bug is printed. The exit code is 1 only for a wrong verdict.
package main

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
	"syscall"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
)

func main() {
	timeout := flag.Duration("timeout", 2*time.Minute, "limit for one run")
	schedules := flag.String("schedules", "lazy,eager", "which schedules to run")
	sizes := flag.String("sizes", "500,2700", "lines of the programs")
	rounds := flag.Int("rounds", 5, "the largest K")
	flag.Parse()
	if err := run(*timeout, strings.Split(*schedules, ","), strings.Split(*sizes, ","), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench/rounds:", err)
		os.Exit(1)
	}
}

// fields is how many shared fields a program of a number of lines has: as in the driver that the paper measured, a few dozen
// in a small one.
func fields(lines int) int { return 40 + (lines-500)*110/2200 }

func run(timeout time.Duration, schedules, sizes []string, most int) error {
	dir, err := os.MkdirTemp("", "heddle-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, heddle: filepath.Join(dir, "heddle"), timeout: timeout}
	if out, err := exec.Command("go", "build", "-o", b.heddle, "github.com/heddle-dev/heddle/cmd/heddle").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	fmt.Printf("load %s, limit %v\n", load(), timeout)
	for _, size := range sizes {
		lines, err := strconv.Atoi(size)
		if err != nil {
			return fmt.Errorf("a number of lines: %w", err)
		}
		o := drivers.Options{Lines: lines, Fields: fields(lines), Threads: 3, Seed: 1}
		for _, schedule := range schedules {
			if err := b.grow(o, schedule, most); err != nil {
				return err
			}
		}
		if err := b.broken(o); err != nil {
			return err
		}
	}
	return nil
}

type bench struct {
	dir, heddle string
	timeout     time.Duration
}

// grow prints one table.
func (b *bench) grow(o drivers.Options, schedule string, most int) error {
	file, err := b.file(o)
	if err != nil {
		return err
	}
	fmt.Printf("\n%d lines, %d shared fields, %d threads beside main, %s\n\n", o.Lines, o.Fields, o.Threads, schedule)
	fmt.Println("| K | seconds | to K=1 | MB | to K=1 | clauses | to K=1 | verdict |")
	fmt.Println("|--:|--:|--:|--:|--:|--:|--:|---|")
	var first outcome
	for k := 1; k <= most; k++ {
		got, err := b.check(file, "--property", "assert", "--schedule", schedule, "--rounds", strconv.Itoa(k), "--unwind", "2")
		if err != nil {
			return err
		}
		if got.verdict == "BUG" {
			return fmt.Errorf("K=%d: BUG on a correct program", k)
		}
		if k == 1 {
			first = got
		}
		fmt.Printf("| %d | %.2f | %.1f | %.0f | %.1f | %d | %.2f | %s |\n", k, got.seconds, got.seconds/first.seconds, got.mb, got.mb/first.mb,
			got.clauses, float64(got.clauses)/float64(first.clauses), got.verdict)
	}
	return nil
}

// broken prints how long the mistake of a broken program takes to find.
func (b *bench) broken(o drivers.Options) error {
	o.Broken = true
	file, err := b.file(o)
	if err != nil {
		return err
	}
	for _, property := range []string{"assert", "race"} {
		got, err := b.check(file, "--property", property)
		if err != nil {
			return err
		}
		if got.verdict == "PROVED" {
			return fmt.Errorf("%s: PROVED on a broken program", property)
		}
		fmt.Printf("\nbroken twin of %d lines, %s: %s after %.2f s, %.0f MB\n", o.Lines, property, got.verdict, got.seconds, got.mb)
	}
	return nil
}

func (b *bench) file(o drivers.Options) (string, error) {
	name := filepath.Join(b.dir, fmt.Sprintf("driver%d%t.c", o.Lines, o.Broken))
	return name, os.WriteFile(name, []byte(drivers.Source(o)), 0o644)
}

type outcome struct {
	verdict string
	seconds float64 // of processor time
	mb      float64
	clauses int
}

var sizeRE = regexp.MustCompile(`(?m)^rounds: K=\d+ U=\d+: \d+ terms, (\d+) clauses$`)

// check runs heddle on a program.
func (b *bench) check(file string, args ...string) (outcome, error) {
	cmd := exec.Command(b.heddle, append([]string{"check", "--engine", "rounds", "--format", "json", "--timeout", b.timeout.String()}, append(args, file)...)...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return outcome{}, err
	}
	var report struct{ Verdict string }
	if err := json.Unmarshal([]byte(stdout.String()), &report); err != nil {
		return outcome{}, fmt.Errorf("%v: %w\n%s", cmd.Args, err, stderr.String())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	o := outcome{verdict: report.Verdict, seconds: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), mb: float64(usage.Maxrss) / 1024}
	if m := sizeRE.FindAllStringSubmatch(stderr.String(), -1); len(m) > 0 {
		o.clauses, _ = strconv.Atoi(m[len(m)-1][1])
	}
	return o, nil
}

// load is the machine's load averages.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
