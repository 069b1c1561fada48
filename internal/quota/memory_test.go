package quota

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// store is memory of which a test says how much is held. Time is that of synctest, so that nothing here depends on
// the machine; all of it stands still while a test looks.
type store struct {
	held  atomic.Int64
	helps atomic.Bool // Free gives back so much that turns go on
	freed atomic.Int64
	told  []bool
}

func (s *store) Held() int64    { return s.held.Load() }
func (s *store) Small(yes bool) { s.told = append(s.told, yes) }
func (s *store) Free() {
	s.freed.Add(1)
	if s.helps.Load() {
		s.held.Store(limit / 10 * near)
	}
}

const limit = 1000 << 20

// watched runs a test on a limit that is watched.
func watched(t *testing.T, test func(t *testing.T, s *store, m *Memory)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &store{}
		m := New(limit, s)
		stop := m.Watch()
		defer stop()
		test(t, s, m)
	})
}

// pass lets the watch look n times.
func pass(n int) {
	time.Sleep(time.Duration(n)*tick + tick/2)
	synctest.Wait()
}

// tenths sets what is held, a little more than so many tenths of the limit.
func (s *store) tenths(n int64) { s.held.Store(limit/10*n + 1) }

type job struct {
	context.Context
	*Share
}

func join(t *testing.T, m *Memory) job {
	t.Helper()
	ctx, end := context.WithCancelCause(t.Context())
	return job{ctx, m.Join(end)}
}

// ended reports whether a context has ended, which it may at the limit only.
func ended(t *testing.T, ctx context.Context) bool {
	t.Helper()
	err := context.Cause(ctx)
	if err != nil && (!errors.Is(err, ErrLimit) || err.Error() != "memory limit reached: 1000 MiB") {
		t.Errorf("ended because of %v", err)
	}
	return err != nil
}

// Below eight tenths nothing ends, however long it takes.
func TestBelow(t *testing.T) {
	watched(t, func(t *testing.T, s *store, m *Memory) {
		j := join(t, m)
		defer j.Leave()
		turn, done := j.Turn(j, nil)
		defer done()
		s.held.Store(limit / 10 * near)
		pass(1000)
		if ended(t, turn) || ended(t, j) || s.freed.Load() > 0 {
			t.Errorf("turn ended: %t, job ended: %t, freed %d times", ended(t, turn), ended(t, j), s.freed.Load())
		}
	})
}

// Near the limit the turns of all jobs end, and what they held is given back; the jobs and their next turns go on.
func TestTurnsEndNearTheLimit(t *testing.T) {
	watched(t, func(t *testing.T, s *store, m *Memory) {
		a, b := join(t, m), join(t, m)
		defer a.Leave()
		defer b.Leave()
		first, doneFirst := a.Turn(a, nil)
		second, doneSecond := b.Turn(b, nil)
		s.tenths(near)
		pass(1)
		if !ended(t, first) || !ended(t, second) {
			t.Error("a turn goes on")
		}
		if pass(3); s.freed.Load() > 0 {
			t.Error("freed while turns hold it")
		}
		s.helps.Store(true)
		doneFirst()
		doneSecond()
		if pass(1); s.freed.Load() != 1 {
			t.Errorf("freed %d times", s.freed.Load())
		}
		next, done := a.Turn(a, nil)
		defer done()
		if pass(10); ended(t, a) || ended(t, b) || ended(t, next) {
			t.Error("more than the turns ended")
		}
	})
}

// A turn that is paused could not give back what it holds: the one that is at work ends.
func TestPausedTurnsGoOn(t *testing.T) {
	watched(t, func(t *testing.T, s *store, m *Memory) {
		a := join(t, m)
		defer a.Leave()
		paused, donePaused := a.Turn(a, func() bool { return true })
		defer donePaused()
		works, done := a.Turn(a, func() bool { return false })
		s.tenths(near)
		if pass(1); ended(t, paused) || !ended(t, works) {
			t.Errorf("paused ended: %t, at work ended: %t", ended(t, paused), ended(t, works))
		}
		s.helps.Store(true)
		done()
		if pass(1); s.freed.Load() != 1 || ended(t, paused) || ended(t, a) {
			t.Errorf("freed %d times", s.freed.Load())
		}
	})
}

