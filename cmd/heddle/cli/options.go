package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/run"
)

// optionFlags are the flags for what engines heed.
type optionFlags struct {
	options []*engine.Option
	numbers map[*engine.Option]*int
	words   map[*engine.Option]*string
	printed bool
}

// register makes the flags; printed says that one sequential program is made.
func (fl *optionFlags) register(c *cobra.Command, printed bool) {
	fl.numbers, fl.words, fl.printed = map[*engine.Option]*int{}, map[*engine.Option]*string{}, printed
	for _, o := range run.Options() {
		if printed && !o.Printed {
			continue
		}
		fl.options = append(fl.options, o)
		n, help := o.Default, o.Help
		if printed && o.Fixed != 0 {
			n = o.Fixed
		} else if o.Free != "" {
			n, help = 0, fmt.Sprintf("%s (default: %s)", o.Help, o.Free)
		}
		if o.Values == nil {
			fl.numbers[o] = c.Flags().Int(o.Name, n, help)
		} else {
			fl.words[o] = c.Flags().String(o.Name, o.Values[n], help)
		}
	}
}

// apply checks what was given and puts it into a request.
func (fl *optionFlags) apply(c *cobra.Command, r *engine.Request) error {
	for _, o := range fl.options {
		var err error
		switch given := c.Flags().Changed(o.Name); {
		case o.Values != nil:
			err = o.Word(r, *fl.words[o])
		case given || o.Free == "" || fl.printed && o.Fixed != 0:
			err = o.Number(r, *fl.numbers[o])
		case o.Default != 0:
			err = o.Number(r, o.Default)
		}
		if err != nil {
			return usageError{err}
		}
	}
	return nil
}

// ignored says which flags were given that none of some engines heeds.
func (fl *optionFlags) ignored(c *cobra.Command, name string, engines ...engine.Engine) (notes []string) {
	for _, o := range fl.options {
		heeds := func(e engine.Engine) bool { return slices.Contains(e.Options, o) }
		if c.Flags().Changed(o.Name) && !slices.ContainsFunc(engines, heeds) {
			notes = append(notes, fmt.Sprintf("note: --%s has no effect on engine %s", o.Name, name))
		}
	}
	return notes
}

// choice is the words of a help text.
func choice(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " or " + words[n]
	}
	return strings.Join(words, "")
}

// engineNames lists the engines for which something holds.
func engineNames(which func(engine.Engine) bool) (out []string) {
	for _, e := range run.Engines() {
		if which(e) {
			out = append(out, e.Name)
		}
	}
	return out
}
