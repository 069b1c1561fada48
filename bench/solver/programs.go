package main

import "fmt"

// The concurrent programs: textbook algorithms, each as threads of straight-line statements with one shared access
// per statement. Busy waiting is an assumption (a thread that waits does not continue).

// fib: two threads add i and j to each other n times; is the n-th pair of Fibonacci numbers the maximum?
// The assertion is one above (safe) or at (unsafe) the maximum.
func fib(n int, width int, safe bool) *program {
	a, b := uint64(1), uint64(1)
	for range 2 * n {
		a, b = b, a+b
	}
	limit := b
	if !safe {
		limit--
	}
	limit &= mask(width)
	p := &program{
		shared: []cell{{"i", width, 1}, {"j", width, 1}},
		locals: []cell{{"t", width, 0}, {"u", width, 0}},
	}
	adder := func(x, y string) []stmt {
		var body []stmt
		for range n {
			body = append(body,
				func(e *env) { e.let("t", e.get(x)) },
				func(e *env) { e.let("u", e.get(y)) },
				func(e *env) { e.set(x, e.w.add(e.l("t"), e.l("u"))) },
				func(e *env) { e.assert(e.w.ule(e.get(x), e.n(width, limit))) },
			)
		}
		return body
	}
	p.threads = [][]stmt{adder("i", "j"), adder("j", "i")}
	return p
}

// lockStmt and unlockStmt are a test-and-set lock as one atomic step each.
func lockStmt(name string) stmt {
	return func(e *env) {
		e.assume(e.w.not(e.get(name)))
		e.set(name, e.w.bool(true))
	}
}

func unlockStmt(name string) stmt {
	return func(e *env) { e.set(name, e.w.bool(false)) }
}

// stack: a bounded stack under a lock, producer and consumer; the unsafe one reads the top before it locks.
func stack(size, ops, width int, safe bool) *program {
	iw := 4
	p := &program{
		shared: append(cells("cell", size, width, nil), cell{"top", iw, 0}, cell{"lock", 0, 0}),
		locals: []cell{{"t", iw, 0}, {"v", width, 0}, {"last", width, 0}, {"c", 0, 0}},
	}
	var push, pop []stmt
	for k := range ops {
		read := func(e *env) { e.let("t", e.get("top")) }
		if !safe {
			push = append(push, read)
		}
		push = append(push, lockStmt("lock"))
		if safe {
			push = append(push, read)
		}
		push = append(push,
			func(e *env) { e.let("c", e.w.ult(e.l("t"), e.n(iw, uint64(size)))) })
		push = append(push, when(isSet("c"),
			func(e *env) { e.setAt("cell", size, e.l("t"), e.n(width, uint64(k+1))) },
			func(e *env) { e.set("top", e.w.add(e.l("t"), e.n(iw, 1))) },
		)...)
		push = append(push, unlockStmt("lock"))
		pop = append(pop, lockStmt("lock"),
			func(e *env) { e.let("t", e.get("top")) },
			func(e *env) { e.let("c", e.w.not(e.w.eq(e.l("t"), e.n(iw, 0)))) })
		pop = append(pop, when(isSet("c"),
			func(e *env) { e.let("t", e.w.sub(e.l("t"), e.n(iw, 1))) },
			func(e *env) { e.set("top", e.l("t")) },
			func(e *env) {
				e.let("v", e.at("cell", size, e.l("t")))
				e.assert(e.w.not(e.w.eq(e.l("v"), e.n(width, 0))))
				// Nothing is popped twice: a value already seen is smaller than what was pushed since.
				e.assert(e.w.not(e.w.eq(e.l("v"), e.l("last"))))
				e.let("last", e.l("v"))
			},
			func(e *env) { e.setAt("cell", size, e.l("t"), e.n(width, 0)) },
		)...)
		pop = append(pop, unlockStmt("lock"))
	}
	p.threads = [][]stmt{push, pop}
	return p
}

