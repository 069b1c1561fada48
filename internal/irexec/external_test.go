package irexec_test

import (
	"encoding/binary"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/trace"
)

// outsideProgram reads a pointer from external memory byte by byte, writes through it at an offset that is an input, and frees it.
const outsideProgram = `
global @g : 16 align 8 external incoming 8 stride 0 count 1 [@r at 16 stride 8 count 4]
global @r : 64 align 8 external range
entry @main
func @main() {
  %low:8 = load mem[@g+8]
  %p:64 = load mem[@g+8]
  %b:1 = eq %p, 0
  branch %b, null, some
some:
  %o:64 = havoc
  %q:64 = add %p, %o
  store mem[%q], 1:8
  free %q
  %v:32 = zext %low
  halt %v main
null:
  halt 77 main
}`

func TestIncoming(t *testing.T) {
	p := parse(t, outsideProgram)
	bases := irexec.GlobalBases(p)
	inputs := func(addr, offset uint64) trace.Inputs {
		in := trace.Inputs{External: map[uint64]byte{}}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], addr)
		for i, x := range b {
			in.External[bases[0]+8+uint64(i)] = x
		}
		in.Havoc = append(in.Havoc, nil)
		in.Havoc[0] = append(in.Havoc[0], ir.Const{Lo: offset})
		return in
	}
	for _, c := range []struct {
		name         string
		addr, offset uint64
		end          irexec.End
		exit         int
	}{
		{"null", 0, 0, irexec.Halted, 77},
		{"first place", bases[1] + 16, 0, irexec.Halted, 16},
		{"last place", bases[1] + 16 + 24, 0, irexec.Halted, 40},
		{"before the first place", bases[1] + 8, 0, irexec.Invalid, 0},
		{"behind the last place", bases[1] + 16 + 32, 0, irexec.Invalid, 0},
		{"between places", bases[1] + 20, 0, irexec.Invalid, 0},
		{"an object of the program", bases[0], 0, irexec.Invalid, 0},
		{"to the end of the range", bases[1] + 16, 47, irexec.Halted, 16},
		{"beyond the range", bases[1] + 16, 48, irexec.Invalid, 0},
		{"before the range", bases[1] + 16, ^uint64(16), irexec.Invalid, 0},
		{"far away", bases[1] + 16, 1 << 40, irexec.Failed, 0},
	} {
		out := run(t, p, trace.Schedule{0, 0, 0, 0, 0, 0}, inputs(c.addr, c.offset))
		if out.End != c.end || out.End == irexec.Halted && out.Exit != c.exit {
			t.Errorf("%s: %v %d %s, want %v %d", c.name, out.End, out.Exit, out.Message, c.end, c.exit)
		}
	}
}

// TestIncomingExplored: an exploration tries null and some of the places, and never calls that everything.
func TestIncomingExplored(t *testing.T) {
	p := parse(t, `
global @g : 16 align 8 external incoming 0 stride 8 count 2 [@r at 0 stride 8 count 4]
global @r : 32 align 8 external range
entry @main
func @main() {
  %p:64 = load mem[@g]
  %q:64 = load mem[@g+8]
  %n:1 = eq %p, 0
  %m:1 = eq %q, 0
  %e:1 = eq %p, %q
  %o:1 = or %n, %m
  branch %o, done, both
both:
  branch %e, same, different
same:
  assert 0 msg "same"
  halt
different:
  assert 0 msg "different"
  halt
done:
  halt 0 main
}`)
	x := explore(t, p, irexec.ExploreOptions{Assert: true})
	if len(x.Failures) != 2 || !x.Sampled {
		t.Errorf("%d failures, sampled %v, want 2 and true", len(x.Failures), x.Sampled)
	}
	for _, f := range x.Failures {
		if out := run(t, p, f.Schedule, f.Inputs); out.End != irexec.Failed || out.Failure.Message != f.Message {
			t.Errorf("%s does not replay: %v %s", f.Message, out.End, out.Message)
		}
	}
}
