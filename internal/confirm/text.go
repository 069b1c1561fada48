package confirm

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/heddle-dev/heddle/internal/verdict"
)

//go:embed runtime
var sources embed.FS

// runtime is the C text that makes a program follow a plan: one file after the other, each knows those before it.
var runtime = sync.OnceValue(func() string {
	var b strings.Builder
	for _, part := range []string{"system", "places", "schedule", "failures", "memory", "threads", "inputs", "sections", "hooks", "judges", "watch"} {
		text, err := sources.ReadFile("runtime/" + part + ".c")
		if err != nil {
			panic(err)
		}
		b.Write(text)
	}
	return b.String()
})

// special are the functions that the runtime has its own way with. Those of a trace that are not among them are pinned, and go on as they are.
var special = []string{
	"malloc", "calloc", "realloc", "free", "pthread_create", "thrd_create", "pthread_exit", "pthread_cond_wait", "pthread_cond_timedwait", "cnd_wait",
	"pthread_cond_signal", "pthread_cond_broadcast", "cnd_signal", "cnd_broadcast", "pthread_barrier_wait", "pthread_mutex_trylock", "pthread_rwlock_tryrdlock",
	"pthread_rwlock_trywrlock", "pthread_mutex_timedlock", "pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock", "sem_timedwait", "__assert_fail",
}

// always are pinned whether the trace names them or not: a deadlock ends in one that was not carried out, and the runtime calls the first two itself.
var always = []string{
	"pthread_mutex_lock", "pthread_mutex_unlock", "sem_trywait", "printf", "fprintf", "sprintf", "snprintf", // the last are no calls in a trace, but accesses
}

var blocking = []string{
	"pthread_join", "thrd_join", "sem_wait", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_spin_lock", "mtx_lock", "read", "pthread_once", "call_once",
}

// given are functions whose results, and what they bring in, are for the system to decide: they are as the trace says. No function of the library that only computes is among them: what it
// does is what it does.
var given = []string{"read", "recv", "recvfrom", "socket", "connect", "accept", "bind", "listen", "open", "getchar", "fgetc", "getc", "fgets", "select", "poll", "syscall"}

// gives are those that a plan has inputs of.
func (p *Plan) gives() (list []string) {
	for _, f := range given {
		if slices.ContainsFunc(p.Inputs, func(in Input) bool { return in.Call == f }) {
			list = append(list, f)
		}
	}
	return list
}

// arguments reports whether the number of main's arguments may be an input.
func (p *Plan) arguments() bool {
	return slices.ContainsFunc(p.Inputs, func(in Input) bool { return in.Call == "" && in.Thread == 0 })
}

// wrapped are the functions that the linker puts the runtime before.
func (p *Plan) wrapped() []string {
	list := p.gives()
	if p.arguments() {
		list = append(list, "main")
	}
	if p.addresses {
		return list
	}
	return slices.Concat(p.simple(), special, list)
}

// touching are functions in which an access may be invalid; the trace does not name the call if it is.
var touching = []string{"memcpy", "memmove", "memset", "memcmp", "strlen", "strcpy", "strcmp", "strcat"}

// unreplaced are modelled functions that are no functions of the library, or that cannot be interposed.
var unreplaced = regexp.MustCompile(`^(__heddle|heddle|__VERIFIER|__CPROVER|__ESBMC|__goblint|__CSEQ|klee_|nondet|reach_error|assume_abort_if_not|setjmp|_setjmp|__sigsetjmp|sigsetjmp|longjmp|siglongjmp|_longjmp|__atomic|__sync|__builtin|atomic_|vfork|alloca)`)

// simple are the functions whose calls are pinned.
func (p *Plan) simple() []string {
	if p.addresses {
		return nil
	}
	list, gives := slices.Clone(always), p.gives()
	if p.Kind == string(verdict.KindDeadlock) {
		list = append(list, blocking...)
	}
	if p.class() == 'm' {
		list = append(list, touching...)
	}
	for _, s := range p.Steps {
		if s.Call != "" && !unreplaced.MatchString(s.Call) && !slices.Contains(special, s.Call) && !slices.Contains(list, s.Call) {
			list = append(list, s.Call)
		}
	}
	return slices.DeleteFunc(list, func(f string) bool { return slices.Contains(gives, f) })
}

// tsan reports whether ThreadSanitizer is the judge; it has no library for 32 bits.
func (p *Plan) tsan() bool {
	return p.Kind == string(verdict.KindRace) && p.Program.DataModel == "lp64"
}

// asan reports whether AddressSanitizer's library is linked, and judges.
func (p *Plan) asan() bool { return p.class() == 'm' && !p.bare }

