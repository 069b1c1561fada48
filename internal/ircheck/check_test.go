package ircheck_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// base is a right program with one of everything the tests want to break.
const base = `program lp64
region mem
global @x : 4 align 4 = 5:32
global @p : 16 align 8 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" relocs [0: @x, 8: &f]
global @t : 4 align 4 thread_local
global @e : 8 align 8 external
entry @main
func @f(%a:64, %n:32) : 32 {
entry:
  %r:32 = load mem[@x]
  %s:32 = add %r, %n
  return %s
}
func @main() {
entry:
  %h:64 = spawn id mem[@e], &f(0, 1)
  %q:64 = tls @t
  %c:1 = ult %q, %h layout
  %u:64 = add %q, 8 exact
  atomic_begin
  store mem[@x], 1:32
  atomic_end
  branch %c, yes, no
yes:
  %v:32 = call @f(%h, 2)
  jump no
no:
  join %h
  halt 0 main
}
`

// wreck is one way to break a rule: a change of base, or a whole program of its own.
type wreck struct {
	name string
	want string // part of an error
	do   func(p *ir.Program)
	src  string
}

func find[T ir.Instr](p *ir.Program) T {
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if t, ok := in.(T); ok {
					return t
				}
			}
		}
	}
	panic("no such instruction in base")
}

// first puts an instruction at the start of main.
func first(p *ir.Program, in ir.Instr) {
	in.Base().ID = p.NewID()
	b := p.Funcs[1].Blocks[0]
	b.Instrs = append([]ir.Instr{in}, b.Instrs...)
}

func add(in func(p *ir.Program, f *ir.Func) ir.Instr) func(p *ir.Program) {
	return func(p *ir.Program) { first(p, in(p, p.Funcs[1])) }
}

// fn wraps a line of text into a function, for rules that the parser does not look at.
func fn(lines string) string {
	return "program lp64\nglobal @x : 8 align 8\nfunc @g(%a:64) : 32 {\n return 0\n}\nfunc @main() {\n" + lines + "\n halt 0 main\n}\n"
}

const (
	h = ir.Reg(0) // main's registers in base: 64 bits
	c = ir.Reg(2) // 1 bit
)

