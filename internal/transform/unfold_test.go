package transform

import (
	"strconv"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
)

func TestUnfold(t *testing.T) {
	golden(t, "unfold", func(p *ir.Program, o map[string]string) (*ir.Program, error) {
		opt := UnfoldOptions{Unwind: 2, Threads: 3}
		if v := o["unwind"]; v != "" {
			opt.Unwind, _ = strconv.Atoi(v)
		}
		if v := o["threads"]; v != "" {
			opt.Threads, _ = strconv.Atoi(v)
		}
		out, _, err := Unfold(p, opt)
		return out, err
	})
}
