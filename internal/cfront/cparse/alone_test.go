package cparse

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/heddle-dev/heddle/internal/quota"
	"github.com/heddle-dev/heddle/internal/tooltest"
	"modernc.org/cc/v4"
)

// readAlone is the argument with which this test binary reads a text alone.
const readAlone = "read-alone"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == readAlone {
		wrap(func() { select {} }, func() {
			for hog := [][]byte{}; ; {
				hog = append(hog, make([]byte, 1<<20))
			}
		}, func() {
			for {
				circles++
			}
		})
		if err := ReadAlone(os.Stdin, os.Stdout, quota.Child, os.Exit); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var circles int

// wrap makes texts with certain words do something else than reading them: a runaway that no structure shows.
func wrap(wait, grow, circle func()) {
	read := library
	library = func(a *cc.ABI, text string) translation {
		switch {
		case strings.Contains(text, "waits_forever"):
			wait()
		case strings.Contains(text, "grows_forever"):
			grow()
		case strings.Contains(text, "circles_forever"):
			circle()
		case strings.Contains(text, "dies"):
			if len(os.Args) > 1 && os.Args[1] == readAlone {
				os.Exit(7)
			}
		case strings.Contains(text, "overflows"):
			if len(os.Args) > 1 && os.Args[1] == readAlone {
				fmt.Fprintln(os.Stderr, "runtime: goroutine stack exceeds 536870912-byte limit")
				os.Exit(2)
			}
		}
		return read(a, text)
	}
}

func aloneHere() (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return exec.Command(self, readAlone), nil
}

func parseAlone(t *testing.T, src string, test func(*limits)) (*Unit, string) {
	t.Helper()
	u, list, err := Parse(t.Context(), Source{Name: "a.c", Content: []byte(src)}, Options{Alone: aloneHere, test: test})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		return u, ""
	}
	return u, list[0].Error()
}

// TestRunaway: what no structure explains is read alone where it does not come to an end, and blamed for what it
// takes there.
func TestRunaway(t *testing.T) {
	release := make(chan struct{})
	wait := func() { <-release }
	read := library
	defer func() { library = read }()
	defer close(release)
	wrap(wait, wait, wait)
	for _, c := range []struct {
		word string
		heap uint64
		cpu  time.Duration
		want string
	}{ // only one of the limits can be reached
		{"circles_forever", maxHeap, 200 * time.Millisecond, "needs more than 200ms of processor time"},
		{"grows_forever", 64 << 20, time.Minute, "needs more than 64 MiB of memory"},
	} {
		u, said := parseAlone(t, "int "+c.word+";\n", func(l *limits) {
			l.heap, l.cpu, l.late = c.heap, c.cpu, 0
		})
		const circles = "too complex for the C parser, or sends it in circles"
		if u != nil || !strings.Contains(said, "a.c:1:1") || !strings.Contains(said, circles) ||
			!strings.Contains(said, c.want) {
			t.Errorf("%s: %q, want %q", c.word, said, c.want)
		}
	}
}

// TestNotToBlame: a file that takes long here and not alone, or about which nothing was found out, is waited for.
func TestNotToBlame(t *testing.T) {
	read := library
	defer func() { library = read }()
	for _, alone := range []func() (*exec.Cmd, error){
		aloneHere,
		func() (*exec.Cmd, error) { return exec.Command("/nowhere/to/be/found"), nil },
		func() (*exec.Cmd, error) { return nil, os.ErrPermission },
	} {
		asked := make(chan struct{})
		var once sync.Once
		library = func(a *cc.ABI, text string) translation {
			<-asked
			oneAlone <- struct{}{} // when reading alone has ended, so that its answer comes first
			<-oneAlone
			return read(a, text)
		}
		o := Options{
			Alone: func() (*exec.Cmd, error) {
				defer once.Do(func() { close(asked) })
				return alone()
			},
			test: func(l *limits) { l.late = 0 },
		}
		u, list, err := Parse(t.Context(), Source{Name: "a.c", Content: []byte("int x;\n")}, o)
		if u == nil || err != nil {
			t.Errorf("%v %v", list, err)
		}
	}
}

