package shared

import (
	"github.com/heddle-dev/heddle/internal/graph"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Which objects can more than one thread reach?
//
// The method is escape analysis: flow-insensitive, without contexts, over registers only. Every Alloc and every global is
// one abstract object. Each register gets the set of objects whose addresses it may hold by moves, pointer arithmetic,
// calls and returns. Memory is not tracked: an address that is stored, compared-and-swapped in, given to a new thread,
// returned from a thread or turned into an integer has escaped. A register also gets a mark "wild" when its value may come
// from elsewhere: loads, havocs, constants, thread arguments, results of join, registers read before they are written, and
// arithmetic that no pointer goes through.
//
// Why it is sound. Claim: in an execution without invalid operations, the address of an object that never escapes is held
// only by registers of the thread that obtained it (by Alloc, by TLSAddr, or by naming a global), and those registers have
// the object in their set. Registers belong to one frame of one thread, and values go from thread to thread only by memory,
// spawn arguments, and results of threads, all of which make an address escape. Within a thread, all ways from register to
// register are followed. What remains is a value that happens to equal the address without being derived from it. Such an
// access is invalid in C (it has no provenance); the one legal way to conjure an address is from an integer, and then
// only that of an object whose address was exposed as an integer (PtrToInt), which has escaped. Pointer arithmetic that leaves its
// object and lands in another is invalid likewise: an address computed from a is an access to a, or none.
// So wild values reach escaped objects only, and an access whose address is not wild touches the objects in its set.
//
// An allocation is private if it never escapes. A thread-local global likewise: each thread has its own. Another global can
// be named by any thread, so it is private only if, besides, every function that names it runs in the first thread alone:
// none is reachable by calls from a function that some spawn can start. Globals that stand in the initial bytes of another,
// and external ones, have escaped.
//
// "Not wild" needs care with sums. In C one side of a pointer's sum is an integer, so a sum of one side with objects and one
// without has the objects of the first and is wild only if that side is. If both sides have objects (a difference of pointers used as an
// index), the result is wild. Any other arithmetic on addresses gives wild results. Sets are computed first and wildness on top of
// them: with sets fixed every rule is monotone, so the result does not depend on the order of the worklist.
//
// Rejected: tracking the content of private objects (a local struct that points to another local). It needs a heap model
// and strong updates to pay off, and points-to will do it properly. Steensgaard's unification without that: it merges the
// two ends of every copy and so makes every argument of a common function escape together. Sets over maxSet objects are
// given up: all of them escape.

// maxSet bounds the objects that one register may point to.
const maxSet = 32

// Info is the result of Analyze.
type Info struct {
	allocs  map[ir.ID]bool // allocation -> private
	globals []bool         // private
	early   map[ir.ID]early
	// Facts has the instructions with a memory access (Load, Store, RMW, CAS, Free, or Spawn for its ID) that touch only private objects,
	// on every execution without invalid operations.
	Facts *verdict.Facts
}

// PrivateAlloc reports whether all objects made by an Alloc are reached only by the thread that made them.
func (i *Info) PrivateAlloc(id ir.ID) bool { return i.allocs[id] }

// PrivateGlobal reports whether a global is reached by one thread only; for a thread-local one, each instance by its thread.
func (i *Info) PrivateGlobal(g ir.GlobalID) bool {
	return g >= 0 && int(g) < len(i.globals) && i.globals[g]
}

// Analyze looks at a program. It does not change it.
func Analyze(p *ir.Program) *Info {
	s := newSolver(p)
	s.collect()
	s.solveSets()
	s.solveWild()
	s.escapes()
	return s.info()
}

// addresses calls f with every operand that an instruction uses as the address of a data access.
func addresses(in ir.Instr, f func(ir.Operand)) {
	if m, _, _ := ir.AccessOf(in); m != nil {
		f(m.Addr)
	}
	if m := ir.SourceOf(in); m != nil {
		f(m.Addr)
	}
	if fr, ok := in.(*ir.Free); ok {
		f(fr.Addr)
	}
}

func (s *solver) info() *Info {
	info := &Info{allocs: map[ir.ID]bool{}, globals: make([]bool, len(s.p.Globals)), early: map[ir.ID]early{}, Facts: &verdict.Facts{Private: map[ir.ID]bool{}}}
	single := s.firstThreadOnly()
	private := make([]bool, len(s.escaped))
	for o := range s.escaped {
		private[o] = !s.escaped[o]
		if o < len(s.p.Globals) {
			if g := s.p.Globals[o]; g.External || !g.ThreadLocal && !single[o] {
				private[o] = false
			}
			info.globals[o] = private[o]
		}
	}
	for id, o := range s.allocs {
		info.allocs[id] = private[o]
	}
	for fi, f := range s.p.Funcs {
		s.findEarly(ir.FuncID(fi), info.early)
		for in := range f.Instrs() {
			ok, any := true, false
			addresses(in, func(o ir.Operand) {
				any = true
				v := s.value(ir.FuncID(fi), o)
				ok = ok && !v.wild && !v.top && len(v.objs) > 0
				for _, obj := range v.objs {
					ok = ok && private[obj]
				}
			})
			if any && ok {
				info.Facts.Private[in.Base().ID] = true
			}
		}
	}
	return info
}

// firstThreadOnly finds the globals that are named by no function that a spawned thread can run.
func (s *solver) firstThreadOnly() []bool {
	var roots []ir.FuncID
	for f, yes := range s.started {
		if yes {
			roots = append(roots, ir.FuncID(f))
		}
	}
	only := make([]bool, len(s.p.Globals))
	for i := range only {
		only[i] = true
	}
	for _, f := range graph.Reach(func(f ir.FuncID) []ir.FuncID { return s.p.Funcs[f].Callees() }, roots...) {
		for in := range s.p.Funcs[f].Instrs() {
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindGlobal {
					only[o.Global] = false
				}
			})
		}
	}
	return only
}
