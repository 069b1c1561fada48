package decide

import (
	"context"
	"errors"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Stopped says which limit an error stands for, after which what is known so far is the answer; empty: it is no limit. The cause says whether it has
// a place in the program.
func Stopped(ctx context.Context, err error) (string, engine.Cause) {
	var l *solve.LimitError
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error(), engine.Limit
	case errors.Is(err, transform.ErrTooLarge), errors.Is(err, transform.ErrShape):
		return err.Error(), engine.Obstacle
	case errors.As(err, &l):
		return err.Error(), engine.Limit
	}
	return "", 0
}
