package bitblast

import (
	"math/rand"
	"testing"
)

// truth is the function of an edge over the first six inputs, as a bit per assignment.
func truth(g *aig, e edge, inputs []edge, memo map[uint32]uint64) uint64 {
	patterns := [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}
	if len(memo) == 0 {
		memo[0] = 0
		for i, in := range inputs {
			memo[in.node()] = patterns[i]
		}
	}
	v, ok := memo[e.node()]
	if !ok {
		n := g.nodes[e.node()]
		v = truth(g, n.left, inputs, memo) & truth(g, n.right, inputs, memo)
		memo[e.node()] = v
	}
	if e.neg() {
		return ^v
	}
	return v
}

// TestRewriting builds random graphs through every constructor and compares each node with its function.
func TestRewriting(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		g := newAIG()
		inputs := g.inputs(6)
		type fn struct {
			e edge
			v uint64
		}
		memo := map[uint32]uint64{}
		pool := []fn{{edgeTrue, ^uint64(0)}}
		for _, in := range inputs {
			pool = append(pool, fn{in, truth(g, in, inputs, memo)})
		}
		pick := func() fn {
			f := pool[r.Intn(len(pool))]
			if r.Intn(2) == 0 {
				return fn{f.e.not(), ^f.v}
			}
			return f
		}
		for range 200 {
			a, b, c := pick(), pick(), pick()
			var got, carry fn
			switch r.Intn(6) {
			case 0, 1:
				got = fn{g.and(a.e, b.e), a.v & b.v}
			case 2:
				got = fn{g.xor(a.e, b.e), a.v ^ b.v}
			case 3:
				got = fn{g.ite(a.e, b.e, c.e), a.v&b.v | ^a.v&c.v}
			case 4:
				got = fn{g.maj(a.e, b.e, c.e), a.v&b.v | a.v&c.v | b.v&c.v}
			default:
				got.e, carry.e = g.fullAdder(a.e, b.e, c.e)
				got.v, carry.v = a.v^b.v^c.v, a.v&b.v|a.v&c.v|b.v&c.v
				if truth(g, carry.e, inputs, memo) != carry.v {
					t.Fatalf("seed %d: carry of %v %v %v", seed, a.e, b.e, c.e)
				}
			}
			if v := truth(g, got.e, inputs, memo); v != got.v {
				t.Fatalf("seed %d: %x, want %x (operands %v %v %v)", seed, v, got.v, a.e, b.e, c.e)
			}
			pool = append(pool, got)
		}
	}
}

// TestSharing: what is the same function by a local rule is the same edge.
func TestSharing(t *testing.T) {
	g := newAIG()
	v := g.inputs(3)
	a, b, c := v[0], v[1], v[2]
	ab := g.and(a, b)
	for _, p := range []struct {
		name      string
		got, want edge
	}{
		{"order", g.and(b, a), ab},
		{"idempotence", g.and(ab, a), ab},
		{"contradiction", g.and(ab, a.not()), edgeFalse},
		{"subsumption", g.and(ab.not(), a.not()), a.not()},
		{"substitution", g.and(ab.not(), a), g.and(a, b.not())},
		{"resolution", g.and(ab.not(), g.and(a, b.not()).not()), a.not()},
		{"two sides", g.and(ab, g.and(a, c)), g.and(ab, c)},
		{"two sides contradict", g.and(ab, g.and(a.not(), c)), edgeFalse},
		{"xor signs", g.xor(a.not(), b), g.xor(a, b).not()},
		{"ite signs", g.ite(a, b.not(), c.not()), g.ite(a, b, c).not()},
		{"ite condition", g.ite(a.not(), b, c), g.ite(a, c, b)},
		{"maj dual", g.maj(a.not(), b.not(), c.not()), g.maj(a, b, c).not()},
		{"maj order", g.maj(c, b, a), g.maj(a, b, c)},
	} {
		if p.got != p.want {
			t.Errorf("%s: %d, want %d", p.name, p.got, p.want)
		}
	}
}
