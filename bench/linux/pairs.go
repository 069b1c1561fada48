package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
)

// pairs checks the drivers with a heddle, each with a limit of time, and prints what it says of the pairs of their entry points.
func pairs(heddle, limit, source, kernel, only string) error {
	k, err := cparse.FindKernel("", kernel)
	if err != nil || k == nil {
		return fmt.Errorf("no configured kernel: %v", err)
	}
	set, err := configured(k.Build)
	if err != nil {
		return err
	}
	fmt.Println(k)
	fmt.Printf("%-46s %6s %7s %4s %8s %9s %8s %8s\n", "driver", "pairs", "proved", "bug", "bounded", "possible", "unknown", "seconds")
	all := map[string]int{}
	for _, files := range chosen(source, set) {
		for _, f := range files {
			if !chosenBy(only, f) {
				continue
			}
			if err := pairsOf(heddle, limit, source, kernel, f, all); err != nil {
				fmt.Println("    error:", err)
			}
		}
	}
	fmt.Printf("%d pairs: %d proved, %d with a bug, %d bounded, %d possible, %d unknown\n", all["pairs"], all["PROVED"], all["BUG"], all["BOUNDED"], all["POSSIBLE"], all["UNKNOWN"])
	return nil
}

// chosenBy reports whether a name contains one of some texts.
func chosenBy(only, f string) bool {
	for _, part := range strings.Split(only, ",") {
		if strings.Contains(f, part) {
			return true
		}
	}
	return false
}

func pairsOf(heddle, limit, source, kernel, f string, all map[string]int) error {
	args := []string{"check", "--platform", "linux", "--format", "json", "--timeout", limit, f}
	if kernel != "" {
		args = append(args, "--kernel", kernel)
	}
	c := exec.Command(heddle, args...)
	text, err := c.Output()
	rel, _ := filepath.Rel(source, f)
	var report struct {
		Pairs []struct{ Verdict string }
		Stats struct{ Seconds float64 }
	}
	if json.Unmarshal(text, &report) != nil {
		return fmt.Errorf("%s: %v", rel, err)
	}
	n := map[string]int{}
	for _, p := range report.Pairs {
		n[p.Verdict]++
		all[p.Verdict]++
		all["pairs"]++
	}
	fmt.Printf("%-46s %6d %7d %4d %8d %9d %8d %8.1f\n", strings.TrimPrefix(rel, "drivers/"), len(report.Pairs), n["PROVED"], n["BUG"], n["BOUNDED"], n["POSSIBLE"], n["UNKNOWN"], report.Stats.Seconds)
	return nil
}