// queue: a ring buffer with one producer and one consumer that must see the values in order. The unsafe
// producer publishes the index before the value.
func queue(size, ops, width int, safe bool) *program {
	iw := 4
	p := &program{
		shared: append(cells("q", size, width, nil), cell{"head", iw, 0}, cell{"tail", iw, 0}),
		locals: []cell{{"h", iw, 0}, {"t", iw, 0}, {"v", width, 0}, {"want", width, 1}},
	}
	var prod, cons []stmt
	for k := range ops {
		prod = append(prod,
			func(e *env) { e.let("t", e.get("tail")) },
			func(e *env) { e.let("h", e.get("head")) },
			func(e *env) { e.assume(e.w.ult(e.w.sub(e.l("t"), e.l("h")), e.n(iw, uint64(size)))) },
		)
		write := func(e *env) {
			e.setAt("q", size, ring(e, e.l("t"), size), e.n(width, uint64(k+1)))
		}
		prod = append(prod, publishing(iw, write, safe)...)
		cons = append(cons, consuming(iw, width, func(e *env) *word { return e.at("q", size, ring(e, e.l("h"), size)) })...)
	}
	p.threads = [][]stmt{prod, cons}
	return p
}

// publishing is the end of a producer's turn: the value is written before the index that shows it, or after.
func publishing(iw int, write stmt, safe bool) []stmt {
	publish := func(e *env) { e.set("tail", e.w.add(e.l("t"), e.n(iw, 1))) }
	if safe {
		return []stmt{write, publish}
	}
	return []stmt{publish, write}
}

// consuming is a consumer's turn: it waits for a value, takes it and expects the next one.
func consuming(iw, width int, first func(e *env) *word) []stmt {
	return []stmt{
		func(e *env) { e.let("h", e.get("head")) },
		func(e *env) { e.let("t", e.get("tail")) },
		func(e *env) { e.assume(e.w.not(e.w.eq(e.l("t"), e.l("h")))) },
		func(e *env) { e.let("v", first(e)) },
		func(e *env) { e.set("head", e.w.add(e.l("h"), e.n(iw, 1))) },
		func(e *env) {
			e.assert(e.w.eq(e.l("v"), e.l("want")))
			e.let("want", e.w.add(e.l("want"), e.n(width, 1)))
		},
	}
}

// ring reduces an index modulo a power of two.
func ring(e *env, i *word, size int) *word {
	return e.w.and(i, e.n(i.width, uint64(size-1)))
}

// peterson: mutual exclusion for two threads, each entering n times; the unsafe one sets turn first.
func peterson(n int, safe bool) *program {
	p := &program{
		shared: []cell{{"flag0", 0, 0}, {"flag1", 0, 0}, {"turn", 0, 0}, {"x", 8, 0}, {"y", 8, 0}},
		locals: []cell{{"f", 0, 0}, {"t", 0, 0}, {"v", 8, 0}},
	}
	for id := range 2 {
		me, other := fmt.Sprintf("flag%d", id), fmt.Sprintf("flag%d", 1-id)
		var body []stmt
		for range n {
			raise := func(e *env) { e.set(me, e.w.bool(true)) }
			turn := func(e *env) { e.set("turn", e.w.bool(id == 0)) }
			if safe {
				body = append(body, raise, turn)
			} else {
				body = append(body, turn, raise)
			}
			// Two looks at the condition, the second one blocking.
			body = append(body,
				func(e *env) { e.let("f", e.get(other)) },
				func(e *env) { e.let("t", e.w.eq(e.get("turn"), e.w.bool(id == 0))) },
			)
			body = append(body, when(func(e *env) *word { return e.w.and(e.l("f"), e.l("t")) },
				func(e *env) { e.let("f", e.get(other)) },
				func(e *env) { e.let("t", e.w.eq(e.get("turn"), e.w.bool(id == 0))) },
			)...)
			body = append(body,
				func(e *env) { e.assume(e.w.not(e.w.and(e.l("f"), e.l("t")))) },
				func(e *env) { e.let("v", e.get("x")) },
				func(e *env) { e.set("x", e.w.add(e.l("v"), e.n(8, 1))) },
				func(e *env) { e.let("v", e.get("y")) },
				func(e *env) { e.set("y", e.w.add(e.l("v"), e.n(8, 3))) },
				// In the critical section three x always equals y.
				func(e *env) {
					e.assert(e.w.eq(e.w.mul(e.get("x"), e.n(8, 3)), e.get("y")))
				},
				func(e *env) { e.set(me, e.w.bool(false)) },
			)
		}
		p.threads = append(p.threads, body)
	}
	return p
}

