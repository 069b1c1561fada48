package modular

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
)

// The proof as a text that others can check: the sets of states become conditions in terms of the source. Nothing here is believed by anybody: package proof/check reads the text and the program, and asks everything anew.

// mostText is how large a condition may be, in operations.
const mostText = 2000

var errLarge = errors.New("a condition of the proof is too large to be written")

// exporter names what the engine found.
type exporter struct {
	*search
	names *proof.Names
	is    map[logic.Term]string // variables by their terms
	size  int
}

// export is the proof as others read it. The error says why there is none.
func (s *search) export() (*proof.Proof, error) {
	x := &exporter{search: s, names: proof.NamesOf(s.threads.Program), is: map[logic.Term]string{}}
	x.nameAll()
	out := &proof.Proof{Property: string(s.req.Properties[0])}
	if s.object != nil {
		out.Object = x.names.Region(s.object.region)
	}
	for _, r := range s.rules {
		holds, err := x.expr(r.term)
		if err != nil {
			return nil, err
		}
		out.Rules = append(out.Rules, &proof.Rule{Region: x.names.Region(r.region), Holds: holds})
	}
	for _, t := range s.templates {
		th := &proof.Thread{Name: x.names.Thread(t.kind.Func)}
		for _, p := range t.places {
			if len(s.here[t.n][p]) == 0 {
				continue
			}
			when, err := x.cond(s.here[t.n][p], ^uint64(0))
			if err != nil {
				return nil, err
			}
			th.Places = append(th.Places, &proof.Place{At: at(p), Where: proof.Where(p.in), When: when})
		}
		out.Threads = append(out.Threads, th)
	}
	var err error
	out.Assumes, err = x.assumes()
	return out, err
}

func at(p *place) proof.Position { return proof.Position{Block: int(p.block), At: p.at} }

// nameAll gives the variables the names that a proof has for them.
func (x *exporter) nameAll() {
	is := func(v *variable, name string) { x.is[v.term[0]] = name }
	for r, cells := range x.memory.data {
		for k, c := range cells {
			name := x.cellName(r, k, c, x.names.Data)
			is(c.variable, name)
			if c.last != nil {
				is(c.last, proof.Writer(name))
			}
		}
	}
	for r, cells := range x.memory.locks {
		for k, c := range cells {
			is(c.variable, proof.Owner(x.cellName(r, k, c, x.names.Object)))
		}
	}
	for r, cells := range x.memory.sems {
		for k, c := range cells {
			name := x.cellName(r, k, c, x.names.Object)
			is(c.variable, proof.Value(name))
			is(c.last, proof.Poster(name))
		}
	}
	if o := x.object; o != nil {
		is(o.base, proof.Object)
		is(o.made, proof.Made)
		for t, v := range o.heirs {
			is(v, proof.Heir(x.names.Thread(t.kind.Func)))
		}
	}
	for t, v := range x.memory.ended {
		is(v, proof.Ended(x.names.Thread(t.kind.Func)))
	}
	for _, c := range x.tallies {
		name := proof.Started(x.names.Thread(c.t.kind.Func))
		if c.from != nil {
			to := "end"
			if !c.to.over() {
				to = at(c.to).String()
			}
			name = proof.Past(x.names.Thread(c.t.kind.Func), at(c.from), to)
		}
		is(c.variable, name)
	}
	for _, t := range x.templates {
		if !t.single {
			is(t.me, proof.Me)
		}
		for r, v := range t.regs {
			is(v, x.names.Reg(t.kind.Func, ir.Reg(r)))
		}
		for r, v := range t.private {
			is(v, x.names.Local(r))
		}
	}
	for _, c := range x.cellOf {
		x.is[c] = proof.Cell
	}
}

// cellName is the name of a cell: one of the object that is followed, or the one with a number in its region.
func (x *exporter) cellName(r ir.RegionID, k int, c cell, name func(ir.RegionID, int) string) string {
	if c.chosen {
		return proof.OfObject(x.names.Region(r), c.offset)
	}
	return name(r, k)
}

