package transform

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Back is the way from the output of a pass back to its input.
type Back struct {
	Trace  trace.Map
	Origin func(ir.ID) ir.ID // of an instruction; 0: it has none
}

// Same is the way back of a pass that leaves all instructions where they are.
func Same() Back {
	return Back{Trace: func(t trace.Trace) (trace.Trace, error) { return t, nil }, Origin: func(id ir.ID) ir.ID { return id }}
}

// CopyBack is the way back of a pass that copies instructions: each step becomes a step of the instruction it was copied
// from, and steps of instructions that the pass added vanish. about names the instruction that each belongs to, also where one became several.
func CopyBack(origin, about []ir.ID) Back {
	return Back{Origin: func(id ir.ID) ir.ID {
		if int(id) < len(origin) {
			return origin[id]
		}
		return 0
	}, Trace: func(t trace.Trace) (trace.Trace, error) {
		for _, list := range []*[]trace.Step{&t.Steps, &t.Ahead} {
			steps := make([]trace.Step, 0, len(*list))
			for _, s := range *list {
				if int(s.Instr) >= len(origin) {
					return trace.Trace{}, fmt.Errorf("transform: instruction %d is not of this program", s.Instr)
				}
				if s.Instr = origin[s.Instr]; s.Instr != 0 {
					steps = append(steps, s)
				}
			}
			*list = steps
		}
		stops := make([]trace.Stop, len(t.Stops))
		for i, s := range t.Stops {
			if int(s.Instr) >= len(origin) || origin[s.Instr] == 0 {
				return trace.Trace{}, fmt.Errorf("transform: no instruction of the input stands behind %d", s.Instr)
			}
			stops[i] = trace.Stop{Thread: s.Thread, Instr: origin[s.Instr]}
			if int(s.Access) < len(about) {
				stops[i].Access = about[s.Access]
			}
		}
		t.Stops = stops
		return t, nil
	}}
}

// NoBack is that of a pass whose output is printed and never decided.
func NoBack(pass string) Back {
	return Back{
		Trace: func(t trace.Trace) (trace.Trace, error) {
			return t, fmt.Errorf("transform: pass %s has no way back", pass)
		},
		Origin: func(ir.ID) ir.ID { return 0 },
	}
}
