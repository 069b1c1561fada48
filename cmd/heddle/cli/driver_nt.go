package cli

import (
	"slices"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/harness"
)

// driveNT makes the harness of a Windows driver, read behind the file with DriverEntry.
func (in *inputFlags) driveNT(given []harness.Given, files []cfront.File, opts *cfront.Options) (*harness.Driver, error) {
	d, first, err := in.harnessOfNT(given, files)
	if err != nil {
		return nil, err
	}
	files[first].Append(d.Text)
	opts.Harness = d.Spec()
	return d, nil
}

// harnessOfNT makes the harness, and says which file it belongs behind.
func (in *inputFlags) harnessOfNT(given []harness.Given, files []cfront.File) (d *harness.Driver, first int, err error) {
	rules, err := in.readRules()
	if err != nil {
		return nil, 0, err
	}
	first = slices.IndexFunc(files, func(f cfront.File) bool { return f.Has("DriverEntry") })
	if first < 0 {
		for _, name := range []string{"main", "wmain", "WinMain", "wWinMain", "DllMain"} {
			if slices.ContainsFunc(files, func(f cfront.File) bool { return f.Has(name) }) {
				return nil, 0, usagef("%s is code of user mode: it has %s and no DriverEntry\n\t--platform windows is for kernel drivers; leave it out for a program with a main", files[0].Path, name)
			}
		}
		return nil, 0, usagef("%s: no DriverEntry\n\tgive all files of the driver, or name functions that run at the same time with --harness", files[0].Path)
	}
	calls := func(name string) bool {
		used := false
		for i := range files {
			if files[i].Has(name) {
				return false
			}
			used = used || files[i].Uses(name)
		}
		return used
	}
	d = harness.NewNTDriver(given, rules, calls, files[first].Has)
	return d, first, d.Wrong(given, in.platform, nil)
}
