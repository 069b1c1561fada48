package check

import (
	"maps"
	"slices"

	"github.com/heddle-dev/heddle/internal/logic"
	"github.com/heddle-dev/heddle/internal/proof"
)

// read gives points their invariants, and variables the assumptions about who changes them.
func (c *checker) read(pr *proof.Proof) error {
	byName := map[string]*kind{}
	for _, k := range c.kinds {
		byName[k.name] = k
	}
	named := map[*kind][]*proof.Place{}
	for _, t := range pr.Threads {
		k := byName[t.Name]
		if k == nil || named[k] != nil {
			return bad("the program has no threads %.60q, or the proof has them twice", t.Name)
		}
		if named[k] = t.Places; t.Places == nil {
			named[k] = []*proof.Place{}
		}
	}
	for _, k := range c.kinds {
		if err := c.findPoints(k, named[k]); err != nil {
			return err
		}
	}
	for _, k := range c.kinds {
		for _, p := range k.points {
			p.step = c.stepFrom(k, p)
		}
	}
	if err := c.findCounts(pr); err != nil {
		return err
	}
	for _, k := range c.kinds {
		sc := &scope{m: c.model, t: k}
		for _, pl := range named[k] {
			inv, err := sc.all(&pl.When)
			if err != nil {
				return err
			}
			p := k.at[pl.At]
			p.inv, p.inv2 = inv, c.asOther(k, inv)
		}
		for _, p := range k.points {
			for i := range p.step.exits {
				e := &p.step.exits[i]
				e.other = way{c.asOther(k, e.when), env{}}
				for v, x := range e.vals {
					if v.kind == nil {
						e.other.vals[v] = c.asOther(k, x)
					}
				}
			}
		}
	}
	if err := c.readRules(pr); err != nil {
		return err
	}
	return c.readAssumes(pr, byName)
}

func (c *checker) readRules(pr *proof.Proof) error {
	for _, r := range pr.Rules {
		var of *array
		for _, id := range slices.Sorted(maps.Keys(c.large)) {
			if c.names.Region(id) == r.Region {
				of = c.large[id]
			}
		}
		if of == nil {
			return bad("%.60q is no array that may have rules", r.Region)
		}
		x, err := (&scope{m: c.model, a: of}).condition(r.Holds)
		if err != nil {
			return err
		}
		of.rules = append(of.rules, x)
	}
	return nil
}

func (c *checker) readAssumes(pr *proof.Proof, byName map[string]*kind) error {
	c.assumes = map[*variable]map[*kind]logic.Term{}
	for _, a := range pr.Assumes {
		v := c.byName[a.Var]
		if v == nil || !v.told || c.assumes[v] != nil {
			return bad("%.60q is nothing that assumptions are made about, or there are two", a.Var)
		}
		c.assumes[v] = map[*kind]logic.Term{}
		for _, by := range a.By {
			k := byName[by.Thread]
			if _, twice := c.assumes[v][k]; k == nil || twice {
				return bad("the program has no threads %.60q, or an assumption about %.60q has them twice", by.Thread, a.Var)
			}
			when, err := (&scope{m: c.model, t: k}).all(&by.When)
			if err != nil {
				return err
			}
			c.assumes[v][k] = when
		}
	}
	return nil
}
