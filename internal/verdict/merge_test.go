package verdict

import "testing"

// TestStrongest: what an engine says more than one before it. An execution that was shown stays, whatever another engine did not find.
func TestStrongest(t *testing.T) {
	bug := Claim{Property: Race, Verdict: Bug}
	shown := Claim{Property: Race, Verdict: Possible, Shown: true}
	perhaps := Claim{Property: Race, Verdict: Possible}
	bounded := Claim{Property: Race, Verdict: Bounded}
	proved := Claim{Property: Race, Verdict: Proved}
	for _, c := range []struct {
		name         string
		first, later Claim
		want         Verdict
	}{
		{"a bug stays", bug, bounded, Bug},
		{"a bug is more than what may be", shown, bug, Bug},
		{"what is shown stays beside what was not found", shown, bounded, Possible},
		{"and beside a proof", shown, proved, Possible},
		{"what is shown later counts", bounded, shown, Possible},
		{"what may be is less than a proof", perhaps, proved, Proved},
	} {
		got := Strongest([]Claim{c.first, c.later})
		if len(got) != 1 || got[0].Verdict != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
