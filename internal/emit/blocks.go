package emit

import (
	"fmt"
	"strings"
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
}

func newWriter(lang language, p *proc) *writer {
	return &writer{lang: lang, p: p, depth: 1, targets: map[*block]int{}, done: map[*block]bool{}}
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

// steps reports whether a block is a detour: one way in, and out to the block that follows, or to an end.
func (w *writer) steps(b, after *block) bool {
	return b.preds == 1 && !w.done[b] && b != w.p.blocks[0] && (b.term == tGoto && b.to[0] == after || b.term == tReturn || b.term == tHalt || b.term == tCut)
}

func (w *writer) branch(b, next *block) {
	then, other := b.to[0], b.to[1]
	cond := w.lang.cond(b.cond)
	inverse := w.lang.cond(not(b.cond))
	inner := func(x, after *block) {
		w.depth++
		w.block(x, after)
		w.depth--
	}
	switch {
	case w.steps(then, other):
		w.line("if (%s) {", cond)
		inner(then, other)
		w.line("}")
		w.jump(other, w.after(next))
	case w.steps(other, then):
		w.line("if (%s) {", inverse)
		inner(other, then)
		w.line("}")
		w.jump(then, w.after(next))
	case then == next:
		w.targets[other]++
		w.line("if (%s) {", inverse)
		w.line("\tgoto %s;", other.label)
		w.line("}")
	default:
		w.targets[then]++
		w.line("if (%s) {", cond)
		w.line("\tgoto %s;", then.label)
		w.line("}")
		w.jump(other, next)
	}
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
