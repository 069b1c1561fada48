package decide

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/lower"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// questions are those about a small program, for two unwindings and some rounds of the lazy schedule.
func questions(t *testing.T, src string, rounds int, ps ...verdict.Property) *Questions {
	t.Helper()
	p, err := irtext.Parse("t.ir", []byte("program lp64\nglobal @x : 4 align 4\nglobal @y : 4 align 4\nentry @main\n"+src))
	if err != nil {
		t.Fatal(err)
	}
	if bad := ircheck.Check(p); len(bad) > 0 {
		t.Fatal(bad)
	}
	ctx := context.Background()
	task := &Task{Question: verdict.Question{Program: p, Properties: ps, Bounds: verdict.Bounds{Threads: 2}}}
	work, err := transform.Start(p).Run(ctx, []transform.Pass{
		unfold.Pass(task.Unfolding(2, 0, true), place.AllocSize, false), transform.Split(place.AllocSize), lower.Pass(),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	threads := task.Lowered(work, true)
	opt := threads.Options()
	opt.Rounds = rounds
	if task.Wants(verdict.Race) {
		opt.Races = &sequence.RaceOptions{}
	}
	seq, err := threads.Run(ctx, []transform.Pass{sequence.LazyPass(opt)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	problem, err := threads.Encode(ctx, seq)
	if err != nil {
		t.Fatal(err)
	}
	q, err := Ask(ctx, problem, &Found{}, verdict.Bounds{Rounds: rounds, Unwind: 2}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { q.Close() })
	return q
}

// answers is everything that was found out.
type answers struct {
	Found                       []string
	Hit, Unsupported, Unreached []string
	Ends, Runs                  bool
	Threads                     int // that were started
}

// ask asks everything that an engine asks.
func (q *Questions) ask(t *testing.T) (a answers) {
	t.Helper()
	ctx := context.Background()
	if err := q.Users(ctx); err != nil {
		t.Fatal(err)
	}
	if err := q.Cuts(ctx); err != nil {
		t.Fatal(err)
	}
	reached, err := q.Reached(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	return answers{q.found(), q.Hit, q.Unsupported, q.Unreached, q.Ends, q.Runs, reached.Threads}
}

// found lists findings by kind and line, in order.
func (q *Questions) found() (out []string) {
	for _, f := range q.Found.List {
		out = append(out, fmt.Sprintf("%s:%d", f.Kind, f.Location.Pos.Line))
	}
	slices.Sort(out)
	return out
}

// TestAnswers: small programs from text to everything that is asked about them.
func TestAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		src    string
		rounds int
		want   answers
	}{
		"holds": {`func @main() {
  %v:32 = load mem[@x]
  %c:1 = eq %v, 0:32
  assert %c at "a.c":3:1
  halt 0 main
}`, 1, answers{Ends: true}},
		"one of two fails": {`func @main() {
  %v:32 = havoc
  %c:1 = ne %v, 7:32
  assert %c at "a.c":3:1
  %d:1 = ne %v, 7:32
  assert %d at "a.c":4:1
  halt 0 main
}`, 1, answers{Found: []string{"assert:3"}, Ends: true}},
		"needs the other thread": {`func @w() {
  store mem[@x] atomic, 1:32
  return
}
func @main() {
  spawn &w()
  %v:32 = load mem[@x] atomic
  %c:1 = eq %v, 0:32
  assert %c at "a.c":3:1
  halt 0 main
}`, 2, answers{Found: []string{"assert:3"}, Ends: true, Threads: 1}},
		"needs a second round": {`func @w() {
  store mem[@x] atomic, 1:32
  return
}
func @main() {
  spawn &w()
  %v:32 = load mem[@x] atomic
  %c:1 = eq %v, 0:32
  assert %c at "a.c":3:1
  halt 0 main
}`, 1, answers{Ends: true, Threads: 1}},
		"races": {`func @w() {
  store mem[@x], 1:32 at "a.c":1:1
  return
}
func @main() {
  spawn &w()
  store mem[@x], 2:32 at "a.c":2:1
  store mem[@x], 3:32 at "a.c":3:1
  halt 0 main
}`, 1, answers{Found: []string{"race:1", "race:1"}, Ends: true, Threads: 1}},
		"a bound is hit": {`func @main() {
  jump head
head:
  %v:32 = havoc
  %c:1 = eq %v, 0:32
  branch %c, done, head at "a.c":2:1
done:
  halt 0 main
}`, 1, answers{Hit: []string{"loop at a.c:2:1"}, Ends: true}},
		"not reached": {`func @main() {
  %v:32 = load mem[@x]
  %c:1 = eq %v, 1:32
  assume %c
  %d:1 = eq %v, 0:32
  assert %d msg "v is 0" at "a.c":3:1
  halt 0 main
}`, 1, answers{Unreached: []string{"a.c:3:1: v is 0"}, Runs: true}},
		"unsupported": {`func @main() {
  %v:32 = havoc
  %c:1 = eq %v, 0:32
  branch %c, one, two
one:
  unsupported "setjmp" at "a.c":3:1
two:
  halt 0 main
}`, 1, answers{Unsupported: []string{"a.c:3:1: setjmp"}, Ends: true}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(c.want, questions(t, c.src, c.rounds, verdict.Assert, verdict.Race).ask(t)); d != "" {
				t.Error(d)
			}
		})
	}
}

// hard is a solver to which some questions are hard: it works on them until their time is over.
type hard struct {
	solve.Solver
	is  func(assumed []logic.Term) bool
	log func(assumed []logic.Term) // of every question; nil: nobody listens
}

func (h *hard) Check(ctx context.Context, assumed ...logic.Term) (solve.Status, error) {
	if h.log != nil {
		h.log(assumed)
	}
	if h.is(assumed) {
		for ctx.Err() == nil {
			budget.Spend(ctx, budget.Solving, 1_000_000)
		}
		return solve.Unknown, ctx.Err()
	}
	return h.Solver.Check(ctx, assumed...)
}

// limitless is a solver that answers only where no part of the work is set.
type limitless struct{ solve.Solver }

func (s limitless) Check(ctx context.Context, assumed ...logic.Term) (solve.Status, error) {
	if _, limited := budget.Left(ctx); limited {
		for ctx.Err() == nil {
			budget.Spend(ctx, budget.Solving, 1_000_000)
		}
		return solve.Unknown, ctx.Err()
	}
	return s.Solver.Check(ctx, assumed...)
}

const twoFail = `func @main() {
  %v:32 = havoc
  %c:1 = ne %v, 7:32
  assert %c at "a.c":3:1
  %d:1 = ne %v, 8:32
  assert %d at "a.c":4:1
  halt 0 main
}`

// user is the check at a line.
func (q *Questions) user(t *testing.T, line int) encode.Check {
	t.Helper()
	for _, c := range q.Formula.Checks {
		if !transform.Internal(c.Assert.Kind) && c.Assert.Pos.Pos.Line == line {
			return c
		}
	}
	t.Fatalf("no check at line %d", line)
	return encode.Check{}
}

// TestHardCheck: a check that is hard is left for the end, where it gets the time that the others did not need.
func TestHardCheck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // the clock goes on where the hard check waits, and nowhere else
		q := questions(t, twoFail, 1, verdict.Assert)
		first, second := q.user(t, 3).Fails, q.user(t, 4).Fails
		asked := ""
		h := &hard{Solver: q.Solver}
		h.log = func(assumed []logic.Term) {
			switch assumed[0] {
			case first:
				asked += "1"
			case second:
				asked += "2"
			}
		}
		h.is = func(assumed []logic.Term) bool { return assumed[0] == first && asked == "1" }
		q.Solver = h
		ctx, cancel := budget.Within(budget.New(t.Context()), 4*budget.Second)
		defer cancel()
		if err := q.Users(ctx); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"assert:3", "assert:4"}, q.found()); d != "" || !strings.HasPrefix(asked, "12") || q.Open != 2 {
			t.Errorf("asked %s, %d open: %s", asked, q.Open, d)
		}
	})
}

