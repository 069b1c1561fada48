package tooltest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// One row per way to ask.
func TestSeeds(t *testing.T) {
	few := "[7 8 9]"
	if Running() == Short {
		few = "[7]"
	}
	for _, c := range []struct{ long, seed, want string }{
		{"", "", few},
		{"1", "", "[7 8 9 10 11]"},
		{"2", "", "[7 8]"},
		{"", "4", "[4]"},
		{"1", "4", "[4]"},
		{"", "4-6", "[4 5 6]"},
		{"yes", "", "HEDDLE_LONG=yes is no number"},
		{"0", "", "HEDDLE_LONG=0 is no number"},
		{"", "x", "HEDDLE_SEED=x is no seed"},
		{"", "6-4", "HEDDLE_SEED=6-4 is no seed"},
	} {
		t.Run(c.long+","+c.seed, func(t *testing.T) {
			t.Setenv("HEDDLE_LONG", c.long)
			t.Setenv("HEDDLE_SEED", c.seed)
			r := &recorder{TB: t}
			done := make(chan struct{})
			var got string
			go func() {
				defer close(done)
				got = fmt.Sprint(Seeds(r, 7, 3, 5))
			}()
			<-done
			if got += r.failed; !strings.HasPrefix(got, c.want) {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failed = fmt.Sprintf(format, args...)
	runtime.Goexit()
}
