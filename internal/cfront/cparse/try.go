package cparse

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// Structured exceptions as plain C.
//
//	__try { A } __finally { B }     { A; L: ; B }             __leave in A becomes goto L
//	__try { A } __except (e) { B }  { A; goto L; H: ; (void)(e); B; L: ; }
//
// An exception comes from a function that raises one: ExRaiseStatus and its kin always do, ProbeForRead, ProbeForWrite, MmProbeAndLockPages and the like may. A call of one
// that is a statement in A is followed by if (__heddle_raised(..)) goto H. A block without such a call is there because an address of the user's may be bad: its exception comes
// before A. The filter is taken to choose the handler. A return or an exception that leaves a block with __finally runs B first: a copy of B stands before it. Other jumps
// out of such a block are not followed: executions that make one are UNKNOWN.

// raises are the functions after whose calls an exception may have come instead; true: it always has.
var raises = map[string]bool{
	"ExRaiseStatus": true, "ExRaiseAccessViolation": true, "ExRaiseDatatypeMisalignment": true, "RtlRaiseStatus": true,
	"ProbeForRead": false, "ProbeForWrite": false, "MmProbeAndLockPages": false, "MmProbeAndLockProcessPages": false, "ExAllocatePoolWithQuotaTag": false, "MmMapLockedPages": false,
}

type tryRewriter struct {
	in    []cpp.Token
	match []int32
	out   []cpp.Token
	count int
}

// rewriteTries turns all __try statements into plain C.
func rewriteTries(toks []cpp.Token) []cpp.Token {
	w := &tryRewriter{in: toks, match: matchBrackets(toks), out: make([]cpp.Token, 0, len(toks))}
	w.run(0, len(toks), nil)
	return w.out
}

// try is a block whose tokens are written.
type try struct {
	number  int
	open    int  // where A begins
	shut    int  // and ends
	handler bool // __except, not __finally
	final   [2]int
	outer   *try
}

func isTry(t cpp.Token) bool { return t.Kind == cpp.Ident && (t.Text == "__try" || t.Text == "_try") }

func (w *tryRewriter) words(at cpp.Token, texts ...string) {
	for _, s := range texts {
		w.out = append(w.out, word(at, s))
	}
}

func (w *tryRewriter) run(i, end int, in *try) {
	for i < end {
		t := w.in[i]
		switch {
		case isTry(t) && i+1 < end && w.in[i+1].Is("{"):
			i = w.try(i, end, in)
		case in != nil && t.Kind == cpp.Ident && (t.Text == "__leave" || t.Text == "_leave"):
			w.words(t, "goto", in.label("leave"))
			i++
		case in != nil && t.Kind == cpp.Ident && t.Text == "return":
			i = w.leaving(i, end, in)
		case in != nil && t.Kind == cpp.Ident && w.jumpsOut(i, in):
			w.words(t, "{", "__heddle_unsupported", "(", `"a jump out of a block with __finally"`, ")", ";")
			for ; i < end && !w.in[i].Is(";"); i++ {
				w.out = append(w.out, w.in[i])
			}
			w.words(t, ";", "}")
			i++
		case in != nil && w.raising(i, end, in):
			shut := int(w.match[i+1])
			w.words(t, "{")
			w.out = append(w.out, w.in[i:shut+1]...)
			w.words(t, ";")
			if !raises[t.Text] {
				w.words(t, "if", "(", "__heddle_raised", "(", ")", ")")
			}
			w.words(t, "{")
			to := in.handlerOf()
			for x := in; x != to; x = x.outer {
				w.run(x.final[0], x.final[1]+1, x.outer)
			}
			w.words(t, "goto", to.label("handler"), ";", "}", "}")
			i = shut + 2
		default:
			w.out = append(w.out, t)
			i++
		}
	}
}

func (t *try) label(what string) string { return fmt.Sprintf("__heddle_%s_%d", what, t.number) }

// handlerOf is the nearest block around that handles exceptions; the block itself if none does, whose label its end has.
func (t *try) handlerOf() *try {
	for x := t; x != nil; x = x.outer {
		if x.handler {
			return x
		}
	}
	return t
}

// jumpsOut reports whether a statement is a goto, break or continue that leaves a block with __finally.
func (w *tryRewriter) jumpsOut(i int, in *try) bool {
	what := w.in[i].Text
	if what != "goto" && what != "break" && what != "continue" {
		return false
	}
	for x := in; x != nil; x = x.outer {
		switch {
		case what == "goto" && w.hasLabel(x, w.in[i+1].Text), what != "goto" && w.inLoop(x.open, i, what):
			return false
		case !x.handler:
			return true
		}
	}
	return false
}

// hasLabel reports whether a label stands in a block.
func (w *tryRewriter) hasLabel(x *try, label string) bool {
	for k := x.open; k < x.shut; k++ {
		if w.in[k].IsIdent(label) && w.in[k+1].Is(":") && !w.in[k-1].Is("?") {
			return true
		}
	}
	return false
}

