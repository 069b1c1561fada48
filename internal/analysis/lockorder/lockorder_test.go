package lockorder_test

import (
	"testing"

	"github.com/heddle-dev/heddle/internal/analysis/lockorder"
	"github.com/heddle-dev/heddle/internal/analysis/pointsto"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// TestFind: what makes a circle and what does not, in threads that call nothing. The first function is the thread that the program begins with.
func TestFind(t *testing.T) {
	const head = "program lp64\nglobal @a : 8 align 8\nglobal @b : 8 align 8\nglobal @g : 8 align 8\nglobal @arr : 64 align 8\nentry @main\n"
	main := func(body string) string {
		return "func @main() {\n" + body + "  halt 0 main\n}\n"
	}
	const (
		w       = "func @w() {\n  lock @b\n  lock @a\n  unlock @a\n  unlock @b\n  return\n}\n"
		readers = "func @w() {\n  lock @b shared\n  lock @a shared\n  unlock @a\n  unlock @b\n  return\n}\n"
		index   = "func @w(%p:64, %q:64) {\n  lock %p\n  lock %q\n  unlock %q\n  unlock %p\n  return\n}\n"
	)
	for _, tt := range []struct {
		name, src string
		want      int
	}{
		{"opposite", main("  spawn &w()\n  lock @a\n  lock @b\n  unlock @b\n  unlock @a\n") + w, 1},
		{"before the thread", main("  lock @a\n  lock @b\n  unlock @b\n  unlock @a\n  spawn &w()\n") + w, 0},
		{"after its end", main("  %t:64 = spawn &w()\n  join %t\n  lock @a\n  lock @b\n  unlock @b\n  unlock @a\n") + w, 0},
		{"after a join that gave up", main("  %t:64 = spawn &w()\n  %r:64, %s:32 = join %t try\n  lock @a\n  lock @b\n  unlock @b\n  unlock @a\n") + w, 1},
		{"let go before", main("  spawn &w()\n  lock @a\n  unlock @a\n  lock @b\n  unlock @b\n") + w, 0},
		{"let go by waiting", main("  spawn &w()\n  lock @a\n  wait @g, @a\n  wake @g\n  lock @b\n  unlock @b\n") + w, 0},
		{"held while waiting", main("  spawn &w()\n  lock @a\n  lock @g\n  wait @g, @g\n  wake @g\n  lock @b\n") + w, 1},
		{"only tried", main("  spawn &w()\n  lock @a\n  lock @b try\n") + w, 0},
		{"tried and then held", main("  spawn &w()\n  %s:32 = lock @a try\n  %c:1 = eq %s, 0\n  branch %c, got, out\ngot:\n  lock @b\n  jump out\nout:\n") + w, 1},
		{"tried in vain", main("  spawn &w()\n  %s:32 = lock @a try\n  %c:1 = eq %s, 0\n  branch %c, out, not\nnot:\n  lock @b\n  jump out\nout:\n") + w, 0},
		{"held on one way", main("  spawn &w()\n  %c:1 = havoc\n  branch %c, yes, no\nyes:\n  lock @a\n  jump no\nno:\n  lock @b\n") + w, 1},
		{"two kinds of one", main("  spawn &w()\n  spawn &w()\n") + w, 0},
		{"readers", main("  spawn &w()\n  lock @a shared\n  lock @b shared\n") + readers, 0},
		{"a writer among readers", main("  spawn &w()\n  lock @a shared\n  lock @b\n") + readers, 0},
		{"a writer who holds what readers want", main("  spawn &w()\n  lock @a\n  lock @b\n") + readers, 1},
		{"again", main("  lock @a\n  lock @a\n"), 1},
		{"again, recursive", main("  sync_init mutex @a, 1\n  lock @a\n  lock @a\n"), 0},
		{"again, reading", main("  lock @a shared\n  lock @a shared\n"), 0},
		{"any two of an array", main("  %i:64 = havoc\n  %p:64 = add @arr, %i\n  %j:64 = havoc\n  %q:64 = add @arr, %j\n  spawn &w(%p, %q)\n  spawn &w(%q, %p)\n") + index, 1},
		{"one thread alone", main("  %i:64 = havoc\n  %p:64 = add @arr, %i\n  %j:64 = havoc\n  %q:64 = add @arr, %j\n  spawn &w(%p, %q)\n") + index, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := irtext.Parse("t.ir", []byte(head+tt.src))
			if err != nil {
				t.Fatal(err)
			}
			roots := []ir.FuncID{p.Entry}
			for i := range p.Funcs {
				if ir.FuncID(i) != p.Entry {
					roots = append(roots, ir.FuncID(i))
				}
			}
			for _, in := range p.Instrs() {
				if s, ok := in.(*ir.Spawn); ok {
					s.Candidates = []ir.FuncID{s.Fn.Func}
				}
			}
			split, info := pointsto.Split(p, func(*ir.Alloc) int64 { return 8 })
			got, full := lockorder.Find(split, info, roots)
			if len(got) != tt.want || full {
				t.Errorf("%d circles, want %d: %+v", len(got), tt.want, got)
			}
		})
	}
}
