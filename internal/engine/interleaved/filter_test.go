package interleaved

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// anyInput draws an input: small numbers, and pointers that are null or lead to one of the first two places of a target.
func anyInput(q *question, r *rand.Rand) trace.Inputs {
	in := trace.Inputs{External: map[uint64]byte{}, Havoc: [][]ir.Const{nil}}
	for range q.params {
		in.Havoc[0] = append(in.Havoc[0], ir.Const{Lo: uint64(r.IntN(9))})
	}
	word := q.p.PtrWidth() / 8
	for i, g := range q.p.Globals {
		if !g.External {
			continue
		}
		for off := int64(0); off < g.Size; off += 4 {
			if g.Size < 64 || off >= 4096 && off < 4096+64 {
				in.External[q.bases[i]+uint64(off)] = byte(r.IntN(3))
			}
		}
		for _, x := range g.Incoming {
			for k := range min(x.Count, 512) {
				v := uint64(0)
				if t := x.Targets[r.IntN(len(x.Targets))]; r.IntN(3) > 0 {
					v = q.bases[t.Object.Global] + uint64(t.Offset+int64(r.IntN(2))*t.Stride)
				}
				for n := range word {
					in.External[q.bases[i]+uint64(x.Offset+k*x.Stride)+uint64(n)] = byte(v >> (8 * n))
				}
			}
		}
	}
	return in
}

// TestFilters: on random inputs the search and plain counting agree on whether a sequential run fails, and every input of a filter is one on which some does.
func TestFilters(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/interleaved/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		if !tooltest.In(tooltest.Full) && tooltest.Draw(file, 3) > 0 {
			continue
		}
		for _, how := range []Quantify{Never, Always} { // reads at addresses that choices decide are pinned, or followed
			filters(t, file, how)
		}
	}
}

func filters(t *testing.T, file string, how Quantify) {
	t.Run(fmt.Sprint(filepath.Base(file), how), func(t *testing.T) {
		ctx := context.Background()
		res, err := cfront.Compile(ctx, []cfront.File{{Path: file}}, cfront.Options{Harness: harness.Calling("--harness", "test"), Wrap: true})
		if err != nil {
			t.Fatal(err)
		}
		j, err := New(ctx, verdict.Question{Program: res.Program, Properties: []verdict.Property{verdict.Assert, verdict.Memory}}, Options{Quantify: how})
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		r := rand.New(rand.NewPCG(1, 2))
		counts := func(k verdict.Kind) bool { return j.q.Wants(k.Property()) }
		var filters []*Filter
		for range 80 / (1 + how) {
			in := anyInput(j.q, r)
			out, err := j.q.sequential(ctx, in)
			if err != nil {
				t.Fatal(err)
			}
			bad, _ := j.q.run.FailsSequentially(ctx, in, irexec.AsyncGeneral, len(j.q.params), 3000, counts, irexec.Options{})
			fails := bad != nil
			if out.undecided == "" && fails && out.fails == nil {
				t.Errorf("a failing run was not found on %v", in)
			}
			j.q.begin(in)
			for _, x := range filters {
				if ok, _ := j.holds(ctx, x); ok && out.fails == nil {
					t.Errorf("a filter holds an input that does not fail: %v", in)
				}
			}
			if out.fails != nil && out.fails.lost == "" {
				x := &Filter{conds: out.fails.conds}
				if ok, _ := j.holds(ctx, x); !ok {
					t.Errorf("a filter does not hold its own input: %v", in)
				}
				if len(filters) < 40 {
					filters = append(filters, x)
				}
			}
		}
	})
}
