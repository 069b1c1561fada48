package report

import (
	"bytes"
	"encoding/json"
	"slices"
)

// The canonical form of JSON that encoding/json has just written: the keys of all objects in order, and without what a checksum leaves out. It is what
// checksum makes of any text by reading all of it into maps and writing it again; a report can have a million steps, and of what we wrote ourselves we know
// that there is no white space and how strings are escaped. So values are copied as they stand, and the members of each object are put in order.

// part says where in a report a value stands, as far as something is left out there.
type part int

const (
	elsewhere part = iota
	whole          // a report or a baseline
	programs       // the reports of several programs
	program
)

// leftOut reports whether a member of an object is left out.
func (p part) leftOut(key []byte) bool {
	return (p == whole || p == program) && string(key) == "stats" || p == whole && string(key) == "checksum"
}

// at is the part that a member of an object is.
func (p part) at(key []byte) part {
	if p == whole && string(key) == "programs" {
		return programs
	}
	return elsewhere
}

type canonizer struct {
	in      []byte // what is left to read
	out     []byte
	members []member // of the objects around
	spare   []byte
}

// member is a member of an object: its key, and where it stands in what was written.
type member struct {
	key      []byte
	from, to int
}

// canonical makes the canonical form of what json.Marshal wrote.
func canonical(written []byte) []byte {
	c := canonizer{in: written, out: make([]byte, 0, len(written))}
	c.value(whole)
	return c.out
}

func (c *canonizer) value(p part) {
	switch c.in[0] {
	case '{':
		c.object(p)
	case '[':
		element := elsewhere
		if p == programs {
			element = program
		}
		for c.copy(1); c.in[0] != ']'; {
			if c.value(element); c.in[0] == ',' {
				c.copy(1)
			}
		}
		c.copy(1)
	case '"':
		c.text()
	default:
		end := bytes.IndexAny(c.in, ",]}")
		if end < 0 {
			end = len(c.in)
		}
		c.copy(end)
	}
}

func (c *canonizer) object(p part) {
	start, outer := len(c.out), len(c.members)
	for c.in = c.in[1:]; c.in[0] != '}'; {
		from := len(c.out)
		key := c.text()
		c.copy(1) // the colon
		c.value(p.at(key))
		if c.in[0] == ',' {
			c.in = c.in[1:]
		}
		if p.leftOut(key) {
			c.out = c.out[:from]
			continue
		}
		c.members = append(c.members, member{key, from - start, len(c.out) - start})
	}
	c.in = c.in[1:]
	own := c.members[outer:]
	slices.SortFunc(own, func(a, b member) int { return bytes.Compare(a.key, b.key) })
	c.spare = append(c.spare[:0], c.out[start:]...)
	c.out = append(c.out[:start], '{')
	for i, m := range own {
		if i > 0 {
			c.out = append(c.out, ',')
		}
		c.out = append(c.out, c.spare[m.from:m.to]...)
	}
	c.out = append(c.out, '}')
	c.members = c.members[:outer]
}

// copy takes over the next bytes.
func (c *canonizer) copy(n int) {
	c.out = append(c.out, c.in[:n]...)
	c.in = c.in[n:]
}

// text takes over a string and gives what it says. What was no UTF-8 is written as an escape, and is a character once it has been read.
func (c *canonizer) text() (says []byte) {
	end, escaped := 1, false
	for ; c.in[end] != '"'; end++ {
		if c.in[end] == '\\' {
			end++
			escaped = true
		}
	}
	end++
	if says = c.in[1 : end-1]; !escaped {
		c.copy(end)
		return says
	}
	var read string
	if err := json.Unmarshal(c.in[:end], &read); err != nil {
		panic("report: " + err.Error() + ": " + string(c.in[:end]))
	}
	again, err := json.Marshal(read)
	if err != nil {
		panic("report: " + err.Error())
	}
	c.out = append(c.out, again...)
	c.in = c.in[end:]
	return []byte(read)
}
