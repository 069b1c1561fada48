package cparse

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestUnderLoad: sixty-four files read at once, on two processors and beside a neighbour that allocates, get the
// answers that each gets alone. That goes for those that take the library long, too, and a quarter is read alone
// besides, as if it had taken long.
func TestUnderLoad(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	r := strings.Repeat
	sources := []string{
		"int f(int a) { return a" + r(" && a", 1500) + "; }\n",
		"int f(int a) { return " + r("! ", 1500) + "a; }\n",
		"int f(int x); int g(int x) { return " + r("f(", 1000) + "x" + r(")", 1000) + "; }\n",
		"void f(int x) { " + r("if (x) x = 1; else ", 800) + "x = 2; }\n",
		"struct s {" + numbered(1500, "int a%d;") + "}; void f(struct s *p) {" + numbered(1500, "p->a%d;") + "}\n",
		"enum { E0 = 1, " + chained("", 3000, "E%d = E%e + 1,") + "};\n",
		"int t[][4] = {" + r("{1, 2, 3, 4},", 3000) + "};\n",
		doubled(12) + "struct s12 x = {1}; int f(void) { return x.nothing; }\n",
		doubled(15) + "struct s15 *x; int f(void) { return x->a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.x; }\n",
		doubled(40) + "int f(struct s40 *p) { return p->nothing; }\n",
		"int f(void) { return nothing; }\n",
		"int f(void) {\n",
	}
	files, err := filepath.Glob("../../../testdata/c/*/*.c")
	if err != nil || len(files) < 52 {
		t.Fatal(len(files), err)
	}
	for i := 0; len(sources) < 64; i++ {
		b, err := os.ReadFile(files[i*len(files)/64])
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, string(b))
	}
	read := func(i int, late bool) string {
		o := Options{Alone: aloneHere, test: func(l *limits) {
			if l.heap = 80 << 20; late {
				l.late = 0
			}
		}}
		u, list, err := Parse(t.Context(), Source{Name: "a.c", Content: []byte(sources[i])}, o)
		return fmt.Sprint(u != nil, list, err)
	}
	want := make([]string, len(sources))
	for i := range sources {
		want[i] = read(i, false)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		var kept [16][]byte
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				kept[i%len(kept)] = make([]byte, 4<<20)
				runtime.Gosched()
			}
		}
	}()
	var all sync.WaitGroup
	got := make([]string, len(sources))
	for i := range sources {
		all.Go(func() { got[i] = read(i, i%4 == 0) })
	}
	all.Wait()
	close(stop)
	<-stopped
	for i := range sources {
		if got[i] != want[i] {
			t.Errorf("%.60q...: under load %.300q, alone %.300q", sources[i], got[i], want[i])
		}
		if refused := strings.Contains(got[i], "too complex"); refused != (i == 9) {
			t.Errorf("%.60q...: %.300q", sources[i], got[i])
		}
	}
}
