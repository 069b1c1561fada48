package logic

// The operations of SMT-LIB that the reader knows, as a table.

import "fmt"

// operation is how one SMT-LIB function becomes terms.
type operation struct {
	least, most int // arguments; most < 0: any number
	indices     int // of (_ op i ...)
	check       func(b *Builder, f *frame, a []Term) string
	limit       func(p *parser, index []int, a []Term) string
	build       func(b *Builder, f *frame, a []Term) Term
}

// Checks: what is wrong with the arguments, "" if nothing.

func allBool(b *Builder, _ *frame, a []Term) string {
	for i, t := range a {
		if !b.Sort(t).IsBool() {
			return fmt.Sprintf("argument %d has sort %v, not Bool", i+1, b.Sort(t))
		}
	}
	return ""
}

func allBV(b *Builder, _ *frame, a []Term) string {
	for i, t := range a {
		if !b.Sort(t).IsBV() {
			return fmt.Sprintf("argument %d has sort %v, not a bit-vector's", i+1, b.Sort(t))
		}
	}
	return ""
}

func oneSort(b *Builder, _ *frame, a []Term) string {
	for i, t := range a {
		if b.Sort(t) != b.Sort(a[0]) {
			return fmt.Sprintf("argument %d has sort %v, the first has %v", i+1, b.Sort(t), b.Sort(a[0]))
		}
	}
	return ""
}

func oneWidth(b *Builder, f *frame, a []Term) string {
	if s := allBV(b, f, a); s != "" {
		return s
	}
	return oneSort(b, f, a)
}

func checkIte(b *Builder, _ *frame, a []Term) string {
	if !b.Sort(a[0]).IsBool() {
		return fmt.Sprintf("the condition has sort %v", b.Sort(a[0]))
	}
	return oneSort(b, nil, a[1:])
}

func checkExtract(b *Builder, f *frame, a []Term) string {
	if s := allBV(b, f, a); s != "" {
		return s
	}
	if hi, lo := f.index[0], f.index[1]; hi < lo || hi >= b.Width(a[0]) {
		return fmt.Sprintf("bits %d to %d of a bit-vector of width %d", hi, lo, b.Width(a[0]))
	}
	return ""
}

func checkRepeat(b *Builder, f *frame, a []Term) string {
	if f.index[0] == 0 {
		return "repeated 0 times"
	}
	return allBV(b, f, a)
}

func checkSelect(b *Builder, _ *frame, a []Term) string {
	s := b.Sort(a[0])
	switch {
	case !s.IsArray():
		return fmt.Sprintf("of a term of sort %v", s)
	case b.Sort(a[1]) != s.IndexSort():
		return fmt.Sprintf("index of sort %v for %v", b.Sort(a[1]), s)
	case len(a) > 2 && b.Sort(a[2]) != s.Elem():
		return fmt.Sprintf("element of sort %v for %v", b.Sort(a[2]), s)
	}
	return ""
}

// Limits: what there is too much of, "" if nothing.

func (p *parser) tooWide(w int) string {
	if w > p.opts.MaxWidth {
		return fmt.Sprintf("bit-vector of width %d, more than %d", w, p.opts.MaxWidth)
	}
	return ""
}

func limitConcat(p *parser, _ []int, a []Term) string {
	w := 0
	for _, t := range a {
		w += p.b.Width(t)
	}
	return p.tooWide(w)
}

func limitExtend(p *parser, index []int, a []Term) string {
	return p.tooWide(index[0] + p.b.Width(a[0]))
}

func limitRepeat(p *parser, index []int, a []Term) string {
	return p.tooWide(index[0] * p.b.Width(a[0]))
}

func limitDistinct(_ *parser, _ []int, a []Term) string {
	if len(a) > 1000 {
		return fmt.Sprintf("distinct of %d terms", len(a))
	}
	return ""
}

// Builders.