// With no turn on, as while files are read, the collector is left to itself up to the limit. There the job ends.
func TestJobsEndAtTheLimit(t *testing.T) {
	watched(t, func(t *testing.T, s *store, m *Memory) {
		a, b := join(t, m), join(t, m)
		defer a.Leave()
		defer b.Leave()
		s.tenths(near)
		if pass(100); ended(t, a) || s.freed.Load() > 0 {
			t.Errorf("ended: %t, freed %d times", ended(t, a), s.freed.Load())
		}
		s.tenths(all)
		s.helps.Store(true)
		if pass(1); ended(t, a) || s.freed.Load() != 1 {
			t.Errorf("ended: %t, freed %d times, and it helped", ended(t, a), s.freed.Load())
		}
		s.tenths(all)
		s.helps.Store(false)
		if pass(1); !ended(t, a) || !ended(t, b) {
			t.Error("a job goes on")
		}
	})
}

// A turn that does not end: its job ends when the limit itself is reached, and when the time to give back is over.
func TestTurnThatGoesOn(t *testing.T) {
	for name, full := range map[string]bool{"limit": true, "time": false} {
		t.Run(name, func(t *testing.T) {
			watched(t, func(t *testing.T, s *store, m *Memory) {
				j := join(t, m)
				defer j.Leave()
				_, done := j.Turn(j, nil)
				defer done()
				s.tenths(near)
				if pass(int(grace/tick) - 2); ended(t, j) {
					t.Fatal("ended early")
				}
				if full {
					s.tenths(all)
					pass(1)
				} else {
					pass(4)
				}
				if !ended(t, j) {
					t.Error("the job goes on")
				}
			})
		})
	}
}

// A job that ended or left is done with: the next one, of the same process, is not ended for it, and what it left
// behind is not waited for.
func TestNextJob(t *testing.T) {
	watched(t, func(t *testing.T, s *store, m *Memory) {
		first := join(t, m)
		_, done := first.Turn(first, nil)
		defer done()
		s.tenths(all)
		pass(1)
		if !ended(t, first) {
			t.Fatal("the job goes on")
		}
		first.Leave()
		if pass(100); s.freed.Load() > 0 {
			t.Error("freed for nobody")
		}
		s.held.Store(0)
		second := join(t, m)
		defer second.Leave()
		turn, doneSecond := second.Turn(second, nil)
		s.tenths(near)
		pass(1)
		if !ended(t, turn) {
			t.Error("the turn goes on")
		}
		doneSecond()
		s.helps.Store(true)
		if pass(2 * int(grace/tick)); ended(t, second) || s.freed.Load() != 1 {
			t.Errorf("ended: %t, freed %d times", ended(t, second), s.freed.Load())
		}
	})
}

// The collector is told when the heap is no longer small, once, until a job begins after others.
func TestSmall(t *testing.T) {
	watched(t, func(t *testing.T, s *store, m *Memory) {
		told := func(want ...bool) {
			t.Helper()
			if pass(3); len(s.told) != len(want) || s.told[len(want)-1] != want[len(want)-1] {
				t.Errorf("told %v, want %v", s.told, want)
			}
		}
		told(true)
		a := join(t, m)
		told(true, true)
		s.held.Store(smallHeap + 1)
		told(true, true, false)
		b := join(t, m)
		s.held.Store(0)
		told(true, true, false)
		a.Leave()
		b.Leave()
		defer join(t, m).Leave()
		told(true, true, false, true)
	})
}

// The watch can be stopped while it waits for turns.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &store{}
		m := New(limit, s)
		stop := m.Watch()
		j := join(t, m)
		_, done := j.Turn(j, nil)
		defer done()
		s.tenths(near)
		pass(1)
		stop()
		s.tenths(all)
		if pass(100); ended(t, j) {
			t.Error("ended by a watch that was stopped")
		}
	})
}

// A job that is told of no quota has turns all the same.
func TestNoQuota(t *testing.T) {
	var m *Memory
	s := m.Join(func(error) { t.Error("ended") })
	ctx, done := s.Turn(t.Context(), nil)
	done()
	s.Leave()
	if ctx != t.Context() || s != nil {
		t.Error("a share of nothing")
	}
}
