package logic

// Values of arrays: a default and finitely many exceptions.
//
// Evaluation makes one value per Store of a chain, and chains get long, so a copy per Store would be quadratic. These
// are persistent arrays after Baker: the version last touched owns the table, older versions know how they differ from
// a newer one, and touching an old version turns the chain around (reroot). Use along a chain is then constant
// time. A balanced tree would be logarithmic always; the access pattern here does not need it.

import (
	"maps"
	"math/big"
	"sort"
)

// ArrayEntry is one exception of an array value.
type ArrayEntry struct{ Index, Elem Value }

type array struct {
	def Value
	// Exactly one of the two:
	table map[string]ArrayEntry // this version owns the table
	next  *array                // this version is next, but with diff at its index
	diff  ArrayEntry            // Elem none: the default stands there
}

func indexKey(v Value) string {
	if v.big != nil {
		return string(v.big.Bytes())
	}
	var buf [8]byte
	u := v.u
	for i := range buf {
		buf[i] = byte(u >> (8 * i))
	}
	return string(buf[:])
}

// ArrayValue is the array of sort s that holds def everywhere but at the entries; later entries win.
func ArrayValue(s Sort, def Value, entries ...ArrayEntry) Value {
	if !s.IsArray() || def.sort != s.Elem() {
		panic("logic: ArrayValue of " + s.String())
	}
	a := &array{def: def, table: map[string]ArrayEntry{}}
	for _, e := range entries {
		if e.Index.sort != s.IndexSort() || e.Elem.sort != s.Elem() {
			panic("logic: array entry out of sort")
		}
		a.table[indexKey(e.Index)] = e
	}
	return Value{sort: s, arr: a}
}

// At is the element of an array at an index.
func (v Value) At(index Value) Value {
	a := v.arr
	a.reroot()
	if e, ok := a.table[indexKey(index)]; ok {
		return e.Elem
	}
	return a.def
}

// With is the array v but with elem at index.
func (v Value) With(index, elem Value) Value {
	a := v.arr
	a.reroot()
	key := indexKey(index)
	old, had := a.table[key]
	if !had {
		old = ArrayEntry{Index: index}
	}
	n := &array{def: a.def, table: a.table}
	n.table[key] = ArrayEntry{Index: index, Elem: elem}
	a.table, a.next, a.diff = nil, n, old
	return Value{sort: v.sort, arr: n}
}

// reroot makes a own the table.
func (a *array) reroot() {
	if a.table != nil {
		return
	}
	var path []*array
	p := a
	for ; p.table == nil; p = p.next {
		path = append(path, p)
	}
	for i := len(path) - 1; i >= 0; i-- {
		// p owns the table; path[i] differs from it by one entry.
		q := path[i]
		key := indexKey(q.diff.Index)
		old, had := p.table[key]
		if !had {
			old = ArrayEntry{Index: q.diff.Index}
		}
		if q.diff.Elem.IsZero() {
			delete(p.table, key)
		} else {
			p.table[key] = q.diff
		}
		q.table, q.next, q.diff = p.table, nil, ArrayEntry{}
		p.table, p.next, p.diff = nil, q, old
		p = q
	}
}

// Entries are the default of an array and its exceptions, in order of the index.
func (v Value) Entries() (def Value, entries []ArrayEntry) {
	a := v.arr
	a.reroot()
	for _, e := range a.table {
		if !e.Elem.Equal(a.def) {
			entries = append(entries, e)
		}
	}
	sort.Slice(entries, func(i, j int) bool {
		x, y := entries[i].Index, entries[j].Index
		if x.big != nil {
			return x.big.Cmp(y.big) < 0
		}
		return x.u < y.u
	})
	return a.def, entries
}

func (a *array) equal(c *array, indexWidth int) bool {
	if a == c {
		return true
	}
	a.reroot()
	mine := make(map[string]ArrayEntry, len(a.table))
	maps.Copy(mine, a.table)
	c.reroot() // may take the table from a
	union := len(mine)
	for k, e := range c.table {
		m, ok := mine[k]
		if !ok {
			union++
			m.Elem = a.def
		}
		if !m.Elem.Equal(e.Elem) {
			return false
		}
	}
	for k, e := range mine {
		if _, ok := c.table[k]; !ok && !e.Elem.Equal(c.def) {
			return false
		}
	}
	// The defaults matter only if some index is not listed.
	if indexWidth < 62 && big.NewInt(int64(union)).Cmp(new(big.Int).Lsh(big.NewInt(1), uint(indexWidth))) >= 0 {
		return true
	}
	return a.def.Equal(c.def)
}
