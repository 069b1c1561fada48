package irtext_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
)

func parse(t *testing.T, src string) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("test.ir", []byte(src))
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return p
}

func wantSame(t *testing.T, want, got *ir.Program) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Fatalf("Parse(Print(p)) differs from p (-want +got):\n%s\n%s", d, irtext.Print(want))
	}
}

func TestBriefIsWhatIsParsed(t *testing.T) {
	src, err := os.ReadFile("testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	p := parse(t, string(src))
	_, want, _ := strings.Cut(string(src), "\n") // the comment
	if d := cmp.Diff(want, irtext.Brief(p)); d != "" {
		t.Errorf("Brief(Parse(src)) differs from src (-want +got):\n%s", d)
	}
	wantSame(t, p, parse(t, irtext.Print(p)))
}

// TestAllInstructions holds all.ir to its promise: it has every kind of instruction that package ir can clone.
func TestAllInstructions(t *testing.T) {
	src, err := os.ReadFile("testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range parse(t, string(src)).Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				seen[strings.TrimPrefix(strings.TrimPrefix(typeName(in), "*"), "ir.")] = true
			}
		}
	}
	for _, name := range instrNames(t) {
		if !seen[name] {
			t.Errorf("testdata/all.ir has no %s", name)
		}
	}
}

func TestMetaRoundTrip(t *testing.T) {
	p := parse(t, `program ilp32
assumed "printk: nothing \"happens\"" forbids_proved at "a.c":3:4
global @g : 4 align 4 const display "g" at "a.c":1:1-1:9
global @r : 32 align 4 external range incoming 4 stride 8 count 4 [@r at 0 stride 8 count 4, @s at 0 stride 0 count 1] incoming 0 stride 0 count 1 []
global @s : 4 align 4 external display "s"
entry @f
next 90
func @f(%b, %a:32) model display "F" at "dir with space/a.c":10:1-20:2 {
  reg %a:32 "e->x" show signed, %b:32 show pointer
  reg %7:16 show char
  %c:32 = load mem[%b] name "*b" show float !80 at "":0:7 text "c = *b; // \xff"
  %7 = trunc %c at "a.c":12:3
  halt !4
}
`)
	f := p.Funcs[0]
	if got := f.Params; len(got) != 2 || got[0] != 1 || got[1] != 0 {
		t.Errorf("params %v: the register table decides the numbers", got)
	}
	if f.Regs[0].Name != "e->x" || f.Regs[2].Name != "" || f.Regs[2].Show != ir.ShowChar {
		t.Errorf("registers %+v", f.Regs)
	}
	m := f.Blocks[0].Instrs[0].Base()
	if want := (ir.Meta{ID: 80, Pos: source.At("", 0, 7), Text: "c = *b; // \xff"}); *m != want {
		t.Errorf("meta %+v, want %+v", *m, want)
	}
	if id := f.Blocks[0].Instrs[1].Base().ID; id != 90 || p.NextID != 91 {
		t.Errorf("an instruction without an ID got %d, the next is %d", id, p.NextID)
	}
	wantSame(t, p, parse(t, irtext.Print(p)))
}

