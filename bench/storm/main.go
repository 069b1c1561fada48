// Command storm measures slices: how long engine rounds takes on the whole program, how long on slices, and how many fields refinement tracks.
//
//	go run ./bench/storm [-timeout 2m] [-fields 50,100,200] [-rounds 3] [-examples examples,testdata/drivers]
//
// The tables are those of the paper. Table 2 has the drivers of the folders -examples and generated ones, for K = 1, 2, ..., the seconds of processor time with --slice off and with --slice on. Table 3 has seconds at two rounds with a
// share of the switch points taken away, which is unsound and claims nothing. Table 4 has fields in all, fields picked by hand, fields that refinement tracks, iterations and seconds. That the fields picked by hand are enough, and that without any one of them they
// are not, is checked with --track. The exit code is 1 for a wrong verdict, for two verdicts that differ, and for a hand-picked set that is not minimal.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
)

// row is a program and what a person would track in it.
type row struct {
	name   string
	source string
	fields int // of a generated one
	picked []string
	broken bool
}

func main() {
	counts := flag.String("fields", "50,100,200", "fields of the generated drivers")
	rounds := flag.Int("rounds", 3, "the largest K")
	examples := flag.String("examples", "examples,testdata/drivers", "folders of more drivers")
	drivers.Run("storm", 2*time.Minute, "0", func(h *drivers.Heddle, _ []int) error {
		rows, err := programs(*examples, strings.Split(*counts, ","))
		if err != nil {
			return err
		}
		if err := growth(h, rows, *rounds); err != nil {
			return err
		}
		if err := switches(h, rows); err != nil {
			return err
		}
		return refinement(h, rows)
	})
}

// picked is what a person would track in the drivers of the folders.
var picked = map[string][]string{
	"bluetooth_fixed.c": {"device_extension.pendingIo", "device_extension.stoppingEvent", "device_extension.stoppingFlag", "stopped"},
	"usbsamp_fixed.c":   {"request.cancelable", "request.completed"},
}

func programs(folder string, counts []string) (out []row, err error) {
	var files []string
	for _, f := range strings.Split(folder, ",") {
		more, err := filepath.Glob(filepath.Join(f, "*.c"))
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		if name := filepath.Base(f); strings.Contains(string(text), "assert(") {
			out = append(out, row{name: name, source: string(text), picked: picked[name], broken: !strings.Contains(name, "fixed")})
		}
	}
	for _, c := range counts {
		n, err := strconv.Atoi(c)
		if err != nil || n < 3 {
			return nil, fmt.Errorf("-fields %s: give numbers from 3 on", c)
		}
		o := drivers.Options{Fields: n, Threads: 3, Seed: int64(n)}
		out = append(out, row{name: fmt.Sprintf("request_%d.c", n), source: drivers.Request(o), fields: n, picked: []string{"request.cancelable", "request.completed", "device.lock"}})
		o.Broken = true
		out = append(out, row{name: fmt.Sprintf("request_%d_broken.c", n), source: drivers.Request(o), fields: n, broken: true})
	}
	return out, nil
}

// answer is one run.
type answer struct {
	drivers.Outcome
	sliced *slicing
}

type slicing struct {
	Fields, Iterations int
	Tracked            []string
	Points             int `json:"switch_points"`
	Left               int `json:"switch_points_left"`
}

func check(h *drivers.Heddle, r row, k int, args ...string) (answer, error) {
	got, err := h.CheckSource(r.name, r.source, append([]string{"--engine", "rounds", "--property", "assert", "--unwind", "2", "--rounds", strconv.Itoa(k)}, args...)...)
	if err != nil {
		return answer{}, err
	}
	if got.Verdict == "BUG" && !r.broken || got.Verdict == "PROVED" && r.broken {
		return answer{}, fmt.Errorf("%s, K = %d: %s", r.name, k, got.Verdict)
	}
	var report struct {
		Claims []struct{ Slicing *slicing }
	}
	if err := json.Unmarshal([]byte(got.Report), &report); err != nil {
		return answer{}, err
	}
	a := answer{Outcome: got}
	for _, c := range report.Claims {
		a.sliced = c.Slicing
	}
	return a, nil
}

