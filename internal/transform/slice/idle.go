package slice

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Locks that are held for nothing. A driver has one lock for many fields; once the lock is tracked, taking and releasing it are steps everywhere. But where nothing tracked is
// accessed between the two, nobody can tell whether the lock was taken there, except that it has to be waited for.
//
// So these are left out too: the lock is free for others meanwhile. Every execution of the program is still one of the slice. Compare the owner of the lock in both: it
// is the same, or nobody in the slice and a thread in the program that is between two operations which were left out. A thread that takes the lock finds it free in the program, and so in
// the slice. This needs that nobody looks at the lock but to wait until it is free, and that each thread releases only what it took: a thread that released another's lock
// between two such operations could leave the lock free in the program and taken in the slice.
//
// All of it is read off the text of the lowered threads, where a lock is taken by a load, a comparison with 0, an assumption and a store, in one section, and released by a store of 0. A lock that
// is used in any other way, or lies at more than one address, keeps all its operations.
//
// That something was left out here may turn out to matter: then the field is tracked wherever it occurs. For refinement that is a field of its own, which follows
// the others.

// Everywhere is the field that stands for tracking a lock also where it is held for nothing; false: there is none.
func (s *Fields) Everywhere(lock int) (int, bool) {
	f, ok := s.idle[lock]
	return f, ok
}

// holds is an operation of a lock.
type holds struct {
	lock  int // the field
	takes bool
	stays bool
	with  []*holds // of a release: the operations that may have taken the lock
	ids   []ir.ID  // its accesses
}

// addEverywhere makes these fields for the locks for which operations can be left out.
func (s *Fields) addEverywhere() {
	s.idle, s.sections = map[int]int{}, map[ir.ID]*holds{}
	for f := range s.Names {
		if !s.ghost[f] || !s.plain(f) {
			continue
		}
		s.idle[f] = len(s.Names)
		s.Names = append(s.Names, s.Names[f]+" (everywhere)")
		s.ghost = append(s.ghost, false)
	}
}

// plain reports whether a lock is only taken and released, at one address, and takes note of its sections.
func (s *Fields) plain(f int) bool {
	var at ir.Operand
	found := map[ir.ID]*holds{}
	for _, fn := range s.p.Funcs[:transform.Threads(s.p)] {
		for _, b := range fn.Blocks {
			for i := 0; i < len(b.Instrs); i++ {
				if _, begins := b.Instrs[i].(*ir.AtomicBegin); !begins {
					if s.uses(b.Instrs[i], f) {
						return false
					}
					continue
				}
				end := slices.IndexFunc(b.Instrs[i:], func(in ir.Instr) bool { _, ends := in.(*ir.AtomicEnd); return ends })
				if end < 0 {
					if slices.ContainsFunc(b.Instrs[i:], func(in ir.Instr) bool { return s.uses(in, f) }) {
						return false
					}
					break
				}
				code := b.Instrs[i+1 : i+end]
				if slices.ContainsFunc(code, func(in ir.Instr) bool { return s.uses(in, f) }) {
					h, addr := s.operation(code, f)
					if h == nil || addr.Kind != ir.KindGlobal || at.IsSet() && at != addr {
						return false
					}
					at = addr
					found[b.Instrs[i].Base().ID] = h
				}
				i += end
			}
		}
	}
	for id, h := range found {
		s.sections[id] = h
	}
	return len(found) > 0
}

// uses reports whether an instruction accesses a field.
func (s *Fields) uses(in ir.Instr, f int) bool { return slices.Contains(s.needs(in), f) }

// operation reads a section: it takes or releases the lock, and accesses nothing else; nil: it does something else.
func (s *Fields) operation(code []ir.Instr, f int) (h *holds, at ir.Operand) {
	h = &holds{lock: f}
	free := ir.NoReg // holds whether the lock was free
	value, assumed := ir.NoReg, false
	for _, in := range code {
		switch in := in.(type) {
		case *ir.Load:
			if !s.uses(in, f) || len(h.ids) > 0 {
				return nil, at
			}
			value, at = in.Dst, in.Mem.Addr
			h.takes, h.ids = true, append(h.ids, in.ID)
		case *ir.Store:
			if !s.uses(in, f) || len(h.ids) > 1 || h.takes && (!assumed || in.Mem.Addr != at) || !h.takes && (len(h.ids) > 0 || !in.Val.IsConst(0)) {
				return nil, at
			}
			at = in.Mem.Addr
			h.ids = append(h.ids, in.ID)
		case *ir.Binary:
			if in.Op == ir.Eq && value != ir.NoReg && in.X.Kind == ir.KindReg && in.X.Reg == value && in.Y.IsConst(0) {
				free = in.Dst
			}
		case *ir.Assume:
			if free == ir.NoReg || in.Cond.Kind != ir.KindReg || in.Cond.Reg != free {
				return nil, at
			}
			assumed = true
		case *ir.Ite, *ir.Move, *ir.Unary:
		default:
			return nil, at
		}
	}
	if h.takes && len(h.ids) != 2 || len(h.ids) == 0 {
		return nil, at
	}
	return h, at
}

