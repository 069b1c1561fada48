package ircheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// The program as a whole, its globals, and the frame of its functions. What an instruction must look like stands in
// instr.go, what paths must look like in flow.go. Paths are looked at only once all indices are known to be right.

// Error is one broken rule.
type Error struct {
	Func  string // the function, empty for the program as a whole
	Block string
	ID    ir.ID  // the instruction, 0 if the rule is not about one
	Instr string // its text
	Msg   string
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.Func != "" {
		fmt.Fprintf(&b, "@%s", e.Func)
		if e.Block != "" {
			fmt.Fprintf(&b, ", block %s", e.Block)
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	if e.Instr != "" {
		fmt.Fprintf(&b, " in %q (!%d)", e.Instr, e.ID)
	}
	return b.String()
}

// maxErrors bounds what is said about one program; the first few tell the story.
const maxErrors = 50

// Check returns what is wrong with a program, nil if nothing is.
func Check(p *ir.Program) []error {
	if p == nil {
		return []error{&Error{Msg: "no program"}}
	}
	c := &checker{p: p, ids: map[ir.ID]bool{}}
	c.program()
	if len(c.errs) == 0 {
		c.flow()
	}
	return c.errs
}

// Must panics with the program's text if something is wrong with it. stage says who made it.
func Must(stage string, p *ir.Program) {
	errs := Check(p)
	if len(errs) == 0 {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s made a broken program:\n", stage)
	for _, err := range errs {
		fmt.Fprintf(&b, "  %v\n", err)
	}
	if p != nil {
		b.WriteString(irtext.Print(p))
	}
	panic(b.String())
}

type checker struct {
	p    *ir.Program
	errs []error
	ids  map[ir.ID]bool
	made map[ir.ID]bool // the allocations, nil until asked for

	f  *ir.Func
	b  *ir.Block
	in ir.Instr
}

func (c *checker) errorf(format string, args ...any) {
	if len(c.errs) >= maxErrors {
		return
	}
	e := &Error{Msg: fmt.Sprintf(format, args...)}
	if c.f != nil {
		e.Func = c.f.Name
	}
	if c.b != nil {
		e.Block = c.b.Name
	}
	if c.in != nil {
		e.ID = c.in.Base().ID
		e.Instr = irtext.Instr(c.p, c.f, c.in)
	}
	c.errs = append(c.errs, e)
}

func (c *checker) program() {
	p := c.p
	if p.Model > ir.ILP32 {
		c.errorf("unknown data model %d", p.Model)
		return
	}
	if len(p.Regions) == 0 {
		c.errorf("no region: region 0 is the whole memory")
	}
	for i, g := range p.Globals {
		if g == nil {
			c.errorf("global %d is nil", i)
			return
		}
	}
	for i, f := range p.Funcs {
		if f == nil {
			c.errorf("function %d is nil", i)
			return
		}
	}
	names := map[string]bool{}
	for _, g := range p.Globals {
		if names[g.Name] {
			c.errorf("two globals are called %q", g.Name)
		}
		names[g.Name] = true
		c.global(g)
	}
	if !c.inFuncs(p.Entry) {
		c.errorf("entry %d is no function", p.Entry)
		return
	}
	names = map[string]bool{}
	for _, f := range p.Funcs {
		if names[f.Name] {
			c.errorf("two functions are called %q", f.Name)
		}
		names[f.Name] = true
	}
	c.frames()
	c.regions()
	if len(c.errs) > 0 {
		return // the bodies look at registers and parameters of other functions
	}
	for i, f := range p.Funcs {
		c.f = f
		for _, b := range f.Blocks {
			c.b = b
			c.block(b, ir.FuncID(i) == p.Entry)
		}
		c.f, c.b = nil, nil
	}
}

func powerOfTwo(n int64) bool { return n > 0 && n&(n-1) == 0 }

func (c *checker) global(g *ir.Global) {
	switch {
	case g.Name == "":
		c.errorf("a global has no name")
	case g.Size < 0:
		c.errorf("global %s has size %d", g.Name, g.Size)
	case !powerOfTwo(g.Align):
		c.errorf("global %s has alignment %d, which is no power of two", g.Name, g.Align)
	case int64(len(g.Init)) > g.Size:
		c.errorf("global %s of %d bytes has %d initial bytes", g.Name, g.Size, len(g.Init))
	case g.Literal && (!g.Const || g.External || g.ThreadLocal || len(g.Relocs) > 0):
		c.errorf("global %s is a string literal and no constant text", g.Name)
	case g.Range && !g.External:
		c.errorf("global %s is a range of external memory and not external", g.Name)
	case g.Outside && !g.External:
		c.errorf("global %s belongs to the outside and is not external", g.Name)
	case g.External && len(g.Init) > 0:
		c.errorf("global %s is external and has initial bytes", g.Name)
	}
	c.incoming(g)
	size := int64(c.p.PtrWidth() / 8)
	end := int64(0)
	for _, r := range g.Relocs {
		if r.Offset < end || r.Offset > int64(len(g.Init))-size {
			c.errorf("global %s: relocation at %d is out of order or outside the initial bytes", g.Name, r.Offset)
			return
		}
		end = r.Offset + size
		if r.Target.Kind != ir.KindGlobal && r.Target.Kind != ir.KindFunc {
			c.errorf("global %s: relocation at %d holds no address", g.Name, r.Offset)
			continue
		}
		if msg := c.badOperand(r.Target); msg != "" {
			c.errorf("global %s: relocation at %d: %s", g.Name, r.Offset, msg)
		}
	}
}

// incoming checks where external memory holds addresses and where they lead.
func (c *checker) incoming(g *ir.Global) {
	size := int64(c.p.PtrWidth() / 8)
	if len(g.Incoming) > 0 && (!g.External || g.ThreadLocal) {
		c.errorf("global %s has incoming addresses and is not external", g.Name)
	}
	end := int64(0)
	for _, in := range g.Incoming {
		if in.Offset < end || !fits(in.Offset, in.Stride, in.Count, size, g.Size) {
			c.errorf("global %s: addresses at %d, %d times %d bytes: out of order or outside", g.Name, in.Offset, in.Count, in.Stride)
			return
		}
		// Those of one element stand in order, and the next element's behind them.
		if end = in.Offset + size; in.Count > 1 && in.Stride < size {
			c.errorf("global %s: addresses at %d overlap", g.Name, in.Offset)
		}
		for _, e := range in.Targets {
			if msg := c.badObject(e.Object); msg != "" || e.Object.Alloc != 0 {
				c.errorf("global %s: address at %d: no global to lead to %s", g.Name, in.Offset, msg)
				continue
			}
			to := c.p.Globals[e.Object.Global]
			if !to.External || to.ThreadLocal || !powerOfTwo(e.Count) || !fits(e.Offset, e.Stride, e.Count, 1, to.Size) {
				c.errorf("global %s: address at %d leads to %s, which is not external or not as large as that, or not a power of two of places",
					g.Name, in.Offset, to.Name)
			}
		}
	}
}

// fits reports whether count things of a size that lie stride bytes apart are inside an object.
func fits(off, stride, count, size, object int64) bool {
	if off < 0 || count < 1 || stride < 0 || off > object-size {
		return false
	}
	return count == 1 || stride > 0 && (object-size-off)/stride >= count-1
}

// regions checks what regions know about their cells.
func (c *checker) regions() {
	for i, r := range c.p.Regions {
		if i == 0 && (r.Width != 0 || len(r.Cells) > 0 || r.Ghost) {
			c.errorf("region 0 has cells: it is the whole memory, as bytes")
		}
		if r.Width < 0 || r.Width == 0 && len(r.Cells) > 0 {
			c.errorf("region %d has cells of %d bytes", i, r.Width)
		}
		if r.Guess && i == 0 {
			c.errorf("region 0 is guessed")
		}
		if msg := c.badLives(r.Lives); msg != "" {
			c.errorf("region %d: %s", i, msg)
		}
		for _, e := range r.Cells {
			if msg := c.badObject(e.Object); msg != "" {
				c.errorf("region %d: %s", i, msg)
			}
			if e.Offset < 0 || e.Count < 1 || e.Count > 1 && e.Stride < int64(r.Width) {
				c.errorf("region %d: cells at %d, %d times %d bytes", i, e.Offset, e.Count, e.Stride)
			}
		}
	}
}

// badLives says what is wrong with a region that should hold lives.
func (c *checker) badLives(id ir.RegionID) string {
	if id == 0 {
		return ""
	}
	if !c.inRegions(id) {
		return fmt.Sprintf("no region %d for lives", id)
	}
	if r := c.p.Regions[id]; !r.Ghost || r.Width != 1 || r.Lives != 0 {
		return fmt.Sprintf("region %d does not hold lives: it is no ghost of single bytes", id)
	}
	return ""
}

func (c *checker) inRegions(id ir.RegionID) bool { return id >= 0 && int(id) < len(c.p.Regions) }

// sameCells checks that two regions can be compared.
func (c *checker) sameCells(x, y ir.RegionID) {
	if !c.inRegions(x) || !c.inRegions(y) || x == 0 || y == 0 {
		c.errorf("regions %d and %d cannot be compared", x, y)
		return
	}
	a, b := c.p.Regions[x], c.p.Regions[y]
	if a.Width != b.Width || !slices.Equal(a.Cells, b.Cells) {
		c.errorf("regions %d and %d have different cells", x, y)
	}
	if !b.Guess {
		c.errorf("what region %d starts with is no guess", y)
	}
}

// badObject says what is wrong with the name of an object.
func (c *checker) badObject(o ir.Object) string {
	switch {
	case o.Alloc == 0 && (o.Global < 0 || int(o.Global) >= len(c.p.Globals)):
		return fmt.Sprintf("no object of global %d", o.Global)
	case o.Alloc != 0 && (o.Global != 0 || !c.allocs()[o.Alloc]):
		return fmt.Sprintf("no object of allocation !%d", o.Alloc)
	}
	return ""
}

// allocs finds the allocations of the program, once; most programs never ask.
func (c *checker) allocs() map[ir.ID]bool {
	if c.made != nil {
		return c.made
	}
	c.made = map[ir.ID]bool{}
	for _, f := range c.p.Funcs {
		for _, b := range f.Blocks {
			if b == nil {
				continue
			}
			for _, in := range b.Instrs {
				if a, ok := in.(*ir.Alloc); ok {
					c.made[a.ID] = true
				}
			}
		}
	}
	return c.made
}

func (c *checker) inFuncs(f ir.FuncID) bool { return f >= 0 && int(f) < len(c.p.Funcs) }

// frames checks what other functions see of a function, and its registers.
func (c *checker) frames() {
	defer func() { c.f = nil }()
	for _, f := range c.p.Funcs {
		c.f = f
		if f.Name == "" {
			c.errorf("a function has no name")
		}
		if f.RetWidth < 0 || f.RetWidth > ir.MaxWidth {
			c.errorf("result of %d bits", f.RetWidth)
		}
		for i, r := range f.Regs {
			if r.Width < 1 || r.Width > ir.MaxWidth {
				c.errorf("register %d has %d bits", i, r.Width)
			}
			if r.Show > ir.ShowChar {
				c.errorf("register %d is shown in an unknown way", i)
			}
		}
		seen := map[ir.Reg]bool{}
		for _, r := range f.Params {
			if r < 0 || int(r) >= len(f.Regs) {
				c.errorf("parameter %d is no register", r)
			} else if seen[r] {
				c.errorf("register %d is two parameters", r)
			}
			seen[r] = true
		}
		if len(f.Blocks) == 0 {
			c.errorf("no blocks")
		}
		names := map[string]bool{}
		for i, b := range f.Blocks {
			if b == nil {
				c.errorf("block %d is nil", i)
				continue
			}
			if names[b.Name] {
				c.errorf("two blocks are called %q", b.Name)
			}
			names[b.Name] = true
		}
	}
	c.f = c.p.Funcs[c.p.Entry]
	if len(c.f.Params) != 0 || c.f.RetWidth != 0 {
		c.errorf("the entry takes parameters or returns something")
	}
}

func (c *checker) block(b *ir.Block, entry bool) {
	defer func() { c.in = nil }()
	if len(b.Instrs) == 0 {
		c.errorf("empty block")
	}
	for i, in := range b.Instrs {
		c.in = nil
		if in == nil {
			c.errorf("instruction %d is nil", i)
			continue
		}
		c.in = in
		id := in.Base().ID
		switch {
		case id <= 0 || id >= c.p.NextID:
			c.errorf("ID %d is not between 1 and NextID %d", id, c.p.NextID)
		case c.ids[id]:
			c.errorf("ID %d is used twice", id)
		}
		c.ids[id] = true
		if last := i == len(b.Instrs)-1; ir.IsTerm(in) != last {
			if last {
				c.errorf("the last instruction is no terminator")
			} else {
				c.errorf("terminator in the middle of a block")
			}
		}
		if _, ok := in.(*ir.Return); ok && entry {
			c.errorf("the entry returns: it must end the process or its thread")
		}
		if c.p.Form.Sequential && ir.IsSync(in) {
			c.errorf("synchronization in a program marked sequential")
		}
		if c.p.Form.Bounded {
			switch in.(type) {
			case *ir.Call, *ir.CallPtr:
				c.errorf("call in a program marked bounded")
			}
		}
		c.instr(in)
	}
}
