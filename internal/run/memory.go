package run

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// The limit on memory. An engine that comes to it ends its turn, and what it held is given back: another engine may need less and still answer. Where that does
// not help in time, the run ends.

const (
	memoryTick  = 50 * time.Millisecond
	memoryGrace = 3 * time.Second // to end a turn and give back what it held
)

// memoryGuard ends turns, and the run, at a limit.
type memoryGuard struct {
	limit int64 // bytes
	all   context.CancelCauseFunc

	mu  sync.Mutex
	end context.CancelCauseFunc // of the turn that is on; nil: none is
}

// turn gives a turn its own end. done says that it is over.
func (g *memoryGuard) turn(ctx context.Context) (context.Context, func()) {
	if g == nil {
		return ctx, func() {}
	}
	ctx, end := context.WithCancelCause(ctx)
	g.mu.Lock()
	g.end = end
	g.mu.Unlock()
	return ctx, func() {
		g.mu.Lock()
		g.end = nil
		g.mu.Unlock()
		end(nil)
	}
}

// current is the end of the turn that is on.
func (g *memoryGuard) current() context.CancelCauseFunc {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.end
}

// over reports whether the process holds more than the limit.
func (g *memoryGuard) over() bool {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys-m.HeapReleased) > g.limit
}

// watch looks at the memory until the run is over. The collector is told to work harder before the limit.
func (g *memoryGuard) watch(ctx context.Context) (stop func()) {
	old := debug.SetMemoryLimit(g.limit / 10 * 9)
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(memoryTick)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if g.over() && !g.relieve(done) {
				g.all(g.why())
				return
			}
		}
	}()
	return func() {
		close(done)
		debug.SetMemoryLimit(old)
	}
}

func (g *memoryGuard) why() error { return fmt.Errorf("%w: %d MiB", errMemory, g.limit>>20) }

// relieve ends the turn that is on, and reports whether what it held was given back in time.
func (g *memoryGuard) relieve(done chan struct{}) bool {
	end := g.current()
	if end == nil {
		return false
	}
	end(g.why())
	for until := time.Now().Add(memoryGrace); time.Now().Before(until); {
		select {
		case <-done:
			return true
		case <-time.After(memoryTick):
		}
		if g.current() == nil {
			debug.FreeOSMemory()
			return !g.over()
		}
	}
	return false
}
