package harness

import "testing"

// FuzzRules: no text makes the reader of rules fail otherwise than with an error, and what it takes are rules.
func FuzzRules(f *testing.F) {
	f.Add(linuxRules)
	f.Add("- rule: exclusive\n  roles: [open, close]\n  scope: device\n")
	f.Add("- a: [\n-\n: x\n")
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := LinuxRules("mine.yaml", text)
		if err != nil {
			return
		}
		for i := range rules {
			if err := rules[i].validate(); err != nil {
				t.Errorf("a rule that is none is taken: %v", err)
			}
		}
	})
}