// ticket: a ticket lock with tickets of few bits, which wrap; safe as long as there are fewer waiters than tickets.
func ticket(threads, entries, bits int) *program {
	p := &program{
		shared: []cell{{"next", bits, 0}, {"serving", bits, 0}, {"owner", 4, 0}, {"sum", 8, 0}},
		locals: []cell{{"mine", bits, 0}, {"s", bits, 0}, {"v", 8, 0}},
	}
	for id := range threads {
		var body []stmt
		for range entries {
			body = append(body,
				func(e *env) {
					e.let("mine", e.get("next"))
					e.set("next", e.w.add(e.get("next"), e.n(bits, 1)))
				},
				func(e *env) { e.assume(e.w.eq(e.get("serving"), e.l("mine"))) },
				func(e *env) { e.set("owner", e.n(4, uint64(id+1))) },
				func(e *env) { e.let("v", e.get("sum")) },
				func(e *env) { e.set("sum", e.w.add(e.l("v"), e.n(8, uint64(id+1)))) },
				func(e *env) { e.assert(e.w.eq(e.get("owner"), e.n(4, uint64(id+1)))) },
				func(e *env) { e.let("s", e.get("serving")) },
				func(e *env) { e.set("serving", e.w.add(e.l("s"), e.n(bits, 1))) },
			)
		}
		p.threads = append(p.threads, body)
	}
	return p
}

// safestack: Vyukov's lock-free stack of indices, whose bug needs three threads and several rounds.
func safestack(threads, tries int) *program {
	const size = 3
	const iw = 3
	none := uint64(7)
	p := &program{
		shared: append(append(cells("next", size, iw, func(i int) uint64 {
			if i+1 < size {
				return uint64(i + 1)
			}
			return none
		}), cells("val", size, 3, func(i int) uint64 { return 0 })...),
			cell{"head", iw, 0}, cell{"count", 3, size}),
		locals: []cell{
			{"h", iw, 0},
			{"n", iw, 0},
			{"c", 3, 0},
			{"got", iw, none},
			{"busy", 0, 0},
			{"ok", 0, 0},
			{"live", 0, 0},
			{"v", 3, 0},
		},
	}
	for id := range threads {
		var body []stmt
		for range tries {
			// pop
			body = append(body,
				func(e *env) { e.let("c", e.get("count")) },
				func(e *env) {
					e.let("live", e.w.ult(e.n(3, 1), e.l("c")))
					e.let("ok", e.w.bool(false))
					e.let("got", e.n(iw, none))
				})
			body = append(body, when(isSet("live"),
				func(e *env) { e.let("h", e.get("head")) },
				func(e *env) {
					e.let("n", e.at("next", size, e.l("h")))
					e.setAt("next", size, e.l("h"), e.n(iw, none))
				})...)
			body = append(body, when(func(e *env) *word {
				return e.w.and(e.l("live"), e.w.not(e.w.eq(e.l("n"), e.n(iw, none))))
			},
				func(e *env) {
					same := e.w.eq(e.get("head"), e.l("h"))
					e.let("ok", same)
					e.set("head", e.w.ite(same, e.l("n"), e.get("head")))
				})...)
			body = append(body, when(isSet("ok"),
				func(e *env) {
					e.let("got", e.l("h"))
					e.set("count", e.w.sub(e.get("count"), e.n(3, 1)))
				},
				// use the element: nobody else may have it
				func(e *env) { e.setAt("val", size, e.l("got"), e.n(3, uint64(id+1))) },
				func(e *env) {
					e.assert(e.w.eq(e.at("val", size, e.l("got")), e.n(3, uint64(id+1))))
				})...)
			body = append(body, when(func(e *env) *word {
				return e.w.and(e.l("live"), e.w.and(e.w.not(e.l("ok")), e.w.not(e.w.eq(e.l("n"), e.n(iw, none)))))
			},
				func(e *env) { e.setAt("next", size, e.l("h"), e.l("n")) })...)
			// push back
			body = append(body, when(isSet("ok"),
				func(e *env) {
					e.let("h", e.get("head"))
					e.set("head", e.l("got"))
				},
				func(e *env) { e.setAt("next", size, e.l("got"), e.l("h")) },
				func(e *env) { e.set("count", e.w.add(e.get("count"), e.n(3, 1))) })...)
		}
		p.threads = append(p.threads, body)
	}
	return p
}

