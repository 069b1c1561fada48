package cparse

import (
	"cmp"
	"fmt"
	"slices"
)

// Circles. Two structs of one name in two scopes are compared member by member. If both lead back to themselves, by
// pointers, too, the comparison has no end: the stack overflows, which ends the process. So a struct with several
// bodies that leads to itself is suspected. All that stands between must have several bodies, too; otherwise the
// comparison meets the same struct on both sides, and ends.
//
// What leads where is a graph. A struct with a tag is a node, and so is each body without one, which is compared with
// any other of its kind, and each typedef, which hands on what its declarator speaks of: a struct, another typedef,
// the parameters of a function. Each mention is one edge, from the innermost body or typedef around it. The search
// keeps its path in a slice, since a chain of typedefs may be as long as the file.
//
// Rejected: lists of what each typedef leads to in the end, which are quadratic in a chain of typedefs; finding out
// which structs are compared, which takes the types of expressions.

// node is something that leads to structs: all structs of a tag, a body without one, or a typedef.
type node struct {
	tag    string // "struct s"; empty: none
	first  int    // its first body
	bodies int    // how many it has; without a tag: two, since there may be another like it
	shape  shape  // of a tag: its bodies
	to     []int  // what it speaks of
}

func (c *counter) newNode(tag string) int {
	n := node{tag: tag}
	if tag == "" {
		n.bodies = 2
	}
	c.nodes = append(c.nodes, n)
	return len(c.nodes) - 1
}

func (c *counter) tagNode(tag string) int {
	k := c.tags[tag]
	if k == 0 {
		k = c.newNode(tag)
		c.tags[tag] = k
	}
	return k
}

// speaker is the innermost body or typedef; 0: none.
func (c *counter) speaker() int {
	s := c.top()
	return cmp.Or(s.decl.node, s.speaker)
}

// mention notes that a typedef name was used.
func (c *counter) mention(name string) { c.refer(c.leads[name]) }

// refer notes that a node was spoken of.
func (c *counter) refer(to int) {
	from := c.speaker()
	if from == 0 || to == 0 {
		return
	}
	n := &c.nodes[from]
	if !slices.Contains(n.to[max(0, len(n.to)-8):], to) { // most of what is said twice
		n.to = append(n.to, to)
	}
}

// lead makes a typedef name lead to what its declarator speaks of. The declarators behind it may speak of the name, so
// they have another node: whatever has no tag leads only to what ended before, and each circle has a tag in it.
func (c *counter) lead(d *declaring, more bool) {
	c.mention(d.name) // of the same name in another block
	c.leads[d.name] = d.node
	if more {
		next := c.newNode("")
		c.nodes[next].to = []int{d.node}
		d.node = next
	}
}

// circles suspects structs with several bodies that lead to themselves.
func (c *counter) circles() {
	if c.effort.why != "" {
		return
	}
	w := walk{nodes: c.nodes, state: make([]visit, len(c.nodes)), next: make([]int, len(c.nodes))}
	for k := range c.nodes {
		if c.nodes[k].tag == "" {
			continue
		}
		if found := w.circle(k); found != 0 {
			n := &c.nodes[found]
			c.effort.at = c.bodies[n.first].at
			c.effort.why = fmt.Sprintf("%s has %d definitions and refers to itself", n.tag, n.bodies)
			return
		}
	}
}

type visit uint8

const (
	unseen visit = iota
	onPath
	done // no circle can be reached
)

// walk looks for circles, depth first.
type walk struct {
	nodes []node
	state []visit
	next  []int // how many edges of each have been followed
}

// circle gives a node with a tag on a circle that can be reached; 0: there is none.
func (w *walk) circle(from int) int {
	if w.nodes[from].bodies < 2 || w.state[from] != unseen {
		return 0
	}
	w.state[from] = onPath
	for path := []int{from}; len(path) > 0; {
		at := path[len(path)-1]
		if w.next[at] == len(w.nodes[at].to) {
			w.state[at] = done
			path = path[:len(path)-1]
			continue
		}
		to := w.nodes[at].to[w.next[at]]
		w.next[at]++
		switch {
		case w.nodes[to].bodies < 2:
		case w.state[to] == onPath:
			around := path[slices.Index(path, to):]
			return around[slices.IndexFunc(around, func(k int) bool { return w.nodes[k].tag != "" })]
		case w.state[to] == unseen:
			w.state[to] = onPath
			path = append(path, to)
		}
	}
	return 0
}
