package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/emit"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// seqFlags is the command line of `heddle seq`, as given.
type seqFlags struct {
	input            inputFlags
	properties       []string
	engine, emit     string
	options          optionFlags
	volatileIsAtomic bool
}

// seqCommand prints the sequential program that stands for all schedules within bounds.
func seqCommand() *cobra.Command {
	var fl seqFlags
	c := &cobra.Command{
		Use:   "seq [flags] FILE.c... [-- cc flags]",
		Short: "print the sequential program that stands for all schedules within bounds",
		Long: `seq prints the program without threads that an engine makes of one with threads: to read, or to give to a checker of
sequential programs. A check in it can fail exactly if the engine finds a failure within the same bounds.

  c       C in the manner of SV-COMP: __VERIFIER_nondet_*, __VERIFIER_assume, __VERIFIER_assert; no option needed
  boogie  Boogie, for boogie FILE.bpl; no option needed
  ir      heddle's own intermediate form (docs/ir.md)`,
		Example: `  heddle seq --emit c driver.c > driver_seq.c
  heddle seq --property race --rounds 3 --emit boogie driver.c > driver.bpl && boogie driver.bpl`,
		RunE: func(c *cobra.Command, args []string) error { return fl.run(c, args) },
	}
	fl.input.register(c)
	f := c.Flags()
	f.StringSliceVar(&fl.properties, "property", []string{"assert", "race"}, "what is checked: assert, race, memory")
	f.StringVar(&fl.engine, "engine", run.Printed, "whose program: "+choice(engineNames(prints)))
	f.StringVar(&fl.emit, "emit", "c", "what to print: c, boogie or ir")
	fl.options.register(c, true)
	f.BoolVar(&fl.volatileIsAtomic, "volatile-is-atomic", false, "volatile accesses do not race")
	return c
}

// request validates every flag.
func (fl *seqFlags) request(c *cobra.Command) (*engine.Request, error) {
	req := &engine.Request{Question: verdict.Question{VolatileIsAtomic: fl.volatileIsAtomic}}
	for _, err := range []error{
		oneOf("engine", fl.engine, engineNames(prints)...),
		oneOf("emit", fl.emit, "c", "boogie", "ir"),
		fl.options.apply(c, req),
	} {
		if err != nil {
			return nil, err
		}
	}
	props, err := parseProperties(fl.properties)
	if err != nil {
		return nil, err
	}
	if slices.Contains(props, verdict.Deadlock) {
		return nil, usagef("--property deadlock: no check of a sequential program says what a deadlock is\n\tchoose among assert, race and memory")
	}
	req.Properties = props
	return req, nil
}

// prints reports whether an engine makes a sequential program.
func prints(e engine.Engine) bool { return e.Sequential != nil }

func (fl *seqFlags) run(c *cobra.Command, args []string) error {
	req, err := fl.request(c)
	if err != nil {
		return err
	}
	p, paths, err := fl.input.compile(c, args, req.Wants(verdict.Memory))
	if err != nil {
		return err
	}
	req.Program = p
	seq, err := run.Engine(fl.engine).Sequential(c.Context(), req)
	if err != nil {
		return err
	}
	for _, n := range seq.Notes {
		fmt.Fprintln(c.ErrOrStderr(), n)
	}
	for _, n := range fl.options.ignored(c, fl.engine, run.Engine(fl.engine)) {
		fmt.Fprintln(c.ErrOrStderr(), n)
	}
	var out bytes.Buffer
	opt := emit.Options{Layout: seq.Layout, Head: fl.head(paths, seq, req.Bounds.Unwind), Unwind: req.Bounds.Unwind}
	switch fl.emit {
	case "c":
		err = emit.C(&out, seq.Program, opt)
	case "boogie":
		err = emit.Boogie(&out, seq.Program, opt)
	default:
		err = emit.IR(&out, seq.Program, opt)
	}
	if err != nil {
		return err
	}
	if _, err := io.Copy(c.OutOrStdout(), &out); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// head says at the top of the text what it is.
func (fl *seqFlags) head(paths []string, seq *engine.Sequence, unwind int) []string {
	covers := fmt.Sprintf("engine %s: %s", fl.engine, seq.Covers[0])
	if seq.Program.Form.Bounded || fl.emit != "boogie" {
		covers += "; checked: "
	} else {
		covers += fmt.Sprintf(", %d unwindings; checked: ", unwind)
	}
	head := []string{fmt.Sprintf("%s as a sequential program, by heddle %s", strings.Join(paths, " "), version), covers + strings.Join(fl.properties, ", ")}
	head = append(head, seq.Covers[1:]...)
	for _, c := range seq.Cuts {
		head = append(head, "cut off, "+c)
	}
	return head
}
