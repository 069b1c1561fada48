package main

import (
	"fmt"
	"maps"
)

// Bounded sequentializations of small concurrent programs, in the two shapes that heddle makes:
//
//   - lazy: K rounds in order; in each round each thread continues where it stopped and runs up to a chosen statement.
//     A statement runs in a round when its number lies between the two.
//   - eager (Lal and Reps): threads one after the other, each through all rounds; the memory at the start of a round is
//     guessed, K copies of it are kept, and the guesses are checked at the end.
//
// A program is a list of threads, a thread a list of statements without loops; a statement makes at most one shared
// access, like an instruction of the intermediate representation. The formula says: some assertion fails.

type cell struct {
	name  string
	width int
	init  uint64
}

// cells declares an array of shared cells.
func cells(name string, n, width int, init func(int) uint64) []cell {
	var out []cell
	for i := range n {
		v := uint64(0)
		if init != nil {
			v = init(i)
		}
		out = append(out, cell{fmt.Sprintf("%s_%d", name, i), width, v})
	}
	return out
}

type stmt func(e *env)

type program struct {
	shared  []cell
	arrays  []arrayCell // only in SMT-LIB instances
	locals  []cell      // every thread has its own
	threads [][]stmt
}

type arrayCell struct {
	name        string
	index, elem int
}

// env is what a statement sees.
type env struct {
	w     *words
	exec  *word // this statement runs
	local map[string]*word
	mem   memory
	ok    *word // all assumptions so far held
	bad   *word // some assertion failed
}

type memory interface {
	get(name string) *word
	set(name string, v *word, cond *word)
}

func (e *env) get(name string) *word { return e.mem.get(name) }
func (e *env) set(name string, v *word) {
	e.mem.set(name, v, e.exec)
}

func (e *env) l(name string) *word {
	v := e.local[name]
	if v == nil {
		panic("no local " + name)
	}
	return v
}
func (e *env) let(name string, v *word)    { e.local[name] = e.w.ite(e.exec, v, e.l(name)) }
func (e *env) n(width int, v uint64) *word { return e.w.num(width, v) }

func (e *env) assume(c *word) { e.ok = e.w.and(e.ok, e.w.or(e.w.not(e.exec), c)) }
func (e *env) assert(c *word) {
	e.bad = e.w.or(e.bad, e.w.all2(e.ok, e.exec, e.w.not(c)))
}

// at reads cell i of an array of n cells.
func (e *env) at(name string, n int, i *word) *word {
	v := e.get(fmt.Sprintf("%s_%d", name, n-1))
	for k := n - 2; k >= 0; k-- {
		v = e.w.ite(e.w.eq(i, e.n(i.width, uint64(k))), e.get(fmt.Sprintf("%s_%d", name, k)), v)
	}
	return v
}

func (e *env) setAt(name string, n int, i, v *word) {
	for k := range n {
		e.mem.set(fmt.Sprintf("%s_%d", name, k), v, e.w.and(e.exec, e.w.eq(i, e.n(i.width, uint64(k)))))
	}
}

// when guards statements by a condition on locals.
func when(cond func(e *env) *word, body ...stmt) []stmt {
	var out []stmt
	for _, b := range body {
		out = append(out, func(e *env) {
			save := e.exec
			e.exec = e.w.and(save, cond(e))
			b(e)
			e.exec = save
		})
	}
	return out
}

func isSet(name string) func(e *env) *word { return func(e *env) *word { return e.l(name) } }

type plainMemory struct {
	w *words
	m map[string]*word
}

func (p *plainMemory) get(name string) *word { return p.m[name] }
func (p *plainMemory) set(name string, v, cond *word) {
	p.m[name] = p.w.ite(cond, v, p.m[name])
}

func (p *program) initLocals(w *words) map[string]*word {
	m := map[string]*word{}
	for _, c := range p.locals {
		m[c.name] = w.num(c.width, c.init)
	}
	return m
}

