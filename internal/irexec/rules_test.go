package irexec_test

// The rules of docs/assumptions.md that an execution can show, one small program each. want lists the kinds of
// failures that exist; every program is explored with and without reduction.
var rules = []struct {
	name string
	want string
	src  string
}{
	{"lost update", "assert race", `
global @n : 4 align 4
entry @main
func @w() {
  %a:32 = load mem[@n]
  %b:32 = add %a, 1
  store mem[@n], %b
  return
}
func @main() {
  %t:64 = spawn &w()
  %a:32 = load mem[@n]
  %b:32 = add %a, 1
  store mem[@n], %b
  join %t
  %c:32 = load mem[@n]
  %d:1 = eq %c, 2
  assert %d
  halt 0 main
}`},
	{"locked update", "", `
global @n : 4 align 4
global @m : 8 align 8
entry @main
func @w() {
  lock @m
  %a:32 = load mem[@n]
  %b:32 = add %a, 1
  store mem[@n], %b
  unlock @m
  return
}
func @main() {
  %t:64 = spawn &w()
  lock @m
  %a:32 = load mem[@n]
  %b:32 = add %a, 1
  store mem[@n], %b
  unlock @m
  join %t
  %c:32 = load mem[@n]
  %d:1 = eq %c, 2
  assert %d
  halt 0 main
}`},
	{"atomic update", "", `
global @n : 4 align 4
entry @main
func @w() {
  rmw add mem[@n] atomic, 1:32
  return
}
func @main() {
  %t:64 = spawn &w()
  rmw add mem[@n] atomic, 1:32
  join %t
  %c:32 = load mem[@n]
  %d:1 = eq %c, 2
  assert %d
  halt 0 main
}`},
	{"atomic and plain race", "race", `
global @n : 4 align 4
entry @main
func @w() {
  store mem[@n] atomic, 1:32
  return
}
func @main() {
  spawn &w()
  %a:32 = load mem[@n]
  halt 0 main
}`},
	{"excused access", "", `
global @n : 4 align 4
entry @main
func @w() {
  store mem[@n], 1:32
  return
}
func @main() {
  spawn &w()
  %a:32 = load mem[@n] excused
  halt 0 main
}`},
	{"two reads", "", `
global @n : 4 align 4
entry @main
func @w() {
  %a:32 = load mem[@n]
  return
}
func @main() {
  spawn &w()
  %a:32 = load mem[@n]
  halt 0 main
}`},
	{"neighbours do not race", "", `
global @n : 8 align 4
entry @main
func @w() {
  store mem[@n], 1:32
  return
}
func @main() {
  spawn &w()
  store mem[@n+4], 1:32
  halt 0 main
}`},
	{"overlap races", "race", `
global @n : 8 align 4
entry @main
func @w() {
  store mem[@n], 1:64
  return
}
func @main() {
  spawn &w()
  %a:8 = load mem[@n+7]
  halt 0 main
}`},
	{"sections do not race with each other", "", `
global @n : 4 align 4
entry @main
func @w() {
  atomic_begin
  store mem[@n], 1:32
  atomic_end
  return
}
func @main() {
  spawn &w()
  atomic_begin
  store mem[@n], 2:32
  atomic_end
  halt 0 main
}`},
	{"section and plain race", "race", `
global @n : 4 align 4
entry @main
func @w() {
  atomic_begin
  store mem[@n], 1:32
  atomic_end
  return
}
func @main() {
  spawn &w()
  store mem[@n], 2:32
  halt 0 main
}`},
	{"section and atomic do not race", "", `
global @n : 4 align 4
entry @main
func @w() {
  atomic_begin
  store mem[@n], 1:32
  atomic_end
  return
}
func @main() {
  spawn &w()
  store mem[@n] atomic, 2:32
  halt 0 main
}`},
	{"free races with access", "race use-after-free", `
global @p : 8 align 8
entry @main
func @w(%p:64) {
  free %p
  return
}
func @main() {
  %p:64 = alloc 4 align 4 zero
  spawn &w(%p)
  store mem[%p], 1:32
  halt 0 main
}`},
	{"spawn writes the id before the child runs", "", `
global @id : 8 align 8
entry @main
func @w() {
  %a:64 = load mem[@id]
  %s:64 = self
  %b:1 = eq %a, %s
  assert %b
  return
}
func @main() {
  spawn id mem[@id], &w()
  halt 0 main
}`},
	{"id is a plain write", "race", `
global @id : 8 align 8
entry @main
func @w() {
  %a:64 = load mem[@id]
  return
}
func @main() {
  spawn &w()
  spawn id mem[@id], &w()
  halt 0 main
}`},
	{"lock order", "deadlock", `
global @a : 8 align 8
global @b : 8 align 8
entry @main
func @w() {
  lock @b
  lock @a
  unlock @a
  unlock @b
  return
}
func @main() {
  %t:64 = spawn &w()
  lock @a
  lock @b
  unlock @b
  unlock @a
  join %t
  halt 0 main
}`},
	{"same lock order", "", `
global @a : 8 align 8
global @b : 8 align 8
entry @main
func @w() {
  lock @a
  lock @b
  unlock @a
  unlock @b
  return
}
func @main() {
  %t:64 = spawn &w()
  lock @a
  lock @b
  unlock @b
  unlock @a
  join %t
  halt 0 main
}`},
	{"relock of a normal mutex", "deadlock", `
global @a : 8 align 8
entry @main
func @main() {
  lock @a
  lock @a
  halt 0 main
}`},
	{"relock of a recursive mutex", "", `
global @a : 8 align 8
entry @main
func @w() {
  %s:32 = lock @a try
  %b:1 = eq %s, 16
  assert %b
  return
}
func @main() {
  sync_init mutex @a, 1
  lock @a
  lock @a
  unlock @a
  %t:64 = spawn &w()
  join %t
  %s:32 = unlock @a
  %c:1 = eq %s, 0
  assert %c
  %u:32 = unlock @a
  %d:1 = eq %u, 1
  assert %d
  halt 0 main
}`},
	{"relock of an error-checking mutex", "", `
global @a : 8 align 8
entry @main
func @main() {
  sync_init mutex @a, 2
  lock @a
  %s:32 = lock @a
  %b:1 = eq %s, 35
  assert %b
  unlock @a
  %t:32 = unlock @a
  %c:1 = eq %t, 1
  assert %c
  halt 0 main
}`},
	{"a normal mutex is released by anybody", "", `
global @a : 8 align 8
entry @main
func @w() {
  unlock @a
  return
}
func @main() {
  lock @a
  %t:64 = spawn &w()
  join %t
  lock @a
  halt 0 main
}`},
	{"trylock fails only when held", "", `
global @a : 8 align 8
entry @main
func @main() {
  %s:32 = lock @a try
  %b:1 = eq %s, 0
  assert %b
  %t:32 = lock @a try
  %c:1 = eq %t, 16
  assert %c
  halt 0 main
}`},
	{"a timed lock may give up", "assert", `
global @a : 8 align 8
entry @main
func @w() {
  %s:32 = lock @a timed
  %b:1 = eq %s, 0
  assert %b
  unlock @a
  return
}
func @main() {
  %t:64 = spawn &w()
  lock @a
  unlock @a
  join %t
  halt 0 main
}`},
	{"readers share, writers do not", "", `
global @a : 8 align 8
global @x : 4 align 4
entry @main
func @w() {
  lock @a
  store mem[@x], 1:32
  unlock @a
  return
}
func @r() {
  lock @a shared
  %v:32 = load mem[@x]
  unlock @a
  return
}
func @main() {
  spawn &w()
  spawn &r()
  lock @a shared
  %v:32 = load mem[@x]
  unlock @a
  halt 0 main
}`},
	{"readers do not keep writers of data apart", "race", `
global @a : 8 align 8
global @x : 4 align 4
entry @main
func @r() {
  lock @a shared
  store mem[@x], 1:32
  unlock @a
  return
}
func @main() {
  spawn &r()
  lock @a shared
  %v:32 = load mem[@x]
  unlock @a
  halt 0 main
}`},
	{"lost wakeup", "deadlock", `
global @m : 8 align 8
global @c : 8 align 8
entry @main
func @w() {
  lock @m
  wait @c, @m
  wake @c
  lock @m
  unlock @m
  return
}
func @main() {
  %t:64 = spawn &w()
  signal @c
  join %t
  halt 0 main
}`},
	{"wait in a loop", "", `
global @m : 8 align 8
global @c : 8 align 8
global @ready : 4 align 4
entry @main
func @w() {
  lock @m
  jump test
test:
  %r:32 = load mem[@ready]
  %b:1 = eq %r, 0
  branch %b, sleep, done
sleep:
  wait @c, @m
  wake @c
  lock @m
  jump test
done:
  unlock @m
  return
}
func @main() {
  %t:64 = spawn &w()
  lock @m
  store mem[@ready], 1:32
  signal @c
  unlock @m
  join %t
  halt 0 main
}`},
	{"wakeup without a signal", "assert deadlock", `
global @m : 8 align 8
global @c : 8 align 8
global @ready : 4 align 4
entry @main
func @w() {
  lock @m
  wait @c, @m
  wake @c
  lock @m
  %r:32 = load mem[@ready]
  %b:1 = ne %r, 0
  assert %b
  unlock @m
  return
}
func @main() {
  %t:64 = spawn &w() outlives
  lock @m
  store mem[@ready], 1:32
  signal @c all
  unlock @m
  halt 0 main
}`},
	{"a timed wait may time out", "assert", `
global @m : 8 align 8
global @c : 8 align 8
entry @main
func @main() {
  lock @m
  wait @c, @m
  %s:32 = wake @c timed
  lock @m
  %b:1 = ne %s, 110
  assert %b
  halt 0 main
}`},
	{"signal wakes one, any", "assert deadlock", `
global @m : 8 align 8
global @c : 8 align 8
global @x : 4 align 4
entry @main
func @w(%k:32) {
  lock @m
  wait @c, @m
  wake @c
  store mem[@x] atomic, %k
  return
}
func @main() {
  %a:64 = spawn &w(1)
  %b:64 = spawn &w(2)
  jump look
look:
  signal @c
  %v:32 = load mem[@x] atomic
  %z:1 = eq %v, 0
  branch %z, wait, done
wait:
  jump look
done:
  %i:1 = eq %v, 1
  assert %i
  join %a
  join %b
  halt 0 main
}`},
	{"semaphore", "", `
global @s : 8 align 8
global @x : 4 align 4
entry @main
func @w() {
  store mem[@x], 1:32
  up @s
  return
}
func @main() {
  sync_init sem @s, 0
  spawn &w()
  down @s
  %v:32 = load mem[@x]
  %b:1 = eq %v, 1
  assert %b
  %t:32 = down @s try
  %c:1 = eq %t, 11
  assert %c
  %u:32 = down @s timed
  %d:1 = eq %u, 110
  assert %d
  %n:32 = semvalue @s
  %e:1 = eq %n, 0
  assert %e
  halt 0 main
}`},
	{"semaphore nobody raises", "deadlock", `
global @s : 8 align 8
entry @main
func @main() {
  down @s
  halt 0 main
}`},
	{"barrier", "", `
global @b : 8 align 8
global @x : 4 align 4
entry @main
func @w() {
  store mem[@x], 1:32
  %t:32 = arrive @b
  pass @b, %t
  return
}
func @main() {
  sync_init barrier @b, 2
  spawn &w()
  %t:32 = arrive @b
  pass @b, %t
  %v:32 = load mem[@x]
  %c:1 = eq %v, 1
  assert %c
  halt 0 main
}`},
	{"barrier in a loop comes back", "", `
global @b : 8 align 8
entry @main
func @w() {
  jump again
again:
  %t:32 = arrive @b
  pass @b, %t
  jump again
}
func @main() {
  sync_init barrier @b, 2
  spawn &w()
  call @w()
  halt 0 main
}`},
	{"barrier with too few", "deadlock", `
global @b : 8 align 8
entry @main
func @main() {
  sync_init barrier @b, 2
  %t:32, %l:1 = arrive @b
  pass @b, %t
  halt 0 main
}`},
	{"join waits", "", `
global @x : 4 align 4
entry @main
func @w() : 64 {
  store mem[@x], 1:32
  return 7
}
func @main() {
  %t:64 = spawn &w()
  %r:64, %s:32 = join %t
  %v:32 = load mem[@x]
  %b:1 = eq %v, 1
  assert %b
  %c:1 = eq %r, 7
  assert %c
  halt 0 main
}`},
	{"try and timed join", "assert", `
global @x : 4 align 4
entry @main
func @w() {
  store mem[@x], 1:32
  return
}
func @main() {
  %t:64 = spawn &w()
  _, %s:32 = join %t try
  %b:1 = eq %s, 0
  %c:1 = eq %s, 16
  %d:1 = or %b, %c
  assert %d
  _, %u:32 = join %t timed
  %e:1 = eq %u, 0
  assert %e
  halt 0 main
}`},
	{"join of oneself", "deadlock", `
entry @main
func @main() {
  %t:64 = self
  join %t
  halt 0 main
}`},
	{"the end of main ends the others", "", `
global @x : 4 align 4
entry @main
func @w() {
  jump again
again:
  %v:32 = load mem[@x] atomic
  %b:1 = eq %v, 0
  assert %b
  jump again
}
func @main() {
  spawn &w()
  halt 0 main
}`},
	{"threads that outlive main", "assert", `
global @x : 4 align 4
entry @main
func @w(%m:64) {
  join %m
  assert 0
  return
}
func @main() {
  %m:64 = self
  spawn &w(%m) outlives
  halt 0 main
}`},
	{"exit ends even these", "", `
global @x : 4 align 4
entry @main
func @w(%m:64) {
  join %m
  assert 0
  return
}
func @main() {
  %m:64 = self
  spawn &w(%m) outlives
  halt 0
}`},
	{"thread_exit in main lets the others go on", "assert", `
global @x : 4 align 4
entry @main
func @w(%m:64) {
  join %m
  assert 0
  return
}
func @main() {
  %m:64 = self
  spawn &w(%m)
  thread_exit
}`},
	{"a blocked thread hides no failure", "assert", `
global @s : 8 align 8
global @x : 4 align 4
entry @main
func @w() {
  down @s
  return
}
func @main() {
  spawn &w()
  %v:32 = load mem[@x]
  %b:1 = eq %v, 1
  assert %b
  halt 0 main
}`},
	{"a failed check ends the process", "assert", `
global @x : 4 align 4
entry @main
func @w() {
  %v:32 = load mem[@x] atomic
  %b:1 = eq %v, 0
  assert %b
  return
}
func @main() {
  spawn &w()
  store mem[@x] atomic, 1:32
  assert 0
  halt 0 main
}`},
	{"failures before the first visible operation", "assert", `
global @x : 4 align 4
entry @main
func @w() {
  assert 0
  return
}
func @main() {
  spawn &w()
  store mem[@x], 1:32
  assert 0
  halt 0 main
}`},
	{"a section that blocks does not begin", "", `
global @x : 4 align 4
global @y : 4 align 4
entry @main
func @w() {
  atomic_begin
  store mem[@y], 1:32
  %v:32 = load mem[@x]
  %b:1 = eq %v, 1
  assume %b
  store mem[@y], 0:32
  atomic_end
  return
}
func @main() {
  spawn &w()
  atomic_begin
  %v:32 = load mem[@y]
  atomic_end
  %b:1 = eq %v, 0
  assert %b
  atomic_begin
  store mem[@x], 1:32
  atomic_end
  halt 0 main
}`},
	{"nested sections are one step", "", `
global @x : 4 align 4
entry @main
func @w() {
  atomic_begin
  store mem[@x], 1:32
  atomic_begin
  store mem[@x], 2:32
  atomic_end
  store mem[@x], 0:32
  atomic_end
  return
}
func @main() {
  spawn &w()
  %v:32 = load mem[@x] atomic
  %b:1 = eq %v, 0
  assert %b
  halt 0 main
}`},
	{"uninitialized memory is arbitrary, and stays", "assert", `
entry @main
func @main() {
  %p:64 = alloc 1 align 1 stack
  %a:8 = load mem[%p]
  %b:8 = load mem[%p]
  %c:1 = eq %a, %b
  assert %c msg "stays"
  %d:1 = ne %a, 77
  assert %d msg "arbitrary"
  halt 0 main
}`},
	{"statics are zero", "", `
global @x : 1 align 1
entry @main
func @main() {
  %a:8 = load mem[@x]
  %d:1 = eq %a, 0
  assert %d
  halt 0 main
}`},
	{"external memory is arbitrary", "assert", `
global @x : 1 align 1 external
entry @main
func @main() {
  %a:8 = load mem[@x]
  %d:1 = ne %a, 200
  assert %d
  halt 0 main
}`},
	{"an unwritten register is arbitrary, and stays", "assert", `
entry @main
func @main() {
  jump go
go:
  %c:1 = eq %x:4, %x
  assert %c msg "stays"
  %d:1 = ne %x, 9
  assert %d msg "arbitrary"
  halt 0 main
}`},
	{"a weak cas may fail", "assert", `
global @x : 4 align 4
entry @main
func @main() {
  _, %o:1 = cas mem[@x] atomic, 0:32, 1:32 weak
  assert %o
  halt 0 main
}`},
	{"thread-local objects", "", `
global @x : 4 align 4 thread_local
entry @main
func @w() {
  %p:64 = tls @x
  %v:32 = load mem[%p]
  %b:1 = eq %v, 0
  assert %b
  store mem[%p], 5:32
  return
}
func @main() {
  %p:64 = tls @x
  store mem[%p], 1:32
  %t:64 = spawn &w()
  join %t
  %v:32 = load mem[%p]
  %b:1 = eq %v, 1
  assert %b
  halt 0 main
}`},
	{"null", "null-deref", `
entry @main
func @main() {
  %v:32 = load mem[4:64]
  halt 0 main
}`},
	{"past the end", "out-of-bounds", `
global @x : 6 align 4
entry @main
func @main() {
  %v:32 = load mem[@x+4]
  halt 0 main
}`},
	{"freed", "use-after-free", `
entry @main
func @main() {
  %p:64 = alloc 4 align 4
  free %p
  store mem[%p], 1:32
  halt 0 main
}`},
	{"freed twice", "double-free", `
entry @main
func @main() {
  %p:64 = alloc 4 align 4
  free %p
  %q:64 = alloc 4 align 4
  free %p
  halt 0 main
}`},
	{"free of the middle", "invalid-free", `
entry @main
func @main() {
  %p:64 = alloc 4 align 4
  %q:64 = add %p, 1
  free 0:64
  free %q
  halt 0 main
}`},
	{"free of a local", "invalid-free", `
entry @main
func @main() {
  %p:64 = alloc 4 align 4 stack
  free %p
  halt 0 main
}`},
	{"a local of a function that returned", "use-after-free", `
entry @main
func @f() : 64 {
  %p:64 = alloc 4 align 4 stack
  free %p stack
  return %p
}
func @main() {
  %p:64 = call @f()
  %q:64 = call @f()
  %v:32 = load mem[%p]
  halt 0 main
}`},
	{"a local of a thread that ended", "use-after-free", `
entry @main
func @w() : 64 {
  %p:64 = alloc 4 align 4 stack zero
  return %p
}
func @main() {
  %t:64 = spawn &w()
  %p:64, _ = join %t
  %v:32 = load mem[%p]
  halt 0 main
}`},
	{"an argument that dies before the thread reads it", "use-after-free", `
entry @main
func @w(%p:64) {
  %v:32 = load mem[%p]
  return
}
func @main() {
  %p:64 = alloc 4 align 4 stack zero
  spawn &w(%p) outlives
  free %p stack
  halt 0 main
}`},
	{"use of a lock in freed memory", "use-after-free", `
entry @main
func @main() {
  %p:64 = alloc 8 align 8
  free %p
  lock %p
  halt 0 main
}`},
	{"an object's size", "", `
entry @main
func @main() {
  %p:64 = alloc 12 align 8
  %n:64 = objsize %p
  %b:1 = eq %n, 12
  assert %b
  %q:64 = add %p, 1
  %m:64 = objsize %q
  %c:1 = eq %m, 0
  assert %c
  halt 0 main
}`},
	{"division by zero ends the execution", "", `
global @x : 4 align 4
entry @main
func @main() {
  %v:32 = load mem[@x]
  %w:32 = udiv 1:32, %v
  assert 0
  halt 0 main
}`},
	{"a loop that allocates comes back", "", `
entry @main
func @main() {
  jump again
again:
  %p:64 = alloc 4 align 4 stack
  store mem[%p], 1:32
  free %p stack
  %q:64 = alloc 4 align 4
  free %q
  jump again
}`},
	{"call through a pointer", "assert", `
global @f : 8 align 8 = 0:64 relocs [0: &g]
entry @main
func @g(%x:32) : 32 {
  %y:32 = add %x, 1
  return %y
}
func @main() {
  %p:64 = load mem[@f]
  %v:32 = callptr %p(1:32) [@g]
  %b:1 = ne %v, 2
  assert %b
  halt 0 main
}`},
	{"call of null", "null-deref", `
global @f : 8 align 8
entry @main
func @g(%x:32) : 32 {
  return %x
}
func @main() {
  %p:64 = load mem[@f]
  %v:32 = callptr %p(1:32) [@g]
  halt 0 main
}`},
}
