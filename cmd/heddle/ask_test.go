package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// A program is read and lowered once for all that is asked about it, and no question has a time-out: all end by their
// bounds. A question that takes more than 1 s is named by a line `// slow:` of its program, and asked at night, or by a
// line `// small:`, and asked within small bounds before.
// In tier short every other program gets the oracle, engine explore, and one of the engines that it fits, drawn by its name.

// mostStates is how far engine explore goes: a program that it does not exhaust by then is slow.
const mostStates = 100_000

// program is a file of testdata.
type program struct {
	path, name string
	truth
	front *remembering
}

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
	t.Cleanup(func() { weaker.write(t) })
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
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.front = &remembering{stubs: stubs}
			for _, q := range asked {
				t.Run(q.name, func(t *testing.T) { q.ask(p, t) })
			}
			p.front = nil
		})
	}
}

// programs reads what there is to ask about.
func programs(t *testing.T) (out []*program) {
	t.Helper()
	const root = "../../testdata/"
	for _, dir := range []string{"c", "found"} {
		err := filepath.WalkDir(root+dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".c" {
				return err
			}
			tr, err := readTruth(path)
			out = append(out, &program{path: path, name: strings.TrimPrefix(path, root), truth: tr})
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
		if o.fits(p) && !p.takesLong(o.name) {
			others = append(others, o.name)
		}
	}
	switch {
	case slices.Contains(p.small, q.name):
		return tooltest.Full
	case slices.Contains(p.slow, q.name):
		return tooltest.Nightly
	case tooltest.Draw("short "+p.name, 2) == 0 && (q.name == "explore" || q.name == others[tooltest.Draw(p.name, len(others))]):
		return tooltest.Short
	}
	return tooltest.Full
}

// takesLong reports whether a question has no bound that is tested: at night it ends by a time-out.
func (p *program) takesLong(question string) bool {
	return slices.Contains(p.slow, question) || slices.Contains(p.small, question)
}

func (p *program) any() bool          { return true }
func (p *program) in(dir string) bool { return strings.HasPrefix(p.name, dir+"/") }

// explore asks the oracle, which has to give the truth.
func (p *program) explore(t *testing.T) {
	p.judge(t, "explore", p.check(t, mostStates, "explore", append([]string{"--keep-going"}, p.flags...)...))
}

// bounded asks an engine that looks within bounds: those that the program names, or else growing ones.
func (p *program) bounded(t *testing.T, engine string) {
	flags := slices.Clone(p.flags)
	if slices.Contains(p.small, engine) && !tooltest.In(tooltest.Nightly) {
		if flags = append(flags, "--unwind", "2"); engine == "rounds" {
			flags = append(flags, "--rounds", "2")
		}
	}
	p.judge(t, engine, p.check(t, 0, engine, flags...))
}

// check asks an engine and gives its report.
func (p *program) check(t *testing.T, states int, engine string, flags ...string) *answer {
	t.Helper()
	timeout := "0"
	if p.takesLong(engine) && tooltest.In(tooltest.Nightly) {
		states, timeout = 0, "60s" // it has no bound that would not be tuned to this machine, and may say UNKNOWN
	}
	args := append([]string{"--format", "json", "--debug", "check"}, without(flags, "--timeout")...)
	code, stdout, stderr := p.front.check(append(args, "--timeout", timeout, "--engine", engine, p.path), states)
	if code == exitUsage {
		t.Fatalf("not accepted: %s", stderr)
	}
	var got answer
	if err := json.Unmarshal([]byte(stdout), &got); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got.Reason, "internal error") {
		t.Error(got.Reason)
	}
	return &got
}

// remembering compiles a program once for all that is asked about it.
type remembering struct {
	stubs *cfront.Stubs
	mu    sync.Mutex
	made  map[string]func() (*cfront.Result, error)
}

func (r *remembering) compile(ctx context.Context, files []cfront.File, o cfront.Options) (*cfront.Result, error) {
	o.Stubs = r.stubs
	// What else there is to say of a compilation is in the flags of the program, which are the same for all engines.
	key := fmt.Sprint(o.Wrap, o.Caller, o.Types)
	r.mu.Lock()
	if r.made == nil {
		r.made = map[string]func() (*cfront.Result, error){}
	}
	once := r.made[key]
	if once == nil {
		once = sync.OnceValues(func() (*cfront.Result, error) { return cfront.Compile(ctx, files, o) })
		r.made[key] = once
	}
	r.mu.Unlock()
	return once()
}

// check is `heddle check` with this front end, and so many states for engine explore.
func (r *remembering) check(args []string, states int) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	c := checkCommand(&code, func(job *run.Job) {
		job.Front, job.Request.Bounds.States = r.compile, states
	})
	c.SilenceUsage, c.SilenceErrors = true, true
	c.SetArgs(args)
	c.SetOut(&out)
	c.SetErr(&errs)
	if err := c.ExecuteContext(context.Background()); err != nil {
		complain(&errs, err)
		code = exitUsage
	}
	return code, out.String(), errs.String()
}
