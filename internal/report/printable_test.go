package report

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestPrintable: JSON says what it is given, and nothing in its text steers a terminal.
func TestPrintable(t *testing.T) {
	for given, want := range map[string]string{
		"plain <b> & 'x'":      `plain <b> & 'x'`,
		"Größe 線程 \U0001F9F5":  `Größe 線程 ` + "\U0001F9F5",
		"a\x1b[31mb\u202ec":    `a\u001b[31mb\u202ec`,
		"tag \U000E0001 ends":  `tag \udb40\udc01 ends`,
		"\u0085first and last": `\u0085first and last`,
		"last\u200b":           `last\u200b`,
	} {
		var text strings.Builder
		if err := writeJSON(&text, []string{given}); err != nil {
			t.Fatal(err)
		}
		if got := text.String(); got != "[\n \""+want+"\"\n]\n" {
			t.Errorf("%q: %s", given, got)
		}
		var back []string
		if err := json.Unmarshal([]byte(text.String()), &back); err != nil || back[0] != given {
			t.Errorf("%q is read as %q, %v", given, back, err)
		}
	}
}
