package run

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// The limit on memory. An engine that comes near it ends its turn, and what it held is given back: another engine may need less and still answer. Where that does
// not help before the limit itself is reached, or in time, the run ends. Near, because engines go on for a moment before they see that their turn is over: with the limit itself, runs of drivers had a sixth more.

const (
	memoryTick  = 50 * time.Millisecond
	memoryGrace = 20 * time.Second // to end a turn and give back what it held; the collector takes most of the time there
)

// memoryGuard ends turns, and the run, at a limit.
type memoryGuard struct {
	limit int64 // bytes
	all   context.CancelCauseFunc

	mu   sync.Mutex
	on   map[int]context.CancelCauseFunc // the ends of the turns that are on, by their number
	next int
}

// turn gives a turn its own end. done says that it is over.
func (g *memoryGuard) turn(ctx context.Context) (context.Context, func()) {
	if g == nil {
		return ctx, func() {}
	}
	ctx, end := context.WithCancelCause(ctx)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.on == nil {
		g.on = map[int]context.CancelCauseFunc{}
	}
	n := g.next
	g.next++
	g.on[n] = end
	return ctx, func() {
		g.mu.Lock()
		delete(g.on, n)
		g.mu.Unlock()
		end(nil)
	}
}

// endAll ends the turns that are on, and gives what reports whether one of these still is; nil: there was none.
func (g *memoryGuard) endAll() (still func() bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.on) == 0 {
		return nil
	}
	for _, end := range g.on {
		end(g.why())
	}
	before := g.next
	return func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		for n := range g.on {
			if n < before {
				return true
			}
		}
		return false
	}
}

// holds reports whether the process holds more than so many tenths of the limit. Turns have to end at some of them, and the run at all.
func (g *memoryGuard) holds(tenths int64) bool { return held() > g.limit/10*tenths }

// held is the memory that the process holds.
func held() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

const nearMemory, allMemory = 8, 10

// While the process holds no more than smallHeap, the heap may grow by whileSmall percent between two collections, and not only by as much as it has: of a check that takes a second the collector had a third.
const smallHeap, whileSmall = 512 << 20, 400

// watch looks at the memory until the run is over. The collector is told to work harder before the limit, and less while there is little to collect.
func (g *memoryGuard) watch(ctx context.Context) (stop func()) {
	old := debug.SetMemoryLimit(g.limit / 10 * 7)
	percent := debug.SetGCPercent(whileSmall)
	if percent < 0 || percent > whileSmall { // the user said so
		debug.SetGCPercent(percent)
	}
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(memoryTick)
		defer tick.Stop()
		for small := true; ; {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if small && held() > smallHeap {
				debug.SetGCPercent(percent)
				small = false
			}
			if g.holds(nearMemory) && !g.relieve(done) {
				g.all(g.why())
				return
			}
		}
	}()
	return func() {
		close(done)
		debug.SetMemoryLimit(old)
		debug.SetGCPercent(percent)
	}
}

func (g *memoryGuard) why() error { return fmt.Errorf("%w: %d MiB", errMemory, g.limit>>20) }

// relieve ends the turns that are on, and reports whether what the process holds is below the limit when they are over. Where none is on, the collector is left to itself up to the limit.
func (g *memoryGuard) relieve(done chan struct{}) bool {
	still := g.endAll()
	for until := time.Now().Add(memoryGrace); still != nil && still(); {
		if time.Now().After(until) || g.holds(allMemory) {
			return false
		}
		select {
		case <-done:
			return true
		case <-time.After(memoryTick):
		}
	}
	if still != nil || g.holds(allMemory) {
		debug.FreeOSMemory()
	}
	return !g.holds(allMemory)
}
