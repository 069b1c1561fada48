package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/report"
)

// knownFlags are the flags about findings that people live with.
type knownFlags struct {
	baseline      string
	writeBaseline string
	suppress      []string
}

func (fl *knownFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&fl.baseline, "baseline", "", "a file that --write-baseline or --format json wrote: its findings are known, and only others fail")
	f.StringVar(&fl.writeBaseline, "write-baseline", "", "write what is found to this file, for --baseline")
	f.StringArrayVar(&fl.suppress, "suppress", nil, "a file with findings to take off the list, a line each: KIND FILE[:FUNCTION] REASON; may be repeated")
}

// rules reads the files, before any work is done.
func (fl *knownFlags) rules() (rules []*report.Rule, err error) {
	for _, name := range fl.suppress {
		data, err := readFlagFile("suppress", name)
		if err != nil {
			return nil, err
		}
		more, err := report.ReadSuppressions(name, data)
		if err != nil {
			return nil, err
		}
		rules = append(rules, more...)
	}
	if fl.baseline != "" {
		data, err := readFlagFile("baseline", fl.baseline)
		if err != nil {
			return nil, err
		}
		more, err := report.ReadBaseline(fl.baseline, data, version)
		if err != nil {
			return nil, err
		}
		rules = append(rules, more...)
	}
	return rules, nil
}

// readFlagFile reads a file that a flag names.
func readFlagFile(flag, name string) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, usagef("--%s: %w", flag, err)
	case !info.Mode().IsRegular() || info.Size() > maxReport:
		return nil, usagef("--%s: %s is no such file", flag, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, usagef("--%s: %w", flag, err)
	}
	return data, nil
}

// apply takes what is known off the lists of some reports, and names on a writer what matched nothing. files is those that were checked, where comments are looked for.
func (fl *knownFlags) apply(w io.Writer, parts []report.Part, rules []*report.Rule, files []string) {
	for _, p := range parts {
		files = append(files, p.Report.Files()...)
	}
	comments, remarks := report.AllowComments(distinct(files))
	rules = append(comments, rules...)
	for _, p := range parts {
		p.Report.Suppress(rules)
	}
	for _, d := range append(remarks, report.Unused(rules)...) {
		fmt.Fprintln(w, d.Error())
	}
}

// distinct is each file once, by the last of its names: that is how findings spell it.
func distinct(files []string) (out []string) {
	var seen []string
	for _, name := range slices.Backward(files) {
		abs, err := filepath.Abs(name)
		if err != nil {
			abs = name
		}
		if !slices.Contains(seen, abs) {
			seen = append(seen, abs)
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
