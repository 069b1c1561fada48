package irexec_test

import (
	"reflect"
	"testing"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
)

// TestSymbols: what an undetermined value may do without being looked at, and what looking at it means for others that hold it.
func TestSymbols(t *testing.T) {
	globals := "global @x : 4 align 4\nglobal @y : 4 align 4\nglobal @z : 4 align 4\nglobal @b : 1 align 1\nglobal @m : 8 align 8\nentry @main\n"
	for _, c := range []struct {
		name, src string
		want      string // kinds of failures
		sampled   bool
	}{
		{name: "a result that nobody reads", src: `
func @w() : 64 {
  %h:64 = havoc
  return %h
}
func @main() {
  %t:64 = spawn &w()
  join %t
  halt 0 main
}`},
		{name: "a result that is asked one thing", want: "assert", src: `
func @w() : 64 {
  return %u
}
func @main() {
  %t:64 = spawn &w()
  %v:64 = join %t
  %c:1 = ne %v, 1
  assert %c
  halt 0 main
}`},
		{name: "a result that is computed with", sampled: true, want: "assert", src: `
func @w() : 64 {
  return %u
}
func @main() {
  %t:64 = spawn &w()
  %v:64 = join %t
  %d:64 = add %v, 1
  %c:1 = ne %d, 2
  assert %c
  halt 0 main
}`},
		{name: "arbitrary bytes that nobody reads", src: `
func @main() {
  fill mem[@m] len 8, any
  copy mem[@x] len 4, mem[@m]
  halt 0 main
}`},
		{name: "an arbitrary byte stays what it is", src: `
func @main() {
  store mem[@x], 258:32
  fill mem[@x] len 1, any
  %a:8 = load mem[@x]
  %b:8 = load mem[@x]
  %e:1 = eq %a, %b
  assert %e
  %o:8 = load mem[@x+1]
  %k:1 = eq %o, 1
  assert %k
  halt 0 main
}`},
		{name: "an arbitrary byte is another one than before", want: "assert", src: `
func @main() {
  fill mem[@b] len 1, any
  %a:8 = load mem[@b]
  fill mem[@b] len 1, any
  %b:8 = load mem[@b]
  %e:1 = eq %a, %b
  assert %e
  halt 0 main
}`},
		{name: "arbitrary bytes of external memory are not its first content", want: "assert", src: `
global @out : 4 align 4 external
func @main() {
  %a:8 = load mem[@out]
  fill mem[@out] len 1, any
  %b:8 = load mem[@out]
  %e:1 = eq %a, %b
  assert %e
  halt 0 main
}`},
		{name: "a look at a range chooses nothing", src: `
func @main() {
  fill mem[@m] len 8, any
  touch mem[@m] len 8
  halt 0 main
}`},
		{name: "few values are left", src: `
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  %v:32 = load mem[@x]
  %c:1 = slt %v, 3
  assume %c
  %k:1 = sle -3, %v
  assume %k
  %d:32 = mul %v, %v
  %s:1 = ult %d, 10
  assert %s
  halt 0 main
}`},
		{name: "few values are left, one of them wrong", want: "assert", src: `
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  %v:32 = load mem[@x]
  %c:1 = slt %v, 3
  assume %c
  %k:1 = sle -3, %v
  assume %k
  %d:32 = mul %v, %v
  %s:1 = ult %d, 9
  assert %s
  halt 0 main
}`},
		{name: "a number that no sample hits", want: "assert", src: `
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  %v:32 = load mem[@x]
  switch %v [77: a, 1000..2000: b] default c
a:
  jump c
b:
  %w:32 = load mem[@x]
  %k:1 = ult %w, 1500
  assert %k
  jump c
c:
  %z:32 = load mem[@x]
  %n:1 = eq %z, 1000
  assert %n
  halt 0 main
}`},
		{name: "a loop that counts up to it", sampled: true, src: `
func @main() {
  %h:8 = havoc
  %z:16 = havoc
  store mem[@x], %z
  %n:16 = load mem[@x]
  %i:16 = move 0
  jump head
head:
  %c:1 = ult %i, %n
  branch %c, body, end
body:
  %i:16 = add %i, 1
  jump head
end:
  halt 0 main
}`},
		{name: "two questions about one symbol exclude each other", src: `
func @w() {
  %v:32 = load mem[@x]
  %c:1 = slt %v, 1000
  branch %c, then, end
then:
  store mem[@z], 1:32
  jump end
end:
  return
}
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  spawn &w()
  %v:32 = load mem[@x]
  %c:1 = slt %v, 1000
  branch %c, end, then
then:
  store mem[@z], 2:32
  jump end
end:
  thread_exit
}`},
		{name: "two questions about one symbol agree", want: "assert race", src: `
func @w() {
  %v:32 = load mem[@x]
  %c:1 = slt %v, 1000
  branch %c, then, end
then:
  store mem[@z], 1:32
  jump end
end:
  return
}
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  spawn &w()
  %v:32 = load mem[@x]
  %c:1 = sle %v, 998
  branch %c, end, then
then:
  store mem[@z], 2:32
  %k:1 = ne %v, 12345678
  assert %k
  jump end
end:
  thread_exit
}`},
		{name: "through memory, a call, a thread and its result", src: `
func @id(%a:32) : 32 {
  return %a
}
func @w(%a:32) : 32 {
  store mem[@y] atomic, %a
  return %a
}
func @main() {
  %h:32 = havoc
  store mem[@x] atomic, %h
  %v:32 = load mem[@x] atomic
  %i:32 = call @id(%v)
  %t:64 = spawn &w(%i)
  %r:32 = join %t
  %v2:32 = load mem[@y] atomic
  %same:1 = eq %r, %v2
  assert %same
  halt 0 main
}`},
		{name: "one symbol in two places", src: `
func @main() {
  %h:8 = havoc
  %k:8 = move %h
  store mem[@b], %k
  %e:8 = add %h, 1
  %v:8 = load mem[@b]
  %w:8 = add %v, 1
  %c:1 = eq %e, %w
  assert %c
  halt 0 main
}`},
		{name: "two symbols", want: "assert", src: `
func @main() {
  %h:8 = havoc
  %k:8 = havoc
  %c:1 = eq %h, %k
  assert %c
  halt 0 main
}`},
		{name: "copied byte by byte", src: `
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  %i:64 = move 0
  jump head
head:
  %c:1 = ult %i, 4
  branch %c, body, end
body:
  %from:64 = add @x, %i
  %to:64 = add @y, %i
  %v:8 = load mem[%from]
  store mem[%to], %v
  %i:64 = add %i, 1
  jump head
end:
  %p:32 = load mem[@x]
  %q:32 = load mem[@y]
  %s:1 = eq %p, %q
  assert %s
  halt 0 main
}`},
		{name: "partly written", want: "assert", sampled: true, src: `
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  store mem[@x], 7:8
  %p:32 = load mem[@x]
  %s:1 = ne %p, 7
  assert %s
  halt 0 main
}`},
		{name: "the rest of what was partly written", src: `
func @main() {
  %h:32 = havoc
  store mem[@x], %h
  store mem[@x], 7:8
  %p:8 = load mem[@x]
  %s:1 = eq %p, 7
  assert %s
  %q:16 = load mem[@x+2]
  store mem[@y], %q
  halt 0 main
}`},
		{name: "memory that nobody wrote, copied", src: `
func @main() {
  %p:64 = alloc 16 align 8
  %q:64 = alloc 16 align 8
  %v:128 = load mem[%p]
  store mem[%q], %v
  %a:64 = load mem[%q]
  %b:64 = load mem[%p]
  %s:1 = eq %a, %b
  assert %s
  halt 0 main
}`},
		{name: "a loop that makes symbols comes back", src: `
func @w() {
  jump again
again:
  %h:32 = havoc
  store mem[@x] atomic, %h
  %v:32 = load mem[@x] atomic
  store mem[@y] atomic, %v
  jump again
}
func @main() {
  spawn &w()
  call @w()
  halt 0 main
}`},
		{name: "what was chosen stays", want: "assert", src: `
func @main() {
  %h:8 = havoc
  store mem[@b] atomic, %h
  %v:8 = load mem[@b] atomic
  %c:1 = ult %v, 50
  branch %c, end, end
end:
  store mem[@z] atomic, 1:32
  %w:8 = load mem[@b] atomic
  %k:1 = ne %w, 100
  assert %k
  halt 0 main
}`},
		{name: "two symbols are not one symbol twice", want: "assert", sampled: true, src: `
func @main() {
  %h:32 = havoc
  %g:32 = havoc
  %k:1 = havoc
  store mem[@x] atomic, %h
  branch %k, two, one
one:
  store mem[@y] atomic, %h
  jump end
two:
  store mem[@y] atomic, %g
  jump end
end:
  store mem[@z] atomic, %g
  %v:32 = load mem[@x] atomic
  %w:32 = load mem[@y] atomic
  %c:1 = eq %v, %w
  assert %c
  halt 0 main
}`},
		{name: "two looks at one symbol exclude each other", src: `
func @w() {
  %v:8 = load mem[@b]
  %c:1 = eq %v, 0
  branch %c, then, end
then:
  store mem[@z], 1:32
  jump end
end:
  return
}
func @main() {
  %h:8 = havoc
  store mem[@b], %h
  spawn &w()
  %v:8 = load mem[@b]
  %c:1 = eq %v, 1
  branch %c, then, end
then:
  store mem[@z], 2:32
  jump end
end:
  thread_exit
}`},
		{name: "two looks at one symbol agree", want: "race", src: `
func @w() {
  %v:8 = load mem[@b]
  %c:1 = eq %v, 200
  branch %c, end, then
then:
  store mem[@z], 1:32
  jump end
end:
  return
}
func @main() {
  %h:8 = havoc
  store mem[@b], %h
  spawn &w()
  %v:8 = load mem[@b]
  %c:1 = eq %v, 100
  branch %c, then, end
then:
  store mem[@z], 2:32
  jump end
end:
  thread_exit
}`},
		{name: "a wait that depends on what a section looks at", want: "deadlock", src: `
func @w() {
  atomic_begin
  %v:8 = load mem[@b]
  %c:1 = eq %v, 9
  branch %c, then, end
then:
  lock @m
  jump end
end:
  atomic_end
  return
}
func @main() {
  %h:8 = havoc
  store mem[@b], %h
  lock @m
  %t:64 = spawn &w()
  join %t
  halt 0 main
}`},
		{name: "a wait that depends on a look", want: "deadlock", src: `
func @w() {
  %v:8 = load mem[@b]
  %c:1 = eq %v, 9
  branch %c, then, end
then:
  lock @m
  jump end
end:
  return
}
func @main() {
  %h:8 = havoc
  store mem[@b], %h
  lock @m
  %t:64 = spawn &w()
  join %t
  halt 0 main
}`},
		{name: "an address", want: "null-deref out-of-bounds", sampled: true, src: `
func @main() {
  %v:8 = load mem[%u]
  halt 0 main
}`},
		{name: "a free bit of a wide value", sampled: true, want: "assert", src: `
func @main() {
  %h:32 = havoc
  %c:1 = trunc %h
  assert %c
  halt 0 main
}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := both(t, parse(t, globals+c.src), all)
			if got := kinds(x); got != c.want || x.Sampled != c.sampled || !x.Exhausted {
				t.Errorf("failures %q, sampled %v, exhausted %v (%s)", got, x.Sampled, x.Exhausted, x.Stopped)
			}
			o := all
			o.Early = true
			if early := explore(t, parse(t, globals+c.src), o); kinds(early) != c.want && !early.Sampled {
				t.Errorf("chosen early: %q", kinds(early))
			}
		})
	}
}

// TestSymbolInputs: the inputs of a failure have a value for every symbol, in the order in which its thread made them.
func TestSymbolInputs(t *testing.T) {
	p := parse(t, `
global @x : 4 align 4
global @ext : 8 align 8 external
entry @main
func @main() {
  %a:8 = havoc
  %b:8 = havoc
  %c:8 = havoc
  %e:16 = load mem[@ext+2]
  %d:8 = move %b
  %k:1 = ne %d, 5
  assert %k
  halt 0 main
}`)
	x := explore(t, p, irexec.ExploreOptions{Assert: true})
	if len(x.Failures) != 1 || x.Sampled {
		t.Fatalf("%+v", x)
	}
	if got := x.Failures[0].Inputs.Havoc[0]; !reflect.DeepEqual(got, []ir.Const{{}, {Lo: 5}, {}}) {
		t.Errorf("inputs %v", got)
	}
}
