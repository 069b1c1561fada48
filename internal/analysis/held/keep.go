package held

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Locks and threads, once addresses are known. The facts, each on all paths:
//
//   - this place has taken its lock, which was not released since, and the base of its address has kept its value
//   - this spawn was not run
//   - no thread of this spawn lives: it was not run, or it is run once and its thread was joined
//   - the handle of the one thread of this spawn is in memory at its address, or in this register
//
// A lock that is perhaps taken (try, timed) is not. A recursive lock that was taken twice is gone with the first release.

// site is a place that takes a lock.
type site struct {
	Lock
	at int // its fact
}

// start is a spawn.
type start struct {
	in     *ir.Spawn
	once   bool
	where  Addr
	fresh  int
	dead   int
	stored int            // its handle is where it was stored
	regs   map[ir.Reg]int // its handle is in a register
}

type keeper struct {
	*Config
	t       *Thread
	f       *ir.Func
	sites   []*site
	starts  []*start
	loads   []*ir.Load
	lockOf  map[ir.ID]int
	spawnOf map[ir.ID]int
	byReg   map[ir.Reg][]int // facts that end when a register is written
	handles map[ir.ID][]int  // by load: the spawns whose handle it may read
	n       int
}

func (k *keeper) collect(in ir.Instr, cyclic bool) {
	id := in.Base().ID
	switch in := in.(type) {
	case *ir.Lock:
		if !in.Try && !in.Timed {
			k.lockOf[id] = len(k.sites)
			k.sites = append(k.sites, &site{Lock: Lock{k.t.addrs[id][0], in.Shared, k.Info.Sync[id][0], id}})
		}
	case *ir.Down:
		if !in.Try && !in.Timed {
			k.lockOf[id] = len(k.sites)
			k.sites = append(k.sites, &site{Lock: Lock{k.t.addrs[id][0], false, k.Info.Sync[id][0], id}})
		}
	case *ir.Spawn:
		s := &start{in: in, once: !cyclic, regs: map[ir.Reg]int{}}
		if in.ID != nil && in.ID.Size*8 == k.Program.PtrWidth() && in.ID.Region != 0 && !k.Shared(in) {
			s.where = k.t.addrs[id][0]
		}
		k.spawnOf[id] = len(k.starts)
		k.starts = append(k.starts, s)
		k.t.Spawns = append(k.t.Spawns, in)
		k.t.once = append(k.t.once, !cyclic)
	case *ir.Load:
		k.loads = append(k.loads, in)
	}
}

// number hands out the facts.
func (k *keeper) number() {
	fact := func(r ir.Reg) int {
		if r != ir.NoReg {
			k.byReg[r] = append(k.byReg[r], k.n)
		}
		k.n++
		return k.n - 1
	}
	base := func(a Addr) ir.Reg {
		if a.Base.Kind == Register {
			return a.Base.Reg
		}
		return ir.NoReg
	}
	for _, s := range k.starts {
		s.fresh, s.dead = fact(ir.NoReg), fact(ir.NoReg)
	}
	for _, s := range k.sites {
		s.at = fact(base(s.Addr))
	}
	for i, s := range k.starts {
		if !s.once {
			continue
		}
		if s.in.Dst != ir.NoReg {
			s.regs[s.in.Dst] = fact(s.in.Dst)
		}
		if !s.where.Known() {
			continue
		}
		s.stored = fact(base(s.where))
		for _, l := range k.loads {
			if l.Mem.Region == s.in.ID.Region && l.Mem.Size == s.in.ID.Size && k.t.addrs[l.ID][0] == s.where {
				if _, ok := s.regs[l.Dst]; !ok {
					s.regs[l.Dst] = fact(l.Dst)
				}
				k.handles[l.ID] = append(k.handles[l.ID], i)
			}
		}
	}
}