func left(f func(b *Builder, x, y Term) Term) func(*Builder, *frame, []Term) Term {
	return func(b *Builder, _ *frame, a []Term) Term {
		r := a[0]
		for _, x := range a[1:] {
			r = f(b, r, x)
		}
		return r
	}
}

func chain(f func(b *Builder, x, y Term) Term) func(*Builder, *frame, []Term) Term {
	return func(b *Builder, _ *frame, a []Term) Term {
		if len(a) == 2 {
			return f(b, a[0], a[1])
		}
		var all []Term
		for i := 1; i < len(a); i++ {
			all = append(all, f(b, a[i-1], a[i]))
		}
		return b.And(all...)
	}
}

func swapped(f func(b *Builder, x, y Term) Term) func(b *Builder, x, y Term) Term {
	return func(b *Builder, x, y Term) Term { return f(b, y, x) }
}

func complemented(f func(b *Builder, x, y Term) Term) func(b *Builder, x, y Term) Term {
	return func(b *Builder, x, y Term) Term { return b.BVNot(f(b, x, y)) }
}

func binaryOp(f func(b *Builder, x, y Term) Term) *operation {
	return &operation{least: 2, most: 2, check: oneWidth, build: left(f)}
}

func leftOp(f func(b *Builder, x, y Term) Term) *operation {
	return &operation{least: 2, most: -1, check: oneWidth, build: left(f)}
}

func unaryOp(f func(b *Builder, x Term) Term) *operation {
	return &operation{least: 1, most: 1, check: allBV, build: func(b *Builder, _ *frame, a []Term) Term { return f(b, a[0]) }}
}

func rotate(b *Builder, x Term, n int) Term {
	w := b.Width(x)
	if n %= w; n == 0 {
		return x
	}
	return b.Concat(b.Extract(w-n-1, 0, x), b.Extract(w-1, w-n, x))
}

// repeat doubles, so that no more than a few terms of the final width are made.
func repeat(b *Builder, x Term, n int) Term {
	var r Term
	for ; ; x = b.Concat(x, x) {
		if n&1 == 1 {
			if r == 0 {
				r = x
			} else {
				r = b.Concat(r, x)
			}
		}
		if n >>= 1; n == 0 {
			return r
		}
	}
}

func implies(b *Builder, _ *frame, a []Term) Term {
	r := a[len(a)-1]
	for i := len(a) - 2; i >= 0; i-- {
		r = b.Implies(a[i], r)
	}
	return r
}

var constArrayOp = &operation{
	least: 1, most: 1,
	check: func(b *Builder, f *frame, a []Term) string {
		if b.Sort(a[0]) != f.as.Elem() {
			return fmt.Sprintf("element of sort %v for %v", b.Sort(a[0]), f.as)
		}
		return ""
	},
	build: func(b *Builder, f *frame, a []Term) Term { return b.ConstArray(f.as.Index, a[0]) },
}

func boolOp(least int, build func(b *Builder, f *frame, a []Term) Term) *operation {
	return &operation{least: least, most: -1, check: allBool, build: build}
}

func indexed(n int, check func(*Builder, *frame, []Term) string, limit func(*parser, []int, []Term) string,
	build func(b *Builder, f *frame, a []Term) Term,
) *operation {
	return &operation{least: 1, most: 1, indices: n, check: check, limit: limit, build: build}
}

