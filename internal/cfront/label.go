package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/heddle-dev/heddle/internal/ir"
)

// Labels, and their addresses.

// label finds a label of the function by name. Labels of statement expressions and __label__ share one name space here;
// duplicates are told apart by the parser before.
func (f *fn) label(name string) *label {
	l, ok := f.labels[name]
	if !ok {
		l = f.newLabel(name)
		f.labels[name] = l
	}
	return l
}

func (f *fn) labeled(s *cc.LabeledStatement) {
	f.placeLabel(s)
	f.stmt(s.Statement)
}

func (f *fn) placeLabel(s *cc.LabeledStatement) {
	f.at(s)
	switch s.Case {
	case cc.LabeledStatementLabel:
		l := f.label(s.Token.SrcStr())
		if l.in != nil {
			f.unsupported(s, "label "+l.name+" defined twice")
			return
		}
		f.place(l)
		switch {
		case strings.HasPrefix(l.name, "__CPROVER_ASYNC_"):
			f.unsupported(s, "a thread started by the label "+l.name)
		case l.name == "ERROR" && (emptyStatement(s.Statement) || s.Statement.Case == cc.StatementJump):
			f.note("the label ERROR is no check: reaching it is no failure", false)
		}
		f.exposes(nil)
		for sc := f.scope; sc != nil; sc = sc.up {
			sc.label = true
		}
	default:
		f.caseLabel(s)
	}
}

// labelAddr is gcc's &&label: a number, which goto * turns back into the label.
func (f *fn) labelAddr(e *cc.UnaryExpression) value {
	g := f
	for g.isConst() && g.parent != nil {
		g = g.parent
	}
	t := f.c.pointerTo(tVoid)
	if g.isConst() {
		return f.undefined(e, t, "address of a label outside a function")
	}
	l := g.label(e.Token2.SrcStr())
	if l.num == 0 {
		g.addrs = append(g.addrs, l)
		l.num = len(g.addrs)
	}
	return value{op: ir.K(f.c.pw, uint64(l.num)), t: t}
}
