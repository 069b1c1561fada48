package sequence

import (
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
)

// Races in the merge. Two accesses x and y of different threads race if x is pending, and its thread never goes on, while
// the other makes y: it is enough that x is plain and outside of atomic sections, and that one of the two writes
// (docs/semantics.md#data-races). That x is pending needs no marker in memory: the path leads to x, everything before it has run, it has
// not, and all of that was so when y runs, which the bits of the schedule say.
//
// At most one step of a thread is pending. So for each thread and region there is one pending address, chosen among its
// accesses by the bits, and each access of another thread is compared with that one address: what the paper on KISS does with its
// variable "access". The size is linear in the number of accesses, where looking at all pairs is quadratic. Two that can both be pending need
// not be made at all: see lazy_stopped.go. One check is for
// all races of a region; Races tells the engine which accesses a model is about, and how to ask for others. Frees write whole objects, which
// may have cells in many regions: all of a thread are one group, and a free is compared with the groups of all its regions.

// RaceOptions say which races to look for.
type RaceOptions struct {
	// Watch restricts the search to some regions; nil: all.
	Watch func(ir.RegionID) bool
	// Frees restricts the search for races of two frees to some objects; nil: to those in regions that are watched.
	Frees func(ir.Object) bool
	// Apart shows, for every region, races of its own, also between places that raced in another. Else two places are shown once: one access
	// in a loop may be to as many regions as an array has cells.
	Apart bool
	// Shown, if not nil, is races that need not be shown again: those of other sequences of the same threads. What this one shows is added.
	Shown Shown
}

// Shown is races that were shown.
type Shown map[shownRace]bool

// Races says what the checks of a sequential program for races are about.
type Races struct {
	RaceOptions

	all   *lazy
	z     *lazy // the same; nil: every check is about one pair of places
	marks []pendingMark
	hits  []hitMark
}

// shownRace is two places of the source between which a race was shown, and in which check if they are told apart.
type shownRace struct {
	pair   *racePair
	places [2]place
}

func (r *Races) race(p *racePair, x, y *access) shownRace {
	if !r.Apart {
		p = nil
	}
	return shownRace{p, r.z.places(x, y)}
}

// pendingMark is an instruction whose value says that x is pending in the end.
type pendingMark struct {
	id ir.ID
	x  *access
}

// hitMark is an instruction whose value says that a race shows.
type hitMark struct {
	id ir.ID
	*raceHit
}

// Another is a race between other places than those shown before: Hit has the value 1, and of each of Pending one has the value 0.
type Another struct {
	Hit     ir.ID
	Pending [][]ir.ID
}

// Shown takes note of the race that a trace of the sequential program shows. It reports whether the check that failed may speak of others.
func (r *Races) Shown(t trace.Trace) bool {
	if r == nil || r.z == nil {
		return false
	}
	var hits []*raceHit
	var pending []*access
	var failed *racePair
	for _, s := range t.Steps {
		n := &r.z.notes[s.Instr]
		switch {
		case n.check:
			failed = n.pair
		case len(s.Raw) != 1 || s.Raw[0].Lo != 1:
		case n.race != nil:
			hits = append(hits, n.race)
		case n.pending != nil:
			pending = append(pending, n.pending)
		}
	}
	x, y := r.pick(failed, hits, pending)
	if x == nil {
		return false
	}
	r.RaceOptions.Shown[r.race(failed, x, y)] = true
	return true
}

// Others gives all races that a check speaks of but those shown before. ok is false if none of its own was: the check as it is says the same.
func (r *Races) Others(check ir.ID) (out []Another, ok bool) {
	if r == nil || r.z == nil {
		return nil, false
	}
	pair := r.z.notes[check].pair
	known := func(x, y *access) bool { return r.RaceOptions.Shown[r.race(pair, x, y)] }
	for _, h := range r.hits {
		if h.pair != pair {
			continue
		}
		a := Another{Hit: h.id}
		for _, m := range r.marks {
			if !h.group.has(m.x) {
				continue
			}
			if h.other == nil {
				if known(m.x, h.y) {
					a.Pending = append(a.Pending, []ir.ID{m.id})
				}
				continue
			}
			for _, n := range r.marks {
				if h.other.has(n.x) && known(m.x, n.x) {
					a.Pending = append(a.Pending, []ir.ID{m.id, n.id})
				}
			}
		}
		ok = ok || len(a.Pending) > 0
		out = append(out, a)
	}
	return out, ok
}

