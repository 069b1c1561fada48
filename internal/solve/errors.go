package solve

import (
	"context"
	"errors"
	"fmt"
)

// Resource names what a LimitError is about.
type Resource string

// The limited resources.
const (
	Time   Resource = "time"
	Memory Resource = "memory"
	Size   Resource = "size" // of the formula
)

// LimitError says that a limit of the caller's ended the attempt. The answer is unknown; the solver remains usable.
type LimitError struct {
	What   Resource
	Detail string
}

func (e *LimitError) Error() string {
	if e.Detail == "" {
		return fmt.Sprintf("resource limit: %s", e.What)
	}
	return fmt.Sprintf("resource limit: %s: %s", e.What, e.Detail)
}

// BackendError says that a solver program is missing, died or spoke nonsense.
type BackendError struct {
	Program string // as it was asked for
	Op      string // what was being done: "start", "check-sat-assuming", ...
	Err     error
}

func (e *BackendError) Error() string {
	return fmt.Sprintf("solver program %s: %s: %v", e.Program, e.Op, e.Err)
}

func (e *BackendError) Unwrap() error { return e.Err }

// CheckError says that an answer did not survive its check: a defect of the solver, never of the question.
type CheckError struct {
	Solver string // which implementation
	Answer Status // what it was about to answer
	Err    error
}

func (e *CheckError) Error() string {
	return fmt.Sprintf("solver %s: answer %q is wrong: %v", e.Solver, e.Answer, e.Err)
}

func (e *CheckError) Unwrap() error { return e.Err }

// ErrClosed is returned by a solver that was closed.
var ErrClosed = errors.New("solver is closed")

// Deadline returns ctx limited by o.Timeout, with the LimitError as its cause when that is what ends it.
func (o Options) Deadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, o.Timeout, &LimitError{What: Time, Detail: o.Timeout.String() + " for one check"})
}

// ContextError is the error to return for a context that ended: the LimitError of Options.Timeout, or the context's own.
func ContextError(ctx context.Context) error {
	var limit *LimitError
	if errors.As(context.Cause(ctx), &limit) {
		return limit
	}
	return ctx.Err()
}
