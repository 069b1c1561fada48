package confirm

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/heddle-dev/heddle/internal/models"
)

const (
	idleSeconds = 5
	compiling   = 5 * time.Minute // on a machine that is busy
	running     = 3 * time.Minute
)

// Result is what came of a replay.
type Result struct {
	Confirmed bool   `json:"confirmed"`
	Text      string `json:"text"` // what the execution shows, or why it shows nothing
}

func (r Result) String() string {
	if r.Confirmed {
		return "CONFIRMED BY EXECUTION: " + r.Text
	}
	return "not confirmed: " + r.Text
}

// kept are the compiler flags of a program that a replay is compiled with. Others say how to compile, and that is the replay's own.
var kept = regexp.MustCompile(`^-(I.+|D.+|U.+|std=.+|ansi|f(no-)?(un)?signed-char|fshort-enums|pthread)$`)

// keptPairs take the next argument with them.
var keptPairs = []string{"-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter"}

func keptFlags(flags []string) (out []string) {
	for i := 0; i < len(flags); i++ {
		switch {
		case slices.Contains(keptPairs, flags[i]) && i+1 < len(flags):
			out = append(out, flags[i], flags[i+1])
			i++
		case kept.MatchString(flags[i]):
			out = append(out, flags[i])
		}
	}
	return out
}

func (p *Plan) machine() []string {
	if p.Program.DataModel == "ilp32" {
		return []string{"-m32"}
	}
	return nil
}

// command is a call of the compiler.
type command struct {
	dir  string
	args []string
}

// commands are the calls of a compiler that make the replay: text is the file with the runtime, out the program, headers where heddle.h is.
func (p *Plan) commands(cc, text, out, headers string) (list []command) {
	var objects []string
	hooks := append(p.machine(), "-O0", "-gdwarf-4", "-fno-pie", "-fno-builtin", "-ftrivial-auto-var-init=zero", "-w")
	switch {
	case p.addresses:
		hooks = append(hooks, "-fsanitize=address")
	case p.class() == 'm':
		hooks = append(hooks, "-fsanitize=thread", "-fsanitize=bounds")
	default:
		hooks = append(hooks, "-fsanitize=thread")
	}
	if p.Program.VolatileIsAtomic && !p.addresses {
		hooks = append(hooks, "--param=tsan-distinguish-volatile=1")
	}
	for i, f := range p.Program.Files {
		object := fmt.Sprintf("%s-%d.o", out, i)
		args := append([]string{cc}, hooks...)
		args = append(args, keptFlags(f.Flags)...)
		path := f.Path
		if strings.HasPrefix(path, "-") {
			path = "./" + path // a name, whatever it looks like
		}
		args = append(args, "-idirafter", headers, "-c", path, "-o", object)
		list = append(list, command{f.Dir, args})
		objects = append(objects, object)
	}
	runtime := append([]string{cc}, p.machine()...)
	list = append(list, command{"", append(runtime, "-O0", "-g0", "-fno-pie", "-w", "-c", text, "-o", out+".o")})
	link := append([]string{cc}, p.machine()...)
	link = append(link, "-no-pie", out+".o")
	link = append(link, objects...)
	for _, f := range p.wrapped() {
		link = append(link, "-Wl,--wrap="+f)
	}
	if p.asan() {
		link = append(link, "-fsanitize=address")
	}
	if p.tsan() {
		link = append(link, "-fsanitize=thread")
	}
	return append(list, command{"", append(link, "-o", out, "-lpthread", "-lm", "-ldl", "-lrt")})
}

// Standalone is the C text of a replay for people to compile themselves. Its first comment says how; name is how they call the file.
func (p *Plan) Standalone(title, name string) string {
	if slices.ContainsFunc(p.Program.Files, func(f File) bool { return f.Dir != "" }) {
		if abs, err := filepath.Abs(name); err == nil {
			name = abs // compilers are called in other directories
		}
	}
	out, headers := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Dir(name)
	var b, below strings.Builder
	fmt.Fprintf(&b, "%s\n\n   A replay by heddle: it fails every time. The program itself is compiled as it is.\n\n", title)
	if p.Program.mentions("heddle.h") || p.Program.mentions("heddle_intrinsics.h") {
		for _, h := range ownHeaders {
			text, err := fs.ReadFile(models.Include(), h)
			if err != nil {
				continue
			}
			fmt.Fprintf(&b, "     sed -n '/^#if 0 .. %s$/,/^#endif .. %s$/p' %s | sed '1d;$d' >%s\n", h, h, shell([]string{name}), shell([]string{filepath.Join(headers, h)}))
			fmt.Fprintf(&below, "\n#if 0 // %s\n%s\n#endif // %s\n", h, bytes.TrimSpace(text), h)
		}
	}
	for _, c := range p.commands("gcc", name, out, headers) {
		if c.dir != "" {
			fmt.Fprintf(&b, "     (cd %s && %s)\n", shell([]string{c.dir}), shell(c.args))
			continue
		}
		fmt.Fprintf(&b, "     %s\n", shell(c.args))
	}
	program := out
	if !strings.ContainsRune(out, '/') {
		program = "./" + out
	}
	fmt.Fprintf(&b, "     %s\n\n   It says CONFIRMED and exits with 1, or not confirmed, with the reason, and exits with 3. ", shell([]string{program}))
	return p.Text(b.String()) + below.String()
}

