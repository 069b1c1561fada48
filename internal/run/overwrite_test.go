package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestOverwrittenLocks: random programs that lock two mutexes and write and copy over them. The search without reduction says what is true of them; the reduced one has to agree, and no
// engine may prove, or rule out within its rounds, what it refutes or leaves open, or find what it excludes. Those that prove (lockset, modular) may prove what it leaves open, if it
// has no race either without the locks that are written.
//
// 24 programs, 2,000 in the long run.
func TestOverwrittenLocks(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	words := map[string]int{}
	for _, seed := range tooltest.Seeds(t, 1, 24, 2000) {
		src := overwriting(seed)
		races, open := truthOfLocks(t, src, irexec.ExploreOptions{Unreduced: true})
		words[fmt.Sprintf("races %v, open %v", races, open)]++
		if r, o := truthOfLocks(t, src, irexec.ExploreOptions{}); r != races || !races && o != open {
			t.Errorf("seed %d: races %v, open %v; the reduced search: %v, %v\n%s", seed, races, open, r, o, src)
			continue
		}
		for _, eng := range provers {
			word := raceVerdict(t, src, eng)
			words[eng+" "+word.String()]++
			wrong := races && word == verdict.Proved || !races && word == verdict.Bug
			if eng == "rounds" && word == verdict.Bounded {
				r, o := truthOfLocks(t, src, irexec.ExploreOptions{Rounds: 2})
				wrong = r || o
			}
			if open && !races && word == verdict.Proved {
				if eng == "lockset" || eng == "modular" {
					wrong, _ = truthOfLocks(t, withoutWritten(src), irexec.ExploreOptions{})
				} else {
					wrong = true
				}
			}
			if wrong {
				t.Errorf("seed %d: %s: %s, there is a race: %v, an execution is left open: %v\n%s", seed, eng, word, races, open, src)
			}
		}
	}
	t.Log(words)
	if n := words["races false, open true"]; n < 2 || words["races false, open false"] < 2 {
		t.Errorf("the programs say little: %v", words)
	}
}

// withoutWritten is a program without the operations on locks that it writes over.
func withoutWritten(src string) string {
	for _, l := range []string{"a", "b"} {
		if regexp.MustCompile(`(\b` + l + `\.m =|memset\(&` + l + `|memcpy\(&` + l + `|\*\)&` + l + `)`).MatchString(src) {
			m := "(&" + l + ".m)"
			src = strings.NewReplacer("pthread_mutex_lock"+m, "(void)0", "pthread_mutex_unlock"+m, "(void)0", "pthread_mutex_trylock"+m, "0").Replace(src)
		}
	}
	return src
}

// truthOfLocks is whether a program races, and whether an execution is left open, of those that a search looks at.
func truthOfLocks(t *testing.T, src string, how irexec.ExploreOptions) (races, open bool) {
	t.Helper()
	j := job(t, src, "explore")
	res, err := cfront.Compile(context.Background(), j.Files, j.Compile)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	how.Race = true
	x, err := irexec.Explore(context.Background(), res.Program, how)
	if err != nil || !x.Exhausted {
		t.Fatalf("%v, exhausted %v\n%s", err, x.Exhausted, src)
	}
	return len(x.Failures) > 0, len(x.Unknown)+len(x.Renewed) > 0
}

// overwriting makes a program.
func overwriting(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	count := func() string {
		l := pick("a", "a", "b")
		return fmt.Sprintf("pthread_mutex_lock(&%s.m); n++; pthread_mutex_unlock(&%s.m);", l, l)
	}
	write := func() string {
		l, o := pick("a", "b"), pick("a", "b")
		return pick(
			fmt.Sprintf("memset(&%s.m, 0, sizeof %s.m);", l, l),
			fmt.Sprintf("%s.m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;", l),
			fmt.Sprintf("%s.m = %s.m;", l, o),
			fmt.Sprintf("memcpy(&%s.m, &%s.m, sizeof %s.m);", l, o, l),
			fmt.Sprintf("c.m = %s.m;", o),
			fmt.Sprintf("%s.m = c.m;", l),
			fmt.Sprintf("((char *)&%s.m)[0] = %d;", l, r.IntN(2)),
			fmt.Sprintf("pthread_mutex_init(&%s.m, 0);", l),
			fmt.Sprintf("memset(&%s.m, 0, sizeof %s.m); pthread_mutex_init(&%s.m, 0);", l, l, l),
		)
	}
	var body func(n, writes int) string
	body = func(n, writes int) string {
		var out []string
		for range n {
			switch k := r.IntN(6); {
			case k < 3:
				out = append(out, count())
			case k == 3 && n > 1:
				l := pick("a", "b")
				out = append(out, fmt.Sprintf("if (pthread_mutex_trylock(&%s.m) == 0) { %s pthread_mutex_unlock(&%s.m); }", l, body(1, writes), l))
			case writes > 0:
				out = append(out, write())
			}
		}
		return strings.Join(out, "\n\t")
	}
	return fmt.Sprintf(`#include <pthread.h>
#include <string.h>

static struct s { pthread_mutex_t m; int x; } a, b, c;
static int n;

static void *worker(void *arg)
{
	%s
	return arg;
}

int main(void)
{
	pthread_t t;
	%s
	pthread_create(&t, 0, worker, 0);
	%s
	pthread_join(t, 0);
	return 0;
}
`, body(2, r.IntN(2)), body(1+r.IntN(2), 1), body(2, r.IntN(2)))
}
