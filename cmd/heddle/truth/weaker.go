package truth

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// An engine may say less than the truth, but no less than before: what is honest but weaker stands in testdata/weaker.txt,
// a line each with the program, the question and the answer. `go test ./cmd/heddle/programs -update` (or drivers)
// rewrites the lines of what it asks.

var update = flag.Bool("update", false, "rewrite testdata/weaker.txt")

const weakerFile = "testdata/weaker.txt"

// weakerAnswers are the lines of the file, and what this run was told.
type weakerAnswers struct {
	read  func() map[string]string
	mu    sync.Mutex
	asked map[string]string // the empty answer: no weaker than the truth
}

// Weaker holds an answer that is weaker than the truth, or the empty one, to the file.
func Weaker(p *Program, question, answer string) (wrong string) {
	return weaker.compare(p, question, answer)
}

// WriteWeaker rewrites the file, if that is asked for.
func WriteWeaker(t *testing.T) { weaker.write(t) }

var weaker = &weakerAnswers{read: sync.OnceValue(readWeaker), asked: map[string]string{}}

func readWeaker() map[string]string {
	out := map[string]string{}
	text, err := os.ReadFile(weakerFile)
	if err != nil {
		return out
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] != "#" {
			out[fields[0]+" "+fields[1]] = fields[2]
		}
	}
	return out
}

// compare holds an answer, or the empty one if it is the truth, to the file.
func (w *weakerAnswers) compare(p *Program, question, answer string) (wrong string) {
	key := p.Name + " " + question
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked[key] = answer
	switch before := w.read()[key]; {
	case *update || answer == before:
		return ""
	case answer == "":
		return fmt.Sprintf("it said %s before: take the line out of %s", before, weakerFile)
	case before == "":
		return fmt.Sprintf("honest, but weaker than before; %s lists what may be", weakerFile)
	default:
		return fmt.Sprintf("it said %s before, says %s", before, weakerFile)
	}
}

// write rewrites the file, if that is asked for.
func (w *weakerAnswers) write(t *testing.T) {
	if !*update {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	lines := readWeaker() // another test may have written it
	maps.Copy(lines, w.asked)
	var b strings.Builder
	b.WriteString("# What an engine says of a program where that is honest but weaker than the truth: program, question, answer.\n")
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		if lines[key] != "" {
			fmt.Fprintln(&b, key, lines[key])
		}
	}
	if err := os.WriteFile(weakerFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
