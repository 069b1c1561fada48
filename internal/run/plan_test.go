package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// played is an engine that spends some work on each property it is asked about and then says something, or says what it has when its work is over.
func played(name string, log func(string), each map[verdict.Property]budget.Work, says verdict.Verdict) Turn {
	return Turn{Part: budget.Millisecond, Engine: engine.Engine{
		Name: name, Executed: true, Properties: []verdict.Property{verdict.Assert, verdict.Race}, Claim: map[verdict.Verdict]string{says: "", verdict.Unknown: ""},
		Run: func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
			log(fmt.Sprintf("%s begins with %v", name, req.Properties))
			res := &engine.Result{}
			for _, p := range req.Properties {
				c := verdict.Claim{Property: p, Verdict: says}
				for spent := budget.Work(0); spent < each[p]; spent += 100 * budget.Microsecond {
					if budget.Spend(ctx, budget.Outside, int64(100*budget.Microsecond)); ctx.Err() != nil {
						c.Verdict, c.Reason = verdict.Unknown, context.Cause(ctx).Error()
						break
					}
				}
				res.Claims = append(res.Claims, c)
			}
			return res, nil
		},
	}}
}

// TestFollow: who is asked what, and for how long, whatever the number of jobs.
func TestFollow(t *testing.T) {
	const ms = budget.Millisecond
	both := func(w budget.Work) map[verdict.Property]budget.Work {
		return map[verdict.Property]budget.Work{verdict.Assert: w, verdict.Race: w}
	}
	anew := func(t Turn) Turn { t.Anew = true; return t }
	idle := func(t Turn) Turn { t.Idle = true; return t }
	of := func(p verdict.Property, t Turn) Turn { t.Properties = []verdict.Property{p}; return t }
	for name, c := range map[string]struct {
		effort budget.Work
		turns  func(log func(string)) []Turn
		claims string   // at the end
		begun  []string // what began; nil: that depends on the number of jobs
	}{
		"what is proved is asked of nobody any more": {budget.Second, func(log func(string)) []Turn {
			return []Turn{
				anew(played("slow", log, map[verdict.Property]budget.Work{verdict.Race: budget.Second, verdict.Assert: 20 * ms}, verdict.Proved)),
				of(verdict.Race, played("b", log, both(3*ms), verdict.Proved)),
			}
		}, "b race PROVED, slow assert PROVED", []string{"b begins with [race]", "slow begins with [assert race]", "slow begins with [assert]"}},
		"all is settled before the others have their step": {budget.Second, func(log func(string)) []Turn {
			return []Turn{played("a", log, both(300*budget.Microsecond), verdict.Proved), played("b", log, both(200*budget.Microsecond), verdict.Bounded)}
		}, "a assert PROVED, a race PROVED", nil},
		"who is cut says so": {10 * ms, func(log func(string)) []Turn {
			return []Turn{played("a", log, both(budget.Second), verdict.Proved), played("b", log, both(2*ms), verdict.Unknown)}
		}, "b assert UNKNOWN, b race UNKNOWN, a assert UNKNOWN, a race UNKNOWN", []string{"a begins with [assert race]", "b begins with [assert race]"}},
		"nobody waits for who never ends": {budget.Second, func(log func(string)) []Turn {
			return []Turn{idle(played("walks", log, both(budget.Second), verdict.Bounded)), played("b", log, both(2*ms), verdict.Bounded)}
		}, "b assert BOUNDED, b race BOUNDED", []string{"b begins with [assert race]", "walks begins with [assert race]"}},
		"but if nothing is known": {20 * ms, func(log func(string)) []Turn {
			return []Turn{idle(played("walks", log, both(budget.Second), verdict.Bounded)), played("b", log, both(2*ms), verdict.Unknown)}
		}, "b assert UNKNOWN, b race UNKNOWN, walks assert UNKNOWN, walks race UNKNOWN", []string{"b begins with [assert race]", "walks begins with [assert race]"}},
	} {
		var one budget.Work
		for _, jobs := range []int{1, 2, 8} {
			var mu sync.Mutex
			var log []string
			note := func(s string) {
				mu.Lock()
				defer mu.Unlock()
				log = append(log, s)
			}
			job := &Job{Effort: c.effort, Request: engine.Request{Jobs: jobs, Question: verdict.Question{Properties: []verdict.Property{verdict.Assert, verdict.Race}}}}
			ctx, cancel := budget.WithinCause(budget.New(t.Context()), c.effort, errors.New("all of it"))
			rep := &report.Report{}
			job.follow(ctx, c.turns(note), &ir.Program{}, rep, &latest{})
			cancel()
			var claims []string
			for _, got := range rep.Claims {
				claims = append(claims, fmt.Sprintf("%s %s %s", got.Engine, got.Property, got.Verdict))
			}
			slices.Sort(log)
			if got := strings.Join(claims, ", "); got != c.claims || c.begun != nil && !slices.Equal(log, c.begun) {
				t.Errorf("%s, %d jobs: %s; %q", name, jobs, got, log)
			}
			spent := budget.Spent(ctx)
			if jobs == 1 {
				one = spent
			}
			if spent > c.effort+ms || spent != one {
				t.Errorf("%s, %d jobs: %v of %v, and %v with one", name, jobs, spent, c.effort, one)
			}
		}
	}
}

