package quota

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// The limit on memory. An engine that comes near it ends its turn, and what it held is given back: another engine may
// need less and still answer. Where that does not help before the limit itself is reached, or in time, the job ends.
// Near, because engines go on for a moment before they see that their turn is over: with the limit itself, runs of
// drivers had a sixth more.
//
// Nobody can tell which of several jobs holds how much of a process, so they have one limit, and all end at it.
//
// Rejected: a watch for each job. Each then took what the others held for its own and ended for it, and their
// settings of the collector undid one another.

const (
	tick  = 50 * time.Millisecond
	grace = 20 * time.Second // to end turns and give back what they held; the collector takes most of the time there

	near, all = 8, 10 // tenths of the limit: turns end at some of them, and jobs at all

	smallHeap = 512 << 20 // up to this there is little to collect
)

// ErrLimit is the cause of what ends near the limit, or at it.
var ErrLimit = errors.New("memory limit reached")

// Store is what holds memory: a process, or what plays one in a test.
type Store interface {
	Held() int64    // bytes
	Small(yes bool) // says whether there is little to collect
	Free()          // gives back what is free
}

// Memory is a limit on what a store holds, and the jobs that share it.
type Memory struct {
	limit int64 // bytes
	store Store

	mu    sync.Mutex
	jobs  map[*Share]bool // those that are on, and have not been ended
	small bool            // what the store was told last
}

// New gives a limit that Watch holds.
func New(limit int64, s Store) *Memory {
	return &Memory{limit: limit, store: s, jobs: map[*Share]bool{}}
}

// Share is the part of one job. That of a job that is told of no quota is nil.
type Share struct {
	of    *Memory
	end   context.CancelCauseFunc
	turns map[*turn]bool // those that are on
}

// turn is one turn of a job.
type turn struct {
	share  *Share
	end    context.CancelCauseFunc
	paused func() bool
}

// Join lets a job share the limit until it leaves. end ends it. The first after others begins with a small heap
// again.
func (m *Memory) Join(end context.CancelCauseFunc) *Share {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.jobs) == 0 {
		m.tell(true)
	}
	s := &Share{of: m, end: end, turns: map[*turn]bool{}}
	m.jobs[s] = true
	return s
}

// Leave says that the job is over.
func (s *Share) Leave() {
	if s == nil {
		return
	}
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	delete(s.of.jobs, s)
}

// Turn gives a turn of the job its own end. One that is paused holds what it holds, and cannot give it back: it is left alone; nil: it is never. done says that it is over.
func (s *Share) Turn(ctx context.Context, paused func() bool) (_ context.Context, done func()) {
	if s == nil {
		return ctx, func() {}
	}
	ctx, end := context.WithCancelCause(ctx)
	t := &turn{s, end, paused}
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.turns[t] = true
	return ctx, func() {
		s.of.mu.Lock()
		delete(s.turns, t)
		s.of.mu.Unlock()
		end(nil)
	}
}

// Watch holds the limit until stop is called, which waits for its end.
func (m *Memory) Watch() (stop func()) {
	m.mu.Lock()
	m.tell(true)
	m.mu.Unlock()
	quit, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(tick)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
			}
			m.look(quit)
		}
	}()
	return func() {
		close(quit)
		<-over
	}
}

// look looks at the memory once.
func (m *Memory) look(quit <-chan struct{}) {
	m.mu.Lock()
	if m.small && m.store.Held() > smallHeap {
		m.tell(false)
	}
	idle := len(m.jobs) == 0
	m.mu.Unlock()
	if idle || !m.holds(near) || m.relieve(quit) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for s := range m.jobs {
		s.end(m.why())
	}
	clear(m.jobs)
}

// relieve ends the turns that are on, and reports whether what is held is below the limit when they are over. Where
// none is on, the collector is left to itself up to the limit.
func (m *Memory) relieve(quit <-chan struct{}) bool {
	ended := m.endTurns()
	for until := time.Now().Add(grace); m.goOn(ended); {
		if time.Now().After(until) || m.holds(all) {
			return false
		}
		select {
		case <-quit:
			return true
		case <-time.After(tick):
		}
	}
	if len(ended) > 0 || m.holds(all) {
		m.store.Free()
	}
	return !m.holds(all)
}

// endTurns ends the turns of all jobs, and gives those that were on.
func (m *Memory) endTurns() (ended []*turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for s := range m.jobs {
		for t := range s.turns {
			if t.paused != nil && t.paused() {
				continue
			}
			t.end(m.why())
			ended = append(ended, t)
		}
	}
	return ended
}

// goOn reports whether some of the turns are still on. What a job leaves behind is not waited for.
func (m *Memory) goOn(turns []*turn) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, t := range turns {
		if m.jobs[t.share] && t.share.turns[t] {
			return true
		}
	}
	return false
}

// holds reports whether so many tenths of the limit are held.
func (m *Memory) holds(tenths int64) bool { return m.store.Held() > m.limit/10*tenths }

// tell says whether there is little to collect, with the lock held.
func (m *Memory) tell(small bool) {
	m.small = small
	m.store.Small(small)
}

func (m *Memory) why() error { return fmt.Errorf("%w: %d MiB", ErrLimit, m.limit>>20) }
