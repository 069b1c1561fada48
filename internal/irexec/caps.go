package irexec

// What a thread may still do for others. A deadlock is a set of threads that wait for what only the set could provide; a
// thread outside the set counts as a provider of a semaphore, a signal, a barrier or an abandoned lock only if it can
// still reach an instruction that provides one. This is a may-analysis over the control flow graph, calls and spawns
// included: too many capabilities lose partial deadlocks, too few would invent them.

const (
	capUnlock uint8 = 1 << iota
	capUp
	capSignal
	capArrive
	capHalt // ends the process, and with it every wait
	capAll  = capUnlock | capUp | capSignal | capArrive | capHalt
)

func (c *program) capabilities() {
	whole := make([]uint8, len(c.funcs)) // of a call of the function
	candidates := func(in *inst) []int32 { return candidatesOf(in.src) }
	for changed := true; changed; {
		changed = false
		for f := range c.funcs {
			fn := &c.funcs[f]
			for again := true; again; {
				again = false
				for pc := fn.end - 1; pc >= fn.entry; pc-- {
					in := &c.code[pc]
					m := in.caps | ownCaps(in)
					switch in.op {
					case opCall:
						m |= whole[in.to]
					case opCallPtr, opSpawn:
						for _, f := range candidates(in) {
							m |= whole[f]
						}
					}
					switch in.op {
					case opJump:
						m |= c.code[in.to].caps
					case opBranch:
						m |= c.code[in.to].caps | c.code[in.to2].caps
					case opSwitch:
						m |= c.code[in.to].caps
						for i := 0; i < len(in.args); i += 2 {
							m |= c.code[in.args[i].slot].caps
						}
					case opReturn, opHalt, opThreadExit, opUnsupported:
					default:
						m |= c.code[pc+1].caps
					}
					if m != in.caps {
						in.caps, again, changed = m, true, true
					}
				}
			}
			if fn.entry < fn.end {
				whole[f] |= c.code[fn.entry].caps
			}
		}
	}
}

func ownCaps(in *inst) uint8 {
	switch in.op {
	case opUnlock, opWait, opSyncInit, opSyncDestroy:
		if in.op == opSyncInit || in.op == opSyncDestroy {
			return capAll
		}
		return capUnlock
	case opHalt:
		return capHalt
	case opUp:
		return capUp
	case opSignal:
		return capSignal
	case opArrive:
		return capArrive
	}
	return 0
}
