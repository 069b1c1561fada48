package sat_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/sat"
)

func TestParseDIMACS(t *testing.T) {
	in := "c a comment\np cnf 3 2\n1 -2 0 3\nc in the middle\n 2 0\n%\nrubbish after the end marker\n"
	f, err := sat.ParseDIMACS(strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := sat.WriteDIMACS(&out, &f); err != nil {
		t.Fatal(err)
	}
	if want := "p cnf 3 2\n1 -2 0\n3 2 0\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

func TestParseDIMACSErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `1:1: expected the header "p cnf VARIABLES CLAUSES", found end of file`},
		{"q cnf 1 1\n", `1:1: expected the header "p cnf VARIABLES CLAUSES", found 'q'`},
		{"p cnf x 1\n", `1:7: expected a number of variables, found 'x'`},
		{"p cnf 1 -1\n", `1:9: expected a number of clauses, found -1`},
		{"p cnf 99999999999 1\n", `1:7: a number of variables exceeds 268435456`},
		{"p cnf 2 1\n1 2\n", `2:1: clause without final 0`},
		{"p cnf 2 1\n1 3 0\n", `2:3: literal 3, but the header announced 2 variables`},
		{"p cnf 2 1\n1 -\n", `2:4: expected a literal, found '\n'`},
		{"p cnf 2 1\n1 2x 0\n", `2:4: unexpected 'x' after a number`},
		{"p cnf 2 1\n1 0\n2 0\n", `3:1: more than the 1 clauses announced by the header`},
		{"p cnf 2 3\n1 0\n2 0\n", `4:1: the header announced 3 clauses, found 2`},
	} {
		_, err := sat.ParseDIMACS(strings.NewReader(c.in))
		var de *sat.DimacsError
		if !errors.As(err, &de) || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.in, err, c.want)
		}
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

func TestParseDIMACSReadError(t *testing.T) {
	if _, err := sat.ParseDIMACS(failingReader{}); err == nil || err.Error() != "disk on fire" {
		t.Errorf("got %v", err)
	}
}

func FuzzParseDIMACS(f *testing.F) {
	for _, s := range []string{"p cnf 1 1\n1 0\n", "c\np cnf 2 2 1 0 -2 1 0", "p cnf 0 0", "p cnf 3 1\n%\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		cnf, err := sat.ParseDIMACS(strings.NewReader(in))
		if err != nil {
			var de *sat.DimacsError
			if !errors.As(err, &de) || de.Line < 1 || de.Col < 1 {
				t.Fatalf("error without a position: %v", err)
			}
			return
		}
		var out bytes.Buffer
		if err := sat.WriteDIMACS(&out, &cnf); err != nil {
			t.Fatal(err)
		}
		again, err := sat.ParseDIMACS(&out)
		if err != nil {
			t.Fatalf("does not read what it wrote: %v", err)
		}
		if again.NumVars != cnf.NumVars || again.NumClauses() != cnf.NumClauses() {
			t.Fatal("the formula changed")
		}
	})
}
