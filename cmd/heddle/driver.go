package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/harness"
)

// drive makes a harness for a driver, unless one was named. It gives nil for what is no driver.
func (in *inputFlags) drive(c *cobra.Command, files []cfront.File, opts *cfront.Options) (*harness.Driver, error) {
	if in.platform == "posix" || in.harness != "" {
		return nil, nil
	}
	given, err := givenAway(c, files, *opts)
	if err != nil {
		return nil, err
	}
	if in.platform == "windows" {
		return in.driveNT(given, files, opts)
	}
	d, err := in.harnessOf(given, files)
	switch {
	case err != nil || d == nil && len(files) == 1:
		return nil, err
	case d == nil:
		return nil, usagef("a driver of several files needs --harness\n\tname the functions that run at the same time; heddle entrypoints lists them")
	}
	files[0].Append(d.Text)
	opts.Harness = d.Spec()
	return d, nil
}

// harnessOf makes the harness of a driver; nil if it is not one file that begins with a module_init.
func (in *inputFlags) harnessOf(given []harness.Given, files []cfront.File) (*harness.Driver, error) {
	rules, err := in.readRules()
	if err != nil {
		return nil, err
	}
	if len(files) > 1 || !slices.ContainsFunc(given, func(g harness.Given) bool { return g.Key == "module_init" }) {
		return nil, nil
	}
	return harness.NewDriver(given, files[0].Settings(), rules, files[0].Lacks), nil
}

// givenAway is the functions that a driver gives to others.
func givenAway(c *cobra.Command, files []cfront.File, opts cfront.Options) ([]harness.Given, error) {
	found, err := cfront.Callbacks(c.Context(), files, opts)
	if err != nil {
		return nil, err
	}
	var out []harness.Given
	for _, f := range found {
		out = append(out, harness.Given{
			Func: f.Func, Key: f.Key(), Struct: f.Struct, Member: f.Member, Params: f.Params, Result: f.Result, Own: f.Own, Said: harness.Say(f.Place()),
			Place: fmt.Sprintf("%s:%d", f.At.File, f.At.Line),
		})
	}
	return out, nil
}

// readRules is the rules about who excludes whom, changed by those of --rules.
func (in *inputFlags) readRules() ([]harness.Rule, error) {
	text := ""
	if in.rules != "" {
		if err := readable(in.rules); err != nil {
			return nil, err
		}
		b, err := os.ReadFile(in.rules)
		if err != nil {
			return nil, err
		}
		text = string(b) + "\n"
	}
	if in.platform == "windows" {
		return harness.NTRules(in.rules, text)
	}
	return harness.LinuxRules(in.rules, text)
}
