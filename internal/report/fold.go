package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
	"github.com/heddle-dev/heddle/internal/trace"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Folding: of a long trace the lines are shown that the failure depends on most closely, and what lies between them is folded into one row each. All formats for people show
// the same rows; docs/decisions/0170-folded-traces.md says what is folded and why nothing is lost by it.

// Row is one entry of a folded trace: a line, or neighbouring lines of one thread in its place.
type Row struct {
	First, End int  // the lines, from the first to before the end
	Folded     bool // in a row of one line: never
	// Leaves is what the folded lines wrote and other rows use, the last value of each. Notes is what else happened there.
	Leaves []trace.Value
	Notes  []string
}

const (
	wholeTrace  = 16 // lines: a trace this short is shown whole
	mostRows    = 45 // unless there are more switches
	leastFolded = 3  // lines in one row, as long as there is room
)

// never is the rank of what the failure does not depend on, repeated that of earlier executions of a line that is executed again and again.
const (
	never    = math.MaxInt
	repeated = never - 1
)

// Whole is all lines of a finding, none folded.
func (f *Finding) Whole() []Row {
	rows := make([]Row, len(f.Lines))
	for i := range rows {
		rows[i] = Row{First: i, End: i + 1}
	}
	return rows
}

// Fold is the rows of a finding's trace.
func (f *Finding) Fold() []Row {
	if len(f.Lines) <= wholeTrace {
		return f.Whole()
	}
	rank := f.ranks()
	order := make([]int, len(f.Lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(rank[i], rank[j]), cmp.Compare(j, i)) })
	// Lines are shown one by one as long as the rows suffice. To show a line out of a folded row makes two rows more of it, or one at its edge.
	shown := make([]bool, len(f.Lines))
	rows := f.segments()
	for _, i := range order {
		more := 0
		for _, k := range []int{i - 1, i + 1} {
			if f.together(i, k) && !shown[k] {
				more++
			}
		}
		if rank[i] >= repeated || rank[i] > 0 && rows+more > mostRows {
			continue
		}
		shown[i] = true
		rows += more
	}
	return f.rows(rank, shown, rows)
}

// foldedLines says which lines are folded.
func (f *Finding) foldedLines() []bool {
	out := make([]bool, len(f.Lines))
	for _, row := range f.Fold() {
		for i := row.First; i < row.End; i++ {
			out[i] = row.Folded
		}
	}
	return out
}

// rows makes one row of the lines between shown ones. A few of them are no fewer rows to read, if there is room.
func (f *Finding) rows(rank []int, shown []bool, rows int) (out []Row) {
	at := make([]int, len(f.Lines)) // the row of each line
	for i := 0; i < len(f.Lines); {
		end := i + 1
		for !shown[i] && f.together(i, end) && !shown[end] {
			end++
		}
		n := end - i
		if n == 1 || n < leastFolded && rows+n-1 <= mostRows {
			for rows += n - 1; i < end; i++ {
				shown[i] = true
				at[i] = len(out)
				out = append(out, Row{First: i, End: i + 1})
			}
			continue
		}
		row := Row{First: i, End: end, Folded: true}
		for ; i < end; i++ {
			at[i] = len(out)
			row.Notes = append(row.Notes, f.Lines[i].Notes...)
		}
		row.Notes = gather(row.Notes)
		out = append(out, row)
	}
	used := make([]bool, len(f.Lines)) // in another row
	for i := range f.Lines {
		if rank[i] != never || shown[i] {
			for _, k := range f.Lines[i].From {
				used[k] = used[k] || at[k] != at[i]
			}
		}
	}
	for i := range f.Lines {
		if row := &out[at[i]]; row.Folded && used[i] {
			for _, v := range f.Lines[i].Values {
				if v.Was = ""; v.Write {
					row.Leaves = mergeValues(row.Leaves, []trace.Value{v})
				}
			}
		}
	}
	return out
}

// together reports whether two neighbouring lines are of one thread; of lines that are not there, they are not.
func (f *Finding) together(i, k int) bool {
	return k >= 0 && k < len(f.Lines) && f.Lines[i].Thread == f.Lines[k].Thread
}

// segments counts how often a thread runs.
func (f *Finding) segments() int {
	n := 1
	for i := 1; i < len(f.Lines); i++ {
		if !f.together(i, i-1) {
			n++
		}
	}
	return n
}

