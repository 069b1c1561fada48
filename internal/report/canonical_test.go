package report

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// TestCanonical: what we seal when we write has the checksum that it has when it is read, however it is nested and whatever its strings are.
func TestCanonical(t *testing.T) {
	key := rapid.OneOf(rapid.SampledFrom([]string{"stats", "checksum", "programs", "steps", "a<b", "a.b", "a", "", "\"", "\\"}), rapid.String())
	leaf := rapid.OneOf(
		rapid.Map(rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })), func(s string) any { return s }),
		rapid.Map(rapid.Int(), func(n int) any { return n }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.SampledFrom([]any{nil, true, false, "\\ufffd", "\xff", "\ufffd", "</b>\u2028"}))
	value := leaf
	for range 4 {
		inner := value
		value = rapid.OneOf(leaf,
			rapid.Map(rapid.SliceOfN(inner, 0, 3), func(l []any) any { return l }),
			rapid.Map(rapid.MapOfN(key, inner, 0, 4), func(m map[string]any) any { return m }))
	}
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.MapOfN(key, value, 0, 5).Draw(t, "content")
		written, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		want, err := checksum(written)
		if err != nil {
			t.Fatal(err)
		}
		if got := sumOf(canonical(written)); got != want {
			t.Fatalf("%s\nis sealed as %s", written, canonical(written))
		}
	})
}

// TestCanonicalOrder: members that were not in order, and what is left out, where and where not.
func TestCanonicalOrder(t *testing.T) {
	type one struct {
		Z     int            `json:"z"`
		Stats int            `json:"stats"`
		A     map[string]int `json:"a"`
	}
	written, err := json.Marshal(struct {
		Programs []one  `json:"programs"`
		Checksum string `json:"checksum"`
		Stats    int    `json:"stats"`
		Other    one    `json:"other"`
	}{[]one{{1, 2, map[string]int{"p->x": 3, "p.x": 4}}}, "x", 5, one{Z: 6, Stats: 7}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"other":{"a":null,"stats":7,"z":6},"programs":[{"a":{"p-\u003ex":3,"p.x":4},"z":1}]}`
	if got := string(canonical(written)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if sum, err := checksum(written); err != nil || sum != sumOf([]byte(want)) {
		t.Errorf("reading it gives another checksum: %v", err)
	}
}