// dekker, bakery-like: n threads take a number one above all others and wait for smaller ones.
func bakery(threads, entries int, safe bool) *program {
	const w = 4
	p := &program{
		shared: append(append(cells("choosing", threads, 0, nil), cells("number", threads, w, nil)...), cell{"owner", 3, 0}),
		locals: []cell{{"m", w, 0}, {"t", w, 0}},
	}
	for id := range threads {
		var body []stmt
		me := fmt.Sprintf("number_%d", id)
		choosing := fmt.Sprintf("choosing_%d", id)
		for range entries {
			if safe {
				body = append(body, func(e *env) { e.set(choosing, e.w.bool(true)) })
			}
			body = append(body, func(e *env) { e.let("m", e.n(w, 0)) })
			for o := range threads {
				body = append(body, func(e *env) {
					v := e.get(fmt.Sprintf("number_%d", o))
					e.let("m", e.w.ite(e.w.ult(e.l("m"), v), v, e.l("m")))
				})
			}
			body = append(body, func(e *env) { e.set(me, e.w.add(e.l("m"), e.n(w, 1))) })
			if safe {
				body = append(body, func(e *env) { e.set(choosing, e.w.bool(false)) })
			}
			for o := range threads {
				if o == id {
					continue
				}
				body = append(body,
					func(e *env) { e.assume(e.w.not(e.get(fmt.Sprintf("choosing_%d", o)))) },
					func(e *env) {
						v := e.get(fmt.Sprintf("number_%d", o))
						mine := e.w.add(e.l("m"), e.n(w, 1))
						first := e.w.ult(mine, v)
						if id < o {
							first = e.w.ule(mine, v)
						}
						e.assume(e.w.or(e.w.eq(v, e.n(w, 0)), first))
					})
			}
			body = append(body,
				func(e *env) { e.set("owner", e.n(3, uint64(id+1))) },
				func(e *env) { e.assert(e.w.eq(e.get("owner"), e.n(3, uint64(id+1)))) },
				func(e *env) { e.set(me, e.n(w, 0)) },
			)
		}
		p.threads = append(p.threads, body)
	}
	return p
}

// counter: threads add to a shared counter without a lock; how small can the result be?
func counter(threads, incs int, width int, below uint64) *program {
	p := &program{
		shared: []cell{{"n", width, 0}, {"done", 4, 0}},
		locals: []cell{{"t", width, 0}},
	}
	for id := range threads {
		var body []stmt
		for range incs {
			body = append(body,
				func(e *env) { e.let("t", e.get("n")) },
				func(e *env) { e.set("n", e.w.add(e.l("t"), e.n(width, 1))) },
			)
		}
		body = append(body, func(e *env) { e.set("done", e.w.add(e.get("done"), e.n(4, 1))) })
		if id == threads-1 {
			body = append(body,
				func(e *env) { e.assume(e.w.eq(e.get("done"), e.n(4, uint64(threads)))) },
				func(e *env) { e.assert(e.w.ule(e.n(width, below), e.get("n"))) },
			)
		}
		p.threads = append(p.threads, body)
	}
	return p
}

// arrayQueue is queue with its ring buffer as one array of SMT-LIB.
func arrayQueue(ops, iw, width int, safe bool) *program {
	p := &program{
		shared: []cell{{"head", iw, 0}, {"tail", iw, 0}},
		arrays: []arrayCell{{"buf", iw, width}},
		locals: []cell{{"h", iw, 0}, {"t", iw, 0}, {"v", width, 0}, {"want", width, 1}},
	}
	var prod, cons []stmt
	for k := range ops {
		prod = append(prod, func(e *env) { e.let("t", e.get("tail")) })
		write := func(e *env) {
			e.set("buf", e.w.store(e.get("buf"), e.l("t"), e.n(width, uint64(k+1))))
		}
		prod = append(prod, publishing(iw, write, safe)...)
		cons = append(cons, consuming(iw, width, func(e *env) *word { return e.w.sel(e.get("buf"), e.l("h")) })...)
	}
	p.threads = [][]stmt{prod, cons}
	return p
}
