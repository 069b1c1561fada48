package cli

import (
	"context"
	"os"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/harness"
)

// drive makes a harness for a driver, unless one was named. It gives nil for what is no driver.
func (in *inputFlags) drive(ctx context.Context, files []cfront.File, opts *cfront.Options) (*harness.Driver, error) {
	if in.platform == "posix" || in.harness != "" {
		return nil, nil
	}
	given, err := cfront.Given(ctx, files, *opts)
	if err != nil {
		return nil, err
	}
	if in.platform == "windows" {
		return in.driveNT(given, files, opts)
	}
	rules, err := in.readRules()
	if err != nil {
		return nil, err
	}
	d := cfront.Driver(given, files, rules)
	switch {
	case d == nil && len(files) == 1:
		return nil, nil
	case d == nil:
		return nil, usagef("a driver of several files needs --harness\n\tname the functions that run at the same time; heddle entrypoints lists them")
	}
	if err := d.Wrong(given, in.platform, files[0].Without); err != nil {
		return nil, err
	}
	cfront.Drive(d, files, opts)
	return d, nil
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