// leave is what a slice leaves out: fields that are not tracked, and operations of locks that are held for nothing.
type leave struct {
	*Fields
	tracked   []bool
	asked     Asked
	unheld    map[ir.ID]int  // accesses of such operations, and the field that stands for them
	partly    []ir.Mem       // locks with such operations and others
	onlyRaces map[ir.ID]bool // accesses that stay only because they may race
}

func (s *Fields) leave(tracked []bool, asked Asked) *leave {
	l := &leave{Fields: s, tracked: tracked, asked: asked, unheld: map[ir.ID]int{}, onlyRaces: map[ir.ID]bool{}}
	for f := range s.Names {
		if all, ok := s.idle[f]; ok && tracked[f] && !tracked[all] {
			l.findIdle(f, all)
		}
	}
	return l
}

// needs is the fields one of which has to be tracked for an instruction to stay; none: it always stays.
func (l *leave) needs(in ir.Instr) []int {
	if f, ok := l.unheld[in.Base().ID]; ok {
		return []int{f}
	}
	return l.Fields.needs(in)
}

// stays reports whether an instruction is not left out.
func (l *leave) stays(in ir.Instr) bool {
	needs := l.needs(in)
	if fr, ok := in.(*ir.Free); ok && l.frees(fr) {
		return true
	}
	return len(needs) == 0 || slices.ContainsFunc(needs, func(f int) bool { return l.tracked[f] })
}

// findIdle finds the operations of a lock that are left out. Along the ways of a thread it follows which operations took the lock; what is accessed meanwhile makes them stay.
func (l *leave) findIdle(f, all int) {
	var found []*holds
	for _, fn := range l.p.Funcs[:transform.Threads(l.p)] {
		ops, ok := l.held(fn, f)
		if !ok {
			return
		}
		found = append(found, ops...)
	}
	for changed := true; changed; {
		changed = false
		for _, h := range found {
			for _, o := range h.with {
				if h.stays != o.stays {
					h.stays, o.stays, changed = true, true, true
				}
			}
		}
	}
	before := len(l.unheld)
	var kept *ir.Mem
	for _, h := range found {
		if h.stays {
			kept, _, _ = ir.AccessOf(l.At(h.ids[0]))
			continue
		}
		for _, id := range h.ids {
			l.unheld[id] = all
		}
	}
	if kept != nil && len(l.unheld) > before {
		l.partly = append(l.partly, *kept)
	}
}

// held goes through a thread. false: it releases what it did not take, or takes what it has.
func (l *leave) held(fn *ir.Func, f int) (out []*holds, ok bool) {
	type state struct {
		seen bool
		by   []*holds // the operations one of which took the lock; empty: it is not held
	}
	at := make([]state, len(fn.Blocks))
	at[0].seen = true
	for _, it := range transform.LoopTree(fn) {
		if !at[it.Block].seen {
			continue
		}
		by := at[it.Block].by
		stay := func() {
			for _, h := range by {
				h.stays = true
			}
		}
		b := fn.Blocks[it.Block]
		inside := false
		for _, in := range transform.Alive(b) {
			if h := l.sections[in.Base().ID]; h != nil && h.lock == f {
				h.stays, h.with, inside = false, nil, true
				out = append(out, h)
				if h.takes {
					if len(by) > 0 {
						return nil, false
					}
					by = []*holds{h}
				} else {
					if len(by) == 0 {
						return nil, false
					}
					h.with = by
					by = nil
				}
				continue
			}
			if _, ends := in.(*ir.AtomicEnd); ends {
				inside = false
			}
			if !inside && l.happens(in) {
				stay()
			}
		}
		if stops(b) {
			continue
		}
		if len(fn.Next(it.Block)) == 0 {
			stay()
		}
		for _, t := range fn.Next(it.Block) {
			to := &at[t]
			if to.seen && (len(to.by) == 0) != (len(by) == 0) {
				return nil, false
			}
			to.seen = true
			for _, h := range by {
				if !slices.Contains(to.by, h) {
					to.by = append(slices.Clip(to.by), h)
				}
			}
		}
	}
	return out, true
}

// happens reports whether an instruction is a step of the slice, or a check that is asked about.
func (l *leave) happens(in ir.Instr) bool {
	switch in := in.(type) {
	case *ir.Spawn, *ir.Halt, *ir.Return, *ir.ThreadExit:
		return true
	case *ir.Assert:
		return l.asked.Aims(in) != Nothing
	case *ir.Free:
		return l.stays(in)
	}
	m, _, _ := ir.AccessOf(in)
	return m != nil && l.of[m.Region] >= 0 && (l.stays(in) || l.races(in))
}

// frees reports whether a free may take part in a race that is looked for.
func (l *leave) frees(fr *ir.Free) bool {
	return !fr.Stack && slices.ContainsFunc(fr.Objects, func(o ir.Object) bool {
		return l.asked.Freed[o] || slices.ContainsFunc(l.freed[o], l.raced)
	})
}

// races reports whether an instruction accesses a field whose races are looked for.
func (l *leave) races(in ir.Instr) bool {
	m, _, _ := ir.AccessOf(in)
	return m != nil && l.raced(l.of[m.Region])
}

func (l *leave) raced(field int) bool {
	return field >= 0 && field < len(l.asked.Raced) && l.asked.Raced[field]
}
