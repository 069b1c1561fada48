package confirm

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Program is what a finding is about.
type Program struct {
	Files     []File
	DataModel string
	// VolatileIsAtomic says that volatile accesses do not race.
	VolatileIsAtomic bool
	Open             string // why it cannot be run by itself; empty: it has a main of its own
}

// File is a C file with what the compiler is told about it.
type File struct {
	Path  string   `json:"path"`
	Dir   string   `json:"dir,omitempty"` // where relative names are looked up
	Flags []string `json:"flags,omitempty"`
	SHA   string   `json:"sha256"`
}

// Plan is the execution of a finding as its replay needs it.
type Plan struct {
	Program Program
	Kind    string
	Places  []Step // those of the finding, each with its thread: one, the two of a race, or all of a deadlock
	Threads int
	Ended   []int // threads that end on the way
	Steps   []Step
	Inputs  []Input

	addresses bool // compiled for AddressSanitizer: no schedule is followed
	bare      bool // AddressSanitizer's library is not linked
}

// Step is an operation of a thread.
type Step struct {
	Thread int
	What   What
	Call   string // for Call and Again
	File   string // its base name: that is what debug information and reports agree on
	Line   int
	// Pending is the access of a race before which the thread stops.
	Pending bool
}

// What is what an operation is, as the runtime has it.
type What byte

// The operations.
const (
	Read    What = 'r'
	Write   What = 'w'
	Load    What = 'R' // an atomic read
	Store   What = 'W' // an atomic write
	Update  What = 'u' // an atomic read and write
	Copy    What = 'c' // reads and writes of one statement
	Calls   What = 'k' // of a function of the library
	Again   What = 'K' // that call goes on after others had their turn
	Section What = 'a' // an atomic section begins
	Start   What = 's' // of a thread, by heddle_async
	Blocks  What = 'b' // any operation that waits for good
	Stays   What = 'B' // in the call that it is in
)

var words = map[What]string{
	Read: "read", Write: "write", Load: "load", Store: "store", Update: "update", Copy: "copy", Calls: "call", Again: "again", Section: "section", Start: "start", Blocks: "block", Stays: "stay",
}

func (s Step) String() string {
	text := fmt.Sprintf("%d %s ", s.Thread, words[s.What])
	if s.Pending {
		text = fmt.Sprintf("%d about to %s ", s.Thread, words[s.What])
	}
	if s.Call != "" {
		text += s.Call + " "
	}
	return fmt.Sprintf("%s%s:%d", text, s.File, s.Line)
}

// Input is a value from outside.
type Input struct {
	Thread int
	Call   string // the function that gives it; empty for the nondet functions of verifiers
	File   string
	Line   int
	Value  uint64
	// Content is what the function leaves in memory: what a read brings in, what new memory holds.
	Content []byte
}

// accesses are the words of a trace for operations that the compiler's hooks see.
var accesses = map[string]What{"read": Read, "write": Write, "update": Update, "copy": Copy, "atomic section": Section, "start": Start}

// anyAddress is what a trace calls the functions that give a pointer to memory of which the program knows nothing.
const anyAddress = "any address"

// New makes the plan of a finding. The error says why there is none.
func New(p Program, f *verdict.Finding) (*Plan, error) {
	switch {
	case f.Verdict != verdict.Bug:
		return nil, fmt.Errorf("it has no execution")
	case p.Open != "":
		return nil, fmt.Errorf("%s", p.Open)
	case p.DataModel != "lp64" && p.DataModel != "ilp32":
		return nil, fmt.Errorf("programs with data model %s do not run here", p.DataModel)
	case len(f.Trace.Unknown) > 0:
		return nil, fmt.Errorf("nothing defines %s, which the execution calls", f.Trace.Unknown[0].Func)
	case len(f.Threads) == 0:
		return nil, fmt.Errorf("it names no thread")
	}
	plan := &Plan{Program: p, Kind: string(f.Kind), Threads: len(f.Trace.Threads)}
	plan.places(f)
	for i, t := range f.Trace.Threads {
		if t.Ended {
			plan.Ended = append(plan.Ended, i)
		}
	}
	last := map[int]*trace.Call{} // by thread, the call of a model that it was in
	latest := -1                  // the thread of the step before
	for i := range f.Trace.Steps {
		s := &f.Trace.Steps[i]
		step, ok := plan.step(s)
		if !ok {
			continue
		}
		if step.What == Calls && s.In == last[s.Thread] {
			if latest == s.Thread {
				continue // one operation, as far as others can see
			}
			step.What = Again
		}
		if step.What == Blocks {
			plan.blocks(&step, last[s.Thread] != nil && last[s.Thread].Pos == s.Pos)
		}
		last[s.Thread], latest = s.In, s.Thread
		plan.Steps = append(plan.Steps, step)
	}
	if f.Kind == verdict.KindRace {
		plan.pend()
	}
	for _, s := range slices.Concat(plan.Places, plan.Steps) {
		if strings.ContainsFunc(s.File, func(r rune) bool { return r < ' ' || r == 127 || r == '"' || r == '\\' }) {
			return nil, fmt.Errorf("the name of the file %q cannot be written into a plan", s.File)
		}
	}
	for _, t := range f.Trace.Taken {
		if t.Pos.IsValid() {
			if t.Func == anyAddress && t.Value.Lo != 0 {
				return nil, fmt.Errorf("it needs an address from outside, at %s:%d", filepath.Base(t.Pos.File), t.Pos.Line)
			}
			plan.Inputs = append(plan.Inputs, Input{
				Thread: t.Thread, Call: strings.TrimPrefix(t.Func, anyAddress), File: filepath.Base(t.Pos.File), Line: t.Pos.Line, Value: t.Value.Lo, Content: t.Content,
			})
		}
	}
	return plan, nil
}

