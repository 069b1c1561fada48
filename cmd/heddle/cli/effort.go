package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/heddle-dev/heddle/internal/budget"
)

// effort is the value of a flag: a word, or a number of units.
type effort budget.Work

// normal is what is done if nobody says how much.
const normal = 60 * budget.Second

// The words, and what they stand for.
var (
	effortWords = []string{"quick", "normal", "full"}
	efforts     = []budget.Work{5 * budget.Second, normal, 600 * budget.Second}
)

// Bounds of a number: with less than the first nothing comes of anything.
const (
	leastEffort = 1000
	mostEffort  = int64(budget.Unlimited/budget.Microsecond) - 1
)

func (e *effort) Set(s string) error {
	for i, w := range effortWords {
		if s == w {
			*e = effort(efforts[i])
			return nil
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < leastEffort || n > mostEffort {
		return fmt.Errorf("give %s, or a number of units from %d to %d, of which a million is about a second", strings.Join(effortWords, ", "), leastEffort, mostEffort)
	}
	*e = effort(budget.Work(n) * budget.Microsecond)
	return nil
}

func (e *effort) String() string {
	for i, w := range efforts {
		if budget.Work(*e) == w {
			return effortWords[i]
		}
	}
	if *e == 0 {
		return ""
	}
	return strconv.FormatInt(int64(budget.Work(*e)/budget.Microsecond), 10)
}

func (e *effort) Type() string { return "effort" }
