package irexec_test

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/irexec"
)

// TestFailuresWait: a thread that is about to fail can be overtaken, so its failure hides neither a check of another thread nor a
// race; inside an atomic section it cannot.
func TestFailuresWait(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"check", "store mem[@x] atomic, 1:32\nassert 0", 2},
		{"division", "store mem[@x] atomic, 1:32\n%z:32 = udiv 1, 0", 1},
		{"section", "atomic_begin\nstore mem[@x] atomic, 1:32\nassert 0\natomic_end", 1},
	} {
		src := `
global @x : 4 align 4
entry @main
func @w() {
` + c.body + `
  return
}
func @main() {
  spawn &w()
  %v:32 = load mem[@x] atomic
  %b:1 = eq %v, 0
  assert %b
  halt 0 main
}`
		x := both(t, parse(t, src), irexec.ExploreOptions{Assert: true, Race: true})
		if len(x.Failures) != c.want {
			t.Errorf("%s: %v, want %d", c.name, keys(x), c.want)
		}
	}
}
