package modular

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// Programs that are proved, with one lock, unlock, join, post or assignment of a constant deleted, or one constant changed: what fails then is not PROVED, as the interpreter tells it. The random executions that come before a
// proof are left out.
//
// 6 mutants, all of them (up to 2,000) in the long run.
func TestMutants(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	all := mutants(t)
	dir := t.TempDir()
	var programs, failing, proved, kept, open int
	for _, seed := range tooltest.Seeds(t, 1, 3, 2000) {
		if seed > uint64(len(all)) {
			break
		}
		m := all[seed-1]
		if !m.of.isProved(t) {
			continue
		}
		programs++
		path := filepath.Join(dir, "mutant.c")
		if err := os.WriteFile(path, []byte(m.text), 0o600); err != nil {
			t.Fatal(err)
		}
		compiled, err := cfront.Compile(context.Background(), []cfront.File{{Path: path}}, cfront.Options{Stubs: &stubs})
		if err != nil {
			open++
			continue // no C any more
		}
		for _, prop := range []verdict.Property{verdict.Assert, verdict.Race} {
			fails, known := explored(compiled.Program, prop, 50_000)
			if !known {
				open++
				continue
			}
			switch word := ask(t, compiled.Program, prop, 4*time.Second, m.text).Verdict; {
			case fails && word == verdict.Proved:
				t.Errorf("mutant %d: %s fails and is PROVED\n%s", seed, prop, m.text)
			case fails:
				failing++
			case word == verdict.Proved:
				proved++
			default:
				kept++
			}
		}
	}
	t.Logf("%d mutants; of their properties %d fail and none of them is PROVED, %d others are PROVED, %d are not, %d were not decided", programs, failing, proved, kept, open)
}

var (
	deletable = regexp.MustCompile(`^\t+(pthread_(mutex|rwlock|spin)_(un|rd|wr)?lock|mtx_(un)?lock|pthread_join|sem_post|sem_wait|pthread_cond_wait|atomic_\w+|\w+ = \d+)\b?.*;`)
	number    = regexp.MustCompile(`\b\d+\b`)
)

// mutant is a program with one change.
type mutant struct {
	of   *original
	text string
}

// original is a program before the change.
type original struct {
	path          string
	asked, proved bool
}

// isProved reports whether a property of the program is PROVED: of others mutants say little.
func (o *original) isProved(t *testing.T) bool {
	t.Helper()
	if o.asked {
		return o.proved
	}
	o.asked = true
	compiled, err := cfront.Compile(context.Background(), []cfront.File{{Path: o.path}}, cfront.Options{Stubs: &stubs})
	if err != nil {
		return false
	}
	for _, prop := range []verdict.Property{verdict.Assert, verdict.Race} {
		o.proved = o.proved || ask(t, compiled.Program, prop, 10*time.Second, o.path).Verdict == verdict.Proved
	}
	return o.proved
}

// mutants lists what becomes of the clean programs in testdata by one change, in an order that mixes them.
func mutants(t *testing.T) (out []mutant) {
	var files []string
	for _, dir := range []string{"modular", "lockset"} {
		of, err := filepath.Glob("../../../testdata/c/" + dir + "/*_ok.c")
		if err != nil || len(of) == 0 {
			t.Fatalf("no programs in %s: %v", dir, err)
		}
		files = append(files, of...)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		of := &original{path: f}
		lines := strings.Split(string(text), "\n")
		with := func(i int, line string) {
			changed := append([]string(nil), lines...)
			changed[i] = line
			out = append(out, mutant{of, strings.Join(changed, "\n")})
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
	rand.New(rand.NewPCG(1, 37)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