// TestMakeRoom: what engines keep between their steps is counted, and those that come last in the plan begin anew where it is too much; that is one answer, whatever the number of jobs. One that keeps too much alone is left.
func TestMakeRoom(t *testing.T) {
	const ms = budget.Millisecond
	keeps := func(turn Turn, bytes int64) Turn {
		run := turn.Run
		turn.Run = func(ctx context.Context, req *engine.Request) (*engine.Result, error) {
			var h budget.Holding
			h.Set(budget.Of(ctx), bytes)
			defer h.Free()
			return run(ctx, req)
		}
		return turn
	}
	for name, c := range map[string]struct {
		kept  []int64
		begun map[string]int
	}{
		"room for all":       {[]int64{200, 200, 100}, map[string]int{"a": 1, "b": 1, "c": 1}},
		"the last":           {[]int64{200, 200, 200}, map[string]int{"a": 1, "b": 1, "c": 5}},
		"one in the middle":  {[]int64{200, 400, 200}, map[string]int{"a": 1, "b": 5, "c": 1}},
		"two":                {[]int64{400, 400, 400}, map[string]int{"a": 1, "b": 5, "c": 6}},
		"the first, alone":   {[]int64{5000, 400, 0}, map[string]int{"a": 1, "b": 5, "c": 1}},
		"nothing kept":       {[]int64{0, 0, 0}, map[string]int{"a": 1, "b": 1, "c": 1}},
		"the second has all": {[]int64{0, 5000, 1}, map[string]int{"a": 1, "b": 1, "c": 5}},
	} {
		for _, jobs := range []int{1, 2, 8} {
			var mu sync.Mutex
			begun := map[string]int{}
			note := func(s string) {
				mu.Lock()
				defer mu.Unlock()
				begun[strings.Fields(s)[0]]++
			}
			job := &Job{Effort: budget.Second, Request: engine.Request{Jobs: jobs, Memory: 1000, Question: verdict.Question{Properties: []verdict.Property{verdict.Race}}}}
			var turns []Turn
			for i, bytes := range c.kept {
				turns = append(turns, keeps(played(string(rune('a'+i)), note, map[verdict.Property]budget.Work{verdict.Race: 20 * ms}, verdict.Bounded), bytes))
			}
			ctx, cancel := budget.WithinCause(budget.New(t.Context()), budget.Second, errors.New("all of it"))
			rep := &report.Report{}
			job.follow(ctx, turns, &ir.Program{}, rep, &latest{})
			cancel()
			if !maps.Equal(begun, c.begun) {
				t.Errorf("%s, %d jobs: begun %v, want %v", name, jobs, begun, c.begun)
			}
			if len(rep.Claims) != 3 {
				t.Errorf("%s, %d jobs: %v", name, jobs, rep.Claims)
			}
		}
	}
}
