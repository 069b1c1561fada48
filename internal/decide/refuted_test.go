package decide

import (
	"context"
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/logic"
)

// TestRefuted: a path that fields 0 and 1 rule out together, and 2 and 3 together. The fewest fields that do are enough, and none of them can be left out; what is tracked anyway counts, and what is not among those to choose from does not.
func TestRefuted(t *testing.T) {
	ctx := context.Background()
	b := logic.NewBuilder(logic.Options{})
	r := &Refuted{bits: map[int]logic.Term{}}
	for f := range 5 {
		r.bits[f] = b.FreshVar("bit", logic.BoolSort)
	}
	var err error
	if r.session, err = (&Task{}).Open(ctx, b); err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.session.Assert(b.Not(b.Or(b.And(r.bits[0], r.bits[1]), b.And(r.bits[2], r.bits[3])))); err != nil {
		t.Fatal(err)
	}
	set := func(fs ...int) func(int) bool { return func(f int) bool { return slices.Contains(fs, f) } }
	for _, c := range []struct {
		tracked, among []int
		want           [][]int
	}{
		{nil, []int{0, 1, 2, 3, 4}, [][]int{{0, 1}, {2, 3}}},
		{nil, []int{0, 2, 3, 4}, [][]int{{2, 3}}},
		{[]int{0, 4}, []int{1, 2}, [][]int{{1}}},
		{[]int{2, 3}, []int{0, 1, 4}, [][]int{nil}},
	} {
		got, err := r.fewest(ctx, set(c.tracked...), set(c.among...))
		if err != nil || !slices.ContainsFunc(c.want, func(w []int) bool { return slices.Equal(w, got) }) {
			t.Errorf("tracked %v, among %v: %v, %v, want one of %v", c.tracked, c.among, got, err, c.want)
		}
	}
	for _, c := range []struct {
		tracked []bool
		want    bool
	}{
		{[]bool{true, true, false, false, false}, true},
		{[]bool{true, false, true, false, true}, false},
		{make([]bool, 5), false},
	} {
		if got, err := r.By(ctx, c.tracked); err != nil || got != c.want {
			t.Errorf("By(%v) = %v, %v", c.tracked, got, err)
		}
	}
}
