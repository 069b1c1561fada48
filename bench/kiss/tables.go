package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/harness"
)

// The paper's Tables 1 and 2, for the Windows drivers of the examples: on how many fields of the device extension there is a race, on how many there is none, and for how many the time was not enough.
// Table 1 is without rules about which requests come at the same time, Table 2 with those that the paper calls A1 to A3. What a driver that is in order has in Table 1 and not in Table 2 is false.

// extensions are the structs whose fields are counted: what the routines of a driver share.
var extensions = map[string][]string{
	"daybook":    {"DAYBOOK"},
	"letterbox":  {"BOX"},
	"toastwatch": {"TOAST_EXTENSION"},
	"usbpump":    {"PUMP_CONTEXT", "PUMP_REQUEST"},
	"wireline":   {"LINE"},
}

// line is a row of a table.
type line struct {
	lines, fields, races, free, limit int
	elsewhere                         int // races on what is no field of these structs: requests, the device
	verdict                           string
	wall                              time.Duration
}

// tables prints both.
func tables(h *drivers.Heddle, folder string) error {
	rules, err := harness.NTRules("", "")
	if err != nil {
		return err
	}
	none := ""
	for _, r := range rules {
		none += "- remove: " + r.Name + "\n"
	}
	file, err := os.CreateTemp("", "rules*.yaml")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if _, err := file.WriteString(none); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.c"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s: no drivers: %w", folder, err)
	}
	first := 0
	for i, t := range []struct {
		title string
		args  []string
	}{{"Table 1: without rules", []string{"--rules", file.Name()}}, {"Table 2: with rules A1, A2 and A3", nil}} {
		fmt.Printf("\n%s\n\n| driver | lines | fields | races | no race | resource limit | races elsewhere | verdict | seconds |\n|---|--:|--:|--:|--:|--:|--:|---|--:|\n", t.title)
		var sum line
		var wrong error
		for _, f := range files {
			l, err := count(h, f, t.args)
			if err != nil {
				return err
			}
			name := strings.TrimSuffix(filepath.Base(f), ".c")
			fmt.Printf("| %s | %d | %d | %d | %d | %d | %d | %s | %.0f |\n", name, l.lines, l.fields, l.races, l.free, l.limit, l.elsewhere, l.verdict, l.wall.Seconds())
			sum.lines, sum.fields, sum.races, sum.free, sum.limit, sum.elsewhere = sum.lines+l.lines, sum.fields+l.fields, sum.races+l.races, sum.free+l.free, sum.limit+l.limit, sum.elsewhere+l.elsewhere
			if i > 0 && strings.HasSuffix(name, "_fixed") && l.verdict == "BUG" {
				wrong = fmt.Errorf("%s: BUG on a correct driver", name)
			}
		}
		fmt.Printf("| total | %d | %d | %d | %d | %d | %d | | |\n", sum.lines, sum.fields, sum.races, sum.free, sum.limit, sum.elsewhere)
		if wrong != nil {
			return wrong
		}
		if i == 0 {
			first = sum.races + sum.elsewhere
		} else {
			fmt.Printf("\nraces in all: %d without rules, %d with them\n", first, sum.races+sum.elsewhere)
		}
	}
	return nil
}

var racesOn = regexp.MustCompile(`data race on (.*?): `)

// count looks at one driver.
func count(h *drivers.Heddle, file string, args []string) (line, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return line{}, err
	}
	name := strings.TrimSuffix(filepath.Base(file), ".c")
	fields := map[string]bool{}
	for _, s := range extensions[strings.TrimSuffix(name, "_fixed")] {
		for _, m := range members(string(text), s) {
			fields[m] = true
		}
	}
	if len(fields) == 0 {
		return line{}, fmt.Errorf("%s: which struct is shared is not known", file)
	}
	got, err := h.CheckSource(filepath.Base(file), string(text), append([]string{"--platform", "windows", "--property", "race"}, args...)...)
	if err != nil {
		return line{}, err
	}
	var report struct {
		Findings []struct{ Kind, Verdict, Message string }
		Pairs    []struct {
			Verdict string
			Races   []string
		}
	}
	if err := json.Unmarshal([]byte(got.Report), &report); err != nil {
		return line{}, err
	}
	raced, other, open := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range report.Findings {
		m := racesOn.FindStringSubmatch(f.Message)
		if f.Verdict != "BUG" || f.Kind != "race" || m == nil {
			continue
		}
		if field := last(m[1]); fields[field] {
			raced[field] = true
		} else {
			other[field] = true
		}
	}
	for _, p := range report.Pairs {
		if p.Verdict != "UNKNOWN" && p.Verdict != "POSSIBLE" {
			continue
		}
		for _, r := range p.Races {
			if field := last(r); fields[field] && !raced[field] {
				open[field] = true
			}
		}
		if len(p.Races) == 0 { // it was not looked at
			for field := range fields {
				open[field] = open[field] || !raced[field]
			}
		}
	}
	limit := 0
	for _, is := range open {
		if is {
			limit++
		}
	}
	return line{
		lines: strings.Count(string(text), "\n"), fields: len(fields), races: len(raced), free: len(fields) - len(raced) - limit, limit: limit,
		elsewhere: len(other), verdict: got.Verdict, wall: got.Wall,
	}, nil
}

var (
	comment = regexp.MustCompile(`//.*`)
	index   = regexp.MustCompile(`\[[^\]]*\]`)
	lastOf  = regexp.MustCompile(`\w+$`)
)

// members are the names of the fields of a struct, as the drivers write them.
func members(text, name string) (out []string) {
	_, rest, ok := strings.Cut(text, "typedef struct _"+name+" {")
	if !ok {
		return nil
	}
	body, _, _ := strings.Cut(rest, "\n}")
	for _, d := range strings.Split(index.ReplaceAllString(comment.ReplaceAllString(body, ""), ""), ";") {
		for _, one := range strings.Split(d, ",") {
			if m := lastOf.FindString(strings.TrimSpace(one)); m != "" {
				out = append(out, m)
			}
		}
	}
	return out
}

// last is the field that an expression ends in.
func last(e string) string {
	if m := lastOf.FindString(index.ReplaceAllString(e, "")); m != "" {
		return m
	}
	return e
}
