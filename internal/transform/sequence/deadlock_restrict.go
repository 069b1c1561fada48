package sequence

import (
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/transform"
)

// sectionSoFar is what an atomic section of the program has done so far.
type sectionSoFar struct {
	depth  int
	begin  ir.ID
	choice bool // something that the interpreter would have to choose
	lasts  bool // something that cannot be taken back
}

// restricted is waits without those that are given up.
type restricted struct {
	transform.Waits
	undecided string // why something was given up
}

// restrict gives up operations that wait inside of atomic sections behind something that cannot be tried: whether the section waits may depend
// on a choice, and the definition wants all choices to wait. They never count as waiting, and the answer is open.
func restrict(all *transform.Waits, p *ir.Program, s *steps) (*transform.Waits, string) {
	d := &restricted{Waits: *all}
	d.At = map[ir.ID]*transform.Wait{}
	for id, wt := range all.At {
		c := *wt
		d.At[id] = &c
	}
	undefined := undefinedRegions(p)
	for t := range s.threads {
		at := map[ir.BlockID]sectionSoFar{}
		for _, b := range s.order[t] {
			w := at[b]
			for _, in := range p.Funcs[t].Blocks[b].Instrs {
				w = d.follow(in, w, s, undefined)
			}
			ir.Targets(p.Funcs[t].Blocks[b].Term(), func(to *ir.BlockID) { at[*to] = at[*to].or(w) })
		}
	}
	return &d.Waits, d.undecided
}

func (w sectionSoFar) or(v sectionSoFar) sectionSoFar {
	v.choice, v.lasts = v.choice || w.choice, v.lasts || w.lasts
	return v
}

func (d *restricted) follow(in ir.Instr, w sectionSoFar, s *steps, undefined map[ir.RegionID]bool) sectionSoFar {
	id := in.Base().ID
	switch in := in.(type) {
	case *ir.AtomicBegin:
		if w.depth++; w.depth == 1 {
			w = sectionSoFar{depth: 1, begin: id}
		}
		return w
	case *ir.AtomicEnd:
		w.depth--
		return w
	case *ir.Havoc:
		w.choice = w.choice || !d.Ours[id]
	case *ir.Load:
		w.choice = w.choice || undefined[in.Mem.Region]
	case *ir.Free:
		w.lasts = w.lasts || s.access[id] != nil
	case *ir.Fill:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || in.Any()
	case *ir.Copy:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || undefined[in.Src.Region]
	case *ir.Scan:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || undefined[in.Mem.Region]
	case *ir.Touch:
		w.lasts = w.lasts || s.access[id] != nil
		w.choice = w.choice || !in.Write && undefined[in.Mem.Region]
	case *ir.Spawn:
		w.lasts = true
	case *ir.Assume:
		wt := d.At[id]
		if wt == nil || w.depth == 0 {
			return w
		}
		wt.Begin = w.begin
		if w.choice || w.lasts {
			d.undecided = fmt.Sprintf("an atomic section can wait at %s, in a way that is not followed", in.Pos.Pos)
			delete(d.At, id)
		}
	}
	return w
}

// undefinedRegions is the regions that have memory nobody gave a value.
func undefinedRegions(p *ir.Program) map[ir.RegionID]bool {
	zeroed, out := map[ir.ID]bool{}, map[ir.RegionID]bool{}
	for _, in := range p.Instrs() {
		switch in := in.(type) {
		case *ir.Alloc:
			zeroed[in.ID] = in.Zero
		case *ir.Fill:
			if in.Any() {
				out[in.Mem.Region] = true
			}
		}
	}
	for r := range p.Regions {
		for _, x := range p.Regions[r].Cells {
			if o := x.Object; !p.Regions[r].Ghost && (o.Alloc != 0 && !zeroed[o.Alloc] || o.Alloc == 0 && p.Globals[o.Global].External) {
				out[ir.RegionID(r)] = true
			}
		}
	}
	return out
}
