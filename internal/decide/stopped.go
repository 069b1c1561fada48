package decide

import (
	"context"
	"errors"

	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Stopped says which limit an error stands for, after which what is known so far is the answer; empty: it is no limit.
func Stopped(ctx context.Context, err error) string {
	var l *solve.LimitError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error()
	case errors.Is(err, transform.ErrTooLarge), errors.Is(err, transform.ErrShape), errors.As(err, &l):
		return err.Error()
	}
	return ""
}
