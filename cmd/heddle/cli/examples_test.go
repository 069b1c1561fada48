package cli

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// The examples are what a new user runs first: each says at its top what heddle finds. The drivers of testdata/drivers are on a page each what those of examples/windows are in full.
func TestExamples(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want []string // lines that standard output must begin with, in any order
	}{
		{"bluetooth.c", ExitBug, []string{"BUG assert: !stopped fails at bluetooth.c:", "BUG race"}},
		{"bluetooth_fixed.c", 0, []string{"PROVED assert", "PROVED race"}},
		{"--engine kiss --ts 0 bluetooth.c", ExitBug, []string{"BUG race: data race on e->stoppingFlag", "BOUNDED assert"}},
		{"--engine kiss --ts 1 bluetooth.c", ExitBug, []string{"BUG race: data race on e->stoppingFlag", "BUG assert: !stopped fails at bluetooth.c:"}},
		{"--engine kiss --ts 0 bluetooth_fixed.c", 0, []string{"BOUNDED assert", "BOUNDED race"}},
		{"--engine kiss --ts 1 bluetooth_fixed.c", 0, []string{"BOUNDED assert", "BOUNDED race"}},
		{"--engine kiss --ts 2 bluetooth_fixed.c", 0, []string{"BOUNDED assert", "BOUNDED race"}},
		{"--engine kiss --ts 2 --property assert usbsamp.c", 0, []string{"BOUNDED assert"}}, // three switches
		{"usbsamp.c", ExitBug, []string{"BUG assert: !r->completed fails at usbsamp.c:44, 2 threads, 3 context switches", "PROVED race"}},
		{"--engine rounds usbsamp.c", ExitBug, []string{"BUG assert: !r->completed fails at usbsamp.c:44, 2 threads, 3 context switches", "PROVED race"}},
		{"--engine rounds --rounds 2 usbsamp.c", ExitBug, []string{"BUG assert: !r->completed fails at usbsamp.c:44, 2 threads, 3 context switches"}},
		{"--engine rounds --rounds 1 usbsamp.c", 0, []string{"BOUNDED assert"}},
		{"usbsamp_fixed.c", 0, []string{"PROVED assert", "PROVED race"}},
		{"toastmon.c", ExitBug, []string{"BUG race: data race on e->DevicePnPState: plain write and plain read at toastmon.c:41,", "  ../../../testdata/drivers/toastmon.c:62:6: read here, by thread 1 (power_manager), which holds no lock", "  ../../../testdata/drivers/toastmon.c:44:3: data race on e->DevicePnPState: plain write and plain read, ../../../testdata/drivers/toastmon.c:62:6", "PROVED assert"}},
		{"--engine rounds toastmon.c", ExitBug, []string{"BUG race: data race on e->DevicePnPState: plain write and plain read at toastmon.c:41,", "  ../../../testdata/drivers/toastmon.c:62:6: read here, by thread 1 (power_manager), which holds no lock", "  ../../../testdata/drivers/toastmon.c:44:3: data race on e->DevicePnPState: plain write and plain read, ../../../testdata/drivers/toastmon.c:62:6"}},
		{"--engine kiss --property race --ts 0 toastmon.c", ExitBug, []string{
			"BUG race: data race on e->DevicePnPState: plain write and plain read at toastmon.c:41,", "  ../../../testdata/drivers/toastmon.c:62:6: read here, by thread 1 (power_manager), which holds no lock", "  ../../../testdata/drivers/toastmon.c:44:3: data race on e->DevicePnPState: plain write and plain read, ../../../testdata/drivers/toastmon.c:62:6",
			"2 fields: 1 racy, 1 no race found",
			"  device_extension.DevicePnPState  racy           3 races",
			"  device_extension.Requests        no race found\n",
		}},
		{"--engine kiss --ts 0 --property race:device_extension.Requests toastmon.c", 0, []string{"BOUNDED race of device_extension.Requests: no data race on device_extension.Requests within", "1 field: 1 no race found"}},
		{"toastmon_fixed.c", 0, []string{"PROVED assert", "PROVED race"}},
		{"--engine rounds toastmon_fixed.c", 0, []string{"BOUNDED assert", "BOUNDED race"}},
		{"--engine kiss --property race --ts 2 toastmon_fixed.c", 0, []string{"BOUNDED race", "2 fields: 2 no race found"}},
	} {
		t.Run(c.args, func(t *testing.T) {
			args := strings.Fields(c.args)
			folder := "../../../examples/"
			if file := args[len(args)-1]; !strings.HasPrefix(file, "bluetooth") {
				folder = "../../../testdata/drivers/"
			}
			args[len(args)-1] = folder + args[len(args)-1]
			var stdout, stderr bytes.Buffer
			if code := Main(context.Background(), append([]string{"check"}, args...), &stdout, &stderr); code != c.code {
				t.Errorf("exit code %d, want %d: %s", code, c.code, stderr.String())
			}
			for _, want := range c.want {
				if !strings.Contains("\n"+stdout.String(), "\n"+want) {
					t.Errorf("no line %q in\n%s", want, stdout.String())
				}
			}
			if strings.Contains(c.args, "usbsamp.c") && c.code == ExitBug {
				if n := traceLines(stdout.String()); n == 0 || n > 25 {
					t.Errorf("a trace of %d lines, want at most 25", n)
				}
			}
		})
	}
}

// traceLines counts the lines of the first trace: those after the first blank line up to the next.
func traceLines(report string) int {
	parts := strings.Split(report, "\n\n")
	if len(parts) < 2 {
		return 0
	}
	return len(strings.Split(parts[1], "\n"))
}
