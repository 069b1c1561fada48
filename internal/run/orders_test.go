package run

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Random expressions whose operands have effects that conflict. The oracle evaluates them one action after another, in every order that C allows, and lists the outcomes: the value, and what the variables
// hold then. explore has to find each of them (an assertion that excludes it fails), and no other (one that excludes all others never fails).
//
// 40 programs, 200 in .ci/run, 2,000 in the long run.
func TestOrdersOfEvaluation(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Parallel()
	tally := map[string]int{}
	for _, seed := range tooltest.Seeds(t, 1, 40, 2000) {
		p := randomOrders(seed)
		outcomes := p.outcomes()
		tally[fmt.Sprintf("%d outcomes", min(len(outcomes), 5))]++
		pick := outcomes[int(seed)%len(outcomes)]
		for _, ask := range []struct {
			allowed []outcome
			want    verdict.Verdict
		}{
			{slices.DeleteFunc(slices.Clone(outcomes), func(o outcome) bool { return o == pick }), verdict.Bug},
			{outcomes, verdict.Proved},
		} {
			src := p.source(ask.allowed)
			j := job(t, src, "explore")
			j.Request.Properties = []verdict.Property{verdict.Assert}
			rep, err := Check(context.Background(), j)
			if err != nil {
				t.Fatal(err)
			}
			got := rep.Claims[0].Verdict
			tally[fmt.Sprintf("%s for %s", got, ask.want)]++
			if got != ask.want && got != verdict.Unknown {
				t.Errorf("seed %d: %s (%s), want %s\n%s", seed, got, rep.Claims[0].Reason, ask.want, src)
			}
			if got == verdict.Unknown && !strings.Contains(rep.Claims[0].Reason, "more orders of evaluation") {
				t.Errorf("seed %d: UNKNOWN: %s\n%s", seed, rep.Claims[0].Reason, src)
			}
		}
	}
	t.Log(tally)
	if n := tally["UNKNOWN for PROVED"]; n > (tally["PROVED for PROVED"]+n)/2 {
		t.Errorf("UNKNOWN too often: %v", tally)
	}
}

// The program has three variables and three functions, each of which reads or changes one or two of them.
const orderVars = 3

type outcome struct {
	value int
	vars  [orderVars]int
}

// orderFunc does v[a] = v[a] * m + v[b] + arg, if m is not 0, and gives v[b] + arg.
type orderFunc struct{ a, b, m int }

func (f orderFunc) run(v *[orderVars]int, arg int) int {
	if f.m != 0 {
		v[f.a] = v[f.a]*f.m + v[f.b] + arg
	}
	return v[f.b] + arg
}

type orderProgram struct {
	funcs [3]orderFunc
	root  *orderExpr
	nodes int
}

// orderExpr is an expression. A variable that it names itself it names once, as two accesses of one would be undefined.
type orderExpr struct {
	id   int
	kind string // const, read, call, ++, +=, +, ",", &&, ?:
	n    int    // constant, variable or function
	kids []*orderExpr
}

func randomOrders(seed uint64) *orderProgram {
	r := rand.New(rand.NewPCG(seed, 17))
	p := &orderProgram{}
	for i := range p.funcs {
		p.funcs[i] = orderFunc{r.IntN(orderVars), r.IntN(orderVars), r.IntN(3)}
	}
	free := r.Perm(orderVars)
	var make func(depth int) *orderExpr
	node := func(kind string, n int, kids ...*orderExpr) *orderExpr {
		p.nodes++
		return &orderExpr{id: p.nodes - 1, kind: kind, n: n, kids: kids}
	}
	variable := func() (int, bool) {
		if len(free) == 0 {
			return 0, false
		}
		v := free[0]
		free = free[1:]
		return v, true
	}
	make = func(depth int) *orderExpr {
		kind := r.IntN(10)
		if depth == 0 {
			kind = r.IntN(6)
		}
		switch kind {
		case 0:
			if v, ok := variable(); ok {
				return node("read", v)
			}
		case 1:
			if v, ok := variable(); ok {
				return node("++", v)
			}
		case 2, 3, 4:
			if depth == 0 {
				return node("call", r.IntN(3), node("const", r.IntN(3)))
			}
			return node("call", r.IntN(3), make(depth-1))
		case 6:
			if v, ok := variable(); ok {
				return node("+=", v, make(depth-1))
			}
		case 7:
			return node(",", 0, make(depth-1), make(depth-1))
		case 8:
			if r.IntN(2) == 0 {
				return node("&&", 0, make(depth-1), make(depth-1))
			}
			return node("?:", 0, make(depth-1), make(depth-1), make(depth-1))
		case 9:
			return node("+", 0, make(depth-1), make(depth-1))
		}
		return node("const", r.IntN(3))
	}
	p.root = node("+", 0, make(2), node("+", 0, make(1), make(1)))
	return p
}

func (e *orderExpr) String() string {
	switch e.kind {
	case "const":
		return fmt.Sprint(e.n)
	case "read":
		return fmt.Sprintf("v%d", e.n)
	case "++":
		return fmt.Sprintf("v%d++", e.n)
	case "+=":
		return fmt.Sprintf("(v%d += %s)", e.n, e.kids[0])
	case "call":
		return fmt.Sprintf("f%d(%s)", e.n, e.kids[0])
	case "?:":
		return fmt.Sprintf("(%s ? %s : %s)", e.kids[0], e.kids[1], e.kids[2])
	}
	return fmt.Sprintf("(%s %s %s)", e.kids[0], e.kind, e.kids[1])
}

