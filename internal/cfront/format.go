package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// What printf and its kin do to the program's memory, where the format is a literal: %s reads its argument, %n writes it.
//
// Of a string its first byte is read. That shows a string that another thread writes or has freed, and a pointer that leads nowhere; reading on to
// the end is a loop of unknown length that a bound would cut, and with it everything behind the call. The rest is listed as assumed. A null pointer is
// printed as "(null)". A precision may be 0, and then nothing is read.

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
}

// conversions lists the conversions of a format, one per argument; nil if it is beyond this.
func conversions(format string) []conversion {
	var out []conversion
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		var c conversion
		i++
		for i < len(format) && strings.IndexByte("-+ #0'123456789.*", format[i]) >= 0 {
			switch format[i] {
			case '.':
				c.precision = true
			case '*':
				out = append(out, conversion{verb: '*'})
			}
			i++
		}
		start := i
		for i < len(format) && strings.IndexByte("hlLqjzt", format[i]) >= 0 {
			i++
		}
		c.length = format[start:i]
		if i >= len(format) || format[i] == '$' {
			return nil
		}
		if c.verb = format[i]; c.verb != '%' && c.verb != 'm' {
			out = append(out, c)
		}
	}
	return out
}

// formatted emits the accesses of a call.
func (f *fn) formatted(name string, args []cc.ExpressionNode, vals []value) {
	at, ok := formats[strings.TrimPrefix(name, "__builtin_")]
	if !ok || at >= len(args) || f.u.model {
		return
	}
	if _, lit := literalOf(args[at]); !lit {
		return
	}
	for i, c := range conversions(f.stringArg(args, at)) {
		k := at + 1 + i
		if k >= len(args) {
			return
		}
		v := vals[k]
		if v.t.k != kPtr || v.op.Kind == ir.KindConst {
			continue
		}
		switch {
		case c.verb == 's' && c.length == "" && !c.precision:
			if _, lit := literalOf(args[k]); !lit {
				f.readStart(args[k], v)
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

// readStart reads the first byte that a pointer leads to, if it is not null.
func (f *fn) readStart(e cc.ExpressionNode, p value) {
	t := ctype{k: kInt, w: 8, signed: true, rank: rankChar}
	f.looksAt(t)
	load := func() {
		d := f.newReg(8, "", showOf(t))
		f.emit(&ir.Load{Dst: d, Mem: ir.Mem{Addr: p.op, Size: 1, Name: "*" + exprText(e), Field: p.field, Overlay: p.overlay}})
	}
	if p.op.Kind == ir.KindGlobal {
		load()
		return
	}
	read, done := f.newBlock("read"), f.newBlock("readdone")
	f.branch(f.binary(ir.Ne, p.op, ir.K(f.c.pw, 0)), read, done)
	f.begin(read)
	load()
	f.jump(done)
	f.begin(done)
}
