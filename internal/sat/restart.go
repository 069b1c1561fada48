package sat

import "math"

// Restarts, modes, phases: when the search changes its mind.
//
// The search alternates between a focused mode (restart as soon as the recent glue is a tenth above its long-term
// average, VMTF order) and a stable mode (reluctant doubling, a Luby sequence times 1024 conflicts; VSIDS
// order, target phases), after Oh (2015) and Biere. Focused mode refutes, stable mode finds models; formulas of
// bounded programs want both, and nobody knows beforehand which. The first phases last a number of
// conflicts; the later ones a quadratically growing number of ticks measured on the first focused phase, so that both modes get the
// same time although a conflict costs more in one than in the other.
//
// A restart keeps the part of the trail that the same decisions would rebuild. Assumptions are the lowest
// decisions and are never undone by a restart.
//
// Every few thousand conflicts the saved phases are replaced (rephasing): by the best assignment seen, by that of a local
// search (walk.go), by all false, by all true.

// ema is an exponential moving average with the bias of its start removed.
type ema struct {
	value, biased, alpha, beta, exp float64
}

func newEMA(window float64) ema {
	a := 1 / window
	return ema{alpha: a, beta: 1 - a, exp: 1}
}

func (e *ema) update(x float64) {
	e.biased += e.alpha * (x - e.biased)
	if e.exp > 0 {
		e.exp *= e.beta
		if e.exp < 1e-12 {
			e.exp = 0
		}
	}
	e.value = e.biased / (1 - e.exp)
}

type sched struct {
	ticks     int64 // of the search and of propagation inside inprocessing
	stable    bool
	glueFast  ema
	glueSlow  ema
	lubyU     int64
	lubyV     int64
	lubyNext  int64
	restartAt int64
	reduceAt  int64
	rephaseAt int64
	rephases  int64
	walkTicks int64 // when the last walk ended
	modeAt    int64 // conflicts until the first switch, ticks later
	modeTicks int64 // ticks of the first focused phase
	modeStart int64
	modeConf  int64 // conflicts the mode lasts at least until
	switches  int64
	simpAt    int64
	pollAt    int64

	targetLen, bestLen int
}

const (
	restartInterval = 2
	restartMargin   = 1.10
	lubyUnit        = 1024
	reduceInterval  = 150
	rephaseInterval = 1000
	firstMode       = 1000
	pollTicks       = 1 << 17 // some milliseconds
)

func (s *Solver) initSchedule() {
	s.glueFast, s.glueSlow = newEMA(33), newEMA(1e5)
	s.reduceAt = reduceInterval
	s.rephaseAt = rephaseInterval
	s.modeAt = firstMode
	s.restartAt = restartInterval
	s.simpAt = firstSimplification
	s.pollAt = pollTicks
	if s.opts.InprocessAlways {
		s.reduceAt, s.rephaseAt, s.modeAt = 2, 3, 4
	}
	s.lubyReset()
}

func (s *Solver) lubyReset() {
	s.lubyU, s.lubyV = 1, 1
	s.lubyNext = s.stats.Conflicts + lubyUnit
}

func (s *Solver) lubyAdvance() {
	if s.lubyU&-s.lubyU == s.lubyV {
		s.lubyU++
		s.lubyV = 1
	} else {
		s.lubyV *= 2
	}
	s.lubyNext = s.stats.Conflicts + lubyUnit*s.lubyV
}

// emaConflict keeps averages of focused mode only: glue is higher in stable mode, and an average over both would hold
// restarts back.
func (s *Solver) emaConflict(glue int) {
	if s.stable {
		return
	}
	s.glueFast.update(float64(glue))
	s.glueSlow.update(float64(glue))
}

// shouldRestart is asked after each conflict has been resolved.
func (s *Solver) shouldRestart() bool {
	if s.level() <= len(s.assumptions) {
		return false
	}
	if s.opts.InprocessAlways {
		return s.stats.Conflicts >= s.restartAt
	}
	if s.stable {
		return s.stats.Conflicts >= s.lubyNext
	}
	return s.stats.Conflicts >= s.restartAt && s.glueFast.value > restartMargin*s.glueSlow.value
}

