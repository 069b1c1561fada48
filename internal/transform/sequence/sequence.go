package sequence

import "github.com/heddle-dev/heddle/internal/ir"

// newSequence begins a sequential program: the input's memory, functions that are only addresses, and no code yet.
func newSequence(p *ir.Program, opt Options, steps *steps) *lazy {
	z := &lazy{in: p, opt: opt, steps: steps, threads: steps.threads}
	z.out = &ir.Program{Model: p.Model, Form: ir.Form{Sequential: true, Bounded: true}, NextID: 1}
	c := p.Clone()
	z.out.Regions, z.out.Globals, z.out.Assumed = c.Regions, c.Globals, c.Assumed
	z.f = &ir.Func{Name: "rounds", Display: p.Funcs[0].Display}
	z.out.Funcs = append(z.out.Funcs, z.f)
	z.out.Funcs = append(z.out.Funcs, c.Funcs[1:]...) // only their addresses count
	z.notes = []note{{}}
	if opt.Races != nil {
		z.races = &Races{RaceOptions: *opt.Races, z: z}
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
