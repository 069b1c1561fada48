package irtext

import (
	"math"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/source"
)

// The parser: recursive descent over lines, without recursion, since nothing nests. A first run over the tokens collects
// the names of globals, functions and regions, so that later uses may stand before definitions. An error skips the rest
// of its line; after maxErrors the parser gives up. Registers and blocks get provisional numbers in the order in which
// they are mentioned, and their final ones when their function ends (resolve.go).

const (
	maxErrors = 20
	maxSource = 64 << 20
)

// Parse reads a program. The error, if any, is a diag.List. name stands in positions of diagnostics.
func Parse(name string, src []byte) (*ir.Program, error) {
	if len(src) > maxSource {
		return nil, diag.List{diag.Errorf(source.At(name, 1, 1), "IR text of %d bytes is too large", len(src)).
			WithDetail("the parser takes up to %d bytes; split the program", maxSource)}
	}
	p := &parser{file: name, prog: &ir.Program{}, lines: map[ir.Instr]token{}}
	l := &lexer{src: string(src)}
	for {
		t := l.next()
		p.toks = append(p.toks, t)
		if t.kind == tEOF {
			break
		}
	}
	p.collect()
	p.program()
	if len(p.errs) == 0 {
		p.resolve()
	}
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	return p.prog, nil
}

type parser struct {
	file string
	toks []token
	pos  int
	errs diag.List
	bad  bool // the current line has an error: say no more about it
	prog *ir.Program

	globals map[string]ir.GlobalID
	funcs   map[string]ir.FuncID
	regions map[string]ir.RegionID // -1: ambiguous
	lines   map[ir.Instr]token     // where each instruction stands
	next    ir.ID
	entry   token

	f      *ir.Func
	regs   labels
	blocks labels
}

func (p *parser) peek() token { return p.toks[p.pos] }

func (p *parser) advance() token {
	t := p.toks[p.pos]
	if t.kind != tEOF {
		p.pos++
	}
	return t
}

// errorf complains once per line.
func (p *parser) errorf(t token, detail, format string, args ...any) {
	if p.bad || len(p.errs) >= maxErrors {
		p.bad = true
		return
	}
	p.bad = true
	d := diag.Errorf(t.at(p.file), format, args...)
	if t.kind == tBad {
		d.Summary = t.text
	}
	p.errs = append(p.errs, d.WithDetail("%s", detail))
}

const seeDocs = "docs/ir.md describes the text form of the IR"

func (p *parser) unexpected(want string) {
	t := p.peek()
	p.errorf(t, seeDocs, "expected %s, found %s", want, t.describe())
}

func (p *parser) is(text string) bool {
	t := p.peek()
	return (t.kind == tIdent || t.kind == tPunct) && t.text == text
}

func (p *parser) accept(text string) bool {
	if p.bad || !p.is(text) {
		return false
	}
	p.pos++
	return true
}

func (p *parser) expect(text string) {
	if !p.bad && !p.accept(text) {
		p.unexpected("\"" + text + "\"")
	}
}

func (p *parser) take(k kind, want string) string {
	if p.bad {
		return ""
	}
	if t := p.peek(); t.kind == k {
		p.pos++
		return t.text
	}
	p.unexpected(want)
	return ""
}

func (p *parser) str() string { return p.take(tString, "a string in quotes") }

// bareName reads a name that has no sigil: a word or a string.
func (p *parser) bareName(what string) string {
	if p.peek().kind == tString {
		return p.str()
	}
	return p.take(tIdent, what)
}

// integer reads a number, possibly negative, within bounds.
func (p *parser) integer(lo, hi int64) int64 {
	t := p.peek()
	c, ok := p.literal()
	if p.bad {
		return 0
	}
	v := int64(c.Lo)
	if !ok || c.Hi != 0 && c.Hi != math.MaxUint64 || (c.Hi != 0) != (v < 0) || v < lo || v > hi {
		p.errorf(t, seeDocs, "number out of range: it must be from %d to %d", lo, hi)
		return 0
	}
	return v
}

// literal reads a number as two's complement of 128 bits.
func (p *parser) literal() (ir.Const, bool) {
	neg := p.accept("-")
	t := p.peek()
	s := p.take(tNumber, "a number")
	if p.bad {
		return ir.Const{}, false
	}
	c, ok := literal(s)
	if !ok {
		p.errorf(t, seeDocs, "number of more than 128 bits")
	}
	if neg {
		c = negate(c)
	}
	return c, ok
}

func (p *parser) width() int { return int(p.integer(1, ir.MaxWidth)) }

