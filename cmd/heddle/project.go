package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// programs tells the programs apart that a compilation database stands for. Files on the command line are one program, and so is what a harness
// calls.
func (fl *checkFlags) programs(c *cobra.Command, job run.Job) ([]cfront.Program, error) {
	if fl.input.buildDir == "" || job.Compile.Harness != nil {
		return []cfront.Program{{Files: job.Files}}, nil
	}
	return cfront.Programs(c.Context(), job.Files, job.Compile)
}

// checkAll checks each program by itself, with the time and memory of a run each, and prints one report. The worst verdict decides.
func (fl *checkFlags) checkAll(c *cobra.Command, job run.Job, programs []cfront.Program) (int, error) {
	worst := verdict.Proved
	var out bytes.Buffer
	var parts []report.Part
	for i, p := range programs {
		rep, err := fl.checkOne(c, job, p.Files)
		if err != nil {
			return exitUsage, fmt.Errorf("program %s: %w", p.Main, err)
		}
		worst = verdict.Worse(worst, rep.Verdict())
		parts = append(parts, report.Part{Program: p.Main, Report: rep})
		if fl.format == "text" {
			if i > 0 {
				fmt.Fprintln(&out)
			}
			fmt.Fprintf(&out, "=== program %s, %s ===\n", p.Main, count(len(p.Files), "file"))
			if err := report.Text(&out, rep); err != nil {
				return exitUsage, err
			}
		}
	}
	if fl.format == "text" {
		fmt.Fprintf(&out, "\n=== %d programs: %s ===\n", len(parts), worst)
		for _, p := range parts {
			fmt.Fprintf(&out, "  %-8s %s\n", p.Report.Verdict(), p.Program)
		}
	} else if err := report.JSONParts(&out, parts); err != nil {
		return exitUsage, err
	}
	if _, err := io.Copy(c.OutOrStdout(), &out); err != nil {
		return exitUsage, fmt.Errorf("standard output: %w", err)
	}
	return exitCode(worst, fl.failOn), nil
}

// checkOne does a job on the files of one program. Remarks go to standard error.
func (fl *checkFlags) checkOne(c *cobra.Command, job run.Job, files []cfront.File) (*report.Report, error) {
	stderr := c.ErrOrStderr()
	progress := newProgress(stderr)
	job.Files, job.Progress, job.DumpTo = files, progress.show, stderr
	rep, err := run.Check(c.Context(), job)
	progress.clear()
	if err != nil {
		return nil, err
	}
	for _, n := range append(fl.ignored(c), rep.Notes...) {
		fmt.Fprintln(stderr, n)
	}
	return rep, nil
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
