package encode

import "github.com/heddle-dev/heddle/internal/logic"

// pmap is a persistent map from small integers to terms: a trie of fixed fan-out whose versions share what is equal.
//
// States of the walk fork at every branch and meet at every join, and a sequentialized program has thousands of small
// diamonds over a state of thousands of cells. Two versions that differ in d entries are merged in O(d log n), because equal
// subtrees are the same pointer. Copying maps, or logging changes per block, is quadratic there.

const (
	fanBits = 4
	fan     = 1 << fanBits
)

type pnode struct {
	kids  [fan]*pnode
	terms [fan]logic.Term // in leaves; 0 is absent
}

type pmap struct {
	root   *pnode
	levels int
}

// newPmap makes an empty map for keys 0 to n-1.
func newPmap(n int) pmap {
	m := pmap{levels: 1}
	for size := fan; size < n; size *= fan {
		m.levels++
	}
	return m
}

func (m pmap) get(key int) logic.Term {
	n := m.root
	for l := m.levels - 1; n != nil && l > 0; l-- {
		n = n.kids[key>>(fanBits*l)&(fan-1)]
	}
	if n == nil {
		return 0
	}
	return n.terms[key&(fan-1)]
}

func (m pmap) set(key int, t logic.Term) pmap {
	if m.get(key) == t {
		return m
	}
	m.root = m.root.with(m.levels-1, key, t)
	return m
}

func (n *pnode) with(level, key int, t logic.Term) *pnode {
	c := &pnode{}
	if n != nil {
		*c = *n
	}
	if level == 0 {
		c.terms[key&(fan-1)] = t
		return c
	}
	i := key >> (fanBits * level) & (fan - 1)
	c.kids[i] = c.kids[i].with(level-1, key, t)
	return c
}

// merge combines maps of one size: f is called for every key whose terms are not all the same, with one term per map,
// 0 where absent.
func merge(ms []pmap, f func(key int, ts []logic.Term) logic.Term) pmap {
	roots := make([]*pnode, len(ms))
	for i, m := range ms {
		roots[i] = m.root
	}
	return pmap{root: mergeNodes(roots, ms[0].levels-1, 0, f), levels: ms[0].levels}
}

func mergeNodes(ns []*pnode, level, prefix int, f func(int, []logic.Term) logic.Term) *pnode {
	same := true
	for _, n := range ns[1:] {
		same = same && n == ns[0]
	}
	if same {
		return ns[0]
	}
	out := &pnode{}
	if level == 0 {
		ts := make([]logic.Term, len(ns))
		for i := range fan {
			equal := true
			for j, n := range ns {
				ts[j] = 0
				if n != nil {
					ts[j] = n.terms[i]
				}
				equal = equal && ts[j] == ts[0]
			}
			out.terms[i] = ts[0]
			if !equal {
				out.terms[i] = f(prefix<<fanBits|i, ts)
			}
		}
		return out
	}
	kids := make([]*pnode, len(ns))
	for i := range fan {
		for j, n := range ns {
			kids[j] = nil
			if n != nil {
				kids[j] = n.kids[i]
			}
		}
		out.kids[i] = mergeNodes(kids, level-1, prefix<<fanBits|i, f)
	}
	return out
}
