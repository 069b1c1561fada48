package report

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/verdict"
)

// TestWordsAreExplained: every verdict, kind and property, every status of a field and every key of a claim has an explanation, and each says something.
func TestWordsAreExplained(t *testing.T) {
	var names []string
	for v := verdict.Unknown; v <= verdict.Proved; v++ {
		names = append(names, v.String())
	}
	for _, k := range verdict.Kinds() {
		names = append(names, string(k))
	}
	for _, p := range verdict.Properties() {
		names = append(names, string(p))
	}
	names = append(names, "fields", "assumed", "covered", "engines", "pairs", "rests_on", "interleaved", "fingerprint", "group", "confirmed", "known", "checksum", "set_aside", "preconditions")
	raw, err := os.ReadFile("../../docs/report.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs struct {
			Claim struct{ Properties map[string]any }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(raw, &schema); err != nil || len(schema.Defs.Claim.Properties) == 0 {
		t.Fatal(err)
	}
	for key := range schema.Defs.Claim.Properties {
		switch key {
		case "property", "engine", "verdict", "reason", "cause": // the words are their values
		default:
			names = append(names, key)
		}
	}
	for _, n := range names {
		w, ok := FindWord(n)
		if !ok {
			t.Errorf("%s is not explained", n)
		}
		if w.What == "" || w.Means == "" || w.More == "" {
			t.Errorf("%s: %+v", n, w)
		}
	}
	fields, _ := FindWord("fields")
	for _, status := range []string{verdict.Racy, verdict.NoRace, verdict.LimitHit, verdict.ProvedApart, verdict.NotProved} {
		if !strings.Contains(fields.Means, status) {
			t.Errorf("fields says nothing of %q", status)
		}
	}
	for _, w := range Words() {
		if _, err := os.Stat("../../" + w.More); err != nil {
			t.Errorf("%s: %v", w.Name, err)
		}
		var out bytes.Buffer
		if err := Explain(&out, w, 80); err != nil {
			t.Fatal(err)
		}
		for _, l := range strings.Split(out.String(), "\n") {
			if len(l) > 80 && strings.Contains(l[:80], " ") && !strings.HasPrefix(l, w.Name) {
				t.Errorf("%s: a long line: %s", w.Name, l)
			}
		}
	}
	for _, n := range []string{"bounded", "LOCK_LEAK", "lock leak", "boundsHit"} {
		if _, ok := FindWord(n); !ok {
			t.Errorf("%s is not found", n)
		}
	}
}
