package cli

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"testing"
)

// TestFlagsAreDocumented: docs/flags.md names every flag that --help lists, and none that it does not.
func TestFlagsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/flags.md")
	if err != nil {
		t.Fatal(err)
	}
	flag := regexp.MustCompile(`--[a-z][a-z-]+`)
	listed := map[string]bool{"--help": true}
	for _, command := range []string{"check", "seq", "ir", "entrypoints", "models", "report", "explain", "init", "man"} {
		var out, errs bytes.Buffer
		if code := Main(context.Background(), []string{command, "--help"}, &out, &errs); code != 0 {
			t.Fatalf("%s --help: exit %d", command, code)
		}
		for _, line := range regexp.MustCompile(`(?m)^ +(-[a-z], )?--[a-z-]+`).FindAllString(out.String(), -1) {
			listed[flag.FindString(line)] = true
		}
	}
	documented := map[string]bool{"--help": true}
	for _, f := range flag.FindAllString(string(text), -1) {
		documented[f] = true
	}
	for f := range listed {
		if !documented[f] {
			t.Errorf("%s is not in docs/flags.md", f)
		}
	}
	for f := range documented {
		if !listed[f] {
			t.Errorf("%s is in docs/flags.md and not in --help", f)
		}
	}
}
