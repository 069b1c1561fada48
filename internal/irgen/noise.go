package irgen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Noise adds to a concurrent program what its checks hardly depend on: accesses of variables of their own, many of them under a lock that some of the program's accesses are put
// under too. It is for what leaves out what does not matter.
func Noise(src string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x6e6f6973))
	src = strings.Replace(src, "entry @main", "global @u0 : 4 align 4\nglobal @u1 : 4 align 4\nglobal @u2 : 4 align 4\nglobal @m3 : 8 align 8\nentry @main", 1)
	var out []string
	depth, regs, inside := 0, 0, false
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
