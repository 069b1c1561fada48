package decide

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Found collects findings, each once.
type Found struct {
	List  []engine.Finding // in the order in which they were found
	First func()           // called when the first is found; may be nil
	known map[string]bool
}

// After the first failure the rest get as much time again, but at least leastExtra.
const leastExtra = time.Second

var errEnough = errors.New("a failure was found, and the other checks got as much time again")

// Limit ends a search that began at start some time after its first finding.
func (f *Found) Limit(ctx context.Context, start time.Time) (context.Context, context.CancelCauseFunc) {
	ctx, enough := context.WithCancelCause(ctx)
	f.First = sync.OnceFunc(func() {
		time.AfterFunc(max(time.Since(start), leastExtra), func() { enough(errEnough) })
	})
	return ctx, enough
}

// Enter keeps a finding, unless it is known.
func (f *Found) Enter(g engine.Finding) {
	key := findingKey(g)
	if f.known[key] {
		return
	}
	if f.known == nil {
		f.known = map[string]bool{}
		if f.First != nil {
			f.First()
		}
	}
	f.known[key] = true
	f.List = append(f.List, g)
}

// Has reports whether the check has failed before, at lower bounds.
func (f *Found) Has(a *ir.Assert) bool {
	if a.Kind == string(engine.KindRace) {
		return false // told apart by two places
	}
	for _, g := range f.List {
		if string(g.Kind) == a.Kind && g.Location.Pos == a.Pos.Pos {
			return true
		}
	}
	return false
}

func findingKey(f engine.Finding) string {
	k := fmt.Sprintf("%s %s", f.Kind, f.Location.Pos)
	for _, r := range f.Related {
		k += " " + r.Location.Pos.String()
	}
	return k
}
