package pair

import (
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Initializing or destroying a lock that somebody holds is undefined (POSIX, pthread_mutex_init and pthread_mutex_destroy): where an execution does so, nothing that is proved of it means anything. The instruction is harmless if the
// object is one that no other thread knows yet, or no other thread lives, and its own thread does not hold the lock.
//
// What a thread may hold is a number for each region: the locks that it took there and did not surely let go. One that it takes in a loop without a release counts as many, for good.

// Renews reports whether an instruction may initialize or destroy a lock that is held.
func (t *Threads) Renews(k *Kind, in ir.Instr) bool {
	if !renews(in) || t.untaken(in) {
		return false
	}
	id := in.Base().ID
	alone := func() bool {
		return !slices.ContainsFunc(t.Kinds, func(other *Kind) bool { return !(other == k && t.single(k)) && !t.quiet(k, other, id) })
	}
	return t.RenewsOwn(in) || !t.private.EarlyLock(id) && !alone()
}

func renews(in ir.Instr) bool {
	switch in.(type) {
	case *ir.SyncInit, *ir.SyncDestroy:
		return true
	}
	return false
}

// RenewsOwn reports whether an instruction may initialize or destroy a lock that its own thread holds.
func (t *Threads) RenewsOwn(in ir.Instr) bool { return t.renewsOwn[in.Base().ID] }

// holdsMany is a number of locks that is not counted any further.
const holdsMany = 3

// syncRegions is where the objects of an operation may lie; 0 is anywhere.
func (t *Threads) syncRegions(id ir.ID) []ir.RegionID {
	if of := t.Info.Sync[id]; len(of) > 0 {
		return of
	}
	return []ir.RegionID{0}
}

// findRenewsOwn finds the initializations and destructions of a kind of threads at which it may hold the lock.
func (t *Threads) findRenewsOwn(k *Kind) {
	f, th := t.Program.Funcs[k.Func], t.filter.threads[k.Func]
	if !slices.ContainsFunc(slices.Collect(f.Instrs()), renews) {
		return
	}
	at := make([]map[ir.RegionID]int, len(f.Blocks))
	at[0] = map[ir.RegionID]int{}
	order := f.Order()
	for again := true; again; {
		again = false
		for _, b := range order {
			if at[b] == nil {
				continue
			}
			now := maps.Clone(at[b])
			for _, in := range f.Blocks[b].Instrs {
				id := in.Base().ID
				switch in.(type) {
				case *ir.Lock, *ir.Down:
					for _, r := range t.syncRegions(id) {
						now[r] = min(now[r]+1, holdsMany)
					}
				case *ir.Unlock, *ir.Up:
					if site, ok := th.Releases(id); ok {
						for _, r := range t.syncRegions(site) {
							if now[r] < holdsMany {
								now[r]--
							}
						}
					}
				case *ir.SyncInit, *ir.SyncDestroy:
					t.renewsOwn[id] = mayHold(now, t.syncRegions(id))
				}
			}
			for _, to := range f.Next(b) {
				if at[to] == nil {
					at[to], again = map[ir.RegionID]int{}, true
				}
				for r, n := range now {
					if n > at[to][r] {
						at[to][r], again = n, true
					}
				}
			}
		}
	}
}

// mayHold reports whether one of some locks may be held.
func mayHold(held map[ir.RegionID]int, of []ir.RegionID) bool {
	for r, n := range held {
		if n > 0 && (r == 0 || slices.Contains(of, r) || slices.Contains(of, 0)) {
			return true
		}
	}
	return false
}
