package kiss

import (
	"context"
	"errors"
	"fmt"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/transform/kiss"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// printed is the way to the paper's program, with procedures and loops.
func printed(opt kiss.Options) []transform.Pass {
	return []transform.Pass{inline.RangesPass, inline.ModelsPass, kiss.Pass(opt)}
}

// sequential makes the program of the paper. What is decided is another, which covers the same schedules (docs/decisions/0072-kiss-as-text.md).
func sequential(ctx context.Context, req *engine.Request) (*engine.Sequence, error) {
	if req.Wants(verdict.Memory) {
		return nil, errors.New("--property memory: the sequential program of engine kiss has no checks of memory\n\tchoose among assert and race, or --engine rounds")
	}
	s := newSearch(ctx, req)
	work, err := transform.Start(req.Program).Run(ctx, printed(kiss.Options{
		TS: s.ts, Threads: req.Bounds.Threads, Asserts: req.Wants(verdict.Assert), Races: req.Wants(verdict.Race), VolatileIsAtomic: req.VolatileIsAtomic,
	}), req.Step)
	if err != nil {
		return nil, err
	}
	out := &engine.Sequence{Program: work.Program, Covers: []string{
		fmt.Sprintf("balanced schedules, ts = %d", s.ts),
		"an assertion fails in some execution of this program exactly if it fails in such a schedule; so does a race, but for some with atomic sections",
	}}
	seen := map[string]bool{}
	for _, in := range work.Program.Instrs() {
		if text := cut(in); text != "" && !seen[text] {
			seen[text] = true
			out.Cuts = append(out.Cuts, text)
		}
	}
	return out, nil
}

// cut says what is cut off at an instruction, if it is.
func cut(in ir.Instr) string {
	switch in := in.(type) {
	case *ir.Assert:
		if transform.Internal(in.Kind) {
			return in.Kind + ": " + in.Msg
		}
	case *ir.Unsupported:
		if in.Pos.IsValid() {
			return fmt.Sprintf("%s: %s at %s", transform.Unsupported, in.What, in.Pos.Pos)
		}
	}
	return ""
}
