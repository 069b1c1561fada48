package lockprog

import (
	"slices"
	"strings"
)

// Mutants: the calls that keep threads apart, left out one at a time. They are found in the text, not in a syntax tree: a mutant has to be the
// program as it was written, line for line, with one call gone, and a printer of trees would give another text. What is no code (comments, strings,
// directives) is skipped, and so is what stands outside of functions, where the names are declared. A call hidden in a macro is not found where the macro is
// defined, since without it all uses would change at once.

// Mutant is a program with one call left out.
type Mutant struct {
	Line   int    // of the call, from 1
	Call   string // its text
	Source string
}

// parting are the functions that lock, unlock or join.
var parting = []string{
	"pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock",
	"pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock", "pthread_rwlock_unlock",
	"pthread_spin_lock", "pthread_spin_trylock", "pthread_spin_unlock",
	"pthread_join", "sem_wait", "sem_trywait", "sem_post",
	"mtx_lock", "mtx_trylock", "mtx_unlock", "thrd_join",
}

// Mutants gives the program without each of its locks, unlocks and joins, in the order of the text. In the place of a call stands 0, which is what these
// functions return when all went well.
func Mutants(src string) (out []Mutant) {
	depth := 0 // of braces
	for i := 0; i < len(src); {
		if end := blank(src, i); end > i {
			i = end
			continue
		}
		switch c := src[i]; {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case letter(c):
			end := i + 1
			for end < len(src) && (letter(src[end]) || '0' <= src[end] && src[end] <= '9') {
				end++
			}
			if depth > 0 && slices.Contains(parting, src[i:end]) {
				if last := call(src, end); last > 0 {
					text := src[i:last]
					out = append(out, Mutant{
						Line: 1 + strings.Count(src[:i], "\n"), Call: text,
						Source: src[:i] + "0" + strings.Repeat("\n", strings.Count(text, "\n")) + src[last:],
					})
				}
			}
			i = end
			continue
		}
		i++
	}
	return out
}

func letter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// call is the end of a call whose name ends at i, or 0 if there are no arguments.
func call(src string, i int) int {
	depth := 0
	for i < len(src) {
		if end := blank(src, i); end > i {
			i = end
			continue
		}
		switch c := src[i]; {
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case depth == 0 && !strings.ContainsRune(" \t\r\n", rune(c)):
			return 0
		}
		i++
	}
	return 0
}

// blank is the end of a comment, literal or directive that begins at i, or i.
func blank(src string, i int) int {
	rest := src[i:]
	upTo := func(end string, from int) int {
		if n := strings.Index(rest[from:], end); n >= 0 {
			return i + from + n + len(end)
		}
		return len(src)
	}
	switch {
	case strings.HasPrefix(rest, "//"):
		return upTo("\n", 2)
	case strings.HasPrefix(rest, "/*"):
		return upTo("*/", 2)
	case rest[0] == '"' || rest[0] == '\'':
		for k := 1; k < len(rest); k++ {
			switch rest[k] {
			case '\\':
				k++
			case rest[0], '\n':
				return i + k + 1
			}
		}
		return len(src)
	case rest[0] == '#' && strings.TrimSpace(src[strings.LastIndexByte(src[:i], '\n')+1:i]) == "":
		for k := range len(rest) {
			if rest[k] == '\n' && !strings.HasSuffix(strings.TrimSuffix(rest[:k], "\r"), "\\") {
				return i + k
			}
		}
		return len(src)
	}
	return i
}