// cond is a set of states, in what some predicates say of them: what all say, and then what each says.
func (x *exporter) cond(states []*state, among uint64) (out proof.Cond, err error) {
	always := states[0].cube
	always.known &= among
	for _, st := range states[1:] {
		always.known &= st.cube.known &^ (always.holds ^ st.cube.holds)
	}
	say := func(c cube) (out []*proof.Expr, err error) {
		for _, term := range x.literals(c, 0) {
			e, err := x.expr(term)
			if err != nil {
				return nil, err
			}
			out = append(out, e)
		}
		return tidy(out), nil
	}
	if out.All, err = say(always); err != nil {
		return out, err
	}
	var rest []cube
	for _, st := range states {
		c := st.cube
		c.known &= among &^ always.known
		c.holds &= c.known
		if c.known == 0 {
			return out, nil // whatever the others say
		}
		if !slices.ContainsFunc(rest, func(d cube) bool { return d.covers(c) }) {
			rest = append(slices.DeleteFunc(rest, func(d cube) bool { return c.covers(d) }), c)
		}
	}
	for _, c := range rest {
		alt, err := say(c)
		if err != nil {
			return out, err
		}
		out.Any = append(out.Any, alt)
	}
	return out, nil
}

// tidy leaves out that a variable is not some number where it is said which it is.
func tidy(xs []*proof.Expr) []*proof.Expr {
	is := map[string]bool{}
	tells := func(x *proof.Expr, op proof.Op) bool {
		return x.Op == op && x.Args[0].Op == proof.Var && x.Args[1].Op == proof.Num
	}
	for _, x := range xs {
		if tells(x, proof.Eq) {
			is[x.Args[0].Name] = true
		}
	}
	return slices.DeleteFunc(xs, func(x *proof.Expr) bool { return tells(x, proof.Ne) && is[x.Args[0].Name] })
}

// assumes is, for each shared variable, when the threads of each kind change it: what is known of what is shared, and of who holds what, in the states before the steps that do.
func (x *exporter) assumes() (out []*proof.Assume, err error) {
	for _, v := range x.memory.all {
		if !x.told(v) {
			continue
		}
		a := &proof.Assume{Var: x.is[v.term[0]]}
		for _, t := range x.templates {
			var before []*state
			for _, p := range t.places {
				if slices.ContainsFunc(p.step.exits, func(e exit) bool { _, ok := e.post[v]; return ok }) {
					before = append(before, x.here[t.n][p]...)
				}
			}
			if len(before) == 0 {
				continue
			}
			among := uint64(0)
			for _, p := range x.predicates {
				if !slices.ContainsFunc(p.vars, func(y *variable) bool { return !y.shared && y != t.me }) {
					among |= 1 << p.n
				}
			}
			when, err := x.cond(before, among)
			if err != nil {
				return nil, err
			}
			a.By = append(a.By, &proof.By{Thread: x.names.Thread(t.kind.Func), When: when})
		}
		if len(a.By) > 0 {
			out = append(out, a)
		}
	}
	return out, nil
}

// told reports whether a variable is one that assumptions are about: a cell, a lock, a semaphore.
func (x *exporter) told(v *variable) bool {
	for _, m := range []map[ir.RegionID][]cell{x.memory.data, x.memory.locks, x.memory.sems} {
		for _, cells := range m {
			if slices.ContainsFunc(cells, func(c cell) bool { return c.variable == v }) {
				return true
			}
		}
	}
	return false
}

// operations of terms as those of proofs.
var operations = map[logic.Kind]proof.Op{
	logic.KNot: proof.Not, logic.KAnd: proof.All, logic.KEq: proof.Eq, logic.KIte: proof.Ite, logic.KBVNot: proof.Flip, logic.KBVAnd: proof.BitAn, logic.KBVOr: proof.BitOr, logic.KBVXor: proof.Xor,
	logic.KNeg: proof.Neg, logic.KAdd: proof.Add, logic.KMul: proof.Mul, logic.KUDiv: proof.UDiv, logic.KURem: proof.URem, logic.KShl: proof.Shl, logic.KLShr: proof.LShr, logic.KAShr: proof.AShr,
	logic.KULt: proof.LtU, logic.KSLt: proof.Lt, logic.KConcat: proof.Cat,
}

