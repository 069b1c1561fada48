package cfront

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Where void pointers come from and what they become, so that one from outside leads to objects of the right types (open.go).
//
// An origin is a parameter, a member, a variable or a call. While a function is lowered, each register remembers the origins of the
// void pointers it may hold; a conversion to another pointer notes the type for all of them, and a call makes them origins of
// the callee's parameters. This ignores the order of statements and what goes through memory of the program's own: what is missed
// counts as a conversion of unknown origin, which is what pointers without a known type fall back to. Nothing here decides
// what is sound, only what is likely: a pointer that leads to objects of another type is read as those bytes.

func isVoidPtr(u *unit, t ctype) bool { return t.k == kPtr && u.elem(t).k == kVoid }

// comesFrom notes the origin of a void pointer in a register.
func (f *fn) comesFrom(r ir.Reg, origin string) {
	if f.origins == nil {
		f.origins = map[ir.Reg]map[string]bool{}
	}
	if f.origins[r] == nil {
		f.origins[r] = map[string]bool{}
	}
	f.origins[r][origin] = true
}

// copied notes that a register holds what another holds.
func (f *fn) copied(dst ir.Reg, x ir.Operand) {
	if x.Kind == ir.KindReg {
		for o := range f.origins[x.Reg] {
			f.comesFrom(dst, o)
		}
	}
}

// becomes notes that a void pointer is converted to another pointer.
func (f *fn) becomes(v value, t ctype) {
	if f.isConst() || !isVoidPtr(f.u, v.t) || t.k != kPtr || v.op.Kind != ir.KindReg {
		return
	}
	el := f.u.elem(t)
	k := f.u.key(el)
	if k == anyKey || el.k == kFunc || f.u.stub != "" {
		return
	}
	f.learnType(k, el)
	o := f.c.outside
	from := f.origins[v.op.Reg]
	if len(from) == 0 {
		o.anyCast[k] = true
	}
	for origin := range from {
		if origin == madeHere {
			continue
		}
		if o.casts[origin] == nil {
			o.casts[origin] = map[string]bool{}
		}
		o.casts[origin][k] = true
	}
}

// around notes that a pointer to a member becomes one to the struct around it, as container_of does: such pointers lead to members
// of that struct and nowhere else, or the program would not do so.
func (f *fn) around(v value, t ctype) {
	if f.isConst() || f.cur == nil || v.t.k != kPtr || t.k != kPtr || v.op.Kind != ir.KindReg {
		return
	}
	from, to := f.u.elem(v.t), f.u.elem(t)
	if to.k != kRecord || f.u.size(to) <= 0 || from.k != kRecord && from.k != kVoid && !from.char {
		return
	}
	off := int64(0)
	if from.k != kRecord {
		if len(f.cur.Instrs) == 0 {
			return
		}
		b, ok := f.cur.Instrs[len(f.cur.Instrs)-1].(*ir.Binary)
		if !ok || b.Dst != v.op.Reg || b.Y.Kind != ir.KindConst {
			return
		}
		off = b.Y.Val.SignedBig(b.Y.Width).Int64()
		if b.Op == ir.Add {
			off = -off
		} else if b.Op != ir.Sub {
			return
		}
	}
	k := f.u.recordKey(to)
	for _, m := range f.u.lay.Fields(to.cc) {
		mt := f.u.typeOf(m.Type)
		if m.BitField || mt.k != kRecord || m.Offset != off || from.k == kRecord && f.u.key(mt) != f.u.key(from) {
			continue
		}
		in := f.c.outside.inside
		mk := f.u.recordKey(mt)
		if in[mk] == nil {
			in[mk] = map[string]bool{}
		}
		in[mk][k] = true
		f.c.outside.derefs[k] = true
		f.learnType(k, to)
	}
}

// madeHere is the origin of results of calls, such as malloc's.
const madeHere = "call"

// anyOrigin is that of what heddle_nondet_ptr gives.
const anyOrigin = "any address"

func argOrigin(fn string, i int) string { return fmt.Sprintf("argument %d of %s", i, fn) }

// passes notes that registers become the parameters of a function.
func (f *fn) passes(s *symbol, ops []ir.Operand) {
	for i, x := range ops {
		if x.Kind != ir.KindReg {
			continue
		}
		for o := range f.origins[x.Reg] {
			f.c.outside.flow(o, argOrigin(f.c.funcs[f.c.funcID(s)].sym.irName, i))
		}
	}
}

// flow notes that void pointers of one origin are of another, too.
func (o *outside) flow(from, to string) {
	if o.flows[from] == nil {
		o.flows[from] = map[string]bool{}
	}
	o.flows[from][to] = true
}

// becoming is the types that a void pointer of some origin becomes, sorted.
func (o *outside) becoming(origin string) []string {
	seen, hit := map[string]bool{origin: true}, map[string]bool{}
	for todo := []string{origin}; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		for k := range o.casts[at] {
			hit[k] = true
		}
		for next := range o.flows[at] {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	if len(hit) == 0 {
		hit = o.anyCast
	}
	return sortedSet(hit)
}

func sortedSet(m map[string]bool) []string {
	return slices.Sorted(maps.Keys(m))
}
