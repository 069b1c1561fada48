package emit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/graph"
)

// Loops for Boogie, which knows nothing after a loop without an invariant: every block is copied for every trip of the loops around it, and the jump that would
// start one trip too many ends the execution. Like unfold.Unfold: the body of a loop runs at most n times per entry, the test after the last run is made, and
// strongly connected sets with a header are loops, so that a jump into the middle of one needs no special case. Boogie's /loopUnroll was rejected because it is
// an option, and every answer would depend on the user giving it; recursive procedures, because locals would have to go through them.

// loop is a set of blocks that lead to one another.
type loop struct {
	head  *block
	set   map[*block]bool
	only  map[*block]bool // blocks from which every way out goes through the header again
	below bool            // leaves from where it goes back
	up    *loop
}

// unroll makes a procedure without loops.
func unroll(p *proc, n int) {
	inner := map[*block]*loop{}
	findLoops(p.blocks, nil, nil, inner)
	if len(inner) == 0 {
		return
	}
	u := &unroller{p: p, n: n, inner: inner, copies: map[string]*block{}, index: map[*block]int{}}
	for i, b := range p.blocks {
		u.index[b] = i
	}
	u.copy(p.blocks[0], map[*loop]int{})
	for len(u.work) > 0 {
		w := u.work[0]
		u.work = u.work[1:]
		u.fill(w)
	}
	p.blocks = u.out
	p.count()
	p.blocks = graph.Order((*block).next, p.blocks[0])
}

type unroller struct {
	p      *proc
	n      int
	inner  map[*block]*loop
	copies map[string]*block
	index  map[*block]int
	out    []*block
	work   []copied
}

// copied is a copy of a block for certain trips of the loops around it.
type copied struct {
	from, to *block
	trips    map[*loop]int
}

// copy gives the copy of a block, made when it is first asked for.
func (u *unroller) copy(b *block, trips map[*loop]int) *block {
	var key strings.Builder
	fmt.Fprintf(&key, "%d", u.index[b])
	for l := u.inner[b]; l != nil; l = l.up {
		fmt.Fprintf(&key, ".%d", trips[l])
	}
	if c := u.copies[key.String()]; c != nil {
		return c
	}
	label := b.label
	if u.inner[b] != nil {
		label = fmt.Sprintf("%s_trip%s", b.label, strings.ReplaceAll(key.String()[strings.Index(key.String(), "."):], ".", "_"))
	}
	c := &block{label: label, stmts: b.stmts, term: b.term, cond: b.cond, ret: b.ret}
	u.copies[key.String()] = c
	u.out = append(u.out, c)
	u.work = append(u.work, copied{b, c, trips})
	return c
}

// fill gives a copy its ways out.
func (u *unroller) fill(c copied) {
	for _, t := range c.from.to {
		trips, ok := u.step(c.from, t, c.trips)
		if !ok {
			cut := &block{label: fmt.Sprintf("%s_cut_%d", u.p.name, len(u.out)), term: tCut}
			cut.stmts = []stmt{{kind: sComment, zero: true, text: fmt.Sprintf("a loop goes round more than %d times", u.n)}}
			u.out = append(u.out, cut)
			c.to.to = append(c.to.to, cut)
			continue
		}
		c.to.to = append(c.to.to, u.copy(t, trips))
	}
}

// step counts trips along an edge; not ok: it would be one too many.
func (u *unroller) step(from, to *block, trips map[*loop]int) (map[*loop]int, bool) {
	next := map[*loop]int{}
	for l := u.inner[to]; l != nil; l = l.up {
		switch {
		case !l.set[from]:
			next[l] = 1
		case to == l.head:
			next[l] = trips[l] + 1
		default:
			next[l] = trips[l]
		}
		if next[l] > u.n && (l.below || next[l] > u.n+1 || l.only[to]) {
			return nil, false
		}
	}
	return next, true
}

// findLoops finds the loops of a set of blocks, leaving out edges into cut, and the loops inside of them.
func findLoops(blocks []*block, up *loop, cut *block, inner map[*block]*loop) {
	in := map[*block]bool{}
	for _, b := range blocks {
		in[b] = true
	}
	next := func(b *block) (out []*block) {
		for _, t := range b.to {
			if in[t] && t != cut {
				out = append(out, t)
			}
		}
		return out
	}
	for _, comp := range graph.Components(next, blocks...) {
		head := comp[0]
		if len(comp) == 1 && !slices.Contains(next(head), head) {
			continue
		}
		l := &loop{head: head, set: map[*block]bool{}, up: up}
		for _, b := range comp {
			l.set[b] = true
			inner[b] = l
		}
		l.look()
		// The header's successors first, so that inner headers are what a search from here meets first.
		var rest []*block
		seen := map[*block]bool{head: true}
		for _, b := range append(append([]*block(nil), head.to...), blocks...) {
			if l.set[b] && !seen[b] {
				seen[b] = true
				rest = append(rest, b)
			}
		}
		findLoops(rest, l, head, inner)
	}
}

// look finds where a loop can be left.
func (l *loop) look() {
	can := map[*block]bool{}
	for changed := true; changed; {
		changed = false
		for b := range l.set {
			leaves := len(b.to) == 0
			back, out := false, false
			for _, t := range b.to {
				leaves = leaves || !l.set[t] || t != l.head && can[t]
				back, out = back || t == l.head, out || !l.set[t]
			}
			if back && out && (b != l.head || len(l.set) == 1) {
				l.below = true
			}
			if leaves && !can[b] {
				can[b], changed = true, true
			}
		}
	}
	l.only = map[*block]bool{}
	for b := range l.set {
		if !can[b] {
			l.only[b] = true
		}
	}
}

// recursive finds the procedures that can call themselves, directly or not.
func recursive(p *program) map[*proc]bool {
	out := map[*proc]bool{}
	for _, pr := range p.procs {
		out[pr] = slices.Contains(graph.Reach((*proc).calls, pr.calls()...), pr)
	}
	return out
}

// calls lists the procedures that one calls.
func (p *proc) calls() (out []*proc) {
	for _, b := range p.blocks {
		for i := range b.stmts {
			if c := b.stmts[i].proc; c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}
