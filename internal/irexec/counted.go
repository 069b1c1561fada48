package irexec

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What is counted in loops that the outside ends. "while (!lib_done()) a[i++] = 1" leaves the array if lib_done says no for long enough, and a correct program knows that it does not. So a number, or a pointer, that such a loop
// counts is data of the outside as far as the condition is.
//
// A place, in memory or a register, is counted in a loop if what is written to it was computed from what it held when the loop's turn began: "i++", "*p++", "p = p->next", "static n; n++" in a function that is called. What is set
// anew in each turn is not counted, so "for (j = 0; j < 9; j++)" inside of the loop is the program's own. Each value therefore knows the places that it was computed from, and when those had been written.
//
// A branch belongs to a loop if control comes back to it before all its ways have met. That takes "while", "do", and "break", "return" or "goto" behind a condition. A turn of the loop begins at that branch. What the condition looks
// at is known at the end of the first turn of a "do"; what was counted before gets it then.
//
// A condition that looks at nothing that its loop counts is a flag ("while (!done)"). Some other branch sets it: what such branches inside of the loop look at ends it, too.
//
// A function that gives an object each time ends a loop by NULL ("while ((p = lib_next()))"). Nothing that it gives is a number, so these pointers are sources that count for loops alone.
//
// Rejected: to count whatever is computed from itself inside of the loop; inner loops of the program's own would be counted. Also rejected: all that was written in an earlier turn; in the main loop of a program that is everything.

type (
	// cell is a word of memory, or a register of a frame.
	cell struct {
		at    uint64
		frame int // 0: memory
	}
	// earlier is what a cell held when a value was computed from it.
	earlier struct {
		cell
		written int
		changed bool // the value is another one
	}
	// loop is the loop that a branch belongs to.
	loop struct {
		branch int32
		body   []bool // by code position, from the function's entry
	}
	// looping is a loop that a frame is in.
	looping struct {
		*loop
		turn    int    // when it began
		ends    steps  // the data from the outside that ends it
		asked   steps  // such data that branches inside of it have looked at
		counted []cell // what it counts
	}
	// loops is those of a function.
	loops struct {
		known bool
		list  []*loop
		sets  [][]int // of loops, each once; the first is empty
		at    []int   // by code position, from the function's entry: a set
	}
)

// A value remembers the latest of the spots that it was computed from, and a loop those that it counts.
const (
	mostEarlier = 8
	mostCounted = 64
)

// next is where control may go from an instruction.
func (p *program) next(pc int32) []int32 {
	in := &p.code[pc]
	switch in.op {
	case opJump:
		return []int32{in.to}
	case opBranch:
		return []int32{in.to, in.to2}
	case opSwitch:
		out := []int32{in.to}
		for i := 0; i < len(in.args); i += 2 {
			out = append(out, in.args[i].slot)
		}
		return out
	case opReturn, opHalt, opThreadExit, opUnsupported:
		return nil
	}
	return []int32{pc + 1}
}

// endsAt reports a call that does not return: of exit, say.
func (p *program) endsAt(pc int32) bool {
	in := &p.code[pc]
	if in.op != opCall || !p.funcs[in.src.(*ir.Call).Func].model {
		return false
	}
	fn := &p.funcs[in.src.(*ir.Call).Func]
	return !slices.ContainsFunc(p.code[fn.entry:fn.end], func(in inst) bool { return in.op == opReturn })
}

// loopsOf finds the loops of a function.
func (o *origins) loopsOf(p *program, f int32) *loops {
	if o.loops == nil {
		o.loops = make([]loops, len(p.funcs))
	}
	ls := &o.loops[f]
	if ls.known {
		return ls
	}
	ls.known = true
	fn := &p.funcs[f]
	joins := o.joinsOf(p, f)
	n := int(fn.end - fn.entry)
	for b := range int32(n) {
		if op := p.code[fn.entry+b].op; op == opBranch || op == opSwitch {
			if body := p.loopOf(fn, b, joins[b]-fn.entry); body != nil {
				ls.list = append(ls.list, &loop{branch: fn.entry + b, body: body})
			}
		}
	}
	ls.sets = [][]int{nil}
	ls.at = make([]int, n)
	for pc := range n {
		var in []int
		for i, l := range ls.list {
			if l.body[pc] {
				in = append(in, i)
			}
		}
		k := slices.IndexFunc(ls.sets, func(s []int) bool { return slices.Equal(s, in) })
		if k < 0 {
			k = len(ls.sets)
			ls.sets = append(ls.sets, in)
		}
		ls.at[pc] = k
	}
	return ls
}

