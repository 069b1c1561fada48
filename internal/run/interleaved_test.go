package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine/interleaved"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// checkInterleaved looks at a function of a file, with low bounds.
func checkInterleaved(t *testing.T, file, function string, how Interleaved, asked []verdict.Property, flags ...string) *report.Report {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	j := job(t, string(text), "rounds")
	j.Files[0].Flags = flags
	j.Interleaved, j.Compile.Wrap, j.Compile.Harness = how, true, harness.Calling("--harness", function)
	j.Request.Properties = asked
	j.Request.KeepGoing = true // no finding may depend on how fast the machine is
	j.Request.Bounds = verdict.Bounds{Rounds: 3, Unwind: 2, Threads: 3}
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// pasted puts the preconditions of a report into the harness: that leaves the interleaved failures, and these alone.
func pasted(t *testing.T, file, function string, rep *report.Report, left []string, asked []verdict.Property, flags ...string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	assumed := ""
	for _, p := range rep.Preconditions {
		assumed += "heddle_assume(" + p + "); "
	}
	head, body, ok := strings.Cut(string(text), "void "+function+"(")
	args, body, ok2 := strings.Cut(body, "{")
	if !ok || !ok2 {
		t.Fatal("there is no harness")
	}
	closed := filepath.Join(t.TempDir(), filepath.Base(file))
	whole := head + "void " + function + "(" + args + "{ " + assumed + body
	if err := os.WriteFile(closed, []byte(whole), 0o644); err != nil {
		t.Fatal(err)
	}
	off := checkInterleaved(t, closed, function, Off, asked, flags...)
	if d := cmp.Diff(left, lines(off.Findings)); d != "" {
		t.Errorf("with the preconditions in the harness: %s\n%s", d, whole)
	}
}

// lines names findings by their lines.
func lines(fs []report.Finding) (out []string) {
	for _, f := range fs {
		out = append(out, fmt.Sprintf("%d %s", f.Location.Line, f.Kind))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestInterleaved is our versions of the figures of the paper: what is left, what is set aside, and which filters that takes.
func TestInterleaved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file        string
		left, aside []string
		filters     string // how many, and how many of them with AsyncAsSync
		says        []string
	}{
		{
			"fill",
			[]string{"15 assert"},
			[]string{"10 null-deref", "16 assert", "16 null-deref"},
			"5 filters, 4 of them",
			[]string{"r != 0", "busy == 0", "r->len != 0", "r->len != &r->done", "r->done == 0"},
		},
		{
			"suppress",
			[]string{"8 assert"},
			[]string{"14 null-deref", "19 null-deref"},
			"3 filters, 2 of them",
			[]string{"p != 0", "p->completed == 0", "p->cancel_routine == 0"},
		},
		{"alias", nil, []string{"13 assert", "13 null-deref", "8 assert", "8 null-deref"}, "8 filters, 7 of them", nil},
		{"late", nil, []string{"6 null-deref", "8 null-deref"}, "4 filters, 3 of them", nil},
		{"permute", nil, []string{"13 null-deref", "15 null-deref"}, "1 filters, 1 of them", []string{"p != 0"}},
		{"blocked", []string{"6 assert"}, nil, "0 filters, 0 of them", nil},
		{"nested", nil, []string{"5 assert"}, "1 filters, 0 of them", []string{"n == 0"}},
		{"join", []string{"15 assert"}, []string{"16 assert"}, "1 filters, 1 of them", []string{"k != 7"}},
		{"choice", []string{"17 assert"}, []string{"15 null-deref", "9 null-deref"}, "1 filters, 1 of them", []string{"p != 0"}},
		{"index", nil, []string{"15 assert", "9 assert"}, "12 filters, 12 of them", nil},
		{"types", []string{"14 assert"}, []string{"18 assert", "19 assert"}, "3 filters, 3 of them", nil},
		{"doubt", []string{"13 assert", "14 assert"}, nil, "1 filters, 1 of them", nil},
		{"values", []string{"9 assert"}, []string{"15 assert"}, "8 filters, 8 of them", nil},
		{"outside", []string{"12 assert"}, nil, "0 filters, 0 of them", nil},
		{"limits/endless", []string{"6 assert"}, nil, "0 filters, 0 of them", nil},
	} {
		t.Run(tt.file, func(t *testing.T) {
			if slices.Contains([]string{"late", "limits/endless"}, tt.file) { // many rounds of filters, or a loop that is cut
				tooltest.From(t, tooltest.Full)
			}
			t.Parallel()
			file := filepath.Join("../../testdata/interleaved", tt.file+".c")
			open := slices.Contains([]string{"values", "doubt", "limits/endless"}, tt.file)
			rep := checkInterleaved(t, file, "test", Only, []verdict.Property{verdict.Assert, verdict.Memory})
			if d := cmp.Diff(tt.left, lines(rep.Findings)); d != "" {
				t.Errorf("what is left: %s", d)
			}
			if d := cmp.Diff(tt.aside, lines(rep.SetAside)); d != "" {
				t.Errorf("what is set aside: %s", d)
			}
			if notes := strings.Join(rep.Notes, "\n"); !strings.Contains(notes, tt.filters) {
				t.Errorf("want %s in: %s", tt.filters, notes)
			}
			if d := cmp.Diff(tt.says, rep.Preconditions); tt.says != nil && d != "" {
				t.Error(d)
			}
			for _, f := range rep.Findings {
				if in := f.Interleaving; (in.Interleaved == nil) != open || in.Interleaved != nil && !*in.Interleaved {
					t.Errorf("%s at %s is left, and that says %+v", f.Kind, f.Location.Pos, in)
				}
			}
			if open {
				return
			}
			pasted(t, file, "test", rep, tt.left, []verdict.Property{verdict.Assert, verdict.Memory})
		})
	}
}

// TestInterleavedDrivers: drivers of the bench, whose harnesses assume nothing. What is left is what is marked, and the preconditions that are printed leave exactly that.
func TestInterleavedDrivers(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	folder, err := filepath.Abs("../../testdata/interleaved/drivers")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		file, harness string
		property      verdict.Property
		bug           string
		left          []string
	}{
		{"diary", "test", verdict.Assert, "2", []string{"21 assert", "23 assert", "75 assert", "77 assert"}},
		{"diary", "test", verdict.Assert, "3", nil},
		{"courier", "test_ioctl", verdict.Assert, "0", nil},
		{"mouse", "test_read", verdict.Assert, "2", []string{"13 assert", "15 assert", "36 assert", "38 assert"}},
		{"keys", "test_ioctl", verdict.Memory, "0", nil},
		{"lamp", "test", verdict.Assert, "0", nil},
		{"serial", "test_purge", verdict.Assert, "1", []string{"27 assert", "30 assert"}},
	} {
		t.Run(tt.file+tt.bug, func(t *testing.T) {
			t.Parallel()
			file, asked := filepath.Join(folder, tt.file+".c"), []verdict.Property{tt.property}
			flags := []string{"-I" + folder, "-DBUG=" + tt.bug}
			if tt.property == verdict.Assert {
				flags = append(flags, "-DCANCEL")
			}
			rep := checkInterleaved(t, file, tt.harness, Only, asked, flags...)
			if d := cmp.Diff(tt.left, lines(rep.Findings)); d != "" {
				t.Errorf("what is left: %s", d)
			}
			pasted(t, file, tt.harness, rep, tt.left, asked, flags...)
		})
	}
}

