package form

import "testing"

func TestFits(t *testing.T) {
	for _, c := range []struct {
		declared, model string
		want            bool
	}{
		{"", "dd", true},        // no prototype
		{"vI", "dd", false},     // void log(int *)
		{"dd", "dd", true},      // the logarithm
		{"ff", "dd", false},     // float log(float)
		{"iiVi", "iiVi", true},  // read
		{"iiCi", "iiVi", true},  // with char *
		{"iSI", "iiVi", false},  // of a struct
		{"iS", "iC", false},     // remove(struct list *)
		{"vC", "iC", true},      // a result that is not used
		{"CC", "vC", false},     // a result that there is not
		{"iCii", "iCi.", true},  // open with its mode
		{"iC.", "iCi.", true},   // without its flags
		{"iC", "iCi.", false},   // one too few
		{"iii", "ii", false},    // one too many
		{"iiui", "iiSi", true},  // transparent unions
		{"iiii", "iiSi", false}, // a number for an address
		{"i", "i", true},        // nothing
		{"ii", "i", false},      // something
	} {
		if got := Fits(c.declared, c.model); got != c.want {
			t.Errorf("fits(%q, %q) = %v", c.declared, c.model, got)
		}
	}
}