// TestHopelessCheck: what cannot be decided at all is an error that names it, and what the others showed is kept.
func TestHopelessCheck(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // the clock goes on where the hard check waits, and nowhere else
		q := questions(t, twoFail, 1, verdict.Assert)
		first := q.user(t, 3).Fails
		ctx, cancel := budget.Within(budget.New(t.Context()), 4*budget.Second)
		defer cancel()
		times := 0
		q.Solver = &hard{Solver: q.Solver, is: func(assumed []logic.Term) bool {
			if assumed[0] != first {
				return false
			}
			if times++; times == 2 {
				cancel() // a user who has waited long enough
			}
			return true
		}}
		err := q.Users(ctx)
		if why, cause := Stopped(ctx, err, "K=1"); why != "context canceled, while solving: assert at a.c:3:1 at K=1" || cause != verdict.Limit {
			t.Errorf("%q, %v: %v", why, cause, err)
		}
		if d := cmp.Diff([]string{"assert:4"}, q.found()); d != "" {
			t.Error(d)
		}
	})
}

// TestCutsPerhaps: where there is no time to find out which bounds are hit, all that may be are named, and nothing is said about what is reached. What a
// verdict hangs on is known all the same.
func TestCutsPerhaps(t *testing.T) {
	t.Parallel()
	const src = `func @main() {
  jump head
head:
  %v:32 = havoc
  %c:1 = eq %v, 0:32
  branch %c, done, head at "a.c":2:1
done:
  %d:1 = eq %v, 1:32
  assert %d at "a.c":3:1
  halt 0 main
}`
	synctest.Test(t, func(t *testing.T) { // the time is over at once
		q := questions(t, src, 1, verdict.Assert)
		q.Solver = limitless{q.Solver}
		if err := q.Cuts(budget.New(t.Context())); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]string{"loop at a.c:2:1 (perhaps: there was no time to find out)"}, q.Hit); d != "" || len(q.Unreached) > 0 || !q.Ends {
			t.Errorf("%s\nunreached %v, ends %v", d, q.Unreached, q.Ends)
		}
	})
}

