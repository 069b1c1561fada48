package irexec

import "math/bits"

// State hashes. A state is a multiset of parts: memory words that differ from their object's initial filling, objects,
// synchronization objects, threads. Each part is mixed, keyed by its place, to 128 bits; the state's hash is the sum of
// them, kept up to date write by write, so the cost of a step does not depend on how much memory there is.
//
// The visited set stores the 128 bits and not the state. With n states the chance that any two of them collide is below
// n*n / 2^129: 1.5e-21 for a thousand million states, far below the chance of a memory error. docs/assumptions.md names it.
// Rejected: 64 bits (a collision is likely at 5e9 states and not negligible at 1e8), and full states (ten to fifty
// times the memory for the same answer).

type hash128 struct{ x, y uint64 }

func (h *hash128) add(g hash128) { h.x += g.x; h.y += g.y }
func (h *hash128) sub(g hash128) { h.x -= g.x; h.y -= g.y }

// fmix is the finalizer of MurmurHash3: a bijection in which every bit of the input reaches every bit of the output.
func fmix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	x ^= x >> 33
	return x
}

// gmix is a second, independent finalizer (the constants of splitmix64).
func gmix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	x ^= x >> 31
	return x
}

// mix3 hashes three words.
func mix3(a, b, c uint64) hash128 {
	return hash128{
		x: fmix(fmix(fmix(a^0x9e3779b97f4a7c15)+b) ^ c),
		y: gmix(gmix(gmix(a+0xd1b54a32d192ed03)^b) + c),
	}
}

// hasher hashes a sequence of words.
type hasher struct{ x, y uint64 }

func newHasher(key uint64) hasher {
	return hasher{x: key ^ 0x243f6a8885a308d3, y: key + 0x13198a2e03707344}
}

func (h *hasher) word(w uint64) {
	h.x = bits.RotateLeft64(h.x^w, 29) * 0x9fb21c651e98df25
	h.y = (bits.RotateLeft64(h.y, 37) + w) * 0xd6e8feb86659fd93
	h.y ^= h.y >> 32
}

func (h *hasher) sum() hash128 { return hash128{x: fmix(h.x), y: gmix(h.y)} }
