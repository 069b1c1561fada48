package sat

const firstSimplification = 2000

type simplifier struct {
	bytes   int64
	touched []bool
}

func (s *Solver) touch(lits []Lit) {}

func (s *Solver) simplify() {
	s.simpAt = s.stats.Conflicts + 1e9
}
