package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/bench/drivers"
)

// compare asks about every file below some folders with slices and without, at K = 2 and U = 2, for assertions and for races, with both schedules. It prints what differs and must not: findings, assertions that are never reached, a bound that is hit with slices
// alone, a weaker verdict, a proof that engine explore refutes, a note that a trace could not be followed. Races that only slices show are counted: they need fewer rounds there. Files that do not compile alone are counted, and so is what runs out of time on either side; --keep-going makes the findings
// those of the bounds, and not of the load.
func compare(h *drivers.Heddle, folders []string, only *regexp.Regexp) error {
	var files []string
	for _, f := range folders {
		err := filepath.WalkDir(f, func(path string, d fs.DirEntry, err error) error {
			if ext := filepath.Ext(path); err == nil && !d.IsDir() && (ext == ".c" || ext == ".i") && only.MatchString(path) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	counts, wrong := map[string]int{}, 0
	whole, sliced := 0.0, 0.0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, property := range []string{"assert", "race"} {
			task := slices.Concat(flagsOf(file, string(text)), []string{"--property", property})
			refuted := false
			for _, schedule := range []string{"lazy", "eager"} {
				args := slices.Concat(task, []string{"--engine", "rounds", "--rounds", "2", "--unwind", "2", "--schedule", schedule, "--keep-going", "--slice"})
				off, err := h.CheckSource(filepath.Base(file), string(text), append(args, "off")...)
				if err != nil {
					counts["not compiled"]++
					continue
				}
				on, err := h.CheckSource(filepath.Base(file), string(text), append(args, "on")...)
				if err != nil {
					return err
				}
				why, err := differ(fmt.Sprintf("%s, %s, %s", file, property, schedule), property, off, on, counts)
				if err != nil {
					return err
				}
				if on.Verdict == "PROVED" && why == "" {
					if schedule == "lazy" {
						all, err := h.CheckSource(filepath.Base(file), string(text), append(task, "--engine", "explore")...)
						counts["explored"]++
						refuted = err == nil && all.Verdict == "BUG"
					}
					if refuted {
						why = "PROVED, and BUG by engine explore"
					}
				}
				if why != "" {
					wrong++
					fmt.Printf("%s, %s, %s: %s\n", file, property, schedule, why)
				}
				whole, sliced = whole+off.CPU.Seconds(), sliced+on.CPU.Seconds()
			}
		}
	}
	fmt.Printf("%d files: %v; %.0f s without slices, %.0f s with\n", len(files), counts, whole, sliced)
	if wrong > 0 {
		return fmt.Errorf("%d answers differ", wrong)
	}
	return nil
}

var (
	checkRE = regexp.MustCompile(`(?m)^//\s*check:(.*)$`)
	flagRE  = regexp.MustCompile(`(--[a-z-]+)((?:\s+[^-\s]\S*)?)`)
)

// flagsOf is the flags that a file asks for at its top, but for what is compared here. What was preprocessed is for machines of 32 bits.
func flagsOf(file, text string) (out []string) {
	if filepath.Ext(file) == ".i" {
		out = append(out, "--data-model", "ilp32")
	}
	line := checkRE.FindStringSubmatch(text)
	if line == nil {
		return out
	}
	for _, f := range flagRE.FindAllStringSubmatch(line[1], -1) {
		switch f[1] {
		case "--property", "--rounds", "--unwind", "--timeout", "--engine", "--schedule":
		default:
			out = append(append(out, f[1]), strings.Fields(f[2])...)
		}
	}
	return out
}

// said is what a report says about one property.
type said struct {
	Findings []struct{ Fingerprint string }
	Claims   []struct {
		Verdict, Reason string
		BoundsHit       []string `json:"bounds_hit"`
		Unreached       []string
		Slicing         *slicing
	}
}

// differ says what differs and must not.
func differ(task, property string, off, on drivers.Outcome, counts map[string]int) (string, error) {
	var a, b said
	for out, to := range map[string]*said{off.Report: &a, on.Report: &b} {
		if err := json.Unmarshal([]byte(out), to); err != nil {
			return "", err
		}
	}
	if len(a.Claims) != 1 || len(b.Claims) != 1 {
		counts["no claim"]++
		return "", nil
	}
	x, y := a.Claims[0], b.Claims[0]
	counts[off.Verdict+", "+on.Verdict]++
	if y.Slicing != nil {
		counts["sliced"]++
		if y.Slicing.Iterations > 1 {
			counts["refined"]++
		}
		if y.Slicing.Loops > 0 {
			counts["loop summarized"]++
		}
		if y.Slicing.Unrolled > 0 {
			counts["unrolled again"]++
		}
	}
	switch {
	case late(x.Reason) && late(y.Reason):
		counts["out of time"]++
		return "", nil
	case late(x.Reason):
		counts["out of time without slices"]++
		return "", nil
	case late(y.Reason):
		counts["out of time with slices"]++
		fmt.Printf("%s: out of time with slices alone, %v without\n", task, off.CPU)
		return "", nil
	}
	rank := []string{"UNKNOWN", "BOUNDED", "PROVED"}
	known := map[string]bool{}
	for _, h := range x.BoundsHit {
		name, _, _ := strings.Cut(h, " (perhaps")
		known[name] = true
	}
	switch extra := slices.DeleteFunc(y.BoundsHit, func(h string) bool { name, _, _ := strings.Cut(h, " (perhaps"); return known[name] }); {
	case strings.Contains(on.Notes, "sliced threads"):
		return "fell back: " + on.Notes[strings.Index(on.Notes, "sliced threads"):], nil
	case len(extra) > 0:
		return fmt.Sprintf("bounds hit: %q", extra), nil
	case !slices.Equal(x.Unreached, y.Unreached):
		return fmt.Sprintf("never reached: %q, and %q without slices", y.Unreached, x.Unreached), nil
	case x.Verdict == "BUG" && y.Verdict != "BUG" || y.Verdict == "BUG" && x.Verdict != "BUG" && property != "race" || y.Verdict != "BUG" && slices.Index(rank, y.Verdict) < slices.Index(rank, x.Verdict):
		return fmt.Sprintf("%s, and %s without slices", y.Verdict, x.Verdict), nil
	}
	prints := func(s said) (out []string) {
		for _, f := range s.Findings {
			out = append(out, f.Fingerprint)
		}
		slices.Sort(out)
		return out
	}
	p, q := prints(a), prints(b)
	if more := slices.DeleteFunc(slices.Clone(q), func(f string) bool { return slices.Contains(p, f) }); property == "race" && len(p)+len(more) == len(q) {
		counts["more races"] += len(more) // within the rounds of a slice, and shown in an execution of the program
	} else if !slices.Equal(p, q) {
		return fmt.Sprintf("%d findings, and %d without slices", len(q), len(p)), nil
	}
	return "", nil
}

// late reports whether a reason is the time.
func late(reason string) bool {
	return strings.Contains(reason, "timeout") || strings.Contains(reason, "time again") || strings.Contains(reason, "interrupted")
}
