package programs

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/truth"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestWorlds holds the words that engines say of a program with undefined functions to closed programs, which have
// bodies in C for these functions. In the friendly one they do what a program must expect, in the hostile one part of
// what they may do. A BUG takes a friendly execution that fails; PROVED takes that no hostile one does.
//
// The bodies are written from docs/semantics.md ("The outside") and share nothing with what the front end makes of
// such functions. What fails on data from an outside number is no BUG: the friendly program for assertions keeps for
// each variable whether it holds such data, in a variable of its own (ending in _t), and asserts what does not.
func TestWorlds(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	dir := t.TempDir()
	var bugs, proved, open int
	for _, seed := range tooltest.Seeds(t, 1, 6, 3000) {
		p := worldProgram(rand.New(rand.NewSource(int64(seed))))
		w := &worlds{t: t, seed: seed, dir: dir, p: p}
		friendly := map[string]oracle{
			"race":   w.explore("friendly.c", p.program+friendlyBodies, "race"),
			"memory": w.explore("friendly.c", p.program+friendlyBodies, "memory"),
			"assert": w.explore("shadows.c", p.shadows, "assert"),
		}
		hostile := map[string]oracle{}
		for _, property := range []string{"assert", "race", "memory"} {
			hostile[property] = w.explore("hostile.c", p.hostile(), property)
		}
		for _, engine := range []string{"explore", "rounds", "kiss", "lockset", "modular"} {
			if engine == "explore" && !tooltest.In(tooltest.Nightly) {
				continue // it tries every value that the outside may give
			}
			for _, property := range []string{"assert", "race", "memory"} {
				if engine == "lockset" && property != "race" || engine == "modular" && property == "memory" {
					continue
				}
				got := w.ask("program.c", p.program, engine, property)
				switch {
				case got.bug && friendly[property] == holds:
					t.Errorf("FALSE: seed %d, %s: BUG %s, and no friendly execution fails\n%s", seed, engine, property, p.program)
				case got.proved && hostile[property] == fails:
					t.Errorf("MISSED: seed %d, %s: PROVED %s, and a hostile execution fails\n%s", seed, engine, property, p.program)
				}
				switch {
				case got.bug:
					bugs++
				case got.proved:
					proved++
				default:
					open++
				}
			}
		}
	}
	t.Logf("%d answers are BUG, %d PROVED, %d something else", bugs, proved, open)
}

// oracle is what exploring a closed program says.
type oracle int

const (
	unknown oracle = iota
	holds
	fails
)

// worlds is one program that is asked about.
type worlds struct {
	t    *testing.T
	seed uint64
	dir  string
	p    *worldText
}

// said is what an engine says about one property.
type said struct{ bug, proved bool }

// explore asks the interpreter about a closed program. A failure counts if the program's own code takes part: bodies of
// outside functions stand behind it.
func (w *worlds) explore(name, text, property string) oracle {
	got := w.report(name, text, "explore", property, 4000)
	for _, f := range got.Findings {
		lines := []int{f.Location.Line}
		for _, r := range f.Related {
			lines = append(lines, r.Location.Line)
		}
		own := func(line int) bool { return line <= w.p.lines }
		if f.Verdict != "BUG" {
			continue
		}
		if name == "hostile.c" && slices.ContainsFunc(lines, own) || !slices.ContainsFunc(lines, func(l int) bool { return !own(l) }) || name == "shadows.c" {
			return fails
		}
	}
	if claimed(got, property) == "PROVED" || claimed(got, property) == "BUG" && complete(got, property) {
		return holds
	}
	return unknown
}

func (w *worlds) ask(name, text, engine, property string) said {
	got := w.report(name, text, engine, property, 2000)
	return said{
		bug:    slices.ContainsFunc(got.Findings, func(f truth.Finding) bool { return f.Verdict == "BUG" }),
		proved: claimed(got, property) == "PROVED",
	}
}

