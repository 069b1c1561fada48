// Command kiss measures how the formulas of engine kiss grow with the program and with ts, and how long the races of a whole driver take.
//
//	go run ./bench/kiss [-timeout 300s] [-sizes 1250,2500,5000] [-jobs 2]
//	go run ./bench/kiss -tables [-timeout 60s] [-examples examples/windows]
//
// With -tables it prints the paper's Tables 1 and 2 for the drivers of a folder: fields with a race, without one and undecided, without and with rules about which requests come at the same time.
//
// The programs are driver-shaped, with 40 fields and two threads beside main. For ts = 0, 1, 2 it prints the clauses of the assertions' formula
// and processor time, each beside its ratio to the smallest program; near-linear growth shows as the ratio of the lines. Then the
// races on all fields are decided with ts = 0, and wall-clock time is printed. The exit code is 1 only for a wrong verdict.
package main

import (
	"flag"
	"fmt"
	"strconv"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
)

func main() {
	jobs := flag.Int("jobs", 2, "fields that are checked at a time")
	only := flag.Bool("tables", false, "the paper's Tables 1 and 2 instead")
	examples := flag.String("examples", "examples/windows", "the drivers of the tables")
	drivers.Run("kiss", 5*time.Minute, "1250,2500,5000", func(h *drivers.Heddle, lines []int) error {
		if *only {
			return tables(h, *examples)
		}
		return run(h, lines, *jobs)
	})
}

func run(h *drivers.Heddle, lines []int, jobs int) error {
	var list []drivers.Options
	for _, n := range lines {
		list = append(list, drivers.Options{Lines: n, Fields: 40, Threads: 2, Seed: 1})
	}
	for ts := range 3 {
		if err := grow(h, list, ts); err != nil {
			return err
		}
	}
	fmt.Printf("\nraces on all 40 fields, ts 0, %d jobs\n\n| lines | seconds | processor seconds | MB | verdict | broken twin |\n|--:|--:|--:|--:|---|---|\n", jobs)
	for _, o := range list {
		if err := races(h, o, jobs); err != nil {
			return err
		}
	}
	return nil
}

// grow prints how the question about assertions grows with the program.
func grow(h *drivers.Heddle, list []drivers.Options, ts int) error {
	fmt.Printf("\nassertions, ts %d\n\n| lines | to first | clauses | to first | seconds | to first | MB | verdict |\n|--:|--:|--:|--:|--:|--:|--:|---|\n", ts)
	var first drivers.Outcome
	for i, o := range list {
		got, err := h.Check(o, "--engine", "kiss", "--property", "assert", "--ts", strconv.Itoa(ts), "--unwind", "2")
		if err != nil {
			return err
		}
		if got.Verdict == "BUG" {
			return fmt.Errorf("%d lines, ts %d: BUG on a correct program", o.Lines, ts)
		}
		if i == 0 {
			first = got
		}
		fmt.Printf("| %d | %.1f | %d | %.1f | %.2f | %.1f | %.0f | %s |\n", o.Lines, float64(o.Lines)/float64(list[0].Lines), got.Clauses,
			float64(got.Clauses)/float64(first.Clauses), got.CPU.Seconds(), got.CPU.Seconds()/first.CPU.Seconds(), got.MB, got.Verdict)
	}
	return nil
}

// races prints how long all races of a program take, and whether those of its broken twin are found.
func races(h *drivers.Heddle, o drivers.Options, jobs int) error {
	args := []string{"--engine", "kiss", "--property", "race", "--ts", "0", "--unwind", "2", "--jobs", strconv.Itoa(jobs)}
	got, err := h.Check(o, args...)
	if err != nil {
		return err
	}
	o.Broken = true
	broken, err := h.Check(o, args...)
	if err != nil {
		return err
	}
	fmt.Printf("| %d | %.1f | %.1f | %.0f | %s | %s |\n", o.Lines, got.Wall.Seconds(), got.CPU.Seconds(), got.MB, got.Verdict, broken.Verdict)
	if got.Verdict == "BUG" {
		return fmt.Errorf("%d lines: BUG on a correct program", o.Lines)
	}
	return nil
}
