package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
)

// progress says on standard error what is going on: on a terminal in one line that is always up to date, elsewhere in a line now and then, so that a log shows that there is life.
type progress struct {
	w        io.Writer
	live     bool          // on a terminal
	width    int           // of the terminal
	every    time.Duration // between two lines
	deadline time.Time     // zero: none
	start    time.Time

	mu    sync.Mutex
	what  string
	shown bool
	bugs  int
	pairs string  // how many are proved
	fresh []found // bugs that are not shown yet
	stop  chan struct{}
	done  chan struct{}
}

const (
	redraw  = 250 * time.Millisecond
	logLine = 30 * time.Second
	patient = time.Second // so long a bug waits for the report: most are there by then
)

// found is a headline.
type found struct {
	text string
	at   time.Time
}

// newProgress begins to say what is going on, until clear is called. A timeout of 0 is none.
func newProgress(w io.Writer, timeout time.Duration) *progress {
	p := &progress{w: w, every: logLine, start: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.live, p.every, p.width = true, redraw, 80
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			p.width = width
		}
	}
	if timeout > 0 {
		p.deadline = p.start.Add(timeout)
	}
	p.run()
	return p
}

func (p *progress) run() {
	p.stop, p.done = make(chan struct{}), make(chan struct{})
	go func() {
		defer close(p.done)
		t := time.NewTicker(p.every)
		defer t.Stop()
		headlines := time.NewTicker(redraw)
		defer headlines.Stop()
		for {
			select {
			case <-t.C:
				p.draw()
			case <-headlines.C:
				p.headlines()
			case <-p.stop:
				return
			}
		}
	}()
}

// show notes what is going on.
func (p *progress) show(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what = what
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.what == "" {
		return
	}
	line := p.clock(time.Now())
	switch {
	case p.bugs == 1:
		line += ", 1 bug"
	case p.bugs > 1:
		line += fmt.Sprintf(", %d bugs", p.bugs)
	}
	line += p.pairs + "  " + p.what
	if !p.live {
		fmt.Fprintf(p.w, "heddle: %s\n", line)
		return
	}
	if n := p.width - 1; utf8.RuneCountInString(line) > n {
		line = string([]rune(line)[:n])
	}
	p.shown = true
	fmt.Fprintf(p.w, "\r\033[K%s", line)
}

// bug notes a bug.
func (p *progress) bug(headline string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bugs++
	p.fresh = append(p.fresh, found{headline, time.Now()})
}

// tally notes how many pairs are proved.
func (p *progress) tally(proved, pairs int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pairs = fmt.Sprintf(", %d of %d pairs proved", proved, pairs)
}

// headlines shows the bugs for which the report is not there yet.
func (p *progress) headlines() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.fresh) == 0 || time.Since(p.fresh[0].at) < patient {
		return
	}
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
	for _, f := range p.fresh {
		fmt.Fprintf(p.w, "heddle: found %s\n", f.text)
	}
	p.fresh = nil
}

// clock is the time that is gone, and the time that is left.
func (p *progress) clock(now time.Time) string {
	text := now.Sub(p.start).Round(time.Second).String()
	if !p.deadline.IsZero() {
		text += fmt.Sprintf(", %s left", max(p.deadline.Sub(now), 0).Round(time.Second))
	}
	return text
}

// clear ends it, and removes the line before the report is printed.
func (p *progress) clear() {
	close(p.stop)
	<-p.done
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
	}
}
