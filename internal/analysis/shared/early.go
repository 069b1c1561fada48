package shared

import "github.com/heddle-dev/heddle/internal/ir"

// What a thread does with an object before it gives it away. A driver's probe allocates its data, fills it in, and registers it at last: by the rules of shared.go the object has escaped, but
// not yet where it is filled in.
//
// The fact, forward and on all paths of a function without calls: of the object that an allocation makes no address has left the registers of the thread. It begins true, since there is no object,
// and ends where a register that may hold such an address is stored, given to a thread, returned from one or made a number: the same places at which addresses escape there. A call that is not
// followed (Forget) ends it too. An allocation that a thread may run twice has no such fact: a register may hold the object before the last.
//
// Why an access to such an object meets no other thread's: its address is not wild, so it touches one of the objects in its set, and nothing else knows them.

// early is what an instruction does to objects that only its thread knows.
type early struct {
	access, source bool // the memory that it accesses, or frees; what a Copy reads
	object         bool // the lock that it begins
}

// Early reports whether an instruction accesses only objects that no other thread knows yet; source asks for what a Copy reads.
func (i *Info) Early(id ir.ID, source bool) bool {
	if source {
		return i.early[id].source
	}
	return i.early[id].access
}

// EarlyLock reports whether a lock that is initialized lies in an object that no other thread knows yet.
func (i *Info) EarlyLock(id ir.ID) bool { return i.early[id].object }

// findEarly looks at a function without calls.
func (s *solver) findEarly(id ir.FuncID, out map[ir.ID]early) {
	f := s.p.Funcs[id]
	at := map[int]int{} // by object: its fact
	cyclic := f.Cyclic()
	for b, blk := range f.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ir.Call, *ir.CallPtr:
				return
			case *ir.Alloc:
				if o := s.allocs[in.ID]; !cyclic[b] && len(at) < mostEarly {
					at[o] = len(at)
				}
			}
		}
	}
	if len(at) == 0 {
		return
	}
	given := func(in ir.Instr) (bits uint64) {
		if _, ok := in.(*ir.Forget); ok {
			return ^uint64(0)
		}
		s.gives(site{id, in}, func(o ir.Operand) { bits |= s.facts(id, o, at) })
		return bits
	}
	order := f.Order()
	gives := make([]uint64, len(f.Blocks)) // what each block gives away
	for _, b := range order {
		for _, in := range f.Blocks[b].Instrs {
			gives[b] |= given(in)
		}
	}
	known := make([]uint64, len(f.Blocks)) // given on some path, at the start
	reached := make([]bool, len(f.Blocks))
	for again := true; again; {
		again = false
		for _, b := range order {
			reached[b] = true
			for _, to := range f.Next(b) {
				if now := known[to] | known[b] | gives[b]; now != known[to] {
					known[to], again = now, true
				}
			}
		}
	}
	for b, blk := range f.Blocks {
		now := known[b]
		kept := func(o ir.Operand) bool {
			v := s.value(id, o)
			if v.wild || v.top || len(v.objs) == 0 {
				return false
			}
			for _, obj := range v.objs {
				if n, ok := at[obj]; !ok || now>>n&1 != 0 {
					return false
				}
			}
			return true
		}
		for _, in := range blk.Instrs {
			e := early{}
			if m, _, _ := ir.AccessOf(in); m != nil {
				e.access = kept(m.Addr)
			}
			if m := ir.SourceOf(in); m != nil {
				e.source = kept(m.Addr)
			}
			switch in := in.(type) {
			case *ir.Free:
				e.access = kept(in.Addr)
			case *ir.SyncInit:
				e.object = kept(in.Obj)
			}
			if e != (early{}) && reached[b] {
				out[in.Base().ID] = e
			}
			now |= given(in)
		}
	}
}

// mostEarly is how many allocations of a function are followed.
const mostEarly = 64

// facts is the objects that an operand may be an address of.
func (s *solver) facts(f ir.FuncID, o ir.Operand, at map[int]int) (bits uint64) {
	v := s.value(f, o)
	if v.top {
		return ^uint64(0)
	}
	for _, obj := range v.objs {
		if n, ok := at[obj]; ok {
			bits |= 1 << n
		}
	}
	return bits
}
