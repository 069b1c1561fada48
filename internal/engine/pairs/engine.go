package pairs

import (
	"context"

	"github.com/heddle-dev/heddle/internal/analysis/reach"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Question is what is asked about a driver, and who answers.
type Question struct {
	Request engine.Request // of all that is asked of engines; its program is the driver
	Effort  budget.Work    // what the run has, of which each phase gets a part; 0: no end
	// Asked says whether a pair, by the names of its threads for people, is asked for, and if not, what that rests on;
	// empty: nothing.
	Asked func(a, b string) (asked bool, why string)
	// Requests has what the driver does with requests and locks looked at, too.
	Requests bool
	Engines  Engines
	Ask      Ask
	// Tell is told what is known whenever that changes, by one goroutine at a time. What it is given changes no more.
	Tell func(*Answer)
}

// Engines are those that look at pairs.
type Engines struct {
	// Walks gives random executions that end after so many steps which show nothing new; by threads: with one race for
	// each two kinds of threads and each memory that they race on.
	Walks func(barren int, byThreads bool) engine.Engine
	// Rounds decides programs within bounds. Executed does so where executions are known which come to what is asked
	// about: it does not find out what it reaches.
	Rounds, Executed engine.Engine
	// Kiss shows less, of smaller programs. What it does not show says nothing.
	Kiss engine.Engine
	// Lockset gives proofs of all pairs but those that are shown to race. tell is told of each pair, and whether a
	// function that an undefined one was given, and may call, is not shown to race with nothing.
	Lockset func(shown map[[2]ir.FuncID]bool, tell func(pairs []verdict.Pair, callback bool)) engine.Engine
}

// Ask has an engine answer, and replays what it finds. The error is why it could not, and the pair's reason.
type Ask func(context.Context, Turn, *engine.Request) (*engine.Result, error)

// Turn is an engine that is asked.
type Turn struct {
	engine.Engine
	Most  budget.Work                // what it may do; 0: there is no end
	Tells func(verdict.Finding) bool // which of its failures are told when they are found; nil: all
}

// search is what is known so far.
type search struct {
	Question
	prog     *ir.Program
	pairs    [][2]ir.FuncID // in the order of known.Pairs
	known    Answer         // before pairs are looked at each by itself
	callback bool
	races    []Found    // of all at once
	reached  *reach.Set // by them
	happens  *happening
	facts    *verdict.Facts
	possible []verdict.Finding // what is not proved
}

// Run decides the pairs: what executions of all at once show, what is proved, what happens at all, and then pair by
// pair.
func Run(ctx context.Context, q Question) *Answer {
	s := newSearch(q)
	s.tellEarly("")
	s.together(ctx)
	s.prove(ctx)
	s.happen(ctx)
	s.checkRequests(ctx)
	return s.conclude(s.lookAtAll(ctx))
}

func newSearch(q Question) *search {
	s := &search{Question: q, prog: q.Request.Program}
	s.Request.Fields = nil // the program is restricted to them
	s.pairs, s.known.Assumed = s.asked()
	if s.Tell == nil {
		s.Tell = func(*Answer) {}
	}
	return s
}

// request is what is asked about a program of some pairs, within the bounds that were asked for.
func (s *search) request(p *ir.Program, properties ...verdict.Property) *engine.Request {
	req := s.Request
	req.Program, req.Properties, req.Jobs = p, properties, 1
	return &req
}

// jobs is how many things are done at once.
func (s *search) jobs() int { return max(s.Request.Jobs, 1) }

// bounded reports whether the bounds were asked for.
func (s *search) bounded() bool { return s.Request.Bounds.Rounds != 0 || s.Request.Bounds.Unwind != 0 }