// loopOf is the body of the loop that a branch belongs to, nil: none. Where its ways never meet, one of them must not lead back: a function without a return is one large loop.
func (p *program) loopOf(fn *function, branch, join int32) []bool {
	reach := func(from int32) []bool {
		seen := make([]bool, fn.end-fn.entry)
		todo := []int32{from}
		for len(todo) > 0 {
			pc := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if pc == join || seen[pc] {
				continue
			}
			seen[pc] = true
			if p.endsAt(fn.entry + pc) {
				continue
			}
			for _, to := range p.next(fn.entry + pc) {
				todo = append(todo, to-fn.entry)
			}
		}
		return seen
	}
	var seen []bool
	leaves := join >= 0
	for _, to := range p.next(fn.entry + branch) {
		ahead := reach(to - fn.entry)
		if !ahead[branch] {
			leaves = true
			continue
		}
		if seen == nil {
			seen = ahead
		}
		for pc, yes := range ahead {
			seen[pc] = seen[pc] || yes
		}
	}
	if seen == nil || !leaves {
		return nil
	}
	body := make([]bool, len(seen)) // what leads back to the branch
	body[branch] = true
	for more := true; more; {
		more = false
		for pc := len(seen) - 1; pc >= 0; pc-- {
			if seen[pc] && !body[pc] && int32(pc) != join {
				for _, to := range p.next(fn.entry + int32(pc)) {
					if to-fn.entry != join && body[to-fn.entry] {
						body[pc], more = true, true
					}
				}
			}
		}
	}
	return body
}

// around follows which loops a frame is in.
func (o *origins) around(p *program, fr *frameOrigins, f, pc int32) {
	ls := o.loopsOf(p, f)
	set := ls.at[pc-p.funcs[f].entry]
	if set == fr.set {
		return
	}
	fr.set = set
	var in []*looping
	for _, i := range ls.sets[set] {
		k := slices.IndexFunc(fr.loops, func(l *looping) bool { return l.loop == ls.list[i] })
		if k >= 0 {
			in = append(in, fr.loops[k])
		} else {
			in = append(in, &looping{loop: ls.list[i], turn: o.clock})
		}
	}
	fr.loops = in
}

// inLoop reports whether a thread is in a loop.
func (me *threadOrigins) inLoop() bool {
	return slices.ContainsFunc(me.frames, func(fr frameOrigins) bool { return len(fr.loops) > 0 })
}

// turns begins another turn of the loop that a branch belongs to.
func (o *origins) turns(me *threadOrigins, fr *frameOrigins, branch int32) {
	k := slices.IndexFunc(fr.loops, func(l *looping) bool { return l.branch == branch })
	if k < 0 {
		return
	}
	l := fr.loops[k]
	l.turn = o.clock
	known := len(l.ends) > 0
	l.ends = l.ends.with(o.rests.ends(o.now.uses.outside()))
	if !slices.ContainsFunc(o.now.of, func(c earlier) bool { return slices.Contains(l.counted, c.cell) }) {
		l.ends = l.ends.with(o.rests.ends(l.asked))
	}
	if known || len(l.ends) == 0 {
		return
	}
	for _, s := range l.counted {
		o.add(me, s, l.ends)
	}
}

// asks notes what a branch looks at, in all loops that its thread is in.
func (o *origins) asks(me *threadOrigins) {
	looks := o.now.uses.outside()
	if len(looks) == 0 {
		return
	}
	for i := range me.frames {
		for _, l := range me.frames[i].loops {
			l.asked = l.asked.with(looks)
		}
	}
}

