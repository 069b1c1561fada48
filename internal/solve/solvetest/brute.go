package solvetest

import (
	"maps"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/solve"
)

// Brute tries every assignment of the generator's variables. It keeps those that satisfy what was asked last, because questions of a
// session mostly extend one another.
type Brute struct {
	b    *logic.Builder
	all  []*logic.Evaluator
	kept map[logic.Term][]bool
}

// NewBrute enumerates the assignments; the shape must be Tiny's.
func NewBrute(b *logic.Builder, _ *Gen) (Oracle, error) {
	assignments := []logic.Assignment{{}}
	for _, v := range b.Vars() {
		var next []logic.Assignment
		for _, val := range allValues(b.Sort(v)) {
			for _, a := range assignments {
				n := logic.Assignment{v: val}
				maps.Copy(n, a)
				next = append(next, n)
			}
		}
		assignments = next
	}
	o := &Brute{b: b, kept: map[logic.Term][]bool{}}
	for _, a := range assignments {
		o.all = append(o.all, logic.NewEvaluator(b, a))
	}
	return o, nil
}

func allValues(so logic.Sort) []logic.Value {
	var out []logic.Value
	switch {
	case so.IsBool():
		return []logic.Value{logic.BoolValue(false), logic.BoolValue(true)}
	case so.IsBV():
		for v := range uint64(1) << so.Width {
			out = append(out, logic.BVValue(so.Width, v))
		}
	default:
		n := 1 << so.Index
		for v := range uint64(1) << (n * so.Width) {
			a := logic.ZeroValue(so)
			for i := range n {
				a = a.With(logic.BVValue(so.Index, uint64(i)), logic.BVValue(so.Width, v>>(i*so.Width)))
			}
			out = append(out, a)
		}
	}
	return out
}

// Decide implements Oracle.
func (o *Brute) Decide(ts []logic.Term) (solve.Status, error) {
	rows := make([][]bool, len(ts))
	for i, t := range ts {
		if o.kept[t] == nil {
			row := make([]bool, len(o.all))
			for j, e := range o.all {
				row[j] = e.Bool(t)
			}
			o.kept[t] = row
		}
		rows[i] = o.kept[t]
	}
search:
	for j := range o.all {
		for _, r := range rows {
			if !r[j] {
				continue search
			}
		}
		return solve.Sat, nil
	}
	return solve.Unsat, nil
}
