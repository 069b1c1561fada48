package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// TestNTTwins: small Windows drivers of testdata/windows, each with a twin that is broken in one place. The broken one is a BUG on marked lines alone, the other one never is.
func TestNTTwins(t *testing.T) { driverTwins(t, "windows") }

// TestNTExamples: the seeds of examples/windows are found, and of the clean ones nothing is.
func TestNTExamples(t *testing.T) {
	for name, broken := range map[string]bool{"usbpump": true, "usbpump_fixed": false, "toastwatch": true, "toastwatch_fixed": false, "daybook": true, "daybook_fixed": false, "letterbox": true, "letterbox_fixed": false} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := Main(context.Background(), []string{"check", "--platform", "windows", "--rounds", "1", "--unwind", "1", "--timeout", "60s", "../../examples/windows/" + name + ".c"}, &out, &errs)
			if broken != (code == exitBug) || code == exitUsage {
				t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
			}
		})
	}
}

// TestNTRequests: a request that its cancel routine and its dispatch routine complete is found to be completed twice, and not where one of them takes the routine back.
func TestNTRequests(t *testing.T) {
	for name, broken := range map[string]bool{"cancel_bug": true, "cancel_ok": false} {
		var out, errs bytes.Buffer
		code := Main(context.Background(), []string{"check", "--platform", "windows", "--timeout", "40s", "../../testdata/windows/requests/" + name + ".c"}, &out, &errs)
		if code == exitUsage || broken != (code == exitBug) || broken != strings.Contains(out.String(), "a request is completed twice") {
			t.Errorf("%s: exit %d\n%s%s", name, code, out.String(), errs.String())
		}
	}
}
