package lower

import (
	"flag"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/passtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestLower: with "waits: true" the result is for deadlocks. That it says the same as the program is tested where the two are compared, in package rounds.
func TestLower(t *testing.T) {
	passtest.Golden(t, "lower", *update, func(p *ir.Program, o map[string]string) (*ir.Program, error) {
		split, info := pointsto.Split(p, func(*ir.Alloc) int64 { return 8 })
		opt := Options{}
		if o["waits"] == "true" {
			opt.Caps, opt.Own = transform.Capabilities(p), len(p.Globals)
		}
		out, err := Lower(split, info, opt)
		if err != nil {
			return nil, err
		}
		return out.Program, nil
	})
}
