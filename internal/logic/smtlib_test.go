package logic

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// The number of random formulas that z3 judges; -logic.z3 20000 for the long run.
func parse(t *testing.T, b *Builder, text string) *Script {
	t.Helper()
	s, err := ParseSMTLIB(b, strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, cut(text))
	}
	return s
}

// What is printed and read again evaluates the same, and with the same rules it is the same term.
func TestPrintParse(t *testing.T) {
	for seed := range int64(60) {
		g := newGen(seed, widthSets[int(seed)%len(widthSets)], seed%2 == 0)
		for range 150 {
			g.step()
		}
		// One formula over everything: values equal to constants.
		for _, side := range []struct {
			b      *Builder
			assign []Assignment
			term   func(item) Term
		}{{g.s, g.assignS, func(i item) Term { return i.s }}, {g.r, g.assignR, func(i item) Term { return i.r }}} {
			b := side.b
			script := &Script{Decls: b.Vars()}
			var want []item
			for _, s := range g.sorts {
				for _, it := range g.pool[s] {
					f := side.term(it)
					if !s.IsBool() {
						f = b.Eq(f, b.Const(it.vals[0]))
					}
					script.Commands = append(script.Commands, Command{Kind: CmdAssert, Terms: []Term{f}})
					want = append(want, it)
				}
			}
			script.Commands = append(script.Commands, Command{Kind: CmdCheckSat})
			var text bytes.Buffer
			if err := PrintSMTLIB(&text, b, script); err != nil {
				t.Fatal(err)
			}
			// Into the same builder.
			again := parse(t, b, text.String())
			if len(again.Commands) != len(script.Commands) || len(again.Decls) != len(script.Decls) {
				t.Fatalf("seed %d: %d commands, want %d", seed, len(again.Commands), len(script.Commands))
			}
			// Into another one.
			b2 := NewBuilder(Options{NoSimplify: b.raw})
			other := parse(t, b2, text.String())
			ev, ev1, ev2 := NewEvaluator(b, side.assign[0]), NewEvaluator(b, side.assign[1]), make([]*Evaluator, 2)
			for i := range ev2 {
				a := Assignment{}
				for _, v := range b.Vars() {
					w, _ := b2.LookupVar(b.Name(v))
					a[w] = side.assign[i][v]
				}
				ev2[i] = NewEvaluator(b2, a)
			}
			for i, c := range script.Commands[:len(want)] {
				f := c.Terms[0]
				if got := again.Commands[i].Terms[0]; ev.Value(f).u != ev.Value(got).u || ev1.Value(f).u != ev1.Value(got).u {
					t.Fatalf("seed %d: %s read as %s", seed, b.String(f), b.String(got))
				}
				if got := other.Commands[i].Terms[0]; ev.Value(f).u != ev2[0].Value(got).u || ev1.Value(f).u != ev2[1].Value(got).u {
					t.Fatalf("seed %d: %s read as %s", seed, b.String(f), b2.String(got))
				}
			}
		}
	}
}

// String is one expression that reads back as the same term.
func TestStringParses(t *testing.T) {
	for seed := range int64(30) {
		g := newGen(seed, widthSets[int(seed)%len(widthSets)], true)
		for range 60 {
			it := g.step()
			var decls strings.Builder
			for _, v := range g.r.VarsOf(it.r) {
				fmt.Fprintf(&decls, "(declare-const %s %v)", g.r.Name(v), g.r.Sort(v))
			}
			text := g.r.String(it.r)
			b := NewBuilder(Options{NoSimplify: true})
			s := parse(t, b, fmt.Sprintf("%s(define-fun result () %v %s)(assert (= result result))", decls.String(), g.r.Sort(it.r), text))
			got := b.Arg(s.Asserts[0], 0)
			a := Assignment{}
			for _, v := range b.Vars() {
				old, _ := g.r.LookupVar(b.Name(v))
				a[v] = g.assignR[0][old]
			}
			if v := b.Eval(got, a); !v.Equal(it.vals[0]) {
				t.Fatalf("seed %d: %s evaluates to %v, want %v", seed, text, v, it.vals[0])
			}
		}
	}
}

