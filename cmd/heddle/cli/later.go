package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// The documented command line has more flags than this version: help does not list them, and giving one is an error that says that the feature is planned.
// "Unknown flag" would not say that.

// laterFlags are those flags, of any command.
var laterFlags = []string{
	"rules", "witness",
}

// later refuses a value of a flag whose feature this version does not have.
func later(flag, value string, values ...string) error {
	if slices.Contains(values, value) {
		return usagef("--%s %s: this version of heddle has no such %s yet\n\trun `heddle check --help` for what there is", flag, value, flag)
	}
	return nil
}

// flagError says what to do about a flag that a command does not have.
func flagError(c *cobra.Command, err error) error {
	if _, name, ok := strings.Cut(err.Error(), "unknown flag: --"); ok && slices.Contains(laterFlags, name) && c.Flags().Lookup(name) == nil {
		return usagef("--%s: this version of heddle has no such feature yet\n\trun `%s --help` for what there is", name, c.CommandPath())
	}
	var number *strconv.NumError
	if errors.As(err, &number) {
		why := "give a whole number"
		switch {
		case number.Func == "ParseBool":
			why = "give true or false"
		case errors.Is(number, strconv.ErrRange):
			why = "the number is too large"
		}
		text := strings.Replace(err.Error(), number.Error(), why, 1)
		return usagef("%s\n\trun `%s --help` for the flags", text, c.CommandPath())
	}
	return usageError{fmt.Errorf("%w\n\trun `%s --help` for the flags", err, c.CommandPath())}
}
