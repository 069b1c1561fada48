package decide

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Known is what a search for larger and larger bounds knows so far.
type Known struct {
	Found       Found
	Start       budget.Work
	Hit         []string // bounds hit at the last bounds that were decided
	Missed      []string // assertions that no execution reaches there
	Vacuous     bool     // nothing comes to an end there and nothing is cut
	Runs        bool     // although there are executions
	Unsupported []string // constructs reached at any bounds
	Reached     *reach.Set
	Sizes       []string      // of the formulas, in the order of the search
	Stopped     string        // the limit that ended the search
	Cause       verdict.Cause // what kind of limit
}

// Settle finds out what the bounds of a problem cut off, and what its executions reach. at says which bounds they are.
func (k *Known) Settle(ctx context.Context, q *Questions, at string) (err error) {
	if err := q.Cuts(ctx); err != nil {
		return err
	}
	if k.Reached, err = q.Reached(ctx, k.Reached); err != nil {
		return err
	}
	k.Runs = q.Runs
	k.Take(&q.Marks, q.Unreached, fmt.Sprintf("%s: %s", at, q.Size()))
	return nil
}

// SettleRuns finds out what unsupported constructs the executions of a problem reach; that they end is known. at says which bounds they are.
func (k *Known) SettleRuns(ctx context.Context, q *Questions, at string) error {
	if err := q.Obstacles(ctx); err != nil {
		return err
	}
	k.Take(&q.Marks, nil, fmt.Sprintf("%s: %s", at, q.Size()))
	k.Vacuous = false
	return nil
}

// Take takes over what is known of some bounds. A failure is an end too, also one that was found on slices.
func (k *Known) Take(m *Marks, unreached []string, sizes ...string) {
	k.Sizes = append(k.Sizes, sizes...)
	k.Hit, k.Missed, k.Vacuous = m.Hit, unreached, !m.Ends && len(m.Hit) == 0 && len(k.Found.List) == 0
	k.Unsupported = append(k.Unsupported, m.Unsupported...)
	sort.Strings(k.Hit)
}

// Within completes the bounds of a search by those of a question. The number of threads is one only if it was hit.
func (k *Known) Within(b, asked verdict.Bounds) verdict.Bounds {
	b.UnwindAll, b.ThreadsAll = asked.UnwindAll, asked.ThreadsAll
	if slices.ContainsFunc(k.Hit, transform.ThreadBound) {
		b.Threads = asked.Threads
	}
	return b
}

// Bugs is the properties with findings.
func (k *Known) Bugs() map[verdict.Property]bool {
	out := map[verdict.Property]bool{}
	for _, f := range k.Found.List {
		out[f.Kind.Property()] = true
	}
	return out
}
