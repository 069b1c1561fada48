package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/report"
)

// formatFlags are the flags about the form of a report.
type formatFlags struct {
	format string
	html   string
	stats  bool
	style  styleFlags
}

func (fl *formatFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&fl.format, "format", report.Formats[0].Name, "of the report on standard output: "+strings.Join(formatNames(), ", "))
	f.StringVar(&fl.html, "html", "", "also write the report to this file, as a page for a browser")
	f.BoolVar(&fl.stats, "stats", false, "also say, on standard error, what each part of the run did: counted work, of which a unit is about a microsecond, and seconds")
	fl.style.register(c)
	completes(c, "format", formatNames()...)
}

func (fl *formatFlags) validate() error {
	if err := oneOf("format", fl.format, formatNames()...); err != nil {
		return err
	}
	return fl.style.validate()
}

// page is the file of --html; that it can be written is known before the work begins.
func (fl *formatFlags) page() (*wholeFile, error) {
	page, err := newWholeFile(fl.html)
	if err != nil {
		return nil, usagef("--html: %v", err)
	}
	return page, nil
}

// write writes the reports on standard output, and as a page.
func (fl *formatFlags) write(c *cobra.Command, page *wholeFile, parts []report.Part) error {
	format := report.Formats[slices.IndexFunc(report.Formats, func(f report.Format) bool { return f.Name == fl.format })]
	style := fl.style.style(c.OutOrStdout())
	var out bytes.Buffer
	if err := format.Write(&out, parts, style); err != nil {
		return err
	}
	if err := page.write(func(w io.Writer) error { return report.HTMLParts(w, parts, style) }); err != nil {
		return fmt.Errorf("--html: %w", err)
	}
	if _, err := io.Copy(c.OutOrStdout(), &out); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	if fl.stats {
		if err := report.WriteStats(c.ErrOrStderr(), parts); err != nil {
			return fmt.Errorf("standard error: %w", err)
		}
	}
	return nil
}

func formatNames() (out []string) {
	for _, f := range report.Formats {
		out = append(out, f.Name)
	}
	return out
}

func reportCommand() *cobra.Command {
	var fl formatFlags
	c := &cobra.Command{
		Use:   "report [flags] REPORT.json",
		Short: "show a report that was saved with --format json, in any format",
		Example: `  heddle check --format json a.c > r.json
  heddle report r.json --html r.html`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := fl.validate(); err != nil {
				return err
			}
			if len(args) != 1 {
				return usagef("report shows one report, got %d\n\ttry: heddle report r.json", len(args))
			}
			parts, err := readReport(args[0])
			if err != nil {
				return err
			}
			page, err := fl.page()
			if err != nil {
				return err
			}
			defer page.drop()
			return fl.write(c, page, parts)
		},
	}
	fl.register(c)
	return c
}

// maxReport is the largest report that is read.
const maxReport = 1 << 30

// readReport reads a saved report. Paths in it are shown as seen from here.
func readReport(name string) ([]report.Part, error) {
	if err := readable(name); err != nil {
		return nil, err
	}
	if info, err := os.Stat(name); err == nil && info.Size() > maxReport {
		return nil, usagef("%s is too large for a report", name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	parts, err := report.Read(name, data, version)
	for _, p := range parts {
		p.Report.Root = root()
	}
	return parts, err
}