// ownHeaders are the headers that only heddle has.
var ownHeaders = []string{"heddle.h", "heddle_intrinsics.h"}

// mentions reports whether a file of the program has the name of a header in it.
func (p *Program) mentions(header string) bool {
	return slices.ContainsFunc(p.Files, func(f File) bool {
		text, err := os.ReadFile(f.place())
		return err == nil && bytes.Contains(text, []byte(header))
	})
}

// shell is a command line as one types it.
func shell(args []string) string {
	plain := regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if !plain.MatchString(a) {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// Tools says what a replay is made with.
type Tools struct {
	Compiler string // gcc if empty
	Define   string // a macro for the runtime, for tests
	Idle     int    // seconds without a step after which a replay gives up; 0: five
}

// Built is a replay that can be run.
type Built struct {
	dir   string
	plan  *Plan
	tools Tools

	once      sync.Once
	addresses *Built // the same with AddressSanitizer; nil: there is none
}

// Remove deletes it.
func (b *Built) Remove() {
	_ = os.RemoveAll(b.dir)
	if b.addresses != nil {
		b.addresses.Remove()
	}
}

// Run runs it and says what it shows. Whatever it starts is gone when it returns, or when ctx ends.
func (b *Built) Run(ctx context.Context) Result {
	r := execute(ctx, filepath.Join(b.dir, "replay"))
	r.Text = printable(r.Text)
	if r.Confirmed || !b.plan.alone() {
		return r
	}
	b.once.Do(func() {
		plan := *b.plan
		plan.addresses = true
		b.addresses, _ = Build(ctx, &plan, b.tools)
	})
	if b.addresses != nil {
		if second := b.addresses.Run(ctx); second.Confirmed {
			return second
		}
	}
	return r
}

// alone reports whether an invalid access needs no schedule: AddressSanitizer, which does not go together with one, may look at it.
func (p *Plan) alone() bool { return p.class() == 'm' && p.Threads == 1 && !p.addresses }

// printable is what a program or a compiler said, without what a terminal would obey.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

// Build compiles the program of a plan with its schedule. The error says what is in the way.
func Build(ctx context.Context, p *Plan, tools Tools) (*Built, error) {
	cc := tools.Compiler
	if cc == "" {
		cc = "gcc"
	}
	if _, err := exec.LookPath(cc); err != nil {
		return nil, fmt.Errorf("there is no compiler %s", cc)
	}
	dir, err := os.MkdirTemp("", "heddle-replay-*")
	if err != nil {
		return nil, err
	}
	b := &Built{dir: dir, plan: p, tools: tools}
	err = p.build(ctx, cc, dir, tools)
	if err != nil && p.asan() && !p.addresses && ctx.Err() == nil {
		// Perhaps for want of AddressSanitizer's library.
		bare := *p
		bare.bare = true
		if bare.build(ctx, cc, dir, tools) == nil {
			b.plan, err = &bare, nil
		}
	}
	if err != nil {
		b.Remove()
		return nil, err
	}
	return b, nil
}

// Run builds a replay, runs it once, and leaves nothing behind.
func Run(ctx context.Context, p *Plan, tools Tools) Result {
	b, err := Build(ctx, p, tools)
	if err != nil {
		return Result{Text: printable(err.Error())}
	}
	defer b.Remove()
	return b.Run(ctx)
}

// build makes the program.
func (p *Plan) build(ctx context.Context, cc, dir string, tools Tools) error {
	if err := p.Program.unchanged(); err != nil {
		return err
	}
	for _, h := range ownHeaders {
		text, err := fs.ReadFile(models.Include(), h)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, h), text, 0o600); err != nil {
			return err
		}
	}
	text := filepath.Join(dir, "heddle-replay.c")
	source := p.Text("A replay by heddle.")
	if tools.Define != "" {
		source = "#define " + tools.Define + "\n" + source
	}
	if tools.Idle > 0 {
		source = fmt.Sprintf("#define LIMIT %d\n%s", tools.Idle, source)
	}
	if err := os.WriteFile(text, []byte(source), 0o600); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, compiling)
	defer cancel()
	for _, c := range p.commands(cc, text, filepath.Join(dir, "replay"), dir) {
		said, err := c.run(ctx)
		if err != nil && ctx.Err() == nil && slices.Contains(c.args, "-c") {
			// heddle's headers declare what POSIX and GNU have without being asked.
			c.args = slices.Insert(slices.Clone(c.args), 1, "-D_GNU_SOURCE")
			if _, again := c.run(ctx); again == nil {
				continue
			}
		}
		if err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("the compiler %s did not come to an end and was ended", cc)
			}
			return fmt.Errorf("the compiler %s fails: %s", cc, firstError(said, err))
		}
	}
	return nil
}

