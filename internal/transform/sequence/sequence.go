package sequence

import (
	"context"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// newSequence begins a sequential program: the input's memory, functions that are only addresses, and no code yet.
func newSequence(p *ir.Program, opt Options, steps *steps) *lazy {
	z := &lazy{in: p, opt: opt, steps: steps, threads: steps.threads}
	z.out = &ir.Program{Model: p.Model, Form: ir.Form{Sequential: true, Bounded: true}, NextID: 1, KeepsLocks: p.KeepsLocks}
	c := p.Shell()
	z.out.Regions, z.out.Globals, z.out.Assumed = c.Regions, c.Globals, c.Assumed
	z.f = &ir.Func{Name: "sequence", Display: p.Funcs[0].Display}
	z.out.Funcs = append(z.out.Funcs, z.f)
	z.out.Funcs = append(z.out.Funcs, c.Funcs[1:]...) // only their addresses count
	z.notes = []note{{}}
	if opt.Races != nil {
		z.races = &Races{RaceOptions: *opt.Races, all: z}
		if z.races.RaceOptions.Shown == nil {
			z.races.RaceOptions.Shown = Shown{}
		}
	}
	if opt.Visits {
		z.visits = &Visits{}
	}
	z.exited = ir.K(1, 0)
	for range z.threads {
		z.killed = append(z.killed, z.exited)
	}
	z.faultOf = map[ir.ID][]ir.Reg{}
	z.pairOf = map[[2]place]*racePair{}
	z.pairOfRegion = map[ir.RegionID]*racePair{}
	return z
}

// The passes need a *transform.Waits where deadlocks are looked for, and find a *Sequence.

// LazyPass is the lazy sequentialization as a pass.
func LazyPass(opt Options) transform.Pass { return pass("lazy", opt, Lazy) }

// EagerPass is the eager one.
func EagerPass(opt Options) transform.Pass { return pass("eager", opt, Eager) }

// BalancedPass is that of KISS.
func BalancedPass(opt Options, ts int) transform.Pass {
	return pass("balanced", opt, func(p *ir.Program, opt Options) (*Sequence, error) { return Balanced(p, opt, ts) })
}

func pass(name string, opt Options, make func(*ir.Program, Options) (*Sequence, error)) transform.Pass {
	return transform.Pass{Name: name, Run: func(_ context.Context, w *transform.Work) (*transform.Output, error) {
		opt := opt
		opt.Waits = transform.Found[*transform.Waits](w)
		out, err := make(w.Program, opt)
		if err != nil {
			return nil, err
		}
		return &transform.Output{Program: out.Program, Back: out.Back, Found: out}, nil
	}}
}