// endLine makes sure that nothing is left on the line and goes to the next.
func (p *parser) endLine() {
	if k := p.peek().kind; !p.bad && k != tNewline && k != tEOF {
		p.unexpected("the end of the line")
	}
	p.skipLine()
}

func (p *parser) skipLine() {
	for k := p.peek().kind; k != tNewline && k != tEOF; k = p.peek().kind {
		p.pos++
	}
	p.advance()
	p.bad = false
}

func (p *parser) skipBlank() {
	for p.peek().kind == tNewline {
		p.pos++
	}
}

// collect finds the names that the program defines.
func (p *parser) collect() {
	p.globals = map[string]ir.GlobalID{}
	p.funcs = map[string]ir.FuncID{}
	p.regions = map[string]ir.RegionID{}
	depth, start := 0, true
	regions := 0
	for i, t := range p.toks {
		if t.kind == tPunct && t.text == "{" {
			depth++
		}
		if t.kind == tPunct && t.text == "}" && depth > 0 {
			depth--
		}
		if start && depth == 0 && t.kind == tIdent && i+1 < len(p.toks) {
			n := p.toks[i+1]
			switch {
			case t.text == "global" && n.kind == tGlobal:
				if _, dup := p.globals[n.text]; dup {
					p.duplicate(n)
				}
				p.globals[n.text] = ir.GlobalID(len(p.globals))
			case t.text == "func" && n.kind == tGlobal:
				if _, dup := p.funcs[n.text]; dup {
					p.duplicate(n)
				}
				p.funcs[n.text] = ir.FuncID(len(p.funcs))
			case t.text == "region" && (n.kind == tIdent || n.kind == tString):
				if _, dup := p.regions[n.text]; dup {
					p.regions[n.text] = -1
				} else {
					p.regions[n.text] = ir.RegionID(regions)
				}
				regions++
			}
		}
		start = t.kind == tNewline
	}
	if regions == 0 {
		p.regions["mem"] = 0
	}
}

func (p *parser) duplicate(t token) {
	p.bad = false
	p.errorf(t, "globals and functions have names of their own; rename one of them", "%s is defined twice", t.describe())
	p.bad = false
}

func (p *parser) program() {
	p.skipBlank()
	p.expect("program")
	if t := p.peek(); t.kind == tIdent {
		m, ok := modelWords[t.text]
		if !ok {
			p.errorf(t, "the data models are lp64, llp64 and ilp32", "unknown data model %q", t.text)
		}
		p.prog.Model = m
		p.advance()
	} else {
		p.unexpected("a data model")
	}
	for !p.bad {
		if p.accept("sequential") {
			p.prog.Form.Sequential = true
		} else if p.accept("bounded") {
			p.prog.Form.Bounded = true
		} else if p.accept("keeps_locks") {
			p.prog.KeepsLocks = true
		} else {
			break
		}
	}
	p.endLine()
	for len(p.errs) < maxErrors {
		p.skipBlank()
		if p.peek().kind == tEOF {
			break
		}
		p.definition()
	}
	if len(p.prog.Regions) == 0 {
		p.prog.Regions = []ir.Region{{Name: "mem"}}
	}
}

func (p *parser) definition() {
	switch {
	case p.accept("region"):
		p.regionDef()
	case p.accept("assumed"):
		a := ir.Assumption{Text: p.str()}
		a.ForbidsProved = p.accept("forbids_proved")
		a.Open = p.accept("open")
		a.Given = p.accept("given")
		a.Outside = p.accept("outside")
		a.Pos = p.at()
		p.prog.Assumed = append(p.prog.Assumed, a)
	case p.accept("entry"):
		p.entry = p.peek()
		p.prog.Entry = p.function()
	case p.accept("next"):
		p.next = ir.ID(p.integer(0, math.MaxInt32))
	case p.accept("global"):
		p.global()
	case p.accept("func"):
		p.funcDef()
		return
	default:
		p.unexpected("region, assumed, global, entry, next or func")
	}
	p.endLine()
}

func (p *parser) regionDef() {
	r := ir.Region{Name: p.bareName("the name of a region")}
	if p.accept("width") {
		r.Width = int(p.integer(1, math.MaxInt32))
	}
	if p.accept("cells") {
		r.Cells = p.extents()
	}
	r.Ghost = p.accept("ghost")
	r.Guess = p.accept("guess")
	r.Open = p.accept("open")
	if p.accept("lives") {
		r.Lives = p.region()
	}
	p.prog.Regions = append(p.prog.Regions, r)
}

