// The interface of package solve over a child process.
//
// Nothing is sent until a check: then all commands that this child has not seen, the question, and after the answer a second batch for
// the model or the core. The model is fetched at once, because the child may be dead when somebody asks for it.
package smtlib

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// Solver asks a child process. Make one with New.
type Solver struct {
	b       *logic.Builder
	opts    solve.Options
	program string // as asked for
	path    string
	args    []string
	prelude string

	script   *script
	asserted []logic.Term
	child    *process
	sent     int // commands of the script that the child has seen
	starts   int // children started so far
	closed   bool

	model *solve.Model
	core  []logic.Term
}

var _ solve.Solver = (*Solver)(nil)

// New prepares to ask a program: "z3", "cvc5", or the path of one of them. The program is looked for at once, and started by the
// first check. The context is not kept.
func New(ctx context.Context, b *logic.Builder, program string, opts solve.Options) (*Solver, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &Solver{b: b, opts: opts, program: program, script: newScript(b)}
	path, err := exec.LookPath(program)
	if err != nil {
		return nil, &solve.BackendError{Program: program, Op: "start", Err: err}
	}
	s.path = path
	s.dialect()
	return s, nil
}

// addressSlack is address space that a solver maps without using it.
const addressSlack = 256 << 20

// dialect sets arguments and first commands. Both take SMT-LIB's own options; what differs is how limits and the seed are given.
func (s *Solver) dialect() {
	set := "(set-option :print-success false)\n(set-option :produce-models true)\n(set-option :produce-unsat-assumptions true)\n"
	if strings.Contains(filepath.Base(s.path), "cvc5") {
		s.args = []string{"--lang=smt2", "--incremental", "--quiet"}
		if s.opts.Seed != 0 {
			s.args = append(s.args, "--seed="+strconv.FormatUint(uint64(s.opts.Seed)%(1<<31), 10))
		}
		s.prelude = set + "(set-logic QF_ABV)\n"
		return
	}
	s.args = []string{"-smt2", "-in"}
	if s.opts.Memory > 0 {
		s.args = append(s.args, fmt.Sprintf("-memory:%d", max(1, s.opts.Memory>>20)))
	}
	if s.opts.Seed != 0 {
		seed := strconv.FormatUint(uint64(s.opts.Seed)%(1<<31), 10)
		set += "(set-option :smt.random_seed " + seed + ")\n(set-option :sat.random_seed " + seed + ")\n"
	}
	s.prelude = set + "(set-logic ALL)\n" // in z3 the constant arrays are missing from QF_ABV
}

// Builder returns the builder whose terms the solver takes.
func (s *Solver) Builder() *logic.Builder { return s.b }

// Assert adds a term to what every later check must satisfy.
func (s *Solver) Assert(t logic.Term) error {
	if s.closed {
		return solve.ErrClosed
	}
	if err := solve.CheckBool(s.b, t); err != nil {
		return err
	}
	s.asserted = append(s.asserted, t)
	s.script.assert(t)
	return nil
}

// Check decides what is asserted together with the assumptions.
func (s *Solver) Check(ctx context.Context, assumptions ...logic.Term) (solve.Status, error) {
	s.model, s.core = nil, nil
	if s.closed {
		return solve.Unknown, solve.ErrClosed
	}
	for _, t := range assumptions {
		if err := solve.CheckBool(s.b, t); err != nil {
			return solve.Unknown, err
		}
	}
	defer count(ctx, time.Now())
	ctx, cancel := s.opts.Deadline(ctx)
	defer cancel()
	if left, limited := budget.Left(ctx); limited {
		ctx, cancel = context.WithTimeoutCause(ctx, time.Duration(left), budget.ErrSpent)
		defer cancel()
	}
	if ctx.Err() != nil {
		return solve.Unknown, solve.ContextError(ctx)
	}
	names := make([]string, len(assumptions))
	for i, t := range assumptions {
		names[i] = s.script.assume(t)
	}
	if m := s.opts.Memory; m > 0 && s.script.bytes > m {
		return solve.Unknown, &solve.LimitError{What: solve.Memory, Detail: "the text of the formula alone"}
	}
	for attempt := 0; ; attempt++ {
		st, err := s.ask(ctx, assumptions, names)
		var be *solve.BackendError
		if errors.As(err, &be) {
			s.drop()
			if ctx.Err() != nil {
				return solve.Unknown, solve.ContextError(ctx)
			}
			if s.outOfMemory(err) {
				return solve.Unknown, &solve.LimitError{What: solve.Memory, Detail: err.Error()}
			}
			if errors.As(err, new(diedError)) && attempt == 0 {
				continue
			}
		}
		if err != nil {
			s.model, s.core = nil, nil
			return solve.Unknown, err
		}
		return st, nil
	}
}

// count takes the time since a question was put for work: what the other program does is not seen.
func count(ctx context.Context, began time.Time) {
	budget.Spend(ctx, budget.Outside, int64(time.Since(began)))
}

