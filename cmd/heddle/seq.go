package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/cfront"
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
	rounds, unwind   int
	threads, ts      int
	schedule         string
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
	f.StringVar(&fl.engine, "engine", "rounds", "whose program: kiss or rounds")
	f.StringVar(&fl.emit, "emit", "c", "what to print: c, boogie or ir")
	f.IntVar(&fl.rounds, "rounds", 2, "rounds of round-robin scheduling to cover")
	f.IntVar(&fl.unwind, "unwind", 2, "how often a loop body may run, how deep a recursion may go")
	f.IntVar(&fl.threads, "threads", 3, "threads made by a spawn in a loop of unknown length")
	f.IntVar(&fl.ts, "ts", 1, "pending threads of engine kiss")
	f.StringVar(&fl.schedule, "schedule", "lazy", "sequentialization of engine rounds: eager or lazy")
	f.BoolVar(&fl.volatileIsAtomic, "volatile-is-atomic", false, "volatile accesses do not race")
	return c
}

// request validates every flag.
func (fl *seqFlags) request() (*engine.Request, error) {
	between := func(flag string, v, least, most int) error {
		if v < least || v > most {
			return usagef("--%s %d is out of range\n\tgive a number from %d to %d", flag, v, least, most)
		}
		return nil
	}
	for _, err := range []error{
		oneOf("engine", fl.engine, "kiss", "rounds"),
		oneOf("emit", fl.emit, "c", "boogie", "ir"),
		between("rounds", fl.rounds, 1, 100),
		between("unwind", fl.unwind, 1, 1_000_000),
		between("threads", fl.threads, 1, 1000),
		between("ts", fl.ts, 0, 100),
		oneOf("schedule", fl.schedule, "eager", "lazy"),
	} {
		if err != nil {
			return nil, err
		}
	}
	props, err := parseProperties(fl.properties)
	if err != nil {
		return nil, err
	}
	for _, p := range props {
		if p == verdict.Deadlock {
			return nil, usagef("--property deadlock: no check of a sequential program says what a deadlock is\n\tchoose among assert, race and memory")
		}
		if p == verdict.Memory && fl.engine == "kiss" {
			return nil, usagef("--property memory: the sequential program of engine kiss has no checks of memory\n\tchoose among assert and race, or --engine rounds")
		}
	}
	return &engine.Request{
		Question: verdict.Question{Properties: props, Bounds: verdict.Bounds{Rounds: fl.rounds, Unwind: fl.unwind, Threads: fl.threads, TS: &fl.ts}, VolatileIsAtomic: fl.volatileIsAtomic}, Schedule: fl.schedule,
	}, nil
}

func (fl *seqFlags) run(c *cobra.Command, args []string) error {
	req, err := fl.request()
	if err != nil {
		return err
	}
	files, opts, err := fl.input.resolve(c, args)
	if err != nil {
		return err
	}
	res, err := cfront.Compile(c.Context(), files, opts)
	if err != nil {
		return err
	}
	for _, n := range res.Notes {
		fmt.Fprintln(c.ErrOrStderr(), n.Error())
	}
	req.Program = res.Program
	seq, err := run.Engine(fl.engine).Sequential(c.Context(), req)
	if err != nil {
		return err
	}
	for _, n := range seq.Notes {
		fmt.Fprintln(c.ErrOrStderr(), n)
	}
	ignored := []string{"ts"}
	if fl.engine == "kiss" {
		ignored = []string{"rounds", "schedule"}
	}
	for _, name := range ignored {
		if c.Flags().Changed(name) {
			fmt.Fprintf(c.ErrOrStderr(), "note: --%s has no effect on engine %s\n", name, fl.engine)
		}
	}
	var out bytes.Buffer
	opt := emit.Options{Layout: seq.Layout, Head: fl.head(filePaths(files), seq), Unwind: fl.unwind}
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
func (fl *seqFlags) head(paths []string, seq *engine.Sequence) []string {
	covers := fmt.Sprintf("engine %s: %s", fl.engine, seq.Covers[0])
	if seq.Program.Form.Bounded || fl.emit != "boogie" {
		covers += "; checked: "
	} else {
		covers += fmt.Sprintf(", %d unwindings; checked: ", fl.unwind)
	}
	head := []string{fmt.Sprintf("%s as a sequential program, by heddle %s", strings.Join(paths, " "), version), covers + strings.Join(fl.properties, ", ")}
	head = append(head, seq.Covers[1:]...)
	for _, c := range seq.Cuts {
		head = append(head, "cut off, "+c)
	}
	return head
}