// extents reads a list of runs of cells.
func (p *parser) extents() (out []ir.Extent) {
	p.list("[", "]", func() {
		e := ir.Extent{Object: p.object()}
		p.expect("at")
		e.Offset, e.Stride, e.Count = p.places()
		out = append(out, e)
	})
	return out
}

// places reads where things lie that are the same number of bytes apart.
func (p *parser) places() (offset, stride, count int64) {
	offset = p.integer(0, math.MaxInt64)
	p.expect("stride")
	stride = p.integer(0, math.MaxInt64)
	p.expect("count")
	return offset, stride, p.integer(0, math.MaxInt64)
}

// object reads @global, or !ID of an allocation.
func (p *parser) object() ir.Object {
	if p.accept("!") {
		return ir.Object{Alloc: ir.ID(p.integer(1, math.MaxInt32-1))}
	}
	t := p.peek()
	n := p.take(tGlobal, "an object: @global, or ! and the ID of an alloc")
	g, ok := p.globals[n]
	if !p.bad && !ok {
		p.errorf(t, "define it with global, or correct the name", "no global %s", t.describe())
	}
	return ir.Object{Global: g}
}

// at reads an optional source range.
func (p *parser) at() source.Range {
	var r source.Range
	if !p.accept("at") {
		return r
	}
	num := func() int { return int(p.integer(0, math.MaxInt32)) }
	r.File = p.str()
	p.expect(":")
	r.Line = num()
	p.expect(":")
	r.Col = num()
	if p.accept("-") {
		r.EndLine = num()
		p.expect(":")
		r.EndCol = num()
	}
	return r
}

func (p *parser) display() string {
	if p.accept("display") {
		return p.str()
	}
	return ""
}

func (p *parser) global() {
	g := &ir.Global{Name: p.take(tGlobal, "the name of a global"), Align: 1}
	p.expect(":")
	g.Size = p.integer(0, math.MaxInt64)
	if p.accept("align") {
		g.Align = p.integer(1, math.MaxInt64)
	}
	if p.accept("=") {
		g.Init = p.initial()
	}
	if p.accept("relocs") {
		p.expect("[")
		for !p.bad && !p.accept("]") {
			if len(g.Relocs) > 0 {
				p.expect(",")
			}
			off := p.integer(0, math.MaxInt64)
			p.expect(":")
			if t := p.peek(); !p.bad && t.kind != tGlobal && t.kind != tFunc {
				p.errorf(t, "write @global, @global+4 or &function", "a relocation holds an address")
			}
			o := p.operand()
			g.Relocs = append(g.Relocs, ir.Reloc{Offset: off, Target: o})
		}
	}
	g.ThreadLocal = p.accept("thread_local")
	g.Const = p.accept("const")
	g.Literal = p.accept("literal")
	g.External = p.accept("external")
	g.Range = p.accept("range")
	g.Named = p.accept("named")
	g.Outside = p.accept("outside")
	for !p.bad && p.accept("incoming") {
		var in ir.Incoming
		in.Offset, in.Stride, in.Count = p.places()
		in.Targets = p.extents()
		in.Valid = p.accept("valid")
		in.Own = p.accept("own")
		g.Incoming = append(g.Incoming, in)
	}
	g.Display = p.display()
	g.Pos = p.at()
	p.prog.Globals = append(p.prog.Globals, g)
}

// initial reads the first bytes of a global: a string, or numbers with widths, little-endian.
func (p *parser) initial() []byte {
	if p.peek().kind == tString {
		return []byte(p.str())
	}
	var init []byte
	for !p.bad {
		t := p.peek()
		c, _ := p.literal()
		p.expect(":")
		w := p.width()
		if p.bad {
			break
		}
		c, ok := fit(c, w)
		if !ok || w%8 != 0 {
			p.errorf(t, "write a number with a width in whole bytes, such as 5:32", "the number does not make whole bytes")
			break
		}
		for i := 0; i < w/8; i++ {
			b := c.Lo >> (8 * (i % 8))
			if i >= 8 {
				b = c.Hi >> (8 * (i % 8))
			}
			init = append(init, byte(b))
		}
		if !p.accept(",") {
			break
		}
	}
	return init
}

// function reads @name where only a function can stand.
func (p *parser) function() ir.FuncID {
	t := p.peek()
	n := p.take(tGlobal, "the name of a function, such as @main")
	if p.bad {
		return 0
	}
	f, ok := p.funcs[n]
	if !ok {
		p.errorf(t, "define it with func, or correct the name", "no function @%s", name(n))
	}
	return f
}
