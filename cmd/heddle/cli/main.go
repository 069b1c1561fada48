// Package cli is the command line of heddle: its commands, flags and exit codes.
//
// Input: arguments, environment, files. Output: a report, and an exit code that is a part of the interface: 0 PROVED or
// BOUNDED, 1 BUG, 2 bad input or usage, 3 POSSIBLE or UNKNOWN.
// Invariant: flags and the environment are read here and nowhere else.
// Not for: what a report says (package report), and what is done for it (package run).
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront/cparse"
	"github.com/heddle-dev/heddle/internal/diag"
	"github.com/heddle-dev/heddle/internal/run"
)

// version is set by release builds; the JSON report carries it.
var version = "0.1.0"

// The exit codes.
const (
	ExitSafe  = 0
	ExitBug   = 1
	ExitUsage = 2
	ExitOpen  = 3
)

// ownsProcess says that the process belongs to this one command line, which may set what holds for all of it. Only
// Process sets it: tests call Main many times side by side.
var ownsProcess bool

// Process runs the command line of this process, and ends it.
func Process() {
	ownsProcess = true
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel(run.ErrInterrupted)
		signal.Stop(signals) // a second Ctrl-C ends the process at once
	}()
	// The C parser library prints traces to os.Stderr. What heddle itself says goes to where that was, and what the runtime says
	// of a panic does not go by this variable.
	stderr := os.Stderr
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
	os.Exit(Main(ctx, os.Args[1:], os.Stdout, stderr))
}

// Check is `heddle check` with jobs that are changed before they run: tests give them front ends that remember.
func Check(ctx context.Context, args []string, stdout, stderr io.Writer, change func(*run.Job)) int {
	code := ExitSafe
	c := checkCommand(&code, change)
	c.SilenceUsage, c.SilenceErrors = true, true
	c.SetArgs(args)
	c.SetOut(stdout)
	c.SetErr(stderr)
	if err := c.ExecuteContext(ctx); err != nil {
		complain(stderr, err)
		return ExitUsage
	}
	return code
}

// Main runs one command line and returns the exit code.
func Main(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	code := ExitSafe
	root := &cobra.Command{
		Use:   "heddle",
		Short: "find concurrency bugs in C, or prove that there are none",
		Long: `heddle reads C as it is written (pthreads, C11 threads, GCC atomics), looks at how its threads can
interleave, and answers with one of five words:

  BUG       an execution that fails, shown as an interleaving of source lines and replayed before it is printed
  PROVED    no execution fails
  BOUNDED   no execution fails within the printed bounds
  POSSIBLE  cannot be ruled out, or takes a hostile choice or data of code outside of the program
  UNKNOWN   undecided, with the reason

Exit codes: 0 PROVED or BOUNDED, 1 BUG, 2 bad input or usage, 3 POSSIBLE or UNKNOWN.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.AddCommand(checkCommand(&code, nil), irCommand(), entrypointsCommand(), seqCommand(), modelsCommand(), explainCommand(), reportCommand(), replayCommand(&code), proofCommand(&code), initCommand(), manCommand(), versionCommand(), readAloneCommand())
	root.SetFlagErrorFunc(flagError)
	if meant, ok := misplaced(args); ok {
		complain(stderr, usagef("compiler flags go behind --\n\ttry: heddle %s", shellWords(meant)))
		return ExitUsage
	}
	if err := root.ExecuteContext(ctx); err != nil {
		if why, ok := interrupted(ctx, err); ok {
			fmt.Fprintf(stderr, "heddle: %s\n", why)
			return ExitOpen
		}
		complain(stderr, err)
		return ExitUsage
	}
	return code
}

// interrupted says why a command ended before its input was read, and whether it did so: that is no fault of the input.
func interrupted(ctx context.Context, err error) (string, bool) {
	var stop *cparse.Interrupted
	if !errors.As(err, &stop) {
		return "", false
	}
	return run.Stopped(ctx, err), true
}

// usageError is a wrong command line.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// complain prints what is wrong with the input, or with the environment.
func complain(w io.Writer, err error) {
	const most = 20 // nobody reads further, and the first is the cause
	var list diag.List
	var one diag.Diagnostic
	switch {
	case errors.As(err, &list):
		_ = list.Write(w, most)
	case errors.As(err, &one):
		fmt.Fprintln(w, one.Error())
	default:
		fmt.Fprintf(w, "heddle: %v\n", err)
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(c.OutOrStdout(), "heddle %s\n", version)
			return err
		},
	}
}

func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no arguments, got %q", c.CommandPath(), args[0])
	}
	return nil
}
