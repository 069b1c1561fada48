package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/report"
)

func explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [WORD]",
		Short: "say what a word of a report means, and what to do about it",
		Example: `  heddle explain race
  heddle explain BOUNDED`,
		ValidArgs: wordNames(),
		RunE: func(c *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				for _, w := range report.Words() {
					fmt.Fprintf(c.OutOrStdout(), "%-16s %s\n", w.Name, w.What)
				}
				return nil
			case 1:
				word, ok := report.FindWord(args[0])
				if !ok {
					return unknownWord(args[0])
				}
				return report.Explain(c.OutOrStdout(), word, 100)
			}
			return usagef("explain takes one word, got %d\n\ttry: heddle explain %s", len(args), args[0])
		},
	}
}

func wordNames() (out []string) {
	for _, w := range report.Words() {
		out = append(out, w.Name)
	}
	return out
}

func unknownWord(name string) error {
	if near := diag.Nearest(name, wordNames()); len(near) > 0 {
		return usagef("reports have no word %q\n\tdid you mean %s?", name, strings.Join(near, " or "))
	}
	return usagef("reports have no word %q\n\trun `heddle explain` for all of them", name)
}