// source is the program with an assertion that the outcome is one of these.
func (p *orderProgram) source(allowed []outcome) string {
	var b strings.Builder
	b.WriteString("#include <assert.h>\nint v0 = 1, v1 = 2, v2 = 3;\n")
	for i, f := range p.funcs {
		fmt.Fprintf(&b, "int f%d(int x) { ", i)
		if f.m != 0 {
			fmt.Fprintf(&b, "v%d = v%d * %d + v%d + x; ", f.a, f.a, f.m, f.b)
		}
		fmt.Fprintf(&b, "return v%d + x; }\n", f.b)
	}
	fmt.Fprintf(&b, "int main(void) {\n\tint r = %s;\n\tassert(0", p.root)
	for _, o := range allowed {
		fmt.Fprintf(&b, " || (r == %d && v0 == %d && v1 == %d && v2 == %d)", o.value, o.vars[0], o.vars[1], o.vars[2])
	}
	b.WriteString(");\n\treturn 0;\n}\n")
	return b.String()
}

// orderState is an evaluation that is under way.
type orderState struct {
	vars   [orderVars]int
	done   string // per node: whether it has a value, has begun (+=: the variable was read), or neither
	values [40]int
}

const (
	orderTodo  = '.'
	orderBegun = '>'
	orderDone  = '!'
)

// outcomes evaluates the expression in every order.
func (p *orderProgram) outcomes() []outcome {
	found := map[outcome]bool{}
	seen := map[orderState]bool{}
	var from func(s orderState)
	from = func(s orderState) {
		if seen[s] {
			return
		}
		seen[s] = true
		if s.done[p.root.id] == orderDone {
			found[outcome{s.values[p.root.id], s.vars}] = true
			return
		}
		for _, next := range p.steps(p.root, s) {
			from(next)
		}
	}
	from(orderState{vars: [orderVars]int{1, 2, 3}, done: strings.Repeat(string(orderTodo), p.nodes)})
	list := slices.Collect(maps.Keys(found))
	slices.SortFunc(list, func(x, y outcome) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
	return list
}

func (s orderState) with(e *orderExpr, state byte, value int) orderState {
	s.done = s.done[:e.id] + string(state) + s.done[e.id+1:]
	s.values[e.id] = value
	return s
}

// steps are the states after one more action in e. An operator whose operands are there acts at once: nobody can tell when.
func (p *orderProgram) steps(e *orderExpr, s orderState) (out []orderState) {
	if s.done[e.id] == orderDone {
		return nil
	}
	is := func(k *orderExpr) bool { return s.done[k.id] == orderDone }
	switch e.kind {
	case "const":
		return []orderState{s.with(e, orderDone, e.n)}
	case "read":
		return []orderState{s.with(e, orderDone, s.vars[e.n])}
	case "++":
		next := s.with(e, orderDone, s.vars[e.n])
		next.vars[e.n]++
		return []orderState{next}
	case "call":
		if !is(e.kids[0]) {
			return p.steps(e.kids[0], s)
		}
		next := s
		v := p.funcs[e.n].run(&next.vars, s.values[e.kids[0].id])
		return []orderState{next.with(e, orderDone, v)}
	case "+=":
		begun, right := s.done[e.id] == orderBegun, is(e.kids[0])
		if begun && right {
			next := s.with(e, orderDone, s.values[e.id]+s.values[e.kids[0].id])
			next.vars[e.n] = next.values[e.id]
			return []orderState{next}
		}
		if !begun {
			next := s.with(e, orderBegun, s.vars[e.n])
			if right {
				return p.steps(e, next) // no call comes between the two
			}
			out = append(out, next)
		}
		return append(out, p.steps(e.kids[0], s)...)
	case "+":
		if is(e.kids[0]) && is(e.kids[1]) {
			return []orderState{s.with(e, orderDone, s.values[e.kids[0].id]+s.values[e.kids[1].id])}
		}
		for k := range e.kids {
			other := e.kids[1-k]
			if !other.begun(s) {
				out = append(out, p.steps(e.kids[k], s)...)
			}
		}
		return out
	}
	// , && ?: have a first operand, and then perhaps another.
	first := e.kids[0]
	if !is(first) {
		return p.steps(first, s)
	}
	v := s.values[first.id]
	second := e.kids[1]
	switch e.kind {
	case "&&":
		if v == 0 {
			return []orderState{s.with(e, orderDone, 0)}
		}
		if is(second) {
			return []orderState{s.with(e, orderDone, min(1, s.values[second.id]*s.values[second.id]))}
		}
	case "?:":
		if v == 0 {
			second = e.kids[2]
		}
		fallthrough
	case ",":
		if is(second) {
			return []orderState{s.with(e, orderDone, s.values[second.id])}
		}
	}
	return p.steps(second, s)
}

// begun reports whether a += in e has read its variable and not written it: what stands beside waits (6.5.16.2p3).
func (e *orderExpr) begun(s orderState) bool {
	if s.done[e.id] == orderBegun {
		return true
	}
	return slices.ContainsFunc(e.kids, func(k *orderExpr) bool { return k.begun(s) })
}
