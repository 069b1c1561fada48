package cfront

import (
	"context"
	"fmt"
	"slices"

	"github.com/heddle-dev/heddle/internal/harness"
)

// Given lists the functions that the files of a driver give to others. The files are parsed then.
func Given(ctx context.Context, files []File, opts Options) ([]harness.Given, error) {
	found, err := Callbacks(ctx, files, opts)
	if err != nil {
		return nil, err
	}
	var out []harness.Given
	for _, f := range found {
		out = append(out, harness.Given{
			Func: f.Func, Key: f.Key(), Struct: f.Struct, Member: f.Member, Params: f.Params, Result: f.Result, Own: f.Own, Object: f.Object, System: f.system(), Said: harness.Say(f.Place()),
			Place: fmt.Sprintf("%s:%d", f.At.File, f.At.Line),
		})
	}
	sent := ""
	for i := range files {
		sent = max(sent, files[i].sending(out))
	}
	for i, g := range out {
		if g.Key == "net_device_ops.ndo_start_xmit" {
			out[i].Variant = sent
		}
	}
	return out, nil
}

// Driver makes the harness of a driver from what it gives away; nil if it is not one file that begins with a module_init.
func Driver(given []harness.Given, files []File, rules []harness.Rule) *harness.Driver {
	if len(files) != 1 || !slices.ContainsFunc(given, func(g harness.Given) bool { return g.Key == "module_init" }) {
		return nil
	}
	return harness.NewDriver(given, files[0].Settings(), rules, files[0].Lacks, files[0].Declares)
}

// Drive puts a harness behind the file of its driver.
func Drive(d *harness.Driver, files []File, opts *Options) {
	files[0].Append(d.Text)
	opts.Harness = d.Spec()
}
