package threads

import (
	"slices"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestPassed: a thread that is started at a branch of its own is left out; one that every way behind it needs is not.
func TestPassed(t *testing.T) {
	p, err := irtext.Parse("passed.ir", []byte(`program lp64
entry @main

func @open() {
entry:
  return
}
func @send() {
entry:
  return
}
func @register() : 32 {
entry:
  %0:1 = havoc
  branch %0, failed, made
failed:
  return 1
made:
  spawn &open()
  jump loop
loop:
  %1:1 = havoc
  branch %1, body, end
body:
  spawn &send()
  jump loop
end:
  return 0
}
func @main() {
entry:
  %0:32 = call @register()
  return
}
`))
	if err != nil {
		t.Fatal(err)
	}
	var started []string
	for in := range Keeping(p, nil).Funcs[2].Instrs() {
		if s, ok := in.(*ir.Spawn); ok {
			started = append(started, p.Funcs[s.Fn.Func].Name)
		}
	}
	if want := []string{"open"}; !slices.Equal(started, want) {
		t.Errorf("started: %v, not %v", started, want)
	}
}
