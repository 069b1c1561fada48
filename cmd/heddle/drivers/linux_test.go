package drivers

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/cmd/heddle/truth"
	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// kernelHeaders skips a test where no kernel headers are installed.
func kernelHeaders(t *testing.T) {
	t.Helper()
	tooltest.From(t, tooltest.Full)
	if k, err := cparse.FindKernel("", ""); k == nil || err != nil {
		tooltest.Lacking(t, "no kernel headers are installed (Debian: linux-headers-amd64)")
	}
}

// TestKernelHeaders: a driver that uses what real headers make hard to read is read with them, and what is left of it is lowered: nothing is without a declaration, and no
// assembly is on a path.
func TestKernelHeaders(t *testing.T) {
	kernelHeaders(t)
	file := "testdata/linux/many.c"
	var out, errs bytes.Buffer
	if code := cli.Main(context.Background(), []string{"entrypoints", "--platform", "linux", file}, &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var names []string
	table, _, _ := strings.Cut(out.String(), "\n\n") // behind it come the pairs
	for _, line := range strings.Split(table, "\n")[1:] {
		names = append(names, strings.Fields(line)[0])
	}
	want := "many_ioctl many_xmit many_work many_irq many_release many_probe many_remove many_driver_init many_driver_exit"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("entry points %s\nwant %s", got, want)
	}
	out.Reset()
	if code := cli.Main(context.Background(), []string{"ir", "--platform", "linux", "--harness", strings.Join(names, ","), file}, &out, &errs); code != 0 {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	for _, bad := range []string{"asm goto", "assembly", "called without a declaration", "defect of heddle", "_Generic"} {
		if strings.Contains(out.String(), bad) {
			t.Errorf("the program says %q", bad)
		}
	}
	for _, good := range []string{"lock", "kernel headers: Linux"} {
		if !strings.Contains(out.String(), good) {
			t.Errorf("the program does not say %q", good)
		}
	}
}

// TestKernelCommands: the flags of the kernel's own build, from its compilation database, are taken; headers that they lead to are the kernel's.
func TestKernelCommands(t *testing.T) {
	kernelHeaders(t)
	k, err := cparse.FindKernel("", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	driver := `#include <linux/mutex.h>
static DEFINE_MUTEX(lock);
static int n;
static const unsigned short name[] = L"name";
int f(void) { mutex_lock(&lock); n += name[1]; mutex_unlock(&lock); return MINE; }
`
	if err := os.WriteFile(filepath.Join(dir, "d.c"), []byte(driver), 0o644); err != nil {
		t.Fatal(err)
	}
	var flags []string
	for _, d := range []string{"S/arch/x86/include", "B/arch/x86/include/generated", "S/include", "B/include", "S/arch/x86/include/uapi", "B/arch/x86/include/generated/uapi", "S/include/uapi", "B/include/generated/uapi"} {
		flags = append(flags, "-I"+strings.NewReplacer("S/", k.Source+"/", "B/", k.Build+"/").Replace(d))
	}
	flags = append(flags, "-include", k.Source+"/include/linux/kconfig.h", "-include", k.Source+"/include/linux/compiler_types.h", "-D__KERNEL__", "-DMINE=1", "-fshort-wchar", "-funsigned-char", "-std=gnu11", "-mcmodel=kernel", "-nostdinc")
	db, err := json.Marshal([]map[string]any{{"directory": dir, "file": "d.c", "arguments": append(append([]string{"gcc"}, flags...), "-c", "-o", "d.o", "d.c")}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "compile_commands.json"), db, 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), []string{"check", "--platform", "linux", "--property", "race", "--harness", "f,f", "-p", dir}, &out, &errs)
	if code != cli.ExitSafe || !strings.Contains(out.String(), "PROVED") {
		t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
	}
}

// TestKernelPrograms: what holds of the programs of testdata/c/linux with the small headers holds with those of a kernel. One in five
// before the night.
func TestKernelPrograms(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	kernelHeaders(t)
	files, err := filepath.Glob("../../../testdata/c/linux/*.c")
	more, _ := filepath.Glob("testdata/linux/*_*.c")
	files = append(files, more...)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if !tooltest.In(tooltest.Nightly) && tooltest.Draw(file, 5) > 0 {
			continue
		}
		tr, err := truth.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		var args []string
		for i := 0; i < len(tr.Flags); i++ {
			if tr.Flags[i] == "--kernel" {
				i++
				continue
			}
			args = append(args, tr.Flags[i])
		}
		var out, errs bytes.Buffer
		code := cli.Main(context.Background(), append(append([]string{"check", "--timeout", "0"}, args...), file), &out, &errs)
		if broken := strings.HasPrefix(tr.Expect[""], "BUG"); broken != (code == cli.ExitBug) || code == cli.ExitUsage {
			t.Errorf("%s: exit %d, truth %s\n%s%s", file, code, tr.Expect[""], out.String(), errs.String())
		}
	}
}

// TestHandedOver: two calls of a function that nothing defines race on what both are given, unless a lock keeps them apart.
func TestHandedOver(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	for name, want := range map[string]string{
		"handed_ok":   "PROVED    ring_write and ring_write",
		"handed_race": "UNKNOWN   ring_write and ring_write            what ring_push is given; ring_push, which nothing defines",
	} {
		var out, errs bytes.Buffer
		cli.Main(context.Background(), []string{"check", "--platform", "linux", "--kernel", "none", "--timeout", "0", "../../../testdata/linux/" + name + ".c"}, &out, &errs)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: not %q\n%s%s", name, want, out.String(), errs.String())
		}
	}
}

