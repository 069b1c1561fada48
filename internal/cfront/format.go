package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What printf and its kin do to the program's memory, where the format is a literal: %s reads its argument, %n writes it.
//
// A string is read up to its end, or as far as the precision goes, in one atomic section: nothing depends on what is read. A null pointer is printed as "(null)".

// formats is which argument of a function is the format.
var formats = map[string]int{
	"printf": 0, "fprintf": 1, "dprintf": 1, "syslog": 1, "warn": 0, "warnx": 0,
	"__printf_chk": 1, "__fprintf_chk": 2, "__dprintf_chk": 2, "__syslog_chk": 2,
}

// conversion is a conversion of a format that takes an argument.
type conversion struct {
	verb      byte
	length    string // hh, h, l, ll, j, z, t, L
	precision bool
	given     bool   // the precision is the argument before
	most      uint64 // the precision, else
}

// conversions lists the conversions of a format, one per argument; false if it is beyond this.
func conversions(format string) (out []conversion, ok bool) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		var c conversion
		i++
		for i < len(format) && strings.IndexByte("-+ #0'123456789.*", format[i]) >= 0 {
			switch b := format[i]; {
			case b == '.':
				c.precision = true
			case b == '*':
				out = append(out, conversion{verb: '*'})
				c.given = c.precision
			case c.precision && b >= '0' && b <= '9' && c.most < 1<<31:
				c.most = 10*c.most + uint64(b-'0')
			}
			i++
		}
		start := i
		for i < len(format) && strings.IndexByte("hlLqjzt", format[i]) >= 0 {
			i++
		}
		c.length = format[start:i]
		if i >= len(format) || format[i] == '$' {
			return nil, false
		}
		if c.verb = format[i]; c.verb != '%' && c.verb != 'm' {
			out = append(out, c)
		}
	}
	return out, true
}

// formatOf is the conversions of a call, and where the arguments for them begin; false if they are not known.
func (f *fn) formatOf(name string, args []cc.ExpressionNode) (list []conversion, first int, ok bool) {
	at, ok := formats[strings.TrimPrefix(name, "__builtin_")]
	if !ok || at >= len(args) || f.u.model {
		return nil, 0, false
	}
	if _, lit := literalOf(args[at]); !lit {
		return nil, 0, false
	}
	list, ok = conversions(f.stringArg(args, at))
	return list, at + 1, ok
}

// readsAll reports whether formatted emits all that a call reads: everything but strings of wide characters.
func (f *fn) readsAll(name string, args []cc.ExpressionNode) bool {
	list, _, ok := f.formatOf(name, args)
	for _, c := range list {
		ok = ok && c.verb != 'S' && !(c.verb == 's' && c.length != "")
	}
	return ok
}

// formatted emits the accesses of a call.
func (f *fn) formatted(name string, args []cc.ExpressionNode, vals []value) {
	list, first, _ := f.formatOf(name, args)
	for i, c := range list {
		k := first + i
		if k >= len(args) {
			return
		}
		v := vals[k]
		if v.t.k != kPtr || v.op.Kind == ir.KindConst {
			continue
		}
		switch {
		case c.verb == 's' && c.length == "":
			limit := ir.KConst(f.c.pw, ir.SignedConst(f.c.pw, -1))
			switch {
			case c.given: // a negative one is none
				limit = f.convert(vals[k-1], f.c.sizeType()).op
			case c.precision:
				limit = ir.K(f.c.pw, c.most)
			}
			if _, lit := literalOf(args[k]); !lit {
				f.readString(args[k], v, limit)
			}
		case c.verb == 'n':
			size, ok := map[string]int{"": 4, "hh": 1, "h": 2, "l": f.c.longType(true).w / 8, "ll": 8, "j": 8, "z": f.c.pw / 8, "t": f.c.pw / 8}[c.length]
			if ok {
				d := f.newReg(8*size, "", ir.ShowSigned)
				f.emit(&ir.Havoc{Dst: d})
				n := f.binary(ir.LShr, ir.R(d, 8*size), ir.K(8*size, 1)) // not negative
				f.emit(&ir.Store{Mem: ir.Mem{Addr: v.op, Size: size, Name: "*" + exprText(args[k]), Show: ir.ShowSigned}, Val: n})
			}
		}
	}
}

// readString reads a string of at most so many bytes, if the pointer is not null.
func (f *fn) readString(e cc.ExpressionNode, p value, limit ir.Operand) {
	t := ctype{k: kInt, w: 8, signed: true, rank: rankChar}
	f.looksAt(t)
	scan := func() {
		d := f.newReg(f.c.pw, "", ir.ShowUnsigned)
		f.emit(&ir.AtomicBegin{})
		f.emit(&ir.Scan{Dst: d, Mem: ir.Mem{Addr: p.op, Size: 1, Len: limit, Name: "*" + exprText(e), Field: p.field, Overlay: p.overlay}, Val: ir.K(8, 0)})
		f.emit(&ir.AtomicEnd{})
	}
	if p.op.Kind == ir.KindGlobal {
		scan()
		return
	}
	read, done := f.newBlock("read"), f.newBlock("readdone")
	f.branch(f.binary(ir.Ne, p.op, ir.K(f.c.pw, 0)), read, done)
	f.begin(read)
	scan()
	f.jump(done)
	f.begin(done)
}
