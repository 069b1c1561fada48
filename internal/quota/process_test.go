package quota

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// settings are what the runtime is told about memory.
func settings() [2]uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
	metrics.Read(s)
	return [2]uint64{s[0].Value.Uint64(), s[1].Value.Uint64()}
}

// Process sets what the runtime is told, and stop sets it back. What the user said about the collector holds, if
// that is more than heddle would say.
func TestProcess(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	for _, c := range []struct {
		percent   int
		small, no uint64
	}{
		{100, whileSmall, 100},
		{whileSmall + 1, whileSmall + 1, whileSmall + 1},
		{-1, math.MaxUint64, math.MaxUint64},
	} {
		debug.SetGCPercent(c.percent)
		before := settings()
		m, stop := Process(64 << 30)
		if got, want := settings(), [2]uint64{c.small, 64 << 30 / 10 * 7}; got != want {
			t.Errorf("with %d: %d, want %d", c.percent, got, want)
		}
		m.store.Small(false)
		if got := settings()[0]; got != c.no {
			t.Errorf("with %d: %d while much is held, want %d", c.percent, got, c.no)
		}
		stop()
		if got := settings(); got != before {
			t.Errorf("with %d: left behind %d, want %d", c.percent, got, before)
		}
	}
}

// What the process holds counts, and no longer once it is given back.
func TestProcessHolds(t *testing.T) {
	m := New(700<<20, process{100})
	held := make([]byte, 600<<20) // nobody writes to it, so it is an address only
	if !m.holds(near) || m.holds(all) {
		t.Errorf("%d MiB are held", m.store.Held()>>20)
	}
	runtime.KeepAlive(held)
	held = nil
	m.store.Free()
	if m.holds(near) {
		t.Errorf("%d MiB are held still", m.store.Held()>>20)
	}
	runtime.KeepAlive(held)
}