var operations = map[string]*operation{
	"not": {least: 1, most: 1, check: allBool, build: func(b *Builder, _ *frame, a []Term) Term { return b.Not(a[0]) }},
	"and": boolOp(1, func(b *Builder, _ *frame, a []Term) Term { return b.And(a...) }),
	"or":  boolOp(1, func(b *Builder, _ *frame, a []Term) Term { return b.Or(a...) }),
	"xor": boolOp(2, left((*Builder).Xor)),
	"=>":  boolOp(2, implies),
	"=":   {least: 2, most: -1, check: oneSort, build: chain((*Builder).Eq)},
	"distinct": {least: 2, most: -1, check: oneSort, limit: limitDistinct, build: func(b *Builder, _ *frame, a []Term) Term {
		return b.Distinct(a...)
	}},
	"ite": {least: 3, most: 3, check: checkIte, build: func(b *Builder, _ *frame, a []Term) Term {
		return b.Ite(a[0], a[1], a[2])
	}},

	"bvnot": unaryOp((*Builder).BVNot), "bvneg": unaryOp((*Builder).Neg),
	"bvand": leftOp((*Builder).BVAnd), "bvor": leftOp((*Builder).BVOr), "bvxor": leftOp((*Builder).BVXor),
	"bvnand": binaryOp(complemented((*Builder).BVAnd)), "bvnor": binaryOp(complemented((*Builder).BVOr)),
	"bvxnor": binaryOp(complemented((*Builder).BVXor)),
	"bvadd":  leftOp((*Builder).Add), "bvsub": binaryOp((*Builder).Sub), "bvmul": leftOp((*Builder).Mul),
	"bvudiv": binaryOp((*Builder).UDiv), "bvurem": binaryOp((*Builder).URem), "bvsdiv": binaryOp((*Builder).SDiv),
	"bvsrem": binaryOp((*Builder).SRem), "bvsmod": binaryOp((*Builder).SMod),
	"bvshl": binaryOp((*Builder).Shl), "bvlshr": binaryOp((*Builder).LShr), "bvashr": binaryOp((*Builder).AShr),
	"bvult": binaryOp((*Builder).ULt), "bvule": binaryOp((*Builder).ULe),
	"bvugt": binaryOp(swapped((*Builder).ULt)), "bvuge": binaryOp(swapped((*Builder).ULe)),
	"bvslt": binaryOp((*Builder).SLt), "bvsle": binaryOp((*Builder).SLe),
	"bvsgt": binaryOp(swapped((*Builder).SLt)), "bvsge": binaryOp(swapped((*Builder).SLe)),
	"bvcomp": binaryOp(func(b *Builder, x, y Term) Term { return b.FromBool(1, b.Eq(x, y)) }),
	"bvredor": unaryOp(func(b *Builder, x Term) Term {
		return b.FromBool(1, b.Not(b.Eq(x, b.BV(b.Width(x), 0))))
	}),
	"bvredand": unaryOp(func(b *Builder, x Term) Term {
		return b.FromBool(1, b.Eq(x, b.BVNot(b.BV(b.Width(x), 0))))
	}),

	"concat": {least: 2, most: -1, check: allBV, limit: limitConcat, build: left((*Builder).Concat)},
	"extract": indexed(2, checkExtract, nil, func(b *Builder, f *frame, a []Term) Term {
		return b.Extract(f.index[0], f.index[1], a[0])
	}),
	"zero_extend": indexed(1, allBV, limitExtend, func(b *Builder, f *frame, a []Term) Term {
		return b.ZExt(b.Width(a[0])+f.index[0], a[0])
	}),
	"sign_extend": indexed(1, allBV, limitExtend, func(b *Builder, f *frame, a []Term) Term {
		return b.SExt(b.Width(a[0])+f.index[0], a[0])
	}),
	"rotate_left": indexed(1, allBV, nil, func(b *Builder, f *frame, a []Term) Term { return rotate(b, a[0], f.index[0]) }),
	"rotate_right": indexed(1, allBV, nil, func(b *Builder, f *frame, a []Term) Term {
		w := b.Width(a[0])
		return rotate(b, a[0], w-f.index[0]%w)
	}),
	"repeat": indexed(1, checkRepeat, limitRepeat, func(b *Builder, f *frame, a []Term) Term { return repeat(b, a[0], f.index[0]) }),

	"select": {least: 2, most: 2, check: checkSelect, build: func(b *Builder, _ *frame, a []Term) Term { return b.Select(a[0], a[1]) }},
	"store": {least: 3, most: 3, check: checkSelect, build: func(b *Builder, _ *frame, a []Term) Term {
		return b.Store(a[0], a[1], a[2])
	}},
}
