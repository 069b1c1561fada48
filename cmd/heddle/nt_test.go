package main

import (
	"bytes"
	"context"
	"testing"
)

// TestNTTwins: small Windows drivers of testdata/windows, each with a twin that is broken in one place. The broken one is a BUG on marked lines alone, the other one never is.
func TestNTTwins(t *testing.T) { driverTwins(t, "windows") }

// TestNTExamples: the seeds of examples/windows are found, and of the clean ones nothing is.
func TestNTExamples(t *testing.T) {
	for name, broken := range map[string]bool{"usbpump": true, "usbpump_fixed": false, "toastwatch": true, "toastwatch_fixed": false} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := Main(context.Background(), []string{"check", "--platform", "windows", "--timeout", "60s", "../../examples/windows/" + name + ".c"}, &out, &errs)
			if broken != (code == exitBug) || code == exitUsage {
				t.Errorf("exit %d\n%s%s", code, out.String(), errs.String())
			}
		})
	}
}
