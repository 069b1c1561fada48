package cparse

import (
	"fmt"
	"slices"
)

// Circles. Two structs of one name in two scopes are compared member by member. If both lead back to themselves, by
// pointers, too, the comparison has no end: the stack overflows, which ends the process. So a struct with several
// bodies that leads to itself is suspected. All that stands between must have several bodies, too; otherwise the
// comparison meets the same struct on both sides, and ends.
//
// Rejected: finding out which structs are compared, which takes the types of expressions.

// mention notes that the bodies that are open speak of a typedef name.
func (c *counter) mention(name string) {
	for _, tag := range c.leads[name] {
		c.refer(tag)
	}
}

// refer notes that the innermost bodies with a name speak of a tag.
func (c *counter) refer(tag string) {
	for k := len(c.scopes) - 1; k >= 0; k-- {
		if b := c.scopes[k].body; b > 0 && c.bodies[b].tag != "" {
			if from := c.bodies[b].tag; !slices.Contains(last(c.refers[from], 8), tag) {
				c.refers[from] = append(c.refers[from], tag)
			}
			return
		}
	}
}

func last[T any](s []T, n int) []T { return s[max(0, len(s)-n):] }

// circles suspects structs with several bodies of one name that lead to themselves.
func (c *counter) circles() {
	state := map[string]int{} // 1: open, 2: done
	var visit func(tag string) bool
	visit = func(tag string) bool {
		if c.counts[tag] < 2 || state[tag] == 2 {
			return false
		}
		if state[tag] == 1 {
			return true
		}
		state[tag] = 1
		for _, to := range c.refers[tag] {
			if visit(to) {
				return true
			}
		}
		state[tag] = 2
		return false
	}
	for k := range c.bodies {
		if b := &c.bodies[k]; b.tag != "" && visit(b.tag) {
			if c.effort.why == "" {
				c.effort.at, c.effort.why = b.at, fmt.Sprintf("%s has %d definitions and refers to itself", b.tag, c.counts[b.tag])
			}
			return
		}
	}
}
