package pair

import (
	"fmt"
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// The creator runs, chooses, and hands over.
//
//	start:    nobody is chosen, nothing is noted
//	creator:  at a spawn it may say "this is one of the two", with its arguments; a join of one that was chosen ends the execution: it does not live with the other
//	first:    the first thread runs until it stops before an access, any of the one that was picked, and notes it
//	second:   the second runs; before an access that could race it may stop too, and the two are compared
//
// The creator is the first thread itself, if the pair is about it: it stops before one of its own accesses, once the second was chosen.

func (b *builder) start() {
	b.enter(b.block("start"))
	b.pick = b.val(b.named(PickWidth, "pick"))
	b.pair.Pick = b.havoc(b.pick.Reg)
	b.heap = b.named(b.ptr, "heap")
	b.move(b.heap, ir.K(b.ptr, b.firstFree()))
	b.spawned = b.named(1, "spawned")
	b.move(b.spawned, ir.K(1, 0))
	b.noted = noted{addr: b.named(b.ptr, "addr"), len: b.named(b.ptr, "len"), region: b.named(PickWidth, "region"), write: b.named(1, "write"), plain: b.named(1, "plain")}
	for i, k := range []*Kind{b.which.First, b.which.Second} {
		if k == nil || k == b.Kinds[0] {
			continue
		}
		r := &role{kind: k, chosen: b.named(1, fmt.Sprintf("chosen%d", i+1)), joined: b.named(1, fmt.Sprintf("joined%d", i+1)), handle: b.named(b.ptr, fmt.Sprintf("handle%d", i+1)), where: b.named(b.ptr, fmt.Sprintf("where%d", i+1)), owns: b.partsOf(k)}
		b.move(r.chosen, ir.K(1, 0))
		f := b.Program.Funcs[k.Func]
		for _, p := range f.Params {
			r.args = append(r.args, b.f.NewReg(f.Width(p), fmt.Sprintf("arg%d", i+1), f.Regs[p].Show))
		}
		b.roles = append(b.roles, r)
		b.ghost(r.chosen, true, r.args...)
		b.ghost(r.joined, false)
		b.hints.ghosts[r.handle], b.hints.ghosts[r.where] = true, true
	}
}

// run emits the creator and the two threads.
func (b *builder) run() {
	begin := b.block("creator")
	b.jump(begin)
	b.creator = b.newThread(b.Kinds[0], nil, begin)
	creatorIsFirst := !b.which.Alone && (b.which.First == nil || b.which.First == b.Kinds[0])
	b.creator.notes = creatorIsFirst
	b.creator.checks = b.which.Alone
	b.second = b.block("second")
	first := b.second
	if !b.which.Alone && !creatorIsFirst {
		first = b.block("first")
	}
	b.creator.then = first
	b.findJoins()
	b.body(b.creator)
	if first != b.second {
		t := b.newThread(b.which.First, b.roles[0], first)
		t.notes, t.then = true, b.second
		b.body(t)
	}
	if b.which.Second == b.Kinds[0] || b.creatorOnly() {
		b.enter(b.second)
		b.end()
		return
	}
	t := b.newThread(b.which.Second, b.roles[len(b.roles)-1], b.second)
	t.compares, t.checks = !b.which.Alone, b.which.Alone
	b.body(t)
}

// choose lets the creator choose a thread that it starts. Both can be chosen at one spawn only if at least one of them is started further down.
func (b *builder) choose(in *ir.Spawn, fn, handle, where ir.Operand, args []ir.Operand) {
	direct := ir.Operand{} // whether the one before was this very thread
	for i, r := range b.roles {
		free := b.not(b.val(r.chosen))
		if i > 0 && b.roles[0].kind == r.kind { // of two of one kind the first is the one that is started first
			free = b.and(free, b.val(b.roles[0].chosen))
		}
		took := ir.K(1, 0)
		for _, g := range in.Candidates {
			if g == r.kind.Func {
				is := b.and(free, b.binary(ir.Eq, fn, ir.F(g, b.ptr)))
				if direct.IsSet() {
					is = b.and(is, b.not(direct))
				}
				took = b.take(r, is, func() {
					for k, a := range r.args {
						if k < len(args) && args[k].Width == b.f.Width(a) {
							b.move(a, args[k])
						} else {
							b.havoc(a)
						}
					}
					b.move(r.handle, handle)
					b.move(r.joined, ir.K(1, 1))
					if where.IsSet() {
						b.move(r.where, where)
					}
					b.snapshot(r, in)
				})
			}
			if b.kindOf(g).below[r.kind.Func] {
				b.take(r, b.and(b.not(b.val(r.chosen)), b.binary(ir.Eq, fn, ir.F(g, b.ptr))), func() {
					for _, a := range r.args {
						b.havoc(a)
					}
					b.move(r.joined, ir.K(1, 0))
				})
			}
		}
		if i == 0 {
			direct = took
		}
	}
	all := ir.K(1, 1)
	for _, r := range b.roles {
		all = b.and(all, b.val(r.chosen))
	}
	if b.creator.notes || len(b.roles) == 0 {
		return // it goes on to an access of its own
	}
	if b.which.Alone { // or it goes on, to what it does to locks while the thread lives
		b.maybe("both", all, func() { b.jump(b.creator.then) })
		return
	}
	yes, no := b.block("both"), b.block("alone")
	b.emit(&ir.Branch{Cond: all, Then: yes, Else: no})
	b.enter(yes)
	b.jump(b.creator.then)
	b.enter(no)
}

// take chooses a thread or does not; the result says whether.
func (b *builder) take(r *role, can ir.Operand, note func()) ir.Operand {
	took := b.reg(1)
	b.move(took, ir.K(1, 0))
	yes, on := b.block("take"), b.block("on")
	b.emit(&ir.Branch{Cond: b.and(can, b.any(1)), Then: yes, Else: on})
	b.enter(yes)
	note()
	b.move(r.chosen, ir.K(1, 1))
	b.move(took, ir.K(1, 1))
	b.jump(on)
	b.enter(on)
	return b.val(took)
}

// snapshot notes what the arguments of a thread, and the place of its handle, were computed from.
func (b *builder) snapshot(r *role, in *ir.Spawn) {
	here := b.named(1, "here")
	b.atStart(&ir.Move{Dst: here, X: ir.K(1, 0)})
	b.move(here, ir.K(1, 1))
	b.ghost(here, false)
	r.sites = append(r.sites, here)
	if m := in.ID; m != nil {
		if w := b.out.Regions[m.Region].Width; w != 0 && b.ptr/8%w == 0 {
			b.hints.handles = append(b.hints.handles, handle{here, r, m.Region})
		}
	}
	leaves := map[ir.Reg]bool{}
	of := slices.Clone(in.Args)
	if in.ID != nil {
		of = append(of, in.ID.Addr)
	}
	for _, o := range of {
		b.leavesOf(o, in, leaves)
	}
	ghosts := map[ir.Reg]ir.Reg{}
	for _, l := range slices.Sorted(maps.Keys(leaves)) {
		info := b.creator.src.Regs[l]
		g := b.f.NewReg(info.Width, info.Name, info.Show)
		ghosts[l] = g
		b.hints.was[g] = b.creator.regs[l]
		b.move(g, b.val(b.creator.regs[l]))
		b.ghost(here, true, g)
	}
	for i, o := range of {
		value := r.where
		if i < len(r.args) {
			value = r.args[i]
		}
		b.hints.sums = append(b.hints.sums, sum{here, value, o, ghosts})
	}
}
