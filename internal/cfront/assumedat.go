package cfront

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/heddle-dev/heddle/internal/source"
)

// Assumptions about many accesses are one, with their places.

// mostPlaces is how many places of accesses are listed.
const mostPlaces = 8

// noteRegisters lists the accesses to registers of devices, which race with nothing.
func (c *compiler) noteRegisters() {
	c.assumeAt(c.registers, "access to registers of a device does", "accesses to registers of devices do", "not race")
}

// assumeAt notes what is assumed of the accesses at some places, if there are any: "2 accesses do not race: a.c:1:2, a.c:3:4". It forbids nothing.
func (c *compiler) assumeAt(at []source.Range, one, many, what string) {
	if len(at) == 0 {
		return
	}
	at = slices.Clone(at)
	slices.SortStableFunc(at, func(a, b source.Range) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	at = slices.CompactFunc(at, func(a, b source.Range) bool { return a.Pos == b.Pos })
	var places []string
	for _, r := range at[:min(len(at), mostPlaces)] {
		places = append(places, fmt.Sprint(r.Pos))
	}
	if more := len(at) - len(places); more > 0 {
		places = append(places, fmt.Sprintf("and %d more", more))
	}
	who := one
	if len(at) > 1 {
		who = many
	}
	c.assume(at[0], fmt.Sprintf("%d %s %s: %s", len(at), who, what, strings.Join(places, ", ")), false)
}
