package cli

import (
	"context"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-dev/heddle/internal/budget"
	"github.com/heddle-dev/heddle/internal/cfront"
	"github.com/heddle-dev/heddle/internal/engine"
	"github.com/heddle-dev/heddle/internal/engine/interleaved"
	"github.com/heddle-dev/heddle/internal/harness"
	"github.com/heddle-dev/heddle/internal/quota"
	"github.com/heddle-dev/heddle/internal/run"
	"github.com/heddle-dev/heddle/internal/verdict"
)

// checkFlags is the command line of `heddle check`, as given.
type checkFlags struct {
	input      inputFlags
	properties []string
	engine     string

	options          optionFlags
	volatileIsAtomic bool
	track            []string

	config      string
	shown       formatFlags
	known       knownFlags
	dump, debug string
	effort      effort
	timeout     duration
	memory      string
	failOn      string
	keepGoing   bool
	interleaved string
	against     string
	quantified  bool
	confirm     bool
	replay      string
	proof       string

	adjust func(*run.Job) // what tests change about each job
}

func checkCommand(code *int, adjust func(*run.Job)) *cobra.Command {
	fl := checkFlags{adjust: adjust}
	c := &cobra.Command{
		Use:   "check [flags] FILE.c... [-- cc flags]",
		Short: "look for bugs that depend on how threads interleave",
		Example: `  heddle check driver.c
  heddle check --property race,deadlock a.c b.c -- -Iinclude -DDEBUG=1
  heddle check --harness probe driver.c
  heddle check -p build/ --file 'src/*.c' --format json`,
		RunE: func(c *cobra.Command, args []string) error {
			var cfg config
			if err := cfg.load(c, args, fl.config, &fl.input); err != nil {
				return err
			}
			got, err := fl.run(c, args)
			*code = got
			return cfg.place(err)
		},
	}
	fl.input.register(c)
	f := c.Flags()
	f.StringSliceVar(&fl.properties, "property", []string{"assert", "race"}, "what to look for: assert, race, deadlock, memory; race:STRUCT.field or race:VARIABLE for races there alone")
	f.StringVar(&fl.engine, "engine", "auto", "how to look: "+choice(append([]string{run.Auto}, engineNames(all)...)))
	fl.options.register(c, false)
	f.BoolVar(&fl.volatileIsAtomic, "volatile-is-atomic", false, "volatile accesses do not race")
	f.StringSliceVar(&fl.track, "track", nil, "the fields to follow in slices, and no others, as STRUCT.field or VARIABLE (default: found by refinement)")
	f.StringVar(&fl.config, "config", "", "file with settings (default: heddle.yaml here or above, up to the root of the repository); none for no file")
	fl.shown.register(c)
	fl.known.register(c)
	f.StringVar(&fl.dump, "dump", "", "print the program after this step, on standard error: "+strings.Join(run.Steps(), ", "))
	f.StringVar(&fl.debug, "debug", "", "check: verify the program after every step")
	f.Var(&fl.effort, "effort", "how much to do: quick, normal (about a minute of one core), full, or a number of units, of which a million is about a second; the report is the same on every machine (default: normal, or with --timeout alone a million a second)")
	f.Var(&fl.timeout, "timeout", "give up after this time, in seconds or as in 5m or 1.5h, however much is done then; 0 for never, and without --effort for no end of the work")
	f.StringVar(&fl.memory, "memory", "4GiB", "give up at this much memory, 0 for no limit")
	f.BoolVar(&fl.keepGoing, "keep-going", false, "after a first failure look for more until the time is over (default: as long again as it took)")
	f.StringVar(&fl.interleaved, "interleaved", "off", "of an open program, judge whether sequential runs of the same input fail too: off; rank, those that do come last, which is the default with --harness; only, they are set aside")
	f.BoolVar(&fl.quantified, "interleaved-quantified", false, "when judging, take free choices of sequential runs as quantified and not as they were (needs z3)")
	f.StringVar(&fl.against, "against", "", "judge findings by this function, which has the parameters of the one that --harness names: those on inputs on which it fails, too, come last or are set aside")
	f.BoolVar(&fl.confirm, "confirm", false, "compile the program with gcc and run it on the execution of each BUG: CONFIRMED BY EXECUTION, or why not")
	f.StringVar(&fl.replay, "replay", "", "write a C file that, linked with the program, makes the first BUG happen every time; its first lines say how to compile it")
	f.StringVar(&fl.proof, "proof", "", "write the proof of what engine modular says is PROVED to a file, for heddle proof to check")
	f.StringVar(&fl.failOn, "fail-on", "bug", "exit 1 for: bug, or also possible")
	completes(c, "property", "assert", "race", "deadlock", "memory")
	completes(c, "engine", append([]string{run.Auto}, engineNames(all)...)...)
	completes(c, "fail-on", "bug", "possible")
	completes(c, "effort", effortWords...)
	completes(c, "interleaved", interleavings...)
	return c
}

