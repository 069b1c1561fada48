// Command cbugs measures the judge of interleaved bugs against the suppression of asserts: Fig. 10 of CBUGS (POPL 2012), all columns.
//
//	go run ./bench/cbugs [-drivers testdata/interleaved/drivers] [-rounds 3] [-only NAME]
//
// A row is a driver whose harness assumes nothing, with a property: Cancel, no request is used after it was completed, or NullDeref. A bug is marked in the source, at the checks that
// show it: "interleaved! 2" or "sequential! 1" with the number that -DBUG has. A report at any other check is a false alarm. LF is the number of filters, AG that some of them take
// AsyncGeneral. The exit code is 1 if the judge has a false alarm, misses an interleaved bug or leaves something undecided, and if all rows together are not hard enough: fewer than 20
// false alarms by suppression, or none of its bugs missed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// row is a driver and a property.
type row struct {
	name, file, harness string
	bug                 int
	kind                string // of the bug
	null                bool   // the property is NullDeref, else Cancel
}

const (
	none        = "No"
	interleaved = "Int."
	sequential  = "Seq."
)

var rows = []row{
	{"diary", "diary.c", "test", 0, none, false},
	{"diary_bug1", "diary.c", "test", 1, sequential, false},
	{"diary_bug2", "diary.c", "test", 2, interleaved, false},
	{"diary_bug3", "diary.c", "test", 3, sequential, false},
	{"diary_bug4", "diary.c", "test", 4, sequential, false},
	{"diary_bug5", "diary.c", "test", 5, interleaved, false},
	{"courier_read", "courier.c", "test_read", 0, none, false},
	{"courier_write", "courier.c", "test_write", 0, none, false},
	{"courier_ioctl", "courier.c", "test_ioctl", 0, none, false},
	{"mouse_bug1", "mouse.c", "test_read", 1, sequential, false},
	{"mouse_bug2", "mouse.c", "test_read", 2, interleaved, false},
	{"lamp", "lamp.c", "test", 0, none, false},
	{"serial_write", "serial.c", "test_write", 0, none, false},
	{"serial_purge", "serial.c", "test_purge", 0, none, false},
	{"serial_bug1", "serial.c", "test_purge", 1, interleaved, false},
	{"serial_bug2", "serial.c", "test_write", 2, sequential, false},
	{"serial_bug3", "serial.c", "test_read", 3, sequential, false},
	{"diary", "diary.c", "test", 0, none, true},
	{"keys_read", "keys.c", "test_read", 0, none, true},
	{"keys_ioctl", "keys.c", "test_ioctl", 0, none, true},
	{"mouse_read", "mouse.c", "test_read", 0, none, true},
	{"mouse_ioctl", "mouse.c", "test_ioctl", 0, none, true},
	{"lamp", "lamp.c", "test", 0, none, true},
	{"serial_write", "serial.c", "test_write", 0, none, true},
	{"serial_read", "serial.c", "test_read", 0, none, true},
	{"serial_ioctl", "serial.c", "test_ioctl", 0, none, true},
}

func main() {
	folder := flag.String("drivers", "testdata/interleaved/drivers", "where the drivers are")
	rounds := flag.Int("rounds", 3, "rounds that are looked at")
	only := flag.String("only", "", "the rows of this name alone")
	flag.Parse()
	if err := table(*folder, *only, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "cbugs:", err)
		os.Exit(1)
	}
}

// counts are the columns of a method.
type counts struct {
	alarms, missed int // false alarms, bugs that are not reported
	seconds        float64
}

