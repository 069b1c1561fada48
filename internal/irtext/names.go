package irtext

import "github.com/heddle-dev/heddle/internal/ir"

// The words of the language that stand for enumerations of package ir. Values out of range print as "?", so that a
// broken program can still be shown.

var (
	modelWords = map[string]ir.DataModel{}
	showWords  = map[string]ir.Show{}
	unWords    = map[string]ir.UnOp{}
	binWords   = map[string]ir.BinOp{}
	rmwWords   = map[string]ir.RMWOp{}
	markWords  = map[string]ir.Mark{}
	orderWords = map[string]ir.Order{}
	syncWords  = map[string]ir.SyncKind{}
)

var showNames = [...]string{"unsigned", "signed", "bool", "pointer", "float", "char"}

func init() {
	for m := ir.LP64; m <= ir.ILP32; m++ {
		modelWords[m.String()] = m
	}
	for i, s := range showNames {
		showWords[s] = ir.Show(i)
	}
	for _, op := range ir.UnOps() {
		unWords[op.String()] = op
	}
	for _, op := range ir.BinOps() {
		binWords[op.String()] = op
	}
	for _, op := range ir.RMWOps() {
		rmwWords[op.String()] = op
	}
	for m := ir.MarkPlain; m <= ir.MarkAtomic; m++ {
		markWords[m.String()] = m
	}
	for o := ir.SeqCst; o <= ir.AcqRel; o++ {
		orderWords[o.String()] = o
	}
	for k := ir.SyncMutex; k <= ir.SyncBarrier; k++ {
		syncWords[k.String()] = k
	}
}

// word is the name of an enumeration's value, or "?" where it has none.
func word[T interface {
	~uint8
	String() string
}](v T, words map[string]T) string {
	if int(v) >= len(words) {
		return "?"
	}
	return v.String()
}

func dataModel(m ir.DataModel) string { return word(m, modelWords) }

func showName(s ir.Show) string {
	if int(s) >= len(showNames) {
		return "?"
	}
	return showNames[s]
}
