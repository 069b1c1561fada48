package run

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/verdict"
)

const device = `
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct request { int n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int ready, calls;
static int *data, count;
static struct request *last;
_Thread_local int context;
void init(void) { data = malloc(sizeof *data); ready = 1; }
void use(void) { assert(ready); }
void write(void) { if (ready) { pthread_mutex_lock(&m); *data = 1; pthread_mutex_unlock(&m); } }
void done(void) { ready = 0; free(data); }
void add(void) { count = count + 1; }
void three(void) { assert(++calls < 3); }
void same(struct request *r) { pthread_mutex_lock(&m); assert(!last || !r || last == r); last = r; pthread_mutex_unlock(&m); }
void sleep_some(void) { assert(!context); }
void handler(void) { assert(context == 2); }
void ab(void) { pthread_mutex_lock(&m); pthread_mutex_lock(&k); pthread_mutex_unlock(&k); pthread_mutex_unlock(&m); }
void ba(void) { pthread_mutex_lock(&k); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&k); }
void waits(void) { pthread_mutex_lock(&m); while (!count) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); }
void leave(void) { pthread_exit(0); }
void byvalue(struct request r) { r.n = 1; }
void fresh(void) { assert(!count); }
`

// TestHarness decides harnesses that the command line cannot say.
func TestHarness(t *testing.T) {
	for _, tt := range []struct {
		name, spec string
		property   verdict.Property
		threads    int
		want       verdict.Verdict
		at         string // of the bug, or in what is assumed
	}{
		{"first comes first", "loaded\nfirst init\nany use\nonce use", verdict.Assert, 2, verdict.Bounded, ""},
		{"not if it is one of them", "loaded\nonce init\nonce use", verdict.Assert, 2, verdict.Bug, "ready"},
		{"variables hold anything", "once fresh", verdict.Assert, 2, verdict.Bug, "count"},
		{"variables are initialized", "loaded\nonce fresh", verdict.Assert, 2, verdict.Proved, ""},
		{"once beside another", "loaded\nonce add\nonce use", verdict.Race, 2, verdict.Proved, ""},
		{"any number beside itself", "loaded\nany add\nonce use", verdict.Race, 2, verdict.Bug, "count"},
		{"structs of their own", "loaded\nany byvalue", verdict.Race, 2, verdict.Bounded, "all calls get the same r"},
		{"as many as threads", "loaded\nany three", verdict.Assert, 3, verdict.Bug, "calls"},
		{"no more than threads", "loaded\nany three", verdict.Assert, 2, verdict.Bounded, ""},
		{"arguments of their own", "loaded\nany same", verdict.Assert, 2, verdict.Bug, "last"},
		{"last waits for one", "loaded\nfirst init\nonce use\nonce write\nlast done", verdict.Memory, 2, verdict.Bounded, ""},
		{"last waits for many", "loaded\nfirst init\nany write\nlast done", verdict.Memory, 1, verdict.Bounded, ""},
		{"last does not wait", "loaded\nfirst init\nonce write detached\nlast done", verdict.Memory, 2, verdict.Bug, "end of its life"},
		{"last does not wait for many", "loaded\nfirst init\nany write detached\nlast done", verdict.Memory, 1, verdict.Bug, "end of its life"},
		{"blocks outside the context", "once handler in context=2\nonce sleep_some", verdict.Assert, 2, verdict.Proved, ""},
		{"blocks in the context", "once handler in context=2\nonce sleep_some in context=1", verdict.Assert, 2, verdict.Bug, "context"},
		{"a context ends with its call", "once handler in context=2\nlast sleep_some", verdict.Assert, 2, verdict.Proved, ""},
		{"deadlock of two", "any ab\nany ba", verdict.Deadlock, 1, verdict.Bug, "lock"},
		{"no deadlock of one", "any ab\nlast ba", verdict.Deadlock, 2, verdict.Bounded, ""},
		{"last waits for a wait", "loaded\nonce add\nonce waits\nlast add", verdict.Deadlock, 2, verdict.Bug, "waits for"},
		{"last waits for many waits", "loaded\nany waits\nlast add", verdict.Deadlock, 2, verdict.Bounded, ""},
		{"a call that ends its thread", "loaded\nonce leave\nlast use", verdict.Assert, 2, verdict.Bounded, "ends its thread"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec, err := harness.Parse("harness", tt.spec)
			if err != nil {
				t.Fatal(err)
			}
			j := job(t, device, "rounds")
			j.Compile.Harness, j.Compile.Caller = spec, tt.property == verdict.Deadlock
			j.Request.Properties = []verdict.Property{tt.property}
			j.Request.Bounds = verdict.Bounds{Threads: tt.threads, Rounds: 3, Unwind: 3}
			rep, err := Check(context.Background(), j)
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, f := range rep.Findings {
				text += f.Message + "\n"
			}
			for _, a := range rep.Assumed {
				text += a + "\n"
			}
			if rep.Verdict() != tt.want || !strings.Contains(text, tt.at) {
				t.Errorf("%v %s, want %v\n%s", rep.Verdict(), rep.Reason, tt.want, text)
			}
		})
	}
}
