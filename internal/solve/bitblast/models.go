// Models kept for later checks.
//
// A series of checks over one formula is often answered by a model that was found before: the engines ask about one assertion after another,
// and minimize, and enumerate. The last 64 models are kept as one word per input, a bit per model, and the assumptions of a check
// are simulated on all of them at once, gate by gate; if some model that satisfies everything asserted also satisfies the assumptions, it is
// the answer, and nothing is encoded or searched. An assertion made later removes the models that break it, by the same simulation.
//
// The simulation costs a few nanoseconds per gate of the assumptions' cones, where a search has to assign every variable of the formula; it
// gives up after a fixed number of gates. Where array reads are abstracted, a kept model says nothing about reads made since, so the
// models are not used there.
package bitblast

import (
	"math/bits"

	"github.com/heddle-dev/heddle/internal/sat"
)

type models struct {
	g     *aig
	words []uint64 // by node: the values in the 64 models
	epoch []uint32 // by node: the state of the models that a gate's word was computed for
	now   uint32
	live  uint64 // the slots with models of all that is asserted
	next  int
	stack []uint32
}

// simBudget is the number of gates that one check may simulate.
const simBudget = 1 << 13

func (m *models) bytes() int64 { return int64(cap(m.words)) * 12 }

// keep stores the SAT solver's model.
func (m *models) keep(solver *sat.Solver) {
	m.room()
	if m.now++; m.now == 0 { // wrapped: forget what was computed
		clear(m.epoch)
		m.now = 1
	}
	bit := uint64(1) << m.next
	for _, n := range m.g.ins {
		v := m.g.nodes[n].sat
		if v != 0 && solver.Value(sat.MkLit(sat.Var(v-1), false)) {
			m.words[n] |= bit
		} else {
			m.words[n] &^= bit
		}
	}
	m.live |= bit
	m.next = (m.next + 1) % 64
}

func (m *models) room() {
	if have, need := len(m.words), cap(m.g.nodes); have < need {
		m.words = append(m.words, make([]uint64, need-have)...)
		m.epoch = append(m.epoch, make([]uint32, need-have)...)
	}
}

// restrict drops the models in which e does not hold.
func (m *models) restrict(e edge) {
	if m.live != 0 {
		budget := simBudget
		m.live &= m.value(e, &budget)
	}
}

// find returns a slot whose model satisfies all of es.
func (m *models) find(es []edge) (slot int, ok bool) {
	w, budget := m.live, simBudget
	for _, e := range es {
		if w == 0 {
			return 0, false
		}
		w &= m.value(e, &budget)
	}
	return bits.TrailingZeros64(w), w != 0
}

// at is the value of an input in the model of a slot.
func (m *models) at(input edge, slot int) bool {
	return int(input.node()) < len(m.words) && m.words[input.node()]>>slot&1 != 0 != input.neg()
}

// value simulates e on all models. Out of budget, it is false in all of them, which is safe for both of its uses.
func (m *models) value(e edge, budget *int) uint64 {
	m.room()
	m.stack = append(m.stack[:0], e.node())
	for len(m.stack) > 0 {
		n := m.stack[len(m.stack)-1]
		nd := &m.g.nodes[n]
		if n == 0 || nd.left == inputMark || m.epoch[n] == m.now {
			m.stack = m.stack[:len(m.stack)-1]
			continue
		}
		l, r := nd.left.node(), nd.right.node()
		lok := !m.g.isAnd(l) || m.epoch[l] == m.now
		rok := !m.g.isAnd(r) || m.epoch[r] == m.now
		if lok && rok {
			m.words[n] = m.signed(nd.left) & m.signed(nd.right)
			m.epoch[n] = m.now
			m.stack = m.stack[:len(m.stack)-1]
			if *budget--; *budget < 0 {
				return 0
			}
			continue
		}
		if !lok {
			m.stack = append(m.stack, l)
		}
		if !rok {
			m.stack = append(m.stack, r)
		}
	}
	return m.signed(e)
}

func (m *models) signed(e edge) uint64 {
	if e.neg() {
		return ^m.words[e.node()]
	}
	return m.words[e.node()]
}