// class is the kind of a finding as far as the runtime tells kinds apart.
func (p *Plan) class() byte {
	switch k := verdict.Kind(p.Kind); {
	case k == verdict.KindAssert:
		return 'a'
	case k == verdict.KindRace:
		return 'r'
	case k == verdict.KindDeadlock:
		return 'd'
	case k.IsMisuse():
		return 'l'
	}
	return 'm'
}

// Text is the C text of the replay: the schedule, and the runtime that follows it. It is compiled by itself, without a sanitizer.
func (p *Plan) Text(comment string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* %s */\n", strings.ReplaceAll(comment, "*/", "* /"))
	b.WriteString(includes)
	var files, names []string
	index := func(list *[]string, s string) int {
		i := slices.Index(*list, s)
		if i < 0 {
			i = len(*list)
			*list = append(*list, s)
		}
		return i
	}
	index(&names, "")
	var steps, inputs strings.Builder
	for _, s := range p.Steps {
		fmt.Fprintf(&steps, "\t{%d, '%c', %d, %d, %d, %d}, /* %s */\n", s.Thread, s.What, index(&files, s.File), s.Line, index(&names, s.Call), bit(s.Pending), strings.ReplaceAll(s.String(), "*/", "* /"))
	}
	for _, in := range p.Inputs {
		fmt.Fprintf(&inputs, "\t{%d, %d, %d, %d, %dULL, %d, \"%s\"},\n", in.Thread, index(&names, in.Call), index(&files, in.File), in.Line, in.Value, len(in.Content), escaped(string(in.Content)))
	}
	set, ends := make([]string, p.Threads), make([]string, p.Threads)
	for t := range p.Threads {
		set[t] = fmt.Sprint(bit(slices.ContainsFunc(p.Places, func(s Step) bool { return s.Thread == t })))
		ends[t] = fmt.Sprint(bit(slices.Contains(p.Ended, t)))
	}
	first := p.Places[0]
	other := p.Places[len(p.Places)-1]
	fmt.Fprintf(&b, "#define KIND '%c'\n#define WANT_KIND %q\n#define HAVE_TSAN %d\n#define HAVE_ASAN %d /* AddressSanitizer is linked */\n#define ALONE %d /* and there is no schedule */\n#ifndef LIMIT /* seconds without a step */\n#define LIMIT %d\n#endif\n", p.class(), p.Kind, bit(p.tsan()), bit(p.asan()), bit(p.addresses), idleSeconds)
	fmt.Fprintf(&b, "enum { N_THREADS = %d, N_STEPS = %d, N_INPUTS = %d };\n", p.Threads, len(p.Steps), len(p.Inputs))
	fmt.Fprintf(&b, "enum { WANT_THREAD = %d, WANT_FILE = %d, WANT_LINE = %d, WANT_OTHER = %d, WANT_OTHER_FILE = %d, WANT_OTHER_LINE = %d };\n",
		first.Thread, index(&files, first.File), first.Line, other.Thread, index(&files, other.File), other.Line)
	macro := func(name string, list []string) {
		fmt.Fprintf(&b, "#define %s(X)", name)
		for _, f := range list {
			fmt.Fprintf(&b, " X(%s)", f)
		}
		b.WriteByte('\n')
	}
	macro("SIMPLE_CALLS", p.simple())
	macro("SPECIAL_CALLS", special)
	macro("GIVEN_CALLS", p.gives())
	for _, f := range p.gives() {
		fmt.Fprintf(&b, "#define GIVES_%s 1\n", f)
	}
	fmt.Fprintf(&b, "#define GIVES_main %d\n", bit(p.arguments()))
	fmt.Fprintf(&b, "static const char *const files[] = {%s0};\n", quoted(files))
	fmt.Fprintf(&b, "static const char *const names[] = {%s0};\n", quoted(names))
	b.WriteString("/* thread, what, file, line, function, stops before it */\n")
	fmt.Fprintf(&b, "static const struct step { int thread; char what; int file, line, name, pending; } steps[] = {\n%s\t{-1, 0, 0, 0, 0, 0}};\n", &steps)
	fmt.Fprintf(&b, "static const struct { int thread, name, file, line; unsigned long long value; int size; const char *content; } inputs[] = {\n%s\t{-1, 0, 0, 0, 0, 0, 0}};\n", &inputs)
	fmt.Fprintf(&b, "static const char set[] = {%s}, ends[] = {%s};\n\n", strings.Join(set, ", "), strings.Join(ends, ", "))
	b.WriteString(runtime())
	return b.String()
}

const includes = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

`

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// quoted is strings as C has them, each with a comma behind it. Names of files may be anything.
func quoted(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(`"` + escaped(s) + `", `)
	}
	return b.String()
}

// escaped is text between the quotes of a string in C.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 127 || c == '"' || c == '\\' || c == '?' {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