// add adds to the origins of what a cell holds.
func (o *origins) add(me *threadOrigins, s cell, from steps) {
	switch {
	case s.frame == 0:
		o.mark(s.at, 1, from)
	case slices.ContainsFunc(me.frames, func(fr frameOrigins) bool { return fr.number == s.frame }):
		me.regs[s.at].from = me.regs[s.at].from.with(from)
	}
}

// counts is the data from the outside that ends the loops in which a cell is counted that a value is written to.
func (o *origins) counts(me *threadOrigins, s cell, v held) (out steps) {
	for _, c := range v.of {
		if c.cell != s || !c.changed {
			continue
		}
		for i := range me.frames {
			for _, l := range me.frames[i].loops {
				if c.written >= l.turn {
					continue
				}
				out = out.with(l.ends)
				if len(l.counted) < mostCounted && !slices.Contains(l.counted, s) {
					l.counted = append(l.counted, s)
				}
			}
		}
	}
	return out
}

// put is what a cell holds when a value is written to it.
func (o *origins) put(me *threadOrigins, s cell, v held) held {
	if len(v.of) > 0 {
		v.from = v.from.with(o.counts(me, s, v))
		v.of = slices.DeleteFunc(slices.Clone(v.of), func(c earlier) bool { return c.cell == s })
	}
	v.at = o.clock
	return v
}

// uses adds a value that the running instruction reads from a cell.
func (n *instrOrigins) use(s cell, v held) {
	n.uses = n.uses.with(v.from)
	if n.inLoop {
		n.of = v.read(s, n.of)
	}
}

// read adds to a list what a value was computed from, and where it was.
func (v held) read(s cell, list []earlier) []earlier {
	add := func(c earlier) {
		k := slices.IndexFunc(list, func(x earlier) bool { return x.cell == c.cell })
		switch {
		case k >= 0:
			list[k].written, list[k].changed = max(list[k].written, c.written), list[k].changed || c.changed
		case len(list) < mostEarlier:
			list = append(list, c)
		default:
			oldest := 0
			for i := range list {
				if list[i].written < list[oldest].written {
					oldest = i
				}
			}
			list[oldest] = c
		}
	}
	for _, c := range v.of {
		add(c)
	}
	add(earlier{cell: s, written: v.at})
	return list
}

// computed marks what a value is computed from, where the value is not the same.
func computed(list []earlier) []earlier {
	for i := range list {
		list[i].changed = true
	}
	return list
}

// computes reports the operations whose results are other values than their operands.
func computes(op opcode) bool { return op == opBinary || op == opExact || op == opUnary || op == opRMW }

// ends is the data from the outside that a loop is ended by: pointers that the outside hands over end it, too.
func (r *rests) ends(looks steps) (out steps) {
	for _, s := range looks {
		switch x := r.sources[-s-1]; x.how {
		case isData:
			out = out.with(steps{s})
		case isPointer:
			out = out.with(r.source(x.Need))
		}
	}
	return out
}

// handsPointer is the source of a pointer that a function that nothing defines hands over with an instruction: it counts for loops alone.
func (tr *tracer) handsPointer(m *machine, t int, in *inst) steps {
	x := &in.a
	switch in.op {
	case opReturn:
		if !m.prog.funcs[in.fn].src.Unknown {
			return nil
		}
	case opStore:
		x = &in.b
		if !m.prog.funcs[in.fn].src.Model || !m.byUnknown(t) {
			return nil
		}
	default:
		return nil
	}
	tr.origins.close()
	if !x.set || int(x.w) != m.prog.src.PtrWidth() || x.slot >= 0 && len(tr.origins.threads[t].get(m.base(t)+x.slot).from.outside()) > 0 {
		return nil // it is a number
	}
	return tr.rests.pointer(m.outsider(t, givesMany))
}

// byUnknown reports whether a model that thread t runs is part of a function that nothing defines.
func (m *machine) byUnknown(t int) bool {
	for _, fr := range slices.Backward(m.threads[t].frames) {
		switch fn := m.prog.funcs[fr.fn].src; {
		case fn.Unknown:
			return true
		case !fn.Model:
			return false
		}
	}
	return false
}
