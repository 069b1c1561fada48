package harness

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The driver's own functions in the text of a harness. Parts have parameters and variables, and a driver may have a function of such a name: behind `int request_irq(..., irq_handler_t h, ...)` the handler h would be the parameter.
// So functions of the driver are marked while the text is written, and one whose name stands in the text besides gets another name.

const ownBegins, ownEnds = "\x01", "\x02"

// own marks the name of a function of the driver.
func own(name string) string { return ownBegins + name + ownEnds }

var (
	marked     = regexp.MustCompile(ownBegins + `([^` + ownEnds + `]*)` + ownEnds)
	identifier = regexp.MustCompile(`(->\s*|\.\s*|struct\s+|union\s+|enum\s+)?\b[A-Za-z_]\w*`)
)

// nameOwn takes the marks away.
func nameOwn(text string) string {
	words := map[string]bool{}
	for _, m := range identifier.FindAllStringSubmatch(marked.ReplaceAllString(text, " "), -1) {
		if m[1] == "" { // no member, and no tag
			words[m[0]] = true
		}
	}
	var others []string
	text = marked.ReplaceAllStringFunc(text, func(s string) string {
		name := s[len(ownBegins) : len(s)-len(ownEnds)]
		if !words[name] {
			return name
		}
		if !slices.Contains(others, name) {
			others = append(others, name)
		}
		return Prefix + "own_" + name
	})
	var b strings.Builder
	for _, name := range others {
		fmt.Fprintf(&b, "static __typeof__(%[1]s) %[2]sown_%[1]s __attribute__((alias(\"%[1]s\")));\n", name, Prefix)
	}
	return b.String() + text
}