// TestInterleavedSliced: with slices the answers are the same. What filters read is read by the program, so it is not left out.
func TestInterleavedSliced(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	for _, name := range []string{"fill", "alias", "suppress", "join"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got [2]*report.Report
			for i, slice := range []string{"off", "on"} {
				j := figure(t, name)
				j.Request.Slice = slice
				rep, err := Check(context.Background(), j)
				if err != nil {
					t.Fatal(err)
				}
				got[i] = rep
			}
			if d := cmp.Diff(lines(got[0].Findings), lines(got[1].Findings)); d != "" {
				t.Errorf("what is left: %s", d)
			}
			if d := cmp.Diff(lines(got[0].SetAside), lines(got[1].SetAside)); d != "" || len(got[1].SetAside) == 0 {
				t.Errorf("what is set aside: %s", d)
			}
			for _, f := range got[1].Findings {
				if in := f.Interleaving; in.Interleaved == nil || !*in.Interleaved {
					t.Errorf("%s at %s: %+v", f.Kind, f.Location.Pos, in)
				}
			}
			if !slices.ContainsFunc(got[1].Claims, func(c verdict.Claim) bool { return c.Slicing != nil }) {
				t.Error("nothing was sliced")
			}
		})
	}
}

// figure is a question about one of our versions of the figures.
func figure(t *testing.T, name string) Job {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata/interleaved", name+".c"))
	if err != nil {
		t.Fatal(err)
	}
	j := job(t, string(text), "rounds")
	j.Interleaved, j.Compile.Wrap, j.Compile.Harness = Only, true, harness.Calling("--harness", "test")
	j.Request.Properties = []verdict.Property{verdict.Assert, verdict.Memory}
	j.Request.KeepGoing = true
	j.Request.Bounds = verdict.Bounds{Rounds: 3, Unwind: 2, Threads: 3}
	return j
}

