package lockset

import (
	"cmp"
	"fmt"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/transform/pair"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// failure says which accesses may race: the place is that of the write, of two the first in the source; or that of the access by the program, of two by a thread and
// functions that nothing defines.
func (s *search) failure(l possible) verdict.Failure {
	t, unknown := s.threads, s.most.Memory
	x, y := l.first, l.second
	kx, ky := l.kinds[0], l.kinds[1]
	if kx.Func == unknown || ky.Func != unknown && (!x.Write || y.Write && compare(y.Pos.Pos, x.Pos.Pos) < 0) {
		x, y, kx, ky = y, x, ky, kx
	}
	name := x.Name
	if name == "" {
		name = y.Name
	}
	if name == "" {
		name = t.Program.Regions[x.Region].Name
	}
	out := verdict.Failure{
		Kind:     verdict.KindRace,
		Message:  fmt.Sprintf("possible data race on %s: %s by %s and %s by %s", name, what(x), t.Name(kx), what(y), t.Name(ky)),
		Location: x.Pos,
		Related:  []verdict.Place{{Message: what(y) + " of the other thread", Location: y.Pos}},
	}
	useless := func(r ir.RegionID) string { return s.useless[r] }
	out.Accesses = []verdict.Access{t.Show(kx, x, useless), t.Show(ky, y, useless)}
	out.Accesses[0].What, out.Accesses[1].What = what(x), what(y)
	if ky.Func == unknown {
		out.Message = fmt.Sprintf("possible data race on %s: %s by %s and whatever %s do with it", name, what(x), t.Name(kx), t.Name(ky))
		out.Related[0].Message = "the first of them is called here"
		out.Accesses[1].What, out.Accesses[1].Stack = "any access", nil
	}
	return out
}

func what(a *pair.Access) string {
	kind := "read"
	switch {
	case a.Free:
		return "free"
	case a.Write:
		kind = "write"
	}
	if a.Plain {
		return "plain " + kind
	}
	return "atomic " + kind
}

func compare(a, b source.Pos) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}
