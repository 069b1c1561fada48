package irgen

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/ircheck"
	"github.com/heddle-dev/heddle/internal/irtext"
	"github.com/heddle-dev/heddle/internal/source"
)

// Parse reads a program and gives every instruction the line of the text it stands on as its position: "t.ir:12:1".
func Parse(src string) (*ir.Program, error) {
	p, err := ParseOpen(src)
	if err != nil {
		return nil, err
	}
	for _, f := range p.Funcs {
		if r, bad := readsUnwritten(f); bad {
			return nil, fmt.Errorf("irgen: %s reads register %d before it is written", f.Name, r)
		}
	}
	return p, nil
}

// ParseOpen is Parse for programs that may read unwritten registers (Options.Open).
func ParseOpen(src string) (*ir.Program, error) {
	p, err := irtext.Parse("t.ir", []byte(src))
	if err != nil {
		return nil, err
	}
	if errs := ircheck.Check(p); len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	lines := instructionLines(src)
	i := 0
	for _, in := range p.Instrs() {
		if i >= len(lines) {
			return nil, fmt.Errorf("irgen: more instructions than lines")
		}
		in.Base().Pos = source.At("t.ir", lines[i], 1)
		i++
	}
	return p, nil
}

// readsUnwritten finds a register that some path reads before writing it. cfront makes no such programs, and the value would be an
// input of 32 or 64 bits.
func readsUnwritten(f *ir.Func) (ir.Reg, bool) {
	type set map[ir.Reg]bool
	written := make([]set, len(f.Blocks))
	written[0] = set{}
	for _, r := range f.Params {
		written[0][r] = true
	}
	for changed := true; changed; {
		changed = false
		for i, b := range f.Blocks {
			if written[i] == nil {
				continue
			}
			now := maps.Clone(written[i])
			for _, in := range b.Instrs {
				writes(in, func(r ir.Reg) { now[r] = true })
			}
			ir.Targets(b.Term(), func(t *ir.BlockID) {
				if written[*t] == nil {
					written[*t], changed = maps.Clone(now), true
					return
				}
				for r := range written[*t] {
					if !now[r] {
						delete(written[*t], r)
						changed = true
					}
				}
			})
		}
	}
	first, bad := ir.Reg(0), false
	for i, b := range f.Blocks {
		if written[i] == nil {
			continue
		}
		now := maps.Clone(written[i])
		for _, in := range b.Instrs {
			ir.Uses(in, func(o *ir.Operand) {
				if o.Kind == ir.KindReg && !now[o.Reg] {
					first, bad = o.Reg, true
				}
			})
			writes(in, func(r ir.Reg) { now[r] = true })
		}
	}
	return first, bad
}

// writes calls f with the registers that an instruction surely writes: a join that gives up leaves its result alone.
func writes(in ir.Instr, f func(ir.Reg)) {
	j, ok := in.(*ir.Join)
	ir.Defs(in, func(r *ir.Reg) {
		if !ok || !j.Try && !j.Timed || *r != j.Dst {
			f(*r)
		}
	})
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