// TestAsyncAsSyncAlone: with that filter alone the situations of Fig. 2 and Fig. 11, and nested threads, leave a false alarm.
func TestAsyncAsSyncAlone(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	for _, name := range []string{"alias", "late", "nested"} {
		j := figure(t, name)
		j.Filter = irexec.AsyncAsSync
		rep, err := Check(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		if len(rep.Findings) == 0 {
			t.Errorf("%s: no false alarm is left", name)
		}
	}
}

// TestInterleavedTimeUp: whoever runs out of time while judging keeps the findings and says of none what was not decided.
func TestInterleavedTimeUp(t *testing.T) {
	for _, how := range []Interleaved{Rank, Only} {
		j := figure(t, "fill")
		j.Interleaved = Off
		all, err := Check(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		turns := 0
		j.Interleaved, j.Progress = how, func(s string) {
			if s == "rounds" {
				if turns++; turns == 2 { // the program without the first inputs
					cancel()
				}
			}
		}
		rep, err := Check(ctx, j)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(lines(all.Findings), lines(rep.Findings)); d != "" || rep.Verdict() != verdict.Bug || len(rep.SetAside) > 0 {
			t.Errorf("%s: set aside %v: %s", rep.Verdict(), lines(rep.SetAside), d)
		}
		for _, f := range rep.Findings {
			if in := f.Interleaving; in != nil && (in.Interleaved != nil || in.Reason == "") {
				t.Errorf("%s at %s: %+v", f.Kind, f.Location.Pos, in)
			}
		}
	}
}

// TestDifferError: two functions with the same input. What is left fails on inputs on which the other function does not.
func TestDifferError(t *testing.T) {
	for _, tt := range []struct {
		file, function, against string
		asked                   verdict.Property
		left, aside, says       []string
		undecided               string
	}{
		{"difference", "use", "look", "", []string{"17 assert"}, []string{"14 null-deref"}, []string{"p != 0"}, ""},
		{"difference", "look", "use", "", nil, []string{"9 null-deref"}, nil, ""},
		{"difference", "use", "use", "", nil, []string{"14 null-deref", "17 assert"}, nil, ""}, // nothing is interleaved in one thread
		{"hash", "hashed", "any", verdict.Assert, []string{"15 assert"}, nil, nil, "one value after another of the free choice at hash.c:8:15"},
		{"hash", "hashed_of", "any_of", verdict.Assert, []string{"31 assert"}, nil, nil, "hash.c:26:21"},
	} {
		t.Run(tt.function+" "+tt.against, func(t *testing.T) {
			j := figure(t, filepath.Join("two", tt.file))
			j.Compile.Harness = harness.Calling("--harness", tt.function)
			j.Compile.Harness.Against = tt.against
			if tt.asked != "" {
				j.Request.Properties = []verdict.Property{tt.asked}
			}
			rep, err := Check(context.Background(), j)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.left, lines(rep.Findings)); d != "" {
				t.Errorf("what is left: %s", d)
			}
			if d := cmp.Diff(tt.aside, lines(rep.SetAside)); d != "" {
				t.Errorf("what is set aside: %s", d)
			}
			if d := cmp.Diff(tt.says, rep.Preconditions); tt.says != nil && d != "" {
				t.Error(d)
			}
			if tt.says != nil {
				pasted(t, j.Files[0].Path, tt.function, rep, tt.left, j.Request.Properties)
			}
			for _, f := range rep.Findings {
				if in := f.Interleaving; (in.Interleaved == nil) != (tt.undecided != "") {
					t.Errorf("%s at %s is left, and that says %+v", f.Kind, f.Location.Pos, in)
				} else if !strings.Contains(strings.ReplaceAll(in.Reason, j.Files[0].Path, filepath.Base(tt.file)+".c"), tt.undecided) {
					t.Errorf("it is undecided because %s", in.Reason)
				}
			}
		})
	}
}

// TestAlgorithm2: Fig. 6, whatever the hash function is. That no input is left is one question with a quantifier; where one is, it is found, and its sequential runs say so. Late is 3.4: after eight filters that rest on values
// of one choice.
func TestAlgorithm2(t *testing.T) {
	tooltest.Require(t, "z3")
	for _, tt := range []struct {
		file, function, against string
		how                     interleaved.Quantify
		left, aside             []string
		filters                 int
	}{
		{"two/hash", "hashed", "any", interleaved.Always, nil, []string{"15 assert"}, 1},
		{"two/hash", "hashed", "any", interleaved.Late, nil, []string{"15 assert"}, 9},
		{"two/hash", "hashed", "any_but_one", interleaved.Always, []string{"15 assert"}, nil, 1},
		{"two/hash", "hashed_of", "any_of", interleaved.Always, nil, []string{"31 assert"}, 1},
		{"two/bytes", "use", "any", interleaved.Always, nil, []string{"14 assert"}, 1},
		{"two/bytes", "use_swapped", "any", interleaved.Always, []string{"19 assert"}, nil, 0},
		{"choices/table", "test", "", interleaved.Always, []string{"18 assert"}, []string{"10 assert", "17 assert"}, 1},
	} {
		t.Run(fmt.Sprint(tt.function, tt.against, tt.how), func(t *testing.T) {
			t.Parallel()
			j := figure(t, tt.file)
			j.Compile.Harness = harness.Calling("--harness", tt.function)
			j.Compile.Harness.Against = tt.against
			j.Request.Properties = []verdict.Property{verdict.Assert}
			j.Quantify = tt.how
			rep, err := Check(context.Background(), j)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.left, lines(rep.Findings)); d != "" {
				t.Errorf("what is left: %s", d)
			}
			if d := cmp.Diff(tt.aside, lines(rep.SetAside)); d != "" {
				t.Errorf("what is set aside: %s", d)
			}
			for _, f := range rep.Findings {
				if in := f.Interleaving; in.Interleaved == nil || !*in.Interleaved {
					t.Errorf("%s at %s is left, and that says %+v", f.Kind, f.Location.Pos, in)
				}
			}
			if len(tt.left) == 0 && rep.Verdict() != verdict.Bounded {
				t.Errorf("%s: %s", rep.Verdict(), rep.Reason)
			}
			if len(rep.Preconditions) != tt.filters || tt.filters > 0 && !strings.Contains(rep.Preconditions[len(rep.Preconditions)-1], "no input such as ") {
				t.Errorf("preconditions %q", rep.Preconditions)
			}
		})
	}
}