// completes tells the shell which words a flag takes.
func completes(c *cobra.Command, flag string, words ...string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // there is no such flag
	}
}

// run checks the whole command line before any work is done, then does the job.
func (fl *checkFlags) run(c *cobra.Command, args []string) (int, error) {
	job, err := fl.job(c)
	if err != nil {
		return ExitUsage, err
	}
	if ownsProcess && job.Memory > 0 {
		var stop func()
		job.Quota, stop = quota.Process(job.Memory)
		defer stop()
	}
	job.Files, job.Compile, err = fl.input.resolve(c, args)
	if err != nil {
		return ExitUsage, err
	}
	if err := fl.replaces(job.Interleaved, job.Compile.Harness); err != nil {
		return ExitUsage, err
	}
	var driver *harness.Driver
	cut, err := run.Read(c.Context(), job, func(ctx context.Context) (err error) {
		driver, err = fl.input.drive(ctx, job.Files, &job.Compile)
		return err
	})
	if err != nil {
		return ExitUsage, err
	}
	if cut != nil {
		return fl.checkAll(c, job, []cfront.Program{{Files: job.Files}}, cut)
	}
	if driver != nil && !c.Flags().Changed("property") {
		job.Request.Properties = []verdict.Property{verdict.Race}
	}
	if driver != nil && fl.input.platform == "linux" {
		job.Compile.Harness.Elements = !slices.Contains(job.Request.Properties, verdict.Memory)
	}
	if driver != nil && job.Engine == run.Auto && slices.Equal(job.Request.Properties, []verdict.Property{verdict.Race}) {
		job.Pairs = driver.Asks
		job.Requests = fl.input.platform == "windows" && !c.Flags().Changed("property")
	}
	job.Compile.Caller = job.Request.Wants(verdict.Deadlock)
	job.Compile.Wrap = job.Request.Wants(verdict.Memory)
	var programs []cfront.Program
	cut, err = run.Read(c.Context(), job, func(ctx context.Context) (err error) {
		programs, err = fl.programs(ctx, job)
		return err
	})
	if err != nil {
		return ExitUsage, err
	}
	if cut != nil {
		programs = []cfront.Program{{Files: job.Files}}
	}
	return fl.checkAll(c, job, programs, cut)
}

func exitCode(v verdict.Verdict, failOn string) int {
	switch {
	case v == verdict.Bug, v == verdict.Possible && failOn == "possible":
		return ExitBug
	case v == verdict.Proved, v == verdict.Bounded:
		return ExitSafe
	}
	return ExitOpen
}

