package transform

import (
	"context"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Pass is a step from program to program: a value with a name, so that a pipeline is a list. Run leaves its input as it is, and the same input gives the
// same output.
type Pass struct {
	Name string
	Run  func(context.Context, *Work) (*Output, error)
}

// Output is what a pass makes of a program.
type Output struct {
	Program *ir.Program
	Back    Back
	Found   any // what it found out besides, for later passes and for the engine; may be nil
}

// Work is a program on its way through a pipeline. It is never changed: Run gives another, so what has gone through the first passes can go on more than once.
type Work struct {
	Program *ir.Program

	name   string // of the last pass
	before *Work  // nil: the pipeline begins here
	last   *Output
}

// Start puts a program at the beginning of a pipeline.
func Start(p *ir.Program) *Work { return &Work{Program: p} }

// Run takes the program through some passes. step, if not nil, is told each program and the name of the pass that made it; it may refuse it.
func (w *Work) Run(ctx context.Context, passes []Pass, step func(name string, p *ir.Program) error) (*Work, error) {
	for _, pass := range passes {
		out, err := pass.Run(ctx, w)
		if err != nil {
			return nil, err
		}
		budget.Spend(ctx, budget.Passing, int64(w.Program.NextID)+int64(out.Program.NextID))
		w = &Work{out.Program, pass.Name, w, out}
		if step == nil {
			continue
		}
		if err := step(pass.Name, w.Program); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// After is the program as a pass of the pipeline left it, on its way until there; nil if there was none of that name.
func (w *Work) After(name string) *Work {
	for w != nil && w.name != name {
		w = w.before
	}
	return w
}

// Back brings a trace of the program back to one of the program that the pipeline began with.
func (w *Work) Back(t trace.Trace) (trace.Trace, error) { return w.BackTo("", t) }

// BackTo brings it back to one of the program as a pass of the pipeline left it.
func (w *Work) BackTo(pass string, t trace.Trace) (trace.Trace, error) {
	for ; w.before != nil && w.name != pass; w = w.before {
		var err error
		if t, err = w.last.Back.Trace(t); err != nil {
			return t, err
		}
	}
	return t, nil
}

// Origin is the instruction of the program that the pipeline began with that an instruction stands for. One that some pass added stands for itself.
func (w *Work) Origin(id ir.ID) ir.ID {
	if from := w.Original(id); from != 0 {
		return from
	}
	return id
}

// Original is the same; 0: some pass added the instruction.
func (w *Work) Original(id ir.ID) ir.ID {
	for ; w.before != nil && id != 0; w = w.before {
		id = w.last.Back.Origin(id)
	}
	return id
}

// Found is the last that a pass found out of a kind; the zero value if none did.
func Found[T any](w *Work) (found T) {
	for ; w.before != nil; w = w.before {
		if t, ok := w.last.Found.(T); ok {
			return t
		}
	}
	return found
}

// Names lists the names of passes.
func Names(passes []Pass) (out []string) {
	for _, p := range passes {
		out = append(out, p.Name)
	}
	return out
}

// Split is the pass that tells regions of memory apart. It finds a *pointsto.Info.
func Split(size func(*ir.Alloc) int64) Pass {
	return Pass{"split", func(ctx context.Context, w *Work) (*Output, error) {
		out, info := pointsto.Split(w.Program, size)
		budget.Spend(ctx, budget.Points, info.Work)
		return &Output{Program: out, Back: Same(), Found: info}, nil
	}}
}
