package irgen

import (
	"errors"
	"fmt"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
)

// Parse reads a program and gives every instruction the line of the text it stands on as its position: "t.ir:12:1".
func Parse(src string) (*ir.Program, error) {
	p, err := irtext.Parse("t.ir", []byte(src))
	if err != nil {
		return nil, err
	}
	if errs := ircheck.Check(p); len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	lines := instructionLines(src)
	i := 0
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if i >= len(lines) {
					return nil, fmt.Errorf("irgen: more instructions than lines")
				}
				in.Base().Pos = source.At("t.ir", lines[i], 1)
				i++
			}
		}
	}
	return p, nil
}

// instructionLines is the numbers of the lines that hold an instruction: the indented ones.
func instructionLines(src string) []int {
	var out []int
	for i, l := range strings.Split(src, "\n") {
		if strings.HasPrefix(l, "  ") && strings.TrimSpace(l) != "" && !strings.HasPrefix(strings.TrimSpace(l), "//") {
			out = append(out, i+1)
		}
	}
	return out
}

// Shrink removes lines as long as the program stays well-formed and still fails. fails must not change the program.
func Shrink(src string, fails func(src string) bool) string {
	lines := strings.Split(src, "\n")
	try := func(cand []string) bool {
		s := strings.Join(cand, "\n")
		if _, err := Parse(s); err != nil {
			return false
		}
		return fails(s)
	}
	for changed := true; changed; {
		changed = false
		for size := 16; size > 0; size /= 2 {
			for at := len(lines) - size; at >= 0; at-- {
				cand := append(append([]string(nil), lines[:at]...), lines[at+size:]...)
				if try(cand) {
					lines, changed = cand, true
					at = min(at, len(lines)-size+1)
				}
			}
		}
		for i, l := range lines {
			for _, cut := range simpler(l) {
				cand := append([]string(nil), lines...)
				cand[i] = cut
				if try(cand) {
					lines, changed = cand, true
					break
				}
			}
		}
	}
	return strings.Join(lines, "\n")
}

// simpler is a line with one attribute less, or a branch that is decided.
func simpler(l string) []string {
	var out []string
	for _, a := range []string{" atomic", " excused", " volatile", " weak", " outlives", " shared", " timed", " try", " id mem[@tid],", " all"} {
		if strings.Contains(l, a) {
			out = append(out, strings.Replace(l, a, "", 1))
		}
	}
	if rest, ok := strings.CutPrefix(l, "  branch "); ok {
		if parts := strings.Split(rest, ", "); len(parts) == 3 {
			out = append(out, "  jump "+parts[1], "  jump "+parts[2])
		}
	}
	return out
}