// pick chooses, of what a trace shows, the first race that was not shown before.
func (r *Races) pick(failed *racePair, hits []*raceHit, pending []*access) (x, y *access) {
	for _, h := range hits {
		if h.pair != failed {
			continue
		}
		if x, y := h.between(pending); !r.RaceOptions.Shown[r.race(failed, x, y)] {
			return x, y
		}
	}
	return nil, nil
}

// watched reports whether a race with a free is one of a region that is watched.
func (z *lazy) watched(x, y *access) bool {
	if z.races.Watch == nil {
		return true
	}
	for _, a := range []*access{y, x} {
		if a.free == nil {
			return z.races.watches(a.mem.Region)
		}
	}
	return z.races.watchesFrees(x.free, y)
}

// watchesFrees reports whether races between some frees and y, which is one too, are looked for.
func (r *RaceOptions) watchesFrees(frees *ir.Free, y *access) bool {
	if r.Frees == nil {
		return len(y.regions) == 0 || r.watches(y.regions[0])
	}
	return slices.ContainsFunc(y.free.Objects, func(o ir.Object) bool { return r.Frees(o) && slices.Contains(frees.Objects, o) })
}

// looksAt reports whether any race of a free is looked for.
func (r *RaceOptions) looksAt(x *access) bool {
	return r.Frees == nil || slices.ContainsFunc(x.free.Objects, r.Frees) || slices.ContainsFunc(x.regions, r.watches)
}

func (r *RaceOptions) watches(region ir.RegionID) bool { return r.Watch == nil || r.Watch(region) }

type racePair struct {
	flag    ir.Reg
	meta    ir.Meta
	msg     string
	regions []ir.RegionID
}

// in takes note that a pair is about a region too.
func (p *racePair) in(r ir.RegionID) {
	if !slices.Contains(p.regions, r) {
		p.regions = append(p.regions, r)
	}
}

// Regions is the regions that a check for races speaks of; for two frees, one of the object. With Lazy there is one: a check of Eager is about two places of the source, which may access many.
func (r *Races) Regions(check ir.ID) []ir.RegionID { return r.all.notes[check].pair.regions }

// raceHit is a race that shows: a thread makes y while x, or an access of the group, is pending in another; or one of another group is pending too, in the end.
type raceHit struct {
	x, y         *access
	group, other *pendingGroup
	pair         *racePair
}

// between is the two accesses, if these are pending.
func (h *raceHit) between(pending []*access) (x, y *access) {
	if h.other != nil {
		return h.group.among(pending), h.other.among(pending)
	}
	return h.group.among(pending), h.y
}

// pendingGroup is the accesses of one thread to one region that may be pending, or its frees, in slices those of the same objects, in the order of the text, no two of one step.
type pendingGroup struct {
	thread int
	region ir.RegionID
	frees  *ir.Free // nil: they are no frees; else one of all objects that they may be of
	xs     []*access
	addr   ir.Operand   // of the one that is pending in the end
	size   ir.Operand   // the same
	write  ir.Operand   // the same
	also   ir.Operand   // the same, if one of them is of a Copy; see ir.Mem
	within ir.RegionID  // see ir.Mem; 0: not the same for all of them
	alsoIn ir.RegionID  // the same
	ready  []ir.Operand // by round: one is pending by the end of the turn; without the first step of the thread
	first  ir.Operand   // its first step is pending, once it has been created
	pair   *racePair
	single bool       // each of them is: see lazy_stopped.go
	valid  ir.Operand // the one that is pending in the end is valid then; not set: not asked yet
}

func (g *pendingGroup) has(x *access) bool { return slices.Contains(g.xs, x) }

// among is the pending access of the thread.
func (g *pendingGroup) among(pending []*access) *access {
	for _, x := range pending {
		if g.has(x) {
			return x
		}
	}
	panic("transform: a race with a thread that has nothing pending")
}

