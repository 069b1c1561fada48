package programs

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/truth"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// openGen writes small open programs: a function with pointers from outside, variables of the file's, a list, a nested struct,
// perhaps a second thread, and asserts that hold or not. The engines are then held to one another: what explore finds,
// rounds must not call safe, and what rounds finds has been replayed, or it would be an internal error.
type openGen struct {
	*rand.Rand
	b     strings.Builder
	depth int
}

func (g *openGen) one(of ...string) string { return of[g.Intn(len(of))] }

// node is an expression of type struct node * that may be null.
func (g *openGen) node() string { return g.one("p", "q", "head", "r.first", "tab[i & 1]", "own") }

// cell is an int that a pointer that is not null leads to.
func (g *openGen) cell(p string) string {
	return g.one(p+"->v", p+"->in.x", p+"->in.y", p+"->arr[i & 1]")
}

func (g *openGen) line(format string, args ...any) {
	fmt.Fprintf(&g.b, strings.Repeat("\t", g.depth)+format+"\n", args...)
}

func (g *openGen) statement() {
	p, q := g.node(), g.node()
	switch g.Intn(9) {
	case 0:
		g.line("if (%s) %s = %d;", p, g.cell(p), g.Intn(3))
	case 1:
		g.line("if (%s) state = %s;", p, g.cell(p))
	case 2:
		g.line("p = %s ? %s->next : q;", p, p)
	case 3:
		g.line("if (%s) %s->next = %s;", p, p, q)
	case 4:
		g.line("if (%s && %s->num) *%s->num = %d;", p, p, p, g.Intn(3))
	case 5:
		g.line("if (%s && n) { %s = 1; *n = 0; }", p, g.cell(p))
	case 6:
		g.line("if (%s && %s) *%s = *%s;", p, q, p, q)
	case 7:
		g.line("i = %s ? %s : i;", p, g.cell(p))
	case 8:
		g.line("head = %s;", p)
	}
}

func (g *openGen) check() {
	p, q := g.node(), g.node()
	a := g.cell("a")
	g.line("{ struct node *a = %s, *b = %s;", p, q)
	switch g.Intn(4) {
	case 0:
		g.line("if (a && b) { %s = 1; %s = 2; assert(%s == 1); } }", a, g.cell("b"), a)
	case 1:
		g.line("if (a && b && a != b) { %s = 1; %s = 2; assert(%s == 1); } }", a, g.cell("b"), a)
	case 2:
		g.line("if (a) { %s = 1; if (a->num) *a->num = 2; assert(%s == 1 || a->num); } }", a, a)
	case 3:
		g.line("if (a && a->next == b) { a->v = state; assert(a->v == state && i != 12345); } }")
	}
}

func (g *openGen) program() string {
	g.line("#include <assert.h>\n#include <pthread.h>")
	g.line("struct pair { short s; int x, y; };")
	g.line("struct node { int v; struct node *next; struct pair in; int *num; int arr[2]; };")
	g.line("struct root { char name[3]; struct node *first; };")
	g.line("struct node *head, *tab[2], mine, *own = &mine; struct root r; int state, i;")
	threads := g.Intn(2) == 0
	if threads {
		g.line("static void *other(void *arg)\n{")
		g.depth = 1
		g.line("struct node *p = arg, *q = head; int *n = 0;")
		g.statement()
		g.line("return (void *)(p == q ? n : 0);\n}")
	}
	g.depth = 0
	g.line("void f(struct node *p, struct node *q, int *n)\n{")
	g.depth = 1
	if g.Intn(2) == 0 {
		g.line("own = &mine;")
	}
	g.statement()
	if threads {
		g.line("pthread_t t;\n\tpthread_create(&t, 0, other, %s);", g.one("p", "q", "head"))
	}
	for range 1 + g.Intn(3) {
		g.statement()
	}
	g.check()
	g.depth = 0
	g.line("}")
	return g.b.String()
}

// mostOpen is how many states engine explore visits of an open program.
const mostOpen = 3000

// TestOpenPrograms: 1 of them, 600 in the long run.
func TestOpenPrograms(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	dir := t.TempDir()
	for _, seed := range tooltest.Seeds(t, 0, 1, 600) {
		src := (&openGen{Rand: rand.New(rand.NewSource(int64(seed)))}).program()
		file := filepath.Join(dir, fmt.Sprintf("open%d.c", seed))
		if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
		front := new(truth.Front)
		ask := func(flags ...string) truth.Answer {
			args := append([]string{"--format", "json", "--debug", "check", "--harness", "f", "--property", "assert,memory"}, flags...)
			_, stdout, stderr := front.Check(append(args, "--timeout", "0", file), mostOpen)
			var a truth.Answer
			if err := json.Unmarshal([]byte(stdout), &a); err != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, stderr, src)
			}
			if strings.Contains(a.Reason, "internal error") {
				t.Errorf("seed %d, %v: %s\n%s", seed, flags, a.Reason, src)
			}
			return a
		}
		found := func(a truth.Answer) string {
			seen := map[string]bool{}
			var out []string
			for _, f := range a.Findings {
				if k := fmt.Sprintf("%s:%d", f.Kind, f.Location.Line); !seen[k] {
					seen[k] = true
					out = append(out, k)
				}
			}
			return strings.Join(out, " ")
		}
		explore := ask("--engine", "explore")
		for _, schedule := range []string{"lazy", "eager"} {
			rounds := ask("--engine", "rounds", "--schedule", schedule, "--rounds", "3", "--unwind", "2")
			if explore.Verdict == "BUG" && (rounds.Verdict == "PROVED" || rounds.Verdict == "BOUNDED" && rounds.Reason == "") {
				t.Errorf("MISSED: seed %d, %s: %s, explore finds %s\n%s", seed, schedule, rounds.Verdict, found(explore), src)
			}
			t.Logf("seed %d %s: %s %s; explore %s %s", seed, schedule, rounds.Verdict, found(rounds), explore.Verdict, found(explore))
		}
	}
}
