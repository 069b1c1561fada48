package slice

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/passtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestSlice: the archives hold threads as lower leaves them, or without regions. The option track lists the fields to track.
func TestSlice(t *testing.T) {
	passtest.Golden(t, "slice", *update, func(p *ir.Program, o map[string]string) (*ir.Program, error) {
		split := p
		if len(p.Regions) == 1 {
			split, _ = pointsto.Split(p, func(*ir.Alloc) int64 { return 8 })
		}
		s, ok := Find(split, nil)
		if !ok {
			return nil, fmt.Errorf("nothing can be left out")
		}
		var all []string
		for i, n := range s.Names {
			all = append(all, fmt.Sprint(i, " ", n))
		}
		if got := strings.Join(all, ", "); got != o["fields"] {
			return nil, fmt.Errorf("the fields are %s", got)
		}
		var read []string
		for _, in := range split.Instrs() {
			if a, ok := in.(*ir.Assert); ok && a.Kind == "assert" {
				read = append(read, fmt.Sprint(s.Read(a)))
			}
		}
		if got := strings.Join(read, " "); got != o["read"] {
			return nil, fmt.Errorf("the checks read %s", got)
		}
		tracked := make([]bool, len(s.Names))
		for i, n := range s.Names {
			tracked[i] = slices.Contains(strings.Split(o["track"], " "), n)
		}
		return s.leave(tracked, Asked{Aims: func(a *ir.Assert) Aim {
			if transform.Internal(a.Kind) || a.Msg == o["other"] {
				return Nothing
			}
			return Fails
		}}).slice(), nil
	})
}
