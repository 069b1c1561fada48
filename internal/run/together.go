package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/engine/explore"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Random executions of all entry points at once, before anything is proved. Where a driver races it often does so in many pairs: forty attributes that fill one cache without a lock are eight hundred of
// them. A walk holds threads before an access that others make too, so one state shows the race of all that wait there; pair by pair the same takes a search each. What is shown here
// needs no proof, and what is proved all the same convicts the proof.

// togetherTime is the part of the time that these executions get.
const togetherTime = 6

// barrenTogether is after how many steps that show nothing new they end.
const barrenTogether = 200_000

// askedPairs lists the pairs of kinds of threads that are asked for, in order, and what the others rest on.
func (job *Job) askedPairs(prog *ir.Program) (out [][2]ir.FuncID, assumed []string) {
	var kinds []ir.FuncID
	for f := range starts(prog) {
		kinds = append(kinds, f)
	}
	slices.SortFunc(kinds, func(a, b ir.FuncID) int {
		return cmp.Or(-cmp.Compare(bit(a == prog.Entry), bit(b == prog.Entry)), cmp.Compare(a, b))
	})
	for i, x := range kinds {
		for _, y := range kinds[max(i, 1):] {
			asked, why := job.asks(prog.Funcs[x], prog.Funcs[y])
			switch {
			case asked:
				out = append(out, [2]ir.FuncID{x, y})
			case why != "":
				assumed = append(assumed, why)
			}
		}
	}
	return out, assumed
}

// asks reports whether two kinds of threads are a pair that is asked for, or else what that rests on. Besides entry points these are the threads that models start, as for what is done
// after a grace period of RCU: no entry point runs there, and they run beside all of them.
func (job *Job) asks(x, y *ir.Func) (asked bool, why string) {
	if !ofModel(x) && !ofModel(y) {
		return job.Pairs(x.Display, y.Display)
	}
	return job.ofDriver(x) && job.ofDriver(y), ""
}

// ofDriver reports a thread that runs some of the driver's work: the harness has others, which only start and end such threads.
func (job *Job) ofDriver(f *ir.Func) bool {
	if ofModel(f) {
		return true
	}
	asked, why := job.Pairs(f.Display, f.Display)
	return asked || why != ""
}

// ofModel reports a function of a model; those of the harness count as models elsewhere.
func ofModel(f *ir.Func) bool { return f.Model && f.Pos.File != cparse.AfterFile }

// together looks for races of all pairs at once.
func (job *Job) together(ctx context.Context, prog *ir.Program, pairs [][2]ir.FuncID) (races []found, reached *reach.Set) {
	graph, keep := starts(prog), map[ir.FuncID]int{}
	leads := leading(graph)
	for _, k := range pairs {
		for _, f := range k {
			if f != prog.Entry {
				keep[f] = max(keep[f], 1)
			}
			for at := range leads[f] {
				if at != prog.Entry {
					keep[at] = max(keep[at], 1)
				}
			}
		}
		if k[0] == k[1] && len(graph[k[0]]) == 0 { // two of those that start others would be twice as many of all
			keep[k[0]] = 2
		}
	}
	req := job.Request
	req.Program, req.Properties, req.Step, req.Progress = all(keeping(prog, keep)), []verdict.Property{verdict.Race}, job.step, job.Progress
	req.Fields, req.Jobs, req.Barren, req.KeepGoing, req.ByThreads = nil, 1, barrenTogether, true, true
	turn := Turn{Engine: explore.Walks}
	if job.Effort > 0 {
		turn.Most = job.Effort / togetherTime
	}
	answer, err := job.turn(ctx, turn, &req)
	if err != nil {
		return nil, nil
	}
	if len(answer.Findings) > 0 {
		races = []found{{turn.Name, answer.Findings}}
	}
	return races, answer.Reached
}

// shownPairs gives the pairs of kinds whose threads are shown to race, by their names.
func shownPairs(prog *ir.Program, pairs [][2]ir.FuncID, races []found) map[[2]ir.FuncID]bool {
	out := map[[2]ir.FuncID]bool{}
	for _, by := range races {
		for _, f := range by.list {
			a, b, ok := racers(f)
			for _, k := range pairs {
				if p := (verdict.Pair{Threads: [2]string{prog.Funcs[k[0]].Display, prog.Funcs[k[1]].Display}}); ok && between(p, a, b) {
					out[k] = true
				}
			}
		}
	}
	return out
}

// convict panics if a race is shown of a pair that is proved. Names that several kinds of threads have say nothing.
func convict(prog *ir.Program, pairs []verdict.Pair, kinds [][2]ir.FuncID, shown map[[2]ir.FuncID]bool) {
	named := map[string]map[ir.FuncID]bool{}
	for _, k := range kinds {
		for _, f := range k {
			name := prog.Funcs[f].Display
			if named[name] == nil {
				named[name] = map[ir.FuncID]bool{}
			}
			named[name][f] = true
		}
	}
	for i, p := range pairs {
		if p.Verdict == verdict.Proved && shown[kinds[i]] && len(named[p.Threads[0]]) == 1 && len(named[p.Threads[1]]) == 1 {
			panic(fmt.Sprintf("proved, but an execution shows a race of %s and %s", p.Threads[0], p.Threads[1]))
		}
	}
}

// covers reports whether races on all that may race were shown of a pair.
func covers(p verdict.Pair, races []found) bool {
	l := &look{pair: p, found: races}
	return l.shown()
}
