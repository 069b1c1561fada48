package main

import (
	"fmt"
	"strings"
)

// Generated drivers: routines that any number of clients call forever. One keeps the state of its registers under a lock, the other in atomics, so that what looks like races are none.

const head = `#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>

`

// registers writes a driver with two routines that read and write the registers of a card, each through functions of its own, under the card's lock; broken leaves the lock out of one.
func registers(lines int, broken bool) string {
	var b strings.Builder
	b.WriteString(head + "struct card {\n\tpthread_mutex_t lock;\n")
	n := (lines - 12) / 24
	for i := range n {
		fmt.Fprintf(&b, "\tint busy%[1]d, value%[1]d;\n", i)
	}
	b.WriteString("} card;\n")
	for i := range n {
		lock, unlock := "\tpthread_mutex_lock(&card.lock);\n", "\tpthread_mutex_unlock(&card.lock);\n"
		if broken && i == n/2 {
			lock, unlock = "", ""
		}
		fmt.Fprintf(&b, "\nstatic int read%[1]d(void)\n{\n\tint v;\n%[2]s\tif (card.busy%[1]d)\n\t\tv = -1;\n\telse\n\t\tv = card.value%[1]d;\n%[3]s\treturn v;\n}\n", i, lock, unlock)
		fmt.Fprintf(&b, "\nstatic void write%[1]d(int v)\n{\n\tpthread_mutex_lock(&card.lock);\n\tcard.busy%[1]d = 1;\n\tcard.value%[1]d = v;\n\tcard.busy%[1]d = 0;\n\tpthread_mutex_unlock(&card.lock);\n}\n", i)
	}
	b.WriteString("\nstatic int readrid(void)\n{\n\tint sum = 0;\n")
	for i := range n {
		fmt.Fprintf(&b, "\tsum += read%d();\n", i)
	}
	b.WriteString("\treturn sum;\n}\n\nstatic void writerid(int v)\n{\n")
	for i := range n {
		fmt.Fprintf(&b, "\twrite%d(v);\n", i)
	}
	b.WriteString("}\n" + clients("if (heddle_nondet_bool())\n\t\t\treadrid();\n\t\telse\n\t\t\twriterid(heddle_nondet_int());"))
	return b.String()
}

// packets writes a driver whose routines count and mark packets with atomic operations alone.
func packets(lines int) string {
	var b strings.Builder
	b.WriteString(head + "struct adapter {\n")
	n := (lines - 20) / 20
	for i := range n {
		fmt.Fprintf(&b, "\tatomic_int sent%[1]d, pending%[1]d;\n", i)
	}
	b.WriteString("} adapter;\n")
	for i := range n {
		fmt.Fprintf(&b, "\nstatic int send%[1]d(int size)\n{\n\tif (size < 0)\n\t\treturn -1;\n\tif (atomic_load(&adapter.pending%[1]d) > 16)\n\t\treturn 0;\n\tatomic_fetch_add(&adapter.pending%[1]d, 1);\n\tatomic_fetch_add(&adapter.sent%[1]d, size);\n\treturn size;\n}\n", i)
		fmt.Fprintf(&b, "\nstatic void done%[1]d(void)\n{\n\tif (atomic_load(&adapter.pending%[1]d) > 0)\n\t\tatomic_fetch_sub(&adapter.pending%[1]d, 1);\n}\n", i)
	}
	b.WriteString("\nstatic void dispatch(int size)\n{\n")
	for i := range n {
		fmt.Fprintf(&b, "\tif (send%[1]d(size))\n\t\tdone%[1]d();\n", i)
	}
	b.WriteString("}\n" + clients("dispatch(heddle_nondet_int());"))
	return b.String()
}

// clients calls a driver forever, from any number of threads.
func clients(call string) string {
	return fmt.Sprintf("\nvoid *client(void *arg)\n{\n\tfor (;;) {\n\t\t%s\n\t}\n}\n\nint main(void)\n{\n\tpthread_t t;\n\twhile (heddle_nondet_bool())\n\t\tpthread_create(&t, 0, client, 0);\n\treturn 0;\n}\n", call)
}
