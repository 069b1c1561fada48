package budget

// Holding is memory that something keeps between the steps of a task, in bytes that it counts itself: what the process has depends on the collector, and on others. The zero value keeps nothing.
type Holding struct {
	of    *Task
	bytes int64
}

// Set says how much it is now, in the task of a meter, or in the first that there was.
func (h *Holding) Set(m *Meter, bytes int64) {
	if h.of == nil && m != nil {
		h.of, h.bytes = m.task, 0
	}
	h.of.keep(bytes - h.bytes)
	h.bytes = bytes
}

// Free says that it is over.
func (h *Holding) Free() {
	h.of.keep(-h.bytes)
	*h = Holding{}
}

// keep counts in the task and in those around it.
func (t *Task) keep(bytes int64) {
	for at := t; at != nil; at = at.outer {
		at.kept.Add(bytes)
	}
}

// Kept is how many bytes the task keeps.
func (t *Task) Kept() int64 { return t.kept.Load() }