// TestSuspectsAlone: what is suspected is read alone first, and accepted if it fits.
func TestSuspectsAlone(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	src := doubled(16) + "struct s16 x;\nint f(struct s16 *p) { return p->a.b.a.b.a.b.a.b.a.b.a.b.a.b.a.b.x; }\n"
	u, list, _ := Parse(t.Context(), Source{Name: "a.c", Content: []byte(src)}, Options{})
	if u != nil || !strings.Contains(list.Error(), "struct s16 has") {
		t.Errorf("without a process of its own: %v", list)
	}
	if u, said := parseAlone(t, src, nil); u == nil {
		t.Errorf("refused: %s", said)
	}
	bad := doubled(40) + "int f(struct s40 *p) { return p->nothing; }\n"
	u, said := parseAlone(t, bad, func(l *limits) { l.heap = 64 << 20 })
	const memory = "needs more than 64 MiB of memory: struct s40 has 4398046511102 members"
	if u != nil || !strings.Contains(said, "a.c:41:1") || !strings.Contains(said, memory) {
		t.Errorf("%q", said)
	}
	circle := "struct s { struct s *n; } *x;\nvoid f(void) { struct s { struct s *n; } *y; " +
		"int k = _Generic(y, __typeof__(x): 1, default: 2); }\n"
	u, said = parseAlone(t, circle, nil)
	if u != nil || !strings.Contains(said, "sends it in circles") ||
		!strings.Contains(said, "struct s has 2 definitions") {
		t.Errorf("%q", said)
	}
	wrong := doubled(16) + "int f(struct s16 *p) { return p->nothing; }\n"
	if u, said := parseAlone(t, wrong, nil); u != nil || !strings.Contains(said, "no member named nothing") {
		t.Errorf("%q", said)
	}
}

// TestAloneDies: where the process ends without an answer, the file is not to blame.
func TestAloneDies(t *testing.T) {
	src := Source{Name: "a.c", Content: []byte(doubled(20) + "int dies;\n")}
	_, list, err := Parse(t.Context(), src, Options{Alone: aloneHere})
	const want = "a.c cannot be read in a process of its own: exit status 7"
	if err == nil || !strings.Contains(err.Error(), want) || len(list) > 0 {
		t.Errorf("%v %v", list, err)
	}
}

// TestOverflow: a stack that overflows there says what the file takes.
func TestOverflow(t *testing.T) {
	u, said := parseAlone(t, doubled(20)+"int overflows;\n", nil)
	if want := "needs more than 128 MiB of stack: struct s20 has"; u != nil || !strings.Contains(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}

// TestBadRequests: what nobody asks for is an error, before anything is read or held.
func TestBadRequests(t *testing.T) {
	for _, in := range []string{
		"",
		"{}",
		"nothing\n",
		`{"Size":-1,"OS":"linux","Arch":"amd64"}` + "\n",
		`{"Size":9,"OS":"linux","Arch":"amd64"}` + "\nint x;\n",
		`{"Size":7,"OS":"nowhere","Arch":"none"}` + "\nint x;\n",
	} {
		var out strings.Builder
		err := ReadAlone(strings.NewReader(in), &out,
			func(int64, int) { t.Errorf("%q holds the process", in) }, func(int) { t.Errorf("%q ends the process", in) })
		if err == nil || out.Len() > 0 {
			t.Errorf("%q gives %q, %v", in, out.String(), err)
		}
	}
}

// TestStopped: the end of the context ends reading, here and alone, and the file is not to blame.
func TestStopped(t *testing.T) {
	release := make(chan struct{})
	read := library
	defer func() { library = read }()
	defer close(release)
	library = func(*cc.ABI, string) translation {
		<-release
		return translation{}
	}
	for _, src := range []string{"int waits_forever;\n", doubled(20) + "int waits_forever;\n"} {
		ctx, cancel := context.WithCancel(t.Context())
		var cmd *exec.Cmd
		o := Options{test: func(l *limits) { l.late = 0 }, Alone: func() (*exec.Cmd, error) {
			c, err := aloneHere()
			cmd = c
			time.AfterFunc(50*time.Millisecond, cancel)
			return c, err
		}}
		_, list, err := Parse(ctx, Source{Name: "a.c", Content: []byte(src)}, o)
		if err == nil || err.Error() != "reading a.c: context canceled" || len(list) > 0 {
			t.Errorf("%v %v", list, err)
		}
		oneAlone <- struct{}{} // when it has ended
		<-oneAlone
		if cmd.ProcessState == nil {
			t.Error("the process that reads alone goes on")
		}
	}
}

// TestOrphan: the process that reads alone ends when the one who asked is gone.
func TestOrphan(t *testing.T) {
	cmd, err := aloneHere()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	text := "int waits_forever;\n"
	const head = `{"Size":%d,"OS":"linux","Arch":"amd64","Heap":1000000000,"CPU":1000000000000}`
	fmt.Fprintf(in, head+"\n%s", len(text), text)
	in.Close()
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v", err)
	}
}