func wrecks() []wreck {
	k32, k64 := ir.K(32, 1), ir.K(64, 1)
	mem := func(size int) ir.Mem { return ir.Mem{Addr: ir.G(0, 0, 64), Size: size} }
	return []wreck{
		// the program and its globals
		{name: "model", want: "unknown data model 9", do: func(p *ir.Program) { p.Model = 9 }},
		{name: "regions", want: "no region: region 0", do: func(p *ir.Program) { p.Regions = nil }},
		{name: "nil global", want: "global 1 is nil", do: func(p *ir.Program) { p.Globals[1] = nil }},
		{name: "nil function", want: "function 0 is nil", do: func(p *ir.Program) { p.Funcs[0] = nil }},
		{name: "entry", want: "entry 7 is no function", do: func(p *ir.Program) { p.Entry = 7 }},
		{name: "entry with parameters", want: "the entry takes parameters", do: func(p *ir.Program) { p.Entry = 0 }},
		{name: "entry returns", want: "the entry returns", src: "program lp64\nfunc @main() {\n return\n}\n"},
		{name: "global name", want: `two globals are called "x"`, do: func(p *ir.Program) { p.Globals[1].Name = "x" }},
		{name: "global no name", want: "a global has no name", do: func(p *ir.Program) { p.Globals[1].Name = "" }},
		{name: "global size", want: "has size -1", do: func(p *ir.Program) { p.Globals[0].Size = -1 }},
		{name: "global align", want: "has alignment 3", do: func(p *ir.Program) { p.Globals[0].Align = 3 }},
		{name: "global init", want: "of 2 bytes has 4 initial bytes", do: func(p *ir.Program) { p.Globals[0].Size = 2 }},
		{name: "external init", want: "is external and has initial bytes", do: func(p *ir.Program) { p.Globals[0].External = true }},
		{name: "range", want: "is a range of external memory and not external", do: func(p *ir.Program) { p.Globals[0].Range = true }},
		{name: "literal", want: "is a string literal and no constant text", do: func(p *ir.Program) { p.Globals[0].Literal = true }},
		{name: "outside", want: "belongs to the outside and is not external", do: func(p *ir.Program) { p.Globals[0].Outside = true }},
		{name: "incoming not external", want: "has incoming addresses and is not external", do: func(p *ir.Program) {
			p.Globals[1].Incoming = []ir.Incoming{{Count: 1}}
		}},
		{name: "incoming outside", want: "addresses at 4, 1 times 0 bytes: out of order or outside", do: func(p *ir.Program) {
			p.Globals[3].Incoming = []ir.Incoming{{Offset: 4, Count: 1}}
		}},
		{name: "incoming overlap", want: "addresses at 0 overlap", do: func(p *ir.Program) {
			p.Globals[3].Size, p.Globals[3].Incoming = 12, []ir.Incoming{{Stride: 4, Count: 2}}
		}},
		{name: "incoming target", want: "no global to lead to", do: func(p *ir.Program) {
			p.Globals[3].Incoming = []ir.Incoming{{Count: 1, Targets: []ir.Extent{{Object: ir.Object{Global: 9}, Count: 1}}}}
		}},
		{name: "incoming target count", want: "leads to e, which is not external or not as large", do: func(p *ir.Program) {
			p.Globals[3].Incoming = []ir.Incoming{{Count: 1, Targets: []ir.Extent{{Object: ir.Object{Global: 3}, Stride: 1, Count: 3}}}}
		}},
		{name: "relocs order", want: "out of order or outside", do: func(p *ir.Program) {
			r := p.Globals[1].Relocs
			r[0], r[1] = r[1], r[0]
		}},
		{name: "relocs overlap", want: "relocation at 4 is out of order", do: func(p *ir.Program) { p.Globals[1].Relocs[1].Offset = 4 }},
		{name: "reloc outside", want: "outside the initial bytes", do: func(p *ir.Program) { p.Globals[1].Init = p.Globals[1].Init[:12] }},
		{name: "reloc kind", want: "relocation at 0 holds no address", do: func(p *ir.Program) { p.Globals[1].Relocs[0].Target = k64 }},
		{name: "reloc of thread-local", want: "relocation at 0: address of the thread-local t", do: func(p *ir.Program) {
			p.Globals[1].Relocs[0].Target = ir.G(2, 0, 64)
		}},
		// functions
		{name: "function name", want: `two functions are called "f"`, do: func(p *ir.Program) { p.Funcs[1].Name = "f" }},
		{name: "function no name", want: "a function has no name", do: func(p *ir.Program) { p.Funcs[0].Name = "" }},
		{name: "result width", want: "result of 129 bits", do: func(p *ir.Program) { p.Funcs[0].RetWidth = 129 }},
		{name: "register width", want: "register 1 has 0 bits", do: func(p *ir.Program) { p.Funcs[0].Regs[1].Width = 0 }},
		{name: "register show", want: "register 1 is shown in an unknown way", do: func(p *ir.Program) { p.Funcs[0].Regs[1].Show = 9 }},
		{name: "parameter", want: "parameter 9 is no register", do: func(p *ir.Program) { p.Funcs[0].Params[1] = 9 }},
		{name: "parameters", want: "register 0 is two parameters", do: func(p *ir.Program) { p.Funcs[0].Params[1] = 0 }},
		{name: "no blocks", want: "no blocks", do: func(p *ir.Program) { p.Funcs[0].Blocks = nil }},
		{name: "nil block", want: "block 0 is nil", do: func(p *ir.Program) { p.Funcs[0].Blocks[0] = nil }},
		{name: "block name", want: `two blocks are called "no"`, do: func(p *ir.Program) { p.Funcs[1].Blocks[1].Name = "no" }},
		{name: "empty block", want: "empty block", do: func(p *ir.Program) { p.Funcs[1].Blocks[1].Instrs = nil }},
		{name: "nil instruction", want: "instruction 0 is nil", do: func(p *ir.Program) { p.Funcs[1].Blocks[1].Instrs[0] = nil }},
		{name: "no terminator", want: "the last instruction is no terminator", do: func(p *ir.Program) {
			b := p.Funcs[1].Blocks[1]
			b.Instrs = b.Instrs[:1]
		}},
		{name: "two terminators", want: "terminator in the middle", src: fn(" halt 1")},
		// IDs
		{name: "ID range", want: "is not between 1 and NextID", do: func(p *ir.Program) { p.NextID = 3 }},
		{name: "ID zero", want: "ID 0 is not between", do: func(p *ir.Program) { find[*ir.Load](p).ID = 0 }},
		{name: "ID twice", want: "is used twice", do: func(p *ir.Program) { find[*ir.Load](p).ID = find[*ir.Store](p).ID }},
		// operands
		{name: "register", want: "no register 77", do: func(p *ir.Program) { find[*ir.Join](p).Thread.Reg = 77 }},
		{name: "operand width", want: "operand of 8 bits is a register of 64", do: func(p *ir.Program) { find[*ir.Join](p).Thread.Width = 8 }},
		{name: "constant width", want: "constant of 0 bits", do: func(p *ir.Program) { find[*ir.Store](p).Val.Width = 0 }},
		{name: "constant bits", want: "constant has bits above its width of 32", do: func(p *ir.Program) { find[*ir.Store](p).Val.Val.Hi = 1 }},
		{name: "global", want: "no global 9", do: func(p *ir.Program) { find[*ir.Store](p).Mem.Addr.Global = 9 }},
		{name: "thread-local", want: "address of the thread-local t without TLSAddr", do: func(p *ir.Program) { find[*ir.Store](p).Mem.Addr.Global = 2 }},
		{name: "global width", want: "address of a global is not as wide", do: func(p *ir.Program) { find[*ir.Store](p).Mem.Addr.Width = 32 }},
		{name: "function", want: "no function 9", do: func(p *ir.Program) { find[*ir.Spawn](p).Fn.Func = 9 }},
		{name: "function width", want: "address of a function is not as wide", do: func(p *ir.Program) { find[*ir.Spawn](p).Fn.Width = 32 }},
		{name: "kind", want: "operand of unknown kind 9", do: func(p *ir.Program) { find[*ir.Join](p).Thread.Kind = 9 }},
		{name: "stray", want: "fields that its kind does not use", do: func(p *ir.Program) { find[*ir.Join](p).Thread.Val.Lo = 9 }},
		{name: "result register", want: "no register 99", do: func(p *ir.Program) { find[*ir.Load](p).Dst = 99 }},
		{name: "negative register", want: "no register -7", do: func(p *ir.Program) { find[*ir.Load](p).Dst = -7 }},
		{name: "two results", want: "two results in one register", do: add(func(*ir.Program, *ir.Func) ir.Instr {
			return &ir.CAS{Dst: c, OK: c, Mem: mem(1), Expected: ir.K(8, 0), New: ir.K(8, 0)}
		})},
		{name: "block", want: "no block 9", do: func(p *ir.Program) { find[*ir.Jump](p).To = 9 }},
		// accesses
		{name: "region", want: "no region 4", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Region = 4 }},
		{name: "access size", want: "access of 0 bytes", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Size = 0 }},
		{name: "mark", want: "unknown mark, order", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Mark = 7 }},
		{name: "order", want: "memory order on an access that is not atomic", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Order = ir.Acquire }},
		{name: "address width", want: "address of 32 bits, want 64", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Addr = k32 }},
		{name: "no address", want: "no address", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Addr = ir.Operand{} }},
		{name: "load width", want: "result of 32 bits, want 64", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Size = 8 }},
		{name: "store width", want: "value of 32 bits, want 64", do: func(p *ir.Program) { find[*ir.Store](p).Mem.Size = 8 }},
		{name: "length of a load", want: "a length of an access that is not to a range", do: func(p *ir.Program) { find[*ir.Load](p).Mem.Also = find[*ir.Load](p).Mem.Addr }},
		{name: "length of a source", want: "a length of what is copied from", src: fn(" copy mem[@x] len 4, mem[@x]"), do: func(p *ir.Program) { c := find[*ir.Copy](p); c.Src.Len = c.Mem.Len }},
		{name: "units of a range", want: "a range of units of 4 bytes", src: fn(" fill mem[@x] len 4, 0"), do: func(p *ir.Program) { find[*ir.Fill](p).Mem.Size = 4 }},
		{name: "marks of a copy", want: "a copy that is marked on one side only", src: fn(" copy mem[@x] len 4, mem[@x] excused")},
		{name: "result of a scan", want: "no result", src: fn(" %n:64 = scan mem[@x] len 4, 0"), do: func(p *ir.Program) { find[*ir.Scan](p).Dst = ir.NoReg }},
		{name: "load result", want: "no result", do: func(p *ir.Program) { find[*ir.Load](p).Dst = ir.NoReg }},
		{name: "rmw op", want: "unknown operation 77", do: add(func(*ir.Program, *ir.Func) ir.Instr {
			return &ir.RMW{Dst: ir.NoReg, Op: 77, Mem: mem(4), Val: k32}
		})},
		{name: "rmw value", want: "value of 32 bits, want 16", src: fn(" rmw add mem[@x] size 2, 1:32")},
		{name: "rmw result", want: "result of 16 bits, want 32", src: fn(" %r:16 = rmw add mem[@x] size 4, 1:32")},
		{name: "cas expected", want: "expected value of 8 bits, want 32", src: fn(" cas mem[@x] size 4, 1:8, 1:32")},
		{name: "cas new", want: "new value of 8 bits, want 32", src: fn(" cas mem[@x] size 4, 1:32, 1:8")},
		{name: "cas ok", want: "result of 2 bits, want 1", src: fn(" _, %o:2 = cas mem[@x] size 4, 1:32, 1:32")},
		{name: "alloc align", want: "alignment 6 is no power of two", src: fn(" %q:64 = alloc 8 align 6")},
		{name: "alloc size", want: "size of 32 bits, want 64", src: fn(" %q:64 = alloc 8:32")},
		{name: "alloc result", want: "result of 32 bits, want 64", src: fn(" %q:32 = alloc 8:64")},
		{name: "free", want: "address of 32 bits", src: fn(" free 1:32")},
		{name: "tls range", want: "no global 44", do: func(p *ir.Program) { find[*ir.TLSAddr](p).Global = 44 }},
		{name: "tls", want: "x is not thread-local", src: fn(" %q:64 = tls @x")},
		{name: "probe", want: "result of 8 bits, want 2", src: fn(" %q:8 = probe mem[@x] size 4")},
		{name: "probe region", want: "no region 7", src: fn(" %q:2 = probe mem[@x] size 4"), do: func(p *ir.Program) { find[*ir.Probe](p).Mem.Region = 7 }},
		{name: "sameobject", want: "result of 8 bits, want 1", src: fn(" %q:8 = sameobject @x, @x")},
		{name: "sameobject address", want: "address of 8 bits, want 64", src: fn(" %q:1 = sameobject @x, 1:8")},
		{name: "free object", want: "no object of allocation !99", src: fn(" free @x objects [!99]")},
		{name: "free global", want: "no object of global 99", src: fn(" free @x objects [@x]"), do: func(p *ir.Program) { find[*ir.Free](p).Objects[0].Global = 99 }},
		{name: "region 0 cells", want: "region 0 has cells", do: func(p *ir.Program) { p.Regions[0].Width = 4 }},
		{name: "region width", want: "region 1 has cells of 0 bytes", do: func(p *ir.Program) {
			p.Regions = append(p.Regions, ir.Region{Name: "r", Cells: []ir.Extent{{Stride: 4, Count: 1}}})
		}},
		{name: "region object", want: "region 1: no object of allocation !3", do: func(p *ir.Program) {
			p.Regions = append(p.Regions, ir.Region{Name: "r", Width: 4, Cells: []ir.Extent{{Object: ir.Object{Alloc: 3}, Stride: 4, Count: 1}}})
		}},
		{name: "region extent", want: "region 1: cells at 0, 2 times 1 bytes", do: func(p *ir.Program) {
			p.Regions = append(p.Regions, ir.Region{Name: "r", Width: 4, Cells: []ir.Extent{{Stride: 1, Count: 2}}})
		}},
		{name: "region access", want: "access of 4 bytes in a region with cells of 8", do: func(p *ir.Program) {
			p.Regions = append(p.Regions, ir.Region{Name: "r", Width: 8})
			find[*ir.Load](p).Mem.Region = 1
		}},
		{name: "region guess", want: "region 0 is guessed", do: func(p *ir.Program) { p.Regions[0].Guess = true }},
		{name: "region lives", want: "region 0: no region 7 for lives", do: func(p *ir.Program) { p.Regions[0].Lives = 7 }},
		{name: "lives", want: "region 1 does not hold lives", do: func(p *ir.Program) {
			p.Regions = append(p.Regions, ir.Region{Name: "r", Width: 4, Ghost: true}, ir.Region{Name: "s", Width: 4, Lives: 1})
		}},
		{name: "free lives", want: "no region 3 for lives", src: fn(" free @x lives #3")},
		{name: "same", want: "regions 0 and 0 cannot be compared", src: fn(" assume_same mem, mem")},
		{name: "same cells", want: "regions 1 and 2 have different cells", do: func(p *ir.Program) {
			p.Regions = append(p.Regions, ir.Region{Name: "r", Width: 4}, ir.Region{Name: "s", Width: 8})
			first(p, &ir.AssumeSame{A: 1, B: 2})
		}},
		{name: "objsize", want: "address of 32 bits", src: fn(" %q:64 = objsize 1:32")},
		// pure
		{name: "move", want: "result of 8 bits, want 32", src: fn(" %q:8 = move 1:32")},
		{name: "not", want: "result of 8 bits, want 32", src: fn(" %q:8 = not 1:32")},
		{name: "zext", want: "extension of 32 bits to 8", src: fn(" %q:8 = zext 1:32")},
		{name: "trunc", want: "truncation of 8 bits to 32", src: fn(" %q:32 = trunc 1:8")},
		{name: "fneg", want: "float of 8 bits", src: fn(" %q:8 = fneg 1:8")},
		{name: "stof", want: "float of 8 bits", src: fn(" %q:8 = stof 1:32")},
		{name: "ftos", want: "float of 8 bits", src: fn(" %q:32 = ftos 1:8")},
		{name: "ftof", want: "float conversion to the same width", src: fn(" %q:32 = ftof 1:32")},
		{name: "unary op", want: "unknown operation 99", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Unary{Dst: h, Op: 99, X: k64} })},
		{name: "unary no result", want: "no result", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Unary{Dst: ir.NoReg, X: k64} })},
		{name: "unary no operand", want: "no operand", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Unary{Dst: h} })},
		{name: "binary op", want: "unknown operation 99", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Binary{Dst: h, Op: 99, X: k64, Y: k64} })},
		{name: "binary", want: "right side of 8 bits, want 32", src: fn(" %q:32 = add 1:32, 1:8")},
		{name: "binary result", want: "result of 8 bits, want 32", src: fn(" %q:8 = add 1:32, 1:32")},
		{name: "compare", want: "result of 32 bits, want 1", src: fn(" %q:32 = eq 1:32, 1:32")},
		{name: "fadd", want: "float of 16 bits", src: fn(" %q:16 = fadd 1:16, 1:16")},
		{name: "layout", want: "layout mark", src: fn(" %q:1 = eq 1:64, 1:64 layout")},
		{name: "exact", want: "exact mark", src: fn(" %q:64 = and 1:64, 1:64 exact")},
		{name: "exact width", want: "exact mark", src: fn(" %q:128 = add 1:128, 1:128 exact")},
		{name: "extract", want: "bits 28 to 35 of 32", src: fn(" %q:8 = extract 1:32, 28")},
		{name: "extract result", want: "no result", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Extract{Dst: ir.NoReg, X: k64} })},
		{name: "concat", want: "result of 8 bits, want 16", src: fn(" %q:8 = concat 1:8, 1:8")},
		{name: "ite", want: "condition of 8 bits, want 1", src: fn(" %q:8 = ite 1:8, 1:8, 1:8")},
		{name: "ite sides", want: "right side of 9 bits, want 8", src: fn(" %q:8 = ite 1, 1:8, 1:9")},
		{name: "part of the outside", want: "outside part 5", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Havoc{Dst: h, Outside: ir.Answer + 1} })},
		{name: "choice of nothing", want: "says what it is", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Havoc{Dst: h, Outside: ir.Choice} })},
		{name: "data that is a choice", want: "says what it is", do: add(func(*ir.Program, *ir.Func) ir.Instr {
			return &ir.Havoc{Dst: h, Outside: ir.Data, What: "returns NULL"}
		})},
		{name: "havoc", want: "no result", do: add(func(*ir.Program, *ir.Func) ir.Instr { return &ir.Havoc{Dst: ir.NoReg} })},
		{name: "assume", want: "condition of 8 bits", src: fn(" assume 1:8")},
		{name: "assert", want: "condition of 8 bits", src: fn(" assert 1:8")},
		{name: "assert kind", want: "assertion without a kind", src: fn(` assert 1 kind ""`)},
		// control
		{name: "branch", want: "condition of 8 bits", src: fn(" branch 1:8, a, a\na:")},
		{name: "switch", want: "case has bits above", src: fn(" switch 1:8 [1: a] default a\na:"), do: func(p *ir.Program) { find[*ir.Switch](p).Cases[0].Hi.Lo = 256 }},
		{name: "switch range", want: "empty case range", src: fn(" switch 1:8 [2..1: a] default a\na:")},
		{name: "switch operand", want: "no operand", src: fn(" switch 1:8 [] default a\na:"), do: func(p *ir.Program) { find[*ir.Switch](p).X = ir.Operand{} }},
		{name: "return", want: "result of 8 bits, want 32", do: func(p *ir.Program) { find[*ir.Return](p).X = ir.K(8, 0) }},
		{name: "return nothing", want: "no result", do: func(p *ir.Program) { find[*ir.Return](p).X = ir.Operand{} }},
		{name: "return something", want: "result of a function that returns nothing", src: "program lp64\nfunc @main() {\n halt\n}\nfunc @v() {\n return 1:8\n}\n"},
		{name: "call", want: "no function 9", do: func(p *ir.Program) { find[*ir.Call](p).Func = 9 }},
		{name: "call arguments", want: "1 arguments for 2 parameters of @f", do: func(p *ir.Program) {
			in := find[*ir.Call](p)
			in.Args = in.Args[:1]
		}},
		{name: "call argument", want: "argument 1 of @g of 8 bits, want 64", src: fn(" call @g(1:8)")},
		{name: "call result", want: "result of 8 bits, want 32", src: fn(" %r:8 = call @g(1)")},
		{name: "callee", want: "callee of 8 bits", src: fn(" callptr 1:8() []")},
		{name: "candidate", want: "candidate 9 is no function", src: fn(" callptr 1(1:64) [@g]"), do: func(p *ir.Program) { find[*ir.CallPtr](p).Candidates[0] = 9 }},
		{name: "candidate twice", want: "candidate @g twice", src: fn(" callptr 1(1:64) [@g, @g]")},
		{name: "candidate shape", want: "argument 1 of @g of 8 bits, want 64", src: fn(" callptr 1(1:8) [@g]")},
		{name: "candidate result", want: "result of 8 bits, want 32", src: fn(" %r:8 = callptr 1(1:64) [@g]")},
		{name: "candidate no argument", want: "no argument 1", src: fn(" callptr 1(1:64) []"), do: func(p *ir.Program) { find[*ir.CallPtr](p).Args[0] = ir.Operand{} }},
		{name: "halt", want: "exit status of 8 bits, want 32", src: fn(" branch 1, a, b\na:\n halt 1:8\nb:")},
		// synchronization
		{name: "spawn fn", want: "function of 8 bits", src: fn(" spawn 1:8()")},
		{name: "spawn handle", want: "thread handle of 16 bytes", src: fn(" spawn id mem[@x] size 16, &g(1)")},
		{name: "spawn candidates", want: "candidates of a known function", src: fn(" spawn &g(1:64) []")},
		{name: "spawn shape", want: "0 arguments for 1 parameters of @g", src: fn(" spawn &g()")},
		{name: "join", want: "thread of 8 bits", src: fn(" join 1:8")},
		{name: "join status", want: "result of 8 bits, want 32", src: fn(" _, %s:8 = join 1")},
		{name: "join try timed", want: "both try and timed", src: fn(" join 1 try timed")},
		{name: "self", want: "result of 8 bits", src: fn(" %s:8 = self")},
		{name: "sync_init", want: "argument of 8 bits, want 32", src: fn(" sync_init sem @x, 1:8")},
		{name: "sync_init none", want: "no argument", src: fn(" sync_init barrier @x")},
		{name: "sync_init cond", want: "argument for an object that takes none", src: fn(" sync_init cond @x, 1")},
		{name: "sync_init kind", want: "unknown synchronization object 9", src: fn(" sync_init cond @x"), do: func(p *ir.Program) { find[*ir.SyncInit](p).What = 9 }},
		{name: "sync_destroy", want: "object of 8 bits", src: fn(" sync_destroy 1:8")},
		{name: "lock", want: "object of 8 bits", src: fn(" lock 1:8")},
		{name: "lock status", want: "result of 8 bits, want 32", src: fn(" %s:8 = lock @x")},
		{name: "lock try timed", want: "both try and timed", src: fn(" lock @x try timed")},
		{name: "unlock", want: "object of 8 bits", src: fn(" unlock 1:8")},
		{name: "wait", want: "condition of 8 bits", src: fn(" wait 1:8, @x")},
		{name: "wait mutex", want: "mutex of 8 bits", src: fn(" wait @x, 1:8")},
		{name: "wake", want: "condition of 8 bits", src: fn(" wake 1:8")},
		{name: "signal", want: "condition of 8 bits", src: fn(" signal 1:8")},
		{name: "down", want: "object of 8 bits", src: fn(" down 1:8")},
		{name: "up", want: "object of 8 bits", src: fn(" up 1:8")},
		{name: "semvalue", want: "result of 8 bits, want 32", src: fn(" %v:8 = semvalue @x")},
		{name: "arrive", want: "result of 8 bits, want 32", src: fn(" %v:8 = arrive @x")},
		{name: "arrive last", want: "result of 8 bits, want 1", src: fn(" %v:32, %l:8 = arrive @x")},
		{name: "pass", want: "ticket of 8 bits, want 32", src: fn(" pass @x, 1:8")},
		{name: "fence", want: "unknown memory order 9", src: fn(" fence"), do: func(p *ir.Program) { find[*ir.Fence](p).Order = 9 }},
		// forms
		{name: "sequential", want: "synchronization in a program marked sequential", do: func(p *ir.Program) { p.Form.Sequential = true }},
		{name: "bounded call", want: "call in a program marked bounded", do: func(p *ir.Program) { p.Form.Bounded = true }},
		{name: "bounded cycle", want: "cycle in a program marked bounded", src: "program lp64 bounded\nfunc @main() {\n jump a\na:\n jump a\n}\n"},
		// atomic sections
		{name: "atomic end", want: "ends an atomic section that it did not begin", src: fn(" atomic_end")},
		{name: "atomic end in callee", want: "ends an atomic section that it did not begin", src: "program lp64\nfunc @main() {\n call @v()\n halt\n}\nfunc @v() {\n atomic_end\n return\n}\n"},
		{name: "atomic return", want: "returns inside an atomic section", src: "program lp64\nfunc @main() {\n spawn &v()\n halt\n}\nfunc @v() {\n atomic_begin\n return\n}\n"},
		{name: "atomic join", want: "atomic sections are 1 deep on one path to block b and 0", src: fn(" %c:1 = havoc\n branch %c, b, a\na:\n atomic_begin\n jump b\nb:")},
		{name: "atomic loop", want: "atomic sections are 1 deep on one path to block a and 0", src: fn(" %c:1 = havoc\n jump a\na:\n atomic_begin\n branch %c, a, b\nb:\n atomic_end")},
		{name: "atomic returns", want: "at this return and", src: "program lp64\nfunc @main() {\n call @v()\n halt\n}\nfunc @v() {\n %c:1 = havoc\n branch %c, a, b\na:\n atomic_begin\n return\nb:\n return\n}\n"},
		{name: "atomic candidates", want: "candidates leave atomic sections at different depths", src: "program lp64\nfunc @main() {\n callptr 1() [@v, @w]\n halt\n}\nfunc @v() {\n return\n}\nfunc @w() {\n atomic_begin\n return\n}\n"},
		{name: "atomic recursion", want: "recursive function with atomic sections", src: "program lp64\nfunc @main() {\n call @v()\n halt\n}\nfunc @v() {\n atomic_begin\n %c:1 = havoc\n branch %c, a, b\na:\n call @v()\n jump b\nb:\n return\n}\n"},
	}
}

