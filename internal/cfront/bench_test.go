package cfront_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/ir"
)

// driver writes a file of about 5,000 lines in the shape of a device driver: a device structure with locks, flags and
// bit-fields, entry points in a table, helpers that call each other, threads that run the entry points.
func driver(groups int) string {
	var b strings.Builder
	b.WriteString(`#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
struct request { struct request *next; uint32_t op, len; unsigned char data[64]; };
struct device {
	pthread_mutex_t lock;
	volatile int stopping;
	int pending;
	unsigned ready : 1, mode : 3, channel : 12;
	struct request *head, *tail;
	union { uint64_t raw; struct { uint32_t lo, hi; } w; } reg;
	char name[16];
};
struct ops { int (*open)(struct device *); int (*io)(struct device *, struct request *); void (*close)(struct device *); };
`)
	for i := range groups {
		fmt.Fprintf(&b, `
static struct device dev%[1]d = { .lock = PTHREAD_MUTEX_INITIALIZER, .mode = %[2]d, .name = "dev%[1]d" };

static int check%[1]d(struct device *d, const struct request *r) {
	if (!d || !r)
		return -22;
	switch (r->op) {
	case 0:
	case 1:
		return r->len <= sizeof(r->data) ? 0 : -22;
	case 2 ... 7:
		return d->mode == (r->op & 7) ? 0 : -16;
	default:
		return -38;
	}
}

static struct request *dequeue%[1]d(struct device *d) {
	struct request *r = d->head;
	if (r) {
		d->head = r->next;
		if (!d->head)
			d->tail = 0;
		d->pending--;
	}
	return r;
}

static void enqueue%[1]d(struct device *d, struct request *r) {
	r->next = 0;
	if (d->tail)
		d->tail->next = r;
	else
		d->head = r;
	d->tail = r;
	d->pending++;
}

static uint32_t sum%[1]d(const unsigned char *p, size_t n) {
	uint32_t s = %[2]du;
	for (size_t i = 0; i < n; i++) {
		s = (s << 5) ^ (s >> 27) ^ p[i];
		if ((s & 0xff) == 0)
			continue;
		s += i * %[2]d;
	}
	return s;
}

static int open%[1]d(struct device *d) {
	int r = 0;
	pthread_mutex_lock(&d->lock);
	if (d->stopping) {
		r = -19;
		goto out;
	}
	d->ready = 1;
	d->channel = (d->channel + 1) & 0xfff;
	d->reg.w.lo |= 1u << (d->mode & 31);
out:
	pthread_mutex_unlock(&d->lock);
	return r;
}

static int io%[1]d(struct device *d, struct request *r) {
	int e = check%[1]d(d, r);
	if (e)
		return e;
	pthread_mutex_lock(&d->lock);
	enqueue%[1]d(d, r);
	while (d->pending > 0 && !d->stopping) {
		struct request copy, *q = dequeue%[1]d(d);
		if (!q)
			break;
		copy = *q;
		d->reg.raw += sum%[1]d(copy.data, copy.len);
		e = (int)(d->reg.w.hi ^ copy.op);
	}
	pthread_mutex_unlock(&d->lock);
	return e;
}

static void close%[1]d(struct device *d) {
	d->stopping = 1;
	pthread_mutex_lock(&d->lock);
	d->ready = 0;
	assert(d->pending >= 0);
	pthread_mutex_unlock(&d->lock);
}

static const struct ops ops%[1]d = { .open = open%[1]d, .io = io%[1]d, .close = close%[1]d };

static void *thread%[1]d(void *arg) {
	struct device *d = arg;
	struct request r = { .op = %[2]d, .len = 8 };
	memset(r.data, %[2]d, sizeof r.data);
	if (ops%[1]d.open(d) == 0) {
		ops%[1]d.io(d, &r);
		ops%[1]d.close(d);
	}
	return 0;
}
`, i, i%7+1)
	}
	b.WriteString("\nint main(void) {\n\tpthread_t t;\n")
	for i := range groups {
		fmt.Fprintf(&b, "\tpthread_create(&t, 0, thread%[1]d, &dev%[1]d);\n", i)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

// BenchmarkDriver parses and lowers a driver of 5,000 lines. The limits are 2 s and 500 MB.
func BenchmarkDriver(b *testing.B) {
	path := filepath.Join(b.TempDir(), "driver.c")
	src := driver(49)
	if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
		b.Fatal(err)
	}
	var res *cfront.Result
	var peak uint64
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var err error
		res, err = cfront.Compile(context.Background(), []cfront.File{{Path: path}}, options(ir.LP64))
		if err != nil {
			b.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		peak = max(peak, after.Sys)
	}
	n := 0
	for _, f := range res.Program.Funcs {
		for _, bl := range f.Blocks {
			n += len(bl.Instrs)
		}
	}
	b.ReportMetric(float64(strings.Count(src, "\n")), "lines")
	b.ReportMetric(float64(n), "instrs")
	b.ReportMetric(float64(peak)/1e6, "MB-sys")
}

// TestDeterminism lowers a program twice and compares the text.
func TestDeterminism(t *testing.T) {
	path := filepath.Join(t.TempDir(), "driver.c")
	if err := os.WriteFile(path, []byte(driver(3)), 0o644); err != nil {
		t.Fatal(err)
	}
	one, two := compileFile(t, ir.LP64, path), compileFile(t, ir.LP64, path)
	if a, b := printed(one), printed(two); a != b {
		t.Error("two runs give two programs")
	}
	if len(one.Unsupported) > 0 {
		t.Errorf("unsupported: %v", one.Unsupported)
	}
}
