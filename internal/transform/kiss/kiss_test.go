package kiss

import (
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform/passtest"
)

func options(o map[string]string) Options {
	ts, _ := strconv.Atoi(o["ts"])
	return Options{TS: ts, Asserts: o["races"] == "", Races: o["races"] != ""}
}

func TestKissGolden(t *testing.T) {
	passtest.Golden(t, "kiss", func(p *ir.Program, o map[string]string) (*ir.Program, error) { return Kiss(p, options(o)) })
}
