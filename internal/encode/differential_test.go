package encode_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/encode"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irgen"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/solve"
	"github.com/heddle-dev/heddle/internal/solve/bitblast"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/transform/unfold"
)

// Sequential programs as terms against the interpreter. The same assertions can fail; a model of a failing one is an
// execution: run with its inputs, the program computes the values that the model has. And it makes no difference whether memory was split into regions or
// is one region of bytes.
//
// 1,000 programs, 10,000 in the long run.

func TestDifferentialSequential(t *testing.T) {
	for _, seed := range tooltest.Seeds(t, 1, 1000, 10_000) {
		src := irgen.Memory(seed, false)
		if why := compare(src); why != "" {
			if tooltest.Shrinks() {
				src = irgen.Shrink(src, func(s string) bool { return compare(s) != "" })
				why = compare(src)
			}
			t.Errorf("seed %d: %s\n%s", seed, why, src)
		}
	}
}

func compare(src string) string {
	p, err := irgen.Parse(src)
	if err != nil {
		return err.Error()
	}
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: true, MaxStates: 20_000})
	if err != nil {
		return err.Error()
	}
	if !x.Exhausted || x.Sampled || len(x.Unknown) > 0 {
		return ""
	}
	var want []string
	for _, f := range x.Failures {
		want = append(want, f.Location.Pos.String())
	}
	slices.Sort(want)
	for _, split := range []bool{true, false} {
		got, why := failing(p, split)
		if why != "" {
			return fmt.Sprintf("split %v: %s", split, why)
		}
		if !slices.Equal(got, want) {
			return fmt.Sprintf("split %v: %v can fail, in the interpreter %v", split, got, want)
		}
	}
	return ""
}

// failing is the places of the assertions that can fail where objects lie as the interpreter puts them.
func failing(p *ir.Program, split bool) (places []string, why string) {
	unfolded, err := unfold.Unfold(p, unfold.Options{Unwind: 9, Threads: 1})
	if err != nil {
		return nil, err.Error()
	}
	seq := unfolded.Program
	if split {
		seq, _ = pointsto.Split(unfolded.Program, place.AllocSize)
	}
	b := logic.NewBuilder(logic.Options{})
	f, err := encode.Encode(context.Background(), b, seq, place.Of(seq, p, 1), nil)
	if err != nil {
		return nil, err.Error()
	}
	s := bitblast.New(b, solve.Options{})
	defer s.Close()
	for _, c := range f.Checks {
		if c.Assert.Kind != "" && c.Assert.Kind != "assert" {
			continue
		}
		st, err := s.Check(context.Background(), append(c.Path.Conds(), c.Fails)...)
		if err != nil {
			return nil, err.Error()
		}
		if st != solve.Sat {
			continue
		}
		tr, err := f.Trace(s.Model(), c.Assert.ID)
		if err != nil {
			return nil, err.Error()
		}
		if tr, err = unfolded.Back.Trace(tr); err != nil {
			return nil, err.Error()
		}
		if why := rerun(p, tr, c.Assert.Pos.Pos.String()); why != "" {
			return nil, why
		}
		if at := c.Assert.Pos.Pos.String(); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	slices.Sort(places)
	return places, ""
}

// rerun runs the program with the inputs of a trace and compares the values it loads.
func rerun(p *ir.Program, tr trace.Trace, at string) string {
	in := trace.Inputs{Havoc: [][]ir.Const{nil}, Bases: [][]uint64{nil}}
	kinds := map[ir.ID]ir.Instr{}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, x := range b.Instrs {
				kinds[x.Base().ID] = x
			}
		}
	}
	var sched trace.Schedule
	for _, s := range tr.Steps {
		switch kinds[s.Instr].(type) {
		case *ir.Havoc:
			in.Havoc[0] = append(in.Havoc[0], s.Raw[0])
		case *ir.Alloc:
			in.Bases[0] = append(in.Bases[0], s.Raw[0].Lo)
		}
	}
	for range 10_000 { // there is one thread; what it reads of memory that is known is no step of the trace
		sched = append(sched, 0)
	}
	out, err := irexec.Run(p, sched, in, irexec.Options{})
	if err != nil {
		return err.Error()
	}
	if out.Failure == nil || out.Failure.Location.Pos.String() != at {
		return fmt.Sprintf("a model of the failure at %s runs to %s at %s", at, out.End, out.At.Pos)
	}
	return ""
}
