package main

import "github.com/heddle-dev/heddle/internal/sat"

// instance is one benchmark: clauses, or a word-level formula that becomes clauses or SMT-LIB.
type instance struct {
	name string
	cnf  func() *sat.CNF
	word func(w *words) *word
	smt  bool   // also run as SMT-LIB
	only bool   // SMT-LIB only
	file string // brought by the user; nothing else is set then
}

func lz(p *program, rounds int) func(*words) *word {
	return func(w *words) *word { return lazy(w, p, rounds) }
}

func lr(p *program, rounds int) func(*words) *word {
	return func(w *words) *word { return eager(w, p, rounds) }
}

// instances is the benchmark set. Numbers are sizes, bounds and seeds; u marks programs with a reachable failure.
func instances() []instance {
	var all []instance
	bits := func(name string, f func(*words) *word) {
		all = append(all, instance{name: name, word: f})
	}
	both := func(name string, f func(*words) *word) {
		all = append(all, instance{name: name, word: f, smt: true})
	}
	smt := func(name string, f func(*words) *word) {
		all = append(all, instance{name: name, word: f, smt: true, only: true})
	}
	cnf := func(name string, f func() *sat.CNF) { all = append(all, instance{name: name, cnf: f}) }

	// Lazy sequentializations; the last number is the rounds.
	both("lazy_fib4_5", lz(fib(4, 10, true), 5))
	both("lazy_fib4_6", lz(fib(4, 10, true), 6))
	bits("lazy_fib5_5", lz(fib(5, 16, true), 5))
	bits("lazy_fib5_6", lz(fib(5, 16, true), 6))
	both("lazy_fib5u_5", lz(fib(5, 16, false), 5))
	bits("lazy_fib5u_6", lz(fib(5, 16, false), 6))
	both("lazy_stack_4", lz(stack(4, 4, 4, true), 4))
	both("lazy_stack_5", lz(stack(4, 4, 4, true), 5))
	both("lazy_queue_5", lz(queue(4, 6, 4, true), 5))
	both("lazy_queue_6", lz(queue(4, 8, 4, true), 6))
	both("lazy_peterson_4", lz(peterson(3, true), 4))
	both("lazy_peterson_5", lz(peterson(3, true), 5))
	both("lazy_ticket_5", lz(ticket(3, 2, 3), 5))
	both("lazy_ticket_6", lz(ticket(3, 2, 3), 6))
	bits("lazy_safestack2_6", lz(safestack(2, 2), 6))
	both("lazy_safestack3_3", lz(safestack(3, 2), 3))
	both("lazy_safestack3_4", lz(safestack(3, 2), 4))
	both("lazy_bakery_4", lz(bakery(3, 2, true), 4))
	bits("lazy_bakery_5", lz(bakery(3, 2, true), 5))
	bits("lazy_counter_6", lz(counter(3, 3, 6, 2), 6))

	// Sequentializations after Lal and Reps.
	bits("eager_fib3_6", lr(fib(3, 8, true), 6))
	both("eager_fib4_5", lr(fib(4, 10, true), 5))
	bits("eager_fib4_6", lr(fib(4, 10, true), 6))
	bits("eager_fib5u_6", lr(fib(5, 12, false), 6))
	both("eager_stack_6", lr(stack(3, 4, 3, true), 6))
	both("eager_queue_6", lr(queue(4, 6, 4, true), 6))
	both("eager_peterson_4", lr(peterson(3, true), 4))
	both("eager_peterson_5", lr(peterson(3, true), 5))
	both("eager_ticket_4", lr(ticket(3, 2, 3), 4))
	bits("eager_ticket_5", lr(ticket(3, 2, 3), 5))
	both("eager_safestack_4", lr(safestack(3, 2), 4))
	bits("eager_safestack_5", lr(safestack(3, 2), 5))
	bits("eager_bakery_6", lr(bakery(3, 1, true), 6))
	bits("eager_counter_6", lr(counter(2, 5, 5, 2), 6))

	// Arithmetic.
	both("commute_7", commute(7))
	both("distribute_6", distribute(6))
	bits("distribute_7", distribute(7))
	both("associate_6", associate(6))
	both("squares_7", squares(7))
	both("shiftadd_7", shiftAdd(7))
	bits("shiftadd_8", shiftAdd(8))
	bits("factor_18", factor(18, 262139*131071))
	bits("factor_20", factor(20, 1000003*999983))
	both("factor_none_14", factor(14, 67108859))
	both("sorter_5", sorter(5, 3, 5))

	// Combinatorics and random formulas.
	cnf("pigeons_8", func() *sat.CNF { return pigeons(8) })
	cnf("pigeons_9", func() *sat.CNF { return pigeons(9) })
	cnf("chess_10", func() *sat.CNF { return chess(10) })
	cnf("parity_26", func() *sat.CNF { return parity(26, 4, 1) })
	cnf("random3_250_1", func() *sat.CNF { return randomK(3, 250, 4.26, 1) })
	cnf("random3_300_3", func() *sat.CNF { return randomK(3, 300, 4.1, 3) })
	cnf("random3_275_1", func() *sat.CNF { return randomK(3, 275, 4.4, 1) })
	cnf("random3_275_2", func() *sat.CNF { return randomK(3, 275, 4.4, 2) })
	cnf("random5_50_1", func() *sat.CNF { return randomK(5, 50, 21.5, 1) })
	cnf("planted_300_2", func() *sat.CNF { return planted(3, 300, 4.3, 2) })
	cnf("coloring_400", func() *sat.CNF { return coloring(400, 3, 4.6, 2) })
	cnf("quasigroup_33", func() *sat.CNF { return quasigroup(33, 381, 2) })
	cnf("quasigroup_35", func() *sat.CNF { return quasigroup(35, 405, 3) })
	cnf("waerden_3_9", func() *sat.CNF { return waerden(3, 9, 77) })
	cnf("waerden_3_10", func() *sat.CNF { return waerden(3, 10, 97) })

	// Arrays, for SMT solvers only.
	smt("array_queue_lazy_4", lz(arrayQueue(5, 6, 8, true), 4))
	smt("array_queue_lazy_u", lz(arrayQueue(5, 6, 8, false), 4))
	smt("array_queue_eager_3", lr(arrayQueue(3, 5, 8, true), 3))
	return all
}

// formula returns the clauses of the instance.
func (in *instance) formula() *sat.CNF {
	if in.cnf != nil {
		return in.cnf()
	}
	w := newWords()
	root := in.word(w)
	g := newGates()
	g.cnf.Add(g.lower(w, root))
	g.cnf.NumVars = int(g.next)
	return g.cnf
}

func (in *instance) smtlib() string {
	w := newWords()
	return w.smtlib(in.word(w))
}
