package proof_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/proof"
)

const sample = `heddle proof 1
heddle 0.1.0
program 12ab
option volatile-is-atomic

property race
object request.data

assume flag
  by produce#1
    flag == 0
  by consume#2
    either flag == 1 && owner(m) == me
    or true

rule arr: cell != -2:32

thread heddle.entry
  place 0.0 a.c:3:1 int main(void)
    true
thread produce#1
  place 1.0 a.c:7:3 while (flag != 0)
    flag == 0
    (%i + 1) <= sext(bits(dev.x, 7, 0), 32)
    !(%b)
    !@made || heir(produce#1) != me && @request.state@0 == 1
    either x <u 5 && (a | b | c) != 0
    or past(produce#1,1.0,end) < threads(produce#1)
    or (c ? x : y:z) == (p ? 1:8 : 2:8)

end of proof
`

// TestRoundTrip: what is printed is read back.
func TestRoundTrip(t *testing.T) {
	f, err := proof.Parse(strings.Replace(sample, "    or (c ? x : y:z) == (p ? 1:8 : 2:8)\n", "    or (c ? x : y) == (p ? 1:8 : 2:8)\n", 1))
	if err != nil {
		t.Fatal(err)
	}
	text := proof.Print(f)
	g, err := proof.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if again := proof.Print(g); again != text {
		t.Errorf("printed\n%s\nread and printed\n%s", text, again)
	}
	for _, want := range []string{"object request.data", "rule arr: cell != -2:32", "    %i + 1 <= sext(bits(dev.x, 7, 0), 32)", "or past(produce#1,1.0,end) < threads(produce#1)", "either flag == 1 && owner(m) == me"} {
		if want = strings.Replace(want, "%i + 1", "(%i + 1)", 1); !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// TestRefused: what is no proof is refused with its line.
func TestRefused(t *testing.T) {
	good := strings.Replace(sample, "    or (c ? x : y:z) == (p ? 1:8 : 2:8)\n", "", 1)
	if _, err := proof.Parse(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"heddle proof 1", "heddle proof 2", "the first line is not"},
		{"heddle 0.1.0\n", "", "the version of heddle is missing"},
		{"program 12ab\n", "", "the program is missing"},
		{"\nend of proof\n", "", "cut off"},
		{"end of proof", "end of proof\nthread x", "behind the end"},
		{"property race", "property race\nproperty race", "a second proof of race"},
		{"    flag == 0\n  by consume", "  by consume", "a condition is missing"},
		{"either flag == 1 &&", "or flag == 1 &&", "alternatives are"},
		{"    or true\n", "    x == 1\n", "alternatives are"},
		{"flag == 0", "flag == 0 == 1", "between more than two"},
		{"flag == 0", "flag == 0 != 1", "side by side need brackets"},
		{"flag == 0", "flag ==", "something is missing"},
		{"flag == 0", "(flag == 0", ") is missing"},
		{"flag == 0", "flag == 0)", "is not expected"},
		{"flag == 0", "flag == 1" + strings.Repeat("0", 500), "digits"},
		{"flag == 0", strings.Repeat("(", 5000) + "x" + strings.Repeat(")", 5000), "brackets in brackets"},
		{"flag == 0", strings.Repeat("!", 5000) + "x", "brackets in brackets"},
		{"flag == 0", "bits(x, 4000, 0) == 1", "no number of bits"},
		{"flag == 0", "owner(m == me", "a bracket is not closed"},
		{"place 1.0", "place 1.x", "is no position"},
		{"place 1.0", "place -1.0", "is no position"},
		{"rule arr: ", "rule arr ", "a rule has the form"},
	} {
		if _, err := proof.Parse(strings.Replace(good, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// TestNames: two things never have one name, and no name is a word of the format.
func TestNames(t *testing.T) {
	p := &ir.Program{
		Regions: []ir.Region{{Name: "mem"}, {Name: "x"}, {Name: "x"}, {Name: "p->x"}, {Name: "place"}, {Name: "a b"}, {Name: ""}, {Name: "bits"}},
		Globals: []*ir.Global{{Name: "a"}, {Name: "a$b"}, {Name: "a_b"}},
		Funcs:   []*ir.Func{{Name: "f#1", Regs: []ir.RegInfo{{Width: 8, Name: "i"}, {Width: 8, Name: "i"}, {Width: 1}, {Width: 8, Name: "t2"}}}, {Name: "9"}},
	}
	n := proof.NamesOf(p)
	seen := map[string]bool{}
	add := func(s string) {
		if seen[s] || s == "place" || s == "bits" || strings.ContainsAny(s, " ->") {
			t.Errorf("the name %q", s)
		}
		seen[s] = true
	}
	for r := range p.Regions {
		add(n.Region(ir.RegionID(r)))
	}
	for r := range p.Funcs[0].Regs {
		add(n.Reg(0, ir.Reg(r)))
	}
	add(n.Thread(0))
	add(n.Thread(1))
}

// FuzzParse: no text makes the parser panic, and what it reads it reads again from what it prints.
func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("heddle proof 1\nheddle 1\nprogram 1\nproperty race\nthread a\nplace 0.0 x\n!(a ? 1:8 : 2) == 3\nend of proof\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := proof.Parse(text)
		if err != nil {
			return
		}
		printed := proof.Print(p)
		again, err := proof.Parse(printed)
		if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		if twice := proof.Print(again); twice != printed {
			t.Fatalf("printed\n%s\nread and printed\n%s", printed, twice)
		}
	})
}

// TestNegated: a negation is the opposite, and of itself the condition.
func TestNegated(t *testing.T) {
	x, y := proof.Named("x"), proof.Number(big.NewInt(3), 0)
	for _, op := range []proof.Op{proof.Eq, proof.Ne, proof.Lt, proof.Le, proof.LtU, proof.LeU} {
		if c := proof.Of(op, x, y); proof.IsNot(proof.IsNot(c)).String() != c.String() {
			t.Errorf("%s, negated twice: %s", c, proof.IsNot(proof.IsNot(c)))
		}
	}
}
