package report

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// randomFinding is a finding with a long trace in which lines depend on earlier ones.
func randomFinding(r *rand.Rand) *Finding {
	f := &Finding{}
	f.Kind = verdict.KindAssert
	thread := 0
	for i := range 1 + r.Intn(400) {
		if r.Intn(20) == 0 {
			thread = r.Intn(3)
		}
		l := Line{Thread: thread, Pos: source.Pos{File: "a.c", Line: 1 + r.Intn(50)}, Func: "f", Text: "x = y;", Values: []trace.Value{{Name: fmt.Sprintf("v%d", i), Value: "1", Write: true}}}
		if i > 0 {
			for range r.Intn(3) {
				l.from(r.Intn(i))
			}
		}
		if r.Intn(30) == 0 {
			l.Notes = []string{"starts thread 7 (w)"}
		}
		f.Lines = append(f.Lines, l)
	}
	if r.Intn(2) == 0 {
		f.Kind = verdict.KindRace
		f.Lines[r.Intn(len(f.Lines))].Notes = []string{"about to write x"}
		f.Lines[len(f.Lines)-1].Notes = []string{"about to read x"}
	}
	return f
}

// TestFold: rows are all lines in order, keep every switch and the failure, and name every value that a shown line uses.
func TestFold(t *testing.T) {
	for seed := range int64(300) {
		f := randomFinding(rand.New(rand.NewSource(seed)))
		rows := f.Fold()
		next, switches := 0, 0
		shown := map[int]bool{}
		row := map[int]*Row{}
		for k := range rows {
			r := &rows[k]
			if r.First != next || r.End <= r.First || r.Folded == (r.End == r.First+1) {
				t.Fatalf("seed %d: row %d is %+v after line %d", seed, k, r, next)
			}
			next = r.End
			for i := r.First; i < r.End; i++ {
				if f.Lines[i].Thread != f.Lines[r.First].Thread {
					t.Fatalf("seed %d: a switch is folded in %+v", seed, r)
				}
				row[i], shown[i] = r, !r.Folded
			}
			if k > 0 && f.Lines[r.First].Thread != f.Lines[rows[k-1].First].Thread {
				switches++
			}
		}
		if next != len(f.Lines) || switches != f.segments()-1 {
			t.Fatalf("seed %d: rows up to %d of %d, %d switches of %d", seed, next, len(f.Lines), switches, f.segments()-1)
		}
		if n := len(rows); n > mostRows+2 && n > f.segments()+2 { // what fails is always shown
			t.Errorf("seed %d: %d rows", seed, n)
		}
		for i, l := range f.Lines {
			if f.fails(i) && !shown[i] {
				t.Errorf("seed %d: line %d, which fails, is folded", seed, i)
			}
			for _, k := range l.From {
				if shown[i] && !shown[k] && !slices.Contains(row[k].Leaves, f.Lines[k].Values[0]) {
					t.Errorf("seed %d: line %d uses %v of line %d, which nobody sees", seed, i, f.Lines[k].Values[0], k)
				}
			}
		}
	}
}

// TestFoldKeepsWhatMatters: initialization is folded, but for the line that wrote what is read where it fails; the lock that is held there, and both accesses, are seen.
func TestFoldKeepsWhatMatters(t *testing.T) {
	f := &Finding{}
	f.Kind = verdict.KindRace
	add := func(l Line) int {
		l.Pos.File = "a.c"
		f.Lines = append(f.Lines, l)
		return len(f.Lines) - 1
	}
	used := 0
	for i := range 40 {
		k := add(Line{Func: "init", Text: "table[i] = i;", Values: []trace.Value{{Name: fmt.Sprintf("table[%d]", i), Value: fmt.Sprint(i), Write: true}}})
		if i == 20 {
			used = k
		}
	}
	add(Line{Func: "main", Text: "lock(&m);", Does: []string{"lock"}})
	add(Line{Func: "main", Text: "quiet();", Locks: []string{"m"}})
	add(Line{Func: "main", Text: "quiet();", Locks: []string{"m"}})
	add(Line{Func: "main", Text: "quiet();", Locks: []string{"m"}})
	add(Line{Func: "main", Text: "n = table[20];", Locks: []string{"m"}, From: []int{used}, Notes: []string{"about to write n"}})
	add(Line{Thread: 1, Func: "w", Text: "return n;", Notes: []string{"about to read n"}})
	var seen []string
	for _, r := range f.Fold() {
		if r.Folded {
			seen = append(seen, f.folded(r))
		} else {
			seen = append(seen, f.Lines[r.First].Text)
		}
	}
	want := []string{"20 lines in init", "table[i] = i;", "19 lines in init", "lock(&m);", "3 lines in main", "n = table[20];", "return n;"}
	if !slices.Equal(seen, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(seen, "\n"), strings.Join(want, "\n"))
	}
	if whole := f.Whole(); len(whole) != len(f.Lines) || slices.ContainsFunc(whole, func(r Row) bool { return r.Folded }) {
		t.Errorf("%d of %d lines, or folded ones", len(whole), len(f.Lines))
	}
}

// TestInterruptedLines: a line that is left in the middle is told from one that is come back to.
func TestInterruptedLines(t *testing.T) {
	step := func(thread, instr int, v string, write bool) trace.Step {
		return trace.Step{Thread: thread, Instr: ir.ID(instr), Pos: source.At("a.c", 5, 2), Func: "f", Text: "x++;", Values: []trace.Value{{Name: "x", Value: v, Write: write}}}
	}
	two := []trace.Thread{{Name: "f"}, {Name: "f"}}
	half := Lines(trace.Trace{Threads: two, Steps: []trace.Step{step(0, 10, "0", false), step(1, 10, "0", false), step(1, 11, "1", true), step(0, 11, "1", true)}})
	if len(half) != 3 || !half[0].Interrupted || half[1].Interrupted || half[1].Resumed || !half[2].Resumed {
		t.Errorf("%+v", half)
	}
	again := Lines(trace.Trace{Threads: two, Steps: []trace.Step{step(0, 10, "0", false), step(1, 10, "0", false), step(0, 10, "0", false)}})
	if len(again) != 3 || again[0].Interrupted || again[2].Resumed {
		t.Errorf("%+v", again)
	}
}
