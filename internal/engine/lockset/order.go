package lockset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/analysis/lockorder"
	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/place"
	"github.com/heddle-dev/heddle/internal/transform"
	"github.com/heddle-dev/heddle/internal/transform/inline"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Deadlocks, as circles in the order of locks (package lockorder). A circle is POSSIBLE; without one there is nothing to say, because threads wait for more than locks.

// noCircle is the reason where there is no circle.
const noCircle = "no circle in the order of locks, but joins, signals, semaphores and leaked locks make threads wait too"

// order adds what the order of locks says.
func order(req *engine.Request, res *engine.Result) {
	c := verdict.Claim{Property: verdict.Deadlock, Verdict: verdict.Unknown, Cause: verdict.Method, Reason: noCircle}
	defer func() { res.Claims = append(res.Claims, c) }()
	flat, err := inline.Threads(inline.Resolve(req.Program, place.AllocSize))
	if err != nil {
		c.Cause, c.Reason = verdict.Obstacle, err.Error()
		return
	}
	p, info := pointsto.Split(flat.Program, place.AllocSize)
	circles, full := lockorder.Find(p, info, flat.Roots)
	o := &orders{p: p, flat: flat}
	seen := map[string]bool{}
	var found []verdict.Finding
	for _, circle := range circles {
		f := verdict.Finding{Failure: o.failure(circle), Verdict: verdict.Possible}
		if key := f.Key(); !seen[key] {
			seen[key] = true
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b verdict.Finding) int { return compare(a.Location.Pos, b.Location.Pos) })
	if len(found) > 0 {
		c.Verdict, c.Cause, c.Reason = verdict.Possible, 0, "1 circle in the order of locks"
		if len(found) > 1 {
			c.Reason = fmt.Sprintf("%d circles in the order of locks", len(found))
		}
		if full {
			c.Reason += ", and perhaps more"
		}
		res.Findings = append(res.Findings, found...)
	}
}

type orders struct {
	p    *ir.Program
	flat *transform.Flat
}

// failure says who waits for whom: the places are those where threads wait, as in a deadlock that an execution shows, the first thread of the program first. How the locks
// came to be held stands beside.
func (o *orders) failure(c lockorder.Circle) verdict.Failure {
	rank := func(h lockorder.Hold) int { return slices.Index(o.flat.Roots, h.Kind) }
	first := 0
	for i, h := range c {
		d := rank(h) - rank(c[first])
		if d < 0 || d == 0 && compare(h.Wants.Pos.Pos, c[first].Wants.Pos.Pos) < 0 {
			first = i
		}
	}
	c = append(slices.Clone(c[first:]), c[:first]...)
	f := verdict.Failure{Kind: verdict.KindDeadlock, Location: c[0].Wants.Pos}
	var parts []string
	for i, h := range c {
		says := fmt.Sprintf("%s holds %s, taken at %s:%d, and wants %s at %s:%d", o.p.Funcs[h.Kind].Display,
			o.name(h.Took), base(h.Took.Pos.File), h.Took.Pos.Line, o.name(h.Wants), base(h.Wants.Pos.File), h.Wants.Pos.Line)
		parts = append(parts, says)
		if i > 0 {
			f.Related = append(f.Related, verdict.Place{Message: says, Location: h.Wants.Pos})
		}
		f.History = append(f.History, verdict.Place{Message: fmt.Sprintf("%s takes %s%s", o.p.Funcs[h.Kind].Display, o.name(h.Took), o.stack(h.Took)), Location: h.Took.Pos})
		f.History = append(f.History, verdict.Place{Message: fmt.Sprintf("%s wants %s%s", o.p.Funcs[h.Kind].Display, o.name(h.Wants), o.stack(h.Wants)), Location: h.Wants.Pos})
	}
	f.Message = "possible deadlock: " + strings.Join(parts, "; ")
	return f
}

// stack says through which calls a thread came to an operation.
func (o *orders) stack(in *ir.Lock) string {
	var out string
	for fr := o.flat.Frames[in.ID]; fr != nil && fr.Caller != nil; fr = fr.Caller {
		if fr.Caller.Caller == nil && fr.Caller.Func == fr.Func {
			break // the call of main by what comes before it
		}
		out += fmt.Sprintf(", in %s called at %s:%d", fr.Func, base(fr.At.File), fr.At.Line)
	}
	return out
}

// name is what a lock is called: a variable, or what stands in the call.
func (o *orders) name(in *ir.Lock) string {
	if in.Obj.Kind == ir.KindGlobal && in.Obj.Val.Lo == 0 {
		return o.p.Globals[in.Obj.Global].Display
	}
	text := in.Text
	if i, j := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')'); i >= 0 && i < j {
		text = strings.TrimSpace(text[i+1 : j])
		if text = strings.TrimPrefix(text, "&"); text != "" && len(text) < 40 {
			return text
		}
	}
	return "a lock"
}

func base(file string) string { return file[strings.LastIndexByte(file, '/')+1:] }
