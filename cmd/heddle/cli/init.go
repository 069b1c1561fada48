package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

func initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init",
		Short: "write a " + configName + " for the project in this directory",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if _, err := os.Lstat(configName); err == nil {
				return usagef("there is a %s already\n\tedit it, or remove it first", configName)
			}
			f, err := newWholeFile(configName)
			if err != nil {
				return err
			}
			defer f.drop()
			if err := f.write(func(w io.Writer) error { _, err := io.WriteString(w, firstConfig()); return err }); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "wrote %s\nnext: heddle check\n", configName)
			return err
		},
	}
}

// firstConfig is a file with what can be seen of the project, and what people set most often.
func firstConfig() string {
	input := "# files: [\"src/*.c\"]                # what to check if the command line names nothing\n"
	if dirs := databases(); len(dirs) > 0 {
		input = fmt.Sprintf("build: %q                     # where compile_commands.json lies\n", dirs[0])
	} else if patterns := sourcePatterns(); len(patterns) > 0 {
		input = fmt.Sprintf("files: [%s]                     # what to check if the command line names nothing\n", strings.Join(patterns, ", "))
	}
	return `# Settings of heddle for this project. Keys are the long flags of ` + "`heddle check`" + `, which win over them; paths are seen from here.
` + input + `# cc-flags: ["-Iinclude", "-DDEBUG"] # compiler flags for all of them

property: [assert, race]            # also: deadlock, memory
timeout: 60s
# engine: auto
# fail-on: possible                 # exit code 1 for what cannot be ruled out, too
# baseline: heddle-baseline.json    # known findings; heddle check --write-baseline heddle-baseline.json writes it
# suppress: [heddle-known.txt]      # a line each: KIND FILE[:FUNCTION] REASON
# harness: probe,remove             # functions to start at instead of main
`
}

// databases is the usual places that have a compilation database.
func databases() (out []string) {
	for _, dir := range []string{".", "build", "out"} {
		if _, err := os.Stat(filepath.Join(dir, "compile_commands.json")); err == nil {
			out = append(out, dir)
		}
	}
	return out
}

// sourcePatterns is patterns for the C files of the usual places.
func sourcePatterns() (out []string) {
	for _, p := range []string{"*.c", "src/*.c"} {
		if names, err := filepath.Glob(p); err == nil && len(names) > 0 {
			out = append(out, fmt.Sprintf("%q", p))
		}
	}
	return out
}
