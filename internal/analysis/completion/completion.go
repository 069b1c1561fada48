package completion

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// Requests that are completed under a spin lock. Whoever sent the request may call back into the driver there, and
// want the same lock; nothing fails by it alone, so it is a note and no finding.
//
// The spin locks that are held are followed through the calls of each function, as the names of the kernel's
// functions say: where paths meet, those that are held on the path with the fewest. A function that gives back what
// its caller took is said so in its summary, so a routine that completes behind IoReleaseCancelSpinLock is not named,
// and one that completes before it is.
//
// Rejected: an assertion in the models, which would end executions that go on; to look at executions only, of which
// few come to a cancel routine.

var (
	spins = nameSet("KeAcquireSpinLock", "KeAcquireSpinLockRaiseToDpc", "KfAcquireSpinLock", "KeAcquireSpinLockForDpc", "KeAcquireSpinLockAtDpcLevel", "KeAcquireInStackQueuedSpinLock",
		"KeAcquireInStackQueuedSpinLockAtDpcLevel", "IoAcquireCancelSpinLock", "ExAcquireSpinLockExclusive", "ExAcquireSpinLockShared", "KeAcquireInterruptSpinLock", "WdfSpinLockAcquire", "WdfInterruptAcquireLock")
	unspins = nameSet("KeReleaseSpinLock", "KfReleaseSpinLock", "KeReleaseSpinLockForDpc", "KeReleaseSpinLockFromDpcLevel", "KeReleaseInStackQueuedSpinLock", "KeReleaseInStackQueuedSpinLockFromDpcLevel",
		"IoReleaseCancelSpinLock", "ExReleaseSpinLockExclusive", "ExReleaseSpinLockShared", "KeReleaseInterruptSpinLock", "WdfSpinLockRelease", "WdfInterruptReleaseLock")
	completions = nameSet("IofCompleteRequest", "WdfRequestComplete", "WdfRequestCompleteWithInformation", "WdfRequestCompleteWithPriorityBoost")
)

func nameSet(names ...string) map[string]bool {
	set := map[string]bool{}
	for _, n := range names {
		set[n] = true
	}
	return set
}

// spinning is what a path did about spin locks: gave back so many that were held before it, then took some, the last
// one last, and still has them.
type spinning struct {
	gave int
	took []source.Range
}

// mostGiven ends the descent in loops that only give back.
const mostGiven = 4

// then is one path behind another.
func (s spinning) then(next spinning) spinning {
	n := len(s.took)
	if next.gave <= n {
		return spinning{s.gave, slices.Concat(s.took[:n-next.gave], next.took)}
	}
	return spinning{min(s.gave+next.gave-n, mostGiven), next.took}
}

func (s spinning) depth() int { return len(s.took) - s.gave }

// completes is a completion in the driver's code, and what was done about spin locks on the way to it.
type completes struct {
	at   source.Range
	held spinning
}

// spinSummary is what a function does: on the way to its end, and to completions.
type spinSummary struct {
	end spinning
	all []completes
}

// add keeps one way to a completion for each number of locks.
func (s *spinSummary) add(c completes) {
	if !slices.ContainsFunc(s.all, func(o completes) bool { return o.at == c.at && o.held.depth() == c.held.depth() }) {
		s.all = append(s.all, c)
	}
}

// UnderSpinLocks says which completions in the driver's code some function comes to with a spin lock, and where that
// was taken.
func UnderSpinLocks(p *ir.Program) (notes []string) {
	sums := make([]spinSummary, len(p.Funcs))
	var found []completes
	for _, set := range graph.Components(func(f ir.FuncID) []ir.FuncID { return p.Funcs[f].Callees() }, allFuncs(p)...) {
		for _, f := range set {
			sums[f] = summarizeSpins(p, sums, p.Funcs[f])
			for _, c := range sums[f].all {
				if len(c.held.took) > 0 && !slices.ContainsFunc(found, func(o completes) bool { return o.at == c.at }) {
					found = append(found, c)
				}
			}
		}
	}
	slices.SortFunc(found, func(a, b completes) int {
		switch {
		case a.at.Pos.Before(b.at.Pos):
			return -1
		case b.at.Pos.Before(a.at.Pos):
			return 1
		}
		return 0
	})
	for _, c := range found {
		by := "with which the system calls"
		if lock := c.held.took[len(c.held.took)-1].Pos; lock.File != cparse.AfterFile {
			by = fmt.Sprintf("taken at line %d", lock.Line)
		}
		notes = append(notes, fmt.Sprintf("%s: a request is completed under a spin lock, %s: "+
			"whoever sent it may call back into the driver there", c.at.Pos, by))
	}
	return notes
}

func allFuncs(p *ir.Program) []ir.FuncID {
	all := make([]ir.FuncID, len(p.Funcs))
	for i := range all {
		all[i] = ir.FuncID(i)
	}
	return all
}

// summarizeSpins follows the locks through a function.
func summarizeSpins(p *ir.Program, sums []spinSummary, f *ir.Func) (sum spinSummary) {
	switch {
	case completions[f.Name]:
		return spinSummary{}
	case spins[f.Name]:
		return spinSummary{end: spinning{took: make([]source.Range, 1)}}
	case unspins[f.Name]:
		return spinSummary{end: spinning{gave: 1}}
	}
	at := make([]*spinning, len(f.Blocks))
	meet := func(to **spinning, s spinning) bool {
		if *to != nil && (*to).depth() <= s.depth() {
			return false
		}
		*to = &s
		return true
	}
	through := func(now spinning, in ir.Instr) spinning {
		c, ok := in.(*ir.Call)
		if !ok {
			return now
		}
		end := sums[c.Func].end
		if spins[p.Funcs[c.Func].Name] {
			end = spinning{took: []source.Range{c.Pos}}
		}
		return now.then(end)
	}
	meet(&at[0], spinning{})
	for work := []ir.BlockID{0}; len(work) > 0; work = work[1:] {
		now := *at[work[0]]
		for _, in := range f.Blocks[work[0]].Instrs {
			now = through(now, in)
		}
		for _, to := range f.Next(work[0]) {
			if meet(&at[to], now) {
				work = append(work, to)
			}
		}
	}
	var end *spinning
	for i, b := range f.Blocks {
		if at[i] == nil {
			continue
		}
		now := *at[i]
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Return:
				meet(&end, now)
			case *ir.Call:
				if completions[p.Funcs[in.Func].Name] && !f.Model {
					sum.add(completes{in.Pos, now})
				}
				for _, c := range sums[in.Func].all {
					sum.add(completes{c.at, now.then(c.held)})
				}
			}
			now = through(now, in)
		}
	}
	if end != nil {
		sum.end = *end
	}
	return sum
}
