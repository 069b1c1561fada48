package ctruth

import "math/rand/v2"

// Random is the choices of a seed.
func Random(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0x7472757468))
	out := make([]byte, 20+r.IntN(160))
	for i := range out {
		out[i] = byte(r.IntN(256))
	}
	return out
}

// Shrink makes choices fewer and smaller as long as their program still fails.
func Shrink(choices []byte, fails func([]byte) bool) []byte {
	for changed := true; changed; {
		changed = false
		for size := 32; size > 0; size /= 2 {
			for at := len(choices) - size; at >= 0; at -= max(1, size/2) {
				cand := append(append([]byte(nil), choices[:at]...), choices[at+size:]...)
				if fails(cand) {
					choices, changed = cand, true
					at = min(at, len(choices)-size+1)
				}
			}
		}
		for i := range choices {
			for _, v := range []byte{0, 1} {
				if choices[i] <= v {
					break
				}
				cand := append([]byte(nil), choices...)
				if cand[i] = v; fails(cand) {
					choices, changed = cand, true
					break
				}
			}
		}
	}
	return choices
}
