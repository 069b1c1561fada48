package verdict

// How several answers become one. Engines take their turns at a property, and the strongest claim counts; a run asks about several properties, and
// the worst verdict counts.

// rank orders verdicts from worst to best for a whole run: BUG, UNKNOWN, POSSIBLE, BOUNDED, PROVED.
func (v Verdict) rank() int { return [...]int{1, 0, 2, 3, 4}[v] }

// Worse returns the verdict that decides a run in which both were given.
func Worse(a, b Verdict) Verdict {
	if b.rank() < a.rank() {
		return b
	}
	return a
}

// Strongest is, per property, the claim that says most; BUG says more than all others, most if there are no others. Of several UNKNOWN it is the one with the most telling reason, of
// equals the last: engines take their turns from the simplest to the one that gets furthest.
func Strongest(claims []Claim) []Claim {
	var out []Claim
next:
	for _, c := range claims {
		for i := range out {
			if out[i].Property == c.Property {
				if says(c, out[i]) {
					out[i] = c
				}
				continue next
			}
		}
		out = append(out, c)
	}
	return out
}

// says reports whether a claim says more than one before it.
func says(c, before Claim) bool {
	switch {
	case before.Verdict == Bug:
		return c.Verdict == Bug && c.Reason == "" && before.Reason != "" // all others were looked for
	case c.Verdict == Bug:
		return true
	case before.Shown:
		return false
	case c.Shown:
		return true
	case c.Verdict == Unknown && before.Verdict == Unknown:
		return c.Reason != "" && (before.Reason == "" || c.Cause >= before.Cause)
	}
	return c.Verdict.rank() > before.Verdict.rank()
}

// Overall is the worst of the strongest claim per property. Without any claim it is Unknown.
func Overall(claims []Claim) Verdict {
	if len(claims) == 0 {
		return Unknown
	}
	worst := Proved
	for _, c := range Strongest(claims) {
		worst = Worse(worst, c.Verdict)
	}
	return worst
}