func table(folder, only string, rounds int) error {
	fmt.Println("| driver | LOC (checks) | property | bug | LF | FP | FN | seconds | suppression: FP | FN | seconds |\n|---|--:|---|---|--:|--:|--:|--:|--:|--:|--:|")
	var ours, theirs counts
	var wrong []string
	lost := 0 // bugs that suppression misses
	for _, r := range rows {
		if only != "" && r.name != only {
			continue
		}
		s, err := newSubject(folder, r, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		filters, judged, open, err := s.judged()
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		suppressed, err := s.suppressed()
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		property := "Cancel"
		if r.null {
			property = "NullDeref"
		}
		fmt.Printf("| %s | %d (%d) | %s | %s | %s | %d | %d | %.1f | %d | %d | %.1f |\n", r.name, s.lines, s.checks, property, r.kind, filters,
			judged.alarms, judged.missed, judged.seconds, suppressed.alarms, suppressed.missed, suppressed.seconds)
		ours.alarms, theirs.alarms = ours.alarms+judged.alarms, theirs.alarms+suppressed.alarms
		ours.seconds, theirs.seconds = ours.seconds+judged.seconds, theirs.seconds+suppressed.seconds
		ours.missed, theirs.missed = ours.missed+judged.missed, theirs.missed+suppressed.missed
		lost += suppressed.missed
		if judged.alarms > 0 || open > 0 || r.kind == interleaved && judged.missed > 0 {
			wrong = append(wrong, fmt.Sprintf("%s (%s)", r.name, property))
		}
	}
	fmt.Printf("| all | | | | | %d | %d | %.1f | %d | %d | %.1f |\n", ours.alarms, ours.missed, ours.seconds, theirs.alarms, theirs.missed, theirs.seconds)
	switch {
	case len(wrong) > 0:
		return fmt.Errorf("the judge is wrong or undecided about %s", strings.Join(wrong, ", "))
	case only == "" && (theirs.alarms < 20 || lost == 0):
		return fmt.Errorf("the harnesses are too kind: %d false alarms by suppression, %d bugs missed", theirs.alarms, lost)
	}
	return nil
}

// subject is a row at work.
type subject struct {
	row
	rounds        int
	file          cfront.File
	prog          *ir.Program
	shows         map[string][]int // the lines at which a bug of a kind shows
	lines, checks int
}

var markRE = regexp.MustCompile(`(interleaved|sequential)!((?: \d+)+)`)

func newSubject(folder string, r row, rounds int) (*subject, error) {
	s := &subject{row: r, rounds: rounds, shows: map[string][]int{}}
	s.file = cfront.File{Path: filepath.Join(folder, r.file), Flags: []string{"-DBUG=" + strconv.Itoa(r.bug)}}
	if !r.null {
		s.file.Flags = append(s.file.Flags, "-DCANCEL")
	}
	text, err := os.ReadFile(s.file.Path)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(text), "\n") {
		for _, m := range markRE.FindAllStringSubmatch(line, -1) {
			if slices.Contains(strings.Fields(m[2]), strconv.Itoa(r.bug)) && !r.null {
				kind := map[string]string{"interleaved": interleaved, "sequential": sequential}[m[1]]
				s.shows[kind] = append(s.shows[kind], i+1)
			}
		}
	}
	if r.kind != none && len(s.shows[r.kind]) == 0 {
		return nil, fmt.Errorf("no check is marked as showing bug %d", r.bug)
	}
	res, err := cfront.Compile(context.Background(), []cfront.File{s.file}, s.compile())
	if err != nil {
		return nil, err
	}
	s.prog = res.Program
	s.measure()
	return s, nil
}

func (s *subject) compile() cfront.Options {
	return cfront.Options{Harness: harness.Calling("--harness", s.harness), Wrap: true}
}

func (s *subject) property() verdict.Property {
	if s.null {
		return verdict.Memory
	}
	return verdict.Assert
}

// measure counts the lines that have code, but for checks, and the checks: asserts, or accesses through pointers.
func (s *subject) measure() {
	code, asserts := map[string]bool{}, map[string]bool{}
	for f, in := range s.prog.Instrs() {
		p := in.Base().Pos
		if f.Model || !p.IsValid() {
			continue
		}
		at := fmt.Sprintf("%s:%d", p.File, p.Line)
		code[at] = true
		if _, ok := in.(*ir.Assert); ok {
			asserts[at] = true
			if !s.null {
				s.checks++
			}
		}
		if m, _, ok := ir.AccessOf(in); ok && s.null && m.Addr.Kind == ir.KindReg {
			s.checks++
		}
	}
	s.lines = len(code) - len(asserts)
}

// result compares what is reported, by line, with the bug of the row.
func (s *subject) result(reported []int, kinds ...string) (c counts) {
	found := false
	slices.Sort(reported)
	for _, line := range slices.Compact(reported) {
		true_ := false
		for _, k := range kinds {
			true_ = true_ || slices.Contains(s.shows[k], line)
		}
		found = found || true_
		if !true_ {
			c.alarms++
		}
	}
	if s.kind != none && !found {
		c.missed = 1
	}
	return c
}

var filtersRE = regexp.MustCompile(`(\d+) filters, (\d+) of them AsyncAsSync`)

// judged is what --interleaved only leaves. open is how many findings are undecided.
func (s *subject) judged() (filters string, c counts, open int, err error) {
	before := drivers.Processor()
	rep, err := run.Check(context.Background(), run.Job{
		Files: []cfront.File{s.file}, Compile: s.compile(), Engine: "rounds", Version: "bench", BugDir: os.TempDir(), Interleaved: run.Only,
		Request: engine.Request{Question: s.question(s.prog), KeepGoing: true},
	})
	if err != nil {
		return "", c, 0, err
	}
	if rep.Reason != "" {
		return "", c, 0, fmt.Errorf("%s", rep.Reason)
	}
	var left []int
	for _, f := range rep.Findings {
		left = append(left, f.Location.Line)
		if f.Interleaving == nil || f.Interleaving.Interleaved == nil {
			open++
		}
	}
	c = s.result(left, interleaved, sequential)
	c.seconds = (drivers.Processor() - before).Seconds()
	m := filtersRE.FindStringSubmatch(strings.Join(rep.Notes, "\n"))
	if m == nil {
		return "", c, 0, fmt.Errorf("the report does not say how many filters there were")
	}
	if filters = m[1]; m[1] != m[2] {
		filters += " (AG)"
	}
	return filters, c, open, nil
}

func (s *subject) question(p *ir.Program) verdict.Question {
	return verdict.Question{Program: p, Properties: []verdict.Property{s.property()}, Bounds: verdict.Bounds{Rounds: s.rounds, Unwind: 2, Threads: 3}}
}
