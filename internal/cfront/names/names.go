package names

import (
	"slices"
	"strings"
)

// Result is what a function returns, as far as it matters.
type Result int

// The results.
const (
	Nothing Result = iota
	Number
	Pointer
)

// KeepApart reports a function that by its name keeps threads apart.
func KeepApart(platform, name string, result Result) bool {
	ws := Words(name)
	if runsOnce(ws) {
		return platform == "" || platform == "posix"
	}
	getter := func(w string) bool { return w == "get" && result == Pointer }
	if slices.ContainsFunc(ws, getter) || slices.ContainsFunc(ws, isAboutObject) || setsProperty(ws) {
		return false
	}
	if slices.ContainsFunc(ws, isLock) || hasPair(ws, lockNouns, lockVerbs) {
		return true
	}
	if platform != "" && platform != "posix" {
		return false
	}
	return waits(ws) || result != Nothing && decides(ws)
}

// isAboutObject reports words of functions that make, end or look at a lock, and do not use it.
func isAboutObject(w string) bool {
	switch w {
	case "init", "destroy", "create", "new", "delete", "alloc", "free", "is", "assert":
		return true
	}
	return false
}

// setsProperty reports a name with "set" that is about more than the lock: set_lock and omp_set_lock take it, mutex_set_name does not.
func setsProperty(ws []string) bool {
	k := slices.Index(ws, "set")
	return k >= 0 && !(k == len(ws)-2 && isLock(ws[k+1]))
}

// isLock reports words that are of locks and of nothing else.
func isLock(w string) bool {
	switch w {
	case "mutex", "semaphore", "semop", "critical", "futex", "rwsem", "gilstate":
		return true
	}
	return strings.HasSuffix(w, "lock") && !strings.HasSuffix(w, "block") && !strings.HasSuffix(w, "clock") && w != "deadlock"
}

// What is a lock where a verb says so.
var (
	lockNouns = []string{"sem", "mtx", "spin", "monitor", "cs", "gil"}
	lockVerbs = []string{
		"acquire", "release", "enter", "leave", "exit", "wait", "trywait", "timedwait", "take", "give", "down", "up", "pend", "post", "signal",
		"p", "v",
	}
)

// hasPair reports names with a word of each kind.
func hasPair(ws, nouns, verbs []string) bool {
	return slices.ContainsFunc(ws, func(w string) bool { return slices.Contains(nouns, w) }) &&
		slices.ContainsFunc(ws, func(w string) bool { return slices.Contains(verbs, w) })
}

// waits reports functions that return when another thread has come so far.
func waits(ws []string) bool {
	if slices.Contains(ws, "barrier") {
		return !hasPair(ws, []string{"barrier"}, []string{"memory", "mem", "read", "write", "load", "store", "full", "compiler"})
	}
	return slices.Contains(ws, "wait") || slices.Contains(ws, "acquire") ||
		hasPair(ws, []string{"join"}, []string{"thread", "threads", "task", "worker", "workers", "pool"})
}

// decides reports functions that give threads different answers: who is the first, who is the last, who has changed something.
func decides(ws []string) bool {
	return slices.Contains(ws, "atomic") || slices.Contains(ws, "interlocked") || slices.Contains(ws, "once") ||
		hasPair(ws, []string{"and"}, []string{"test", "swap", "add", "sub", "set", "inc", "dec"}) ||
		hasPair(ws, []string{"fetch"}, []string{"add", "sub", "or", "inc", "dec"}) ||
		hasPair(ws, []string{"compare"}, []string{"swap", "exchange"})
}

// runsOnce reports functions that let one thread through to initialize something: once_init_enter, InitOnceExecuteOnce. Those that initialize the flag itself are none.
func runsOnce(ws []string) bool {
	return hasPair(ws, []string{"once"}, []string{"enter", "leave", "execute", "begin", "complete"})
}

// RunOnce reports names of functions that run what they are given in one thread alone.
func RunOnce(platform, name string) bool {
	return (platform == "" || platform == "posix") && slices.Contains(Words(name), "once")
}

// StartThreads reports names of functions that run what they are given in another thread. Treated like other functions, they would hide everything that the
// thread does to the rest of the program.
func StartThreads(name string) bool {
	task, made := false, false
	for _, w := range Words(name) {
		switch {
		case strings.Contains(w, "thread"), w == "clone":
			return true
		case w == "task":
			task = true
		case w == "create" || w == "new" || w == "spawn" || w == "start" || w == "run":
			made = true
		}
	}
	return task && made
}

// Words takes a name apart at underscores and where a capital follows a small letter.
func Words(name string) (out []string) {
	from := 0
	cut := func(to int) {
		if to > from {
			out = append(out, strings.ToLower(name[from:to]))
		}
	}
	for i := range len(name) {
		switch c := name[i]; {
		case c == '_':
			cut(i)
			from = i + 1
		case i > from && c >= 'A' && c <= 'Z' && name[i-1] >= 'a' && name[i-1] <= 'z':
			cut(i)
			from = i
		}
	}
	cut(len(name))
	return out
}
