package pair

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/held"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What people are told of an access: how the thread gets there, and what it holds. Locks that are surely held are those that data flow finds (package held); those that some path holds are found here, and are
// perhaps held.

// Show describes an access; useless says why the locks of a region exclude nobody.
func (t *Threads) Show(k *Kind, a *Access, useless func(ir.RegionID) string) verdict.Access {
	out := verdict.Access{Thread: t.Name(k), Location: a.Pos}
	at := a.Pos
	for f := t.Flat.Frames[a.ID]; f != nil && (f.Caller != nil || k != t.Kinds[0]); f = f.Caller { // what calls main is not shown
		out.Stack = append(out.Stack, verdict.Frame{Function: f.Func, Location: at})
		at = f.At
	}
	slices.Reverse(out.Stack)
	sure := map[ir.ID]bool{}
	for _, l := range t.filter.threads[k.Func].Held(a.ID) {
		sure[l.Site] = true
	}
	for _, l := range t.takers(k).at(a.ID) {
		x := verdict.HeldLock{Name: l.name, Shared: l.shared, Perhaps: !sure[l.id], Useless: useless(t.Info.Sync[l.id][0])}
		if i := slices.IndexFunc(out.Locks, func(y verdict.HeldLock) bool { return y.Name == x.Name && y.Shared == x.Shared }); i >= 0 {
			out.Locks[i].Perhaps = out.Locks[i].Perhaps && x.Perhaps
			continue
		}
		out.Locks = append(out.Locks, x)
	}
	slices.SortStableFunc(out.Locks, func(x, y verdict.HeldLock) int { return strings.Compare(x.Name, y.Name) })
	return out
}

// taker is a place that takes a lock.
type taker struct {
	id     ir.ID
	name   string
	shared bool
	addr   held.Addr
}

// takers is the places in a kind of threads that take locks, and where what they took may be held.
type takers struct {
	list []taker
	held map[ir.ID][]int
}

func (ts *takers) at(id ir.ID) (out []taker) {
	for _, i := range ts.held[id] {
		out = append(out, ts.list[i])
	}
	return out
}

// mostHeld is how many places times blocks are looked at; of a larger thread no lock is named that is held on some paths only.
const mostHeld = 1 << 22

func (t *Threads) takers(k *Kind) *takers {
	if ts := t.shown[k]; ts != nil {
		return ts
	}
	ts := &takers{held: map[ir.ID][]int{}}
	if t.shown == nil {
		t.shown = map[*Kind]*takers{}
	}
	t.shown[k] = ts
	f := t.Program.Funcs[k.Func]
	known := t.filter.threads[k.Func]
	number := map[ir.ID]int{}
	for in := range f.Instrs() {
		obj, shared := taken(in)
		if !obj.IsSet() {
			continue
		}
		id := in.Base().ID
		number[id] = len(ts.list)
		ts.list = append(ts.list, taker{id, t.lockName(in, known.Addr(id, false), taking), shared, known.Addr(id, false)})
	}
	if len(ts.list) == 0 || len(ts.list)*len(f.Blocks) > mostHeld {
		return ts
	}
	step := func(in ir.Instr, s []bool) {
		id := in.Base().ID
		if i, ok := number[id]; ok {
			s[i] = true
			return
		}
		switch in.(type) {
		case *ir.Unlock, *ir.Up:
			t.letGo(ts, in, known.Addr(id, false), s)
		}
	}
	begin := make([][]bool, len(f.Blocks))
	begin[0] = make([]bool, len(ts.list))
	for again := true; again; {
		again = false
		for _, b := range f.Order() {
			if begin[b] == nil {
				continue
			}
			s := slices.Clone(begin[b])
			for _, in := range f.Blocks[b].Instrs {
				step(in, s)
			}
			for _, to := range f.Next(b) {
				if begin[to] == nil {
					begin[to], again = slices.Clone(s), true
					continue
				}
				for i, x := range s {
					if x && !begin[to][i] {
						begin[to][i], again = true, true
					}
				}
			}
		}
	}
	for b, s := range begin {
		if s == nil {
			continue
		}
		s = slices.Clone(s)
		for _, in := range f.Blocks[b].Instrs {
			if id := in.Base().ID; k.numbers[id] != nil {
				for i, x := range s {
					if x {
						ts.held[id] = append(ts.held[id], i)
					}
				}
			}
			step(in, s)
		}
	}
	return ts
}

// taken is the lock that an instruction takes, if it does.
func taken(in ir.Instr) (obj ir.Operand, shared bool) {
	switch in := in.(type) {
	case *ir.Lock:
		return in.Obj, in.Shared
	case *ir.Down:
		return in.Obj, false
	}
	return ir.Operand{}, false
}

// letGo ends what an unlock of the same address, or of the same name, lets go.
func (t *Threads) letGo(ts *takers, in ir.Instr, at held.Addr, s []bool) {
	name := t.lockName(in, at, letting)
	for i, l := range ts.list {
		if at.Known() && l.addr == at || l.name == name {
			s[i] = false
		}
	}
}

var (
	taking  = regexp.MustCompile(`\b(\w*lock\w*|mtx_\w+|sem_\w*wait|\w*down\w*|\w*acquire\w*)\s*\(`)
	waiting = regexp.MustCompile(`\b(\w*cond\w*wait\w*|cnd_\w*wait)\s*\([^,]*,`)
	letting = regexp.MustCompile(`\b(\w*unlock\w*|mtx_unlock|sem_post|\w*up\w*|\w*release\w*)\s*\(`)
)

// LockName is what the source calls the lock that an instruction takes.
func (t *Threads) LockName(in *ir.Lock) string { return t.lockName(in, held.Addr{}, taking) }

// lockName is what the source calls a lock: the first argument of the call that takes it, or a variable.
func (t *Threads) lockName(in ir.Instr, at held.Addr, calls *regexp.Regexp) string {
	m := in.Base()
	var found []string
	for _, c := range calls.FindAllStringSubmatchIndex(m.Text, -1) {
		if call := m.Text[c[2]:c[3]]; calls == taking && strings.Contains(call, "unlock") {
			continue
		}
		if arg, ok := firstArg(m.Text[c[1]:]); ok {
			found = append(found, arg)
		}
	}
	if c := waiting.FindStringIndex(m.Text); c != nil && len(found) == 0 { // what was let go to wait
		if arg, ok := firstArg(m.Text[c[1]:]); ok {
			found = append(found, arg)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	if i := slices.Index(t.columns(m), m.Pos.Col); i >= 0 && i < len(found) && len(found) == len(t.columns(m)) {
		return found[i]
	}
	if at.Base.Kind == held.Global && at.Off == 0 {
		return t.Program.Globals[at.Base.Global].Display
	}
	return fmt.Sprintf("the lock of line %d", m.Pos.Line)
}

// columns is where the line of an instruction that takes a lock takes locks, in order.
func (t *Threads) columns(m *ir.Meta) (out []int) {
	for _, in := range t.Program.Instrs() {
		if obj, _ := taken(in); obj.IsSet() && in.Base().Pos.File == m.Pos.File && in.Base().Pos.Line == m.Pos.Line {
			out = append(out, in.Base().Pos.Col)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// firstArg is the first argument of a call whose arguments begin a text.
func firstArg(text string) (string, bool) {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}', ',':
			if depth == 0 {
				arg := strings.TrimSpace(text[:i])
				return strings.TrimPrefix(arg, "&"), arg != ""
			}
			if c != ',' {
				depth--
			}
		}
	}
	return "", false
}