func program(t *testing.T, w wreck) *ir.Program {
	t.Helper()
	src := w.src
	if src == "" {
		src = base
	}
	p, err := irtext.Parse(w.name, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if w.do != nil {
		w.do(p)
	}
	return p
}

func TestBaseIsRight(t *testing.T) {
	for _, src := range []string{base, fn(""), `program ilp32
func @main() {
  call @begin()
  call @end()
  %c:1 = havoc
  branch %c, a, b
a:
  atomic_begin
  atomic_begin
  halt 1
b:
  atomic_begin
  call @rec(3)
  thread_exit
}
func @begin() {
  atomic_begin
  return
}
func @end() {
  atomic_end
  return
}
func @rec(%n:32) {
  atomic_begin
  call @rec(%n)
  atomic_end
  return
}
`} {
		p, err := irtext.Parse("base", []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range ircheck.Check(p) {
			t.Error(err)
		}
		ircheck.Must("test", p)
	}
}

func TestWrecks(t *testing.T) {
	for _, w := range wrecks() {
		t.Run(w.name, func(t *testing.T) {
			errs := ircheck.Check(program(t, w))
			for _, err := range errs {
				if strings.Contains(err.Error(), w.want) {
					return
				}
			}
			t.Errorf("errors %v, want one with %q", errs, w.want)
		})
	}
	if errs := ircheck.Check(nil); len(errs) != 1 {
		t.Errorf("no program: %v", errs)
	}
}

// TestEveryRuleIsWrecked reads the rules from the source: every message must be seen in some error of TestWrecks.
func TestEveryRuleIsWrecked(t *testing.T) {
	var all []string
	for _, w := range wrecks() {
		for _, err := range ircheck.Check(program(t, w)) {
			all = append(all, err.(*ircheck.Error).Msg)
		}
	}
	said := strings.Join(all, "\n")
	verb := regexp.MustCompile(`%[+]?[a-zA-Z]`)
	n := 0
	for _, file := range []string{"check.go", "instr.go", "flow.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		rule := func(e ast.Expr) {
			lit, ok := e.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return
			}
			s, _ := strconv.Unquote(lit.Value)
			if s == "" || s == "%s" || s == "region %d: %s" || s == "unknown instruction %T" { // no other package can make an instruction
				return
			}
			n++
			parts := verb.Split(s, -1)
			for i := range parts {
				parts[i] = regexp.QuoteMeta(parts[i])
			}
			if !regexp.MustCompile(strings.Join(parts, `.*`)).MatchString(said) {
				t.Errorf("%s: no test breaks the rule %q", file, s)
			}
		}
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.CallExpr:
				if sel, ok := node.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "errorf" {
					rule(node.Args[0])
				}
			case *ast.FuncDecl:
				if node.Name.Name != "badOperand" && node.Name.Name != "badObject" && node.Name.Name != "badLives" {
					return true
				}
				ast.Inspect(node, func(n ast.Node) bool {
					if ret, ok := n.(*ast.ReturnStmt); ok {
						if call, ok := ret.Results[0].(*ast.CallExpr); ok {
							rule(call.Args[0])
						} else {
							rule(ret.Results[0])
						}
					}
					return true
				})
			}
			return true
		})
	}
	if n < 70 {
		t.Errorf("found only %d rules", n)
	}
}

func TestMustPanicsWithText(t *testing.T) {
	defer func() {
		s, _ := recover().(string)
		if !strings.Contains(s, "slicer made a broken program") || !strings.Contains(s, "func @main()") {
			t.Errorf("panic %q", s)
		}
	}()
	p := program(t, wreck{name: "base"})
	p.NextID = 1
	ircheck.Must("slicer", p)
}

// TestAllInstructions: the text that has every instruction of the IR is a right program.
func TestAllInstructions(t *testing.T) {
	src, err := os.ReadFile("../irtext/testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	p, err := irtext.Parse("all.ir", src)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range ircheck.Check(p) {
		t.Error(err)
	}
}
