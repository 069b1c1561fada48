package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/irtext"
)

// irCommand prints the concurrent program that all engines read.
func irCommand() *cobra.Command {
	var in inputFlags
	c := &cobra.Command{
		Use:   "ir [flags] FILE.c... [-- cc flags]",
		Short: "print the program as the engines see it",
		RunE: func(c *cobra.Command, args []string) error {
			p, _, err := in.compile(c, args, false)
			if err != nil {
				return err
			}
			_, err = io.WriteString(c.OutOrStdout(), irtext.Brief(p))
			return err
		},
	}
	in.register(c)
	return c
}
