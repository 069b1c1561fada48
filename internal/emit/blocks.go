package emit

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/graph"
)

// Blocks as text: labels and jumps, and an if where a branch only steps over something. Both languages write these alike.

// language prints what differs.
type language interface {
	stmt(*writer, *stmt)
	end(*writer, *block) // of a procedure or of everything
	cond(*expr) string
	label(string) string
}

// writer prints the blocks of a procedure.
type writer struct {
	lang    language
	p       *proc
	b       strings.Builder
	depth   int
	targets map[*block]int // jumps to it that were printed
	done    map[*block]bool
	detours map[[2]*block]bool
}

func newWriter(lang language, p *proc) *writer {
	return &writer{lang: lang, p: p, depth: 1, targets: map[*block]int{}, done: map[*block]bool{}, detours: map[[2]*block]bool{}}
}

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.Repeat("\t", w.depth))
	fmt.Fprintf(&w.b, format, args...)
	w.b.WriteString("\n")
}

// labelMark stands before each label in the text until it is known whether anything jumps there.
const labelMark = "\x01"

func (w *writer) body() {
	for i, b := range w.p.blocks {
		if w.done[b] {
			continue
		}
		var next *block
		for _, n := range w.p.blocks[i+1:] {
			if !w.done[n] {
				next = n
				break
			}
		}
		fmt.Fprintf(&w.b, "%s%s\n", labelMark, b.label)
		w.block(b, next)
	}
}

// finish drops the labels to which nothing jumps.
func (w *writer) finish() string {
	wanted := map[string]bool{}
	for b, n := range w.targets {
		if n > 0 {
			wanted[b.label] = true
		}
	}
	var out strings.Builder
	for _, line := range strings.SplitAfter(w.b.String(), "\n") {
		if strings.HasPrefix(line, labelMark) {
			if name := strings.TrimSuffix(line[1:], "\n"); wanted[name] {
				out.WriteString(w.lang.label(name) + "\n")
			}
			continue
		}
		out.WriteString(line)
	}
	return out.String()
}

// block prints a block; next is what follows it in the text.
func (w *writer) block(b, next *block) {
	w.done[b] = true
	for i := range b.stmts {
		w.lang.stmt(w, &b.stmts[i])
	}
	switch b.term {
	case tGoto:
		w.jump(b.to[0], next)
	case tBranch:
		w.branch(b, next)
	default:
		w.lang.end(w, b)
	}
}

func (w *writer) jump(to, next *block) {
	if to != next {
		w.targets[to]++
		w.line("goto %s;", to.label)
	}
}

// A detour is what lies between a branch and a block behind it: entered only here, and left only to that block or to an end. It is
// written inside the braces of an if, detours in it too.

// deepest bounds how many detours are written inside one another.
const deepest = 12

// detour reports whether all that begins at a block is one.
func (w *writer) detour(b, after *block, depth int) bool {
	if b.preds != 1 || w.done[b] || b == w.p.blocks[0] || b == after || depth > deepest {
		return false
	}
	key := [2]*block{b, after}
	if known, ok := w.detours[key]; ok { // else branches in branches would be looked at again and again
		return known
	}
	ok := w.leads(b, after, depth)
	w.detours[key] = ok
	return ok
}

// leads reports whether a block, and what follows it, leads to another in this manner.
func (w *writer) leads(b, after *block, depth int) bool {
	for n := 0; n < len(w.p.blocks); n++ {
		switch b.term {
		case tGoto:
			return b.to[0] == after
		case tBranch:
			next, ok := w.join(b, depth)
			switch {
			case !ok:
				return false
			case next == after:
				return true
			case w.done[next] || next.preds != w.waysInto(b, next):
				return false
			}
			b = next
		default:
			return true
		}
	}
	return false
}

// join is the block behind an if.
func (w *writer) join(b *block, depth int) (*block, bool) {
	then, other := b.to[0], b.to[1]
	switch {
	case w.detour(then, other, depth+1):
		return other, true
	case w.detour(other, then, depth+1):
		return then, true
	}
	return nil, false
}

// waysInto counts the ways that an if has to the block behind it: past the detour, and out of it unless that ends.
func (w *writer) waysInto(b, next *block) int {
	detour := b.to[0]
	if detour == next {
		detour = b.to[1]
	}
	return 1 + w.exits(detour, next)
}

// exits counts the jumps to a block from a detour.
func (w *writer) exits(b, to *block) int {
	n := 0
	before := func(x *block) []*block {
		if x == to {
			return nil
		}
		return x.to
	}
	for _, x := range graph.Reach(before, b) {
		for _, t := range before(x) {
			if t == to {
				n++
			}
		}
	}
	return n
}

// inside prints a detour up to the block behind it.
func (w *writer) inside(b, after *block) {
	w.depth++
	defer func() { w.depth-- }()
	for b != after {
		w.done[b] = true
		for i := range b.stmts {
			w.lang.stmt(w, &b.stmts[i])
		}
		switch b.term {
		case tGoto:
			b = b.to[0]
		case tBranch:
			next, _ := w.join(b, w.depth)
			w.ifThen(b, next)
			b = next
		default:
			w.lang.end(w, b)
			return
		}
	}
}

// ifThen prints a branch that steps over something.
func (w *writer) ifThen(b, next *block) {
	detour, cond := b.to[0], b.cond
	if detour == next {
		detour, cond = b.to[1], not(b.cond)
	}
	w.line("if (%s) {", w.lang.cond(cond))
	w.inside(detour, next)
	w.line("}")
}

func (w *writer) branch(b, next *block) {
	then, other := b.to[0], b.to[1]
	if behind, ok := w.join(b, 1); ok {
		w.ifThen(b, behind)
		w.jump(behind, w.after(next))
		return
	}
	if then == next {
		w.targets[other]++
		w.line("if (%s) {", w.lang.cond(not(b.cond)))
		w.line("\tgoto %s;", other.label)
		w.line("}")
		return
	}
	w.targets[then]++
	w.line("if (%s) {", w.lang.cond(b.cond))
	w.line("\tgoto %s;", then.label)
	w.line("}")
	w.jump(other, next)
}

// after is the block that follows in the text, now that a detour was printed out of order.
func (w *writer) after(next *block) *block {
	if next == nil || !w.done[next] {
		return next
	}
	past := false
	for _, b := range w.p.blocks {
		if b == next {
			past = true
		}
		if past && !w.done[b] {
			return b
		}
	}
	return nil
}
