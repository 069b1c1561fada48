package irtext

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// The printer. It must show broken programs as well as right ones, so every index is looked at before it is used; what
// cannot be named is printed with a question mark, which the parser refuses.

// Options say what is printed beside the program proper.
type Options struct {
	IDs   bool // instruction IDs, and the register tables
	Pos   bool // source ranges
	Text  bool // source text of instructions
	Names bool // what things are called for people: display names, lvalues, ways to show a value
}

// Print prints everything: Parse gives an equal program back.
func Print(p *ir.Program) string {
	return Format(p, Options{IDs: true, Pos: true, Text: true, Names: true})
}

// Brief prints the program without IDs, places and names for people, for goldens. Registers without a name are numbered
// in the order in which they appear.
func Brief(p *ir.Program) string { return Format(p, Options{}) }

// Format prints a program.
func Format(p *ir.Program, o Options) string {
	w := &printer{p: p, o: o}
	w.program()
	return w.String()
}

// Func prints one function of a program.
func Func(p *ir.Program, f *ir.Func, o Options) string {
	w := &printer{p: p, o: o}
	w.function(f)
	return w.String()
}

// Instr prints one instruction of a function on one line, registers named as in Print.
func Instr(p *ir.Program, f *ir.Func, in ir.Instr) string {
	w := &printer{p: p, o: Options{IDs: true}}
	w.enter(f)
	w.instr(in)
	return w.String()
}

type printer struct {
	strings.Builder
	p *ir.Program
	o Options

	regions []string      // tokens, made once
	ids     map[ir.ID]int // brief form: the IDs that the parser will hand out
	f       *ir.Func
	regs    []string // tokens of f's registers
	seen    []bool   // brief form: the width of a register was printed
	detail  detail
	ranged  bool // what is printed is read by a Copy: its length stands before
}

func (w *printer) printf(format string, args ...any) { fmt.Fprintf(&w.Builder, format, args...) }

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !labelByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// isIdent says whether a name can stand alone, without a sigil.
func isIdent(s string) bool { return isName(s) && identStart(s[0]) }

func name(s string) string {
	if isName(s) {
		return s
	}
	return strconv.Quote(s)
}

func bareName(s string) string {
	if isIdent(s) {
		return s
	}
	return strconv.Quote(s)
}

func (w *printer) program() {
	p := w.p
	w.printf("program %s", dataModel(p.Model))
	if p.Form.Sequential {
		w.printf(" sequential")
	}
	if p.Form.Bounded {
		w.printf(" bounded")
	}
	w.flag(p.KeepsLocks, "keeps_locks")
	w.printf("\n")
	for _, r := range p.Regions {
		w.regionDef(r)
	}
	for _, a := range p.Assumed {
		w.printf("assumed %s", strconv.Quote(a.Text))
		if a.ForbidsProved {
			w.printf(" forbids_proved")
		}
		w.flag(a.Open, "open")
		if a.Given {
			w.printf(" given")
		}
		if a.Outside {
			w.printf(" outside")
		}
		w.at(a.Pos)
		w.printf("\n")
	}
	for _, g := range p.Globals {
		w.global(g)
	}
	w.printf("entry @%s\n", w.funcName(p.Entry))
	if w.o.IDs {
		w.printf("next %d\n", p.NextID)
	}
	for _, f := range p.Funcs {
		w.printf("\n")
		w.function(f)
	}
}

func (w *printer) regionDef(r ir.Region) {
	w.printf("region %s", bareName(r.Name))
	if r.Width != 0 {
		w.printf(" width %d", r.Width)
	}
	if len(r.Cells) > 0 {
		w.printf(" cells [")
		w.extents(r.Cells)
		w.printf("]")
	}
	w.flag(r.Ghost, "ghost")
	w.flag(r.Guess, "guess")
	w.flag(r.Open, "open")
	w.lives(r.Lives)
	w.printf("\n")
}

func (w *printer) extents(es []ir.Extent) {
	for i, e := range es {
		if i > 0 {
			w.printf(", ")
		}
		w.object(e.Object)
		w.printf(" at %d stride %d count %d", e.Offset, e.Stride, e.Count)
	}
}

// lives names the region that says which objects ended.
func (w *printer) lives(r ir.RegionID) {
	if r != 0 {
		w.printf(" lives %s", w.region(r))
	}
}

// object names a global, or an allocation by the ID of its instruction. The brief form has no IDs, so it says which one the parser
// will give.
func (w *printer) object(o ir.Object) {
	if o.Alloc == 0 {
		w.printf("@%s", w.globalName(o.Global))
		return
	}
	if w.o.IDs {
		w.printf("!%d", o.Alloc)
		return
	}
	if w.ids == nil {
		w.ids = map[ir.ID]int{}
		n := 0
		for _, f := range w.p.Funcs {
			if f == nil {
				continue
			}
			for in := range f.Instrs() {
				n++
				if in != nil {
					w.ids[in.Base().ID] = n
				}
			}
		}
	}
	if n, ok := w.ids[o.Alloc]; ok {
		w.printf("!%d", n)
		return
	}
	w.printf("!?%d", o.Alloc)
}

