package proof

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// What things are called in a proof. The names are those of the source, made different where the source has one name for two things, by the order in which the program has them: whoever names the same program gets the same names.

// Names has the names of a program of threads without calls, its memory split.
type Names struct {
	p       *ir.Program
	funcs   []string
	regions []string
	globals []string
	regs    map[ir.FuncID][]string
}

// Me is the number of the thread that stands at a place, Nobody one that no thread has.
const (
	Me     = "me"
	Nobody = "nobody"
)

// reserved words begin lines or stand for values.
var reserved = []string{"assume", "by", "rule", "thread", "place", "property", "either", "or", "end", string(True), string(False), Me, Nobody, Cell}

// NamesOf names the things of a program.
func NamesOf(p *ir.Program) *Names {
	n := &Names{p: p, regs: map[ir.FuncID][]string{}}
	var names []string
	for _, f := range p.Funcs {
		names = append(names, f.Name)
	}
	n.funcs = distinct("", names)
	names = nil
	for _, r := range p.Regions {
		names = append(names, r.Name)
	}
	n.regions = distinct("", names)
	names = nil
	for _, g := range p.Globals {
		names = append(names, g.Name)
	}
	n.globals = distinct("", names)
	return n
}

// distinct makes names that the format can have, all of them different.
func distinct(sign string, names []string) []string {
	used := map[string]bool{}
	out := make([]string, len(names))
	for i, s := range names {
		s = sign + plain(s)
		full := s
		for k := 2; used[full] || full == sign || sign == "" && (slices.Contains(reserved, full) || functions[Op(full)] != [2]int{}); k++ {
			full = fmt.Sprintf("%s_%d", s, k)
		}
		used[full], out[i] = true, full
	}
	return out
}

// plain makes a name of letters, digits, dots and brackets of what the source calls something.
func plain(s string) string {
	s = strings.ReplaceAll(s, "->", ".")
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '%' || c == '$' || c == '@' || !isName(c):
			b.WriteByte('_')
		case b.Len() == 0 && (c < 'A' && c != '_'):
			b.WriteString("_" + string(c))
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Thread is the name of the threads that start with a function.
func (n *Names) Thread(f ir.FuncID) string { return n.funcs[f] }

// Region is the name of a region.
func (n *Names) Region(r ir.RegionID) string { return n.regions[r] }

// Data is the name of a cell of a region, by its number in the order of the region's extents.
func (n *Names) Data(r ir.RegionID, k int) string {
	if cells := n.p.Regions[r].Cells; len(cells) == 1 && cells[0].Count == 1 {
		return n.regions[r]
	}
	return fmt.Sprintf("%s@%d", n.regions[r], k)
}

// Object is the name of the synchronization object that a cell of a region is about.
func (n *Names) Object(r ir.RegionID, k int) string {
	for _, e := range n.p.Regions[r].Cells {
		if int64(k) >= e.Count {
			k -= int(e.Count)
			continue
		}
		name := n.globals[e.Object.Global]
		if off := e.Offset + int64(k)*e.Stride; off != 0 {
			return fmt.Sprintf("%s@%d", name, off)
		}
		return name
	}
	panic("proof: no such cell")
}

// Reg is the name of a register of a thread.
func (n *Names) Reg(f ir.FuncID, r ir.Reg) string {
	if n.regs[f] == nil {
		var names []string
		for i, info := range n.p.Funcs[f].Regs {
			if info.Name == "" {
				info.Name = fmt.Sprintf("t%d", i)
			}
			names = append(names, info.Name)
		}
		n.regs[f] = distinct("%", names)
	}
	return n.regs[f][r]
}

// Local is the name of a local in memory that the thread alone has the address of.
func (n *Names) Local(r ir.RegionID) string { return "$" + n.regions[r] }

// Owner, Writer, Poster, Value, Ended, Started and Past are ghosts: who holds a lock, who wrote a cell last, who changed a semaphore last, the value of a semaphore, whether the one thread of a kind has ended, how many of a kind were started, and how
// many of them went from one place to another.
func Owner(object string) string    { return "owner(" + object + ")" }
func Writer(variable string) string { return "writer(" + variable + ")" }
func Poster(object string) string   { return "poster(" + object + ")" }
func Value(object string) string    { return "value(" + object + ")" }
func Ended(thread string) string    { return "ended(" + thread + ")" }
func Started(thread string) string  { return "threads(" + thread + ")" }
func Past(thread string, from Position, to string) string {
	return fmt.Sprintf("past(%s,%s,%s)", thread, from, to)
}

// Object is the address of the object that a proof is about, Made whether there is one yet.
const (
	Object = "@object"
	Made   = "@made"
)

// OfObject is the cell of a region that the object has at an offset, Heir the thread of a kind that was started with the object last.
func OfObject(region string, offset int64) string { return fmt.Sprintf("@%s@%d", region, offset) }
func Heir(thread string) string                   { return "heir(" + thread + ")" }

// TheOnly is the number of the one thread of a kind.
func TheOnly(thread string) string { return "thread(" + thread + ")" }

// Where is where an instruction stands, for people.
func Where(in ir.Instr) string {
	pos, text := in.Base().Pos.Pos, strings.Join(strings.Fields(in.Base().Text), " ")
	if pos.File == "" {
		return strings.TrimSpace("- " + text)
	}
	return strings.TrimSpace(fmt.Sprintf("%s:%d:%d %s", path.Base(strings.ReplaceAll(pos.File, "\\", "/")), pos.Line, pos.Col, text))
}

// Fingerprint tells a program from others: it depends on what its functions do and on what its variables start with, not on where its files lie.
func Fingerprint(p *ir.Program) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(irtext.Brief(p))))
}