// findPending makes the groups, before the merge, which compares with them.
func (z *lazy) findPending() {
	if z.races == nil {
		return
	}
	z.races.z = z
	type key struct {
		region ir.RegionID
		free   bool
		of     string // of a free in a slice, the objects that it may end: its address may be any, and must not be that of what another free ends
		nth    int    // of the accesses of one step to the region, or of its frees
		size   int    // of a single one, which is judged in the end: see lazy_stopped.go. 0 is that of all others, and of frees
		single bool
		scan   int // the step, if it looks for something: what it guessed is its own
	}
	by := z.accessesOf()
	freed := z.freedBy()
	for u := range z.threads {
		of := map[key]*pendingGroup{}
		for _, pos := range z.steps.of[u] {
			nth := map[key]int{}
			for _, x := range pos.accesses {
				k := key{region: x.mem.Region}
				switch {
				case !z.canBePending(x):
					continue
				case x.free != nil && !z.races.looksAt(x):
					continue
				case x.free != nil:
					k = key{free: true}
					if z.opt.Sliced {
						k.of = fmt.Sprint(x.free.Objects)
					}
				case !z.races.watches(x.mem.Region) || !racesWithAny(x, by[x.mem.Region]) && !freed[x.mem.Region].but(u):
					continue
				}
				if k.single = x.single(); k.single {
					k.size = x.mem.Size
				}
				same := k
				if k.nth = nth[same]; x.scans() {
					k.scan = x.pos.index + 1
				}
				nth[same]++
				if of[k] == nil {
					of[k] = &pendingGroup{thread: u, region: x.mem.Region, single: k.single}
					z.groups = append(z.groups, of[k])
				}
				of[k].add(x)
			}
		}
	}
	for _, g := range z.groups {
		if g.frees == nil {
			g.pair = z.pairIn(g.region, g.xs[0])
		}
		z.choose(g)
	}
}

// add puts one more access behind the others.
func (g *pendingGroup) add(x *access) {
	g.xs = append(g.xs, x)
	if x.free == nil {
		return
	}
	if g.frees == nil {
		g.frees = &ir.Free{}
	}
	for _, o := range x.free.Objects {
		if !slices.Contains(g.frees.Objects, o) {
			g.frees.Objects = append(g.frees.Objects, o)
		}
	}
}

// pairIn gives the check of a region, made on first use; x is one of the accesses.
func (z *lazy) pairIn(region ir.RegionID, x *access) *racePair {
	if p := z.pairOfRegion[region]; p != nil {
		return p
	}
	p := &racePair{flag: z.flag(), meta: x.meta, msg: fmt.Sprintf("race on %s", x.mem.Name), regions: []ir.RegionID{region}}
	z.pairOfRegion[region] = p
	z.pairs = append(z.pairs, p)
	return p
}

// someThreads is a set of threads.
type someThreads map[int]bool

// but reports whether another thread than t is among them.
func (s someThreads) but(t int) bool { return len(s) > 1 || len(s) == 1 && !s[t] }

// freedBy lists, by region, the threads that free objects with cells there.
func (z *lazy) freedBy() map[ir.RegionID]someThreads {
	out := map[ir.RegionID]someThreads{}
	for t := range z.threads {
		for _, pos := range z.steps.of[t] {
			for _, y := range pos.accesses {
				if y.free == nil || y.free.Stack {
					continue
				}
				for _, r := range y.regions {
					if out[r] == nil {
						out[r] = someThreads{}
					}
					out[r][t] = true
				}
			}
		}
	}
	return out
}

// made is which accesses a thread makes to a region.
type made struct{ any, write bool }

// accessesOf lists, by region and thread, what the threads do other than freeing.
func (z *lazy) accessesOf() map[ir.RegionID][]made {
	out := map[ir.RegionID][]made{}
	for t := range z.threads {
		for _, pos := range z.steps.of[t] {
			for _, y := range pos.accesses {
				if y.free != nil || y.mem.Excused || z.ghost(y) {
					continue
				}
				if out[y.mem.Region] == nil {
					out[y.mem.Region] = make([]made, z.threads)
				}
				m := &out[y.mem.Region][t]
				m.any, m.write = true, m.write || y.write
			}
		}
	}
	return out
}

// racesWithAny reports whether some other thread has an access that x could race with.
func racesWithAny(x *access, by []made) bool {
	for u, m := range by {
		if u != x.thread && (m.write || m.any && x.write) {
			return true
		}
	}
	return false
}

