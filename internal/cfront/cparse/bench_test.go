package cparse

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// BenchmarkParse reads a program of 5,000 lines of the kind drivers are made of.
func BenchmarkParse(b *testing.B) {
	var src strings.Builder
	src.WriteString("#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n")
	for i := 0; strings.Count(src.String(), "\n") < 5000; i++ {
		fmt.Fprintf(&src, `struct dev%d {
	pthread_mutex_t lock;
	unsigned flags : 3, state : 5;
	struct dev%d *next;
	char buf[64];
	int count;
} __attribute__((packed));

static int dev%d_write(struct dev%d *d, const char *p, size_t n)
{
	size_t i, len = MIN(n, sizeof d->buf);
	pthread_mutex_lock(&d->lock);
	for (i = 0; i < len; i++) {
		d->buf[i] = p[i];
		if (d->buf[i] == '\n' && d->state == 3)
			d->flags |= 1u << (i & 1);
	}
	switch (d->state) {
	case 0: d->count++; break;
	case 1: d->count += MIN(d->count, 7); break;
	default: printf("%%d\n", d->count);
	}
	pthread_mutex_unlock(&d->lock);
	return (int)len;
}

`, i, i, i, i)
	}
	src.WriteString("int main(void) { return 0; }\n")
	text := []byte(src.String())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		u, list, err := Parse(context.Background(), Source{Name: "a.c", Content: text}, Options{})
		if err != nil || u == nil {
			b.Fatal(list, err)
		}
	}
}

// BenchmarkCount counts tokens that are meant to keep it busy, and twice as many: the ratio is 2 where it takes time in
// proportion.
func BenchmarkCount(b *testing.B) {
	const n = 5000
	r := strings.Repeat
	for _, c := range []struct {
		name string
		text func(n int) string
	}{
		{"mentions", func(n int) string { return "struct s { int a" + r("[", n) + r("struct t,", n) + r("]", n) + "; };" }},
		{"values", func(n int) string { return "int x = " + r("{", n) + r("1,", n) + r("}", n) + ";" }},
		{"nameless", func(n int) string { return r("struct {", n) + "int x;" + r("};", n) }},
		{"typedefs", func(n int) string {
			return "typedef " + numbered(n, "struct a%d {} ") + "T; struct b {" + r("T x;", n) + "};"
		}},
		{"chain", func(n int) string {
			return "typedef struct s T0;" + chained("", n, "typedef T%e T%d;") + "struct s { T" + fmt.Sprint(n) + " x; };"
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			small, large := tokensOf(b, c.text(n)), tokensOf(b, c.text(2*n))
			var one, two time.Duration
			for b.Loop() {
				start := time.Now()
				count(small)
				middle := time.Now()
				count(large)
				one, two = one+middle.Sub(start), two+time.Since(middle)
			}
			b.ReportMetric(two.Seconds()/one.Seconds(), "ratio")
		})
	}
}