func TestShortForms(t *testing.T) {
	p := parse(t, `program lp64
global @x : 4
func @main() {
  %v = load mem[@x] size 4
  %w = add %v, 1
  store mem[@x], %w
  %c = slt %w, -3
  assert %c
  halt 0 main
}`)
	want := `program lp64
region mem
global @x : 4 align 1
entry @main

func @main() {
entry:
  %v:32 = load mem[@x]
  %w:32 = add %v, 1
  store mem[@x], %w
  %c:1 = slt %w, -3
  assert %c
  halt 0 main
}
`
	if d := cmp.Diff(want, irtext.Brief(p)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if p.NextID != 7 {
		t.Errorf("NextID = %d", p.NextID)
	}
}

// TestNames: registers whose names clash, look like numbers or cannot be tokens.
func TestNames(t *testing.T) {
	p := parse(t, "program lp64\nfunc @main() {\n halt 0 main\n}\n")
	f := p.Funcs[0]
	for _, n := range []string{"x", "x", "", "7", "e->x", "x.1", "y", "é", "a b", "x.0"} {
		f.NewReg(32, n, ir.ShowSigned)
	}
	var body []ir.Instr
	for i := len(f.Regs) - 1; i >= 0; i-- {
		body = append(body, &ir.Havoc{Meta: ir.Meta{ID: p.NewID()}, Dst: ir.Reg(i)})
	}
	f.Blocks[0].Instrs = append(body, f.Blocks[0].Instrs...)
	p.Regions = append(p.Regions, ir.Region{Name: "r"}, ir.Region{Name: "r"}, ir.Region{Name: ""})
	for i := range p.Regions {
		ld := &ir.Load{Meta: ir.Meta{ID: p.NewID()}, Dst: 0, Mem: ir.Mem{Region: ir.RegionID(i), Addr: ir.K(64, 8), Size: 4}}
		f.Blocks[0].Instrs = append([]ir.Instr{ld}, f.Blocks[0].Instrs...)
	}
	wantSame(t, p, parse(t, irtext.Print(p)))
	b := irtext.Brief(p)
	if d := cmp.Diff(b, irtext.Brief(parse(t, b))); d != "" {
		t.Errorf("the brief form is not stable (-want +got):\n%s", d)
	}
}

// TestBroken: the printer shows what no checker would accept.
func TestBroken(t *testing.T) {
	p := &ir.Program{
		Model: 9, Entry: 4, Globals: []*ir.Global{nil},
		Funcs: []*ir.Func{nil, {Name: "f", Params: []ir.Reg{3}, Blocks: []*ir.Block{{Instrs: []ir.Instr{
			&ir.Move{Dst: 12}, &ir.Binary{Dst: ir.NoReg, Op: 99}, &ir.Unary{Op: 99}, &ir.Jump{To: 8}, &ir.Fence{Order: 99},
			&ir.Load{Mem: ir.Mem{Region: 7, Mark: 9, Show: 77, Addr: ir.Operand{Kind: ir.KindGlobal, Global: -1}}}, nil,
			&ir.Call{Func: 77}, &ir.Spawn{}, &ir.SyncInit{What: 33}, &ir.RMW{Op: 44},
		}}}}},
	}
	if s := irtext.Print(p); !strings.Contains(s, "%?12") {
		t.Errorf("printed:\n%s", s)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", `test.ir:1:1: error: expected "program", found the end of the file`},
		{"model", "program lp65", `test.ir:1:9: error: unknown data model "lp65"`},
		{"no function", "program lp64\n", "error: no function"},
		{"junk", "program lp64\nfoo", "test.ir:2:1: error: expected region, assumed"},
		{"twice", "program lp64\nglobal @x : 4\nglobal @x : 4", "test.ir:3:8: error: @x is defined twice"},
		{"instr", "program lp64\nfunc @f() {\n  frob %x\n}", `test.ir:3:3: error: unknown instruction "frob"`},
		{"no global", "program lp64\nfunc @f() {\n  free @y\n}", "test.ir:3:8: error: no global @y"},
		{"func as global", "program lp64\nfunc @f() {\n  free @f\n}", "written &f"},
		{"no block", "program lp64\nfunc @f() {\n  jump b\n}", "test.ir:3:8: error: no block b"},
		{"label twice", "program lp64\nfunc @f() {\na:\n  jump a\na:\n}", "test.ir:5:1: error: label a is defined twice"},
		{"width", "program lp64\nfunc @f() {\n  %x:200 = havoc\n}", "test.ir:3:6: error: number out of range"},
		{"two widths", "program lp64\nfunc @f() {\n  %x:8 = havoc\n  %x:9 = havoc\n}", "%x was 8 bits wide and is 9 here"},
		{"no width", "program lp64\nfunc @f() {\n  %x = havoc\n}", "the width of a register cannot be inferred"},
		{"const", "program lp64\nfunc @f() {\n  %x:8 = move 256\n}", "constant does not fit into 8 bits"},
		{"huge", "program lp64\nfunc @f() {\n  %x:8 = move 0xfffffffffffffffffffffffffffffffff\n}", "more than 128 bits"},
		{"const width", "program lp64\nfunc @f() {\n  callptr 1(1)\n}", "width of a constant cannot be inferred"},
		{"size", "program lp64\nfunc @f() {\n  %x:12 = load mem[1]\n}", "size of the access cannot be inferred"},
		{"needs result", "program lp64\nfunc @f() {\n  havoc\n}", "test.ir:3:3: error: the instruction needs a result"},
		{"results", "program lp64\nfunc @f() {\n  %a:1, %b:1 = havoc\n}", "havoc has at most 1 results"},
		{"open", "program lp64\nfunc @f() {\n  halt", `expected "}" at the end of the function`},
		{"string", "program lp64\nassumed \"x", "test.ir:2:9: error: string without an end on its line"},
		{"char", "program lp64\n\x00", `stray character '\x00'`},
		{"region", "program lp64\nfunc @f() {\n  %x:8 = load r[1]\n}", `no region "r"`},
		{"reloc", "program lp64\nglobal @x : 8 relocs [0: %x]", "a relocation holds an address"},
		{"rest", "program lp64\nfunc @f() {\n  halt 0 main x\n}", `expected the end of the line, found "x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := irtext.Parse("test.ir", []byte(c.src))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want %q", err, c.want)
			}
			for _, d := range err.(diag.List) {
				if d.Detail == "" || !d.Range.IsValid() {
					t.Errorf("no next step or no place: %v", d)
				}
			}
		})
	}
}

func TestManyErrorsStop(t *testing.T) {
	_, err := irtext.Parse("test.ir", []byte("program lp64\n"+strings.Repeat("bad\n", 1000)))
	if n := len(err.(diag.List)); n != 20 {
		t.Errorf("%d diagnostics", n)
	}
}

// TestFields: the field of an access is its name unless the text says otherwise.
func TestFields(t *testing.T) {
	p := parse(t, `program lp64
region mem
global @x : 4 align 4
entry @main

func @main() {
entry:
  store mem[@x] name "x", 1:32
  store mem[@x] name "e->x" field "S.x" overlay show signed, 1:32
  store mem[@x] name "*p" field "", 1:32
  store mem[@x] field "S.y", 1:32
  store mem[@x], 1:32
  return
}
`)
	want := []ir.Mem{
		{Name: "x", Field: "x"},
		{Name: "e->x", Field: "S.x", Overlay: true, Show: ir.ShowSigned},
		{Name: "*p"},
		{Field: "S.y"},
		{},
	}
	for i, w := range want {
		got := p.Funcs[0].Blocks[0].Instrs[i].(*ir.Store).Mem
		if got.Name != w.Name || got.Field != w.Field || got.Overlay != w.Overlay || got.Show != w.Show {
			t.Errorf("access %d: name %q field %q overlay %v, want %q %q %v", i, got.Name, got.Field, got.Overlay, w.Name, w.Field, w.Overlay)
		}
	}
	wantSame(t, p, parse(t, irtext.Print(p)))
}