func (c *command) run(ctx context.Context) (said string, err error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = c.dir, &out, &out
	together(cmd)
	err = cmd.Run()
	return out.String(), err
}

// firstError is the line of a compiler's output that says most.
func firstError(said string, err error) string {
	for _, word := range []string{"undefined reference", "fatal error:", "error:", "cannot find"} {
		for _, line := range strings.Split(said, "\n") {
			if strings.Contains(line, word) {
				return strings.TrimSpace(line)
			}
		}
	}
	return err.Error()
}

// unchanged says no if a file is not the one that was checked.
func (p *Program) unchanged() error {
	for _, f := range p.Files {
		sum, err := f.hash()
		switch {
		case err != nil:
			return err
		case sum != f.SHA:
			return fmt.Errorf("%s has changed since it was checked", f.Path)
		}
	}
	return nil
}

// Seal notes what the files of a program are now.
func (p *Program) Seal() {
	for i := range p.Files {
		p.Files[i].SHA, _ = p.Files[i].hash() // one that cannot be read is never the same
	}
}

// place is where the file lies.
func (f *File) place() string {
	if f.Dir != "" && !filepath.IsAbs(f.Path) {
		return filepath.Join(f.Dir, f.Path)
	}
	return f.Path
}

func (f *File) hash() (string, error) {
	text, err := os.ReadFile(f.place())
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// runs counts executions, so that the processes of each can be told apart.
var runs atomic.Int64

// execute runs the program in a group of its own and reads the one line that the runtime says.
func execute(ctx context.Context, program string) Result {
	ctx, cancel := context.WithTimeout(ctx, running)
	defer cancel()
	read, write, err := os.Pipe()
	if err != nil {
		return Result{Text: err.Error()}
	}
	defer read.Close()
	cmd := exec.CommandContext(ctx, program)
	cmd.Dir = filepath.Dir(program)
	cmd.ExtraFiles = []*os.File{write} // descriptor 3
	mark := fmt.Sprintf("HEDDLE_REPLAY_RUN=%s#%d", cmd.Dir, runs.Add(1))
	cmd.Env = []string{mark, "HEDDLE_REPLAY_FD=3", "PATH=/usr/bin:/bin", "LC_ALL=C", "TSAN_OPTIONS=symbolize=0"}
	together(cmd)
	said := &tail{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		write.Close()
		return Result{Text: err.Error()}
	}
	write.Close()
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(io.LimitReader(read, 4096)).ReadString('\n')
		line <- text
	}()
	err = cmd.Wait()
	finishGroup(cmd, mark)
	var text string
	select {
	case text = <-line:
	case <-time.After(time.Second): // a process that left the group has the descriptor
	}
	text = strings.TrimSpace(text)
	if shown, ok := strings.CutPrefix(text, "heddle: CONFIRMED: "); ok {
		return Result{Confirmed: true, Text: shown}
	}
	if why, ok := strings.CutPrefix(text, "heddle: not confirmed: "); ok {
		return Result{Text: why}
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return Result{Text: "the replay did not come to an end and was ended"}
	case errors.As(err, &exit):
		if last := said.last(); last != "" {
			return Result{Text: fmt.Sprintf("the replay ended with %v: %s", exit, last)}
		}
		return Result{Text: fmt.Sprintf("the replay ended with %v", exit)}
	case err != nil:
		return Result{Text: err.Error()}
	}
	return Result{Text: "the program ended, and the failure did not show"}
}

// tail keeps the end of what a program says.
type tail struct{ text []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if extra := len(t.text) - 4096; extra > 0 {
		t.text = t.text[extra:]
	}
	return len(p), nil
}

func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
