package cparse

import (
	"context"

	"golang.org/x/sync/semaphore"
)

// Large files take turns. A token takes some 50 bytes while it is preprocessed, and 350 in the library; eight files
// of two million tokens side by side would take gigabytes before any limit of a run could act. So what is read at
// once in a process is limited, in tokens. Small files take no part in this and wait for nobody. How large a file is
// shows while it is preprocessed: where it stops being small it takes the share of the largest file there can be, and
// gives back what it does not need once its tokens are counted.

const (
	smallFile = 200_000           // tokens
	atOnce    = 3 * maxTokens / 2 // tokens of large files that are read at the same time
)

var turns = semaphore.NewWeighted(atOnce)

// share is what a file takes of what is read at once.
type share struct {
	ctx   context.Context
	taken int64
}

// grown is called when the file turns out not to be small.
func (s *share) grown() error {
	if s.taken > 0 {
		return nil
	}
	if err := turns.Acquire(s.ctx, maxTokens); err != nil {
		return err
	}
	s.taken = maxTokens
	return nil
}

// settle gives back what a file of so many tokens does not need.
func (s *share) settle(tokens int) {
	need := min(int64(tokens), s.taken)
	if tokens <= smallFile {
		need = 0
	}
	if back := s.taken - need; back > 0 {
		turns.Release(back)
		s.taken = need
	}
}
