package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/harness"
)

// entrypointsCommand prints who is called from outside in a driver.
func entrypointsCommand() *cobra.Command {
	var in inputFlags
	c := &cobra.Command{
		Use:   "entrypoints --platform linux [flags] FILE.c... [-- cc flags]",
		Short: "print which functions of a driver are called from outside, by whom and where",
		RunE: func(c *cobra.Command, args []string) error {
			files, opts, err := in.resolve(c, args)
			if err != nil {
				return err
			}
			if in.platform != "linux" {
				return usagef("entry points are those of drivers: give --platform linux\n\ta program with a main starts there")
			}
			found, err := cfront.Callbacks(c.Context(), files, opts)
			if err != nil {
				return err
			}
			if len(found) == 0 {
				return usagef("%s: no entry point: no function of it is stored in a struct, handed to a function, or named with module_init\n\tgive the files of the driver that register it", args[0])
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 8, 2, ' ', 0)
			fmt.Fprintln(w, "FUNCTION\tWHAT\tRUNS IN\tGIVEN AS\tPLACE")
			for _, f := range found {
				r, ok := harness.Linux(f.Key())
				switch {
				case f.Own:
					r = harness.Role{What: "the driver's own", Context: "-"}
				case !ok:
					r = harness.Role{What: "unknown", Context: "unknown"}
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s:%d\n", f.Func, r.What, r.Context, f.Place(), f.At.File, f.At.Line)
			}
			return w.Flush()
		},
	}
	in.register(c)
	return c
}
