package pointsto_test

import (
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestRegionNames: a region is called by the field that most of its accesses are to, and by what the source says where no
// access is to a field.
func TestRegionNames(t *testing.T) {
	p, err := irtext.Parse("a.ir", []byte(`program lp64
region mem
global @d : 8 align 4
global @x : 4 align 4
entry @main

func @main() {
entry:
  %p:64 = alloc 8
  store mem[@d] name "*q" field "", 1:32
  store mem[@d] name "dev.flag" field "DEV.flag", 1:32
  store mem[@d] name "old.flag" field "OLD.flag", 2:32
  store mem[@d] name "e->flag" field "DEV.flag", 2:32
  store mem[@d+4] name "b.y" field "B.y", 1:32
  store mem[@d+4] name "a.y" field "A.y", 1:32
  store mem[@x] name "x", 1:32
  store mem[%p] name "*p" field "", 1:32
  return
}
`))
	if err != nil {
		t.Fatal(err)
	}
	out, _ := pointsto.Split(p, func(*ir.Alloc) int64 { return 8 })
	var got []string
	for _, r := range out.Regions[1:] {
		got = append(got, r.Name)
	}
	if want := []string{"DEV.flag", "A.y", "x", "*p"}; !slices.Equal(got, want) {
		t.Errorf("regions are called %q, want %q", got, want)
	}
}
