package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// irCommand prints the concurrent program that all engines read.
func irCommand() *cobra.Command {
	var in inputFlags
	c := &cobra.Command{
		Use:   "ir [flags] FILE.c... [-- cc flags]",
		Short: "print the program as the engines see it",
		RunE: func(c *cobra.Command, args []string) error {
			files, opts, err := in.resolve(c, args)
			if err != nil {
				return err
			}
			res, err := cfront.Compile(c.Context(), files, opts)
			if err != nil {
				return err
			}
			for _, n := range res.Notes {
				fmt.Fprintln(c.ErrOrStderr(), n.Error())
			}
			_, err = io.WriteString(c.OutOrStdout(), irtext.Brief(res.Program))
			return err
		},
	}
	in.register(c)
	return c
}
