package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestProgress: a log gets lines with what is going on and the time that is left, a terminal one line that is gone in the end.
func TestProgress(t *testing.T) {
	for _, live := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var out bytes.Buffer
			p := &progress{w: &out, live: live, width: 30, every: time.Millisecond, start: time.Now(), deadline: time.Now().Add(time.Minute)}
			p.run()
			p.show("rounds: K=2 U=1: solving, 3 of 12 checks decided")
			time.Sleep(30 * time.Millisecond)
			p.clear()
			text := out.String()
			if live {
				if !strings.HasSuffix(text, "\r\033[K") || !strings.Contains(text, "rounds: K=2") || strings.Contains(text, "\n") {
					t.Errorf("%q", text)
				}
				for _, l := range strings.Split(text, "\r\033[K") {
					if len(l) >= 30 {
						t.Errorf("%q is wider than the terminal", l)
					}
				}
			} else if !regexp.MustCompile(`^heddle: 0s, 1m0s left  rounds: K=2 U=1: solving, 3 of 12 checks decided\n`).MatchString(text) || strings.Contains(text, "\033") {
				t.Errorf("%q", text)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // a bug is shown when the report takes longer than a moment
		var out bytes.Buffer
		p := &progress{w: &out, every: 3100 * time.Millisecond, start: time.Now()}
		p.run()
		p.show("explore")
		p.tally(2, 7)
		p.bug("BUG race: data race on n at a.c:1 and a.c:2")
		time.Sleep(patient + time.Second)
		p.bug("BUG race: data race on m at a.c:3 and a.c:4")
		time.Sleep(1300 * time.Millisecond)
		p.clear()
		if got, want := out.String(), "heddle: found BUG race: data race on n at a.c:1 and a.c:2\nheddle: found BUG race: data race on m at a.c:3 and a.c:4\nheddle: 3s, 2 bugs, 2 of 7 pairs proved  explore\n"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
	var out bytes.Buffer
	p := newProgress(&out, 0)
	p.show("explore")
	p.clear()
	if out.Len() > 0 {
		t.Errorf("a short run says %q", &out)
	}
}
