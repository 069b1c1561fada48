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

// kernelFormats is the same for the Linux kernel.
var kernelFormats = map[string]int{
	"printk": 0, "_printk": 0, "__printk": 0, "seq_printf": 1, "sprintf": 1, "snprintf": 2, "scnprintf": 2, "sysfs_emit": 1, "sysfs_emit_at": 2,
	"kasprintf": 1, "devm_kasprintf": 2,
	"_dev_printk": 2, "dev_printk_emit": 2, "netdev_printk": 2,
	"_dev_emerg": 1, "_dev_alert": 1, "_dev_crit": 1, "_dev_err": 1, "_dev_warn": 1, "_dev_notice": 1, "_dev_info": 1,
	"netdev_emerg": 1, "netdev_alert": 1, "netdev_crit": 1, "netdev_err": 1, "netdev_warn": 1, "netdev_notice": 1, "netdev_info": 1,
}

// prints says where the kernel's functions that print into memory do that: the buffer, and how much fits, -1 if nobody says.
var prints = map[string]struct{ buf, size int }{
	"sprintf": {0, -1}, "snprintf": {0, 1}, "scnprintf": {0, 1}, "vsprintf": {0, -1}, "vsnprintf": {0, 1}, "vscnprintf": {0, 1}, "sysfs_emit": {0, -1}, "sysfs_emit_at": {0, -1},
}

// conversion is a conversion of a format that takes an argument.
type conversion struct {
	verb      byte
	length    string // hh, h, l, ll, j, z, t, L
	precision bool
	given     bool   // the precision is the argument before
	most      uint64 // the precision, else
	width     uint64
	kernel    string // behind %p: what the kernel prints of what the pointer leads to
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
			case b >= '0' && b <= '9' && c.width < 1<<31:
				c.width = 10*c.width + uint64(b-'0')
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
			for k := i + 1; c.verb == 'p' && k < len(format) && isLetterOrDigit(format[k]); k++ {
				c.kernel = format[i+1 : k+1]
			}
			out = append(out, c)
		}
	}
	return out, true
}

