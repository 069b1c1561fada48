package lockprog_test

import (
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ctruth"
	"github.com/heddle-dev/heddle/internal/lockprog"
)

// TestMake: the same choices give the same program, no choices give one without anything special, and everything that the package
// promises comes up.
func TestMake(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(300) {
		c := ctruth.Random(seed)
		src := lockprog.Make(c)
		if again := lockprog.Make(c); again != src {
			t.Fatalf("seed %d: two programs", seed)
		}
		all.WriteString(src)
	}
	for _, want := range []string{
		"k < n; k++) {\n\t\tpthread_create", "k < 2; k++) {\n\t\tpthread_create", // loops that start threads
		"k < n; k++) {\n\t\tpthread_join", "k = 1; k < n", "k < n - 1", // that join them, all or not
		"pthread_mutex_lock(&m[i])", "pthread_mutex_lock(&q->m)", "pthread_mutex_lock(l1)", "take(&m[1])", // locks of arrays, by pointers, in functions
		"pthread_rwlock_rdlock(&rw);\n\t\tv =", "pthread_rwlock_wrlock(&rw)",
		"\tpthread_mutex_trylock(", "if (pthread_mutex_trylock(",
		"\tpthread_mutex_unlock(&m[1]);\n\treturn", "\tpthread_mutex_init(&m[1], 0);", "__atomic_store_n(&current,", // what takes protection away
	} {
		if !strings.Contains(all.String(), want) {
			t.Errorf("no program has %q", want)
		}
	}
	if small := lockprog.Make(nil); strings.Count(small, "\n") > 40 {
		t.Errorf("no choices make a large program:\n%s", small)
	}
}
