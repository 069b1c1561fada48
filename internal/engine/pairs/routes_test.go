package pairs

import (
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/kinds"
	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// A file is opened on one device or on another; it is read, and what is read may be read again from a queue. Nothing
// is ever written on the first device.
const files = `program lp64
entry @main

func @file(%number:32) {
entry:
  %0:1 = havoc
  branch %0, read, on
read:
  spawn &read()
  jump on
on:
  %1:1 = havoc
  branch %1, write, end
write:
  %2:1 = eq %number, 2
  assume %2
  spawn &write()
  jump on
end:
  return
}
func @read() {
entry:
  %0:1 = havoc
  branch %0, queue, end
queue:
  spawn &again()
  jump end
end:
  return
}
func @again() {
entry:
  %0:1 = havoc
  branch %0, read, end
read:
  spawn &read()
  jump end
end:
  return
}
func @write() {
entry:
  return
}
func @main() {
entry:
  jump first
first:
  %0:1 = havoc
  branch %0, one, second
one:
  spawn &file(1)
  jump first
second:
  %1:1 = havoc
  branch %1, two, end
two:
  spawn &file(2)
  jump second
end:
  return
}
`

func parseFiles(t *testing.T) *ir.Program {
	t.Helper()
	p, err := irtext.Parse("files.ir", []byte(files))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const fileFn, readFn, writeFn, mainFn = ir.FuncID(0), ir.FuncID(1), ir.FuncID(3), ir.FuncID(4)

// TestRoutes: of the ways to a kind the one is taken on which it comes, and the program of a pair is on these ways.
func TestRoutes(t *testing.T) {
	p := parseFiles(t)
	known := asked(p, "").routes(t.Context(), []ir.FuncID{fileFn, readFn, writeFn, mainFn}, 3600*budget.Second)
	if len(known) != 4 {
		t.Fatalf("routes: %v", known)
	}
	second := kinds.WaysTo(p)[writeFn][1]
	if w := known[writeFn].Way; w[0] != second[0] {
		t.Errorf("the way to write: %v, want %v", w, second)
	}
	for _, tt := range []struct {
		pair   [2]ir.FuncID
		starts string // of the first program
	}{
		{[2]ir.FuncID{readFn, writeFn}, "file read write"}, // on the ways on which they are known to come
		{[2]ir.FuncID{writeFn, writeFn}, "file write write"},
		{[2]ir.FuncID{fileFn, readFn}, "file file read"},
		{[2]ir.FuncID{mainFn, writeFn}, "file write"},
	} {
		progs, _ := lean(p, tt.pair, known)
		if len(progs) == 0 || len(progs) > kinds.MostWays {
			t.Fatalf("%v: %d programs", tt.pair, len(progs))
		}
		var got []string
		for _, in := range progs[0].Instrs() {
			if s, ok := in.(*ir.Spawn); ok {
				got = append(got, p.Funcs[s.Fn.Func].Name)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != tt.starts {
			t.Errorf("%v: starts %v, want %s", tt.pair, got, tt.starts)
		}
	}
}
