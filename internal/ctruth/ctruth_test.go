package ctruth

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// threads strings instructions together, one list per thread, each falling through.
func threads(lists ...[]instr) *evaluator {
	e := &evaluator{limit: 10_000}
	for t, list := range lists {
		e.entry[t] = len(e.code)
		for _, in := range append(list, instr{op: opEnd}) {
			in.next = len(e.code) + 1
			e.code = append(e.code, in)
		}
	}
	return e
}

func assertion(reg int, k byte, want bool) instr {
	return instr{op: opAssert, reg: reg, val: value{reg: -1, konst: k}, want: want}
}

func TestEvaluator(t *testing.T) {
	var (
		spawn  = instr{op: opSpawn, thread: 1}
		join   = instr{op: opJoin, thread: 1}
		lock   = instr{op: opLock}
		unlock = instr{op: opUnlock}
		load   = instr{op: opLoad, reg: 0, loc: 0}
		one    = instr{op: opStore, loc: 0, val: konst(1)}
		two    = instr{op: opStore, loc: 0, val: konst(2)}
		undef  = instr{op: opUndef, reg: 0}
	)
	for _, c := range []struct {
		name         string
		e            *evaluator
		assert, race bool
	}{
		{"unprotected", threads([]instr{spawn, load, assertion(0, 1, false)}, []instr{one}), true, true},
		{"joined", threads([]instr{spawn, join, load, assertion(0, 1, true)}, []instr{one}), false, false},
		{"locked", threads([]instr{spawn, lock, load, unlock, assertion(0, 1, false)}, []instr{lock, one, unlock}), true, false},
		{"seen only inside the lock", threads([]instr{spawn, lock, load, unlock, assertion(0, 1, false)}, []instr{lock, one, two, unlock}), false, false},
		{"indeterminate", threads([]instr{undef, assertion(0, 2, false)}), true, false},
		{"indeterminate, but one value", threads([]instr{
			undef,
			{op: opMove, reg: 1, val: value{reg: 0}},
			{op: opStore, loc: 0, val: value{reg: 0}},
			{op: opBranch, reg: 1, val: konst(2), alt: 5},
			assertion(0, 2, true),
		}), false, false},
		{"main ends first", threads([]instr{spawn}, []instr{load, assertion(0, 0, false)}), true, false},
	} {
		if c.e.run(); c.e.assert != c.assert || c.e.race != c.race || c.e.over {
			t.Errorf("%s: assert %v, race %v, too large %v", c.name, c.e.assert, c.e.race, c.e.over)
		}
	}
}

// TestMake: the same choices give the same program, both words come both ways, and most programs are small enough.
func TestMake(t *testing.T) {
	var fails, holds, races, clean, large int
	programs := tooltest.Few(100)
	for seed := range uint64(programs) {
		o := Options{Jumps: seed%2 == 0, Ranges: seed%3 == 0, Unknown: seed%5 == 0}
		c, truth, ok := Make(Random(seed), o)
		if again, _, _ := Make(Random(seed), o); again != c {
			t.Fatalf("seed %d: two programs", seed)
		}
		count := func(b bool, n *int) {
			if b {
				*n++
			}
		}
		count(!ok, &large)
		count(ok && truth.Assert, &fails)
		count(ok && !truth.Assert, &holds)
		count(ok && truth.Race, &races)
		count(ok && !truth.Race, &clean)
		if ok && (truth.Assert && !truth.WildAssert || truth.Race && !truth.WildRace) {
			t.Errorf("seed %d: %+v: who may write as often as he likes may write once", seed, truth)
		}
	}
	if 100*min(fails, holds, races, clean) < 15*programs || 100*large > 40*programs {
		t.Errorf("%d fail, %d hold, %d race, %d do not, %d are too large", fails, holds, races, clean, large)
	}
}

// TestShrink ends at the fewest and smallest choices that still fail.
func TestShrink(t *testing.T) {
	got := Shrink(Random(7), func(c []byte) bool { return len(c) > 3 && c[2] > 0 })
	if string(got) != "\x00\x00\x01\x00" {
		t.Errorf("%v", got)
	}
}
