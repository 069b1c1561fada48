package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress is one line on the terminal that says what is going on; nothing where standard error is no terminal.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	last  time.Time
	shown bool
}

func newProgress(w io.Writer) *progress {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &progress{w: w, last: time.Now()}
	}
	return &progress{}
}

// show replaces the line, at most a few times a second.
func (p *progress) show(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last, p.shown = time.Now(), true
	fmt.Fprintf(p.w, "\r\033[K%s", what)
}

// clear removes the line before the report is printed.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
	p.w = nil
}
