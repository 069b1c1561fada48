package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/harness"
)

// entrypointsCommand prints who is called from outside in a driver.
func entrypointsCommand() *cobra.Command {
	var in inputFlags
	c := &cobra.Command{
		Use:   "entrypoints --platform linux|windows [flags] FILE.c... [-- cc flags]",
		Short: "print which functions of a driver are called from outside, by whom and where, and which pairs of them are looked at",
		RunE: func(c *cobra.Command, args []string) error {
			files, opts, err := in.resolve(c, args)
			if err != nil {
				return err
			}
			if in.platform == "posix" {
				return usagef("entry points are those of drivers: give --platform linux or windows\n\ta program with a main starts there")
			}
			given, err := cfront.Given(c.Context(), files, opts)
			if err != nil {
				return err
			}
			if in.platform == "windows" {
				d, _, err := in.harnessOfNT(given, files)
				if err != nil {
					return err
				}
				return printEntries(c.OutOrStdout(), given, d, harness.NT)
			}
			if len(given) == 0 {
				return usagef("%s: no entry point: no function of it is stored in a struct, handed to a function, or named with module_init\n\tgive the files of the driver that register it", args[0])
			}
			rules, err := in.readRules()
			if err != nil {
				return err
			}
			d := cfront.Driver(given, files, rules)
			if d != nil {
				if err := d.Wrong(given, in.platform, files[0].Without); err != nil {
					return err
				}
			}
			return printEntries(c.OutOrStdout(), given, d, harness.Linux)
		},
	}
	in.register(c)
	return c
}

// printEntries is a table of the places at which functions are given away, with what enables their calls, and one of the pairs; a driver that is not one file with a module_init has no pairs.
func printEntries(out io.Writer, given []harness.Given, d *harness.Driver, role func(place string) (harness.Role, bool)) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "FUNCTION\tWHAT\tRUNS IN\tGIVEN AS\tPLACE\tENABLED BY")
	for _, g := range given {
		if g.Func == "" {
			continue
		}
		r, ok := role(g.Key)
		enabled := "-"
		switch {
		case g.Own:
			r = harness.Role{What: "the driver's own", Context: "-"}
		case !ok:
			r = harness.Role{What: "unknown", Context: "unknown"}
		}
		switch {
		case r.Context == harness.There:
			enabled = "called where it is handed over"
		case !g.Own && d != nil:
			enabled = cmp.Or(d.EnabledBy(g), "left out: nothing that heddle knows enables it")
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", g.Func, r.What, r.Context, g.Said, g.Place, enabled)
	}
	if d == nil {
		return w.Flush()
	}
	fmt.Fprintln(w, "\nPAIR\tLOOKED AT")
	for _, p := range d.Pairs() {
		looked := "yes"
		if p.Rule != nil {
			looked = fmt.Sprintf("no, rule %s: %s", p.Rule.Name, p.Rule.Reason)
		} else if ex := d.Excluding(p); len(ex) > 0 {
			looked = "yes; " + strings.Join(ex, "; ")
		}
		fmt.Fprintf(w, "%s, %s\t%s\n", p.First.Func, p.Second.Func, looked)
	}
	return w.Flush()
}
