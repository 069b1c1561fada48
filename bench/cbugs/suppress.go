package main

import (
	"context"
	"fmt"

	"github.com/heddle-dev/heddle/bench/drivers"
	"github.com/heddle-dev/heddle/internal/engine"
	judge "github.com/heddle-dev/heddle/internal/engine/interleaved"
	"github.com/heddle-dev/heddle/internal/engine/rounds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Suppression of asserts, which the paper compares with: a check that some sequential run fails is reported and removed, until there is none; then the same with all runs. One
// report is made of each check, so where the sequential run of an impossible input fails, the interleaved bug at the same check is not seen.
//
// An assert that is removed is no more. A null pointer cannot be followed, removed or not: executions that do end there.

// suppressed is what that reports.
func (s *subject) suppressed() (counts, error) {
	before := drivers.Processor()
	removed := map[string]bool{}
	alone, err := s.warnings(removed, func(p *ir.Program) (*ir.Program, error) { return judge.Sequentialized(p, irexec.AsyncGeneral) })
	if err != nil {
		return counts{}, err
	}
	together, err := s.warnings(removed, func(p *ir.Program) (*ir.Program, error) { return p, nil })
	if err != nil {
		return counts{}, err
	}
	a, b := s.result(alone, sequential), s.result(together, interleaved)
	c := counts{alarms: a.alarms + b.alarms, missed: min(a.missed, b.missed), seconds: (drivers.Processor() - before).Seconds()}
	return c, nil
}

// warnings is the lines of the checks that fail and were not removed before. They are removed then.
func (s *subject) warnings(removed map[string]bool, of func(*ir.Program) (*ir.Program, error)) (lines []int, err error) {
	for {
		p, err := of(without(s.prog, removed))
		if err != nil {
			return nil, err
		}
		res, err := rounds.Engine.Run(context.Background(), &engine.Request{Question: s.question(p), KeepGoing: true})
		if err != nil {
			return nil, err
		}
		fresh := false
		for _, f := range res.Findings {
			if f.Verdict != verdict.Bug {
				continue
			}
			if key := keyOf(f.Location.Line, f.Location.Col); !removed[key] {
				removed[key], fresh = true, true
				lines = append(lines, f.Location.Line)
			}
		}
		if !fresh {
			return lines, nil
		}
	}
}

func keyOf(line, col int) string { return fmt.Sprintf("%d:%d", line, col) }

// without is the program without some of its asserts.
func without(p *ir.Program, removed map[string]bool) *ir.Program {
	p = p.Clone()
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			var left []ir.Instr
			for _, in := range b.Instrs {
				if a, ok := in.(*ir.Assert); ok && removed[keyOf(a.Pos.Line, a.Pos.Col)] {
					continue
				}
				left = append(left, in)
			}
			b.Instrs = left
		}
	}
	return p
}
