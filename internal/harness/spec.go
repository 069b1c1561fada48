package harness

import (
	"errors"
	"fmt"
	"strings"
)

// Spec is the outside of a program. The functions of First run one after another, alone. Then the calls of all entry points begin, at any time. The functions of Last run, one
// after another, when these calls have returned. Arguments are arbitrary everywhere.
type Spec struct {
	Source  string // what named the functions, for messages: a flag or a platform
	Start   State
	First   []string
	Entries []Entry
	Last    []string
	// Against is a function that takes what the one entry point takes, and may be called in its place: failures of the one are judged by those of the other.
	Against string

	// Of a harness that is part of the program's text: functions that are called from outside there and nowhere else, and what some functions of it are called for people.
	Called  []string
	Display map[string]string
	LeftOut []Left   // what may be called from outside, too, and is not
	Missing []string // calls that come at times at which the harness makes none: proofs do not cover them
	Rests   []string // what is assumed of those who call
	// Elements says that an index of a member stays within it: nothing is asked about indexes.
	Elements bool
}

// Left is a function that was given to the system, which calls it in ways that nobody follows.
type Left struct {
	Func string
	As   string // what it was given as: "gate_driver.notify"
	At   string // where: FILE:LINE
}

// Place is where it was given away, for people.
func (l Left) Place() string { return l.As + " at " + l.At }

// Why says that it is left out, and what to do about it.
func (l Left) Why() string {
	return fmt.Sprintf("%s (%s) is left out: heddle does not know when the system calls it (--model FILE.c can say it, with a body for what registers it; --harness %s,OTHER looks at it beside another)", l.Func, l.Place(), l.Func)
}

// Entry is a function that is called from outside while others run.
type Entry struct {
	Func     string
	Calls    Calls
	Detached bool // Last does not wait for its calls
	Context  Context
}

// State is what variables that are not const hold when the program starts. Locks are free in either.
type State uint8

const (
	Anything State = iota // others have worked with them
	Loaded                // what they are initialized with; constructors have run
)

// Calls is how often an entry point is called.
type Calls uint8

const (
	Once Calls = iota
	Any        // any number of times, each call in a thread of its own
)

// Context is where the calls of an entry point run, as the program and its models can see it: a thread-local integer variable holds Value while the call
// runs. The zero Context is none. That code in interrupts must not block is a check of this variable in what blocks.
type Context struct {
	Var   string
	Value uint64
}

// Calling is the smallest spec: functions that are called once, at the same time, in any state.
func Calling(source string, names ...string) *Spec {
	s := &Spec{Source: source}
	for _, n := range names {
		s.Entries = append(s.Entries, Entry{Func: n})
	}
	return s
}

// Validate refuses a spec that says nothing, or nothing with one of its parts.
func (s *Spec) Validate() error {
	if len(s.First)+len(s.Entries)+len(s.Last) == 0 {
		return errors.New("a harness without functions")
	}
	if s.Against != "" && (len(s.First)+len(s.Last) > 0 || len(s.Entries) != 1 || s.Entries[0] != Entry{Func: s.Entries[0].Func}) {
		return fmt.Errorf("%s takes the place of one function that is called once, and there are others", s.Against)
	}
	for _, e := range s.Entries {
		switch {
		case e.Detached && len(s.Last) == 0:
			return fmt.Errorf("%s is detached, but nothing comes last that could wait for it", e.Func)
		case e.Context.Var == "" && e.Context.Value != 0:
			return fmt.Errorf("the context of %s has a value, %d, and no variable", e.Func, e.Context.Value)
		}
	}
	return nil
}

// Concurrent reports whether there are calls at the same time. A harness that is part of the program's text starts threads itself.
func (s *Spec) Concurrent() bool {
	if s.Written() {
		return true
	}
	for _, e := range s.Entries {
		if e.Calls == Any || e.Detached {
			return true
		}
	}
	return len(s.Entries) > 1
}

// Written reports whether the harness is part of the program's text.
func (s *Spec) Written() bool { return len(s.Called) > 0 }

// Functions lists the names of all functions, in the order in which they may begin.
func (s *Spec) Functions() []string {
	out := append([]string(nil), s.First...)
	for _, e := range s.Entries {
		out = append(out, e.Func)
	}
	return append(out, s.Last...)
}

// Assumption says to people what verdicts rest on.
func (s *Spec) Assumption() string {
	var once, calls, parts []string
	for _, e := range s.Entries {
		name := e.Func
		if e.Detached {
			name += " (nobody waits for it)"
		}
		if e.Calls == Any {
			calls = append(calls, name)
		} else {
			once = append(once, name)
		}
	}
	say := func(names []string, what string) {
		if len(names) > 0 {
			parts = append(parts, strings.Join(names, ", ")+": "+what)
		}
	}
	say(s.First, "called first, alone")
	if len(once) == 1 {
		say(once, "called once")
	} else {
		say(once, "called at the same time, each once")
	}
	say(calls, "called any number of times, at the same time")
	say(s.Last, "called last, after the others have returned")
	state := "all variables that are not const hold anything"
	if s.Start == Loaded {
		state = "all variables hold what they are initialized with"
	}
	when := ", when "
	if len(parts) > 1 {
		when = "; at the start "
	}
	return strings.Join(parts, "; ") + when + state + " and all locks are free"
}
