package confirm

import (
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// Saved is a plan in a report. Steps and inputs are lines that people can read.
type Saved struct {
	Files     []File   `json:"files"`
	DataModel string   `json:"data_model"`
	Volatile  bool     `json:"volatile_is_atomic,omitempty"`
	Kind      string   `json:"kind"`
	Places    []string `json:"places"` // those of the finding, with their threads
	Threads   int      `json:"threads"`
	Ended     []int    `json:"ended"` // threads that end on the way
	Steps     []string `json:"steps"` // "1 write queue.c:12", "0 call pthread_join main.c:30"
	Inputs    []string `json:"inputs"`
}

// Save is the plan as a report has it.
func (p *Plan) Save() *Saved {
	s := &Saved{
		Files: slices.Clone(p.Program.Files), DataModel: p.Program.DataModel, Volatile: p.Program.VolatileIsAtomic, Kind: p.Kind, Places: lines(p.Places), Threads: p.Threads,
		Ended: append([]int{}, p.Ended...), Steps: lines(p.Steps), Inputs: lines(p.Inputs),
	}
	for i := range s.Files {
		s.Files[i].Flags = keptFlags(s.Files[i].Flags)
	}
	return s
}

func lines[T fmt.Stringer](list []T) []string {
	out := []string{}
	for _, x := range list {
		out = append(out, x.String())
	}
	return out
}

const mostSteps, mostThreads = 10_000_000, 10_000

// Plan is the plan that was saved. What Save did not write is refused.
func (s *Saved) Plan() (*Plan, error) {
	p := &Plan{Program: Program{Files: s.Files, DataModel: s.DataModel, VolatileIsAtomic: s.Volatile}, Kind: s.Kind, Threads: s.Threads, Ended: s.Ended}
	switch {
	case s.DataModel != "lp64" && s.DataModel != "ilp32":
		return nil, fmt.Errorf("%q is no data model that runs here", s.DataModel)
	case !slices.Contains(verdict.Kinds(), verdict.Kind(s.Kind)):
		return nil, fmt.Errorf("%q is no kind of finding", s.Kind)
	case len(s.Files) == 0:
		return nil, errors.New("it names no file")
	case s.Threads < 1 || s.Threads > mostThreads || len(s.Steps)+len(s.Inputs) > mostSteps:
		return nil, errors.New("it is too large, or has no thread")
	case len(s.Places) == 0 || len(s.Places) > s.Threads || s.Kind == string(verdict.KindRace) && len(s.Places) != 2:
		return nil, fmt.Errorf("a finding of kind %s has not %d places", s.Kind, len(s.Places))
	}
	var err error
	if p.Places, err = s.steps(s.Places); err != nil {
		return nil, err
	}
	if p.Steps, err = s.steps(s.Steps); err != nil {
		return nil, err
	}
	for _, text := range s.Inputs {
		in, err := parseInput(text)
		if err != nil || in.Thread >= s.Threads {
			return nil, fmt.Errorf("%q is no input of a replay", text)
		}
		p.Inputs = append(p.Inputs, in)
	}
	for _, t := range s.Ended {
		if t < 0 || t >= s.Threads {
			return nil, fmt.Errorf("there is no thread %d", t)
		}
	}
	return p, nil
}

func (s *Saved) steps(list []string) (out []Step, err error) {
	for _, text := range list {
		step, err := parseStep(text)
		if err != nil || step.Thread >= s.Threads {
			return nil, fmt.Errorf("%q is no step of a replay", text)
		}
		out = append(out, step)
	}
	return out, nil
}

var (
	stepText  = regexp.MustCompile(`^(\d{1,6}) (about to )?(?:(call|again) ([A-Za-z_]\w*)|(read|write|load|store|update|copy|section|start|block|stay)) ([^/"\\[:cntrl:]]+):(\d{1,9})$`)
	inputText = regexp.MustCompile(`^(\d{1,6}) takes (\d+) (?:from ([A-Za-z_]\w*) )?at ([^/"\\[:cntrl:]]+):(\d{1,9})(?: with ((?:[0-9a-f]{2})+))?$`)
)

// parseStep reads what Step.String writes.
func parseStep(text string) (s Step, err error) {
	m := stepText.FindStringSubmatch(text)
	if m == nil {
		return s, errors.New("no step")
	}
	for what, word := range words {
		if word == m[3]+m[5] {
			s.What = what
		}
	}
	s.Pending, s.Call, s.File = m[2] != "", m[4], m[6]
	s.Thread, _ = strconv.Atoi(m[1])
	s.Line, _ = strconv.Atoi(m[7])
	if s.String() != text {
		return s, errors.New("no step")
	}
	return s, nil
}

// parseInput reads what Input.String writes.
func parseInput(text string) (in Input, err error) {
	m := inputText.FindStringSubmatch(text)
	if m == nil {
		return in, errors.New("no input")
	}
	in.Thread, _ = strconv.Atoi(m[1])
	if in.Value, err = strconv.ParseUint(m[2], 10, 64); err != nil {
		return in, err
	}
	in.Call, in.File = m[3], m[4]
	in.Line, _ = strconv.Atoi(m[5])
	in.Content, _ = hex.DecodeString(m[6])
	if in.String() != text {
		return in, errors.New("no input")
	}
	return in, nil
}

func (in Input) String() string {
	from := ""
	if in.Call != "" {
		from = "from " + in.Call + " "
	}
	with := ""
	if len(in.Content) > 0 {
		with = fmt.Sprintf(" with %x", in.Content)
	}
	return fmt.Sprintf("%d takes %d %sat %s:%d%s", in.Thread, in.Value, from, in.File, in.Line, with)
}