// outOfMemory recognizes the ways in which a solver says that its limit was reached.
func (s *Solver) outOfMemory(err error) bool {
	if s.opts.Memory <= 0 {
		return false
	}
	text := strings.ToLower(err.Error())
	for _, sign := range []string{"out of memory", "bad_alloc", "memout", "max. memory"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

func (s *Solver) fail(op string, err error) error {
	return &solve.BackendError{Program: s.program, Op: op, Err: err}
}

// drop ends the child. The next question starts another.
func (s *Solver) drop() {
	if s.child != nil {
		s.child.close()
		s.child = nil
	}
}

// ask puts one question to the child, starting it if need be.
func (s *Solver) ask(ctx context.Context, assumptions []logic.Term, names []string) (solve.Status, error) {
	if s.child != nil && s.child.dead() {
		s.drop()
	}
	var batch []string
	if s.child == nil {
		limit := int64(0)
		if s.opts.Memory > 0 {
			limit = s.opts.Memory + addressSlack
		}
		child, err := start(s.path, s.args, limit)
		if err != nil {
			return solve.Unknown, s.fail("start", err)
		}
		s.child, s.sent = child, 0
		s.starts++
		batch = append(batch, s.prelude)
	}
	batch = append(batch, s.script.commands[s.sent:]...)
	op, question := "check-sat", "(check-sat)\n"
	if len(names) > 0 {
		op = "check-sat-assuming"
		question = "(check-sat-assuming (" + strings.Join(names, " ") + "))\n"
	}
	answers, err := s.child.talk(ctx, append(batch, question), 1)
	if err != nil {
		return solve.Unknown, s.fail(op, err)
	}
	s.sent = len(s.script.commands)
	switch a := answers[0]; {
	case !a.isList && a.atom == "sat":
		return solve.Sat, s.fetchModel(ctx, assumptions)
	case !a.isList && a.atom == "unsat":
		return solve.Unsat, s.fetchCore(ctx, assumptions, names)
	case !a.isList && a.atom == "unknown":
		why, err := s.child.talk(ctx, []string{"(get-info :reason-unknown)\n"}, 1)
		if err != nil {
			return solve.Unknown, s.fail(op, err)
		}
		return solve.Unknown, s.fail(op, fmt.Errorf("it answered unknown: %v", why[0]))
	default:
		return solve.Unknown, s.fail(op, fmt.Errorf("an answer that is neither sat nor unsat nor unknown: %v", a))
	}
}

func (s *Solver) fetchModel(ctx context.Context, assumptions []logic.Term) error {
	values := make(logic.Assignment, len(s.script.vars))
	if len(s.script.vars) > 0 {
		var q strings.Builder
		q.WriteString("(get-value (")
		for _, v := range s.script.vars {
			q.WriteString(" " + s.script.name(v))
		}
		q.WriteString("))\n")
		got, err := s.child.talk(ctx, []string{q.String()}, 1)
		if err != nil {
			return s.fail("get-value", err)
		}
		if len(got[0].list) != len(s.script.vars) {
			return s.fail("get-value", fmt.Errorf("%d variables and this answer: %v", len(s.script.vars), got[0]))
		}
		for i, v := range s.script.vars {
			pair := got[0].list[i]
			if len(pair.list) != 2 || pair.list[0].atom != s.script.name(v) {
				return s.fail("get-value", fmt.Errorf("asked for %s, got %v", s.script.name(v), pair))
			}
			val, err := pair.list[1].value(s.b.Sort(v))
			if err != nil {
				return s.fail("get-value", err)
			}
			values[v] = val
		}
	}
	s.model = solve.NewModel(s.b, values)
	if s.opts.Check {
		return solve.CheckModel(s.program, s.model, s.asserted, assumptions)
	}
	return nil
}

func (s *Solver) fetchCore(ctx context.Context, assumptions []logic.Term, names []string) error {
	s.core = []logic.Term{}
	if len(names) == 0 {
		return nil
	}
	got, err := s.child.talk(ctx, []string{"(get-unsat-assumptions)\n"}, 1)
	if err != nil {
		return s.fail("get-unsat-assumptions", err)
	}
	in := map[string]bool{}
	for _, e := range got[0].list {
		if e.isList || !slices.Contains(names, e.atom) {
			return s.fail("get-unsat-assumptions", fmt.Errorf("%v was not assumed", e))
		}
		in[e.atom] = true
	}
	if !got[0].isList {
		return s.fail("get-unsat-assumptions", fmt.Errorf("no list: %v", got[0]))
	}
	for i, n := range names {
		if in[n] {
			in[n] = false
			s.core = append(s.core, assumptions[i])
		}
	}
	return nil
}

// Model is the model of the last check, if that answered Sat.
func (s *Solver) Model() *solve.Model { return s.model }

// Core is the core of the last check, if that answered Unsat.
func (s *Solver) Core() []logic.Term { return slices.Clone(s.core) }

// Close ends the child and waits for it.
func (s *Solver) Close() error {
	s.drop()
	s.closed = true
	return nil
}
