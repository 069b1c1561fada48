package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/models"
)

// modelsCommand prints the table of functions that heddle knows.
func modelsCommand() *cobra.Command {
	platform := "posix"
	c := &cobra.Command{
		Use:   "models",
		Short: "print the functions heddle has models of",
		Long: `models prints every function heddle knows without its source, in which group it stands, how it is modelled
(stub: a readable C body; intrinsic: an instruction; havoc: an arbitrary result and no effect), and what the model says.
Replace or add models with check --model FILE.c.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := oneOf("platform", platform, "posix", "linux"); err != nil {
				return err
			}
			w := tabwriter.NewWriter(c.OutOrStdout(), 0, 8, 2, ' ', 0)
			for _, f := range models.For(platform).Functions() {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", f.Name, f.Group, f.Kind, f.Doc)
			}
			return w.Flush()
		},
	}
	c.Flags().StringVar(&platform, "platform", "posix", "what programs are written for: posix or linux")
	return c
}