func (w *printer) global(g *ir.Global) {
	if g == nil {
		w.printf("global ?\n")
		return
	}
	w.printf("global @%s : %d align %d", name(g.Name), g.Size, g.Align)
	switch n := len(g.Init); {
	case n == 0:
	case int64(n) == g.Size && len(g.Relocs) == 0 && (n == 1 || n == 2 || n == 4 || n == 8):
		var v uint64
		for i := n - 1; i >= 0; i-- {
			v = v<<8 | uint64(g.Init[i])
		}
		w.printf(" = %s:%d", number(ir.Const{Lo: v}, 8*n), 8*n)
	default:
		w.printf(" = %s", strconv.Quote(string(g.Init)))
	}
	if len(g.Relocs) > 0 {
		w.printf(" relocs [")
		for i, r := range g.Relocs {
			if i > 0 {
				w.printf(", ")
			}
			w.printf("%d: ", r.Offset)
			w.detail = withWidth
			w.operand(r.Target)
		}
		w.printf("]")
	}
	if g.ThreadLocal {
		w.printf(" thread_local")
	}
	if g.Const {
		w.printf(" const")
	}
	w.flag(g.Literal, "literal")
	if g.External {
		w.printf(" external")
	}
	w.flag(g.Range, "range")
	w.flag(g.Named, "named")
	w.flag(g.Outside, "outside")
	for _, in := range g.Incoming {
		w.printf(" incoming %d stride %d count %d [", in.Offset, in.Stride, in.Count)
		w.extents(in.Targets)
		w.printf("]")
		w.flag(in.Valid, "valid")
		w.flag(in.Own, "own")
	}
	w.display(g.Display)
	w.at(g.Pos)
	w.printf("\n")
}

func (w *printer) display(s string) {
	if w.o.Names && s != "" {
		w.printf(" display %s", strconv.Quote(s))
	}
}

func (w *printer) at(r source.Range) {
	if !w.o.Pos || r == (source.Range{}) {
		return
	}
	w.printf(" at %s:%d:%d", strconv.Quote(r.File), r.Line, r.Col)
	if r.EndLine != 0 || r.EndCol != 0 {
		w.printf("-%d:%d", r.EndLine, r.EndCol)
	}
}

// enter makes the register tokens of a function. A register is called by its name where that is unique and can be a
// token, by name and number where only the number makes it unique, else by its number.
func (w *printer) enter(f *ir.Func) {
	w.f = f
	w.regs = make([]string, len(f.Regs))
	w.seen = make([]bool, len(f.Regs))
	num := make([]int, len(f.Regs))
	for i := range num {
		num[i] = i
	}
	if !w.o.IDs {
		num = appearance(f)
	}
	count := map[string]int{}
	for _, r := range f.Regs {
		count[r.Name]++
	}
	for i, r := range f.Regs {
		switch {
		case !isName(r.Name) || isDigits(r.Name):
			w.regs[i] = strconv.Itoa(num[i])
		case count[r.Name] == 1:
			w.regs[i] = r.Name
		default:
			tok := fmt.Sprintf("%s.%d", r.Name, num[i])
			if count[tok] > 0 {
				tok = strconv.Itoa(num[i])
			}
			w.regs[i] = tok
		}
	}
}

// appearance numbers the registers of a function in the order in which the brief form mentions them: that is how the
// parser will number them, so the brief form survives being parsed and printed again.
func appearance(f *ir.Func) []int {
	num := make([]int, len(f.Regs))
	for i := range num {
		num[i] = -1
	}
	n := 0
	see := func(r ir.Reg) {
		if r >= 0 && int(r) < len(num) && num[r] < 0 {
			num[r] = n
			n++
		}
	}
	for _, r := range f.Params {
		see(r)
	}
	for in := range f.Instrs() {
		ir.Defs(in, func(r *ir.Reg) { see(*r) })
		ir.Uses(in, func(o *ir.Operand) {
			if o.Kind == ir.KindReg {
				see(o.Reg)
			}
		})
	}
	for i := range num {
		if num[i] < 0 {
			num[i] = n
			n++
		}
	}
	return num
}

func (w *printer) function(f *ir.Func) {
	if f == nil {
		w.printf("func ?\n")
		return
	}
	w.enter(f)
	w.printf("func @%s(", name(f.Name))
	for i, r := range f.Params {
		if i > 0 {
			w.printf(", ")
		}
		w.def(r)
	}
	w.printf(")")
	if f.RetWidth != 0 {
		w.printf(" : %d", f.RetWidth)
	}
	if f.Model {
		w.printf(" model")
	}
	if f.Unknown {
		w.printf(" unknown")
	}
	if len(f.Uses) > 0 {
		w.printf(" uses (%s)", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(f.Uses)), ", "), "[]"))
	}
	w.flag(f.Elsewhere, "elsewhere")
	w.flag(f.Named, "named")
	if f.Called {
		w.printf(" called")
	}
	if f.Back {
		w.printf(" back")
	}
	w.says(f.Says)
	if f.Given != "" {
		w.printf(" given %s", strconv.Quote(f.Given))
	}
	w.display(f.Display)
	w.at(f.Pos)
	w.printf(" {\n")
	if w.o.IDs {
		w.registers()
	}
	for _, b := range f.Blocks {
		w.printf("%s:\n", bareName(b.Name))
		for _, in := range b.Instrs {
			w.printf("  ")
			w.instr(in)
			w.meta(in)
			w.printf("\n")
		}
	}
	w.printf("}\n")
}

