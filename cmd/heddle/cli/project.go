package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// programs tells the programs apart that a compilation database stands for. Files on the command line are one program, and so is what a harness
// calls.
func (fl *checkFlags) programs(ctx context.Context, job run.Job) ([]cfront.Program, error) {
	if fl.input.buildDir == "" || job.Compile.Harness != nil {
		return []cfront.Program{{Files: job.Files}}, nil
	}
	return cfront.Programs(ctx, job.Files, job.Compile)
}

// checkAll checks each program by itself, with the time and memory of a run each, and prints one report. The worst verdict decides. cut, if it is
// not nil, is the report where reading the files came to no end.
func (fl *checkFlags) checkAll(c *cobra.Command, job run.Job, programs []cfront.Program, cut *report.Report) (int, error) {
	var parts []report.Part
	rules, err := fl.known.rules()
	if err != nil {
		return ExitUsage, err
	}
	page, err := fl.shown.page()
	if err != nil {
		return ExitUsage, err
	}
	defer page.drop()
	baseline, err := newWholeFile(fl.known.writeBaseline)
	if err != nil {
		return ExitUsage, usagef("--write-baseline: %v", err)
	}
	defer baseline.drop()
	replay, err := newWholeFile(fl.replay)
	if err != nil {
		return ExitUsage, usagef("--replay: %v", err)
	}
	defer replay.drop()
	proofs, err := newWholeFile(fl.proof)
	if err != nil {
		return ExitUsage, usagef("--proof: %v", err)
	}
	defer proofs.drop()
	if fl.proof != "" && len(programs) > 1 {
		return ExitUsage, usagef("--proof: a proof is of one program, and there are %d\n\tchoose files with --file", len(programs))
	}
	if len(programs) > 1 {
		job.Compile.Stubs = new(cfront.Stubs)
	}
	for _, p := range programs {
		rep, err := cut, error(nil)
		if cut == nil {
			rep, err = fl.checkOne(c, job, p.Files, rules)
		}
		if err != nil {
			if len(programs) > 1 {
				err = fmt.Errorf("program %s: %w", p.Main, err)
			}
			return ExitUsage, err
		}
		if p.Main == "" && len(p.Files) > 0 {
			p.Main = p.Files[0].Path
		}
		parts = append(parts, report.Part{Program: p.Main, Files: len(p.Files), Report: rep})
	}
	fl.known.apply(c.ErrOrStderr(), parts, rules, filePaths(job.Files))
	if err := baseline.write(func(w io.Writer) error { return report.WriteBaseline(w, parts) }); err != nil {
		return ExitUsage, fmt.Errorf("--write-baseline: %w", err)
	}
	if err := fl.shown.write(c, page, parts); err != nil {
		return ExitUsage, err
	}
	if err := writeReplay(replay, parts, c.ErrOrStderr()); err != nil {
		return ExitUsage, fmt.Errorf("--replay: %w", err)
	}
	if err := writeProof(proofs, parts, c.ErrOrStderr()); err != nil {
		return ExitUsage, fmt.Errorf("--proof: %w", err)
	}
	worst := verdict.Proved
	for _, p := range parts {
		worst = verdict.Worse(worst, p.Report.Fails())
	}
	return exitCode(worst, fl.failOn), nil
}

// checkOne does a job on the files of one program. Remarks go to standard error, and what is found while it goes on; bugs that rules take off the list do not.
func (fl *checkFlags) checkOne(c *cobra.Command, job run.Job, files []cfront.File, rules []*report.Rule) (*report.Report, error) {
	stderr := c.ErrOrStderr()
	progress := newProgress(stderr, job.Timeout)
	job.Files, job.Progress, job.Tally, job.DumpTo = files, progress.show, progress.tally, stderr
	job.Found = func(f *report.Finding) {
		one := &report.Report{Findings: []report.Finding{*f}}
		comments, _ := report.AllowComments(distinct(append(filePaths(files), one.Files()...)))
		if one.Suppress(append(comments, rules...)); one.Findings[0].Suppressed != nil {
			return
		}
		if fl.shown.format == report.LinesFormat {
			report.FindingLine(c.OutOrStdout(), f, root()) // what cannot be written is an error at the end
			return
		}
		progress.bug(report.Headline(f))
	}
	if fl.adjust != nil {
		fl.adjust(&job)
	}
	rep, err := run.Check(c.Context(), job)
	progress.clear()
	if err != nil {
		return nil, err
	}
	rep.Root = root()
	if fl.confirm {
		confirmAll(c.Context(), rep)
	}
	for _, n := range append(fl.ignored(c), rep.Notes...) {
		fmt.Fprintln(stderr, n)
	}
	return rep, nil
}

// root is what paths are shown relative to where reports leave this machine: the repository that the command runs in, or else its directory.
func root() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	for dir := here; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return here
		}
	}
}
