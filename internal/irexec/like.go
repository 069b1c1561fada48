package irexec

import "github.com/heddle-dev/heddle/internal/ir"

// Walks that are like an execution of another program with the same instructions: what was chosen there is chosen again at the same place, most of the time. Where it takes a certain request, a certain answer and enough memory for a thread to come, and walks
// found that once, they find it at once in the programs that are asked about that thread.

// Choice is what an execution chose at a place: in a function, and where the user's code called that.
type Choice struct {
	In, From ir.ID
	Val      ir.Const
	Half     bool // one of two sets of values
}

// spot is a place in terms of code positions.
type spot struct{ in, from int32 }

// spot is where a thread is.
func (m *machine) spot(t int) spot {
	frames := m.threads[t].frames
	return spot{frames[len(frames)-1].pc, m.userPC(t)}
}

// choices are those of the path that a walk made.
func (s *search) choices() (out []Choice) {
	if s.walk == nil {
		return nil
	}
	id := func(pc int32) ir.ID { return s.prog.code[pc].src.Base().ID }
	for _, c := range s.path {
		if c.count > 1 && c.at != (spot{}) {
			out = append(out, Choice{id(c.at.in), id(c.at.from), c.val, c.split != nil})
		}
	}
	return out
}

// spots sorts choices by where they are made.
func (p *program) spots(list []Choice) map[spot][]Choice {
	if len(list) == 0 {
		return nil
	}
	pc := map[ir.ID]int32{}
	for i := range p.code {
		pc[p.code[i].src.Base().ID] = int32(i)
	}
	out := map[spot][]Choice{}
	for _, c := range list {
		in, ok := pc[c.In]
		if from, also := pc[c.From]; ok && also {
			out[spot{in, from}] = append(out[spot{in, from}], c)
		}
	}
	return out
}

// asBefore is the alternative that was chosen at this place before.
func (w *walker) asBefore(c *choice, dom *domains) (index int32, ok bool) {
	if !w.alike || w.r.IntN(16) == 0 {
		return 0, false
	}
	list := w.like[c.at]
	if len(list) == 0 {
		return 0, false
	}
	want := list[w.r.IntN(len(list))]
	for i := range c.count {
		if want.Half == (c.split != nil) && dom.at(c, int(i)) == want.Val {
			return i, true
		}
	}
	return 0, false
}
