package check

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/modular"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// stubs are the parsed models of all programs that are compiled here.
var stubs cfront.Stubs

// proved is a program and a proof of it, read back from its text.
type proved struct {
	name string
	p    *ir.Program
	pr   *proof.Proof
}

// known is the proofs, once they are found.
var known []proved

// fromTestdata makes proofs of the programs of the engine's tests: those whose proofs are found soon, all of them in the long run.
func fromTestdata(t *testing.T) (out []proved) {
	t.Helper()
	if known != nil {
		return known
	}
	defer func() { known = out }()
	files, err := filepath.Glob("../../../testdata/c/modular/*_ok.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	traps, err := filepath.Glob("../../engine/modular/testdata/traps/ok_*.c")
	if err != nil || len(traps) == 0 {
		t.Fatalf("no traps: %v", err)
	}
	soon := []string{"caslock_ok", "foreign_ok", "local_ok", "published_ok", "semaphore_ok", "ok_count"}
	for _, path := range append(files, traps...) {
		name := strings.TrimSuffix(filepath.Base(path), ".c")
		if !tooltest.Long() && !strings.Contains(strings.Join(soon, " "), name) {
			continue
		}
		res, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}}, cfront.Options{Stubs: &stubs})
		if err != nil {
			t.Fatal(err)
		}
		for _, prop := range []verdict.Property{verdict.Assert, verdict.Race} {
			for _, pr := range prove(t, res.Program, prop) {
				out = append(out, proved{name + " " + string(prop), res.Program, pr})
			}
		}
	}
	return out
}

// prove asks the engine for a proof and reads it back from its text.
func prove(t *testing.T, p *ir.Program, prop verdict.Property) []*proof.Proof {
	t.Helper()
	res, err := modular.Engine.Run(tooltest.Context(t), &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{prop}}, Proof: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Proofs) == 0 {
		return nil
	}
	text := proof.Print(&proof.File{Version: "1", Program: proof.Fingerprint(p), Proofs: res.Proofs})
	f, err := proof.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if again := proof.Print(f); again != text {
		t.Fatalf("written\n%s\nread and written\n%s", text, again)
	}
	return f.Proofs
}

// verdictOf is what comes of a check: empty if everything holds.
func verdictOf(t *testing.T, p *ir.Program, pr *proof.Proof, solver string) string {
	t.Helper()
	a, err := Check(tooltest.Context(t), p, pr, Options{Solver: solver})
	var wrong Bad
	switch {
	case errors.As(err, &wrong):
		return "bad: " + err.Error()
	case err != nil:
		t.Fatal(err)
	}
	return a.Failed
}

// TestProofs: every proof of the engine holds, whoever decides the obligations; with one conjunct of an invariant, an assumption or a rule left out or negated it holds only if another solver says so, too.
//
// 12 of these changes, 4,000 in the long run.
func TestProofs(t *testing.T) {
	all := fromTestdata(t)
	if len(all) < 10 {
		t.Fatalf("only %d proofs", len(all))
	}
	_, err := exec.LookPath("z3")
	z3 := err == nil
	if !z3 {
		t.Log("z3 is not there: changed proofs are checked by the embedded solver alone")
	}
	agree := func(what string, p *ir.Program, pr *proof.Proof) (holds bool) {
		one := verdictOf(t, p, pr, "embedded")
		if z3 && (one == "") != (verdictOf(t, p, pr, "z3") == "") {
			t.Errorf("%s: the embedded solver says %q, z3 does not", what, one)
		}
		return one == ""
	}
	for _, c := range all {
		if got := verdictOf(t, c.p, c.pr, ""); got != "" {
			t.Errorf("%s: %s", c.name, got)
		} else if tooltest.Long() {
			agree(c.name, c.p, c.pr)
		}
	}
	dropped, negated := [2]int{}, [2]int{}
	for _, seed := range tooltest.Seeds(t, 1, 12, 4000) {
		c := all[seed%uint64(len(all))]
		list := conjuncts(c.pr)
		if len(list) == 0 {
			continue
		}
		x := list[seed*7919%uint64(len(list))]
		count, was := &dropped, *x
		if *x = *proof.Of(proof.True); seed%2 == 0 {
			count, *x = &negated, *proof.IsNot(&was)
		}
		if agree(fmt.Sprintf("seed %d: %s, %s instead of %s", seed, c.name, x, &was), c.p, c.pr) {
			count[1]++
		}
		count[0]++
		*x = was
	}
	t.Logf("%d proofs hold; of %d with a conjunct left out %d still do, of %d with one negated %d", len(all), dropped[0], dropped[1], negated[0], negated[1])
}

