package unfold

import (
	"context"
	"errors"
	"flag"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/passtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestUnfold(t *testing.T) {
	passtest.Golden(t, "unfold", *update, func(p *ir.Program, o map[string]string) (*ir.Program, error) {
		opt := Options{Unwind: 2, Threads: 3}
		if v := o["unwind"]; v != "" {
			opt.Unwind, _ = strconv.Atoi(v)
		}
		if v := o["threads"]; v != "" {
			opt.Threads, _ = strconv.Atoi(v)
		}
		if v := o["tight"]; v != "" {
			opt.Tight, _ = strconv.Atoi(v)
		}
		if v := o["summarize"]; v != "" { // loops, by the names of their headers
			opt.Summaries = map[ir.ID][]ir.Object{}
			for _, f := range p.Funcs {
				for _, b := range f.Blocks {
					if slices.Contains(strings.Split(v, " "), b.Name) {
						opt.Summaries[b.Term().Base().ID] = []ir.Object{{Global: 0}}
					}
				}
			}
		}
		out, err := Unfold(p, opt)
		if err != nil {
			return nil, err
		}
		return out.Program, nil
	})
}

const loopInLoop = `program lp64
entry @main
func @inner() {
  jump head
head:
  %c:1 = havoc
  branch %c, body, done
body:
  %x:32 = havoc
  jump head
done:
  return
}
func @main() {
  jump head
head:
  %c:1 = havoc
  branch %c, body, done
body:
  call @inner()
  jump head
done:
  halt 0 main
}`

// TestUnfoldTooLarge: what does not fit is named, the innermost loop and not what is around it.
func TestUnfoldTooLarge(t *testing.T) {
	p, err := irtext.Parse("t.ir", []byte(loopInLoop))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				in.Base().Pos = source.At(f.Name+".c", int(in.Base().ID), 1)
			}
		}
	}
	_, err = Unfold(p, Options{Unwind: 50, Limit: 1000})
	if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "too large at inner.c:3:1: the loop is there ") {
		t.Error(err)
	}
	_, err = Unfold(p, Options{Unwind: 300, Stop: func() error { return context.DeadlineExceeded }})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

const throughPointer = `program lp64
global @x : 4 align 4
entry @main

func @one() {
entry:
  store mem[@x], 1:32
  return
}

func @two() {
entry:
  store mem[@x], 2:32
  return
}

func @main() {
entry:
  %p:64 = havoc
  callptr %p() [@one, @two]
  halt 0 main
}
`

// TestUnfoldCallees: a candidate that the pointer is known not to hold is not inlined, and that it is called all the same is a bound.
func TestUnfoldCallees(t *testing.T) {
	p, err := irtext.Parse("in.ir", []byte(throughPointer))
	if err != nil {
		t.Fatal(err)
	}
	call := p.Funcs[2].Blocks[0].Instrs[1].Base().ID
	out, err := Unfold(p, Options{Unwind: 1, Callees: map[ir.ID][]ir.FuncID{call: {1}}})
	if err != nil {
		t.Fatal(err)
	}
	if bad := ircheck.Check(out.Program); len(bad) > 0 {
		t.Fatal(bad)
	}
	var stored []ir.Operand
	cuts := 0
	for _, b := range out.Program.Funcs[0].Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ir.Store:
				stored = append(stored, in.Val)
			case *ir.Assert:
				if in.Kind == transform.Bound {
					cuts++
				}
			}
		}
	}
	if len(stored) != 1 || !stored[0].IsConst(2) || cuts != 1 {
		t.Errorf("stores %v, %d cuts", stored, cuts)
	}
}
