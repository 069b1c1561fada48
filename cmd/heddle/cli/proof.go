package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/analysis/fields"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/proof"
	"github.com/heddle-dev/heddle/internal/proof/check"
	"github.com/heddle-dev/heddle/internal/report"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// prover is the engine that writes proofs.
const prover = "modular"

// writeProof writes the proofs of a run. Where there is none it says so, and writes nothing.
func writeProof(file *wholeFile, parts []report.Part, stderr io.Writer) error {
	if file.temp == nil {
		return nil
	}
	for _, part := range parts {
		if f := part.Report.Proof; f != nil {
			return file.write(func(w io.Writer) error {
				_, err := io.WriteString(w, proof.Print(f))
				return err
			})
		}
	}
	fmt.Fprintf(stderr, "note: --proof was not written: nothing was proved by engine %s\n", prover)
	return nil
}

// proofFlags is the command line of `heddle proof`.
type proofFlags struct {
	input   inputFlags
	solver  string
	timeout duration
	memory  string
}

func proofCommand(code *int) *cobra.Command {
	fl := proofFlags{input: inputFlags{before: 1}, timeout: duration(60 * time.Second)}
	c := &cobra.Command{
		Use:   "proof [flags] FILE PROGRAM.c... [-- cc flags]",
		Short: "check a proof that heddle check --proof wrote, with code of its own",
		Long: `proof reads a proof and the program that it is about, and asks a solver for every single thing that makes it a proof: that
the program starts within it, that every step of every thread and every start of one keeps it, whatever the other threads do, that
nothing changes but as it says, and that no two accesses race, or no assertion fails. It has no part of the engine that found the proof.

Of each property it says CHECKED, or NOT CHECKED and the obligation that does not hold. The flags about the program have to be those of heddle check.

Exit codes: 0 all CHECKED, 3 if not, 2 for bad input: no proof, one that is cut off, or one of another program or version.`,
		Example: `  heddle check --engine modular --proof p.txt a.c
  heddle proof p.txt a.c`,
		RunE: func(c *cobra.Command, args []string) error {
			got, err := fl.run(c, args)
			*code = got
			return err
		},
	}
	fl.input.register(c)
	f := c.Flags()
	f.StringVar(&fl.solver, "solver", "embedded", engine.Solver.Help)
	f.Var(&fl.timeout, "timeout", "give up after this time, in seconds or as in 5m or 1.5h; 0 for never")
	f.StringVar(&fl.memory, "memory", "4GiB", "give up at this much memory, 0 for no limit")
	completes(c, "solver", engine.Solver.Values...)
	return c
}

func (fl *proofFlags) run(c *cobra.Command, args []string) (int, error) {
	if len(args) == 0 || c.ArgsLenAtDash() == 0 {
		return ExitUsage, usagef("proof takes a proof and the files of its program\n\ttry: heddle proof p.txt a.c")
	}
	if err := oneOf("solver", fl.solver, engine.Solver.Values...); err != nil {
		return ExitUsage, err
	}
	memory, err := parseSize(fl.memory)
	if err != nil {
		return ExitUsage, err
	}
	file, err := readProof(args[0])
	if err != nil {
		return ExitUsage, err
	}
	files, opts, err := fl.input.resolve(c, args[1:])
	if err != nil {
		return ExitUsage, err
	}
	ctx, cancel := c.Context(), context.CancelFunc(func() {})
	if fl.timeout > 0 {
		ctx, cancel = context.WithTimeoutCause(ctx, time.Duration(fl.timeout), fmt.Errorf("timeout after %v", time.Duration(fl.timeout)))
	}
	defer cancel()
	if _, err := fl.input.drive(ctx, files, &opts); err != nil {
		return stopped(c, ctx, err)
	}
	has := func(o string) bool { return slices.Contains(file.Options, o) }
	opts.Wrap, opts.Caller = has(run.OptionWrap), has(run.OptionCaller)
	var names []string
	for _, o := range file.Options {
		if name, ok := strings.CutPrefix(o, run.OptionField); ok {
			names = append(names, name)
		}
	}
	opts.Types = len(names) > 0
	compiled, err := cfront.Compile(ctx, files, opts)
	if err != nil {
		return stopped(c, ctx, err)
	}
	for _, n := range compiled.Notes {
		fmt.Fprintln(c.ErrOrStderr(), n.Error())
	}
	prog, _, err := fields.Restrict(compiled.Program, compiled.Places, names)
	if err != nil {
		return ExitUsage, err
	}
	if proof.Fingerprint(prog) != file.Program {
		return ExitUsage, usagef("%s proves another program, or another version of this one\n\tgive the files as they were, with the flags of heddle check that are about the program", args[0])
	}
	code := ExitSafe
	for _, p := range file.Proofs {
		a, err := check.Check(ctx, prog, p, check.Options{VolatileIsAtomic: has(run.OptionVolatile), Solver: fl.solver, Memory: memory})
		var wrong check.Bad
		line, about := "", p.Property
		if len(names) > 0 && about == string(verdict.Race) {
			about = run.OptionField + strings.Join(names, ","+run.OptionField)
		}
		switch {
		case errors.As(err, &wrong):
			return ExitUsage, usagef("%s: %w", args[0], err)
		case err != nil && ctx.Err() != nil:
			line = fmt.Sprintf("NOT CHECKED %s: %v", about, context.Cause(ctx))
		case err != nil:
			line = fmt.Sprintf("NOT CHECKED %s: %v", about, err)
		case a.Failed != "":
			line = fmt.Sprintf("NOT CHECKED %s: this does not hold: %s", about, a.Failed)
		default:
			line = fmt.Sprintf("CHECKED %s: %d obligations hold, for the threads %s", about, a.Obligations, strings.Join(a.Threads, ", "))
			if has(run.OptionVolatile) {
				line += ", if volatile accesses do not race"
			}
		}
		if strings.HasPrefix(line, "NOT") {
			code = ExitOpen
		}
		if _, err := fmt.Fprintln(c.OutOrStdout(), line); err != nil {
			return ExitUsage, err
		}
	}
	return code, nil
}

// readProof reads a file that this version of heddle wrote.
func readProof(path string) (*proof.File, error) {
	if err := readable(path); err != nil {
		return nil, err
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, usageError{err}
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, proof.MostBytes+1))
	if err != nil {
		return nil, usageError{err}
	}
	f, err := proof.Parse(string(text))
	if err != nil {
		return nil, usagef("%s: %w\n\tgive a file that heddle check --proof wrote", path, err)
	}
	if f.Version != version {
		return nil, usagef("%s was written by heddle %.40q, and this is %s\n\tmake the proof again", path, f.Version, version)
	}
	for _, o := range f.Options {
		if !slices.Contains([]string{run.OptionVolatile, run.OptionWrap, run.OptionCaller}, o) && !strings.HasPrefix(o, run.OptionField) {
			return nil, usagef("%s: the option %.40q is not known", path, o)
		}
	}
	return f, nil
}

// stopped is the answer where the program could not be read, which is open if time was up.
func stopped(c *cobra.Command, ctx context.Context, err error) (int, error) {
	if why, ok := interrupted(ctx, err); ok {
		fmt.Fprintf(c.ErrOrStderr(), "heddle: %s\n", why)
		return ExitOpen, nil
	}
	return ExitUsage, err
}
