package modular

import (
	"context"
	"math/big"
	"slices"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/logic"
)

// What all cells of a large region hold. An array that is too large to be followed cell by cell, and heap that starts as zero, give anything when they are read. Where a failure rests on what was read, a rule
// may exclude it: a condition on a value that every cell of the region has, at all times. It holds at first, for what the region starts with; every store is asked whether it keeps it, like an assertion; and
// then what is read has it. By induction over the execution: the first store that breaks it comes from a state that only stores which keep it lead to.
//
// A rule that some store may break, as far as predicates tell, is given up, and everything begins anew without it.

// rule is a condition on every cell of a region.
type rule struct {
	region ir.RegionID
	term   logic.Term // over the variable that stands for the content of a cell
}

// content is one value of a cell: what a step reads or writes.
type content struct {
	region ir.RegionID
	value  logic.Term
	when   logic.Term // of a write: the condition that it is made
}

// mostContents is how many different values a region may start with.
const mostContents = 64

// findUniform finds the regions that may have rules: all accesses are of whole cells, what they start with is known, and no range is written.
func (s *search) findUniform(fits []bool) {
	p := s.threads.Program
	s.uniform, s.cellOf, s.contents = map[ir.RegionID]bool{}, map[ir.RegionID]logic.Term{}, map[ir.RegionID][]logic.Term{}
	zeroed := map[ir.ID]bool{}
	for _, in := range p.Instrs() {
		if a, ok := in.(*ir.Alloc); ok {
			zeroed[a.ID] = a.Zero
		}
	}
	ranged := map[ir.RegionID]bool{}
	for _, rg := range s.threads.Info.Ranges {
		for _, part := range rg.Parts {
			ranged[part.Dst] = true
		}
	}
	for r := range p.Regions {
		if id := ir.RegionID(r); fits[r] && s.memory.data[id] == nil && !ranged[id] && p.Regions[r].Width > 0 {
			if values, known := s.startsAs(id, zeroed); known {
				s.uniform[id], s.contents[id] = true, values
				s.cellOf[id] = s.b.FreshVar("cell", logic.BVSort(8*p.Regions[r].Width))
			}
		}
	}
}

// startsAs is the values that the cells of a region have at first.
func (s *search) startsAs(r ir.RegionID, zeroed map[ir.ID]bool) (out []logic.Term, known bool) {
	p := s.threads.Program
	width := 8 * p.Regions[r].Width
	add := func(x logic.Term) {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	for _, a := range s.threads.Beyond(r) {
		if !zeroed[a] {
			return nil, false
		}
	}
	for _, e := range p.Regions[r].Cells {
		if e.Object.Alloc != 0 {
			if !zeroed[e.Object.Alloc] {
				return nil, false
			}
			add(s.constant(width, new(big.Int)))
			continue
		}
		g := p.Globals[e.Object.Global]
		if g.ThreadLocal || g.External || len(g.Relocs) > 0 {
			return nil, false
		}
		for i := int64(0); i < e.Count && len(out) <= mostContents; i++ {
			at := e.Offset + i*e.Stride
			if at >= int64(len(g.Init)) { // the rest is zero
				add(s.constant(width, new(big.Int)))
				break
			}
			x, ok := s.begins(cell{variable: &variable{width: width}, object: e.Object.Global, offset: at})
			if !ok {
				return nil, false
			}
			add(x)
		}
	}
	return out, len(out) > 0 && len(out) <= mostContents
}

// is is a rule about a value.
func (s *search) is(r rule, value logic.Term) logic.Term {
	return s.b.Subst(r.term, map[logic.Term]logic.Term{s.cellOf[r.region]: value})
}

// given is what rules say about what a step reads.
func (s *search) given(st *step) logic.Term {
	if len(s.rules) == 0 {
		return s.b.True()
	}
	var out []logic.Term
	for _, c := range st.reads {
		for _, r := range s.rules {
			if r.region == c.region {
				out = append(out, s.is(r, c.value))
			}
		}
	}
	return s.b.And(out...)
}

// breaks is the conditions under which a step breaks a rule.
func (s *search) breaks(st *step) (out []check) {
	for _, c := range st.writes {
		for i := range s.rules {
			if r := s.rules[i]; r.region == c.region {
				out = append(out, check{fails: s.b.And(c.when, s.b.Not(s.is(r, c.value))), rests: true, rule: &r})
			}
		}
	}
	return out
}

// ruleFor looks for a rule that excludes a failure: one that what it rests on contradicts.
func (s *search) ruleFor(ctx context.Context, f *failure) (bool, error) {
	if f.check != nil {
		if ok, err := s.ruleAgainst(ctx, f.a.at.step, f.check.fails); ok || err != nil {
			return ok, err
		}
	}
	for _, end := range []*state{f.a, f.b} {
		for st := end; st != nil && st.from != nil; st = st.from {
			if st.by != nil || st.born > 0 {
				continue
			}
			step := st.from.at.step
			if ok, err := s.ruleAgainst(ctx, step, step.exits[st.exit].cond); ok || err != nil {
				return ok, err
			}
		}
	}
	return false, nil
}

// ruleAgainst adds a rule that excludes a condition of a step.
func (s *search) ruleAgainst(ctx context.Context, st *step, cond logic.Term) (bool, error) {
	for _, x := range s.atoms(cond, nil) {
		vars := s.b.VarsOf(x)
		i := slices.IndexFunc(st.reads, func(c content) bool { return len(vars) == 1 && c.value == vars[0] })
		if i < 0 {
			continue
		}
		c := st.reads[i]
		for _, q := range []logic.Term{s.b.Not(x), x} {
			r := rule{c.region, s.b.Subst(q, map[logic.Term]logic.Term{c.value: s.cellOf[c.region]})}
			if slices.Contains(s.tried, r) || !s.atFirst(r) {
				continue
			}
			ok, err := s.possible(ctx, cond, s.given(st), q)
			if err != nil {
				return false, err
			}
			if !ok {
				s.tried, s.rules = append(s.tried, r), append(s.rules, r)
				return true, nil
			}
		}
	}
	return false, nil
}

// atFirst reports whether a rule holds of what its region starts with.
func (s *search) atFirst(r rule) bool {
	return !slices.ContainsFunc(s.contents[r.region], func(x logic.Term) bool { return !s.b.IsTrue(s.is(r, x)) })
}

// giveUp gives up the rule that a failure breaks.
func (s *search) giveUp(f *failure) bool {
	if f.check == nil || f.check.rule == nil {
		return false
	}
	s.rules = slices.DeleteFunc(s.rules, func(r rule) bool { return r == *f.check.rule })
	return true
}
