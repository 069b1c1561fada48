//go:build linux

package smtlib

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// fake writes a shell script that stands for a solver. $DIR is a directory of its own.
func fake(t *testing.T, name, body string) (path, dir string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\nDIR='"+dir+"'\n"+body+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path, dir
}

// answering is a fake that reads commands and answers them; dead is run before each answer.
const answering = `
while read -r line; do
  echo "$line" >>"$DIR/seen.$$"
  case "$line" in
  *check-sat*) %s
    echo unsat ;;
  *get-unsat-assumptions*) echo "()" ;;
  esac
done`

// noChildren waits until this process has no child left, alive or not waited for.
func noChildren(t *testing.T) {
	t.Helper()
	tooltest.Until(t, "no children are left behind", func() bool {
		tasks, err := filepath.Glob("/proc/self/task/*/children")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range tasks {
			if text, err := os.ReadFile(f); err == nil && strings.TrimSpace(string(text)) != "" {
				return false
			}
		}
		return true
	})
}

// number is the one in a file that a fake writes in a line; zero: it has not done so yet.
func number(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	line, _, whole := strings.Cut(string(text), "\n")
	if !whole {
		return 0
	}
	n, err := strconv.Atoi(line)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// gone waits until the process whose number stands in the file does not run; an orphan that init has not collected yet counts as gone.
func gone(t *testing.T, file string) {
	t.Helper()
	pid := number(t, file)
	if pid == 0 {
		t.Fatalf("%s names no process", file)
	}
	tooltest.Until(t, fmt.Sprintf("process %d does not run", pid), func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(stat), ") Z ")
	})
}

func newFake(t *testing.T, body string, opts solve.Options) (s *Solver, dir string) {
	t.Helper()
	path, dir := fake(t, "z3", body)
	b := logic.NewBuilder(logic.Options{})
	s, err := New(context.Background(), b, path, opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Assert(b.Var("p", logic.BoolSort)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		noChildren(t)
	})
	return s, dir
}

// wantBackend fails unless the answer is unknown with an error that names the program and contains the text.
func wantBackend(t *testing.T, s *Solver, st solve.Status, err error, text string) {
	t.Helper()
	var be *solve.BackendError
	if st != solve.Unknown || !errors.As(err, &be) || !strings.Contains(err.Error(), s.program) || !strings.Contains(err.Error(), text) {
		t.Fatalf("got %v, %v; want a BackendError of %s with %q", st, err, s.program, text)
	}
}

func TestMissing(t *testing.T) {
	_, err := New(context.Background(), logic.NewBuilder(logic.Options{}), "no-such-solver", solve.Options{})
	var be *solve.BackendError
	if !errors.As(err, &be) || !strings.Contains(err.Error(), "no-such-solver") {
		t.Fatalf("got %v", err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "z3")
	if err := os.WriteFile(file, []byte("\x7fELF this is no program"), 0o755); err != nil {
		t.Fatal(err)
	}
	b := logic.NewBuilder(logic.Options{})
	s, err := New(context.Background(), b, file, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	st, err := s.Check(context.Background())
	wantBackend(t, s, st, err, "start")
	noChildren(t)
}

func TestDies(t *testing.T) {
	s, _ := newFake(t, `read -r x; echo "segmentation of the fault" >&2; exit 3`, solve.Options{})
	st, err := s.Check(context.Background())
	wantBackend(t, s, st, err, "exit status 3")
	wantBackend(t, s, st, err, "segmentation of the fault")
	if s.starts != 2 {
		t.Errorf("%d children, want one and one more try", s.starts)
	}
}

func TestKilled(t *testing.T) {
	s, _ := newFake(t, `kill -9 $$`, solve.Options{})
	st, err := s.Check(context.Background())
	wantBackend(t, s, st, err, "killed")
}

// TestRestart: the first child dies at the second check; the next one is told everything again.
func TestRestart(t *testing.T) {
	s, dir := newFake(t, fmt.Sprintf(answering, `if [ -e "$DIR/ready" ] && [ ! -e "$DIR/died" ]; then touch "$DIR/died"; exit 1; fi`), solve.Options{})
	b := s.Builder()
	q := b.Var("q", logic.BoolSort)
	if st, err := s.Check(context.Background()); st != solve.Unsat || err != nil {
		t.Fatalf("%v %v", st, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ready"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Assert(b.Not(q)); err != nil {
		t.Fatal(err)
	}
	if st, err := s.Check(context.Background(), q); st != solve.Unsat || err != nil {
		t.Fatalf("%v %v", st, err)
	}
	if s.starts != 2 {
		t.Errorf("%d children, want 2", s.starts)
	}
	seen, err := filepath.Glob(filepath.Join(dir, "seen.*"))
	if err != nil || len(seen) != 2 {
		t.Fatalf("%v %v", seen, err)
	}
	for _, f := range seen {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"(assert v", "(set-logic", "(assert t", "check-sat-assuming"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("a child was not told %q:\n%s", want, text)
			}
		}
	}
}

// TestDiesBetween: a child that ends while nobody asks it is replaced.
func TestDiesBetween(t *testing.T) {
	s, _ := newFake(t, strings.Replace(answering, "%s", ``, 1)+"\n", solve.Options{})
	for range 3 {
		if st, err := s.Check(context.Background()); st != solve.Unsat || err != nil {
			t.Fatalf("%v %v", st, err)
		}
		s.child.kill()
		<-s.child.done
	}
	if s.starts != 3 {
		t.Errorf("%d children, want 3", s.starts)
	}
}

func TestRubbish(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"words", `echo hello world; cat >/dev/null`, "hello"},
		{"parenthesis", `echo "))"; cat >/dev/null`, "unbalanced"},
		{"binary", `printf '\000\001\377\n'; cat >/dev/null`, "neither sat nor unsat"},
		{"half", `echo "(sat"; exec 1>&-; sleep 100`, "without an answer"},
		{"error", `echo '(error "line 1: what is this?")'; cat >/dev/null`, "what is this?"},
		{"success", strings.Replace(answering, "%s", "echo success", 1), "success"},
		{"unknown", `while read -r l; do case "$l" in *check-sat*) echo unknown;; *reason*) echo '(:reason-unknown "too hard")';; esac; done`, "too hard"},
		{"values", `while read -r l; do case "$l" in *check-sat*) echo sat;; *get-value*) echo '((v3 #b1))';; esac; done`, "Bool"},
		{"variables", `while read -r l; do case "$l" in *check-sat*) echo sat;; *get-value*) echo '((w true))';; esac; done`, "got (w true)"},
		{"fewer", `while read -r l; do case "$l" in *check-sat*) echo sat;; *get-value*) echo '()';; esac; done`, "1 variables"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := newFake(t, c.body, solve.Options{})
			st, err := s.Check(tooltest.Context(t))
			wantBackend(t, s, st, err, c.want)
		})
	}
}

