package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "print the manual page",
		Example: "  heddle man >~/.local/share/man/man1/heddle.1",
		Args:    noArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return writeManual(c.OutOrStdout(), c.Root()) },
	}
}

// writeManual writes the help of all commands in the language of man. The package of cobra's authors for that needs another module and makes a file for each command.
func writeManual(w io.Writer, top *cobra.Command) error {
	b := &strings.Builder{}
	fmt.Fprintf(b, ".TH HEDDLE 1 \"\" %q \"User Commands\"\n.SH NAME\nheddle \\- %s\n.SH SYNOPSIS\n.B heddle\nCOMMAND [flags] [arguments]\n.SH DESCRIPTION\n%s\n.SH COMMANDS\n", "heddle "+version, roff(top.Short), roffText(top.Long))
	for _, c := range top.Commands() {
		if !c.IsAvailableCommand() {
			continue
		}
		fmt.Fprintf(b, ".SS heddle %s\n%s\n", roff(c.Use), roff(c.Short))
		if c.Example != "" {
			fmt.Fprintf(b, ".PP\n.nf\n%s\n.fi\n", roff(c.Example))
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			name := "--" + f.Name
			if f.Shorthand != "" {
				name = "-" + f.Shorthand + ", " + name
			}
			kind, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(b, ".TP\n.B %s\n%s", strings.TrimSpace(roff(name+" "+kind)), roff(usage))
			if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" && !strings.Contains(usage, "(default") {
				fmt.Fprintf(b, " (default %s)", roff(f.DefValue))
			}
			b.WriteByte('\n')
		})
	}
	b.WriteString(".SH EXIT STATUS\n0 PROVED or BOUNDED, 1 BUG, 2 bad input or usage, 3 POSSIBLE or UNKNOWN.\n.SH FILES\n.TP\n.B heddle.yaml\nsettings of a project: the long flags of heddle check\n.SH ENVIRONMENT\n.TP\n.B NO_COLOR\nno colours on a terminal\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// roff is text as it is in the language of man.
func roff(s string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

// roffText is text in paragraphs; lines that are indented stay lines.
func roffText(s string) string {
	var out []string
	for _, p := range strings.Split(s, "\n\n") {
		if strings.HasPrefix(p, " ") {
			p = ".nf\n" + roff(p) + "\n.fi"
		} else {
			p = roff(p)
		}
		out = append(out, p)
	}
	return strings.Join(out, "\n.PP\n")
}
