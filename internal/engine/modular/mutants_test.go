package modular

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/irexec"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Programs that are proved, with one lock, unlock, join, post or assignment of a constant deleted, or one constant changed: what fails then is not PROVED, as the interpreter tells it. The random executions that come before a
// proof are left out.
//
// 6 mutants, all of them (up to 1,000) in the long run.
func TestMutants(t *testing.T) {
	all := mutants(t)
	dir := t.TempDir()
	var failing, proved, kept, open int
	for _, seed := range tooltest.Seeds(t, 1, 6, 1000) {
		if seed > uint64(len(all)) {
			break
		}
		m := all[seed*37%uint64(len(all))]
		path := filepath.Join(dir, "mutant.c")
		if err := os.WriteFile(path, []byte(m), 0o600); err != nil {
			t.Fatal(err)
		}
		compiled, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}}, cfront.Options{})
		if err != nil {
			open++
			continue // no C any more
		}
		for _, prop := range []verdict.Property{verdict.Assert, verdict.Race} {
			ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
			x, err := irexec.Explore(ctx, compiled.Program, irexec.ExploreOptions{Assert: prop == verdict.Assert, Race: prop == verdict.Race, MaxStates: 50_000})
			cancel()
			fails := err == nil && len(x.Failures) > 0
			if !fails && (err != nil || !x.Exhausted) {
				open++
				continue
			}
			ctx, cancel = context.WithTimeout(context.Background(), 4*time.Second)
			req := &engine.Request{Question: verdict.Question{Program: compiled.Program, Properties: []verdict.Property{prop}}, Proof: true}
			res, err := prove(ctx, req, false)
			cancel()
			if err != nil {
				t.Fatalf("%v\n%s", err, m)
			}
			checked(t, compiled.Program, res, m)
			word := res.Claims[0].Verdict
			switch {
			case fails && word == verdict.Proved:
				t.Errorf("mutant %d: %s fails and is PROVED\n%s", seed, prop, m)
			case fails:
				failing++
			case word == verdict.Proved:
				proved++
			default:
				kept++
			}
		}
	}
	t.Logf("of %d mutants' properties: %d fail and none of them is PROVED, %d others are PROVED, %d are not, %d were not decided", failing+proved+kept+open, failing, proved, kept, open)
}

var (
	deletable = regexp.MustCompile(`^\t+(pthread_mutex_(un)?lock|pthread_join|sem_post|sem_wait|pthread_cond_wait|atomic_\w+|\w+ = \d+)\b?.*;`)
	number    = regexp.MustCompile(`\b\d+\b`)
)

// mutants lists what becomes of the clean programs in testdata by one change.
func mutants(t *testing.T) (out []string) {
	files, err := filepath.Glob("../../../testdata/c/modular/*_ok.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		with := func(i int, line string) {
			changed := append([]string(nil), lines...)
			changed[i] = line
			out = append(out, strings.Join(changed, "\n"))
		}
		for i, l := range lines {
			if strings.HasPrefix(l, "//") || strings.HasPrefix(l, "#include") {
				continue
			}
			if deletable.MatchString(l) {
				with(i, "")
			}
			for _, at := range number.FindAllStringIndex(l, -1) {
				with(i, l[:at[0]]+l[at[0]:at[1]]+"+1"+l[at[1]:])
			}
		}
	}
	return out
}
