package decide

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform/lower"
	"github.com/heddle-dev/heddle/internal/transform/sequence"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// during is an error and what was being done when it came up: of a time-out, that is what a user can do something about.
type during struct {
	doing string
	error
}

func (d *during) Unwrap() error { return d.error }

// While notes what was being done. What an inner call noted already is more exact.
func While(err error, format string, args ...any) error {
	var d *during
	if err == nil || errors.As(err, &d) {
		return err
	}
	return &during{fmt.Sprintf(format, args...), err}
}

// Interrupted reports whether an error comes of the end of a context, and not of something that is broken: that must not be taken for a time-out
// because it came late.
func Interrupted(ctx context.Context, err error) bool {
	var l *solve.LimitError
	var b *solve.BackendError // a program that was killed
	return ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Cause(ctx)) || errors.As(err, &l) || errors.As(err, &b))
}

// Share is the part of the work that is left for the first of n things to do.
func Share(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	left, ok := budget.Left(ctx)
	if !ok {
		return context.WithCancel(ctx)
	}
	part := left / budget.Work(max(n, 1))
	return budget.WithinCause(ctx, part, fmt.Errorf("its share of the work, %v, is spent%w", part, silent{budget.ErrSpent}))
}

// silent is an error that others wrap without a word of it.
type silent struct{ error }

func (silent) Error() string { return "" }

func (s silent) Unwrap() error { return s.error }

// Stopped says which limit an error stands for, after which what is known so far is the answer; empty: it is no limit. at names the bounds at which
// it came up. The cause says whether it has a place in the program.
func Stopped(ctx context.Context, err error, at string) (string, verdict.Cause) {
	doing := " at " + at
	var d *during
	if errors.As(err, &d) {
		doing = ", while " + d.doing + doing
	}
	var l *solve.LimitError
	switch {
	case Interrupted(ctx, err) && errors.Is(context.Cause(ctx), ErrEnough):
		return ErrEnough.Error(), verdict.Limit
	case Interrupted(ctx, err):
		return context.Cause(ctx).Error() + doing, verdict.Limit
	case errors.Is(err, unfold.ErrTooLarge), errors.Is(err, lower.ErrTooLarge), errors.Is(err, sequence.ErrShape), errors.Is(err, errLives):
		return err.Error() + " (" + at + ")", verdict.Obstacle
	case errors.As(err, &l):
		return err.Error() + doing, verdict.Limit
	}
	return "", 0
}
