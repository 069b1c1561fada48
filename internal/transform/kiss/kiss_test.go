package kiss

import (
	"flag"
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/transform/passtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func options(o map[string]string) Options {
	ts, _ := strconv.Atoi(o["ts"])
	return Options{TS: ts, Asserts: o["races"] == "", Races: o["races"] != ""}
}

func TestKissGolden(t *testing.T) {
	passtest.Golden(t, "kiss", *update, func(p *ir.Program, o map[string]string) (*ir.Program, error) {
		return Kiss(inline.Models(inline.Ranges(p)), options(o))
	})
}
