// Command lockset measures what engine lockset costs on generated programs with many thread functions, and what its proofs save engine rounds.
//
//	go run ./bench/lockset [-timeout 300s] [-threads 15,30,60] [-sizes 50000] [-programs DIR] [-rounds 2] [-unwind 2]
//
// The first table has a row for each number of lines and thread functions: pairs of kinds of threads, how many of them are proved, findings that are POSSIBLE, time, time for each
// pair, and memory. The cost of a pair must not grow with the number of pairs. The second table has a row for each program of a folder: rounds alone, lockset, and rounds with
// what lockset found out, in seconds, with the ratio of the last two together to the first; rounds has the bounds of the flags, of which 0 climbs as it does for users. The exit code is 1 only for a wrong verdict.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func main() {
	threads := flag.String("threads", "15,30,60", "thread functions of the programs")
	programs := flag.String("programs", "", "folder of C programs for the second table; empty: generated ones")
	rounds := flag.Int("rounds", 2, "rounds of the second table; 0: those of the ladder")
	unwind := flag.Int("unwind", 2, "iterations of the second table; 0: those of the ladder")
	drivers.Run("lockset", 5*time.Minute, "50000", func(h *drivers.Heddle, lines []int) error {
		fmt.Println("\n| lines | thread functions | pairs | proved | possible | seconds | processor seconds | ms per pair | MB | verdict |\n|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|")
		for _, n := range lines {
			for _, text := range strings.Split(*threads, ",") {
				t, err := strconv.Atoi(text)
				if err != nil {
					return fmt.Errorf("a number of threads: %w", err)
				}
				// The length of a thread function stays the same, so that only the number of pairs changes.
				if err := grow(h, options{lines: n * t / 60, threads: t, seed: 1}); err != nil {
					return err
				}
			}
		}
		if err := broken(h); err != nil {
			return err
		}
		if *programs == "" {
			dir, err := os.MkdirTemp("", "heddle-bench")
			if err != nil {
				return err
			}
			defer os.RemoveAll(dir)
			if err := generate(dir); err != nil {
				return err
			}
			*programs = dir
		}
		return compare(*programs, h.Timeout, verdict.Bounds{Rounds: *rounds, Unwind: *unwind, Threads: 3})
	})
}

var pairsRE = regexp.MustCompile(`lockset: (\d+) of (\d+) pairs of threads proved`)

// grow prints one row.
func grow(h *drivers.Heddle, o options) error {
	got, err := h.CheckSource(fmt.Sprintf("threads%d_%d.c", o.lines, o.threads), source(o), "--engine", "lockset", "--property", "race")
	if err != nil {
		return err
	}
	if got.Verdict == "BUG" {
		return fmt.Errorf("%d thread functions: BUG on a correct program", o.threads)
	}
	proved, pairs := "?", "?"
	perPair := 0.0
	if m := pairsRE.FindStringSubmatch(got.Notes); m != nil {
		proved, pairs = m[1], m[2]
		n, _ := strconv.Atoi(m[2])
		perPair = got.CPU.Seconds() * 1000 / float64(max(n, 1))
	}
	fmt.Printf("| %d | %d | %s | %s | %d | %.1f | %.1f | %.1f | %.0f | %s |\n", o.lines, o.threads, pairs, proved, got.Findings, got.Wall.Seconds(), got.CPU.Seconds(), perPair, got.MB, got.Verdict)
	return nil
}

// broken checks that a program with one mistake is not proved.
func broken(h *drivers.Heddle) error {
	got, err := h.CheckSource("broken.c", source(options{lines: 3000, threads: 10, seed: 1, broken: true}), "--engine", "lockset", "--property", "race")
	if err != nil {
		return err
	}
	fmt.Printf("\nbroken twin of 3000 lines, 10 thread functions: %s, %d possible, %.1f s\n", got.Verdict, got.Findings, got.CPU.Seconds())
	if got.Verdict == "PROVED" {
		return fmt.Errorf("PROVED on a broken program")
	}
	return nil
}
