package pair

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// Cutting loops. A loop becomes one iteration, any: what the loop writes is forgotten before its header, what is tried as an invariant is assumed there, and claimed where
// the loop is entered and where it would begin again, which is an end. Each invariant has a switch, so that the ones that fail can be turned off and the rest
// asked about again without another program (package infer).
//
//	before -> enter: note the values it begins with; claim every invariant that is tried
//	          cut:   forget; assume them; go to the header
//	header ... body -> back: claim them; end
//
// An edge into the middle of a loop starts an iteration half-way; or any iteration, since the header may be reached by a back edge only.

// loop is a loop to cut.
type loop struct {
	header  ir.BlockID
	blocks  []ir.BlockID
	set     map[ir.BlockID]bool
	changed map[ir.Reg]bool // all that it writes
	written []ir.Reg        // those that are read behind the header, or by what is tried
	regions []ir.RegionID
	live    map[ir.Reg]bool
	begun   map[ir.Reg]ir.Reg // the values that it was entered with
	tried   []candidate
}

func (b *builder) cut() {
	b.begin()
	defer b.begin()
	b.findCompared()
	live := b.f.LiveIn()
	var loops []*loop
	var find func(items []transform.Item)
	find = func(items []transform.Item) {
		for _, it := range items {
			if it.Items != nil {
				loops = append(loops, b.loopOf(it, live[it.Block]))
				find(it.Items)
			}
		}
	}
	find(transform.LoopTree(b.f))
	for _, l := range loops {
		b.candidates(l)
	}
	b.fewer(loops)
	b.edges = map[ir.BlockID][]edge{}
	for i, blk := range b.f.Blocks {
		b.leads(ir.BlockID(i), blk.Term())
	}
	for _, l := range loops {
		b.cutLoop(l)
	}
}

// edge is a way into a block.
type edge struct {
	from ir.BlockID
	to   *ir.BlockID
}

// leads notes where the end of a block leads.
func (b *builder) leads(from ir.BlockID, end ir.Instr) {
	ir.Targets(end, func(to *ir.BlockID) { b.edges[*to] = append(b.edges[*to], edge{from, to}) })
}

// fewer drops what is tried, what helps least first, until a solver can try the rest. What is not tried is not known, and less is shown.
func (b *builder) fewer(loops []*loop) {
	var n [ranks]int
	sum := 0
	for _, l := range loops {
		for _, c := range l.tried {
			n[c.rank]++
			sum++
		}
	}
	most, left := ranks, sum
	for ; most > 0 && left > MostTried || most > int(noting) && b.which.Few && sum > few; most-- {
		left -= n[most-1]
	}
	b.pair.Untried = sum - left
	for _, l := range loops {
		l.tried = slices.DeleteFunc(l.tried, func(c candidate) bool { return int(c.rank) >= most })
	}
}

func (b *builder) loopOf(it transform.Item, live map[ir.Reg]bool) *loop {
	l := &loop{header: it.Block, blocks: it.Blocks(), begun: map[ir.Reg]ir.Reg{}, set: map[ir.BlockID]bool{}, changed: map[ir.Reg]bool{}, live: live}
	regions := map[ir.RegionID]bool{}
	for _, id := range l.blocks {
		l.set[id] = true
		for _, in := range b.f.Blocks[id].Instrs {
			ir.Defs(in, func(r *ir.Reg) { l.changed[*r] = true })
			switch in := in.(type) {
			case *ir.Store:
				regions[in.Mem.Region] = true
			case *ir.Forget:
				regions[in.Region] = true
			}
		}
	}
	for r := range l.changed {
		if live[r] || b.hints.ghosts[r] {
			l.written = append(l.written, r)
		}
	}
	for r := range regions {
		l.regions = append(l.regions, r)
	}
	slices.Sort(l.written)
	slices.Sort(l.regions)
	for _, r := range l.written {
		if b.f.Width(r) > 1 && !b.hints.ghosts[r] {
			l.begun[r] = b.reg(b.f.Width(r))
		}
	}
	return l
}

func (b *builder) cutLoop(l *loop) {
	enter, cut, back := b.block("enter"), b.block("cut"), b.block("back")
	for _, e := range b.edges[l.header] {
		if *e.to = enter; l.set[e.from] {
			*e.to = back
		}
	}
	b.at = ir.Meta{}
	b.sideEntries(l, cut)
	b.enter(enter)
	for _, r := range l.written {
		if from, ok := l.begun[r]; ok {
			b.move(from, b.val(r))
		}
	}
	tried := l.tried
	first := len(b.pair.Switches)
	for i := range tried {
		on := b.reg(1)
		b.pair.Switches = append(b.pair.Switches, b.atStart(&ir.Havoc{Dst: on}))
		tried[i].on = ir.R(on, 1)
	}
	claim := func() {
		here := b.emit(&ir.Assume{Cond: ir.K(1, 1)})
		for i, c := range tried {
			b.pair.Claims = append(b.pair.Claims, Claim{first + i, here, b.implies(c.on, c.holds())})
		}
	}
	claim()
	b.jump(cut)
	b.enter(cut)
	for _, r := range l.written {
		b.havoc(r)
	}
	for _, r := range l.regions {
		b.emit(&ir.Forget{Region: r})
	}
	for _, c := range tried {
		b.at.Text = c.text() // for those who read the program
		b.assume(b.implies(c.on, c.holds()))
	}
	b.at.Text = ""
	b.jump(l.header)
	b.enter(back)
	claim()
	b.end()
}

// sideEntries lets the edges into the middle of a loop start any iteration too: the header may be reached by no other way. What they go through enters the loops within like
// any other block.
func (b *builder) sideEntries(l *loop, cut ir.BlockID) {
	for _, middle := range l.blocks {
		if middle == l.header {
			continue
		}
		into := b.edges[middle]
		b.edges[middle] = nil
		for _, e := range into {
			if l.set[e.from] {
				b.edges[middle] = append(b.edges[middle], e)
				continue
			}
			side := b.block("side")
			*e.to = side
			b.enter(side)
			for _, r := range l.written {
				if from, ok := l.begun[r]; ok {
					b.havoc(from)
				}
			}
			end := &ir.Branch{Cond: b.any(1), Then: middle, Else: cut}
			b.emit(end)
			b.leads(side, end)
		}
	}
}

// atStart emits an instruction before all others.
func (b *builder) atStart(in ir.Instr) ir.ID {
	in.Base().ID = b.out.NewID()
	b.first = append(b.first, in)
	return in.Base().ID
}

// begin puts what stands before all other instructions there.
func (b *builder) begin() {
	b.f.Blocks[0].Instrs = append(b.first, b.f.Blocks[0].Instrs...)
	b.first = nil
}