// job validates every flag.
func (fl *checkFlags) job(c *cobra.Command) (run.Job, error) {
	job := run.Job{Version: version, Engine: fl.engine, BugDir: os.TempDir(), Effort: budget.Work(fl.effort), Timeout: time.Duration(fl.timeout), Dump: fl.dump}
	if job.Effort == 0 && !c.Flags().Changed("timeout") {
		job.Effort = normal
	}
	for _, err := range []error{
		judges(fl.engine),
		later("engine", fl.engine, run.Coming...),
		oneOf("engine", fl.engine, append([]string{run.Auto}, engineNames(all)...)...),
		fl.shown.validate(),
		oneOf("fail-on", fl.failOn, "bug", "possible"),
		oneOf("interleaved", fl.interleaved, interleavings...),
		oneOf("dump", fl.dump, append([]string{""}, run.Steps()...)...),
		oneOf("debug", fl.debug, "", "check"),
		fl.options.apply(c, &job.Request),
	} {
		if err != nil {
			return job, err
		}
	}
	var err error
	if job.Memory, err = parseSize(fl.memory); err != nil {
		return job, err
	}
	names, fields, err := parseFields(fl.properties)
	if err != nil {
		return job, err
	}
	job.Request.Fields = fields
	if job.Request.Properties, err = parseProperties(names); err != nil {
		return job, err
	}
	if job.Request.Properties, err = decidable(fl.engine, job.Request.Properties, c.Flags().Changed("property")); err != nil {
		return job, err
	}
	if err := fl.slices(c, &job.Request); err != nil {
		return job, err
	}
	if job.Request.Proof = fl.proof != ""; job.Request.Proof {
		if turns, _ := run.Plan(fl.engine); !slices.ContainsFunc(turns, func(t run.Turn) bool { return t.Name == prover }) {
			return job, usagef("--proof: engine %s writes no proofs\n\tchoose --engine %s or auto", fl.engine, prover)
		}
	}
	job.Check = fl.debug == "check"
	job.Request.VolatileIsAtomic = fl.volatileIsAtomic
	job.Request.KeepGoing = fl.keepGoing
	job.Interleaved = run.Interleaved(slices.Index(interleavings, fl.interleaved))
	if fl.input.harness != "" && !c.Flags().Changed("interleaved") {
		job.Interleaved, job.Implied = run.Rank, true
	}
	return job, fl.quantify(&job)
}

// replaces lets the function that --against names take the place of the harness.
func (fl *checkFlags) replaces(how run.Interleaved, spec *harness.Spec) error {
	switch {
	case fl.against == "":
		return nil
	case spec == nil:
		return usagef("--against %s: it is called with the input of another function\n\tname that with --harness, too", fl.against)
	case how == run.Off:
		return usagef("--against %s: nothing is judged\n\tgive --interleaved rank or only, or leave --interleaved out", fl.against)
	}
	if spec.Against = fl.against; spec.Validate() != nil {
		return usagef("--against %s: it takes the place of one function\n\tname one function with --harness", fl.against)
	}
	return nil
}

// quantify says when free choices of sequential runs are quantified.
func (fl *checkFlags) quantify(job *run.Job) error {
	switch {
	case fl.quantified && job.Interleaved == run.Off:
		return usagef("--interleaved-quantified: nothing is judged\n\tgive --interleaved rank or only, too")
	case fl.quantified && job.Request.Solver == "cvc5":
		return usagef("--interleaved-quantified: quantifiers are for z3\n\tgive --solver z3, or leave --solver out")
	case fl.quantified:
		if _, err := exec.LookPath("z3"); err != nil {
			return usagef("--interleaved-quantified: z3 is not installed\n\tinstall it, or leave the flag out")
		}
		job.Quantify = interleaved.Always
	case job.Request.Solver == "z3":
		job.Quantify = interleaved.Late
	}
	return nil
}

// slices checks what was said about slicing.
func (fl *checkFlags) slices(c *cobra.Command, r *engine.Request) error {
	given := c.Flags().Changed("track")
	turns, _ := run.Plan(fl.engine)
	heeds := slices.ContainsFunc(turns, func(t run.Turn) bool { return t.Slices })
	can := strings.Join(engineNames(func(e engine.Engine) bool { return e.Slices }), ", ")
	switch {
	case r.Slice == "on" && !heeds:
		return usagef("--slice on: engine %s looks at the whole program\n\tchoose one of: %s", fl.engine, can)
	case given && !heeds:
		return usagef("--track: engine %s looks at the whole program\n\tchoose one of: %s", fl.engine, can)
	case given && c.Flags().Changed("slice") && r.Slice == "off":
		return usagef("--track with --slice off: nothing is left out\n\tgive one of the two")
	case given && len(fl.track) == 0:
		return usagef("--track is empty\n\tname fields as STRUCT.field or VARIABLE, or leave it out")
	}
	for _, name := range fl.track {
		if !isField(strings.NewReplacer("->", ".", "*", "", "(", "", ")", "").Replace(name)) { // as reports name what the source has no other name for
			return usagef("--track %q names no field\n\twrite STRUCT.field or VARIABLE, as in DEVICE_EXTENSION.state", name)
		}
	}
	if r.Track = fl.track; given {
		r.Slice = "on"
	}
	return nil
}