func (w *printer) says(s ir.Says) {
	if s.Enters != "" {
		w.printf(" enters %s", strconv.Quote(s.Enters))
		w.flag(s.Alone, "alone")
	}
	if s.Leaves != "" {
		w.printf(" leaves %s", strconv.Quote(s.Leaves))
	}
	w.flag(s.Picks, "picks")
	w.flag(s.Ends, "ends")
	w.flag(s.Dies, "dies")
}

// registers prints the table of a function's registers, which fixes their numbers, names and ways to show.
func (w *printer) registers() {
	for i, r := range w.f.Regs {
		switch {
		case i%8 == 0 && i > 0:
			w.printf("\n  reg ")
		case i == 0:
			w.printf("  reg ")
		default:
			w.printf(", ")
		}
		w.printf("%%%s:%d", w.regs[i], r.Width)
		implied := w.regs[i]
		if isDigits(implied) {
			implied = ""
		}
		if w.o.Names && r.Name != implied {
			w.printf(" %s", strconv.Quote(r.Name))
		}
		w.show(r.Show)
	}
	if len(w.f.Regs) > 0 {
		w.printf("\n")
	}
}

func (w *printer) show(s ir.Show) {
	if w.o.Names && s != ir.ShowUnsigned {
		w.printf(" show %s", showName(s))
	}
}

func (w *printer) meta(in ir.Instr) {
	if in == nil {
		return
	}
	m := in.Base()
	if w.o.IDs {
		w.printf(" !%d", m.ID)
	}
	w.at(m.Pos)
	if w.o.Text && m.Text != "" {
		w.printf(" text %s", strconv.Quote(m.Text))
	}
}

// reg prints a register's token; in the brief form its width too, the first time.
func (w *printer) reg(r ir.Reg, width bool) {
	if r < 0 || int(r) >= len(w.regs) {
		w.printf("%%?%d", r)
		return
	}
	w.printf("%%%s", w.regs[r])
	if width || !w.seen[r] && !w.o.IDs {
		w.printf(":%d", w.f.Regs[r].Width)
	}
	w.seen[r] = true
}

func (w *printer) def(r ir.Reg) { w.reg(r, true) }

func (w *printer) operand(o ir.Operand) {
	switch o.Kind {
	case ir.KindReg:
		w.reg(o.Reg, false)
	case ir.KindConst:
		w.printf("%s", number(o.Val, o.Width))
		if w.detail >= withWidth {
			w.printf(":%d", o.Width)
		}
	case ir.KindGlobal:
		w.printf("@%s", w.globalName(o.Global))
		if v := o.Val.SignedBig(o.Width); v.Sign() != 0 {
			w.printf("%+d", v)
		}
	case ir.KindFunc:
		w.printf("&%s", w.funcName(o.Func))
	default:
		w.printf("?")
	}
}

// number prints a constant; small negative ones with their sign, because 4294967295 says less than -1.
func number(c ir.Const, width int) string {
	if width >= 8 {
		if v := c.SignedBig(width); v.Sign() < 0 && v.CmpAbs(big.NewInt(1024)) < 0 {
			return v.String()
		}
	}
	return c.Big().String()
}

func (w *printer) funcName(f ir.FuncID) string {
	if f < 0 || int(f) >= len(w.p.Funcs) || w.p.Funcs[f] == nil {
		return fmt.Sprintf("?%d", f)
	}
	return name(w.p.Funcs[f].Name)
}

func (w *printer) globalName(g ir.GlobalID) string {
	if g < 0 || int(g) >= len(w.p.Globals) || w.p.Globals[g] == nil {
		return fmt.Sprintf("?%d", g)
	}
	return name(w.p.Globals[g].Name)
}

func (w *printer) block(b ir.BlockID) string {
	if b < 0 || int(b) >= len(w.f.Blocks) {
		return fmt.Sprintf("?%d", b)
	}
	return bareName(w.f.Blocks[b].Name)
}

// region names a region by its name where that is unique, else by its index.
func (w *printer) region(r ir.RegionID) string {
	if w.regions == nil {
		count := map[string]int{}
		for _, r := range w.p.Regions {
			count[r.Name]++
		}
		for i, r := range w.p.Regions {
			tok := bareName(r.Name)
			if count[r.Name] > 1 {
				tok = fmt.Sprintf("#%d", i)
			}
			w.regions = append(w.regions, tok)
		}
	}
	if r < 0 || int(r) >= len(w.regions) {
		return fmt.Sprintf("?%d", r)
	}
	return w.regions[r]
}