func isLetterOrDigit(b byte) bool { return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' }

// pointed is how many bytes the kernel prints of what a pointer leads to; before is the argument before. False: of something that is not read here, 0: of nothing.
func (f *fn) pointed(c conversion, before ir.Operand) (n ir.Operand, ok bool) {
	bytes := func(k uint64) (ir.Operand, bool) { return ir.K(f.c.pw, k), true }
	switch ext := c.kernel; {
	case ext == "", ext == "K", ext == "x", ext == "S", ext == "s", ext == "B", ext == "F", ext == "f", ext[0] == 'e':
		return bytes(0)
	case ext[0] == 'M', ext[0] == 'm':
		return bytes(6)
	case strings.HasPrefix(ext, "I4"), strings.HasPrefix(ext, "i4"):
		return bytes(4)
	case strings.HasPrefix(ext, "I6"), strings.HasPrefix(ext, "i6"), ext[0] == 'U':
		return bytes(16)
	case ext[0] == 'h' && before.IsSet():
		return before, true
	case ext[0] == 'h':
		return bytes(max(1, min(c.width, 64)))
	}
	return ir.Operand{}, false
}

// formatAt is which argument of a function is the format, and which is the first that it prints: a table says so, or the function's line.
func (f *fn) formatAt(name string) (at, first int, ok bool) {
	if !f.kernel() {
		at, ok = formats[strings.TrimPrefix(name, "__builtin_")]
	} else if at, ok = kernelFormats[strings.TrimPrefix(name, "__builtin_")]; !ok {
		m, _ := f.c.known.Lookup(name)
		return m.Does.Format()
	}
	return at, at + 1, ok
}

// formatOf is the conversions of a call, and where the arguments for them begin; false if they are not known.
func (f *fn) formatOf(name string, args []cc.ExpressionNode) (list []conversion, first int, ok bool) {
	at, first, ok := f.formatAt(name)
	if !ok || at >= len(args) || f.u.model {
		return nil, 0, false
	}
	if _, lit := literalOf(args[at]); !lit {
		return nil, 0, false
	}
	list, ok = conversions(f.stringArg(args, at))
	return list, first, ok
}

// readsAll reports whether formatted emits all that a call reads: everything but strings of wide characters.
func (f *fn) readsAll(name string, args []cc.ExpressionNode) bool {
	if _, ok := f.numbersAlone(name, args); ok {
		return true
	}
	list, _, ok := f.formatOf(name, args)
	for _, c := range list {
		ok = ok && c.verb != 'S' && !(c.verb == 's' && c.length != "")
		if f.kernel() && c.verb == 'p' {
			_, known := f.pointed(c, ir.K(f.c.pw, 1))
			ok = ok && known
		}
	}
	return ok
}

// numbersAlone gives the format of a call of the kernel's that is no literal, if no pointer is among what it prints: whatever it says, nothing but the format is read.
func (f *fn) numbersAlone(name string, args []cc.ExpressionNode) (at int, ok bool) {
	at, first, ok := f.formatAt(name)
	if !ok || !f.kernel() || at >= len(args) || f.u.model {
		return 0, false
	}
	if _, lit := literalOf(args[at]); lit {
		return 0, false
	}
	for _, a := range args[min(first, len(args)):] {
		if t := f.u.typeOf(a.Type()); t.k != kInt {
			return 0, false
		}
	}
	return at, true
}

// kernel reports whether formats are those of the Linux kernel.
func (f *fn) kernel() bool { return f.c.opts.Parse.Platform == "linux" }

// printedInto writes what a function of the kernel prints into memory; false if it is none. The text is arbitrary: as much as fits, where that is said, else the first byte.
func (f *fn) printedInto(name string, args []cc.ExpressionNode, vals []value) (value, bool) {
	at, ok := prints[name]
	if !ok || !f.kernel() || at.buf >= len(args) || at.size >= len(args) || vals[at.buf].t.k != kPtr {
		return value{}, false
	}
	f.looksAt(ctype{k: kInt, w: 8, signed: true, rank: rankChar})
	n := ir.K(f.c.pw, 1)
	if at.size >= 0 {
		n = f.convert(vals[at.size], f.c.sizeType()).op
	}
	write, done := f.newBlock("write"), f.newBlock("written")
	f.branch(f.binary(ir.Ne, n, ir.K(f.c.pw, 0)), write, done)
	f.begin(write)
	f.emit(&ir.Fill{Mem: ir.Mem{Addr: vals[at.buf].op, Size: 1, Len: n, Name: "*" + exprText(args[at.buf]), Show: ir.ShowChar}})
	f.jump(done)
	f.begin(done)
	d := f.newReg(32, "", ir.ShowSigned)
	f.emit(&ir.Havoc{Dst: d})
	return value{op: f.binary(ir.LShr, ir.R(d, 32), ir.K(32, 1)), t: tInt}, true
}

// formatted emits the accesses of a call.
func (f *fn) formatted(name string, args []cc.ExpressionNode, vals []value) {
	if at, ok := f.numbersAlone(name, args); ok {
		f.readString(args[at], vals[at], ir.KConst(f.c.pw, ir.SignedConst(f.c.pw, -1)))
		return
	}
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
		case c.verb == 'p' && f.kernel():
			before := ir.Operand{}
			if i > 0 && list[i-1].verb == '*' {
				before = f.convert(vals[k-1], f.c.sizeType()).op
			}
			if n, ok := f.pointed(c, before); ok && !n.IsConst(0) {
				f.looksAt(ctype{k: kInt, w: 8, rank: rankChar})
				f.emit(&ir.Touch{Mem: ir.Mem{Addr: v.op, Size: 1, Len: n, Name: "*" + exprText(args[k]), Field: v.field, Overlay: v.overlay}})
			}
		case c.verb == 'n' && !f.kernel():
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
