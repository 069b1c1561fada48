package main

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// kissSequence is the sequential program of engine kiss: the paper's, with procedures and loops.
func (fl *seqFlags) kissSequence(req *engine.Request) (*rounds.Sequence, error) {
	p, err := transform.Kiss(req.Program, transform.KissOptions{
		TS: fl.ts, Threads: fl.threads, Asserts: req.Wants(verdict.Assert), Races: req.Wants(verdict.Race), VolatileIsAtomic: fl.volatileIsAtomic,
	})
	if err != nil {
		return nil, err
	}
	out := &rounds.Sequence{Program: p}
	seen := map[string]bool{}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				text := ""
				switch in := in.(type) {
				case *ir.Assert:
					if transform.Internal(in.Kind) {
						text = in.Kind + ": " + in.Msg
					}
				case *ir.Unsupported:
					if in.Pos.IsValid() {
						text = fmt.Sprintf("%s: %s at %s", transform.Unsupported, in.What, in.Pos.Pos)
					}
				}
				if text != "" && !seen[text] {
					seen[text] = true
					out.Cuts = append(out.Cuts, text)
				}
			}
		}
	}
	return out, nil
}

// kissHead says what the program covers.
func (fl *seqFlags) kissHead() []string {
	s := fmt.Sprintf("engine kiss: balanced schedules, ts = %d", fl.ts)
	if fl.emit == "boogie" {
		s += fmt.Sprintf(", %d unwindings", fl.unwind)
	}
	return []string{
		s + "; checked: " + strings.Join(fl.properties, ", "),
		"an assertion fails in some execution of this program exactly if it fails in such a schedule; so does a race, but for some with atomic sections",
	}
}
