package run

import (
	"fmt"
	"os"
	"strings"

	"github.com/heddle-dev/heddle/internal/ir"
	"github.com/heddle-dev/heddle/internal/irtext"
)

// internalError writes what a maintainer needs to find the cause, and says where. Nothing is sent anywhere.
func internalError(job *Job, prog *ir.Program, what string, stack []byte) string {
	reason := "internal error: " + firstLine(what)
	f, err := os.CreateTemp(job.BugDir, "heddle-internal-error-*.txt")
	if err != nil {
		return reason + " (no file for a bug report could be written: " + err.Error() + ")"
	}
	defer f.Close()
	fmt.Fprintf(f, "heddle %s failed inside.\n\n%s\n\nengine %s, properties %v, bounds: %s\n", job.Version, what, job.Engine, job.Request.Properties, job.Request.Bounds.Text())
	for _, file := range job.Files {
		fmt.Fprintf(f, "file %s %v\n", file.Path, file.Flags)
	}
	fmt.Fprintf(f, "\n%s\n", stack)
	if prog != nil {
		_, _ = f.WriteString(irtext.Print(prog)) // best effort: the program may be what is broken
	}
	return reason + "; please attach " + f.Name() + " to a bug report"
}

// note is a remark for people about the command line.
func note(format string, args ...any) string { return "note: " + fmt.Sprintf(format, args...) }

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
