package irgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Noise adds to a concurrent program what its checks hardly depend on: accesses of variables of their own, many of them under a lock that some of the program's accesses are put
// under too, and loops over such variables, some of which leave something for the program to look at. It is for what leaves out what does not matter.
func Noise(src string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x6e6f6973))
	src = strings.Replace(src, "entry @main", "global @u0 : 4 align 4\nglobal @u1 : 4 align 4\nglobal @u2 : 4 align 4\nglobal @m3 : 8 align 8\nentry @main", 1)
	var out []string
	depth, regs, loops, inside := 0, 0, 0, false
	for _, line := range strings.Split(src, "\n") {
		text := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(text, "func @w"), strings.HasPrefix(text, "func @main"):
			inside, depth = true, 0
		case text == "}":
			inside = false
		case text == "atomic_begin":
			depth++
		case text == "atomic_end":
			depth--
		}
		access := strings.Contains(text, "load mem[@x]") || strings.HasPrefix(text, "store mem[@x]") || strings.HasPrefix(text, "store mem[@y]") || strings.Contains(text, "load mem[@y]")
		locked := inside && depth == 0 && access && r.IntN(2) == 0
		if locked {
			out = append(out, "  lock @m3", line, "  unlock @m3")
		} else {
			out = append(out, line)
		}
		if !inside || depth > 0 || !access && !strings.HasPrefix(text, "store") || r.IntN(2) == 0 {
			continue
		}
		if r.IntN(3) == 0 {
			loops++
			out = append(out, noiseLoop(r, loops)...)
			continue
		}
		u, locks := fmt.Sprintf("@u%d", r.IntN(3)), r.IntN(2) == 0
		if locks {
			out = append(out, "  lock @m3")
		}
		if regs++; r.IntN(2) == 0 {
			out = append(out, fmt.Sprintf("  store mem[%s] atomic, %d:32", u, r.IntN(3)))
		} else {
			out = append(out, fmt.Sprintf("  %%z%d:32 = load mem[%s] atomic", regs, u), fmt.Sprintf("  store mem[@u%d] atomic, %%z%d", r.IntN(3), regs))
		}
		if locks {
			out = append(out, "  unlock @m3")
		}
	}
	return strings.Join(out, "\n")
}

// noiseLoop is a loop over noise. Every third leaves what it counted in a variable of the program, or is left in two ways that differ there.
func noiseLoop(r *rand.Rand, n int) []string {
	name := func(s string) string { return fmt.Sprintf("%%q%d%s", n, s) }
	block := func(s string) string { return fmt.Sprintf("q%d%s", n, s) }
	i, u := name("i"), fmt.Sprintf("@u%d", r.IntN(3))
	out := []string{"  " + i + ":32 = move 0", "  jump " + block("head"), block("head") + ":"}
	most := fmt.Sprint(1 + r.IntN(3))
	if r.IntN(2) == 0 {
		most = name("most")
		out = append(out, fmt.Sprintf("  %s:32 = load mem[@u%d] atomic", name("any"), r.IntN(3)), fmt.Sprintf("  %s:32 = and %s, 3", most, name("any")))
	}
	out = append(out, fmt.Sprintf("  %s:1 = ult %s, %s", name("c"), i, most), fmt.Sprintf("  branch %s, %s, %s", name("c"), block("body"), block("end")), block("body")+":",
		fmt.Sprintf("  %s:32 = load mem[%s] atomic", name("v"), u), fmt.Sprintf("  %s:32 = xor %s, 1", name("w"), name("v")), fmt.Sprintf("  store mem[%s] atomic, %s", u, name("w")),
		fmt.Sprintf("  %s:32 = add %s, 1", i, i))
	kind := r.IntN(6)
	if kind == 0 {
		out = append(out, fmt.Sprintf("  %s:1 = eq %s, 2", name("two"), name("v")), fmt.Sprintf("  branch %s, %s, %s", name("two"), block("out"), block("head")), block("out")+":",
			"  store mem[@x] atomic, 2:32", "  jump "+block("end"))
	} else {
		out = append(out, "  jump "+block("head"))
	}
	out = append(out, block("end")+":")
	if kind == 1 {
		out = append(out, fmt.Sprintf("  store mem[@%s] atomic, %s", []string{"x", "y"}[r.IntN(2)], i))
	}
	return out
}
