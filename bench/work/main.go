package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/budget"
)

func main() {
	n := flag.Int("n", 50, "how many programs")
	seed := flag.Int64("seed", 1, "which programs are drawn, and which engines they get")
	timeout := flag.Duration("timeout", 10*time.Second, "for each")
	most := flag.Float64("most", 0, "fail if a part takes more than so many times its units; 0: never")
	flag.Parse()
	paths := flag.Args()
	if len(paths) == 0 {
		paths = []string{"testdata/c", "testdata/found"}
	}
	if err := run(paths, *n, *seed, *timeout, *most); err != nil {
		fmt.Fprintln(os.Stderr, "work:", err)
		os.Exit(1)
	}
}

// part is what a part of a run did.
type part struct {
	name    string
	by      map[string]float64 // units
	units   float64
	micros  float64 // of processor time
	program string
}

// least is the processor time, in microseconds, from which on a part says something about weights.
const least = 50_000

var engines = []string{"auto", "auto", "explore", "rounds", "kiss", "lockset", "modular"}

func run(paths []string, n int, seed int64, timeout time.Duration, most float64) error {
	dir, err := os.MkdirTemp("", "heddle-work")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	heddle := filepath.Join(dir, "heddle")
	if out, err := exec.Command("go", "build", "-o", heddle, "./cmd/heddle").CombinedOutput(); err != nil {
		return fmt.Errorf("building heddle: %w\n%s", err, out)
	}
	programs, err := find(paths)
	if err != nil {
		return err
	}
	r := rand.New(rand.NewSource(seed))
	r.Shuffle(len(programs), func(i, j int) { programs[i], programs[j] = programs[j], programs[i] })
	var parts []part
	fmt.Println("| program | part | units | processor us | units / us |\n|---|---|--:|--:|--:|")
	for _, p := range programs[:min(n, len(programs))] {
		for _, x := range check(heddle, p, engines[r.Intn(len(engines))], timeout) {
			if x.micros >= least && len(x.by) > 0 {
				fmt.Printf("| %s | %s | %.0f | %.0f | %.2f |\n", x.program, x.name, x.units, x.micros, x.units/x.micros)
				parts = append(parts, x)
			}
		}
	}
	near := 0
	for _, x := range parts {
		if ratio := x.units / x.micros; ratio > 0.5 && ratio < 2 {
			near++
		}
	}
	fmt.Printf("\n%d of %d parts are within a factor of two\n", near, len(parts))
	fit(parts)
	uncounted := 0
	for _, x := range parts {
		if most > 0 && x.micros > most*x.units {
			fmt.Printf("%s: %s takes %.0f us, more than %g times its %.0f units: it works without counting\n", x.program, x.name, x.micros, most, x.units)
			uncounted++
		}
	}
	if uncounted > 0 {
		return fmt.Errorf("%d parts work without counting", uncounted)
	}
	return nil
}

func find(paths []string) (out []string, err error) {
	for _, p := range paths {
		err := filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".c") || strings.HasSuffix(path, ".i")) {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(out)
	return out, nil
}

// check runs heddle once. A program that it refuses has no parts.
func check(heddle, program, engine string, timeout time.Duration) (out []part) {
	c := exec.Command(heddle, "check", "--jobs", "1", "--engine", engine, "--timeout", timeout.String(), "--format", "json", program)
	began := time.Now()
	text, _ := c.Output() // the exit code is the verdict
	wall := time.Since(began)
	var report struct {
		Stats struct {
			Work []struct {
				Name    string
				Units   float64
				Seconds float64
				By      map[string]float64
			}
		}
	}
	if json.Unmarshal(text, &report) != nil || c.ProcessState == nil {
		return nil
	}
	busy := (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds() / wall.Seconds()
	for _, w := range report.Stats.Work {
		out = append(out, part{name: w.Name, by: w.By, units: w.Units, micros: w.Seconds * busy * 1e6, program: program})
	}
	return out
}

// fit solves for the factors of the weights, none negative, with which the relative errors of all parts have the least squares: one factor after the other, until none changes.
func fit(parts []part) {
	kinds := budget.Kinds()
	factor := make([]float64, len(kinds))
	for i := range factor {
		factor[i] = 1
	}
	for range 1000 {
		for i, k := range kinds {
			var above, below float64
			for _, p := range parts {
				rest := 1.0
				for j, other := range kinds {
					if j != i {
						rest -= factor[j] * p.by[other.String()] / p.micros
					}
				}
				x := p.by[k.String()] / p.micros
				above, below = above+x*rest, below+x*x
			}
			if below > 0 {
				factor[i] = math.Max(above/below, 0)
			}
		}
	}
	fmt.Println("\n| counted | weight | fitted |\n|---|--:|--:|")
	for i, k := range kinds {
		fmt.Printf("| %s | %d ns | %.0f ns |\n", k, k.Weight(), factor[i]*float64(k.Weight()))
	}
}
