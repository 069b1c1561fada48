package modular

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// What the comparisons with the interpreter have in common: the engine is asked without the random executions that come first otherwise, and every proof is checked by other code.

// stubs are the parsed models of all programs that are compiled here.
var stubs cfront.Stubs

// ask is what the engine says of a property within a time; 0: that of all tests.
func ask(t *testing.T, p *ir.Program, property verdict.Property, limit time.Duration, src string) verdict.Claim {
	t.Helper()
	ctx := tooltest.Context(t)
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	req := &engine.Request{Question: verdict.Question{Program: p, Properties: []verdict.Property{property}}, Proof: true}
	res, err := prove(ctx, req, false)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	checked(t, p, res, src)
	return res.Claims[0]
}

// explored is what the interpreter says of it: it fails, or all of so many states were seen; known is false if it cannot tell.
func explored(p *ir.Program, property verdict.Property, states int) (fails, known bool) {
	x, err := irexec.Explore(context.Background(), p, irexec.ExploreOptions{Assert: property == verdict.Assert, Race: property == verdict.Race, MaxStates: states})
	fails = err == nil && len(x.Failures) > 0
	return fails, fails || err == nil && x.Exhausted
}

// comparison counts what was compared.
type comparison struct{ safe, proved, failing, open int }

// add holds that what fails is not PROVED.
func (c *comparison) add(t *testing.T, seed uint64, property verdict.Property, fails, known bool, word verdict.Verdict, src string) {
	t.Helper()
	switch {
	case fails && word == verdict.Proved:
		t.Errorf("seed %d: %s fails and is PROVED\n%s", seed, property, src)
	case fails:
		c.failing++
	case !known:
		c.open++
	default:
		c.safe++
		if word == verdict.Proved {
			c.proved++
		}
	}
}

func (c *comparison) log(t *testing.T) {
	t.Helper()
	t.Logf("%d of %d that are safe are proved; %d fail, %d were not decided", c.proved, c.safe, c.failing, c.open)
}

// fewOrMany compares what is proved of any number of threads with what the interpreter finds with one and two.
func (c *comparison) fewOrMany(t *testing.T, dir string, seed uint64, limit time.Duration, program func(n int) string) {
	t.Helper()
	src := program(0)
	word := ask(t, compileText(t, dir, src), verdict.Race, limit, src).Verdict
	fails, known := false, false
	for n := 1; n <= 2 && !fails; n++ {
		some, sure := explored(compileText(t, dir, program(n)), verdict.Race, 20_000)
		fails, known = some, known || sure
	}
	c.add(t, seed, verdict.Race, fails, known, word, src)
}

func compileText(t *testing.T, dir, src string) *ir.Program {
	t.Helper()
	path := filepath.Join(dir, "p.c")
	if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	return compileFile(t, path, src)
}

func compileFile(t *testing.T, path, src string) *ir.Program {
	t.Helper()
	compiled, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}}, cfront.Options{Stubs: &stubs})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return compiled.Program
}

// programs lists the programs of a folder of testdata.
func programs(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/" + folder + "/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in %s: %v", folder, err)
	}
	return files
}

// provesOK asks whether a property is proved of a program: it has to be if its name begins with ok_, and must not be otherwise.
func provesOK(t *testing.T, path string, property verdict.Property) {
	t.Run(strings.TrimSuffix(filepath.Base(path), ".c"), func(t *testing.T) {
		ok, limit := strings.HasPrefix(filepath.Base(path), "ok_"), 2*time.Second // what fails need not be worked on for long
		if ok {
			limit = 0
		}
		if c := ask(t, compileFile(t, path, path), property, limit, path); ok != (c.Verdict == verdict.Proved) {
			t.Errorf("%s %s", c.Verdict, c.Reason)
		}
	})
}