// RaceRegions lists the regions in which two threads could race, by what the text alone says, and the frees that could race with others.
func RaceRegions(p *ir.Program, opt Options) (out []ir.RegionID, frees []*ir.Free, err error) {
	steps, err := findSteps(p, opt)
	if err != nil {
		return nil, nil, err
	}
	z := &lazy{in: p, opt: opt, steps: steps, threads: steps.threads}
	by, freed := z.accessesOf(), z.freedBy()
	found := map[ir.RegionID]bool{}
	for t := range z.threads {
		for _, pos := range steps.of[t] {
			for _, x := range pos.accesses {
				switch {
				case !z.canBePending(x):
				case x.free == nil:
					found[x.mem.Region] = found[x.mem.Region] || racesWithAny(x, by[x.mem.Region]) || freed[x.mem.Region].but(t)
				default:
					if slices.ContainsFunc(x.free.Objects, func(o ir.Object) bool { return steps.freedBy[o] < 0 }) {
						frees = append(frees, x.free)
					}
					for _, r := range x.regions {
						found[r] = found[r] || racesWithAny(x, by[r])
					}
				}
			}
		}
	}
	for r := range p.Regions {
		if found[ir.RegionID(r)] {
			out = append(out, ir.RegionID(r))
		}
	}
	return out, frees, nil
}

// choose makes the registers of a group. What is not done yet in the end is pending, so the bits of the last round choose.
func (z *lazy) choose(g *pendingGroup) {
	k, in := z.opt.Rounds, z.ranBy[g.thread]
	n := len(g.xs) - 1
	about := func(x *access) (addr, size, write ir.Operand) {
		return x.addr, lengthOf(x), ir.Bit(x.write)
	}
	g.addr, g.size, g.write = about(g.xs[n])
	for i := n - 1; i >= 0; i-- {
		addr, size, write := about(g.xs[i])
		done := in[g.xs[i].pos.index][k]
		g.addr, g.size, g.write = z.ite(done, g.addr, addr), z.ite(done, g.size, size), z.ite(done, g.write, write)
	}
	if g.frees == nil {
		z.chooseOther(g)
	}
	g.first = ir.K(1, 0)
	for r := 0; r <= k; r++ {
		g.ready = append(g.ready, ir.K(1, 0))
	}
	for _, x := range g.xs {
		p := x.pos.index
		waits := z.and(z.leadsTo(x), z.not(in[p][k]))
		if p == 0 {
			g.first = waits
			continue
		}
		for r := 1; r <= k; r++ {
			g.ready[r] = z.or(g.ready[r], z.and(waits, in[p-1][r]))
		}
	}
}

func (z *lazy) ite(c, x, y ir.Operand) ir.Operand {
	if x == y {
		return x
	}
	return z.pure(x.Width, func(d ir.Reg) ir.Instr { return &ir.Ite{Dst: d, Cond: c, X: x, Y: y} })
}

// markPending says, in the end, which access of each thread is pending.
func (z *lazy) markPending() {
	k := z.opt.Rounds
	for _, g := range z.groups {
		for _, x := range g.xs {
			p := x.pos.index
			c := z.and(z.and(z.leadsTo(x), z.not(z.ranBy[x.thread][p][k])), z.arrivedBy(x, k))
			z.emit(&ir.Move{Dst: z.temp(1), X: c}, note{pending: x})
			z.races.marks = append(z.races.marks, pendingMark{z.out.NextID - 1, x})
		}
	}
}

// raceChecks looks, where y runs in round r, for pending accesses that y races with.
func (z *lazy) raceChecks(r, t int, y *access) {
	if y.free != nil && y.free.Stack || y.mem.Excused || z.ghost(y) {
		return
	}
	for _, g := range z.groups {
		region, ok := z.meetsMade(g, y)
		switch {
		case !ok:
		case g.frees != nil || y.free != nil:
			z.shows(&raceHit{y: y, group: g, pair: z.pairIn(region, g.xs[0])}, z.and(z.pendingAt(r, t, g), z.overlap(z.pendingIn(g, y), y)))
		default:
			z.groupCheck(r, t, g, y)
		}
	}
}

// meetsMade reports whether a group is compared with y where y is made, and in which region.
func (z *lazy) meetsMade(g *pendingGroup, y *access) (ir.RegionID, bool) {
	switch {
	case g.thread == y.thread:
		return 0, false
	case g.single && y.single() && z.canBePending(y): // the two are compared in the end
		return 0, false
	case g.frees != nil || y.free != nil:
		return z.freeMeets(g, y)
	}
	return g.region, g.region == y.mem.Region
}

