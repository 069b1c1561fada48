package programs

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/truth"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// A program is read and lowered once for all that is asked about it, and no question has a time-out: all end by their
// bounds. A question that takes more than 1 s is named by a line `// slow:` of its program, and asked at night, or by a
// line `// small:`, and asked within small bounds before.
// In tier full each gets the oracle, engine explore, and one of the engines that it fits, drawn by its name; tier ci has all questions. Tier short has one program in three, without the questions that testdata/later.txt names.

// mostStates is how far engine explore goes: a program that it does not exhaust by then is slow.
const mostStates = 100_000

// program is a program of testdata.
type program struct{ truth.Program }

// question is what one engine is asked about a program.
type question struct {
	name string // of the subtest
	fits func(p *program) bool
	ask  func(p *program, t *testing.T)
}

var questions = []question{
	{"explore", (*program).any, (*program).explore},
	{"kiss", (*program).any, func(p *program, t *testing.T) { p.bounded(t, "kiss") }},
	{"rounds", (*program).any, func(p *program, t *testing.T) { p.bounded(t, "rounds") }},
	{"schedules", (*program).inSchedules, (*program).schedules},
	{"lockset", (*program).racesAsked, (*program).lockset},
	{"lockorder", (*program).inDeadlock, (*program).lockOrder},
	{"modular", (*program).fitsModular, (*program).modular},
}

// TestPrograms asks the questions of this tier.
func TestPrograms(t *testing.T) {
	stubs := new(cfront.Stubs)
	t.Cleanup(func() { truth.WriteWeaker(t) })
	for _, p := range programs(t) {
		var asked []question
		for _, q := range questions {
			if q.fits(p) && tooltest.In(p.tier(q)) {
				asked = append(asked, q)
			}
		}
		if len(asked) == 0 {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			p.Front = &truth.Front{Stubs: stubs}
			for _, q := range asked {
				t.Run(q.name, func(t *testing.T) { q.ask(p, t) })
			}
			p.Front = nil
		})
	}
}

// programs reads what there is to ask about.
func programs(t *testing.T) (out []*program) {
	t.Helper()
	const root = "../../../testdata/"
	for _, dir := range []string{"c", "found"} {
		err := filepath.WalkDir(root+dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".c" {
				return err
			}
			tr, err := truth.Read(path)
			out = append(out, &program{truth.Program{Path: path, Name: strings.TrimPrefix(path, root), Truth: tr}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// tier is when a question is asked.
func (p *program) tier(q question) tooltest.Tier {
	var others []string
	for _, o := range questions[1:] {
		if o.fits(p) && !p.TakesLong(o.name) {
			others = append(others, o.name)
		}
	}
	drawn := q.name == "explore" || len(others) > 0 && q.name == others[tooltest.Draw(p.Name, len(others))]
	switch {
	case slices.Contains(p.Small, q.name):
		return tooltest.Full
	case slices.Contains(p.Slow, q.name):
		return tooltest.Nightly
	case !drawn:
		return tooltest.CI
	case later()[p.Name+" "+q.name] || tooltest.Draw("short "+p.Name, 3) != 0:
		return tooltest.Full
	}
	return tooltest.Short
}

// later is the questions that tier short leaves out: a tenth of them would take half of its time.
var later = sync.OnceValue(func() map[string]bool {
	text, err := os.ReadFile("testdata/later.txt")
	if err != nil {
		panic(err)
	}
	out := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] != "#" {
			for _, question := range fields[1:] {
				out[fields[0]+" "+question] = true
			}
		}
	}
	return out
})

// TestLater: the list names programs and questions that are there.
func TestLater(t *testing.T) {
	known := map[string]bool{}
	for _, p := range programs(t) {
		for _, q := range questions {
			known[p.Name+" "+q.name] = q.fits(p)
		}
	}
	for asked := range later() {
		if !known[asked] {
			t.Errorf("testdata/later.txt: %s is not asked", asked)
		}
	}
}

func (p *program) any() bool { return true }

// explore asks the oracle, which has to give the truth.
func (p *program) explore(t *testing.T) {
	p.Judge(t, "explore", p.Ask(t, mostStates, "explore", append([]string{"--keep-going"}, p.Flags...)...))
}

// bounded asks an engine that looks within bounds: those that the program names, or else growing ones.
func (p *program) bounded(t *testing.T, engine string) {
	flags := slices.Clone(p.Flags)
	if slices.Contains(p.Small, engine) && !tooltest.In(tooltest.Nightly) {
		if flags = append(flags, "--unwind", "2"); engine == "rounds" {
			flags = append(flags, "--rounds", "2")
		}
	}
	p.Judge(t, engine, p.Ask(t, 0, engine, flags...))
}
