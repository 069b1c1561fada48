package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// Races on a, b, d and f; none on c, which a lock guards, nor on e, which only one thread accesses.
const racesApart = `#include <assert.h>
#include <pthread.h>
int a, b, c, d, e, f;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *p) {
	a = 1;
	b++;
	pthread_mutex_lock(&m);
	c++;
	pthread_mutex_unlock(&m);
	if (d)
		f = 1;
	return 0;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, w, 0);
	pthread_create(&u, 0, w, 0);
	e = a + b;
	d = 1;
	pthread_mutex_lock(&m);
	assert(c < 2);
	pthread_mutex_unlock(&m);
	return f;
}
`

// TestJobs: an engine that deals its questions out to jobs gives the same report however many there are, apart from stats: the executions that show failures
// are the same too. What is undecided when the time is over may differ, so there is no limit for more failures.
func TestJobs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "apart.c")
	if err := os.WriteFile(file, []byte(racesApart), 0o644); err != nil {
		t.Fatal(err)
	}
	report := func(jobs string) map[string]any {
		return bugWith(t, jobs, "--engine", "kiss", "--property", "race,assert", "--keep-going", "--debug", "check", file)
	}
	one := report("1")
	if n := len(one["findings"].([]any)); n < 5 {
		t.Errorf("%d findings: the races on a, b, d and f, and the assertion, are some more", n)
	}
	for _, jobs := range []string{"2", "8"} {
		if d := cmp.Diff(one, report(jobs)); d != "" {
			t.Errorf("--jobs %s: %s", jobs, d)
		}
	}
}

// bugWith is the report of a check that finds something, with so many jobs, apart from stats.
func bugWith(t *testing.T, jobs string, args ...string) map[string]any {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := Main(context.Background(), append([]string{"check", "--format", "json", "--jobs", jobs}, args...), &stdout, &stderr)
	if code != ExitBug {
		t.Fatalf("--jobs %s: exit code %d\n%s%s", jobs, code, &stdout, &stderr)
	}
	var r map[string]any
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	delete(r, "stats")
	return r
}

// TestPairJobs: the same of a driver, whose pairs of entry points are proved and searched several at a time.
func TestPairJobs(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	args := []string{"--platform", "linux", "--kernel", "none", "--timeout", "0", "--debug", "check", "../../../testdata/linux/irq_off_race.c"}
	one := bugWith(t, "1", args...)
	if n := len(one["pairs"].([]any)); n < 3 {
		t.Errorf("%d pairs", n)
	}
	if d := cmp.Diff(one, bugWith(t, "8", args...)); d != "" {
		t.Errorf("--jobs 8: %s", d)
	}
}
