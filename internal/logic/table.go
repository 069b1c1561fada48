package logic

// table maps terms to values of V. Handles are dense, but a cone is often a small part of them, so it is an array in
// pages made on first use: several times faster than a map for large cones, and no larger for small ones.
type table[V any] struct {
	pages []*[tablePage]V
}

const tablePage = 256

// get is the value at t, the zero V if none was put there.
func (m *table[V]) get(t Term) V {
	if i := int(t / tablePage); i < len(m.pages) && m.pages[i] != nil {
		return m.pages[i][t%tablePage]
	}
	var zero V
	return zero
}

// at is the place of t.
func (m *table[V]) at(t Term) *V {
	i := int(t / tablePage)
	if i >= len(m.pages) {
		m.pages = append(m.pages, make([]*[tablePage]V, i+1-len(m.pages))...)
	}
	if m.pages[i] == nil {
		m.pages[i] = new([tablePage]V)
	}
	return &m.pages[i][t%tablePage]
}