// TestRubbishForever: a child that prints and never reads does not block a writer with more to say than a pipe holds.
func TestRubbishForever(t *testing.T) {
	s, _ := newFake(t, `exec yes maybe`, solve.Options{})
	b := s.Builder()
	for i := range 20000 {
		if err := s.Assert(b.Var("q"+strconv.Itoa(i), logic.BoolSort)); err != nil {
			t.Fatal(err)
		}
	}
	st, err := s.Check(tooltest.Context(t))
	wantBackend(t, s, st, err, "maybe")
}

// TestWrongCore: a core with something that was not assumed is refused.
func TestWrongCore(t *testing.T) {
	s, _ := newFake(t, `while read -r l; do case "$l" in *check-sat*) echo unsat;; *get-unsat*) echo '(zebra)';; esac; done`, solve.Options{})
	st, err := s.Check(context.Background(), s.Builder().Var("q", logic.BoolSort))
	wantBackend(t, s, st, err, "zebra")
}

// TestWrongModel: with Check, a model that is none is caught.
func TestWrongModel(t *testing.T) {
	s, _ := newFake(t, `while read -r l; do case "$l" in *check-sat*) echo sat;; *get-value*) echo '((v3 false))';; esac; done`, solve.Options{Check: true})
	st, err := s.Check(context.Background())
	var ce *solve.CheckError
	if st != solve.Unknown || !errors.As(err, &ce) || s.Model() != nil {
		t.Fatalf("%v %v", st, err)
	}
}

const hanging = `sleep 1000 &
echo $! >"$DIR/grandchild"
echo $$ >"$DIR/child"
wait`

// TestHangs: a context that ends takes the child and its children with it, and the solver can be asked again. The child would go on for long.
func TestHangs(t *testing.T) {
	s, dir := newFake(t, hanging, solve.Options{})
	child, grandchild := filepath.Join(dir, "child"), filepath.Join(dir, "grandchild")
	for range 2 {
		ctx, cancel := context.WithCancel(tooltest.Context(t))
		type answer struct {
			st  solve.Status
			err error
		}
		done := make(chan answer)
		go func() {
			st, err := s.Check(ctx)
			done <- answer{st, err}
		}()
		tooltest.Until(t, "both run", func() bool { return number(t, child) > 0 && number(t, grandchild) > 0 })
		cancel()
		if a := <-done; a.st != solve.Unknown || !errors.Is(a.err, context.Canceled) {
			t.Fatalf("%v %v", a.st, a.err)
		}
		gone(t, child)
		gone(t, grandchild)
		noChildren(t)
		for _, f := range []string{child, grandchild} {
			if err := os.Remove(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s.starts != 2 {
		t.Errorf("%d children, want 2", s.starts)
	}
}

// TestTimeout: the solver's own limit is told from the end of the context.
func TestTimeout(t *testing.T) {
	s, _ := newFake(t, hanging, solve.Options{Timeout: 200 * time.Millisecond})
	st, err := s.Check(context.Background())
	var le *solve.LimitError
	if st != solve.Unknown || !errors.As(err, &le) || le.What != solve.Time {
		t.Fatalf("%v %v", st, err)
	}
	noChildren(t)
	s, _ = newFake(t, hanging, solve.Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if st, err := s.Check(ctx); st != solve.Unknown || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%v %v", st, err)
	}
	noChildren(t)
}

// TestOrphans: a child that dies leaves nothing of its own behind, even if that holds the pipe open.
func TestOrphans(t *testing.T) {
	s, dir := newFake(t, `sleep 1000 & echo $! >"$DIR/grandchild"; exit 0`, solve.Options{})
	st, err := s.Check(context.Background())
	wantBackend(t, s, st, err, "without an answer")
	gone(t, filepath.Join(dir, "grandchild"))
}

func TestCloseKills(t *testing.T) {
	s, dir := newFake(t, strings.Replace(answering, "%s", `echo $$ >"$DIR/child"`, 1), solve.Options{})
	if st, err := s.Check(context.Background()); st != solve.Unsat || err != nil {
		t.Fatalf("%v %v", st, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	gone(t, filepath.Join(dir, "child"))
	noChildren(t)
	if _, err := s.Check(context.Background()); !errors.Is(err, solve.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if err := s.Assert(s.Builder().True()); !errors.Is(err, solve.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}