func (s *Solver) restart() {
	s.stats.Restarts++
	if s.stable {
		if s.stats.Conflicts >= s.lubyNext {
			s.lubyAdvance()
		}
	}
	s.restartAt = s.stats.Conflicts + restartInterval
	s.backtrack(s.reuseLevel())
}

// reuseLevel returns the level down to which the same decisions would be made again.
func (s *Solver) reuseLevel() int {
	keep := min(len(s.assumptions), s.level())
	v := s.nextVar()
	if v == noVar {
		return keep
	}
	for keep < s.level() {
		d := s.trail[s.levels[keep+1].trail].Var()
		if s.stable {
			if !s.before(d, v) {
				break
			}
		} else if s.queue[d].stamp < s.queue[v].stamp {
			break
		}
		keep++
	}
	return keep
}

// modeDue asks whether the mode has lasted long enough. At least a few conflicts must have happened, or else the work of
// switching itself could use up the time of a mode.
func (s *Solver) modeDue() bool {
	if s.switches == 0 {
		return s.stats.Conflicts >= s.modeAt
	}
	return s.ticks >= s.modeAt && s.stats.Conflicts >= s.modeConf
}

// switchMode alternates between focused and stable.
func (s *Solver) switchMode() {
	if s.switches == 0 {
		s.modeTicks = s.ticks - s.modeStart
	}
	s.switches++
	n := float64((s.switches + 1) / 2)
	s.modeAt = s.ticks + int64(float64(s.modeTicks)*n*n)
	s.modeConf = s.stats.Conflicts + 4
	if s.opts.InprocessAlways {
		s.modeAt = 0
	}
	s.backtrack(min(len(s.assumptions), s.level()))
	s.stable = !s.stable
	if s.stable {
		s.lubyReset()
	} else {
		s.restartAt = s.stats.Conflicts + restartInterval
	}
	s.targetLen = 0
}

// updateTarget remembers the assignment below the conflict, if it is the largest without conflict so far.
func (s *Solver) updateTarget(consistent int) {
	if !s.stable {
		return
	}
	if consistent > s.targetLen {
		s.targetLen = consistent
		s.copyPhases(s.target, consistent)
	}
	if consistent > s.bestLen {
		s.bestLen = consistent
		s.copyPhases(s.best, consistent)
	}
}

func (s *Solver) copyPhases(to []int8, n int) {
	for _, l := range s.trail[:n] {
		p := int8(1)
		if l.Sign() {
			p = -1
		}
		to[l.Var()] = p
	}
}

// rephase replaces the saved phases.
func (s *Solver) rephase() {
	s.rephases++
	s.rephaseAt = s.stats.Conflicts + rephaseInterval*(s.rephases+1)
	if s.opts.InprocessAlways {
		s.rephaseAt = s.stats.Conflicts + 4
	}
	s.backtrack(min(len(s.assumptions), s.level()))
	switch s.rephases {
	case 1:
		s.fillPhases(-1)
	case 2:
		s.fillPhases(1)
	default:
		switch s.rephases % 6 {
		case 0, 3:
			for v, p := range s.best {
				if p != 0 {
					s.saved[v] = p
				}
			}
		case 1, 4:
			s.backtrack(0)
			s.walk()
		case 2:
			s.fillPhases(-1)
		case 5:
			s.fillPhases(1)
		}
	}
	s.targetLen, s.bestLen = 0, 0
	clear(s.target)
}

func (s *Solver) fillPhases(p int8) {
	for v := range s.saved {
		s.saved[v] = p
	}
}

// reduceDelta grows with the square root of the number of reductions times conflicts, and with the formula.
func (s *Solver) reduceDelta() int64 {
	if s.opts.InprocessAlways {
		return 3
	}
	d := float64(reduceInterval) * float64(s.stats.Reductions+1)
	if s.nIrredundant > 1e5 {
		d *= math.Log(float64(s.nIrredundant)/1e4) / math.Log(10)
	}
	return int64(d)
}