// blocks looks whether the operation in which a thread of a deadlock waits for good has begun before. A wait on a condition has, with the release of its mutex. Of others the
// beginning does not matter, and a replay makes the call when all threads are where they have to be. begun says that the step before is of the same call.
func (p *Plan) blocks(s *Step, begun bool) {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if p.Steps[i].Thread != s.Thread {
			continue
		}
		switch before := p.Steps[i]; {
		case !before.beside(*s):
		case strings.Contains(before.Call, "cond_") || strings.HasPrefix(before.Call, "cnd_"):
			s.What = Stays
		case begun || strings.Contains(before.Call, "barrier_wait") || strings.HasSuffix(before.Call, "_once"):
			p.Steps = slices.Delete(p.Steps, i, i+1)
		}
		return
	}
}

// places takes over the places of a finding.
func (p *Plan) places(f *verdict.Finding) {
	at := []source.Range{f.Location}
	for _, r := range f.Related {
		at = append(at, r.Location)
	}
	for i, t := range f.Threads {
		if i < len(at) {
			p.Places = append(p.Places, Step{Thread: t, What: Blocks, File: filepath.Base(at[i].File), Line: at[i].Line})
		}
	}
}

// step is a step of a trace as an operation that a replay can see.
func (p *Plan) step(s *trace.Step) (Step, bool) {
	step := Step{Thread: s.Thread, File: filepath.Base(s.Pos.File), Line: s.Pos.Line}
	switch what, ok := accesses[s.Does]; {
	case !s.Pos.IsValid() || s.Does == "":
		return step, false
	case s.Does == "wait" && slices.ContainsFunc(s.Notes, func(n string) bool { return strings.HasPrefix(n, "waits for ") }):
		step.What = Blocks
	case s.In != nil:
		step.What, step.Call = Calls, s.In.Func
	case ok:
		step.What = what
		if s.Atomic && what == Read {
			step.What = Load
		}
		if s.Atomic && what == Write {
			step.What = Store
		}
	default:
		return step, false
	}
	return step, true
}

// pend marks the steps before which the two threads of a race stop: their last ones at the places of the finding.
func (p *Plan) pend() {
	for _, at := range p.Places {
		for i := len(p.Steps) - 1; i >= 0; i-- {
			s := &p.Steps[i]
			if s.Thread == at.Thread && s.File == at.File && s.Line == at.Line && !s.Pending && (s.What != Section || i == 0 || !p.Steps[i-1].beside(*s)) {
				// ThreadSanitizer sees all accesses of a line that follow, and compilers make one of what heddle has as several.
				for p.tsan() && i > 0 && s.What != Calls && p.Steps[i-1].What != Calls && p.Steps[i-1].beside(*s) {
					i--
					s = &p.Steps[i]
				}
				s.Pending = true
				rest := slices.DeleteFunc(slices.Clone(p.Steps[i+1:]), func(s Step) bool { return s.Thread == at.Thread })
				p.Steps = append(p.Steps[:i+1], rest...)
				break
			}
		}
	}
}

// beside reports whether two steps are of one thread and line.
func (s Step) beside(t Step) bool {
	return s.Thread == t.Thread && s.File == t.File && s.Line == t.Line && s.What != Section
}
