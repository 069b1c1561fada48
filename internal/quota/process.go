package quota

import (
	"runtime"
	"runtime/debug"
)

// While the heap is small it may grow by whileSmall percent between two collections, and not only by as much as it
// has: of a check that takes a second the collector had a third.
const whileSmall = 400

// Process holds the process to a limit until stop is called. The collector works harder before the limit, and less
// while there is little to collect. These are settings of the whole process, so only its owner calls this, once.
func Process(limit int64) (m *Memory, stop func()) {
	old := debug.SetMemoryLimit(limit / 10 * 7)
	percent := debug.SetGCPercent(whileSmall)
	m = New(limit, process{percent})
	end := m.Watch()
	return m, func() {
		end()
		debug.SetMemoryLimit(old)
		debug.SetGCPercent(percent)
	}
}

// Child holds a process that does one thing for another to so much heap and stack, and to two cores: others work beside
// it.
func Child(heap int64, stack int) {
	debug.SetMemoryLimit(heap)
	debug.SetMaxStack(stack)
	runtime.GOMAXPROCS(min(2, runtime.GOMAXPROCS(0)))
}

// process is this process, and what its user says the heap may grow by.
type process struct{ percent int }

func (process) Held() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

func (p process) Small(yes bool) {
	if yes && p.percent >= 0 && p.percent <= whileSmall { // otherwise the user said so
		debug.SetGCPercent(whileSmall)
		return
	}
	debug.SetGCPercent(p.percent)
}

func (process) Free() { debug.FreeOSMemory() }