// inLoop reports whether what stands at i ends an iteration, or a switch, that begins behind open.
func (w *tryRewriter) inLoop(open, i int, what string) bool {
	for k := open; k < i; k++ {
		switch w.in[k].Text {
		case "switch":
			if what == "continue" {
				continue
			}
		case "for", "while", "do":
		default:
			continue
		}
		body := k + 1
		if w.in[body].Is("(") {
			body = int(w.match[body]) + 1
		}
		last := body
		for !w.in[last].Is(";") && last < i {
			if w.in[last].Is("(") || w.in[last].Is("{") {
				last = int(w.match[last])
				if w.in[last].Is("}") {
					break
				}
			}
			last++
		}
		if body <= i && i <= last {
			return true
		}
	}
	return false
}

// raising reports whether a statement is a call of a function that raises exceptions.
func (w *tryRewriter) raising(i, end int, in *try) bool {
	if w.in[i].Kind != cpp.Ident || i+1 >= end || !w.in[i+1].Is("(") || !in.handlerOf().handler {
		return false
	}
	if _, ok := raises[w.in[i].Text]; !ok {
		return false
	}
	shut := int(w.match[i+1])
	before := i == 0 || w.in[i-1].Is("{") || w.in[i-1].Is("}") || w.in[i-1].Is(";") || w.in[i-1].Is(")") || w.in[i-1].Text == "else"
	return before && shut+1 < end && w.in[shut+1].Is(";")
}

// leaving writes a return out of blocks: those with __finally run it first.
func (w *tryRewriter) leaving(i, end int, in *try) int {
	stop := i
	for stop < end && !w.in[stop].Is(";") {
		if w.in[stop].Is("(") || w.in[stop].Is("{") {
			stop = int(w.match[stop])
		}
		stop++
	}
	finals := false
	for x := in; x != nil; x = x.outer {
		finals = finals || !x.handler
	}
	if !finals {
		w.out = append(w.out, w.in[i:min(stop+1, end)]...)
		return stop + 1
	}
	at := w.in[i]
	w.words(at, "{")
	value := w.in[i+1 : stop]
	if len(value) > 0 {
		w.count++
		name := fmt.Sprintf("__heddle_result_%d", w.count)
		w.words(at, "__typeof__", "(", "(")
		w.out = append(w.out, value...)
		w.words(at, ")", ")", name, "=", "(")
		w.out = append(w.out, value...)
		w.words(at, ")", ";")
		value = []cpp.Token{word(at, name)}
	}
	for x := in; x != nil; x = x.outer {
		if !x.handler {
			w.run(x.final[0], x.final[1]+1, x.outer)
		}
	}
	w.words(at, "return")
	w.out = append(w.out, value...)
	w.words(at, ";", "}")
	return stop + 1
}

// try writes the statement that begins at i, and gives the place behind it.
func (w *tryRewriter) try(i, end int, outer *try) int {
	at := w.in[i]
	open := i + 1
	shut := int(w.match[open])
	k := shut + 1
	if k >= end || w.in[k].Kind != cpp.Ident {
		w.out = append(w.out, at)
		return i + 1
	}
	w.count++
	t := &try{number: w.count, open: open, shut: shut, outer: outer}
	switch what := w.in[k].Text; {
	case (what == "__finally" || what == "_finally") && k+1 < end && w.in[k+1].Is("{"):
		t.final = [2]int{k + 1, int(w.match[k+1])}
		w.words(at, "{")
		w.run(open, shut+1, t)
		w.words(at, t.label("leave"), ":", ";")
		w.run(t.final[0], t.final[1]+1, outer)
		w.words(at, "}")
		return t.final[1] + 1
	case (what == "__except" || what == "_except") && k+1 < end && w.in[k+1].Is("("):
		t.handler = true
		filter := int(w.match[k+1])
		if filter+1 >= end || !w.in[filter+1].Is("{") {
			break
		}
		body := filter + 1
		w.words(at, "{")
		before := len(w.out)
		w.run(open, shut+1, t)
		if !w.jumpsTo(before, t.label("handler")) {
			inner := append([]cpp.Token(nil), w.out[before:]...)
			w.out = w.out[:before]
			w.words(at, "if", "(", "__heddle_raised", "(", ")", ")", "goto", t.label("handler"), ";")
			w.out = append(w.out, inner...)
		}
		w.words(at, t.label("leave"), ":", ";", "if", "(", "0", ")", "{", t.label("handler"), ":", ";", "(", "void", ")", "(")
		w.run(k+2, filter, outer)
		w.words(at, ")", ";")
		w.run(body, int(w.match[body])+1, outer)
		w.words(at, "}", "}")
		return int(w.match[body]) + 1
	}
	w.out = append(w.out, at)
	return i + 1
}

// jumpsTo reports whether a label is named in what was written since.
func (w *tryRewriter) jumpsTo(since int, label string) bool {
	for _, t := range w.out[since:] {
		if t.Text == label {
			return true
		}
	}
	return false
}