func (k *keeper) run() {
	words := (k.n + 63) / 64
	begin := make(bits, words)
	for _, s := range k.starts {
		begin.set(s.fresh)
		begin.set(s.dead)
	}
	run(k.f, begin, k.n, k.transfer).visit(func(_ ir.BlockID, in ir.Instr, s bits) {
		id := in.Base().ID
		if j, ok := in.(*ir.Join); ok {
			for i, x := range k.starts {
				if slices.Contains(k.joins(j, s), x) {
					k.t.joins[id] = i
				}
			}
		}
		_, known := k.t.addrs[id]
		switch in.(type) {
		case *ir.Return, *ir.ThreadExit:
			k.t.Ends = append(k.t.Ends, id)
			known = true
		case *ir.Spawn:
			known = true
		}
		if !known && !k.Everywhere {
			return
		}
		for _, l := range k.sites {
			if s.has(l.at) {
				k.t.held[id] = append(k.t.held[id], l.Lock)
			}
		}
		if len(k.starts) == 0 {
			return
		}
		fresh, dead := make(bits, (len(k.starts)+63)/64), make(bits, (len(k.starts)+63)/64)
		for i, x := range k.starts {
			if s.has(x.fresh) {
				fresh.set(i)
			}
			if s.has(x.dead) {
				dead.set(i)
			}
		}
		k.t.fresh[id], k.t.dead[id] = fresh, dead
	})
}

func (k *keeper) transfer(in ir.Instr, s bits) {
	id := in.Base().ID
	at := k.t.addrs[id][0]
	var joined, loaded []*start
	switch in := in.(type) {
	case *ir.Join:
		if !in.Try && !in.Timed {
			joined = k.joins(in, s)
		}
	case *ir.Load:
		for _, i := range k.handles[id] {
			if x := k.starts[i]; s.has(x.stored) {
				loaded = append(loaded, x)
			}
		}
	case *ir.Unlock, *ir.Up, *ir.Wait, *ir.SyncInit, *ir.SyncDestroy:
		regions := k.Info.Sync[id]
		k.release(at, regions[len(regions)-1], s)
	case *ir.Forget:
		for _, l := range k.sites {
			s.clear(l.at)
		}
	}
	k.write(in, at, s)
	ir.Defs(in, func(r *ir.Reg) {
		for _, f := range k.byReg[*r] {
			s.clear(f)
		}
	})
	for _, x := range joined {
		s.set(x.dead)
	}
	for _, x := range loaded {
		s.set(x.regs[in.(*ir.Load).Dst])
	}
	if i, ok := k.lockOf[id]; ok && k.sites[i].Addr.Known() && k.sites[i].Region != 0 {
		s.set(k.sites[i].at)
	}
	if i, ok := k.spawnOf[id]; ok {
		x := k.starts[i]
		s.clear(x.fresh)
		s.clear(x.dead)
		if x.once {
			if x.in.Dst != ir.NoReg {
				s.set(x.regs[x.in.Dst])
			}
			if x.where.Known() {
				s.set(x.stored)
			}
		}
	}
}

// joins lists the spawns whose one thread a join surely waits for.
func (k *keeper) joins(in *ir.Join, s bits) (out []*start) {
	at := k.t.addrs[in.Base().ID][0]
	if at.Base.Kind != Register || at.Off != 0 {
		return nil
	}
	for _, x := range k.starts {
		if f, ok := x.regs[at.Base.Reg]; ok && s.has(f) {
			out = append(out, x)
		}
	}
	return out
}

// release lets go all locks that may be the one at an address.
func (k *keeper) release(at Addr, region ir.RegionID, s bits) {
	for _, l := range k.sites {
		if region != 0 && l.Region != region || k.Apart(l.Addr, 1, at, 1) {
			continue
		}
		s.clear(l.at)
	}
}

// write forgets the handles that an instruction may write over.
func (k *keeper) write(in ir.Instr, at Addr, s bits) {
	if _, ok := in.(*ir.Forget); ok {
		for _, x := range k.starts {
			if x.where.Known() && x.once {
				s.clear(x.stored)
			}
		}
		return
	}
	var regions []ir.RegionID
	for _, x := range k.starts {
		if !x.once || !x.where.Known() || !s.has(x.stored) {
			continue
		}
		if regions == nil {
			regions = append(k.Written(in), 0)
		}
		if !slices.Contains(regions, x.in.ID.Region) {
			continue
		}
		n := int64(0)
		if m, _, _ := ir.AccessOf(in); m != nil && !m.Len.IsSet() && k.Info.Ranges[in.Base().ID] == nil {
			n = int64(m.Size)
		}
		if !k.Apart(x.where, int64(x.in.ID.Size), at, n) {
			s.clear(x.stored)
		}
	}
}
