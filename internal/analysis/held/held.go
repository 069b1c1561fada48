package held

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
)

// Config is what is known of a program beforehand.
type Config struct {
	Program *ir.Program
	Info    *pointsto.Info
	Sizes   map[ir.ID]int64 // of allocations of a constant size
	Cells   Cells           // shared by all threads of the program
	First   bool            // the thread is the one that the program begins with
	Params  map[ir.Reg]Addr // parameters that are constant
	// Frozen says of a load that what it reads is not written any more as long as there are two threads.
	Frozen func(*ir.Load) bool
	// Written lists the regions that an instruction may change.
	Written func(ir.Instr) []ir.RegionID
	// Shared says of a spawn that other threads may write where it stores the handle.
	Shared func(*ir.Spawn) bool
	// Everywhere asks who lives before every instruction, and not only before accesses, operations on locks, spawns and ends.
	Everywhere bool
}

// Lock is a lock that is held.
type Lock struct {
	Addr   Addr
	Shared bool
	Region ir.RegionID
	Site   ir.ID // where it was taken
}

// Thread is what holds in a thread, before each of its instructions.
type Thread struct {
	addrs map[ir.ID][2]Addr
	args  map[ir.ID][]Addr
	held  map[ir.ID][]Lock
	fresh map[ir.ID]bits // by instruction: the spawns that were not run
	dead  map[ir.ID]bits // the spawns whose threads do not live
	joins map[ir.ID]int  // by join: the spawn whose thread it waits for
	// Spawns are those that it can reach.
	Spawns []*ir.Spawn
	once   []bool // by spawn: a thread runs it at most once
	// Ends are where it ends.
	Ends []ir.ID
}

// Once reports whether a thread runs a spawn at most once.
func (t *Thread) Once(spawn int) bool { return t.once[spawn] }

// Addr is the address of an access or the object of an operation on a lock; second that of what a Copy reads.
func (t *Thread) Addr(id ir.ID, second bool) Addr {
	if second {
		return t.addrs[id][1]
	}
	return t.addrs[id][0]
}

// Arg is an argument of a spawn.
func (t *Thread) Arg(id ir.ID, i int) Addr { return t.args[id][i] }

// Held lists the locks that are held before an access or an operation on a lock.
func (t *Thread) Held(id ir.ID) []Lock { return t.held[id] }

// Holds reports whether the lock that an operation is about is held before it.
func (t *Thread) Holds(id ir.ID) bool {
	_, ok := t.Releases(id)
	return ok
}

// Releases is where the lock was taken that an operation is about, if it is held before it.
func (t *Thread) Releases(id ir.ID) (site ir.ID, ok bool) {
	at := t.addrs[id][0]
	if i := slices.IndexFunc(t.held[id], func(l Lock) bool { return l.Addr == at }); at.Known() && i >= 0 {
		return t.held[id][i].Site, true
	}
	return 0, false
}

// NotRun reports whether a spawn, by its place in Spawns, was not run by this thread before an access, an operation on a lock, a spawn, or an end; of other instructions only
// if it was asked for everywhere.
func (t *Thread) NotRun(id ir.ID, spawn int) bool { f := t.fresh[id]; return f != nil && f.has(spawn) }

// NotAlive reports whether no thread lives there that this thread has started at a spawn.
func (t *Thread) NotAlive(id ir.ID, spawn int) bool { d := t.dead[id]; return d != nil && d.has(spawn) }

// Joins is the spawn, by its place in Spawns, whose one thread a join surely waits for; false if that is not known.
func (t *Thread) Joins(id ir.ID) (int, bool) {
	i, ok := t.joins[id]
	return i, ok
}

// Of looks at a thread.
func (c *Config) Of(f *ir.Func) *Thread {
	a := c.addresses(f)
	t := &Thread{addrs: map[ir.ID][2]Addr{}, args: map[ir.ID][]Addr{}, held: map[ir.ID][]Lock{}, fresh: map[ir.ID]bits{}, dead: map[ir.ID]bits{}, joins: map[ir.ID]int{}}
	k := &keeper{Config: c, t: t, f: f, lockOf: map[ir.ID]int{}, spawnOf: map[ir.ID]int{}, byReg: map[ir.Reg][]int{}, handles: map[ir.ID][]int{}}
	cyclic := f.Cyclic()
	a.flow.visit(func(b ir.BlockID, in ir.Instr, s bits) {
		id := in.Base().ID
		var at [2]Addr
		some := false
		_, spawn := in.(*ir.Spawn)
		operands(in, func(i int, o ir.Operand) {
			switch {
			case spawn && i > 0:
				t.args[id] = append(t.args[id], a.resolve(o, s))
			default:
				at[i], some = a.resolve(o, s), true
			}
		})
		if some {
			t.addrs[id] = at
		}
		k.collect(in, cyclic[b])
	})
	k.number()
	k.run()
	return t
}
