package irexec_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// parse reads a program and gives every instruction without a position its ID as the line, so that failures have places.
func parse(t testing.TB, src string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("t.ir", []byte("program lp64\n"+src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if err := ircheck.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	number(p)
	return p
}

func number(p *ir.Program) {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				in.Base().Pos = source.At("t.ir", int(in.Base().ID), 1)
			}
		}
	}
}

var all = irexec.ExploreOptions{Assert: true, Race: true, Deadlock: true, Memory: true}

func explore(t tb, p *ir.Program, o irexec.ExploreOptions) *irexec.Exploration {
	t.Helper()
	x, err := irexec.Explore(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range x.Failures {
		replayed(t, p, f)
	}
	return x
}

// replayed checks that the schedule of a failure shows it.
func replayed(t tb, p *ir.Program, f *irexec.Found) {
	t.Helper()
	out, err := irexec.Run(p, f.Schedule, f.Inputs, irexec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shown := append(append([]verdict.Failure(nil), out.Races...), out.Deadlocks...)
	for _, u := range out.Misuses {
		shown = append(shown, u.Failure)
	}
	if out.Failure != nil {
		shown = append(shown, *out.Failure)
	}
	for _, s := range shown {
		if s.Key() == f.Key() {
			return
		}
	}
	t.Fatalf("%s (%s) does not replay: end %v %s, shown %v\nschedule %v inputs %v\n%s", f.Key(), f.Message, out.End, out.Message, shown, f.Schedule, f.Inputs,
		text(p))
}

func text(p *ir.Program) string {
	return irtext.Brief(p)
}

func kinds(x *irexec.Exploration) string {
	var list []string
	for _, f := range x.Failures {
		if !slices.Contains(list, string(f.Kind)) {
			list = append(list, string(f.Kind))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func keys(x *irexec.Exploration) []string {
	var list []string
	for _, f := range x.Failures {
		list = append(list, f.Key())
	}
	slices.Sort(list)
	return list
}

// both explores with and without reduction and insists that they agree.
func both(t tb, p *ir.Program, o irexec.ExploreOptions) *irexec.Exploration {
	t.Helper()
	o.Unreduced = true
	full := explore(t, p, o)
	o.Unreduced = false
	red := explore(t, p, o)
	if full.Exhausted && red.Exhausted && (!slices.Equal(keys(full), keys(red)) || full.Ended != red.Ended || !slices.Equal(full.Unreached, red.Unreached) ||
		!slices.Equal(full.Unknown, red.Unknown) || !slices.Equal(full.Assumed, red.Assumed)) {
		t.Fatalf("unreduced %v %v %v %v\nreduced %v %v %v %v\n%s", keys(full), full.Ended, full.Unreached, full.Assumed,
			keys(red), red.Ended, red.Unreached, red.Assumed, text(p))
	}
	if full.Exhausted != red.Exhausted {
		t.Fatalf("exhausted: unreduced %v %s, reduced %v %s", full.Exhausted, full.Stopped, red.Exhausted, red.Stopped)
	}
	return red
}

// tb is what *testing.T and *rapid.T have in common.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}
