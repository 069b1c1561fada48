package threads

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/transform/passtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestThreads: the option pass says which of the passes an archive is about; those that it takes are named by their
// functions, and instructions by their place among those that matter.
func TestThreads(t *testing.T) {
	passtest.Golden(t, "threads", *update, func(p *ir.Program, o map[string]string) (out *ir.Program, err error) {
		defer func() { // an archive that names what is not there
			if e := recover(); e != nil {
				out, err = nil, fmt.Errorf("%v", e)
			}
		}()
		switch o["pass"] {
		case "keeping":
			keep := map[ir.FuncID]int{}
			for _, one := range strings.Fields(o["keep"]) {
				name, n, _ := strings.Cut(one, "=")
				keep[function(p, name)] = number(n)
			}
			return Keeping(p, keep), nil
		case "starting":
			keep := map[ir.ID]int{}
			for i, n := range strings.Fields(o["keep"]) {
				keep[spawns(p)[i]] = number(n)
			}
			return Starting(p, keep), nil
		case "only":
			return Only(p, pairOf(p, o["pair"])), nil
		case "forked":
			all := Forked(p, pairOf(p, o["pair"]))
			if len(all) != 1 {
				return nil, fmt.Errorf("%d programs", len(all))
			}
			return all[0], nil
		case "all":
			var pairs [][2]ir.FuncID
			for _, one := range strings.Split(o["pairs"], ", ") {
				pairs = append(pairs, pairOf(p, one))
			}
			return AllOf(p, pairs), nil
		case "watching":
			return Watching(p, [][2]ir.ID{{accesses(p)[0], accesses(p)[number(o["other"])]}}), nil
		case "meeting":
			return Meeting(p, pairOf(p, o["pair"]), o["stop"] == "true"), nil
		case "arriving":
			return Arriving(p, function(p, o["kind"])), nil
		case "along":
			out, of := Along(p, path(p, o["path"]), pairOf(p, o["pair"]))
			return out, copies(p, out, of)
		}
		return nil, fmt.Errorf("no pass is called %q", o["pass"])
	}, passtest.Section{Name: "starts", Of: starts})
}

// starts says who starts whom in the output.
func starts(p *ir.Program) (string, error) {
	var b strings.Builder
	graph := kinds.Starts(p)
	for f := range p.Funcs {
		to, ok := graph[ir.FuncID(f)]
		if !ok {
			continue
		}
		fmt.Fprintf(&b, "%s:", p.Funcs[f].Name)
		for _, g := range to {
			fmt.Fprintf(&b, " %s", p.Funcs[g].Name)
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// copies checks that what instructions are copies of are instructions of the input, and that the copies are new.
func copies(in, out *ir.Program, of map[ir.ID]ir.ID) error {
	old, now := map[ir.ID]bool{}, map[ir.ID]bool{}
	for _, i := range in.Instrs() {
		old[i.Base().ID] = true
	}
	for _, i := range out.Instrs() {
		now[i.Base().ID] = true
	}
	for id, from := range of {
		if old[id] || !now[id] || !old[from] {
			return fmt.Errorf("instruction %d is said to be a copy of %d", id, from)
		}
	}
	return nil
}

func function(p *ir.Program, name string) ir.FuncID {
	i := slices.IndexFunc(p.Funcs, func(f *ir.Func) bool { return f.Name == name })
	if i < 0 {
		panic("no function is called " + name)
	}
	return ir.FuncID(i)
}

func pairOf(p *ir.Program, names string) [2]ir.FuncID {
	a, b, _ := strings.Cut(names, " ")
	return [2]ir.FuncID{function(p, a), function(p, b)}
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func spawns(p *ir.Program) (out []ir.ID) {
	for _, in := range p.Instrs() {
		if _, ok := in.(*ir.Spawn); ok {
			out = append(out, in.Base().ID)
		}
	}
	return out
}

func accesses(p *ir.Program) (out []ir.ID) {
	for _, in := range p.Instrs() {
		if m, _, _ := ir.AccessOf(in); m != nil {
			out = append(out, in.Base().ID)
		}
	}
	return out
}

// path is what threads pass: "kind: function.block function.block; kind: ...", each with all of its instructions.
func path(p *ir.Program, text string) kinds.Path {
	out := kinds.Path{}
	for _, one := range strings.Split(text, "; ") {
		kind, blocks, _ := strings.Cut(one, ": ")
		passed := map[ir.ID]bool{}
		for _, at := range strings.Fields(blocks) {
			name, block, _ := strings.Cut(at, ".")
			f := p.Funcs[function(p, name)]
			i := slices.IndexFunc(f.Blocks, func(b *ir.Block) bool { return b.Name == block })
			if i < 0 {
				panic("no block is called " + at)
			}
			for _, in := range f.Blocks[i].Instrs {
				passed[in.Base().ID] = true
			}
		}
		out[function(p, kind)] = passed
	}
	return out
}

// TestPure: the passes leave their input, and say the same of it twice.
func TestPure(t *testing.T) {
	ar, err := txtar.ParseFile("testdata/threads/only.txtar")
	if err != nil {
		t.Fatal(err)
	}
	p, err := irtext.Parse("pure.ir", ar.Files[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	before := irtext.Print(p)
	pair := [2]ir.FuncID{1, 3}
	for name, pass := range map[string]func() *ir.Program{
		"only":     func() *ir.Program { return Only(p, pair) },
		"all":      func() *ir.Program { return AllOf(p, [][2]ir.FuncID{pair, {3, 3}}) },
		"meeting":  func() *ir.Program { return Meeting(p, pair, true) },
		"arriving": func() *ir.Program { return Arriving(p, 3) },
		"watching": func() *ir.Program { return Watching(p, [][2]ir.ID{{1, 1}}) },
	} {
		first := irtext.Print(pass())
		if second := irtext.Print(pass()); first != second {
			t.Errorf("%s gives another program the second time", name)
		}
		if irtext.Print(p) != before {
			t.Errorf("%s changed its input", name)
		}
	}
}
