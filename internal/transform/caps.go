package transform

import "github.com/heddle-dev/heddle/internal/ir"

// What a thread may still do for others, seen from an instruction of the program as it was before it was unfolded. A thread
// outside of a waiting set counts as one that could help if its control flow can still come to an operation that helps:
// the judge says so of the whole program, with its loops and calls, and what counts here must be the same. The copies that
// unfolding makes would not do: behind the last copy of a loop's body nothing comes any more, which is true of the copy and
// not of the loop.
//
// A thread that is in the middle of calls may do what the innermost function still may, and what every function further out may
// do from its call on, the call included.

// Caps is a set of what a thread may still do for others.
type Caps uint8

const (
	CapUnlock Caps = 1 << iota
	CapUp
	capSignal
	capArrive
	CapHalt // ends the process, and every wait with it
	CapAll  = CapUnlock | CapUp | capSignal | capArrive | CapHalt
)

// Capabilities gives what may follow each instruction, itself included, by instruction ID.
func Capabilities(p *ir.Program) []Caps {
	out := make([]Caps, p.NextID)
	whole := make([]Caps, len(p.Funcs)) // of a call of the function
	entry := make([][]Caps, len(p.Funcs))
	for f, fn := range p.Funcs {
		entry[f] = make([]Caps, len(fn.Blocks))
	}
	for changed := true; changed; {
		changed = false
		for f, fn := range p.Funcs {
			for b := len(fn.Blocks) - 1; b >= 0; b-- {
				c := Caps(0)
				list := fn.Blocks[b].Instrs
				ir.Targets(fn.Blocks[b].Term(), func(t *ir.BlockID) { c |= entry[f][*t] })
				for i := len(list) - 1; i >= 0; i-- {
					c |= ownCaps(list[i])
					for _, g := range callees(list[i]) {
						c |= whole[g]
					}
					out[list[i].Base().ID] = c
				}
				if c != entry[f][b] {
					entry[f][b], changed = c, true
				}
			}
			if len(fn.Blocks) > 0 && whole[f] != entry[f][0] {
				whole[f], changed = entry[f][0], true
			}
		}
	}
	return out
}

// callees is the functions that an instruction calls, or starts a thread in.
func callees(in ir.Instr) []ir.FuncID {
	if s, ok := in.(*ir.Spawn); ok {
		if s.Fn.Kind == ir.KindFunc && len(s.Candidates) == 0 {
			return []ir.FuncID{s.Fn.Func}
		}
		return s.Candidates
	}
	return ir.Callees(in)
}

// ownCaps is what an instruction itself provides. To set up a synchronization object anew, or to end it, may do anything.
func ownCaps(in ir.Instr) Caps {
	switch in.(type) {
	case *ir.SyncInit, *ir.SyncDestroy:
		return CapAll
	case *ir.Unlock, *ir.Wait:
		return CapUnlock
	case *ir.Up:
		return CapUp
	case *ir.Signal:
		return capSignal
	case *ir.Arrive:
		return capArrive
	case *ir.Halt:
		return CapHalt
	}
	return 0
}
