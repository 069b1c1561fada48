package tooltest

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
)

// What failed among thousands of programs is said once more behind everything else: the program, what was wrong, and the
// command that asks the same question alone.

var failures struct {
	sync.Mutex
	list []string
}

// Remember keeps a failure for the end of the output.
func Remember(t testing.TB, program, wrong string) {
	again := fmt.Sprintf("go test -run '^%s$' ./%s", strings.ReplaceAll(t.Name(), "/", "$/^"), packagePath())
	failures.Lock()
	defer failures.Unlock()
	failures.list = append(failures.list, fmt.Sprintf("%s\n  %s\n  again: %s", program, firstLine(wrong, 200), again))
}

func firstLine(s string, most int) string {
	s, _, _ = strings.Cut(s, "\n")
	if len(s) > most {
		s = s[:most] + "..."
	}
	return s
}

// packagePath is the folder of the test, from the root of the project: that is where go test runs it.
func packagePath() string {
	dir, err := os.Getwd()
	if err != nil {
		return "..."
	}
	for _, part := range []string{"/cmd/", "/internal/", "/bench/"} {
		if i := strings.LastIndex(dir, part); i >= 0 {
			return dir[i+1:]
		}
	}
	return "..."
}

const mostFailures = 10

// summary is the last that a package prints.
func summary(w io.Writer) {
	failures.Lock()
	defer failures.Unlock()
	if len(failures.list) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%d wrong answers:\n", len(failures.list))
	for i, f := range failures.list {
		if i == mostFailures {
			fmt.Fprintf(w, "and %d more\n", len(failures.list)-i)
			break
		}
		fmt.Fprintln(w, f)
	}
}
