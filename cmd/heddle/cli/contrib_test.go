package cli

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestAction: the action uses only inputs that it has, and no input gets into a script but through a variable: it could be a command otherwise.
func TestAction(t *testing.T) {
	raw, err := os.ReadFile("../../../contrib/github/action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Description string }
		Runs   struct {
			Using string
			Steps []struct {
				Run, Shell, Uses string
				Env              map[string]string
			}
		}
	}
	if err := yaml.Unmarshal(raw, &action); err != nil {
		t.Fatal(err)
	}
	used := regexp.MustCompile(`inputs\.([a-z-]+)`).FindAllStringSubmatch(string(raw), -1)
	if len(used) == 0 || action.Runs.Using != "composite" {
		t.Fatalf("%+v", action)
	}
	for _, m := range used {
		if action.Inputs[m[1]].Description == "" {
			t.Errorf("there is no input %s", m[1])
		}
	}
	for _, s := range action.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an expression in a script: %s", s.Run)
		}
		if (s.Run != "") == (s.Uses != "") || s.Run != "" && s.Shell != "bash" {
			t.Errorf("a step that does nothing, or both: %+v", s)
		}
		if bash, err := exec.LookPath("bash"); err == nil && s.Run != "" {
			c := exec.Command(bash, "-n")
			c.Stdin = strings.NewReader(s.Run)
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		}
	}
}

// TestManual: the manual page has all commands and flags, and man can read it.
func TestManual(t *testing.T) {
	var page, errs bytes.Buffer
	if code := Main(t.Context(), []string{"man"}, &page, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	for _, want := range []string{".SS heddle check", ".SS heddle explain", `.B \-\-baseline`, `.B \-p, \-\-build`, "EXIT STATUS", "heddle.yaml", "(default: the number of cores)"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if man, err := exec.LookPath("man"); err == nil {
		c := exec.Command(man, "--warnings", "-l", "-")
		c.Stdin = &page
		var warnings bytes.Buffer
		c.Stderr = &warnings
		if err := c.Run(); err != nil || strings.Contains(warnings.String(), "warning") {
			t.Errorf("%v: %s", err, &warnings)
		}
	}
}

// TestCompletions: what a release brings for shells is there, and bash can read its own.
func TestCompletions(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		var script, errs bytes.Buffer
		if code := Main(t.Context(), []string{"completion", shell}, &script, &errs); code != 0 || !strings.Contains(script.String(), "__complete") {
			t.Errorf("%s: exit code %d: %s", shell, code, errs.String())
		}
		if bash, err := exec.LookPath("bash"); err == nil && shell == "bash" {
			c := exec.Command(bash, "-n")
			c.Stdin = &script
			if out, err := c.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		}
	}
}
