package logic

// Kind is the operator at the root of a term.
type Kind uint8

// The kinds of terms. The set is kept small on purpose: whoever consumes terms (bit-blaster, printer, evaluator)
// handles these and nothing else.
const (
	KNone Kind = iota // the zero Term

	KConst // a Bool or BV constant: Builder.Value, Builder.Uint64, Builder.IsTrue, Builder.IsFalse
	KVar   // a variable of any sort: Builder.Name

	KNot // Bool
	KAnd // Bool, two or more arguments
	KEq  // two arguments of one sort (Bool, BV or Array) -> Bool
	KIte // Bool, then two arguments of one sort (Bool, BV or Array)

	KBVNot
	KBVAnd // two arguments, like all that follow unless said otherwise
	KBVOr
	KBVXor
	KNeg // one argument: two's complement
	KAdd
	KMul
	KUDiv // by zero: all ones
	KURem // by zero: the dividend
	KShl  // amounts of the width or more give 0; both arguments have the same width
	KLShr // likewise
	KAShr // amounts of the width or more give copies of the sign

	KULt // -> Bool
	KSLt // -> Bool

	KConcat  // high part first
	KExtract // one argument; bounds through Builder.ExtractBounds
	KSExt    // one argument; the result's width is Builder.Width. (Zero extension is a Concat with zeros.)

	KConstArray // one argument: the element at every index
	KSelect     // array, index
	KStore      // array, index, element

	numKinds
)

var kindNames = [numKinds]string{
	KNone: "none", KConst: "const", KVar: "var", KNot: "not", KAnd: "and", KEq: "=", KIte: "ite",
	KBVNot: "bvnot", KBVAnd: "bvand", KBVOr: "bvor", KBVXor: "bvxor", KNeg: "bvneg", KAdd: "bvadd", KMul: "bvmul",
	KUDiv: "bvudiv", KURem: "bvurem", KShl: "bvshl", KLShr: "bvlshr", KAShr: "bvashr", KULt: "bvult", KSLt: "bvslt",
	KConcat: "concat", KExtract: "extract", KSExt: "sign_extend", KConstArray: "const", KSelect: "select", KStore: "store",
}

// String is the operator's SMT-LIB name.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "?"
}