// lazy builds the lazy sequentialization with the given number of rounds.
func lazy(w *words, p *program, rounds int) *word {
	mem := &plainMemory{w, map[string]*word{}}
	for _, c := range p.shared {
		mem.m[c.name] = w.num(c.width, c.init)
	}
	for _, a := range p.arrays {
		mem.m[a.name] = w.constArray(a.index, w.num(a.elem, 0))
	}
	e := &env{w: w, mem: mem, ok: w.bool(true), bad: w.bool(false)}
	locals := make([]map[string]*word, len(p.threads))
	pcs := make([]*word, len(p.threads))
	widths := make([]int, len(p.threads))
	for t, body := range p.threads {
		locals[t] = p.initLocals(w)
		for 1<<widths[t] <= len(body) {
			widths[t]++
		}
		pcs[t] = w.num(widths[t], 0)
	}
	for r := range rounds {
		for t, body := range p.threads {
			cs := w.variable(fmt.Sprintf("cs_%d_%d", t, r), widths[t])
			e.ok = w.all2(e.ok, w.ule(pcs[t], cs), w.ule(cs, w.num(widths[t], uint64(len(body)))))
			e.local = locals[t]
			for i, st := range body {
				n := w.num(widths[t], uint64(i))
				e.exec = w.and(w.ule(pcs[t], n), w.ult(n, cs))
				st(e)
			}
			pcs[t] = cs
		}
	}
	return e.bad
}

// roundMemory keeps a copy of each cell per round; the current round is a vector of one-hot flags.
type roundMemory struct {
	w    *words
	copy []map[string]*word
	in   []*word
}

func (m *roundMemory) get(name string) *word {
	v := m.copy[len(m.copy)-1][name]
	for k := len(m.copy) - 2; k >= 0; k-- {
		v = m.w.ite(m.in[k], m.copy[k][name], v)
	}
	return v
}

func (m *roundMemory) set(name string, v, cond *word) {
	for k := range m.copy {
		m.copy[k][name] = m.w.ite(m.w.and(cond, m.in[k]), v, m.copy[k][name])
	}
}

// eager builds the sequentialization of Lal and Reps.
func eager(w *words, p *program, rounds int) *word {
	mem := &roundMemory{w: w}
	var guess []map[string]*word
	for k := range rounds {
		m := map[string]*word{}
		for _, c := range p.shared {
			if k == 0 {
				m[c.name] = w.num(c.width, c.init)
			} else {
				m[c.name] = w.variable(fmt.Sprintf("g_%s_%d", c.name, k), c.width)
			}
		}
		for _, a := range p.arrays {
			if k == 0 {
				m[a.name] = w.constArray(a.index, w.num(a.elem, 0))
			} else {
				m[a.name] = w.array(fmt.Sprintf("g_%s_%d", a.name, k), a.index, a.elem)
			}
		}
		guess = append(guess, maps.Clone(m))
		mem.copy = append(mem.copy, m)
	}
	e := &env{w: w, mem: mem, ok: w.bool(true), bad: w.bool(false)}
	width := 1
	for 1<<width < rounds {
		width++
	}
	for t, body := range p.threads {
		e.local = p.initLocals(w)
		k := w.num(width, 0)
		alive := w.bool(true)
		for i, st := range body {
			next := w.variable(fmt.Sprintf("k_%d_%d", t, i), width)
			e.ok = w.all2(e.ok, w.ule(k, next), w.ule(next, w.num(width, uint64(rounds-1))))
			k = next
			alive = w.and(alive, w.variable(fmt.Sprintf("go_%d_%d", t, i), 0))
			mem.in = mem.in[:0]
			for r := range rounds {
				mem.in = append(mem.in, w.eq(k, w.num(width, uint64(r))))
			}
			e.exec = alive
			st(e)
		}
	}
	res := w.and(e.bad, e.ok)
	for k := 0; k+1 < rounds; k++ {
		for _, c := range p.shared {
			res = w.and(res, w.eq(mem.copy[k][c.name], guess[k+1][c.name]))
		}
		for _, a := range p.arrays {
			res = w.and(res, w.eq(mem.copy[k][a.name], guess[k+1][a.name]))
		}
	}
	return res
}
