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
	switch {
	case in.Interleaved == nil:
		fmt.Fprintf(w, "  interleaved or not: undecided, %s\n", inline(in.Reason))
	case *in.Interleaved:
		fmt.Fprintf(w, "  interleaved: no sequential run of the same input fails\n")
	default:
		fmt.Fprintf(w, "  not interleaved: a sequential run of the same input fails\n")
	}
	for i, o := range in.Orders {
		if i == mostOrders {
			fmt.Fprintf(w, "    and %d more\n", len(in.Orders)-mostOrders)
			break
		}
		fmt.Fprintf(w, "    %s\n", inline(order(o)))
	}
	if len(in.Preconditions) > 0 {
		fmt.Fprintf(w, "  missing precondition: %s\n", inline(strings.Join(in.Preconditions, "; ")))
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
			for _, o := range in.Orders {
				fmt.Fprintf(b, "    %s\n", inline(order(o)))
			}
			if len(in.Preconditions) > 0 {
				fmt.Fprintf(b, "    missing precondition: %s\n", inline(strings.Join(in.Preconditions, "; ")))
			}
		}
	}
	if len(r.Preconditions) > 0 {
		b.WriteString("preconditions, in the order in which the harness would assume them:\n")
		for _, p := range r.Preconditions {
			fmt.Fprintf(b, "  heddle_assume(%s);\n", inline(p))
		}
	}
}