func claimed(a *truth.Answer, property string) string {
	for _, c := range a.Claims {
		if c.Property == property {
			return c.Verdict
		}
	}
	return ""
}

// complete reports whether all findings are there: a claim with a reason says what is missing.
func complete(a *truth.Answer, property string) bool {
	for _, c := range a.Claims {
		if c.Property == property {
			return c.Reason == ""
		}
	}
	return false
}

func (w *worlds) report(name, text, engine, property string, states int) *truth.Answer {
	w.t.Helper()
	file := filepath.Join(w.dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	args := []string{"--format", "json", "--debug", "check", "--timeout", "0", "--engine", engine, "--property", property}
	if w.p.whole {
		args = append(args, "--assume", "whole-program")
	}
	switch engine {
	case "explore":
		args = append(args, "--keep-going")
	case "rounds":
		args = append(args, "--rounds", "2", "--unwind", "2")
	case "kiss":
		args = append(args, "--ts", "1", "--unwind", "2")
	}
	_, stdout, stderr := new(truth.Front).Check(append(args, file), states)
	var a truth.Answer
	if err := json.Unmarshal([]byte(stdout), &a); err != nil {
		w.t.Fatalf("seed %d, %s: %v\n%s\n%s", w.seed, engine, err, stderr, text)
	}
	if strings.Contains(a.Reason, "internal error") {
		w.t.Errorf("seed %d, %s: %s\n%s", w.seed, engine, a.Reason, text)
	}
	return &a
}

// worldText is a program with undefined functions.
type worldText struct {
	program string // with declarations only
	shadows string // closed and friendly; each variable has one that says whether it is data from outside
	lines   int    // of program
	named   []string
	whole   bool // no other file
}

// worldGen writes both texts side by side: a statement of the one is a group of the other.
type worldGen struct {
	*rand.Rand
	plain, shadow strings.Builder
	kinds         []int    // the outside statements of this program
	named         []string // what a function of another file can do to what has external linkage
}

func (g *worldGen) one(of ...string) string { return of[g.Intn(len(of))] }

// line writes a line of the program, and what it is in the program with shadows.
func (g *worldGen) line(plain, shadow string) {
	fmt.Fprintf(&g.plain, "\t%s\n", plain)
	fmt.Fprintf(&g.shadow, "\t%s\n", shadow)
}

func (g *worldGen) both(text string) { g.line(text, text) }

// number is a variable of the program; n is a local one.
func (g *worldGen) number() string { return g.one("x", "y", "s", "o.a", "x", "s") }

func (g *worldGen) load(v string) {
	g.line(fmt.Sprintf("n = %s;", v), fmt.Sprintf("heddle_atomic { n = %s; n_t = %s; }", v, shadowOf(v)))
}

// shadowOf is the variable that says whether another holds data from outside.
func shadowOf(v string) string {
	switch v {
	case "o.a":
		return "o_a_t"
	case "q->a":
		return "taint[q - pool]"
	}
	return v + "_t"
}

func (g *worldGen) store(v, value, taint string) {
	g.line(fmt.Sprintf("%s = %s;", v, value), fmt.Sprintf("heddle_atomic { %s = %s; %s = %s; }", v, value, shadowOf(v), taint))
}

// outside is the statements that have to do with functions that nothing defines: a program has few kinds of them.
var outside = []int{3, 5, 6, 7, 8, 9, 10, 12}

func (g *worldGen) statement() {
	v := g.number()
	kind := g.Intn(13)
	for slices.Contains(outside, kind) && !slices.Contains(g.kinds, kind) {
		kind = g.Intn(13)
	}
	switch kind {
	case 0:
		g.store(v, fmt.Sprint(g.Intn(3)), "0")
	case 1:
		g.load(v)
		g.store(g.number(), "n + 1", "n_t")
	case 2:
		g.both("pthread_mutex_lock(&m);")
		g.store(v, fmt.Sprint(g.Intn(3)), "0")
		g.both("pthread_mutex_unlock(&m);")
	case 3:
		g.line("n = lib_num();", "n = lib_num(); n_t = 1;")
	case 4:
		g.line(fmt.Sprintf("if (n == 1) %s = 2;", v), fmt.Sprintf("if (n == 1) heddle_atomic { %s = 2; %s = 0; }", v, shadowOf(v)))
	case 5:
		v = g.one("x", "s")
		g.line(fmt.Sprintf("lib_take(&%s);", v), fmt.Sprintf("lib_take(&%s, &%s_t);", v, v))
	case 6:
		g.both("lib_obj(&o);")
	case 7:
		g.both("lib_poke();")
	case 8:
		g.both("q = lib_new();")
		switch g.Intn(3) {
		case 0:
			g.store("q->a", "1", "0")
		case 1:
			g.both("*q->p = 1;")
		}
		g.load("q->a")
	case 9:
		g.both("lib_on(called, &o);")
	case 10:
		g.store("ext_n", "1", "0")
	case 11:
		c := g.Intn(3)
		g.load(v)
		g.line(fmt.Sprintf("assert(n != %d);", c), fmt.Sprintf("if (!n_t) assert(n != %d);", c))
	case 12:
		g.both("lib_obj(&o);")
		g.both("*o.p = 1;")
	}
}

func (g *worldGen) function(head string) {
	g.plain.WriteString(head + "\n{\n")
	g.shadow.WriteString(head + "\n{\n")
	g.both("int n = 0; struct obj *q; (void)n; (void)q;")
	g.line("", "int n_t = 0; (void)n_t;")
}

func (g *worldGen) end(result string) {
	g.both("return" + result + ";")
	g.plain.WriteString("}\n")
	g.shadow.WriteString("}\n")
}

func worldProgram(r *rand.Rand) *worldText {
	g := &worldGen{Rand: r}
	for range 1 + g.Intn(3) {
		g.kinds = append(g.kinds, outside[g.Intn(len(outside))])
	}
	whole := g.Intn(2) == 0
	external := func(name string) string {
		if whole || g.Intn(2) == 0 {
			return "static "
		}
		g.named = append(g.named, name)
		return ""
	}
	head := "#include <pthread.h>\n#include <assert.h>\n#include <heddle.h>\n#include <stdlib.h>\n" +
		"struct obj { int a; int *p; };\n" +
		external("x = 7") + "int x;\nstatic int y, s;\n" + external("o.a = 7") + "struct obj o;\n" +
		external("pthread_mutex_unlock(&m)") + "pthread_mutex_t m;\n"
	g.function("static void called(void *a)")
	g.store(g.number(), "2", "0")
	g.end("")
	g.function("static void *other(void *a)")
	for range 1 + g.Intn(3) {
		g.statement()
	}
	g.end(" 0")
	g.function("int main(void)")
	g.both("pthread_t t;")
	for range g.Intn(2) {
		g.statement()
	}
	g.both("pthread_create(&t, 0, other, 0);")
	for range 1 + g.Intn(2) {
		g.statement()
	}
	if g.Intn(2) == 0 {
		g.both("pthread_join(t, 0);")
		g.statement()
	}
	g.end(" 0")
	w := &worldText{named: g.named, whole: whole}
	declared := "int lib_num(void); struct obj *lib_new(void); void lib_obj(struct obj *); void lib_poke(void);\n" +
		"void lib_on(void (*)(void *), void *);\n"
	w.program = head + declared + "void lib_take(int *);\nextern int ext_n;\n" + strings.ReplaceAll(g.plain.String(), "\t\n", "")
	w.lines = strings.Count(w.program, "\n")
	shadows := "static int x_t, y_t, s_t, o_a_t, ext_n_t = 1, taint[4];\nstatic struct obj pool[4];\n"
	body := strings.NewReplacer(
		"void lib_take(int *p)", "void lib_take(int *p, int *p_t)",
		"*p = few();", "{ *p = few(); *p_t = 1; }",
		"/* from outside */", "taint[next_obj] = 1;",
		"static struct obj pool[4];", "",
	).Replace(friendlyBodies)
	w.shadows = head + declared + "void lib_take(int *, int *);\nextern int ext_n;\n" + shadows + g.shadow.String() +
		body
	return w
}

// hostile is the program with functions that do what they may.
func (w *worldText) hostile() string {
	var acts strings.Builder
	for i, act := range w.named {
		fmt.Fprintf(&acts, "if (what == %d && named) %s; ", 6+i, act)
	}
	return w.program + strings.Replace(hostileBodies, "/* what has external linkage */", acts.String(), 1)
}

// What friendly functions do. Numbers that they hand over are anything; what is set stays, but for a number that is
// handed over by its own address; a null pointer in an object that is handed over is set. A function that they are given is
// called in that call and in later ones of the same thread.
const friendlyBodies = `
int ext_n;
static struct obj pool[4];
static int cells[6], next_obj;
static void (*call)(void *); static void *call_arg;
static _Thread_local int mine;
static void later(void) { if (mine && heddle_nondet_bool()) call(call_arg); }
static int few(void) { int v = heddle_nondet_int(); heddle_assume(v >= 0 && v < 3); return v; }
int lib_num(void) { later(); return few(); }
struct obj *lib_new(void)
{
	struct obj *q;
	later();
	heddle_atomic {
		heddle_assume(next_obj < 4);
		q = &pool[next_obj];
		q->a = few(); /* from outside */
		q->p = &cells[next_obj];
		next_obj++;
	}
	return q;
}
void lib_take(int *p) { later(); heddle_atomic { if (heddle_nondet_bool()) *p = few(); } }
void lib_obj(struct obj *p) { later(); heddle_atomic { if (!p->p) p->p = &cells[5]; } }
void lib_poke(void) { later(); }
void lib_on(void (*f)(void *), void *arg) { heddle_atomic { call = f; call_arg = arg; } mine = 1; later(); }
`

// A part of what hostile functions may do: what they were ever given, and what has external linkage here, is read and
// written at any time.
const hostileBodies = `
int ext_n;
static int cells[6];
static struct obj pool;
static int few(void) { int v = heddle_nondet_int(); heddle_assume(v >= 0 && v < 3); return v; }
static int *given; static struct obj *object; static void (*call)(void *); static void *call_arg; static int poked;
static void act(void)
{
	int what = heddle_nondet_int();
	heddle_assume(what >= 0 && what < 9);
	int *g; struct obj *q; void (*f)(void *); void *arg; int named;
	heddle_atomic { g = given; q = object; f = call; arg = call_arg; named = poked; }
	if (what == 1 && g) *g = 7;
	if (what == 2 && q) q->a = 7;
	if (what == 3 && q) q->p = 0;
	if (what == 4 && f) f(arg);
	if (what == 5 && named) ext_n = 7;
	/* what has external linkage */
}
static void *outside(void *a) { act(); return 0; }
static void starts(void) { pthread_t t; int first; heddle_atomic { first = !poked; poked = 1; } if (first) pthread_create(&t, 0, outside, 0); }
int lib_num(void) { starts(); act(); return few(); }
struct obj *lib_new(void) { starts(); act(); if (heddle_nondet_bool()) return 0; if (heddle_nondet_int() == 1 && object) return object; pool.p = &cells[0]; return &pool; }
void lib_take(int *p) { heddle_atomic { given = p; } starts(); act(); }
void lib_obj(struct obj *p) { heddle_atomic { object = p; } starts(); act(); }
void lib_poke(void) { starts(); act(); }
void lib_on(void (*f)(void *), void *arg) { heddle_atomic { call = f; call_arg = arg; object = arg; } starts(); act(); }
`
