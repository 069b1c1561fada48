package irexec_test

import (
	"context"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestStackLocks: a lock on the stack that is held when its function returns is a leak where that is asked, for a search and for a run; one that was let go is none.
func TestStackLocks(t *testing.T) {
	for _, c := range []struct {
		release string
		asked   bool
		want    bool
	}{{"", true, true}, {"", false, false}, {"  unlock %p\n", true, false}} {
		p := parse(t, `
entry @main
func @f() {
  %p:64 = alloc 8 align 8 stack name "l"
  sync_init spin %p
  lock %p
`+c.release+`  free %p stack
  return
}
func @w() {
  call @f()
  return
}
func @main() {
  %t:64 = spawn &w()
  join %t
  halt 0 main
}`)
		x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Deadlock: true, StackLocks: c.asked})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range x.Failures {
			found = found || f.Kind == verdict.KindLockLeak && strings.Contains(f.Message, "leaves the function of l")
			out, err := irexec.Run(p, f.Schedule, f.Inputs, irexec.Options{StackLocks: c.asked})
			if err != nil || len(out.Misuses) == 0 {
				t.Errorf("%+v: a run of it shows nothing: %v", c, err)
			}
		}
		if found != c.want {
			t.Errorf("%+v: %+v", c, x.Failures)
		}
	}
}