// freeMeets reports whether a group and an access, one of which is a free, or both, may be of one object, and in which region.
func (z *lazy) freeMeets(g *pendingGroup, y *access) (ir.RegionID, bool) {
	switch {
	case g.frees == nil:
		return g.region, slices.Contains(y.regions, g.region)
	case y.free == nil:
		meets := slices.ContainsFunc(g.xs, func(x *access) bool { return slices.Contains(x.regions, y.mem.Region) })
		return y.mem.Region, meets && z.races.watches(y.mem.Region)
	}
	if !slices.ContainsFunc(y.free.Objects, func(o ir.Object) bool { return slices.Contains(g.frees.Objects, o) }) {
		return 0, false
	}
	region := ir.RegionID(0)
	if len(y.regions) > 0 {
		region = y.regions[0]
	}
	return region, z.races.watchesFrees(g.frees, y)
}

// pendingAt is the condition that an access of a group is pending where thread t runs in round r.
func (z *lazy) pendingAt(r, t int, g *pendingGroup) ir.Operand {
	return z.and(z.order.pending(g, t, r), z.not(z.killed[g.thread]))
}

// shows says that a race shows, under a condition.
func (z *lazy) shows(race *raceHit, hit ir.Operand) {
	if hit.IsConst(0) {
		return
	}
	hit = z.and(hit, z.foresees(race.group.xs[0])) // a step that looks for something is a group of its own
	seen := z.temp(1)
	z.emit(&ir.Move{Dst: seen, X: z.and(z.running, hit)}, note{race: race})
	z.races.hits = append(z.races.hits, hitMark{z.out.NextID - 1, race})
	flag := race.pair.flag
	z.emit(&ir.Binary{Dst: flag, Op: ir.Or, X: ir.R(flag, 1), Y: ir.R(seen, 1)}, note{})
}

// pendingIn is the access of a group that is pending.
func (z *lazy) pendingIn(g *pendingGroup, y *access) *access {
	x := &access{addr: g.addr, free: g.frees, mem: ir.Mem{Region: g.region, Size: 1}}
	if g.size.Kind == ir.KindConst {
		x.mem.Size = int(g.size.Val.Lo)
	}
	ranged := func(x *access) bool { return x.len.IsSet() }
	if g.frees == nil && (y.len.IsSet() || slices.ContainsFunc(g.xs, ranged)) {
		x.len, x.also, x.mem.Within, x.mem.AlsoIn = g.size, g.also, g.within, g.alsoIn
	}
	return x
}

// groupCheck compares y with what is pending in a thread.
func (z *lazy) groupCheck(r, t int, g *pendingGroup, y *access) {
	mayRace := func(x *access) bool { return !z.opt.apart(x, y) }
	if g.write.IsConst(0) && !y.write || !slices.ContainsFunc(g.xs, mayRace) {
		return
	}
	hit := z.and(z.pendingAt(r, t, g), z.or(g.write, ir.Bit(y.write)))
	z.shows(&raceHit{y: y, group: g, pair: g.pair}, z.and(hit, z.near(g, y)))
}

// near is the condition that y touches a byte of what is pending in a thread.
func (z *lazy) near(g *pendingGroup, y *access) ir.Operand {
	x := z.pendingIn(g, y)
	if x.len.IsSet() {
		return z.overlapRange(x, y)
	}
	if g.size.Kind == ir.KindConst {
		return z.overlap(x, y)
	}
	w := g.addr.Width
	end := z.binary(ir.Add, g.addr, g.size)
	return z.and(z.binary(ir.ULt, g.addr, z.binary(ir.Add, y.addr, ir.K(w, uint64(y.mem.Size)))), z.binary(ir.ULt, y.addr, end))
}

// canRace decides what the text alone decides.
func (z *lazy) canRace(x, y *access) bool {
	return z.canBePending(x) && !z.opt.apart(x, y) && !z.ghost(y) && (x.write || y.write) && z.sameRegion(x, y) && z.watched(x, y)
}

// ghost reports whether an access is bookkeeping, such as of who holds a lock: calls on synchronization objects are no data accesses.
func (z *lazy) ghost(a *access) bool { return a.free == nil && z.in.Regions[a.mem.Region].Ghost }

func (z *lazy) plain(x *access) bool {
	if x.free != nil {
		return true
	}
	return x.mem.Mark == ir.MarkPlain || x.mem.Mark == ir.MarkVolatile && !z.opt.VolatileIsAtomic
}

