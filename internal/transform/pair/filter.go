package pair

import (
	"cmp"
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/held"
	"github.com/heddle-dev/heddle/internal/ir"
)

// What needs no program of a pair. Most pairs of accesses are apart for reasons that data flow finds (package held): a lock at a constant address, or at the same distance from
// the bytes; the other thread was not started yet, or was joined; it does not know the object yet; the bytes are others. These reasons hold in every execution, whatever the program of the
// pair would assume, but for the worth of the locks, which is asked for. So a pair that is apart here needs no further proof, and what is left is a
// smaller question.
//
// The same goes for what could make locks worth nothing: a release of what is surely held, a reset while nobody else lives.

// filter is what data flow knows.
type filter struct {
	config   held.Config
	threads  map[ir.FuncID]*held.Thread
	direct   map[ir.FuncID][]int  // by kind: the spawns of the creator that start it
	sites    map[ir.FuncID][]site // all that do
	started  map[ir.FuncID]bool   // by others than the creator
	counters []*counting
	over     map[*Kind]map[ir.ID]uint64 // before instructions: the spawns that have started nobody who lives, by counters
}

func (t *Threads) newFilter(everywhere bool) *filter {
	fl := &filter{threads: map[ir.FuncID]*held.Thread{}, direct: map[ir.FuncID][]int{}, sites: map[ir.FuncID][]site{}, started: map[ir.FuncID]bool{}}
	fl.config = held.Config{
		Program: t.Program, Info: t.Info, Sizes: t.sizes, Cells: held.Cells{}, Written: t.written, Everywhere: everywhere,
		Shared: func(s *ir.Spawn) bool { return !t.private.Facts.IsPrivate(s.Base().ID) },
	}
	first := t.Kinds[0]
	creator := fl.config
	creator.First = true
	creator.Shared = func(s *ir.Spawn) bool { return t.regions[s.ID.Region].byThreads }
	late := t.late(t.Program.Funcs[first.Func])
	creator.Frozen = func(l *ir.Load) bool { return late[l] && t.frozen(l) }
	fl.threads[first.Func] = creator.Of(t.Program.Funcs[first.Func])
	for i, s := range fl.threads[first.Func].Spawns {
		for _, k := range t.Kinds {
			if slices.Contains(s.Candidates, k.Func) {
				fl.direct[k.Func] = append(fl.direct[k.Func], i)
			}
		}
	}
	for i, k := range t.Kinds {
		if i > 0 || k.below[k.Func] {
			for _, g := range k.spawns {
				fl.started[g] = true
			}
		}
	}
	for _, k := range t.Kinds[1:] {
		c := fl.config
		c.Frozen = t.frozen
		c.Params = fl.params(t, k)
		fl.threads[k.Func] = c.Of(t.Program.Funcs[k.Func])
	}
	for _, k := range t.Kinds {
		for i, s := range fl.threads[k.Func].Spawns {
			for _, g := range s.Candidates {
				fl.sites[g] = append(fl.sites[g], site{k, i})
			}
		}
	}
	t.findCounted(fl)
	return fl
}

// frozen reports whether a load reads what only the creator has written, before there was another thread.
func (t *Threads) frozen(l *ir.Load) bool {
	use := t.regions[l.Mem.Region]
	return l.Mem.Region != 0 && !use.byThreads && !use.afterRun && !t.Info.Wild[l.ID] && !t.uncertain(l.Mem.Region)
}

// late lists the instructions of the creator that a spawn may come before. Whatever comes behind one of them is late too, so its last write of what is frozen is over.
func (t *Threads) late(f *ir.Func) map[ir.Instr]bool {
	out := map[ir.Instr]bool{}
	after := afterSpawn(f)
	for i, b := range f.Blocks {
		on := after[i]
		for _, in := range b.Instrs {
			if on {
				out[in] = true
			}
			if _, ok := in.(*ir.Spawn); ok {
				on = true
			}
		}
	}
	return out
}

