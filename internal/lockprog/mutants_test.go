package lockprog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/lockprog"
)

// TestEveryCallGoesOnce: a mutant for each call, where it is one.
func TestEveryCallGoesOnce(t *testing.T) {
	src := `#include <pthread.h>
#define LOCK \
	pthread_mutex_lock(&m)
int pthread_join(pthread_t t, void **r);
/* { pthread_mutex_lock(&m) { */
char *s = "{ sem_post(&s)";
void f(void) {
	pthread_mutex_lock(&m); // pthread_mutex_lock(&m);
	if (pthread_mutex_trylock(l[g(')', 1)]) != 0)
		return;
	int (*p)(pthread_mutex_t *) = pthread_mutex_unlock;
	my_pthread_join(t); pthread_join (t,
		0);
}
`
	var got []string
	for _, m := range lockprog.Mutants(src) {
		got = append(got, fmt.Sprintf("%d %s", m.Line, m.Call))
		was, is := strings.Split(src, "\n"), strings.Split(m.Source, "\n")
		if len(was) != len(is) {
			t.Fatalf("line %d: the lines are others:\n%s", m.Line, m.Source)
		}
		for k := range was {
			if inside := k >= m.Line-1 && k <= m.Line-1+strings.Count(m.Call, "\n"); !inside && was[k] != is[k] {
				t.Errorf("line %d: line %d has changed:\n%s", m.Line, k+1, m.Source)
			}
		}
	}
	want := []string{"8 pthread_mutex_lock(&m)", "9 pthread_mutex_trylock(l[g(')', 1)])", "12 pthread_join (t,\n\t\t0)"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
	if m := lockprog.Mutants(src)[1]; !strings.Contains(m.Source, "\tif (0 != 0)\n") {
		t.Errorf("the call that was tried:\n%s", m.Source)
	}
}

// TestNoMutants: text that is cut off, or no C at all, does no harm.
func TestNoMutants(t *testing.T) {
	for _, src := range []string{"", "{ pthread_join(", "{ /* pthread_join(t, 0)", "{ \"pthread_join(t, 0)", "}}} '", "#", "{ pthread_join"} {
		if got := lockprog.Mutants(src); len(got) > 0 {
			t.Errorf("%q: %v", src, got)
		}
	}
}
