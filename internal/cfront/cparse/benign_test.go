package cparse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/heddle-dev/heddle/internal/cfront/cparse/cpp"
)

func TestFindBenign(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // line:column reason
	}{
		"block":          {"x = 1; /* heddle: benign only a hint */", []string{"1:8 only a hint"}},
		"line":           {"\nx = 1; // heddle: benign   a\ttorn read is fine\r\ny = 2;\n", []string{"2:8 a torn read is fine"}},
		"no blank":       {"x = 1; //heddle:benign a counter", []string{"1:8 a counter"}},
		"colon":          {"x = 1; // heddle: benign: a counter", []string{"1:8 a counter"}},
		"no reason":      {"x = 1; /* heddle: benign */", []string{"1:8 "}},
		"reason wins":    {"x = 1; /* heddle: benign */ /* heddle: benign why */", []string{"1:29 why"}},
		"several lines":  {"/* one\n two */ x = 1; /* heddle: benign\n why not */\ny; // heddle: benign b", []string{"2:16 why not", "4:4 b"}},
		"spliced":        {"x; // heddle: benign a \\\n b\ny; // heddle: benign c", []string{"1:4 a b", "3:4 c"}},
		"string":         {`s = "// heddle: benign no"; t = "\"/* heddle: benign no */";`, nil},
		"spliced string": {"s = \"a\\\n // heddle: benign no\"; x; // heddle: benign yes", []string{"2:28 yes"}},
		"character":      {`c = '"'; x = 1; // heddle: benign yes`, []string{"1:17 yes"}},
		"apostrophe":     {"#error don't\nx = 1; // heddle: benign yes", []string{"2:8 yes"}},
		"in a comment":   {"/* // heddle: benign no */ // see /* heddle: benign no */", nil},
		"other words":    {"// heddle: benignly\n// heddle is benign\n// benign\n// heddle: fine", nil},
		"unclosed":       {"x; /* heddle: benign to the end", []string{"1:4 to the end"}},
		"ends early":     {"benign /", nil},
	} {
		t.Run(name, func(t *testing.T) {
			found := map[cpp.Place]Benign{}
			findBenign("a.c", c.text, found)
			u := &Unit{lines: lineText{benign: found}}
			var got []string
			for _, b := range u.BenignComments() {
				got = append(got, fmt.Sprintf("%d:%d %s", b.Pos.Line, b.Pos.Col, b.Reason))
				if again, ok := u.Benign("a.c", b.Pos.Line); !ok || again != b {
					t.Errorf("line %d: %v, want %v", b.Pos.Line, again, b)
				}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%q: -want +got\n%s", c.text, strings.TrimSpace(d))
			}
		})
	}
}

// FuzzFindBenign: no text makes the scanner fail or leave the text.
func FuzzFindBenign(f *testing.F) {
	for _, s := range []string{"/* heddle: benign x */", "\"\\", "'", "//\\\n", "/*", "benign\\"} {
		f.Add(s + "benign")
	}
	f.Fuzz(func(t *testing.T, text string) {
		found := map[cpp.Place]Benign{}
		findBenign("a.c", text, found)
		lines := strings.Count(text, "\n") + 1
		for at, b := range found {
			if at.Line < 1 || at.Line > lines || b.Pos.Line != at.Line {
				t.Errorf("a comment at line %d of %d: %+v", at.Line, lines, b)
			}
		}
	})
}
