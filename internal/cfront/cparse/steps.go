package cparse

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

// Quadratic steps: what is below the limits of each statement and adds up over a file. Each kind has its own measure,
// in steps of the library that take a tenth of a microsecond to one, and all go into one sum: a file with some of each
// takes as long as a file with a lot of one.
//
// Rejected: a limit for each kind, which lets a file have a little less than the limit of each.

func (c *counter) work(at int, n uint64, what string) {
	c.effort.steps = plus(c.effort.steps, n)
	if c.effort.steps > maxSteps {
		c.suspect(at, "%s, with the rest of it, take some %d steps", what, c.effort.steps)
	}
}

// element charges for a value of an initializer: without the braces of the arrays and structs around it, the library
// looks through all of these.
func (c *counter) element(i int) {
	d := &c.scopes[c.top().owner].decl
	dims := uint64(d.shape.dims) + uint64(d.dims)
	if n := dims*dims + uint64(d.shape.depth); n > 8 {
		c.work(i, n-8, "initializers of nested arrays")
	}
}

// lookups charges for the members that are looked up: one of a struct or union without a name takes all the paths of
// what is around it, another its place in the list.
func (c *counter) lookups() {
	cost := map[string]uint64{}
	outer := make([]int, len(c.bodies)) // around each; a body comes before those in it
	for k := range c.bodies {
		b := &c.bodies[k]
		if outer[k] = k; b.in > 0 {
			outer[k] = outer[b.in]
		}
		for name, place := range b.members {
			if outer[k] != k {
				place = c.bodies[outer[k]].paths
			}
			cost[name] = max(cost[name], place)
		}
	}
	var total, most uint64
	name := ""
	for n, looks := range c.looks {
		one, ok := cost[n]
		if !ok {
			one = c.effort.paths
		}
		all := times(one, looks)
		total = plus(total, all)
		if all > most || all == most && n < name {
			most, name = all, n
		}
	}
	c.effort.steps = plus(c.effort.steps, total)
	if c.effort.steps > maxSteps && len(c.toks) > 0 {
		at := slices.IndexFunc(c.toks, func(t cpp.Token) bool { return t.IsIdent(name) })
		const what = "looking up its members, %s the most, with the rest of it, takes some %d steps"
		c.suspect(max(0, at), what, name, c.effort.steps)
	}
}