// growth prints seconds by K, and how much faster slices are.
func growth(h *drivers.Heddle, rows []row, most int) error {
	fmt.Println("\nSeconds of processor time: whole program / slices; the verdict of both")
	fmt.Print("\n| program |")
	for k := range most {
		fmt.Printf(" K=%d |", k+1)
	}
	fmt.Print(" verdict |\n|---|" + strings.Repeat("---|", most+1) + "\n")
	sum, n := 0.0, 0
	for _, r := range rows {
		fmt.Printf("| %s |", r.name)
		last := ""
		for k := 1; k <= most; k++ {
			whole, err := check(h, r, k, "--slice", "off")
			if err != nil {
				return err
			}
			sliced, err := check(h, r, k, "--slice", "on")
			if err != nil {
				return err
			}
			if last = sliced.Verdict; whole.Verdict != last && whole.Verdict != "UNKNOWN" {
				return fmt.Errorf("%s, K = %d: %s, and %s with slices", r.name, k, whole.Verdict, last)
			}
			late := ""
			if whole.Verdict == "UNKNOWN" {
				late = ">"
			}
			fmt.Printf(" %s%.2f / %.2f |", late, whole.CPU.Seconds(), sliced.CPU.Seconds())
			if r.fields >= 100 && k == most {
				sum += math.Log(whole.CPU.Seconds() / sliced.CPU.Seconds())
				n++
			}
		}
		fmt.Printf(" %s |\n", last)
	}
	if n > 0 {
		fmt.Printf("\nwith 100 fields and more at K = %d slices are %.1f times as fast (geometric mean)\n", most, math.Exp(sum/float64(n)))
	}
	return nil
}

// refinement prints the paper's Table 4.
func refinement(h *drivers.Heddle, rows []row) error {
	fmt.Println("\nRefinement at K = 2")
	fmt.Println("\n| program | fields | by hand | tracked | iterations | switch points | left | seconds | verdict |\n|---|--:|--:|--:|--:|--:|--:|--:|---|")
	for _, r := range rows {
		a, err := check(h, r, 2, "--slice", "on")
		if err != nil {
			return err
		}
		if a.sliced == nil {
			fmt.Printf("| %s | - | | | | | | %.2f | %s |\n", r.name, a.CPU.Seconds(), a.Verdict)
			continue
		}
		hand := ""
		if len(r.picked) > 0 {
			hand = strconv.Itoa(len(r.picked))
			if err := minimal(h, r); err != nil {
				return err
			}
		}
		fmt.Printf("| %s | %d | %s | %d | %d | %d | %d | %.2f | %s |\n", r.name, a.sliced.Fields, hand, len(a.sliced.Tracked), a.sliced.Iterations, a.sliced.Points, a.sliced.Left, a.CPU.Seconds(), a.Verdict)
	}
	return nil
}

// minimal checks that the fields picked by hand are enough, and that none can be left out.
func minimal(h *drivers.Heddle, r row) error {
	a, err := check(h, r, 2, "--track", strings.Join(r.picked, ","))
	if err != nil {
		return err
	}
	if a.Verdict != "BOUNDED" && a.Verdict != "PROVED" {
		return fmt.Errorf("%s: %s with --track %v", r.name, a.Verdict, r.picked)
	}
	for i, f := range r.picked {
		rest := slices.Delete(slices.Clone(r.picked), i, i+1)
		if len(rest) == 0 {
			continue
		}
		a, err := check(h, r, 2, "--track", strings.Join(rest, ","))
		if err != nil {
			return err
		}
		if a.Verdict != "UNKNOWN" {
			return fmt.Errorf("%s: %s without %s", r.name, a.Verdict, f)
		}
	}
	return nil
}
