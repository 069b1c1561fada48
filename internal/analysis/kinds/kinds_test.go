package kinds

import (
	"fmt"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestLeading: all threads that lead to a kind count, not those of the shortest way alone.
func TestLeading(t *testing.T) {
	// 0 starts 1 and 3, 1 starts 2, 2 starts 3 and itself
	leads := Leading(map[ir.FuncID][]ir.FuncID{0: {1, 3}, 1: {2}, 2: {3, 2}, 3: {}})
	for _, f := range []ir.FuncID{0, 1, 2} {
		if !leads[3][f] {
			t.Errorf("%d leads to 3", f)
		}
	}
	if leads[1][2] || leads[3][3] || !leads[2][2] {
		t.Errorf("leads: %v", leads)
	}
}

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

const fileFn, readFn, againFn, writeFn, mainFn = ir.FuncID(0), ir.FuncID(1), ir.FuncID(2), ir.FuncID(3), ir.FuncID(4)

// TestWays: ways to a kind, the shortest ones first, and none that comes by a kind twice.
func TestWays(t *testing.T) {
	p, err := irtext.Parse("files.ir", []byte(files))
	if err != nil {
		t.Fatal(err)
	}
	ways := WaysTo(p)
	for kind, want := range map[ir.FuncID]string{mainFn: "0", fileFn: "1 1", readFn: "2 2", againFn: "3 3", writeFn: "2 2"} {
		var got []string
		for _, w := range ways[kind] {
			got = append(got, fmt.Sprint(len(w)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: ways of length %v, want %s", p.Funcs[kind].Name, got, want)
		}
	}
}