func (z *lazy) sameRegion(x, y *access) bool {
	regions := func(a *access) []ir.RegionID {
		if a.free != nil {
			return a.regions
		}
		return []ir.RegionID{a.mem.Region}
	}
	for _, a := range regions(x) {
		if slices.Contains(regions(y), a) {
			return true
		}
	}
	if x.free == nil || y.free == nil {
		return false
	}
	for _, a := range x.free.Objects {
		if slices.Contains(y.free.Objects, a) {
			return true
		}
	}
	return false
}

// pair gives the flag of two places of the source, made on first use.
func (z *lazy) pair(x, y *access) *racePair {
	key := z.places(x, y)
	p := z.pairOf[key]
	if p == nil {
		p = &racePair{flag: z.flag(), meta: x.meta, msg: fmt.Sprintf("race on %s", x.mem.Name)}
		z.pairOf[key] = p
		z.pairs = append(z.pairs, p)
	}
	switch {
	case y.free == nil:
		p.in(y.mem.Region)
	case x.free == nil:
		p.in(x.mem.Region)
	case len(y.regions) > 0:
		p.in(y.regions[0])
	}
	return p
}

// places is the places of two accesses, in a fixed order.
func (z *lazy) places(x, y *access) [2]place {
	a, b := z.source(x), z.source(y)
	if b.id < a.id || b.id == a.id && b.pos.Before(a.pos) {
		a, b = b, a
	}
	return [2]place{a, b}
}

// place is an access in the source: the instruction as it was before it was unfolded, and where people see it, which for an
// instruction of a model is the call.
type place struct {
	id  ir.ID
	pos source.Pos
}

func (z *lazy) source(a *access) place {
	return place{z.opt.source(a.id), a.meta.Pos.Pos}
}

// overlap is the condition that two accesses of one region touch a common byte.
func (z *lazy) overlap(x, y *access) ir.Operand {
	if x.free != nil || y.free != nil {
		same := z.and(z.frees(x), z.frees(y))
		if same.IsConst(0) {
			return same
		}
		for _, a := range []*access{x, y} {
			if a.len.IsSet() {
				same = z.and(same, z.not(z.binary(ir.Eq, a.len, ir.K(a.len.Width, 0))))
			}
		}
		if x.len.IsSet() {
			same = z.and(same, z.binary(ir.Eq, z.probeOf(x.memory(), x.addr, nil), ir.K(2, ir.ProbeValid)))
		} else if x.free == nil && z.opt.Sliced { // its address may be any. The object may be gone where the two are compared
			same = z.and(same, z.not(z.binary(ir.Eq, z.probeOf(x.memory(), x.addr, nil), ir.K(2, ir.ProbeOutside))))
		}
		return z.and(same, z.pure(1, func(d ir.Reg) ir.Instr { return &ir.SameObject{Dst: d, X: x.addr, Y: y.addr} }))
	}
	if x.len.IsSet() || y.len.IsSet() {
		return z.overlapRange(x, y)
	}
	if z.in.Regions[x.mem.Region].Width > 1 && x.mem.Size == y.mem.Size {
		return z.binary(ir.Eq, x.addr, y.addr) // whole cells: they are the same or apart
	}
	w := x.addr.Width
	before := func(a, b *access) ir.Operand { // a starts before b ends
		return z.binary(ir.ULt, a.addr, z.binary(ir.Add, b.addr, ir.K(w, uint64(b.mem.Size))))
	}
	if x.addr.Kind == ir.KindGlobal && y.addr.Kind == ir.KindGlobal {
		if x.addr.Global != y.addr.Global {
			return ir.K(1, 0)
		}
		a, b := int64(x.addr.Val.Lo), int64(y.addr.Val.Lo)
		return ir.Bit(a < b+int64(y.mem.Size) && b < a+int64(x.mem.Size))
	}
	return z.and(before(x, y), before(y, x))
}

// frees is the condition that an access, if it is a Free, is one of a heap object: only those are written by it. Whether the object is
// alive does not matter: the other access of a race is valid.
func (z *lazy) frees(a *access) ir.Operand {
	if a.free == nil {
		return ir.K(1, 1)
	}
	var heap []ir.Object
	for _, o := range a.free.Objects {
		if z.steps.heap[o.Alloc] {
			heap = append(heap, o)
		}
	}
	if len(heap) == 0 {
		return ir.K(1, 0)
	}
	code := z.probeOf(ir.Mem{}, a.addr, &ir.Free{Objects: heap})
	return z.not(z.binary(ir.Eq, code, ir.K(2, ir.ProbeOutside)))
}
