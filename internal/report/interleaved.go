package report

import (
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// What sequential runs of the same input say, for people.

// mostOrders is how many sequential runs are named; JSON has them all.
const mostOrders = 6

// interleaving says whether the finding takes threads that interrupt one another.
func (w *textWriter) interleaving() {
	in := w.f.Interleaving
	if in == nil {
		return
	}
	head, more := sequentially(in)
	fmt.Fprintf(w, "  %s\n", inline(head))
	for _, m := range more {
		fmt.Fprintf(w, "    %s\n", inline(m))
	}
}

// order is a sequential run in a line.
func order(o verdict.Order) string { return strings.Join(o.Threads, ", then ") + ": " + o.End }

// writeSetAside lists the findings that do not count, and what the harness would have to assume.
func (r *Report) writeSetAside(b *strings.Builder) {
	if len(r.SetAside) > 0 {
		fmt.Fprintf(b, "set aside, because a sequential run of the same input fails: %s\n", count(len(r.SetAside), "finding"))
	}
	for i := range r.SetAside {
		f := &r.SetAside[i]
		fmt.Fprintf(b, "  %s: %s at %s\n", f.Kind, inline(f.Message), inline(f.Location.Pos.String()))
		if in := f.Interleaving; in != nil {
			_, more := sequentially(in)
			for _, m := range more {
				fmt.Fprintf(b, "    %s\n", inline(m))
			}
		}
	}
	if len(r.Preconditions) > 0 {
		b.WriteString("preconditions, in the order in which the harness would assume them:\n")
		for _, p := range r.Preconditions {
			fmt.Fprintf(b, "  %s\n", inline(assumption(p)))
		}
	}
}

// assumption is a precondition as the harness would have it.
func assumption(condition string) string { return "heddle_assume(" + condition + ");" }

// sequentially is what sequential runs of the same input say: whether the failure takes threads that interrupt one another, and the runs.
func sequentially(in *verdict.Interleaving) (head string, more []string) {
	switch {
	case in.Interleaved == nil:
		head = "interleaved or not: undecided, " + in.Reason
	case *in.Interleaved:
		head = "interleaved: no sequential run of the same input fails"
	default:
		head = "not interleaved: a sequential run of the same input fails"
	}
	for _, o := range in.Orders[:min(len(in.Orders), mostOrders)] {
		more = append(more, order(o))
	}
	if n := len(in.Orders) - mostOrders; n > 0 {
		more = append(more, fmt.Sprintf("and %d more", n))
	}
	if len(in.Preconditions) > 0 {
		more = append(more, "missing precondition: "+strings.Join(in.Preconditions, "; "))
	}
	return head, more
}