// Widths at which z3 can mostly tell whether two terms with products and divisions are equal.
var z3Widths = [][]int{{1, 8, 16}, {1, 2, 3}, {3, 5, 6}, {4, 8, 12}, {2, 7}, {1, 8, 32}}

// The same where all of it is products.
var z3RingWidths = [][]int{{2, 3}, {4}, {3, 5}, {1, 6}, {2, 4, 7}}

// TestAgainstZ3 compares 300 random terms, 20,000 in the long run.
func TestAgainstZ3(t *testing.T) {
	z3 := tooltest.Require(t, "z3")
	const perRun = 100
	runs := max(1, tooltest.Count(t, 300, 20_000)/perRun)
	unknown := 0
	for seed := range int64(runs) {
		widths := z3Widths[int(seed)%len(z3Widths)]
		ring := seed%4 == 3
		if ring {
			widths = z3RingWidths[int(seed/4)%len(z3RingWidths)]
		}
		g := newGen(seed+1000, widths, seed%2 == 0)
		g.ring = ring
		// z3 is asked whether some raw term differs from its simplified form; and for the values under an assignment.
		var text bytes.Buffer
		both := NewBuilder(Options{NoSimplify: true})
		p := NewPrinter(both, &text)
		text.WriteString("(set-option :rlimit 1000000)\n") // a fraction of a second, whatever else the machine does
		var asked []string
		for range perRun {
			it := g.step()
			asked = append(asked, g.last)
			r := both.Import(g.r, it.r)[0]
			s := both.Import(g.s, it.s)[0]
			if err := ask(p, &text, both.Not(both.Eq(r, s))); err != nil {
				t.Fatal(err)
			}
			conj := []Term{both.Not(both.Eq(r, both.Const(it.vals[0])))}
			for v, val := range g.assignR[0] {
				conj = append(conj, both.Eq(both.Import(g.r, v)[0], both.Const(val)))
			}
			if err := ask(p, &text, both.And(conj...)); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.CommandContext(tooltest.Context(t), z3, "-in")
		cmd.Stdin = &text
		out, err := cmd.CombinedOutput()
		if err != nil && len(out) == 0 {
			t.Fatal(err)
		}
		answers := strings.Fields(string(out))
		if len(answers) != 2*perRun {
			t.Fatalf("seed %d: z3 said %s", seed, cut(string(out)))
		}
		for i, a := range answers {
			switch a {
			case "unsat":
			case "unknown": // too hard
				unknown++
				if i%2 == 1 {
					t.Logf("seed %d, %s: z3 does not know the value", seed, asked[i/2])
				}
			default:
				what := "the simplified term differs"
				if i%2 == 1 {
					what = "the evaluator's value differs"
				}
				t.Fatalf("seed %d, %s: z3 says %s: %s", seed, asked[i/2], a, what)
			}
		}
	}
	t.Logf("%d questions unanswered of %d", unknown, 2*perRun*runs)
	if unknown*10 > 2*perRun*runs {
		t.Errorf("z3 leaves %d questions unanswered", unknown)
	}
}

func ask(p *Printer, text *bytes.Buffer, f Term) error {
	lit, err := p.Literal(f)
	if err != nil {
		return err
	}
	fmt.Fprintf(text, "(check-sat-assuming (%s))\n", lit)
	return nil
}

func TestParseConstructs(t *testing.T) {
	decls := "(set-logic QF_ABV)(set-info :status sat)(declare-fun x () (_ BitVec 8))(declare-const y (_ BitVec 8))" +
		"(declare-fun p () Bool)(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8)))(define-sort byte () (_ BitVec 8))"
	for _, c := range []string{
		"(= ((_ rotate_left 3) #xB1) #x8D)", "(= ((_ rotate_right 3) #xB1) #x36)", "(= ((_ repeat 3) #b10) #b101010)",
		"(= (bvcomp x x) #b1)", "(= (bvnand #x0f #x3c) #xf3)", "(= (bvnor #x0f #x3c) #xc0)", "(= (bvxnor #x0f #x3c) #xcc)",
		"(= (bvsmod #xf9 #x03) #x02)", "(= (bvsrem #xf9 #x03) #xff)", "(= (bvsdiv #xf9 #x03) #xfe)", "(= (bvudiv x #x00) #xff)",
		"(= (_ bv255 8) #xff)", "(let ((x y) (y x)) (= (bvsub x y) (bvneg (bvsub y x))))",
		"(= (select (store a x y) x) y)", "(= (select ((as const (Array (_ BitVec 8) (_ BitVec 8))) #x07) x) #x07)",
		"(=> p p p)", "(=> p (not p) p)", "(xor true false false)", "(distinct #x01 #x02 #x03)", "(= #x01 #x01 #x01)", "(bvuge x x)",
		"(= (concat #b1 #b01 #b1) #xb)", "(= ((_ zero_extend 4) #xf) #x0f)", "(= ((_ sign_extend 4) #xf) #xff)",
		"(= (bvredor #x00) #b0)", "(= (bvredand #xff) #b1)", "(! (or p (not p)) :named taut :pattern (a b))",
		"(= |x| x)", "(= (bvadd #x01 #x02 #x03) #x06)", "(= (let ((|a b| x)) |a b|) x)",
	} {
		b := NewBuilder(Options{})
		s := parse(t, b, decls+"(assert "+c+")(check-sat)(exit) (rubbish")
		if len(s.Asserts) != 1 || s.Asserts[0] != termTrue {
			t.Errorf("%s: read as %s", c, b.String(s.Asserts[0]))
		}
		if s.Status != "sat" || s.Logic != "QF_ABV" || len(s.Decls) != 4 {
			t.Errorf("script %+v", s)
		}
	}
}

func TestParseScopesAndMacros(t *testing.T) {
	b := NewBuilder(Options{})
	s := parse(t, b, `(declare-const p Bool) (define-fun twice ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x x)) (assert p)
(push 2) (declare-const q Bool) (assert q) (check-sat) (pop 1) (assert (= (twice (twice #x03)) #x0c)) (pop) (declare-const q Bool)
(check-sat-assuming (q (not p)))`)
	var kinds []CommandKind
	for _, c := range s.Commands {
		kinds = append(kinds, c.Kind)
	}
	want := []CommandKind{CmdAssert, CmdPush, CmdAssert, CmdCheckSat, CmdPop, CmdAssert, CmdPop, CmdCheckAssuming}
	if fmt.Sprint(kinds) != fmt.Sprint(want) {
		t.Errorf("commands %v", kinds)
	}
	if len(s.Asserts) != 1 || s.Commands[5].Terms[0] != termTrue || len(s.Commands[7].Terms) != 2 || s.Commands[7].Line != 3 {
		t.Errorf("script %+v", s)
	}
	var text bytes.Buffer
	s.Commands = append(s.Commands, Command{Kind: CmdPop, N: 0})
	if err := PrintSMTLIB(&text, b, s); err != nil {
		t.Fatal(err)
	}
	again := parse(t, b, text.String())
	if fmt.Sprint(again.Commands[7].Terms) != fmt.Sprint(s.Commands[7].Terms) {
		t.Errorf("read again as %+v", again)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"(assert", "1:8: a term expected, not the end of the text"},
		{"(assert x)", `1:9: unknown name "x"`},
		{"(declare-fun x () (_ BitVec 8))\n(assert (bvult x #x00ff))", "2:10: \"bvult\": argument 2 has sort (_ BitVec 16), the first has (_ BitVec 8)"},
		{"(declare-fun f (Bool) Bool)", `1:17: "f" has arguments; uninterpreted functions are not supported`},
		{"(assert #x0g)", "1:9: bad digit 'g' in a literal"},
		{"(assert #q)", `1:9: bad literal "#q": #x or #b and digits are known`},
		{"(assert ((_ extract 8 0) #xff))", `1:13: "extract": bits 8 to 0 of a bit-vector of width 8`},
		{"(assert (forall ((x Bool)) x))", `1:10: "forall" is not supported`},
		{"(assert #b1)", "1:9: a formula expected, not a term of sort (_ BitVec 1)"},
		{"(declare-const x Int)", `1:18: sort "Int" is not supported`},
		{"(declare-const x (_ BitVec 0))", "1:28: bit-vector of width 0"},
		{"(declare-const x (_ BitVec 70000))", "1:28: resource limit: bit-vector of width 70000, more than 65536"},
		{"(declare-const x (Array (Array Bool Bool) Bool))", "1:25: arrays of arrays are not supported"},
		{"(declare-const x Bool)(declare-const x Bool)", `1:38: "x" is declared already`},
		{"(declare-const and Bool)", `1:16: "and" is the name of an operation`},
		{"(frobnicate)", `1:2: command "frobnicate" is not supported`},
		{"(pop 1)", "1:2: pop of 1 levels, but there are 0"},
		{"(assert (not true false))", `1:10: "not" does not take 2 arguments`},
		{"(assert (let ((x true)) y))", `1:25: unknown name "y"`},
		{"(assert (|foo true))", "1:10: '|' without its end"},
		{"(assert ((_ bv5 2) true))", `1:13: unknown indexed function "bv5"`},
		{"(assert (= (_ bv5 2) #b01))", `1:15: "bv5" does not fit in 2 bits`},
		{"(assert (= ((_ repeat 60000) #xffff) #b1))", "1:16: resource limit: bit-vector of width 960000, more than 65536"},
		{"(define-fun f () Bool #b1)", `1:23: "f" is defined with sort Bool, but the term has sort (_ BitVec 1)`},
		{"(check-sat", "1:11: ')' expected, not the end of the text"},
		{")", "1:1: '(' expected, not ')'"},
		{"(assert true) \x01", "1:15: unexpected character '\\x01'"},
		{"(assert 12)", `1:9: a term expected, not "12"`},
		{"(assert (true))", `1:10: "true" is not a function`},
		{"(set-info :status maybe)", `1:19: status is sat, unsat or unknown, not "maybe"`},
	} {
		_, err := ParseSMTLIB(NewBuilder(Options{}), strings.NewReader(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestParseLimits(t *testing.T) {
	// Each function doubles the one before: the text is short, the term is not.
	var text strings.Builder
	text.WriteString("(define-fun f0 ((x (_ BitVec 32))) (_ BitVec 32) (bvadd (bvmul x x) #x00000001))\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&text, "(define-fun f%d ((x (_ BitVec 32))) (_ BitVec 32) (f%d (f%d x)))\n", i, i-1, i-1)
	}
	var limit *LimitError
	for name, o := range map[string]ParseOptions{"visits": {MaxSubst: 1 << 18}, "memory": {MaxMemory: 1 << 23}} {
		b := NewBuilder(Options{})
		_, err := ParseSMTLIBWith(b, strings.NewReader(text.String()), o)
		if !errors.As(err, &limit) {
			t.Errorf("%s: got %v, want a limit", name, err)
		}
		if n := b.NumTerms(); n > 1<<18 || b.Memory() > 1<<24 { // it ends soon after it is over the limit
			t.Errorf("%s: %d terms in %d bytes in spite of the limit", name, n, b.Memory())
		}
	}
	_, err := ParseSMTLIBWith(NewBuilder(Options{}), strings.NewReader("(assert true)"), ParseOptions{MaxBytes: 5})
	if !errors.As(err, &limit) {
		t.Errorf("got %v, want a limit", err)
	}
}

func TestSymbols(t *testing.T) {
	for name, want := range map[string]string{
		"x": "x", "x#1": "|x#1|", "a b": "|a b|", "0x": "|0x|", "": "||", "let": "|let|", "$t1": "$t1", "µ": "|µ|",
		"and": "error", "a|b": "error", `a\b`: "error", "true": "error", "bvadd": "error", "a\x00": "error",
	} {
		got, err := Symbol(name)
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("Symbol(%q) = %s, want %s", name, got, want)
		}
	}
	// A variable that has the name a definition would have.
	b := NewBuilder(Options{NoSimplify: true})
	x := b.Var("x", BVSort(8))
	s := b.Add(x, x)
	b.Var(fmt.Sprintf("$t%d", s), BVSort(8))
	f := b.Eq(b.Mul(s, s), s)
	var text bytes.Buffer
	script := &Script{Decls: b.Vars(), Commands: []Command{{Kind: CmdAssert, Terms: []Term{f}}}}
	if err := PrintSMTLIB(&text, b, script); err != nil {
		t.Fatal(err)
	}
	if got := parse(t, b, text.String()).Asserts[0]; got != f {
		t.Errorf("read as %s", b.String(got))
	}
}

func FuzzParseSMTLIB(f *testing.F) {
	for _, s := range []string{
		"(assert true)", "(declare-fun x () (_ BitVec 8))(assert (= x #x0f))(check-sat)",
		"(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))(assert (= (select (store a #x1 #xff) #x2) #b00000000))",
		"(define-fun f ((x (_ BitVec 8))) (_ BitVec 8) (bvmul x x))(assert (distinct (f #x02) (f #x03) #x10))",
		"(push 1)(assert (let ((x true)) (! (and x x) :named y)))(pop 1)(check-sat-assuming (false))",
		"(assert (= ((_ repeat 4) #b10) ((_ rotate_left 3) #xaa)))", "(set-info :source |a\nb|)(set-option :x \"a\"\"b\")",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		opts := ParseOptions{MaxBytes: 1 << 16, MaxWidth: 512, MaxMemory: 1 << 24, MaxSubst: 1 << 16}
		b := NewBuilder(Options{})
		s, err := ParseSMTLIBWith(b, strings.NewReader(text), opts)
		raw := NewBuilder(Options{NoSimplify: true})
		s2, err2 := ParseSMTLIBWith(raw, strings.NewReader(text), opts)
		if err != nil || err2 != nil {
			var syn, syn2 *SyntaxError
			if errors.As(err, &syn) != errors.As(err2, &syn2) && err != nil && err2 != nil {
				var l *LimitError
				if !errors.As(err, &l) && !errors.As(err2, &l) {
					t.Fatalf("%v against %v", err, err2)
				}
			}
			return
		}
		e, e2 := NewEvaluator(b, nil), NewEvaluator(raw, nil)
		for i, c := range s.Commands {
			for j, f := range c.Terms {
				if e.Bool(f) != e2.Bool(s2.Commands[i].Terms[j]) {
					t.Fatalf("simplified to another value: %s", b.String(f))
				}
			}
		}
		var out bytes.Buffer
		if err := PrintSMTLIB(&out, b, s); err != nil {
			return // a name that cannot be written
		}
		b2 := NewBuilder(Options{})
		s3, err := ParseSMTLIBWith(b2, &out, ParseOptions{})
		if err != nil {
			t.Fatalf("printed text is refused: %v", err)
		}
		e3 := NewEvaluator(b2, nil)
		for i, c := range s.Commands {
			for j, f := range c.Terms {
				if e.Bool(f) != e3.Bool(s3.Commands[i].Terms[j]) {
					t.Fatalf("read again as another value: %s", b.String(f))
				}
			}
		}
	})
}