// params finds the parameters of a kind of threads that are the same constant in all of them.
func (fl *filter) params(t *Threads, k *Kind) map[ir.Reg]held.Addr {
	if fl.started[k.Func] || k == t.Kinds[0] {
		return nil
	}
	out := map[ir.Reg]held.Addr{}
	creator := fl.threads[t.Kinds[0].Func]
	for n, s := range fl.direct[k.Func] {
		in := creator.Spawns[s]
		for i, p := range t.Program.Funcs[k.Func].Params {
			at := held.Addr{}
			if i < len(in.Args) && in.Args[i].Width == t.Program.Funcs[k.Func].Width(p) {
				at = creator.Arg(in.Base().ID, i)
			}
			if n == 0 && at.Constant() {
				out[p] = at
			} else if out[p] != at {
				delete(out, p)
			}
		}
	}
	return out
}

// Apart reports whether two accesses of two kinds of threads surely do not race, if the locks of the regions that are trusted are worth something. The first kind may be the
// creator.
func (t *Threads) Apart(x *Kind, a *Access, y *Kind, b *Access, trusts func(ir.RegionID) bool) bool {
	if a.Region != b.Region || !a.Write && !b.Write || !a.Plain && !b.Plain {
		return true
	}
	if t.private.Early(a.ID, a.Source) || t.private.Early(b.ID, b.Source) || t.quiet(x, y, a.ID) || t.quiet(y, x, b.ID) {
		return true
	}
	fx, fy := t.filter.threads[x.Func], t.filter.threads[y.Func]
	p, q := fx.Addr(a.ID, a.Source), fy.Addr(b.ID, b.Source)
	if p.Constant() && q.Constant() && t.filter.config.Apart(p, a.bytes, q, b.bytes) {
		return true
	}
	cell := int64(t.Program.Regions[a.Region].Width)
	cells := a.bytes == cell && b.bytes == cell && !t.regions[a.Region].ranged // then they are one, or apart
	for _, l := range fx.Held(a.ID) {
		for _, m := range fy.Held(b.ID) {
			if l.Region != m.Region || l.Shared && m.Shared || !trusts(l.Region) {
				continue
			}
			if l.Addr == m.Addr && l.Addr.Constant() {
				return true
			}
			if cells && l.Addr.Base == p.Base && m.Addr.Base == q.Base && l.Addr.Off-p.Off == m.Addr.Off-q.Off {
				return true
			}
		}
	}
	return false
}

// Open is the pairs of accesses of two kinds that data flow leaves.
type Open struct {
	First, Second map[*Access]bool
	with          map[*Access][]*Access // of the second
}

// With lists the accesses of the first kind that one of the second is to be compared with.
func (o *Open) With(b *Access) []*Access { return o.with[b] }

// All lists the pairs, the first access of each before the second.
func (o *Open) All() (out [][2]*Access) {
	for b, with := range o.with {
		for _, a := range with {
			out = append(out, [2]*Access{a, b})
		}
	}
	slices.SortFunc(out, func(x, y [2]*Access) int {
		return cmp.Or(cmp.Compare(x[1].Number, y[1].Number), cmp.Compare(x[0].Number, y[0].Number))
	})
	return out
}

// Len is how many pairs there are.
func (o *Open) Len() (n int) {
	for _, with := range o.with {
		n += len(with)
	}
	return n
}

// Without is the other pairs.
func (o *Open) Without(pairs [][2]*Access) *Open {
	not := map[[2]*Access]bool{}
	for _, p := range pairs {
		not[p] = true
	}
	return o.Only(slices.DeleteFunc(o.All(), func(p [2]*Access) bool { return not[p] }))
}

// Only is some of the pairs.
func (o *Open) Only(pairs [][2]*Access) *Open {
	out := &Open{First: map[*Access]bool{}, Second: map[*Access]bool{}, with: map[*Access][]*Access{}}
	for _, p := range pairs {
		out.First[p[0]], out.Second[p[1]] = true, true
		out.with[p[1]] = append(out.with[p[1]], p[0])
	}
	return out
}

