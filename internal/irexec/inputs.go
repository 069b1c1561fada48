package irexec

import (
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/trace"
)

// queues serves the inputs of a run.
type queues struct {
	in    trace.Inputs
	pos   []int
	bases []int

	given   bool // what was taken last is among the inputs; else it is 0
	answers told // of functions that nothing defines
}

func (q *queues) take(t int) ir.Const {
	for len(q.pos) <= t {
		q.pos = append(q.pos, 0)
	}
	if q.given = t < len(q.in.Havoc) && q.pos[t] < len(q.in.Havoc[t]); !q.given {
		return ir.Const{}
	}
	q.pos[t]++
	return q.in.Havoc[t][q.pos[t]-1]
}

// befriend takes back the hostile choice that was just taken.
func (q *queues) befriend(t int) { q.replace(t, ir.Const{}) }

// replace gives the input that was just taken another value. Inputs that are not given are 0; to give one is to give those before.
func (q *queues) replace(t int, v ir.Const) {
	switch {
	case q.given:
		q.in.Havoc[t][q.pos[t]-1] = v
	case v != ir.Const{}:
		for len(q.in.Havoc) <= t {
			q.in.Havoc = append(q.in.Havoc, nil)
		}
		q.in.Havoc[t] = append(q.in.Havoc[t], v)
		q.pos[t]++
	}
}

// lead gives an address in external memory another value.
func (q *queues) lead(addr uint64, size int, v uint64) {
	if q.in.External == nil {
		q.in.External = map[uint64]byte{}
	}
	for k := range size {
		q.in.External[addr+uint64(k)] = byte(v >> (8 * k))
	}
}

func (q *queues) value(t, width int) ir.Const { return q.take(t).Truncate(width) }
func (q *queues) pick(t, n int) int           { return int(q.take(t).Lo % uint64(n)) }
func (q *queues) flip(t int) bool             { return q.take(t).Lo&1 == 1 }

func (q *queues) external(addr uint64, n int) ir.Const {
	var c ir.Const
	for k := 0; k < n; k++ {
		b := uint64(q.in.External[addr+uint64(k)])
		if k < 8 {
			c.Lo |= b << (8 * k)
		} else {
			c.Hi |= b << (8 * (k - 8))
		}
	}
	return c
}

func (q *queues) incoming(addr uint64, in *incoming) uint64 { return q.external(addr, in.size).Lo }

func (q *queues) base(t int) (uint64, bool) {
	for len(q.bases) <= t {
		q.bases = append(q.bases, 0)
	}
	if t >= len(q.in.Bases) || q.bases[t] >= len(q.in.Bases[t]) {
		return 0, false
	}
	q.bases[t]++
	return q.in.Bases[t][q.bases[t]-1], true
}
