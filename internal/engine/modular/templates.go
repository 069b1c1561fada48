package modular

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/transform/pair"
)

// A template is all threads that start with one function of the flat program.

// position is before an instruction.
type position struct {
	block ir.BlockID
	at    int
}

// place is a position at which a thread can be switched out.
type place struct {
	position
	n        int
	in       ir.Instr
	live     map[ir.Reg]bool // registers that are read from here on
	accesses []access        // what the step from here is about to access
	obstacle string          // why nothing is known once a thread gets here
	step     *step
}

// over reports the place of threads that have ended.
func (p *place) over() bool { return p.in == nil }

// access is one that may race.
type access struct {
	*pair.Access
	plain bool
	addr  logic.Term // where, if that is known
	known bool
}

// template is a kind of threads.
type template struct {
	n       int
	kind    *pair.Kind
	f       *ir.Func
	name    string
	single  bool // there is never more than one of them
	places  []*place
	at      map[position]*place
	end     *place            // of threads that have ended
	depth   map[position]bool // inside an atomic section
	inside  map[ir.Instr]bool // the same, by instruction
	me      *variable
	regs    []*variable
	private map[ir.RegionID]*variable // regions of one local that only its thread has the address of
	locals  []cell                    // those of them that are thread-local variables of the program, which have a value when the thread starts
	apart   [][]bool                  // by template and place: none of those lives while a thread stands there
}

// findPlaces finds the places of a template: visible operations that others can notice, assumptions, ends, and what else it takes to cut all loops.
func (s *search) findPlaces(t *template) error {
	t.at, t.depth, t.inside = map[position]*place{}, map[position]bool{}, map[ir.Instr]bool{}
	if err := t.findSections(); err != nil {
		return err
	}
	t.end = &place{n: -1}
	t.put(position{})
	for bi, b := range t.f.Blocks {
		for i, in := range b.Instrs {
			at := position{ir.BlockID(bi), i}
			if !t.depth[at] && s.stops(in) {
				t.put(at)
			}
			if _, ok := in.(*ir.Spawn); ok {
				t.put(position{at.block, i + 1}) // what comes behind happens while the new thread lives
			}
		}
	}
	if err := t.cutLoops(); err != nil {
		return err
	}
	live := t.f.LiveIn()
	for _, p := range t.places {
		p.live = t.liveAt(p.position, live)
	}
	return nil
}

func (t *template) put(at position) {
	if t.at[at] == nil {
		p := &place{position: at, n: len(t.places), in: t.f.Blocks[at.block].Instrs[at.at]}
		t.at[at] = p
		t.places = append(t.places, p)
	}
}

// stops reports whether a thread can be switched out before an instruction in a way that matters, or stay there.
func (s *search) stops(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Signal:
		return false // waiting ends at any time, so it has no effect
	case *ir.Free:
		return !in.Stack
	case *ir.Load, *ir.Store, *ir.RMW, *ir.CAS, *ir.Fill, *ir.Copy, *ir.Scan, *ir.Touch:
		return !s.threads.Private(in.Base().ID)
	case *ir.Assume, *ir.Return, *ir.ThreadExit, *ir.Unsupported:
		return true
	}
	return ir.Visible(in)
}

// findSections finds the positions inside atomic sections. A section is one step from its beginning on, which is outside.
func (t *template) findSections() error {
	depth := make([]int, len(t.f.Blocks))
	for i := range depth {
		depth[i] = -1
	}
	depth[0] = 0
	for _, b := range t.f.Order() {
		d := depth[b]
		for i, in := range t.f.Blocks[b].Instrs {
			if d > 0 {
				t.depth[position{b, i}], t.inside[in] = true, true
				switch in.(type) {
				case *ir.Spawn, *ir.Join, *ir.Wait, *ir.Wake, *ir.Pass, *ir.Return, *ir.ThreadExit, *ir.Unsupported:
					return fmt.Errorf("%s: an atomic section that starts, waits or ends", in.Base().Pos.Pos)
				}
			}
			switch in.(type) {
			case *ir.AtomicBegin:
				d++
			case *ir.AtomicEnd:
				d--
			}
		}
		for _, next := range t.f.Next(b) {
			if depth[next] < 0 {
				depth[next] = d
			}
		}
	}
	return nil
}

// cutLoops makes places of the heads of loops that no place lies on.
func (t *template) cutLoops() error {
	const open, done = 1, 2
	for i := 0; i < len(t.places); i++ { // cutting adds more
		mark := map[ir.BlockID]int{}
		var visit func(b ir.BlockID) error
		walk := func(at position, skip bool) (next []ir.BlockID) {
			b := t.f.Blocks[at.block]
			for k := at.at; k < len(b.Instrs); k++ {
				if !(skip && k == at.at) && t.at[position{at.block, k}] != nil {
					return nil
				}
			}
			return b.Next()
		}
		visit = func(b ir.BlockID) error {
			mark[b] = open
			for _, next := range walk(position{b, 0}, false) {
				switch mark[next] {
				case open:
					if t.depth[position{next, 0}] {
						return fmt.Errorf("%s: a loop in an atomic section", t.f.Blocks[next].Instrs[0].Base().Pos.Pos)
					}
					t.put(position{next, 0})
				case 0:
					if err := visit(next); err != nil {
						return err
					}
				}
			}
			mark[b] = done
			return nil
		}
		for _, next := range walk(t.places[i].position, true) {
			if mark[next] == 0 {
				if err := visit(next); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// liveAt is the registers that are live before an instruction.
func (t *template) liveAt(at position, in []map[ir.Reg]bool) map[ir.Reg]bool {
	b := t.f.Blocks[at.block]
	live := map[ir.Reg]bool{}
	for _, next := range b.Next() {
		for r := range in[next] {
			live[r] = true
		}
	}
	for k := len(b.Instrs) - 1; k >= at.at; k-- {
		ir.Defs(b.Instrs[k], func(r *ir.Reg) { delete(live, *r) })
		ir.Uses(b.Instrs[k], func(o *ir.Operand) {
			if o.Kind == ir.KindReg {
				live[o.Reg] = true
			}
		})
	}
	return live
}
