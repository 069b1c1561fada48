//go:build unix

package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/confirm"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// patient is a replay that waits for as long as a step may take on a busy machine.
var patient = confirm.Tools{Idle: 600}

// plans checks a program, and gives the executions of its findings.
func plans(t *testing.T, path, model string, ps ...verdict.Property) (out []*confirm.Plan) {
	t.Helper()
	j := job(t, "", "explore")
	j.Files = []cfront.File{{Path: path}}
	j.Request.Properties = ps
	if model == "ilp32" {
		j.Compile.Parse.Model = ir.ILP32
	}
	rep, err := Check(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rep.Findings {
		p, err := rep.Plan(&rep.Findings[i])
		if err != nil {
			t.Fatal(err)
		}
		saved, err := p.Save().Plan() // as it is in a report
		if err != nil {
			t.Fatal(err)
		}
		if saved.Text("") != p.Text("") {
			t.Errorf("%s: the plan is another one when it was saved", path)
		}
		out = append(out, saved)
	}
	if len(out) == 0 {
		t.Fatalf("%s: no BUG but %s", path, rep.Verdict())
	}
	return out
}

func write(t *testing.T, src string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const programs = "../../testdata/c/"

// TestConfirm: one program per kind of evidence. ThreadSanitizer judges races with 64 bits; with 32 there is none, and threads before the same bytes are the evidence.
func TestConfirm(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	tooltest.GCC(t, "-m64")
	for _, c := range []struct {
		file, model string
		property    verdict.Property
		shows       string
	}{
		{"race/counter_bug.c", "lp64", verdict.Race, "ThreadSanitizer reports a data race"},
		{"race/free_bug.c", "lp64", verdict.Race, "ThreadSanitizer reports a data race"},
		{"race/counter_bug.c", "ilp32", verdict.Race, "are about to access the same bytes"},
		{"assert/lost_update_bug.c", "lp64", verdict.Assert, "the assertion fails"},
		{"assert/wide_input_bug.c", "lp64", verdict.Assert, "the assertion fails"},
		{"deadlock/abba_bug.c", "lp64", verdict.Deadlock, "waits at"},
		{"deadlock/lost_signal_bug.c", "lp64", verdict.Deadlock, "waits at"},
		{"memory/double_free_bug.c", "lp64", verdict.Memory, "AddressSanitizer reports double-free at double_free_bug.c:12, thread 1"},
		{"memory/use_after_free_bug.c", "lp64", verdict.Memory, "AddressSanitizer reports heap-use-after-free at use_after_free_bug.c:9, thread 1"},
		{"memory/use_after_free_bug.c", "ilp32", verdict.Memory, "use-after-free at use_after_free_bug.c:9, thread 1"},
		{"memory/shrunk_bug.c", "lp64", verdict.Memory, "AddressSanitizer reports heap-buffer-overflow"},
		{"memory/string_bug.c", "lp64", verdict.Memory, "AddressSanitizer reports stack-buffer-overflow"},
		{"posix/mmap_bug.c", "lp64", verdict.Memory, "memory that it does not have"},
		{"posix/read_part_bug.c", "lp64", verdict.Assert, "the assertion fails"},
		{"posix/argv_bug.c", "lp64", verdict.Assert, "the assertion fails"},
		{"posix/pipe_deadlock_bug.c", "lp64", verdict.Deadlock, "waits at"},
		{"lang/strcmp_bug.c", "lp64", verdict.Assert, "the assertion fails"},
	} {
		t.Run(c.model+" "+c.file, func(t *testing.T) {
			if c.model == "ilp32" {
				tooltest.GCC(t, "-m32")
			}
			for _, p := range plans(t, programs+c.file, c.model, c.property) {
				r := confirm.Run(tooltest.Context(t), p, patient)
				if !r.Confirmed || !strings.Contains(r.Text, c.shows) {
					t.Errorf("%s, want %q", r, c.shows)
				}
			}
		})
	}
}

// TestReplaysAtOnce: one that ends does not end the others.
func TestReplaysAtOnce(t *testing.T) {
	tooltest.GCC(t, "-m64")
	b, err := confirm.Build(context.Background(), plans(t, programs+"assert/lost_update_bug.c", "lp64", verdict.Assert)[0], patient)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Remove()
	results := make(chan confirm.Result)
	for range 8 {
		go func() { results <- b.Run(context.Background()) }()
	}
	for range 8 {
		if r := <-results; !r.Confirmed {
			t.Error(r)
		}
	}
}

// TestSchedulerIsInvisible: with a mutex where the scheduler has an instruction, ThreadSanitizer sees the order that it makes, and no race.
func TestSchedulerIsInvisible(t *testing.T) {
	tooltest.GCC(t, "-m64")
	for _, file := range []string{"race/volatile_bug.c"} {
		for _, p := range plans(t, programs+file, "lp64", verdict.Race) {
			if r := confirm.Run(context.Background(), p, confirm.Tools{Define: "HEDDLE_MUTEX", Idle: patient.Idle}); r.Confirmed || !strings.Contains(r.Text, "ThreadSanitizer reports no race") {
				t.Errorf("%s with a mutex: %s", file, r)
			}
		}
	}
}

// TestInputsHaveContent: what was read from outside, and what new memory held, is in a plan as it was when somebody looked at it.
func TestInputsHaveContent(t *testing.T) {
	p := plans(t, write(t, `
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
	char b[4], *p[3];
	for (int i = 0; i < 3; i++)
		p[i] = malloc(8);
	if (read(0, b, 4) == 4)
		assert(b[1] != 'x' || p[1][2] != 7);
	return 0;
}
`), "lp64", verdict.Assert)[0]
	want := []string{"from malloc at a.c:8", "from malloc at a.c:8 with 000007", "takes 4 from read at a.c:9 with 0078"}
	for i, in := range p.Save().Inputs {
		if i >= len(want) || !strings.HasSuffix(in, want[i]) {
			t.Errorf("input %d is %q", i, in)
		}
	}
	if len(p.Inputs) != len(want) {
		t.Errorf("%d inputs", len(p.Inputs))
	}
}

// TestVolatile: with --volatile-is-atomic, volatile accesses race with nothing in a replay either.
func TestVolatile(t *testing.T) {
	tooltest.GCC(t, "-m64")
	for _, model := range []string{"lp64", "ilp32"} {
		if model == "ilp32" {
			tooltest.GCC(t, "-m32")
		}
		for _, p := range plans(t, programs+"race/volatile_bug.c", model, verdict.Race) {
			p.Program.VolatileIsAtomic = true
			saved, err := p.Save().Plan()
			if err != nil || !saved.Program.VolatileIsAtomic {
				t.Fatalf("it is lost in a report: %v", err)
			}
			if r := confirm.Run(context.Background(), saved, confirm.Tools{Idle: 1}); r.Confirmed {
				t.Errorf("%s: %s", model, r)
			}
		}
	}
}

// TestTwins: what is repaired does not fail under the schedule of the mistake. The twins have the same lines, so the schedule fits as far as it can.
func TestTwins(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	tooltest.GCC(t, "-m64")
	twins := []struct {
		property verdict.Property
		name     string
	}{
		{verdict.Race, "race/nested_threads"},
		{verdict.Assert, "assert/spurious"},
		{verdict.Deadlock, "deadlock/abba"},
		{verdict.Race, "race/sem"},
		{verdict.Race, "race/barrier"},
		{verdict.Race, "race/claimed_range"},
		{verdict.Race, "race/conditional_copy"},
		{verdict.Race, "race/copied_handles"},
		{verdict.Race, "race/free"},
		{verdict.Assert, "assert/grandchild"},
		{verdict.Assert, "assert/peterson"},
		{verdict.Assert, "assert/seqlock"},
		{verdict.Assert, "end/return"},
		{verdict.Deadlock, "deadlock/async"},
		{verdict.Deadlock, "deadlock/order_callee"},
		{verdict.Deadlock, "deadlock/order_gate"},
		{verdict.Deadlock, "deadlock/order_readers"},
		{verdict.Deadlock, "deadlock/order_ring"},
		{verdict.Deadlock, "deadlock/semaphore"},
		{verdict.Deadlock, "deadlock/order_workers"},
	}
	for _, c := range twins[:min(len(twins), tooltest.Count(t, 2, len(twins)))] {
		text, err := os.ReadFile(programs + c.name + "_ok.c")
		if err != nil {
			t.Fatal(err)
		}
		twin := filepath.Join(t.TempDir(), filepath.Base(c.name)+"_bug.c")
		if err := os.WriteFile(twin, text, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, p := range plans(t, programs+c.name+"_bug.c", "lp64", c.property) {
			p.Program.Files = []confirm.File{{Path: twin}}
			p.Program.Seal()
			if r := confirm.Run(context.Background(), p, confirm.Tools{Idle: 1}); r.Confirmed {
				t.Errorf("%s_ok.c, as %s: %s", c.name, p.Kind, r)
			}
		}
	}
}

// TestBadReplays: what goes wrong is said, and nothing stays behind.
func TestBadReplays(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	tooltest.GCC(t, "-m64")
	ctx := context.Background()
	path := write(t, counter)
	p := plans(t, path, "lp64", verdict.Assert)[0]
	no := func(what string, ctx context.Context, p *confirm.Plan, tools confirm.Tools, want string) {
		t.Helper()
		if r := confirm.Run(ctx, p, tools); r.Confirmed || !strings.Contains(r.String(), "not confirmed: ") || !strings.Contains(r.Text, want) {
			t.Errorf("%s: %s, want %q", what, r, want)
		}
	}
	no("no compiler", ctx, p, confirm.Tools{Compiler: "no-such-compiler"}, "there is no compiler no-such-compiler")
	no("no such compiler", ctx, p, confirm.Tools{Compiler: "false"}, "the compiler false fails")
	changed := *p
	if err := os.WriteFile(path, []byte(counter+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	no("another file", ctx, &changed, confirm.Tools{}, "has changed since it was checked")
	replaced := func(src string) *confirm.Plan {
		q := *p
		q.Program.Files = []confirm.File{{Path: write(t, src)}}
		q.Program.Seal()
		return &q
	}
	no("no C", ctx, replaced("int main(void) { return"), confirm.Tools{}, "error: ")
	no("no function", ctx, replaced("int f(void);\nint main(void) { return f(); }\n"), confirm.Tools{}, "undefined reference")
	no("another program", ctx, replaced("int main(void) { return 0; }\n"), confirm.Tools{Idle: 1}, "")
	endless, err := confirm.Build(ctx, replaced("int main(void) { for (;;); }\n"), confirm.Tools{Idle: 1000})
	if err != nil {
		t.Fatal(err)
	}
	defer endless.Remove()
	short, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if r := endless.Run(short); r.Confirmed || !strings.Contains(r.Text, "was ended") {
		t.Errorf("endless: %s", r)
	}
	// A child that goes on by itself ends with the replay, also in a session of its own.
	for _, session := range []string{"", "setsid(); if (fork()) _exit(0);"} {
		note := filepath.Join(t.TempDir(), "pid")
		no("a child", ctx, replaced(`
#include <stdio.h>
#include <unistd.h>
int main(void) {
	if (fork() == 0) {
		`+session+`
		FILE *f = fopen("`+note+`.part", "w");
		fprintf(f, "%d", (int)getpid());
		fclose(f);
		rename("`+note+`.part", "`+note+`");
		for (;;) pause();
	}
	while (access("`+note+`", F_OK)) usleep(1000);
	_exit(0);
}
`), patient, "")
		text, err := os.ReadFile(note)
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(string(text))
		if err != nil {
			t.Fatal(err)
		}
		tooltest.Until(t, fmt.Sprintf("process %d is gone", pid), func() bool { return syscall.Kill(pid, 0) != nil || !running(pid) })
	}
}

// TestWithoutAddressSanitizer: where a compiler cannot link its library the runtime's own list of objects judges.
func TestWithoutAddressSanitizer(t *testing.T) {
	tooltest.GCC(t, "-m64")
	cc := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(cc, []byte("#!/bin/sh\ncase \"$*\" in *-fsanitize=address*) echo 'cannot find -lasan' >&2; exit 1;; esac\nexec gcc \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p := plans(t, programs+"memory/use_after_free_bug.c", "lp64", verdict.Memory)[0]
	if r := confirm.Run(context.Background(), p, confirm.Tools{Compiler: cc, Idle: patient.Idle}); !r.Confirmed || strings.Contains(r.Text, "AddressSanitizer") || !strings.Contains(r.Text, "use-after-free at") {
		t.Errorf("%s", r)
	}
}

// running reports whether a process has not ended, whether somebody asked for its status or not.
func running(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !regexp.MustCompile(`\) [ZX] `).Match(text)
}

// TestStandalone: what --replay writes says how to compile it.
func TestStandalone(t *testing.T) {
	p := plans(t, write(t, counter), "lp64", verdict.Assert)[0]
	text := p.Standalone("BUG */ assert", "out/replay.c")
	for _, want := range []string{"gcc ", "-fsanitize=thread", "-Wl,--wrap=pthread_create", "out/replay.c", "\n     out/replay\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the text", want)
		}
	}
	if strings.Index(text, "*/") < strings.Index(text, "gcc ") {
		t.Error("the title ends the comment")
	}
}

// TestStandaloneRuns: what its first lines say to type makes the failure happen, also where the program needs a header that only heddle has.
func TestStandaloneRuns(t *testing.T) {
	t.Parallel()
	tooltest.GCC(t, "-m64")
	for file, property := range map[string]verdict.Property{"assert/lost_update_bug.c": verdict.Assert, "race/async_bug.c": verdict.Race, "memory/use_after_free_bug.c": verdict.Memory} {
		p := plans(t, programs+file, "lp64", property)[0]
		path, err := filepath.Abs(programs + file)
		if err != nil {
			t.Fatal(err)
		}
		p.Program.Files[0].Path = path
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "out"), 0o755); err != nil {
			t.Fatal(err)
		}
		text := p.Standalone("BUG", "out/replay.c")
		if err := os.WriteFile(filepath.Join(dir, "out/replay.c"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(text, "*/")
		var script []string
		for _, line := range strings.Split(head, "\n") {
			if typed, ok := strings.CutPrefix(line, "     "); ok {
				script = append(script, typed)
			}
		}
		c := exec.Command("sh", "-ec", strings.Join(script, "\n"))
		c.Dir = dir
		out, err := c.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "heddle: CONFIRMED: ") {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
	}
}
