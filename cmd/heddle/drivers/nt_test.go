package drivers

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/heddle-dev/heddle/cmd/heddle/cli"
	"github.com/heddle-dev/heddle/cmd/heddle/truth"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/tooltest"
)

// TestNTExamples: the seeds of examples/windows are found, and of the clean ones nothing is.
func TestNTExamples(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	t.Cleanup(func() { truth.WriteWeaker(t) })
	stubs := new(cfront.Stubs)
	for _, name := range []string{"usbpump", "toastwatch", "daybook", "letterbox", "wireline"} {
		for _, name := range []string{name, name + "_fixed"} {
			d := &driver{truth.Program{Path: "../../../examples/windows/" + name + ".c", Name: "examples/" + name + ".c"}}
			d.Flags = []string{"--platform", "windows"}
			d.Expect = map[string]string{"": "BUG race"}
			if strings.HasSuffix(name, "_fixed") {
				d.Expect[""] = "PROVED"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d.Front = &truth.Front{Stubs: stubs}
				t.Run("bounded", d.asBounded)
				if tooltest.In(tooltest.Nightly) {
					d.Flags = append(d.Flags, "--rounds", "1", "--unwind", "1")
					t.Run("as asked", d.asAsked)
				}
				d.Front = nil
			})
		}
	}
}

// TestNTSwitches: the bug of usbpump takes three switches of its two callbacks, so two rounds show it, and neither one round nor threads on one stack.
func TestNTSwitches(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	for _, c := range []struct {
		args, says string
		code       int
	}{
		{"--engine rounds --rounds 1", "BOUNDED memory", cli.ExitSafe},
		{"--engine kiss --ts 0", "BOUNDED memory", cli.ExitSafe},
		{"--engine rounds --rounds 2", "BUG use-after-free", cli.ExitBug},
	} {
		if c.code == cli.ExitBug && !tooltest.In(tooltest.CI) {
			continue
		}
		var out, errs bytes.Buffer
		args := append([]string{"check", "--platform", "windows", "--unwind", "1", "--property", "memory", "--timeout", "0"}, strings.Fields(c.args)...)
		if code := cli.Main(context.Background(), append(args, "../../../examples/windows/usbpump.c"), &out, &errs); code != c.code || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: exit %d\n%s%s", c.args, code, out.String(), errs.String())
		}
	}
}

// TestNTRequests: what drivers must not do with requests, and at which level, is found in the broken twins and not in the others: a request is completed by its cancel routine and its dispatch
// routine, a callback waits that the framework calls at raised level.
func TestNTRequests(t *testing.T) {
	tooltest.From(t, tooltest.CI)
	for _, c := range []struct{ broken, clean, says string }{
		{"cancel_bug", "cancel_ok", "a request is completed twice"},
		{"level_bug", "level_ok", "a wait at raised IRQL"},
	} {
		for _, name := range []string{c.broken, c.clean} {
			if name == c.clean && !tooltest.In(tooltest.Nightly) {
				continue // what is not there is looked for to the end of the time
			}
			var out, errs bytes.Buffer
			code := cli.Main(context.Background(), []string{"check", "--platform", "windows", "--timeout", "40s", "../../../testdata/windows/requests/" + name + ".c"}, &out, &errs)
			if broken := name == c.broken; code == cli.ExitUsage || broken != (code == cli.ExitBug) || broken != strings.Contains(out.String(), c.says) {
				t.Errorf("%s: exit %d\n%s%s", name, code, out.String(), errs.String())
			}
		}
	}
}

// TestNTUnderSpinLock: completions under a spin lock are notes, at marked lines alone.
func TestNTUnderSpinLock(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	const file = "../../../testdata/windows/requests/underlock.c"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := cli.Main(context.Background(), []string{"check", "--platform", "windows", "--rounds", "1", "--unwind", "1", "--timeout", "5s", file}, &out, &errs); code == cli.ExitBug || code == cli.ExitUsage {
		t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
	}
	for i, line := range strings.Split(string(text), "\n") {
		said := strings.Contains(errs.String(), fmt.Sprintf("underlock.c:%d:", i+1))
		if said != strings.Contains(line, "// note") {
			t.Errorf("line %d: %s\n%s", i+1, line, errs.String())
		}
	}
}

// TestNTRemoved: no request comes to a device that was removed, and nothing of the harness touches it.
func TestNTRemoved(t *testing.T) {
	tooltest.From(t, tooltest.Full)
	var out, errs bytes.Buffer
	if code := cli.Main(context.Background(), []string{"check", "--platform", "windows", "--property", "memory", "--engine", "rounds", "--rounds", "2", "--unwind", "1", "--timeout", "0", "../../../testdata/windows/removed_ok.c"}, &out, &errs); code != cli.ExitSafe {
		t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
	}
}