// interleavings are the words of --interleaved, in the order of run.Interleaved.
var interleavings = []string{"off", "rank", "only"}

// judges refuses what finds nothing by itself.
func judges(engine string) error {
	if engine == "interleaved" {
		return usagef("--engine interleaved: it judges what other engines find\n\tgive --interleaved rank or only, with any engine that finds bugs")
	}
	return nil
}

// decidable is the properties that an engine is asked about. One that only proves is asked about what it can prove; another that was named is refused.
func decidable(name string, asked []verdict.Property, named bool) ([]verdict.Property, error) {
	e := run.Engine(name)
	if _, finds := e.Claim[verdict.Bug]; e.Run == nil || finds {
		return asked, nil
	}
	var out []verdict.Property
	for _, p := range asked {
		if slices.Contains(e.Properties, p) {
			out = append(out, p)
			continue
		}
		if named {
			can := engineNames(func(e engine.Engine) bool { return slices.Contains(e.Properties, p) })
			return nil, usagef("--engine %s says nothing about property %s\n\tchoose one of: %s", name, p, strings.Join(can, ", "))
		}
	}
	if len(out) == 0 {
		out = e.Properties
	}
	return out, nil
}

// ignored names the flags that were given and that the chosen engines do not heed.
func (fl *checkFlags) ignored(c *cobra.Command) []string {
	turns, _ := run.Plan(fl.engine)
	var engines []engine.Engine
	for _, turn := range turns {
		engines = append(engines, turn.Engine)
	}
	return fl.options.ignored(c, fl.engine, engines...)
}

func all(engine.Engine) bool { return true }

// parseFields takes the properties race:FIELD out of the list of --property and puts race there in their place.
func parseFields(names []string) (rest, fields []string, err error) {
	for _, n := range names {
		field, ok := strings.CutPrefix(n, "race:")
		if !ok {
			rest = append(rest, n)
			continue
		}
		if !isField(field) {
			return nil, nil, usagef("--property %s names no field\n\twrite race:STRUCT.field or race:VARIABLE, as in race:DEVICE_EXTENSION.state", n)
		}
		if !slices.Contains(fields, field) {
			fields = append(fields, field)
		}
	}
	if len(fields) == 0 {
		return rest, nil, nil
	}
	if slices.Contains(rest, "race") {
		return nil, nil, usagef("--property race and race:%s: races everywhere, or there alone?\n\tgive one of the two", fields[0])
	}
	return append(rest, "race"), fields, nil
}

func parseProperties(names []string) ([]verdict.Property, error) {
	wanted := map[verdict.Property]bool{}
	for _, n := range names {
		if err := oneOf("property", n, "assert", "race", "deadlock", "memory"); err != nil {
			return nil, err
		}
		wanted[verdict.Property(n)] = true
	}
	var out []verdict.Property
	for _, p := range verdict.Properties() {
		if wanted[p] {
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		return nil, usagef("--property is empty\n\tname at least one of: assert, race, deadlock, memory")
	}
	return out, nil
}

// isField reports whether a name is made of C names with dots between them.
func isField(s string) bool {
	for _, part := range strings.Split(s, ".") {
		if part == "" || strings.TrimLeft(part, "_$0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return false
		}
	}
	return true
}

// parseSize reads 4GiB, 512MB, 1000000.
func parseSize(s string) (int64, error) {
	bad := usagef("--memory %q is not a size\n\tgive a number with a unit, such as 512MiB or 4GiB, or 0 for no limit", s)
	digits := strings.TrimRight(s, "KMGTiBb kmgt")
	unit := strings.ToLower(strings.TrimSpace(s[len(digits):]))
	factor, ok := map[string]float64{
		"": 1, "b": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
		"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
	}[unit]
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || !ok || n < 0 || math.IsNaN(n) || n*factor > math.MaxInt64/2 {
		return 0, bad
	}
	size := int64(n * factor)
	if size != 0 && size < 64<<20 {
		return 0, usagef("--memory %s is too small to do anything\n\tgive at least 64MiB", s)
	}
	return size, nil
}
