package cli

import (
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/heddle-dev/heddle/internal/report"
)

// styleFlags are the flags about how a report is shown to people.
type styleFlags struct {
	fullTrace bool
	color     string
	width     int
}

func (fl *styleFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&fl.fullTrace, "full-trace", false, "show all steps of a trace, also those that the failure does not depend on")
	f.StringVar(&fl.color, "color", "auto", "colours in the text: auto (on a terminal, unless NO_COLOR is set), always or never")
	f.IntVar(&fl.width, "width", 0, "characters in a line of the text; threads get a column each if they fit (default: those of the terminal, else 100)")
	completes(c, "color", "auto", "always", "never")
}

func (fl *styleFlags) validate() error {
	if fl.width != 0 && (fl.width < 20 || fl.width > 10_000) {
		return usagef("--width %d is no width of a line\n\tgive 20 to 10000 characters, or 0 for what the terminal has", fl.width)
	}
	return oneOf("color", fl.color, "auto", "always", "never")
}

// style is how a report is shown on a writer.
func (fl *styleFlags) style(w io.Writer) report.Style {
	st := report.Style{Full: fl.fullTrace, Width: fl.width, Color: fl.color == "always"}
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return st
	}
	if fl.color == "auto" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		st.Color = true
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 && st.Width == 0 {
		st.Width = width
	}
	return st
}