// ranks says for each line how far the failure is from it: 0 is where it fails, 1 what that depends on directly. Threads that take part were started, locks that count were taken,
// and a switch is seen from both of its sides.
func (f *Finding) ranks() []int {
	rank := make([]int, len(f.Lines))
	for i := range rank {
		rank[i] = never
	}
	var next []int
	put := func(i, r int) {
		if r < rank[i] {
			rank[i] = r
			next = append(next, i)
		}
	}
	for i := range f.Lines {
		if f.fails(i) {
			put(i, 0)
		}
	}
	for _, i := range slices.Clone(next) {
		for _, lock := range f.Lines[i].Locks {
			if k := f.acquired(i, lock); k >= 0 {
				put(k, 1)
			}
		}
	}
	for len(next) > 0 {
		i := next[0]
		next = next[1:]
		for _, k := range f.Lines[i].From {
			put(k, rank[i]+1)
		}
	}
	// A loop that counts depends on each of its iterations. The last ones tell what it does.
	const most = 3
	type place struct {
		thread int
		pos    source.Pos
	}
	times := map[place]int{}
	for i := len(f.Lines) - 1; i >= 0; i-- {
		l := &f.Lines[i]
		p := place{l.Thread, source.Pos{File: l.Pos.File, Line: l.Pos.Line}}
		if rank[i] > 1 && rank[i] != never && times[p] >= most {
			rank[i] = repeated
		}
		if rank[i] != never {
			times[p]++
		}
	}
	const beside = 3 // what stands near a switch, and what is worth a note
	for i := range f.Lines {
		l := &f.Lines[i]
		if i > 0 && !f.together(i, i-1) || i+1 < len(f.Lines) && !f.together(i, i+1) || len(l.Notes) > 0 || f.Kind.IsMisuse() && l.locks() && l.Thread == f.Lines[len(f.Lines)-1].Thread {
			rank[i] = min(rank[i], beside)
		}
	}
	return rank
}

// fails reports whether a line is where the trace ends for a thread that takes part in the failure.
func (f *Finding) fails(i int) bool {
	return f.Lines[i].pending() || i == len(f.Lines)-1 && f.Kind != verdict.KindDeadlock
}

// acquired finds the line at which the thread of a line took a lock that it holds there; negative: none is shown.
func (f *Finding) acquired(i int, lock string) int {
	for k := i - 1; k >= 0; k-- {
		if f.Lines[k].Thread == f.Lines[i].Thread && !slices.Contains(f.Lines[k].Locks, lock) {
			return k
		}
	}
	return -1
}

// locks reports whether a line takes or lets go a lock.
func (l *Line) locks() bool {
	return slices.ContainsFunc(l.Does, func(d string) bool { return strings.HasSuffix(d, "lock") })
}

// gather makes one note of many that start a thread; others are as they are, each once, the first few.
func gather(notes []string) (out []string) {
	const most = 2
	started, more := 0, 0
	for _, n := range notes {
		switch {
		case strings.HasPrefix(n, "starts thread "):
			started++
			if started == 1 {
				out = append(out, n)
			}
		case slices.Contains(out, n):
		case len(out) < most:
			out = append(out, n)
		default:
			more++
		}
	}
	if started > 1 {
		i := slices.IndexFunc(out, func(n string) bool { return strings.HasPrefix(n, "starts thread ") })
		out[i] = fmt.Sprintf("starts %d threads", started)
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}

// folded says what a folded row stands for: how many lines of which functions, and what they leave behind.
func (f *Finding) folded(row Row) string {
	const most = 4
	var parts []string
	var functions []string
	for _, l := range f.Lines[row.First:row.End] {
		if !slices.Contains(functions, l.Func) {
			functions = append(functions, l.Func)
		}
	}
	where := strings.Join(functions[:min(most, len(functions))], ", ")
	if n := len(functions) - most; n > 0 {
		where += fmt.Sprintf(" and %s", count(n, "more function"))
	}
	parts = append(parts, fmt.Sprintf("%s in %s", count(row.End-row.First, "line"), where))
	if n := len(row.Leaves); n > most {
		parts = append(parts, fmt.Sprintf("%s, and %d more", values(row.Leaves[n-most:]), n-most))
	} else if n > 0 {
		parts = append(parts, values(row.Leaves))
	}
	return strings.Join(append(parts, row.Notes...), "; ")
}