// conjuncts lists the conditions of a proof.
func conjuncts(pr *proof.Proof) (out []*proof.Expr) {
	add := func(c *proof.Cond) {
		out = append(out, c.All...)
		for _, alt := range c.Any {
			out = append(out, alt...)
		}
	}
	for _, t := range pr.Threads {
		for _, pl := range t.Places {
			add(&pl.When)
		}
	}
	for _, a := range pr.Assumes {
		for _, by := range a.By {
			add(&by.When)
		}
	}
	for _, r := range pr.Rules {
		out = append(out, r.Holds)
	}
	return out
}

// TestBrokenPrograms: a proof of a program is none of the program with one operation left out or one number changed, if that fails as the interpreter tells it.
//
// 10 such programs, 3,000 in the long run.
func TestBrokenPrograms(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	all := fromTestdata(t)
	failing, holding := 0, 0
	for _, seed := range tooltest.Seeds(t, 1, 10, 3000) {
		c := all[seed%uint64(len(all))]
		p, what := broken(c.p, seed)
		if p == nil {
			continue
		}
		race := c.pr.Property == string(verdict.Race)
		if got := verdictOf(t, p, relabelled(t, p, c.pr), ""); got != "" {
			failing++
			continue
		}
		x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: !race, Race: race, MaxStates: 2_000})
		if err == nil && len(x.Failures) > 0 {
			t.Errorf("seed %d: %s with %s fails, and its proof is CHECKED: %s at %s", seed, c.name, what, x.Failures[0].Kind, x.Failures[0].Location.Pos)
		}
		holding++
	}
	t.Logf("of %d changed programs the proofs of %d do not hold; %d still do, and no execution of those fails", failing+holding, failing, holding)
}

// broken changes one instruction of a program, in place of the one that was there.
func broken(p *ir.Program, seed uint64) (*ir.Program, string) {
	out := p.Clone()
	type at struct {
		b *ir.Block
		i int
	}
	var list []at
	for _, f := range out.Funcs {
		for _, b := range f.Blocks {
			for i, in := range b.Instrs {
				switch in := in.(type) {
				case *ir.Lock, *ir.Unlock, *ir.Join, *ir.Down, *ir.Up, *ir.Wait, *ir.AtomicBegin, *ir.AtomicEnd, *ir.SyncInit, *ir.CAS, *ir.Branch, *ir.RMW:
					list = append(list, at{b, i})
				case *ir.Store:
					list = append(list, at{b, i})
				case *ir.Binary:
					if in.Op.IsCompare() || in.Y.Kind == ir.KindConst {
						list = append(list, at{b, i})
					}
				}
			}
		}
	}
	if len(list) == 0 {
		return nil, ""
	}
	x := list[seed*7919%uint64(len(list))]
	was := x.b.Instrs[x.i]
	m := *was.Base()
	gone := func() { x.b.Instrs[x.i] = &ir.Fence{Meta: m} }
	more := func(o *ir.Operand) {
		o.Val = ir.MakeConst(o.Width, o.Val.Lo+1)
	}
	what := fmt.Sprintf("%T at %s changed", was, m.Pos.Pos)
	switch in := was.(type) {
	case *ir.Store:
		if in.Val.Kind == ir.KindConst && seed%2 == 0 {
			more(&in.Val)
		} else {
			gone()
		}
	case *ir.Binary:
		if in.Y.Kind == ir.KindConst && seed%2 == 0 {
			more(&in.Y)
		} else if in.Op.IsCompare() && in.Op != ir.Eq {
			in.Op = ir.Eq
		} else if in.Op == ir.Eq {
			in.Op = ir.Ne
		} else {
			return nil, ""
		}
	case *ir.Branch:
		in.Then, in.Else = in.Else, in.Then
	case *ir.CAS:
		if in.Expected.Kind == ir.KindConst {
			more(&in.Expected)
		} else if in.New.Kind == ir.KindConst {
			more(&in.New)
		} else {
			return nil, ""
		}
	case *ir.RMW:
		if in.Val.Kind != ir.KindConst {
			return nil, ""
		}
		more(&in.Val)
	case *ir.SyncInit:
		if in.What != ir.SyncSem || in.Arg.Kind != ir.KindConst {
			return nil, ""
		}
		more(&in.Arg)
	default:
		gone()
	}
	return out, what
}