// TestQuantified: a choice that is quantified may go again, and every input is filtered then.
func TestQuantified(t *testing.T) {
	tooltest.Require(t, "z3")
	for _, name := range []string{"values", "quantified"} {
		j := figure(t, name)
		j.Quantify = interleaved.Always
		rep, err := Check(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		if len(rep.Findings) > 0 || len(rep.SetAside) != 2 || !strings.Contains(rep.Notes[0], everyInput) {
			t.Errorf("%s: left %v, set aside %v, notes %v", name, lines(rep.Findings), lines(rep.SetAside), rep.Notes)
		}
	}
}

// TestPermutations (4.5): if the threads of an execution fail one after the other, with its choices, no solver is asked for others. Where no permutation of it fails, that says nothing: in Fig. 9 the execution that takes
// four switches fails sequentially by another choice, which a solver finds.
func TestPermutations(t *testing.T) {
	j := figure(t, "permute")
	compiled, err := cfront.Compile(context.Background(), j.Files, j.Compile)
	if err != nil {
		t.Fatal(err)
	}
	j.Interleaved = Off
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		line, saved int
		asks        bool
	}{{13, 0, true}, {15, 1, false}} {
		at := slices.IndexFunc(rep.Findings, func(f report.Finding) bool { return f.Location.Line == tt.line })
		if at < 0 {
			t.Fatalf("line %d does not fail: %v", tt.line, lines(rep.Findings))
		}
		judge, err := interleaved.New(context.Background(), verdict.Question{Program: compiled.Program, Properties: j.Request.Properties}, interleaved.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer judge.Close()
		in, filter, err := judge.Decide(context.Background(), &rep.Findings[at].Finding)
		if err != nil || filter == nil || in.Interleaved != nil {
			t.Fatalf("line %d: %+v, %v", tt.line, in, err)
		}
		if judge.Saved != tt.saved || (judge.Calls > 0) != tt.asks {
			t.Errorf("line %d: %d solver calls saved, %d made", tt.line, judge.Saved, judge.Calls)
		}
	}
}

// TestFill is the example of the documentation, as a user asks: all engines, no bounds. The one finding that is left fulfils every precondition, also those about memory that its execution does not read.
func TestFill(t *testing.T) {
	j := figure(t, "fill")
	j.Engine, j.Request.Bounds, j.Request.KeepGoing = Auto, verdict.Bounds{}, false
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"15 assert"}, lines(rep.Findings)); d != "" || len(rep.Findings) != 1 || !*rep.Findings[0].Interleaving.Interleaved {
		t.Fatalf("%s %+v", d, rep.Findings)
	}
	f := &rep.Findings[0]
	last := map[string]int{} // line, by thread
	for _, step := range f.Trace.Steps {
		last[f.Trace.Threads[step.Thread].Name] = step.Pos.Line
		if step.Pos.Line == 10 || step.Pos.Line == 16 {
			t.Errorf("the execution comes to line %d", step.Pos.Line)
		}
	}
	if last["fill"] != 9 || last["finish"] != 15 {
		t.Errorf("fill does not stand at A while finish fails: %v", last)
	}
	want := []string{"busy == 0", "r != 0", "r->done == 0", "r->len != &r->done", "r->len != 0"}
	if d := cmp.Diff(want, slices.Sorted(slices.Values(rep.Preconditions))); d != "" {
		t.Error(d)
	}
	// The same execution of a program that assumes them first, in one step.
	text, err := os.ReadFile("../../testdata/interleaved/fill.c")
	if err != nil {
		t.Fatal(err)
	}
	assumed := "heddle_atomic { heddle_assume(r); heddle_assume(r->len); heddle_assume(r->len != &r->done); heddle_assume(!r->done); heddle_assume(!busy); } heddle_async(fill"
	if err := os.WriteFile(j.Files[0].Path, []byte(strings.Replace(string(text), "heddle_async(fill", assumed, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	res, err := cfront.Compile(context.Background(), j.Files, j.Compile)
	if err != nil {
		t.Fatal(err)
	}
	out, err := irexec.Run(res.Program, append(trace.Schedule{0}, f.Schedule...), f.Inputs, irexec.Options{})
	if err != nil || out.End != irexec.Failed || out.Failure.Location.Line != 15 {
		t.Errorf("with the preconditions assumed: %v %v %v", out.End, out.Failure, err)
	}
	j = figure(t, "fill")
	j.Filter = irexec.AsyncAsSync
	if rep, err = Check(context.Background(), j); err != nil || slices.Contains(rep.Preconditions, "busy == 0") {
		t.Errorf("AsyncAsSync finds busy == 0: %v %v", rep.Preconditions, err)
	}
}
