package cfront

import (
	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Copies of structs, member by member, so that every access has the width that other code uses for the same cells and
// region splitting stays possible. Unions have no one shape: they are copied in chunks of their alignment. Padding is
// not copied; C leaves it unspecified. Long arrays are copied by a loop.

// leaf is a scalar, a bit-field location or a chunk of bytes in an object.
type leaf struct {
	off  int64
	t    ctype // kInt of the right width for chunks
	size int64
	path string

	overlay bool // other members share its bytes
}

// maxLeaves is where copying and zeroing start to use loops.
const maxLeaves = 64

// run is a number of equal stretches of leaves: count copies of leaves, stride bytes apart.
type run struct {
	off    int64
	count  int64
	stride int64
	leaves []leaf
	name   string
}

// runs lists what a type consists of.
func (u *unit) runs(t ctype) []run {
	if fl := u.flat(t, 0, "", maxLeaves+1); len(fl) <= maxLeaves {
		return []run{{count: 1, leaves: fl}}
	}
	switch {
	case t.k == kArray:
		n := int64(0)
		if a, ok := t.cc.(*cc.ArrayType); ok {
			n = u.lay.Len(a)
		}
		el := u.elem(t)
		if inner := u.flat(el, 0, "[]", maxLeaves+1); len(inner) <= maxLeaves {
			return []run{{count: n, stride: u.size(el), leaves: inner}}
		}
		return byteRuns(u.size(t), max(1, u.lay.Alignof(t.cc)))
	case t.k == kRecord && !t.union():
		var out []run
		loc := int64(-1)
		for _, m := range u.lay.Fields(t.cc) {
			if m.BitField {
				if m.LocOffset != loc && m.LocSize > 0 {
					loc = m.LocOffset
					out = append(out, run{count: 1, leaves: chunks(m.LocOffset, m.LocSize, m.LocSize, "."+m.Name)})
				}
				continue
			}
			for _, r := range u.runs(u.typeOf(m.Type)) {
				r.off += m.Offset
				r.name = "." + m.Name + r.name
				out = append(out, r)
			}
		}
		return out
	}
	return byteRuns(u.size(t), max(1, u.lay.Alignof(t.cc)))
}

// byteRuns covers size bytes by a loop over chunks of at most step bytes, and a rest.
func byteRuns(size, step int64) []run {
	step = min(step, 8)
	out := []run{{count: size / step, stride: step, leaves: chunks(0, step, step, "")}}
	if rest := size % step; rest > 0 {
		out = append(out, run{off: size - rest, count: 1, leaves: chunks(0, rest, 1, "")})
	}
	return out
}

// flat lists the leaves of a type one by one, at most limit of them.
func (u *unit) flat(t ctype, off int64, path string, limit int) []leaf {
	switch t.k {
	case kInt, kFloat, kPtr:
		return []leaf{{off: off, t: t, size: u.size(t), path: path}}
	case kArray:
		a, ok := t.cc.(*cc.ArrayType)
		if !ok {
			return nil
		}
		n, el := u.lay.Len(a), u.elem(t)
		size := u.size(el)
		if size == 0 {
			return nil
		}
		var out []leaf
		for i := int64(0); i < n && len(out) < limit; i++ {
			out = append(out, u.flat(el, off+i*size, path+"[]", limit)...)
		}
		return out
	case kRecord:
		if t.union() {
			return chunks(off, u.size(t), max(1, u.lay.Alignof(t.cc)), path)
		}
		var out []leaf
		loc := int64(-1)
		for _, m := range u.lay.Fields(t.cc) {
			if len(out) >= limit {
				break
			}
			p := path
			if m.Name != "" {
				p += "." + m.Name
			}
			if m.BitField {
				if m.LocOffset != loc && m.LocSize > 0 {
					loc = m.LocOffset
					out = append(out, chunks(off+m.LocOffset, m.LocSize, m.LocSize, p)...)
				}
				continue
			}
			out = append(out, u.flat(u.typeOf(m.Type), off+m.Offset, p, limit)...)
		}
		return out
	case kOther:
		if isLongDouble(t) {
			return append(chunks(off, 8, 8, path), chunks(off+8, 2, 2, path)...)
		}
		return chunks(off, u.size(t), 8, path)
	}
	return nil
}

// chunks cuts size bytes into pieces of at most step (and 16) bytes.
func chunks(off, size, step int64, path string) (out []leaf) {
	step = min(step, 16)
	if step > 1 && step&(step-1) != 0 && step != size {
		step = 1
	}
	for i := int64(0); i < size; {
		n := min(step, size-i)
		out = append(out, leaf{off: off + i, size: n, t: ctype{k: kInt, w: int(8 * n)}, path: path, overlay: true})
		i += n
	}
	return out
}

// copyObject copies the content of src to dst, both of dst's type.
func (f *fn) copyObject(dst, src lval) {
	if dst.addr == src.addr {
		return
	}
	for _, r := range f.u.runs(dst.t) {
		if r.long() && !dst.volatile && !src.volatile && !dst.atomic && !src.atomic {
			in := &ir.Copy{Mem: f.runAt(dst, r), Src: f.runAt(src, r)}
			in.Mem.Len = ir.K(f.c.pw, uint64(r.count*r.stride))
			f.emit(in)
			continue
		}
		f.eachRun(r, func(off ir.Operand, l leaf) {
			lt := l.t
			v := f.leafLoad(f.part(src, off, lt, l), l.size)
			f.emit(&ir.Store{Mem: f.mem(f.part(dst, off, lt, l), l.size), Val: v})
		})
	}
}

// copyBytes copies size bytes in chunks.
func (f *fn) copyBytes(dst, src lval, size int64) {
	for _, l := range chunks(0, size, 8, "") {
		off := ir.K(f.c.pw, uint64(l.off))
		v := f.leafLoad(f.part(src, off, l.t, l), l.size)
		f.emit(&ir.Store{Mem: f.mem(f.part(dst, off, l.t, l), l.size), Val: v})
	}
}

func (f *fn) leafLoad(lv lval, size int64) ir.Operand {
	d := f.newReg(int(8*size), "", showOf(lv.t))
	f.emit(&ir.Load{Dst: d, Mem: f.mem(lv, size)})
	return ir.R(d, int(8*size))
}

// part is a leaf of an object.
func (f *fn) part(b lval, off ir.Operand, t ctype, l leaf) lval {
	name := ""
	if b.name != "" {
		name = b.name + l.path
	}
	return lval{
		t: t, reg: ir.NoReg, addr: f.binary(ir.Add, b.addr, off), volatile: b.volatile, atomic: b.atomic, name: name,
		field: partField(b.field, l.path), overlay: b.overlay || l.overlay,
	}
}

// zeroObject clears an object.
func (f *fn) zeroObject(dst lval) {
	f.fillObject(dst, func(w int) ir.Operand { return ir.K(w, 0) })
}

// fillObject writes every scalar of an object.
func (f *fn) fillObject(dst lval, with func(width int) ir.Operand) {
	for _, r := range f.u.runs(dst.t) {
		if r.long() && !dst.volatile && !dst.atomic {
			in := &ir.Fill{Mem: f.runAt(dst, r), Val: ir.K(8, 0)}
			in.Mem.Len = ir.K(f.c.pw, uint64(r.count*r.stride))
			f.emit(in)
			continue
		}
		f.eachRun(r, func(off ir.Operand, l leaf) {
			f.emit(&ir.Store{Mem: f.mem(f.part(dst, off, l.t, l), l.size), Val: with(int(8 * l.size))})
		})
	}
}

// long reports whether a run is better one operation on a range than an access per leaf.
func (r *run) long() bool { return r.count > 1 && r.count*int64(len(r.leaves)) > 8 }

// runAt is a run as a range of an object.
func (f *fn) runAt(b lval, r run) ir.Mem {
	m := f.mem(f.part(b, ir.K(f.c.pw, uint64(r.off)), tChar, leaf{path: r.name, overlay: true}), 1)
	m.Show = ir.ShowUnsigned
	return m
}

// eachRun calls g for every leaf of a run with its offset, in a loop if there are many.
func (f *fn) eachRun(r run, g func(off ir.Operand, l leaf)) {
	if r.count == 1 {
		for _, l := range r.leaves {
			l.path = r.name + l.path
			g(ir.K(f.c.pw, uint64(r.off+l.off)), l)
		}
		return
	}
	if r.count <= 0 || len(r.leaves) == 0 {
		return
	}
	i := f.tmp(f.c.pw)
	f.move(i, ir.K(f.c.pw, uint64(r.off)))
	head, body, done := f.newBlock("copy"), f.newBlock("copy.body"), f.newBlock("copied")
	f.jump(head)
	f.begin(head)
	f.branch(f.binary(ir.Ne, ir.R(i, f.c.pw), ir.K(f.c.pw, uint64(r.off+r.count*r.stride))), body, done)
	f.begin(body)
	for _, l := range r.leaves {
		l.path = r.name + l.path
		g(f.addr(ir.R(i, f.c.pw), l.off), l)
	}
	f.move(i, f.addr(ir.R(i, f.c.pw), r.stride))
	f.jump(head)
	f.begin(done)
}
