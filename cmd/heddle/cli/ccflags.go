package cli

import (
	"regexp"
	"slices"
	"strings"
)

// Compiler flags stand after --, because -p and -h are heddle's own and a compiler has hundreds. If they are typed where a compiler takes them, the error shows
// the command line that was meant.

// ccFlag recognizes what only a compiler takes. Flags of heddle are -p, -h, or have two dashes.
var ccFlag = regexp.MustCompile(`^-([IDUOWflgmxL].*|std=.*|pthread|pipe|include|imacros|isystem|iquote|idirafter|ansi|pedantic|nostdinc|undef|c|o|w|M[DMP]*)$`)

// ccValue lists those that take the next argument as their value.
var ccValue = []string{"-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-x", "-o", "-L", "-l"}

// misplaced moves the compiler flags of a command line behind --. It reports whether there were any.
func misplaced(args []string) ([]string, bool) {
	end := len(args)
	var tail []string
	if i := slices.Index(args, "--"); i >= 0 {
		end, tail = i, args[i+1:]
	}
	var head, moved []string
	for i := 0; i < end; i++ {
		a := args[i]
		if !ccFlag.MatchString(a) {
			head = append(head, a)
			continue
		}
		moved = append(moved, a)
		if slices.Contains(ccValue, a) && i+1 < end {
			i++
			moved = append(moved, args[i])
		}
	}
	if len(moved) == 0 {
		return args, false
	}
	return slices.Concat(head, []string{"--"}, moved, tail), true
}

// shellWords is a command line as one types it.
func shellWords(args []string) string {
	plain := regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if !plain.MatchString(a) {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}
