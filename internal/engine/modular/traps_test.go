package modular

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Programs that each fail in one way that a rule of the engine could overlook. Random executions, which come first otherwise, would find most of them; without these the sets of states have to.
// traps/ok_*.c are their correct neighbours, so that it is seen that the engine gets that far.
//
// 10 of them, all in the long run.
func TestTraps(t *testing.T) {
	files, err := filepath.Glob("testdata/traps/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no traps: %v", err)
	}
	for _, seed := range tooltest.Seeds(t, 1, 10, len(files)) {
		path := files[seed*7%uint64(len(files))]
		t.Run(strings.TrimSuffix(filepath.Base(path), ".c"), func(t *testing.T) { provesOK(t, path, verdict.Assert) })
	}
}

// provesOK asks whether a property is proved of a program, without random executions: it has to be if its name begins with ok_, and must not be otherwise.
func provesOK(t *testing.T, path string, property verdict.Property) {
	compiled, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}}, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ok, limit := strings.HasPrefix(filepath.Base(path), "ok_"), 2*time.Second
	if ok {
		limit = time.Minute
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	req := &engine.Request{Question: verdict.Question{Program: compiled.Program, Properties: []verdict.Property{property}}, Proof: true}
	res, err := prove(ctx, req, false)
	if err != nil {
		t.Fatal(err)
	}
	checked(t, compiled.Program, res, path)
	if word := res.Claims[0].Verdict; ok != (word == verdict.Proved) {
		t.Errorf("%s %s", word, res.Claims[0].Reason)
	}
}