// relabelled is a proof with what its places say for people as another program has it there.
func relabelled(t *testing.T, p *ir.Program, pr *proof.Proof) *proof.Proof {
	t.Helper()
	m, err := newModel(p, false, pr.Object)
	if err != nil {
		return pr // which will be said
	}
	out := *pr
	out.Threads = nil
	for _, th := range pr.Threads {
		c := &proof.Thread{Name: th.Name}
		for _, k := range m.kinds {
			for _, pl := range th.Places {
				if k.name == th.Name && pl.At.Block < len(k.f.Blocks) && pl.At.At < len(k.f.Blocks[pl.At.Block].Instrs) {
					c.Places = append(c.Places, &proof.Place{At: pl.At, Where: proof.Where(k.f.Blocks[pl.At.Block].Instrs[pl.At.At]), When: pl.When})
				}
			}
		}
		out.Threads = append(out.Threads, c)
	}
	return &out
}

// FuzzCheck: whatever a proof says, it is none of programs that race, and nothing panics.
func FuzzCheck(f *testing.F) {
	var racy []*ir.Program
	for _, of := range []struct {
		name, object string
		conds        []*proof.Expr
	}{
		{"handover_bug", "", []*proof.Expr{proof.Of(proof.Eq, proof.Named("flag"), proof.Number(big.NewInt(1), 0)), proof.Of(proof.Ne, proof.Named("writer(flag)"), proof.Named(proof.Me))}},
		{"request_bug", "request.data", []*proof.Expr{proof.Named(proof.Made), proof.Of(proof.Eq, proof.Named("@request.state@0"), proof.Number(big.NewInt(1), 0))}},
	} {
		res, err := cfront.Compile(context.Background(), []cfront.File{{Path: "../../../testdata/c/modular/" + of.name + ".c"}}, cfront.Options{Stubs: &stubs})
		if err != nil {
			f.Fatal(err)
		}
		racy = append(racy, res.Program)
		m, err := newModel(res.Program, false, of.object)
		if err != nil {
			f.Fatal(err)
		}
		for _, cond := range append(of.conds, proof.Of(proof.True), proof.Of(proof.False)) {
			f.Add(proof.Print(&proof.File{Version: "1", Program: "1", Proofs: []*proof.Proof{everywhere(f, m, of.object, cond)}}))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		file, err := proof.Parse(text)
		if err != nil {
			return
		}
		for _, pr := range file.Proofs {
			for _, p := range racy {
				a, err := Check(tooltest.Context(t), p, pr, Options{})
				if err == nil && a.Failed == "" && pr.Property == string(verdict.Race) {
					t.Errorf("the program races, and this is CHECKED:\n%s", text)
				}
			}
		}
	})
}

// everywhere is a proof that says the same of all places and all changes.
func everywhere(f *testing.F, m *model, object string, cond *proof.Expr) *proof.Proof {
	pr := &proof.Proof{Property: string(verdict.Race), Object: object}
	for _, v := range m.shared {
		if v.told {
			pr.Assumes = append(pr.Assumes, &proof.Assume{Var: v.name, By: []*proof.By{{Thread: m.kinds[1].name, When: proof.Cond{Any: [][]*proof.Expr{{cond}, {cond}}}}}})
		}
	}
	for _, k := range m.kinds {
		if err := m.findPoints(k, nil); err != nil {
			f.Fatal(err)
		}
		th := &proof.Thread{Name: k.name}
		for _, p := range k.points {
			th.Places = append(th.Places, &proof.Place{At: p.pos, Where: proof.Where(p.in), When: proof.Cond{All: []*proof.Expr{cond}}})
		}
		pr.Threads = append(pr.Threads, th)
	}
	return pr
}
