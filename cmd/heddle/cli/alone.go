package cli

import (
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/quota"
)

// readAloneName is the command with which heddle calls itself to read a file that may be more than the C parser can
// take.
const readAloneName = "read-alone"

// readAloneCommand is not for people: it reads a preprocessed text from standard input and says whether it can be
// read.
func readAloneCommand() *cobra.Command {
	return &cobra.Command{
		Use:    readAloneName,
		Short:  "read a text for another heddle",
		Hidden: true,
		Args:   noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return cparse.ReadAlone(c.InOrStdin(), c.OutOrStdout(), quota.Child, os.Exit)
		},
	}
}

// alone makes the process that reads a file alone: this program, whatever its file is called. Its name says heddle
// for the test binary, which is heddle by that name and runs its tests by any other.
func alone() (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return &exec.Cmd{Path: self, Args: []string{"heddle", readAloneName}}, nil
}
