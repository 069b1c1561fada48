package logic

// Rules for arrays: read over write, write over write. A read goes down a chain of writes for as long as each index is
// the same or certainly another; it stops at the first write of which neither is seen, and the solver does the
// rest with lemmas. Turning every such read into an Ite was rejected: for n writes and m reads that is n*m
// comparisons, most of them never needed.

const (
	maxRead  = 1 << 10 // writes that a read passes
	maxWrite = 16      // writes that a write looks through for one to the same index
)

func (b *Builder) sel(a, i Term) Term {
	for range maxRead {
		n := &b.nodes[a]
		switch n.kind {
		case KConstArray:
			return n.args[0]
		case KStore:
			if n.args[1] == i {
				return n.args[2]
			}
			if b.distinct(n.args[1], i) {
				a = n.args[0]
				continue
			}
		case KIte:
			c, p, q := n.args[0], n.args[1], n.args[2]
			if b.burn() && b.answers(p, i) && b.answers(q, i) {
				return b.ite(c, b.sel(p, i), b.sel(q, i))
			}
		}
		break
	}
	return b.mk2(KSelect, uint32(b.Sort(a).Width), a, i)
}

// answers reports whether a read of a at i ends in something else than a read.
func (b *Builder) answers(a, i Term) bool {
	for range maxWrite {
		n := &b.nodes[a]
		switch n.kind {
		case KConstArray:
			return true
		case KStore:
			if n.args[1] == i {
				return true
			}
			if !b.distinct(n.args[1], i) {
				return false
			}
			a = n.args[0]
			continue
		}
		return false
	}
	return false
}

// IsStoreAtConst reports whether t is a store at a constant index.
func (b *Builder) IsStoreAtConst(t Term) bool {
	n := &b.nodes[t]
	return n.kind == KStore && b.nodes[n.args[1]].kind == KConst
}

func (b *Builder) store(a, i, x Term) Term {
	if n := &b.nodes[x]; n.kind == KSelect && n.args[0] == a && n.args[1] == i {
		return a
	}
	if n := &b.nodes[a]; n.kind == KConstArray && n.args[0] == x {
		return a
	}
	var buf [maxWrite]Term
	above := buf[:0]
	t := a
	for len(above) < maxWrite && b.is(t, KStore) {
		if b.arg(t, 1) == i {
			if b.arg(t, 2) == x && len(above) == 0 {
				return a
			}
			// The older write never shows: x is there now, whether or not those between are to the same index.
			t = b.arg(t, 0)
			for j := len(above) - 1; j >= 0; j-- {
				u := above[j]
				t = b.mk3(KStore, b.nodes[a].sort, t, b.arg(u, 1), b.arg(u, 2))
			}
			return b.mk3(KStore, b.nodes[a].sort, t, i, x)
		}
		above = append(above, t)
		t = b.arg(t, 0)
	}
	return b.mk3(KStore, b.nodes[a].sort, a, i, x)
}
