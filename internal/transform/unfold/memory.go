package unfold

import (
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What unfold knows of memory: the content of objects that nobody else can change.
//
// Before the first spawn on its way the first thread is alone, so what it has stored it will read again, in any object. Later, and in
// other threads, that holds for the objects that a thread made and whose addresses nobody else can have. A load of what is known is not
// made in the output: only its value counts, and a mark so that traces can be followed (evaluate.go). So the loops over
// formats, option tables and tokens in front of most real programs are decided here, exactly as the interpreter would run them.
// Stores are always made: somebody may look at what is not known.
//
// Who can have an address. An address is followed through registers and through the known cells of memory, also when only the object is known and not
// the place in it. Where unfold loses sight of one (it is stored at an unknown place, two ways meet that know different things, it becomes a
// number) its object is exposed, and so is everything that the object is known to point to. An unknown address points to
// exposed objects only. A store through one makes unfold forget them all; so does a free.
//
// Rejected: asking the points-to analysis which objects an unknown store may reach. It needs the unfolded program, and this knowledge is
// what keeps that small.

// objectID names an object: globals first, then allocations in the order in which unfold met them; 0 is none.
type objectID int32

// maxTracked is the largest object whose content is followed, in bytes.
const maxTracked = 1 << 20

const pageSize = 64

// memory is what is known on one way. Its parts are shared with other ways until one of them writes: who made a part is its owner.
type memory struct {
	objs       map[objectID]*object // those that are not as they began
	mapOwner   int
	owner      int
	tokens     *int // owners so far
	clobbered  bool // globals that are exposed from the start may hold anything
	concurrent bool // other threads may run
	// strange is set once two addresses of different objects were subtracted: an address plus the difference is an address of the other.
	strange bool
}

type object struct {
	owner   int
	size    int64
	begins  begin
	exposed bool
	gone    bool // its life is over, or nothing is ever known of it
	stack   bool
	pages   []*page // nil: as it began
}

// begin is what an object holds where nothing was stored.
type begin uint8

const (
	anything begin = iota
	zeros
	asInitialized // a global
)

// page is a part of an object. A byte of an address is not known as a byte.
type page struct {
	owner int
	known uint64
	bytes [pageSize]byte
	addrs []cellAddr
}

// cellAddr is an address of an object or function that lies in memory.
type cellAddr struct {
	off int
	val value
}

// fork returns a memory that can be changed without the other seeing it.
func (m *memory) fork() *memory {
	c := *m
	m.owner, c.owner = *m.tokens+1, *m.tokens+2
	*m.tokens += 2
	return &c
}

// globalObject is the object of a global whose content can be followed, or 0.
func (u *unfolder) globalObject(g ir.GlobalID) objectID {
	if o := u.out.Globals[g]; o.External || o.ThreadLocal || o.Const {
		return 0
	}
	return objectID(g) + 1
}

// isGlobal gives the global that an object is.
func (u *unfolder) isGlobal(id objectID) (ir.GlobalID, bool) {
	if id <= 0 || id >= firstAlloc {
		return 0, false
	}
	return ir.GlobalID(id - 1), true
}

// firstAlloc is the first number of an object that an allocation made.
const firstAlloc objectID = 1 << 24

// newObject makes an object of an allocation and gives its address, in a register of its own.
func (u *unfolder) newObject(m *memory, in *ir.Alloc, size ir.Operand, base ir.Reg) value {
	u.writes++
	u.objects++
	id := firstAlloc + u.objects
	o := &object{owner: m.owner, stack: in.Stack}
	if size.Kind == ir.KindConst && size.Val.Hi == 0 && size.Val.Lo <= maxTracked {
		o.size = int64(size.Val.Lo)
	} else {
		o.gone = true
	}
	if in.Zero {
		o.begins = zeros
	}
	m.put(id, o)
	return value{ir.R(base, u.in.PtrWidth()), id}
}

// own reports whether a global is this thread's own instance of a thread-local one.
func (u *unfolder) own(g ir.GlobalID) bool { return int(g) >= len(u.in.Globals) }

// object gives an object to look at.
func (u *unfolder) object(m *memory, id objectID) *object {
	if o := m.objs[id]; o != nil {
		return o
	}
	g, ok := u.isGlobal(id)
	if !ok {
		return &object{gone: true, exposed: true} // its life is over, or it was made on another way
	}
	d := u.defaults[g]
	if d == nil {
		d = &object{owner: -1, size: u.out.Globals[g].Size, begins: asInitialized, exposed: u.pointedTo(g)}
		d.gone = d.size > maxTracked
		u.defaults[g] = d
	}
	if d.exposed && m.clobbered {
		return &object{owner: -1, size: d.size, exposed: true, gone: d.gone}
	}
	return d
}

// pointedTo reports whether some global holds the address of this one from the start.
func (u *unfolder) pointedTo(g ir.GlobalID) bool {
	if u.relocated == nil {
		u.relocated = map[ir.GlobalID]bool{}
		for _, h := range u.in.Globals {
			for _, r := range h.Relocs {
				if r.Target.Kind == ir.KindGlobal {
					u.relocated[r.Target.Global] = true
				}
			}
			for _, in := range h.Incoming {
				for _, t := range in.Targets {
					u.relocated[t.Object.Global] = true
				}
			}
		}
	}
	return u.relocated[g]
}

func (m *memory) put(id objectID, o *object) {
	m.ownMap()
	m.objs[id] = o
}

// remove forgets an object that is gone for good. Others do not get slower then by those that were.
func (m *memory) remove(id objectID) {
	if m.objs[id] != nil {
		m.ownMap()
		delete(m.objs, id)
	}
}

func (m *memory) ownMap() {
	if m.mapOwner != m.owner {
		m.objs, m.mapOwner = maps.Clone(m.objs), m.owner
	}
}

// change gives an object to write to.
func (u *unfolder) change(m *memory, id objectID) *object {
	o := u.object(m, id)
	if o.owner == m.owner && m.mapOwner == m.owner {
		return o
	}
	c := *o
	c.owner, c.pages = m.owner, append([]*page(nil), o.pages...)
	m.put(id, &c)
	return &c
}

// tracked reports whether the content of an object is followed.
func (u *unfolder) tracked(m *memory, id objectID) bool {
	if id == 0 {
		return false
	}
	o := u.object(m, id)
	if o.gone {
		return false
	}
	if !m.concurrent {
		return true
	}
	g, isGlobal := u.isGlobal(id)
	return !o.exposed && (!isGlobal || u.own(g))
}

// pageAt gives a page to look at; nil: nothing is known of it.
func (u *unfolder) pageAt(id objectID, o *object, n int) *page {
	if n < len(o.pages) && o.pages[n] != nil {
		return o.pages[n]
	}
	switch o.begins {
	case zeros:
		return &zeroPage
	case asInitialized:
		g, _ := u.isGlobal(id)
		return u.initialPage(u.out.Globals[g], n)
	}
	return nil
}

var zeroPage = page{owner: -1, known: 1<<pageSize - 1}

func (u *unfolder) initialPage(g *ir.Global, n int) *page {
	p := zeroPage
	if from := n * pageSize; from < len(g.Init) {
		copy(p.bytes[:], g.Init[from:])
	}
	size := u.in.PtrWidth() / 8
	for _, r := range g.Relocs {
		off := int(r.Offset) - n*pageSize
		if off <= -size || off >= pageSize {
			continue
		}
		p.known &^= bitsOf(off, size)
		if off >= 0 && off+size <= pageSize {
			v := value{op: r.Target}
			if r.Target.Kind == ir.KindGlobal {
				v.obj = u.globalObject(r.Target.Global)
			}
			p.addrs = append(p.addrs, cellAddr{off, v})
		}
	}
	return &p
}

// bitsOf is the bits of some bytes of a page.
func bitsOf(off, size int) uint64 {
	lo, hi := max(off, 0), min(off+size, pageSize)
	if lo >= hi {
		return 0
	}
	return (^uint64(0) >> (pageSize - (hi - lo))) << lo
}

// inside reports whether bytes lie in an object.
func (o *object) inside(off ir.Const, size int) bool {
	return off.Hi == 0 && off.Lo <= uint64(o.size) && uint64(size) <= uint64(o.size)-off.Lo
}

// read gives what some bytes of a tracked object hold, if that is known.
func (u *unfolder) read(m *memory, id objectID, off int64, size int) value {
	o := u.object(m, id)
	var c ir.Const
	for i := size - 1; i >= 0; i-- {
		at := int(off) + i
		p := u.pageAt(id, o, at/pageSize)
		if p == nil {
			return u.unread(m, id, off, size)
		}
		in := at % pageSize
		if i == size-1 {
			for _, a := range p.addrs {
				if a.off == in-i && 8*size == u.in.PtrWidth() {
					return a.val
				}
			}
		}
		if p.known>>in&1 == 0 {
			return u.unread(m, id, off, size)
		}
		c.Hi = c.Hi<<8 | c.Lo>>56
		c.Lo = c.Lo<<8 | uint64(p.bytes[in])
	}
	return value{op: ir.KConst(8*size, c)}
}

// unread exposes what a load of bytes that are not known may get hold of: parts of addresses.
func (u *unfolder) unread(m *memory, id objectID, off int64, size int) value {
	o := u.object(m, id)
	for n := int(off) / pageSize; n <= (int(off)+size-1)/pageSize; n++ {
		if p := u.pageAt(id, o, n); p != nil {
			for _, a := range p.addrs {
				if bitsOf(int(off)-n*pageSize, size)&bitsOf(a.off, u.in.PtrWidth()/8) != 0 {
					u.expose(m, a.val.obj)
				}
			}
		}
	}
	return value{}
}

// record takes note of a store to a tracked object.
func (u *unfolder) record(m *memory, id objectID, off int64, size int, v value) {
	ptr := u.in.PtrWidth() / 8
	o := u.change(m, id)
	first, last := int(off)/pageSize, (int(off)+size-1)/pageSize
	for n := first; n <= last; n++ {
		p := u.changePage(m, id, o, n)
		if p == nil {
			continue
		}
		from := int(off) - n*pageSize
		hit := bitsOf(from, size)
		p.known &^= hit
		keep := p.addrs[:0:0]
		for _, a := range p.addrs {
			switch mine := bitsOf(a.off, ptr); {
			case mine&hit == 0:
				keep = append(keep, a)
			case mine&^hit != 0:
				u.expose(m, a.val.obj) // a part of it stays
			}
		}
		p.addrs = keep
		if v.op.Kind == ir.KindConst {
			for i := range size {
				if at := from + i; at >= 0 && at < pageSize {
					w := v.op.Val.Lo
					if i >= 8 {
						w = v.op.Val.Hi
					}
					p.bytes[at] = byte(w >> (8 * (i % 8)))
				}
			}
			p.known |= hit
		}
	}
	if v.op.Kind == ir.KindConst {
		return
	}
	if p := u.pageAt(id, o, first); v.known() && size == ptr && first == last && p != nil {
		p.addrs = append(p.addrs, cellAddr{int(off) - first*pageSize, v})
		if !o.exposed {
			return
		}
	}
	u.expose(m, v.obj)
}

// changePage gives a page to write to.
func (u *unfolder) changePage(m *memory, id objectID, o *object, n int) *page {
	if n >= len(o.pages) {
		pages := make([]*page, max(n+1, min(2*n, int(o.size+pageSize-1)/pageSize)))
		copy(pages, o.pages)
		o.pages = pages
	}
	p := o.pages[n]
	if p != nil && p.owner == m.owner {
		return p
	}
	c := &page{}
	if old := u.pageAt(id, o, n); old != nil {
		*c = *old
		c.addrs = append([]cellAddr(nil), old.addrs...)
	}
	c.owner = m.owner
	o.pages[n] = c
	return c
}

// expose notes that unfold has lost sight of an address of an object: any unknown address may be one, and any unknown load from it may
// give what it points to.
func (u *unfolder) expose(m *memory, id objectID) {
	if id == 0 || u.object(m, id).exposed {
		return
	}
	o := u.change(m, id)
	o.exposed = true
	u.exposeContent(m, o)
}

// exposeContent exposes what an object is known to point to. What it has pointed to from the start is exposed from the start.
func (u *unfolder) exposeContent(m *memory, o *object) {
	for _, p := range o.pages {
		if p != nil {
			for _, a := range p.addrs {
				u.expose(m, a.val.obj)
			}
		}
	}
}

// drop forgets what an object holds.
func (u *unfolder) drop(m *memory, id objectID) {
	u.writes++
	o := u.object(m, id)
	if o.gone || o.begins == anything && o.pages == nil {
		return
	}
	u.exposeContent(m, o)
	o = u.change(m, id)
	o.begins, o.pages = anything, nil
}

// clobber is a store, or a free, through an address that is not known.
func (u *unfolder) clobber(m *memory) {
	u.writes++
	if m.concurrent {
		return // nothing is known of what is exposed
	}
	m.clobbered = true
	for _, id := range m.exposedObjects() {
		u.drop(m, id)
	}
}

// exposedObjects lists the exposed objects that are not as they began.
func (m *memory) exposedObjects() (out []objectID) {
	for id, o := range m.objs {
		if o.exposed {
			out = append(out, id)
		}
	}
	return out
}

// end notes that the life of an object is over.
func (u *unfolder) end(m *memory, id objectID) {
	u.writes++
	u.drop(m, id)
	if id >= firstAlloc {
		m.remove(id)
	} else {
		u.change(m, id).gone = true
	}
}

// mergeMemory keeps what both know.
func (u *unfolder) mergeMemory(a, b *memory) *memory {
	m := a.fork()
	if a == b {
		return m
	}
	m.clobbered, m.concurrent, m.strange = a.clobbered || b.clobbered, a.concurrent || b.concurrent, a.strange || b.strange
	var differ []objectID
	for id, o := range a.objs {
		if b.objs[id] != o {
			differ = append(differ, id)
		}
	}
	for id := range b.objs {
		if a.objs[id] == nil {
			differ = append(differ, id)
		}
	}
	var lost []objectID
	for _, id := range differ {
		o, gone := u.mergeObject(m, id, u.object(a, id), u.object(b, id))
		if o.gone && id >= firstAlloc {
			m.remove(id)
		} else {
			m.put(id, o)
		}
		lost = append(lost, gone...)
	}
	for _, id := range lost {
		u.expose(m, id)
	}
	for _, id := range differ { // what is exposed on one way only
		if o := u.object(m, id); o.exposed {
			u.exposeContent(m, o)
		}
	}
	return m
}

// mergeObject keeps what both know of an object, and lists the objects whose addresses were lost.
func (u *unfolder) mergeObject(m *memory, id objectID, a, b *object) (o *object, lost []objectID) {
	o = &object{owner: m.owner, size: max(a.size, b.size), exposed: a.exposed || b.exposed, gone: a.gone || b.gone, stack: a.stack || b.stack, begins: a.begins}
	n := max(len(a.pages), len(b.pages))
	if a.begins != b.begins { // a page that only one of them has is as the other began
		o.begins = anything
		n = max(n, int(o.size+pageSize-1)/pageSize)
		if a.begins == anything {
			n = min(n, len(a.pages))
		} else if b.begins == anything {
			n = min(n, len(b.pages))
		}
	}
	if o.gone {
		n = 0
	}
	for i := range n {
		if pageOf(a, i) == nil && pageOf(b, i) == nil && a.begins == b.begins {
			o.pages = append(o.pages, nil)
			continue
		}
		p, gone := mergePage(m, pageOf(a, i), pageOf(b, i), func() (*page, *page) { return u.pageAt(id, a, i), u.pageAt(id, b, i) })
		lost = append(lost, gone...)
		o.pages = append(o.pages, p)
	}
	for _, side := range []*object{a, b} {
		for i := n; i < len(side.pages); i++ {
			if p := side.pages[i]; p != nil {
				for _, c := range p.addrs {
					lost = append(lost, c.val.obj)
				}
			}
		}
	}
	return o, lost
}

func pageOf(o *object, n int) *page {
	if n < len(o.pages) {
		return o.pages[n]
	}
	return nil
}

// mergePage keeps what both know of a page; content gives the pages with what they began with.
func mergePage(m *memory, a, b *page, content func() (*page, *page)) (p *page, lost []objectID) {
	if a == b && a != nil {
		return a, nil
	}
	p = &page{owner: m.owner}
	if a, b = content(); a == nil || b == nil {
		for _, side := range []*page{a, b} {
			if side != nil {
				for _, c := range side.addrs {
					lost = append(lost, c.val.obj)
				}
			}
		}
		return p, lost
	}
	p.bytes = a.bytes
	for i := range pageSize {
		if a.known&b.known>>i&1 == 1 && a.bytes[i] == b.bytes[i] {
			p.known |= 1 << i
		}
	}
	for _, c := range a.addrs {
		if hasAddr(b.addrs, c) {
			p.addrs = append(p.addrs, c)
		} else {
			lost = append(lost, c.val.obj)
		}
	}
	for _, c := range b.addrs {
		if !hasAddr(a.addrs, c) {
			lost = append(lost, c.val.obj)
		}
	}
	return p, lost
}

func hasAddr(list []cellAddr, c cellAddr) bool {
	return slices.Contains(list, c)
}