// TestShorten: of the models of a failing check one with the fewest turns is taken; where there is no time, the one that there is.
func TestShorten(t *testing.T) {
	t.Parallel()
	q := questions(t, `func @w() {
  store mem[@x] atomic, 1:32
  store mem[@x] atomic, 2:32
  store mem[@x] atomic, 3:32
  return
}
func @main() {
  spawn &w()
  %u:32 = load mem[@y] atomic
  store mem[@y] atomic, 1:32
  %v:32 = load mem[@x] atomic
  %c:1 = eq %v, 0:32
  assert %c at "a.c":3:1
  halt 0 main
}`, 4, verdict.Assert)
	ctx := context.Background()
	i := slices.IndexFunc(q.Formula.Checks, func(c encode.Check) bool { return !transform.Internal(c.Assert.Kind) })
	var turns []logic.Term
	for _, c := range q.Formula.Checks {
		if c.Assert.Kind == transform.Turn {
			turns = append(turns, c.Fails)
		}
	}
	taken := func(m *solve.Model) (n int) {
		for _, c := range turns {
			if m.Bool(c) {
				n++
			}
		}
		return n
	}
	st, err := q.feasibleWith(ctx, i, turns[:4]) // main, w, main, w
	if err != nil || st != solve.Sat {
		t.Fatalf("%v, %v", st, err)
	}
	long := q.Solver.Model()
	if taken(long) < 4 {
		t.Fatalf("%d turns", taken(long))
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if q.shorten(over, i, long, nil) != long {
		t.Error("there was no time to shorten")
	}
	if n := taken(q.shorten(ctx, i, long, nil)); n != 3 {
		t.Errorf("%d turns, and main, w, main are enough", n)
	}
	if m := q.shorten(ctx, i, long, turns[3:4]); taken(m) != 3 || !m.Bool(turns[3]) {
		t.Errorf("%d turns, and w waits for the second round: %v", taken(m), m.Bool(turns[3]))
	}
}
