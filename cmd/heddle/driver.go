package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/harness"
)

// drive makes a harness for a driver, unless one was named. It gives nil for what is no driver.
func (in *inputFlags) drive(c *cobra.Command, files []cfront.File, opts *cfront.Options) (*harness.Driver, error) {
	if in.platform != "linux" || in.harness != "" {
		return nil, nil
	}
	given, err := givenAway(c, files, *opts)
	if err != nil {
		return nil, err
	}
	begins := false
	for _, g := range given {
		begins = begins || g.Key == "module_init"
	}
	if !begins {
		return nil, nil
	}
	if len(files) > 1 {
		return nil, usagef("a driver of several files needs --harness\n\tname the functions that run at the same time; heddle entrypoints lists them")
	}
	d := harness.NewDriver(given, files[0].Lacks)
	files[0].Append(d.Text)
	opts.Harness = d.Spec()
	return d, nil
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
			Func: f.Func, Key: f.Key(), Struct: f.Struct, Member: f.Member, Params: f.Params, Result: f.Result, Own: f.Own,
			Place: fmt.Sprintf("%s:%d", f.At.File, f.At.Line),
		})
	}
	return out, nil
}