// Open finds the pairs of accesses of two kinds of threads that are not known to be apart; nil if there is none.
func (t *Threads) Open(x, y *Kind, trusts func(ir.RegionID) bool) *Open {
	if x != t.Kinds[0] && !t.together(x, y) {
		return nil
	}
	o := &Open{First: map[*Access]bool{}, Second: map[*Access]bool{}, with: map[*Access][]*Access{}}
	byRegion := map[ir.RegionID][]*Access{}
	for _, a := range x.Accesses {
		byRegion[a.Region] = append(byRegion[a.Region], a)
	}
	for _, b := range y.Accesses {
		for _, a := range byRegion[b.Region] {
			if !t.Apart(x, a, y, b, trusts) {
				o.First[a], o.Second[b] = true, true
				o.with[b] = append(o.with[b], a)
			}
		}
	}
	if len(o.with) == 0 {
		return nil
	}
	return o
}

// Settled reports whether data flow shows that an operation on a lock does no harm to it: one of a kind of threads, while a thread of another kind may live. That other
// kind matters where the creator resets a lock.
func (t *Threads) Settled(k *Kind, in ir.Instr, other *Kind) bool {
	if t.untaken(in) {
		return true
	}
	switch in := in.(type) {
	case *ir.Unlock, *ir.Up, *ir.Wait:
		return t.filter.threads[k.Func].Holds(in.Base().ID)
	case *ir.SyncInit, *ir.SyncDestroy:
		return k == t.Kinds[0] && (other == k || t.quiet(k, other, in.Base().ID)) || t.private.EarlyLock(in.Base().ID)
	}
	return false
}

// settled reports whether nothing that an operation does to a lock has to be checked here. What the creator does to locks on its own is checked in its own program.
func (b *builder) settled(t *thread, in ir.Instr) bool {
	i, init := in.(*ir.SyncInit)
	switch in.(type) {
	case *ir.Unlock, *ir.Up, *ir.Wait:
		if t == b.creator && b.which.Second != b.Kinds[0] {
			return true
		}
	}
	return b.Settled(t.kind, in, b.which.Second) && (!init || fine(i) || b.untaken(in))
}

// untaken reports an operation on objects that no thread ever takes: a semaphore that only counts. It keeps nobody away, so there is nothing to lose.
func (t *Threads) untaken(in ir.Instr) bool {
	switch in.(type) {
	case *ir.Unlock, *ir.Up, *ir.Wait, *ir.SyncInit, *ir.SyncDestroy:
	default:
		return false
	}
	regions := t.Info.Sync[in.Base().ID]
	return len(regions) > 0 && !t.taken[0] && !slices.ContainsFunc(regions, func(r ir.RegionID) bool { return r == 0 || t.taken[r] })
}

// fine reports whether the argument of an initialization is a constant that is fine.
func fine(in *ir.SyncInit) bool {
	switch {
	case in.What == ir.SyncSem:
		return in.Arg.Kind == ir.KindConst && in.Arg.Val.Lo <= 1
	case in.What == ir.SyncMutex && in.Arg.IsSet():
		return in.Arg.Kind == ir.KindConst && in.Arg.Val.Lo != 2
	}
	return true
}

// Suspects reports whether the program of a kind alone has something to say about locks, or about what is not supported. What the creator does on its own is asked in its
// own program.
func (t *Threads) Suspects(k *Kind) bool {
	if t.suspectsOwn(k) {
		return true
	}
	if k == t.Kinds[0] {
		return false
	}
	for in := range t.Program.Funcs[t.Kinds[0].Func].Instrs() {
		switch in.(type) {
		case *ir.SyncInit, *ir.SyncDestroy:
			if !t.Settled(t.Kinds[0], in, k) {
				return true
			}
		}
	}
	return false
}

// suspectsOwn is Suspects for what threads of the kind do themselves.
func (t *Threads) suspectsOwn(k *Kind) bool {
	for in := range t.Program.Funcs[k.Func].Instrs() {
		switch in := in.(type) {
		case *ir.Unsupported:
			return true
		case *ir.Unlock, *ir.Up, *ir.Wait, *ir.SyncDestroy:
			if !t.Settled(k, in, k) {
				return true
			}
		case *ir.SyncInit:
			if !t.Settled(k, in, k) || !fine(in) && !t.untaken(in) {
				return true
			}
		}
	}
	return false
}
