// Command rounds measures how the cost of engine rounds grows with the number of rounds, on generated driver-shaped programs.
//
//	go run ./bench/rounds [-timeout 120s] [-schedules lazy,eager] [-sizes 500,2700] [-rounds 5]
//
// For each program and schedule it prints, for K = 1, 2, ..., the seconds of processor time, the peak of memory and the size of the formula
// (clauses of the CNF), each beside its ratio to K = 1 in the same run. The programs are correct; each also has a broken
// twin, for which the time to the first bug is printed. The exit code is 1 only for a wrong verdict.
package main

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
)

func main() {
	schedules := flag.String("schedules", "lazy,eager", "which schedules to run")
	rounds := flag.Int("rounds", 5, "the largest K")
	drivers.Run("rounds", 2*time.Minute, "500,2700", func(h *drivers.Heddle, lines []int) error {
		return run(h, lines, strings.Split(*schedules, ","), *rounds)
	})
}

// fields is how many shared fields a program of a number of lines has: as in the driver that the paper measured, a few dozen
// in a small one.
func fields(lines int) int { return 40 + (lines-500)*110/2200 }

func run(h *drivers.Heddle, lines []int, schedules []string, most int) error {
	for _, n := range lines {
		o := drivers.Options{Lines: n, Fields: fields(n), Threads: 3, Seed: 1}
		for _, schedule := range schedules {
			if err := grow(h, o, schedule, most); err != nil {
				return err
			}
		}
		if err := broken(h, o); err != nil {
			return err
		}
	}
	return nil
}

// grow prints one table.
func grow(h *drivers.Heddle, o drivers.Options, schedule string, most int) error {
	fmt.Printf("\n%d lines, %d shared fields, %d threads beside main, %s\n\n", o.Lines, o.Fields, o.Threads, schedule)
	fmt.Println("| K | seconds | to K=1 | MB | to K=1 | clauses | to K=1 | verdict |")
	fmt.Println("|--:|--:|--:|--:|--:|--:|--:|---|")
	var first drivers.Outcome
	for k := 1; k <= most; k++ {
		got, err := h.Check(o, "--engine", "rounds", "--property", "assert", "--schedule", schedule, "--rounds", strconv.Itoa(k), "--unwind", "2")
		if err != nil {
			return err
		}
		if got.Verdict == "BUG" {
			return fmt.Errorf("at K=%d: BUG on a correct program", k)
		}
		if k == 1 {
			first = got
		}
		fmt.Printf("| %d | %.2f | %.1f | %.0f | %.1f | %d | %.2f | %s |\n", k, got.CPU.Seconds(), got.CPU.Seconds()/first.CPU.Seconds(), got.MB, got.MB/first.MB,
			got.Clauses, float64(got.Clauses)/float64(first.Clauses), got.Verdict)
	}
	return nil
}

// broken prints how long the mistake of a broken program takes to find.
func broken(h *drivers.Heddle, o drivers.Options) error {
	o.Broken = true
	for _, property := range []string{"assert", "race"} {
		got, err := h.Check(o, "--engine", "rounds", "--property", property)
		if err != nil {
			return err
		}
		if got.Verdict == "PROVED" {
			return fmt.Errorf("%s: PROVED on a broken program", property)
		}
		fmt.Printf("\nbroken twin of %d lines, %s: %s after %.2f s, %.0f MB\n", o.Lines, property, got.Verdict, got.CPU.Seconds(), got.MB)
	}
	return nil
}