// expr is a term as text.
func (x *exporter) expr(t logic.Term) (*proof.Expr, error) {
	x.size = 0
	return x.of(t, false)
}

// of is a term inside another; of threads, if numbers stand for them.
func (x *exporter) of(t logic.Term, threads bool) (*proof.Expr, error) {
	b := x.b
	if x.size++; x.size > mostText {
		return nil, errLarge
	}
	if name, ok := x.is[t]; ok {
		return proof.Named(name), nil
	}
	kind := b.Kind(t)
	if kind == logic.KConst {
		return x.constant(t, threads)
	}
	if kind == logic.KEq {
		threads = x.isNumber(b.Arg(t, 0)) || x.isNumber(b.Arg(t, 1))
	} else if kind != logic.KIte {
		threads = false
	}
	out := proof.Of(operations[kind])
	for i, y := range b.Args(t) {
		arg, err := x.of(y, threads && !(kind == logic.KIte && i == 0))
		if err != nil {
			return nil, err
		}
		out.Args = append(out.Args, arg)
	}
	switch kind {
	case logic.KExtract:
		hi, lo := b.ExtractBounds(t)
		out.Op, out.Nums = proof.Bits, []int{hi, lo}
	case logic.KSExt:
		out.Op, out.Nums = proof.SExt, []int{b.Width(t)}
	case logic.KNot:
		return proof.IsNot(out.Args[0]), nil
	case logic.KAdd:
		if k := out.Args[1]; k.Op == proof.Num && k.Val.Sign() < 0 {
			out.Op, out.Args[1] = proof.Sub, proof.Number(new(big.Int).Neg(k.Val), k.Width)
		}
	}
	if out.Op == proof.Var {
		return nil, fmt.Errorf("the proof has a %s, which cannot be written", kind)
	}
	if beside := kind != logic.KConcat && kind != logic.KExtract && kind != logic.KSExt; beside {
		if plain := func(y *proof.Expr) bool { return y.Op != proof.Num }; slices.ContainsFunc(out.Args, plain) {
			for i, y := range out.Args {
				if y.Op == proof.Num && !(kind == logic.KIte) {
					out.Args[i] = proof.Number(y.Val, 0)
				}
			}
		}
	}
	return out, nil
}

// constant is a number, or a thread that all know.
func (x *exporter) constant(t logic.Term, threads bool) (*proof.Expr, error) {
	switch {
	case x.b.IsTrue(t):
		return proof.Of(proof.True), nil
	case x.b.IsFalse(t):
		return proof.Of(proof.False), nil
	case threads:
		n, _ := x.b.Uint64(t)
		if n == 0 {
			return proof.Named(proof.Nobody), nil
		}
		if i := int(n) - 1; i < len(x.templates) && x.templates[i].single {
			return proof.Named(proof.TheOnly(x.names.Thread(x.templates[i].kind.Func))), nil
		}
		return nil, errors.New("the proof has a number of no thread, which cannot be written")
	}
	w := x.b.Width(t)
	v := x.b.Value(t).Big()
	if v.Bit(w-1) == 1 {
		v = new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return proof.Number(v, w), nil
}

// isNumber reports whether a term is a thread's number.
func (x *exporter) isNumber(t logic.Term) bool {
	if x.b.Kind(t) == logic.KIte {
		return x.isNumber(x.b.Arg(t, 1)) || x.isNumber(x.b.Arg(t, 2))
	}
	v := x.byTerm[t]
	return v != nil && (x.numbers[v] || slices.ContainsFunc(x.templates, func(u *template) bool { return u.me == v }))
}
