package irtext

import (
	"math"
	"strconv"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Functions, blocks and what stands in instructions: results, operands, accesses.

// labels numbers names in the order in which they are mentioned.
type labels struct {
	index map[string]int
	names []string
	first []token // where each was mentioned first
	given []int   // defined names, in order of definition
	isDef []bool
}

func (l *labels) reset() { *l = labels{index: map[string]int{}} }

func (l *labels) mention(name string, t token) int {
	i, ok := l.index[name]
	if !ok {
		i = len(l.names)
		l.index[name] = i
		l.names = append(l.names, name)
		l.first = append(l.first, t)
		l.isDef = append(l.isDef, false)
	}
	return i
}

// define notes a definition; false if there was one before.
func (l *labels) define(i int) bool {
	if l.isDef[i] {
		return false
	}
	l.isDef[i] = true
	l.given = append(l.given, i)
	return true
}

// order is the final numbering: defined names in order of definition, then the others in order of mention.
func (l *labels) order() []int {
	num := make([]int, len(l.names))
	for n, i := range l.given {
		num[i] = n
	}
	n := len(l.given)
	for i := range num {
		if !l.isDef[i] {
			num[i] = n
			n++
		}
	}
	return num
}

func (p *parser) funcDef() {
	f := &ir.Func{Name: p.take(tGlobal, "the name of a function")}
	p.f = f
	p.regs.reset()
	p.blocks.reset()
	p.expect("(")
	for !p.bad && !p.accept(")") {
		if len(f.Params) > 0 {
			p.expect(",")
		}
		f.Params = append(f.Params, p.reg())
	}
	if p.accept(":") {
		f.RetWidth = p.width()
	}
	f.Model = p.accept("model")
	f.Unknown = p.accept("unknown")
	if p.accept("uses") {
		p.expect("(")
		for !p.bad && !p.accept(")") {
			if len(f.Uses) > 0 {
				p.expect(",")
			}
			f.Uses = append(f.Uses, p.integer(ir.UsesLater, math.MaxInt64))
		}
	}
	f.Elsewhere = p.accept("elsewhere")
	f.Named = p.accept("named")
	f.Called = p.accept("called")
	f.Back = p.accept("back")
	if p.accept("enters") {
		f.Says.Enters = p.str()
		f.Says.Alone = p.accept("alone")
	}
	if p.accept("leaves") {
		f.Says.Leaves = p.str()
	}
	f.Says.Picks = p.accept("picks")
	f.Says.Ends = p.accept("ends")
	f.Says.Dies = p.accept("dies")
	if p.accept("given") {
		f.Given = p.str()
	}
	f.Display = p.display()
	f.Pos = p.at()
	p.expect("{")
	p.endLine()
	p.prog.Funcs = append(p.prog.Funcs, f)
	for len(p.errs) < maxErrors {
		p.skipBlank()
		if p.peek().kind == tEOF {
			p.unexpected("\"}\" at the end of the function")
			return
		}
		if p.accept("}") {
			p.endLine()
			break
		}
		p.line()
	}
	p.renumber()
}

// line reads one line of a function: a register table, a label, or an instruction.
func (p *parser) line() {
	t := p.peek()
	after := p.toks[min(p.pos+1, len(p.toks)-1)]
	switch {
	case (t.kind == tIdent || t.kind == tString) && after.kind == tPunct && after.text == ":":
		p.pos += 2
		i := p.blocks.mention(t.text, t)
		if !p.blocks.define(i) {
			p.errorf(t, "give each block of a function its own label", "label %s is defined twice", bareName(t.text))
		}
		p.f.Blocks = append(p.f.Blocks, &ir.Block{Name: t.text})
		p.endLine()
		return
	case p.accept("reg"):
		p.regTable()
		p.endLine()
		return
	}
	in := p.instr()
	if !p.bad && in != nil {
		p.meta(in.Base())
	}
	if !p.bad && in != nil {
		if len(p.f.Blocks) == 0 {
			p.blocks.define(p.blocks.mention("entry", t))
			p.f.Blocks = append(p.f.Blocks, &ir.Block{Name: "entry"})
		}
		b := p.f.Blocks[len(p.f.Blocks)-1]
		b.Instrs = append(b.Instrs, in)
		p.lines[in] = t
	}
	p.endLine()
}

func (p *parser) meta(m *ir.Meta) {
	if p.accept("!") {
		m.ID = ir.ID(p.integer(1, math.MaxInt32-1))
	}
	m.Pos = p.at()
	if p.accept("text") {
		m.Text = p.str()
	}
}

// regTable reads "reg %a:32 "name" show signed, ...": declared registers come first, in the order of the table.
func (p *parser) regTable() {
	for !p.bad {
		t := p.peek()
		r := p.reg()
		if p.bad {
			return
		}
		if !p.regs.define(int(r)) {
			p.errorf(t, "declare each register once", "register %s is declared twice", t.describe())
			return
		}
		if p.peek().kind == tString {
			p.f.Regs[r].Name = p.str()
		}
		p.f.Regs[r].Show = p.show()
		if !p.accept(",") {
			return
		}
		p.skipBlank()
	}
}

func (p *parser) show() ir.Show {
	if !p.accept("show") {
		return ir.ShowUnsigned
	}
	t := p.peek()
	s, ok := showWords[p.take(tIdent, "a way to show a value")]
	if !p.bad && !ok {
		p.errorf(t, "values are shown as unsigned, signed, bool, pointer, float or char", "unknown way to show a value: %q", t.text)
	}
	return s
}

// reg reads %name or %name:width and gives the register's provisional number.
func (p *parser) reg() ir.Reg {
	t := p.peek()
	n := p.take(tReg, "a register, such as %x")
	if p.bad {
		return ir.NoReg
	}
	i := p.regs.mention(n, t)
	if i == len(p.f.Regs) {
		info := ir.RegInfo{}
		if !isDigits(n) {
			info.Name = n
		}
		p.f.Regs = append(p.f.Regs, info)
	}
	if p.accept(":") {
		w := p.width()
		if have := p.f.Regs[i].Width; !p.bad && have != 0 && have != w {
			p.errorf(t, "a register has one width in its whole function", "%s was %d bits wide and is %d here", t.describe(), have, w)
		}
		p.f.Regs[i].Width = w
	}
	return ir.Reg(i)
}

func (p *parser) operand() ir.Operand {
	if p.bad {
		return ir.Operand{}
	}
	t := p.peek()
	ptr := p.prog.PtrWidth()
	switch t.kind {
	case tReg:
		return ir.Operand{Kind: ir.KindReg, Reg: p.reg()}
	case tFunc:
		p.advance()
		f, ok := p.funcs[t.text]
		if !ok {
			p.errorf(t, "define it with func, or correct the name", "no function %s", t.describe())
		}
		return ir.F(f, ptr)
	case tGlobal:
		p.advance()
		g, ok := p.globals[t.text]
		if !ok {
			detail := "define it with global, or correct the name"
			if _, isFunc := p.funcs[t.text]; isFunc {
				detail = "the address of a function is written &" + name(t.text)
			}
			p.errorf(t, detail, "no global %s", t.describe())
			return ir.Operand{}
		}
		o := ir.G(g, 0, ptr)
		if p.is("+") || p.is("-") {
			neg := p.is("-")
			p.advance()
			s := p.peek()
			c, _ := p.literal()
			if neg {
				c = negate(c)
			}
			v, ok := fit(c, ptr)
			if !p.bad && !ok {
				p.errorf(s, seeDocs, "offset does not fit into an address")
			}
			o.Val = v
		}
		return o
	}
	if t.kind == tNumber || p.is("-") {
		c, _ := p.literal()
		o := ir.Operand{Kind: ir.KindConst, Val: c}
		if p.accept(":") {
			o.Width = p.width()
			if !p.bad {
				p.cut(t, &o.Val, o.Width)
			}
		}
		return o
	}
	p.unexpected("an operand: %register, number, @global or &function")
	return ir.Operand{}
}

// cut brings a literal to its width.
func (p *parser) cut(t token, c *ir.Const, width int) {
	v, ok := fit(*c, width)
	if !ok {
		p.errorf(t, "write a smaller number or a larger width", "constant does not fit into %d bits", width)
	}
	*c = v
}

func (p *parser) startsOperand() bool {
	switch t := p.peek(); t.kind {
	case tReg, tNumber, tGlobal, tFunc:
		return true
	default:
		return p.is("-")
	}
}

// mem reads region[address] and the attributes of an access.
func (p *parser) mem() ir.Mem {
	m := ir.Mem{Region: p.region()}
	p.expect("[")
	m.Addr = p.operand()
	p.expect("]")
	if p.accept("size") {
		m.Size = int(p.integer(1, math.MaxInt32))
	} else if p.accept("len") {
		m.Len, m.Size = p.operand(), 1
		if p.accept("within") {
			m.Within = p.region()
		}
		if p.accept("also") {
			m.AlsoIn = p.region()
			p.expect("[")
			m.Also = p.operand()
			p.expect("]")
		}
	}
	if t := p.peek(); t.kind == tIdent {
		if mark, ok := markWords[t.text]; ok {
			p.advance()
			m.Mark = mark
		}
	}
	m.Order = p.order()
	m.Excused = p.accept("excused")
	m.Unsure = p.accept("unsure")
	if p.accept("name") {
		m.Name = p.str()
	}
	m.Field = m.Name
	if p.accept("field") {
		m.Field = p.str()
	}
	m.Overlay = p.accept("overlay")
	m.Show = p.show()
	return m
}

func (p *parser) order() ir.Order {
	if t := p.peek(); t.kind == tIdent && !p.bad {
		if o, ok := orderWords[t.text]; ok {
			p.advance()
			return o
		}
	}
	return ir.SeqCst
}

func (p *parser) region() ir.RegionID {
	t := p.peek()
	if p.accept("#") {
		return ir.RegionID(p.integer(0, math.MaxInt32))
	}
	n := p.bareName("a region, such as mem")
	if p.bad {
		return 0
	}
	r, ok := p.regions[n]
	switch {
	case !ok:
		p.errorf(t, "declare it with region", "no region %s", strconv.Quote(n))
	case r < 0:
		p.errorf(t, "say which one by its index: #0 is the first", "several regions are called %s", strconv.Quote(n))
	}
	return r
}

func (p *parser) target() ir.BlockID {
	t := p.peek()
	n := p.bareName("a label")
	if p.bad {
		return 0
	}
	return ir.BlockID(p.blocks.mention(n, t))
}

// list reads items between brackets, separated by commas.
func (p *parser) list(open, end string, item func()) {
	p.expect(open)
	for first := true; !p.bad && !p.accept(end); first = false {
		if !first {
			p.expect(",")
		}
		if !p.bad {
			item()
		}
	}
}

func (p *parser) args() []ir.Operand {
	var xs []ir.Operand
	p.list("(", ")", func() { xs = append(xs, p.operand()) })
	return xs
}

func (p *parser) candidates() []ir.FuncID {
	var fs []ir.FuncID
	p.list("[", "]", func() { fs = append(fs, p.function()) })
	return fs
}