// TestKernelObjects: what functions of the kernel do to queues and tables that a driver gives them races where the driver is to lock and does not, and is proved where it does.
func TestKernelObjects(t *testing.T) {
	tooltest.From(t, tooltest.CI)
	kernelHeaders(t)
	for _, name := range []string{"kfifo", "idr", "xarray", "skb_queue", "skb_taken", "parent", "port_terminal", "data_matched"} {
		for kind, flags := range map[string][]string{"ok": nil, "race": {"--engine", "lockset", "--property", "race"}} {
			if kind == "ok" && (name == "skb_taken" || name == "port_terminal") {
				continue
			}
			var out, errs bytes.Buffer
			args := append([]string{"check", "--platform", "linux", "--timeout", "0"}, flags...)
			code := cli.Main(context.Background(), append(args, "../../../testdata/linux/"+name+"_"+kind+".c"), &out, &errs)
			if proved := strings.Contains(out.String(), "PROVED race"); proved != (kind == "ok") || code == cli.ExitUsage {
				t.Errorf("%s_%s: exit %d\n%s%s", name, kind, code, out.String(), errs.String())
			}
		}
	}
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), []string{"check", "--platform", "linux", "--timeout", "0", "../../../testdata/linux/kfifo_sides_ok.c"}, &out, &errs)
	if code != cli.ExitSafe {
		t.Errorf("kfifo_sides_ok: exit %d\n%s%s", code, out.String(), errs.String())
	}
}

// TestUnheard: a function that nobody knows to be called leaves its own pairs open, and those that it may spoil; the reason names it, the place where it is given away, and what to do.
func TestUnheard(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	for name, want := range map[string]struct {
		at     string
		proved int // pairs of the others
	}{"unheard_ok": {"unheard_ok.c:45", 5}, "unheard_unlocks": {"unheard_unlocks.c:44", 3}} {
		var out, errs bytes.Buffer
		code := cli.Main(context.Background(), []string{"check", "--platform", "linux", "--kernel", "none", "--engine", "auto", "--rounds", "1", "--unwind", "1", "--timeout", "0", "../../../testdata/linux/" + name + ".c"}, &out, &errs)
		proved, open := 0, 0
		for line := range strings.Lines(out.String()) {
			switch its := strings.Contains(line, "gate_event and "); {
			case strings.HasPrefix(line, "  PROVED ") && its:
				t.Errorf("%s: %s", name, line)
			case strings.HasPrefix(line, "  PROVED "):
				proved++
			case strings.HasPrefix(line, "  UNKNOWN ") && its:
				open++
				if strings.Contains(line, "<harness>") {
					t.Errorf("%s: the reason names the harness: %s", name, line)
				}
				for _, part := range []string{"gate_event (address taken at ", want.at, "--model FILE.c", "--harness gate_event,OTHER"} {
					if !strings.Contains(line, part) {
						t.Errorf("%s: the reason does not say %q: %s", name, part, line)
					}
				}
			}
		}
		if code != cli.ExitOpen || proved != want.proved || open != 4 {
			t.Errorf("%s: exit %d, %d pairs proved, %d open\n%s%s", name, code, proved, open, out.String(), errs.String())
		}
	}
}

// TestObstacleNamesThread: what is reached and not followed leaves all pairs open; the reason says whose code it is.
func TestObstacleNamesThread(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	text, err := os.ReadFile("../../../testdata/linux/unheard_ok.c")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "gate.c")
	odd := strings.Replace(string(text), "mode = n; // norace", `asm volatile("call other" ::: "memory");`, 1)
	if err := os.WriteFile(file, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := cli.Main(context.Background(), []string{"check", "--platform", "linux", "--kernel", "none", "--property", "race", "--rounds", "1", "--unwind", "1", "--timeout", "0", file}, &out, &errs)
	if code != cli.ExitOpen || strings.Contains(out.String(), "  PROVED ") || strings.Count(out.String(), "gate.c:28:2, where gate_write runs") != 5 {
		t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
	}
}

// TestUnload: nobody uses what module_exit frees if its file operations have an owner, and that is proved.
func TestUnload(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	for name, proved := range map[string]bool{"unload_ok": true, "unload_race": false} {
		for _, engine := range []string{"lockset", "modular"} {
			var out, errs bytes.Buffer
			code := cli.Main(context.Background(), []string{"check", "--platform", "linux", "--kernel", "none", "--property", "race", "--engine", engine, "--timeout", "0", "../../../testdata/linux/" + name + ".c"}, &out, &errs)
			if proved != (code == cli.ExitSafe) || proved != strings.Contains(out.String(), "PROVED race") {
				t.Errorf("%s, %s: exit %d\n%s%s", name, engine, code, out.String(), errs.String())
			}
		}
	}
}

// TestLinuxExamples: the clean drivers of examples/linux whose proofs take seconds are proved, and a seed is found. docs/linux.md has all of them.
func TestLinuxExamples(t *testing.T) {
	tooltest.From(t, tooltest.CI)
	kernelHeaders(t)
	for name, want := range map[string]int{"patrolwdt_fixed": cli.ExitSafe, "gpio-panel_fixed": cli.ExitSafe, "ttyecho_fixed": cli.ExitSafe, "shelfblk_fixed": cli.ExitSafe, "patrolwdt": cli.ExitBug} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := cli.Main(context.Background(), []string{"check", "--platform", "linux", "--timeout", "0", "../../../examples/linux/" + name + ".c"}, &out, &errs)
			if code != want || want == cli.ExitSafe && !strings.Contains(out.String(), "PROVED race") {
				t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
			}
		})
	}
}
