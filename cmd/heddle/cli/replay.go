package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/confirm"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// confirmAll runs the execution of every BUG of a report.
func confirmAll(ctx context.Context, rep *report.Report) {
	for i := range rep.Findings {
		if f := &rep.Findings[i]; f.Verdict == verdict.Bug {
			f.Execution = confirmOne(ctx, rep, f)
		}
	}
}

func confirmOne(ctx context.Context, rep *report.Report, f *report.Finding) *confirm.Result {
	plan, err := rep.Plan(f)
	if err != nil {
		return &confirm.Result{Text: err.Error()}
	}
	result := confirm.Run(ctx, plan, confirm.Tools{})
	return &result
}

// writeReplay writes the replay of the first BUG that has one. Where there is none it says why, and writes nothing.
func writeReplay(file *wholeFile, parts []report.Part, stderr io.Writer) error {
	if file.name == "" {
		return nil
	}
	why := "there is no BUG"
	for _, part := range parts {
		for i := range part.Report.Findings {
			f := &part.Report.Findings[i]
			if f.Verdict != verdict.Bug {
				continue
			}
			plan, err := part.Report.Plan(f)
			if err != nil {
				why = err.Error()
				continue
			}
			return file.write(func(w io.Writer) error {
				_, err := io.WriteString(w, plan.Standalone(report.Summary(f), file.name))
				return err
			})
		}
	}
	fmt.Fprintf(stderr, "note: --replay %s was not written: %s\n", file.name, why)
	return nil
}

func replayCommand(code *int) *cobra.Command {
	return &cobra.Command{
		Use:   "replay REPORT.json",
		Short: "compile the program of a saved report with gcc, and run it on the execution of each BUG",
		Long: `replay compiles the program of a report that was saved with --format json, as it is, and runs it with its threads held
before every access to memory until it is their turn. Of each BUG it says CONFIRMED BY EXECUTION, or not confirmed, and why; the
BUG stays in any case. It runs the program: do not use it on one that you would not run.

Exit codes: 1 if every BUG is confirmed, 3 if not, 2 for bad input.`,
		Example: `  heddle check --format json a.c > r.json
  heddle replay r.json`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("replay takes one report, got %d\n\ttry: heddle replay r.json", len(args))
			}
			parts, err := readReport(args[0])
			if err != nil {
				return err
			}
			*code, err = replayAll(c, parts)
			return err
		},
	}
}

// replayAll runs the execution of every BUG, and prints what comes of it.
func replayAll(c *cobra.Command, parts []report.Part) (int, error) {
	code, found := ExitBug, false
	for _, part := range parts {
		confirmAll(c.Context(), part.Report)
		for i := range part.Report.Findings {
			f := &part.Report.Findings[i]
			if f.Execution == nil {
				continue
			}
			found = true
			if !f.Execution.Confirmed {
				code = ExitOpen
			}
			if _, err := fmt.Fprintf(c.OutOrStdout(), "%s\n  %s\n", report.Summary(f), f.Execution); err != nil {
				return ExitUsage, err
			}
		}
	}
	if !found {
		return ExitUsage, usagef("the report has no BUG to replay")
	}
	return code, nil
}
