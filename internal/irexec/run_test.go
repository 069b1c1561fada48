package irexec_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

func run(t *testing.T, p *ir.Program, s trace.Schedule, in trace.Inputs) *irexec.Outcome {
	t.Helper()
	out, err := irexec.Run(p, s, in, irexec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEnds: how an execution ends, under schedules of one program.
func TestEnds(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
global @m : 8 align 8
entry @main
func @w() {
  lock @m
  store mem[@x], 1:32
  unlock @m
  return
}
func @main() {
  %t:64 = spawn &w()
  lock @m
  %v:32 = load mem[@x]
  %b:1 = eq %v, 0
  assert %b msg "x == 0"
  unlock @m
  join %t
  halt 3 main
}`)
	for _, c := range []struct {
		name  string
		sched trace.Schedule
		end   irexec.End
	}{
		{"over", trace.Schedule{0, 0}, irexec.ScheduleOver},
		{"halted", trace.Schedule{0, 0, 0, 0, 1, 1, 1, 0, 0}, irexec.Halted},
		{"failed", trace.Schedule{0, 1, 1, 1, 0, 0}, irexec.Failed},
		{"blocked", trace.Schedule{0, 0, 1}, irexec.Blocked},
		{"no such thread", trace.Schedule{0, 2}, irexec.WrongSchedule},
		{"ended thread", trace.Schedule{0, 1, 1, 1, 1}, irexec.WrongSchedule},
	} {
		out := run(t, p, c.sched, trace.Inputs{})
		if out.End != c.end {
			t.Errorf("%s: %v (%s), want %v", c.name, out.End, out.Message, c.end)
		}
		switch c.end {
		case irexec.Halted:
			if out.Exit != 3 {
				t.Errorf("exit status %d", out.Exit)
			}
			if b, ok := out.Global("x"); !ok || !cmp.Equal(b, []byte{1, 0, 0, 0}) {
				t.Errorf("x is %v", b)
			}
		case irexec.Failed:
			if out.Failure.Kind != verdict.KindAssert || out.Failure.Message != "x == 0 fails" {
				t.Errorf("%+v", out.Failure)
			}
			last := out.Trace.Steps[len(out.Trace.Steps)-1]
			if last.Thread != 0 || last.Instr != 9 {
				t.Errorf("the last step is %+v", last)
			}
		}
	}
}

func TestTrace(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
entry @main
func @main() {
  store mem[@x] name "x" show signed, -5:32
  %v:32 = load mem[@x] name "x" show signed
  %u:32 = rmw add mem[@x] atomic name "x" show signed, 1:32
  halt 0 main
}`)
	p.Funcs[0].Regs[0] = ir.RegInfo{Width: 32, Name: "v", Show: ir.ShowSigned}
	p.Funcs[0].Regs[1] = ir.RegInfo{Width: 32, Name: "u"}
	out := run(t, p, trace.Schedule{0, 0, 0, 0}, trace.Inputs{})
	var got []trace.Value
	visible := 0
	for _, s := range out.Trace.Steps {
		got = append(got, s.Values...)
		if s.Visible {
			visible++
		}
	}
	want := []trace.Value{
		{Name: "x", Value: "-5", Write: true},
		{Name: "x", Value: "-5"},
		{Name: "v", Value: "-5", Write: true},
		{Name: "x", Value: "-5"},
		{Name: "x", Value: "-4", Write: true},
		{Name: "u", Value: "4294967291", Write: true},
	}
	if d := cmp.Diff(want, got); d != "" || visible != 4 {
		t.Errorf("visible %d\n%s", visible, d)
	}
}

// TestInputs: the queues are taken in order of execution, per thread; the last state uses what is left.
func TestInputs(t *testing.T) {
	p := parse(t, `
global @x : 1 align 1
global @e : 2 align 1 external
entry @main
func @w() {
  %h:8 = havoc
  store mem[@x] atomic, %h
  return
}
func @main() {
  %t:64 = spawn &w()
  %p:64 = alloc 2 align 1
  store mem[%p], 7:8
  %v:16 = load mem[%p]
  join %t
  %y:8 = load mem[@x]
  %z:8 = load mem[@e+1]
  %s:8 = trunc %v
  %a:8 = add %y, %z
  %b:8 = add %a, %s
  %r:32 = zext %b
  halt %r main
}`)
	out := run(t, p, trace.Schedule{0, 0, 0, 1, 0, 0, 0, 0}, trace.Inputs{
		Havoc:    [][]ir.Const{{{Lo: 0x1234}}, {{Lo: 30}}},
		External: map[uint64]byte{irexec.GlobalBases(p)[1] + 1: 100},
	})
	if out.End != irexec.Halted || out.Exit != 30+7+100 {
		t.Errorf("%v %d %s", out.End, out.Exit, out.Message)
	}
}

// TestBases: base addresses can be prescribed.
func TestBases(t *testing.T) {
	p := parse(t, `
entry @main
func @main() {
  %p:64 = alloc 4 align 4
  %q:64 = alloc 4 align 4
  %d:64 = sub %q, %p
  store mem[%q], 5:32
  %e:32 = trunc %d
  free %p
  halt %e main
}`)
	in := trace.Inputs{Bases: [][]uint64{{0x5000, 0x5040}}}
	if out := run(t, p, trace.Schedule{0, 0, 0}, in); out.End != irexec.Halted || out.Exit != 0x40 {
		t.Errorf("%v %d %s", out.End, out.Exit, out.Message)
	}
	in.Bases[0][1] = 0x5002
	if out := run(t, p, trace.Schedule{0, 0, 0}, in); out.End != irexec.Limited {
		t.Errorf("overlapping objects: %v", out.End)
	}
}

func TestSimulate(t *testing.T) {
	p := parse(t, `
global @n : 8 align 8
global @s : 8 align 8
entry @main
func @w(%k:64) : 64 {
  jump again
again:
  %v:64 = load mem[@n]
  %u:64 = add %v, 1
  store mem[@n], %u
  %k:64 = sub %k, 1
  %b:1 = ne %k, 0
  branch %b, again, done
done:
  up @s
  return %u
}
func @main() {
  spawn &w(100000)
  down @s
  %t:64 = spawn &w(5)
  %r:64, _ = join %t
  %e:32 = trunc %r
  %f:32 = and %e, 127
  halt %f main
}`)
	out, err := irexec.Simulate(p, trace.Inputs{}, irexec.Options{NoTrace: true})
	if err != nil || out.End != irexec.Halted || out.Exit != 100005&127 {
		t.Errorf("%v %v %d %s", err, out.End, out.Exit, out.Message)
	}
	if _, ok := out.Global("nobody"); ok {
		t.Error("a global that does not exist")
	}
	out, err = irexec.Simulate(p, trace.Inputs{}, irexec.Options{NoTrace: true, MaxSteps: 1000})
	if err != nil || out.End != irexec.Limited {
		t.Errorf("%v %v", err, out.End)
	}
}

// TestILP32: addresses have 32 bits, objects stand apart, gaps belong to nobody.
func TestILP32(t *testing.T) {
	p := parse(t, `
global @a : 4 align 4
global @b : 4 align 4
entry @main
func @main() {
  store mem[@a], 1:32
  halt 0 main
}`)
	p.Model = ir.ILP32
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				ir.Uses(in, func(o *ir.Operand) {
					if o.Kind == ir.KindGlobal {
						o.Width = 32
					}
				})
			}
		}
	}
	out := run(t, p, trace.Schedule{0, 0}, trace.Inputs{})
	if out.End != irexec.Halted {
		t.Errorf("%v %s", out.End, out.Message)
	}
}
