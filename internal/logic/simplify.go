package logic

const (
	maxFuel   = 64
	maxLeaves = 16
)

func (b *Builder) not(x Term) Term                { return b.mk1(KNot, 0, x) }
func (b *Builder) and(xs []Term) Term             { return b.mkAnd(xs) }
func (b *Builder) or2(x, y Term) Term             { return b.not(b.and([]Term{b.not(x), b.not(y)})) }
func (b *Builder) eq(x, y Term) Term              { return b.mk2(KEq, 0, x, y) }
func (b *Builder) ite(c, x, y Term) Term          { return b.mkIte(c, x, y) }
func (b *Builder) bvnot(x Term) Term              { return b.mk1(KBVNot, b.nodes[x].sort, x) }
func (b *Builder) neg(x Term) Term                { return b.mk1(KNeg, b.nodes[x].sort, x) }
func (b *Builder) add(x, y Term) Term             { return b.mk2(KAdd, b.nodes[x].sort, x, y) }
func (b *Builder) mul(x, y Term) Term             { return b.mk2(KMul, b.nodes[x].sort, x, y) }
func (b *Builder) udiv(x, y Term) Term            { return b.mk2(KUDiv, b.nodes[x].sort, x, y) }
func (b *Builder) urem(x, y Term) Term            { return b.mk2(KURem, b.nodes[x].sort, x, y) }
func (b *Builder) bitwise(k Kind, x, y Term) Term { return b.mk2(k, b.nodes[x].sort, x, y) }
func (b *Builder) shift(k Kind, x, y Term) Term   { return b.mk2(k, b.nodes[x].sort, x, y) }
func (b *Builder) ult(x, y Term) Term             { return b.mk2(KULt, 0, x, y) }
func (b *Builder) slt(x, y Term) Term             { return b.mk2(KSLt, 0, x, y) }
func (b *Builder) concat(x, y Term) Term {
	return b.mk2(KConcat, b.nodes[x].sort+b.nodes[y].sort, x, y)
}
func (b *Builder) extract(hi, lo int, x Term) Term { return b.mkExtract(hi, lo, x) }
func (b *Builder) sext(w int, x Term) Term         { return b.mk1(KSExt, uint32(w), x) }
func (b *Builder) sel(a, i Term) Term              { return b.mk2(KSelect, uint32(b.Sort(a).Width), a, i) }
func (b *Builder) store(a, i, x Term) Term         { return b.mk3(KStore, b.nodes[a].sort, a, i, x) }
