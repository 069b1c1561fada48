package archtest

// The stages, from the bottom up. A package imports from the stages below its own, and from its own stage only what beside
// says. A name stands for the package and everything below it, as "sat" does for sat/drat; a deeper name goes first.
//
// The order is the flow of a program through heddle. irexec is below cfront because it is the judge: it must not know how a program was made. logic, sat and
// solve stand above transform by the order of the flow, but they are sealed:
// a solver that knew about programs could not be tested or used alone.
var stages = [][]string{
	{"budget", "graph", "source", "diag", "quota", "wave"},
	{"ir", "irtext", "ircheck"},
	{"ctruth", "irexec", "irgen", "lockprog", "trace", "verdict"},
	{"models", "harness"},
	{"cfront"},
	{"analysis"},
	{"transform"},
	{"place"},
	{"logic", "sat", "solve"},
	{"encode"},
	{"replay", "confirm", "decide", "infer", "proof"},
	{"engine"},
	{"emit", "report"},
	{"run"},
	{"cmd"},
}

// beside lists the imports within a stage.
var beside = map[string][]string{
	"diag":    {"source"},
	"wave":    {"budget"},
	"irtext":  {"ir"},
	"ircheck": {"ir", "irtext"},
	"irexec":  {"trace", "verdict"},
	"verdict": {"trace"},
	"solve":   {"logic", "sat"},
}

// engineNames are those of the engines that are there and to come.
var engineNames = []string{"explore", "kiss", "rounds", "walks", "lockset", "modular", "interleaved", "pairs"}

// families lists the packages below a stage that import what is named there and nothing else of the stage: passes meet in pipelines, not in one another.
// The rules of synchronization in lower are one for all, so kiss, which keeps the same state elsewhere, imports them.
var families = map[string][]string{
	"transform":          {},
	"transform/unfold":   {"transform"},
	"transform/lower":    {"transform"},
	"transform/sequence": {"transform"},
	"transform/inline":   {"transform"},
	"transform/extern":   {"transform"},
	"transform/kiss":     {"transform", "transform/lower"},
	"transform/pair":     {"transform"},
	"transform/slice":    {"transform"},
	"transform/threads":  {},
	"transform/passtest": {},
}

// wired packages are put together in one file of another, which alone names them: "engine" stands for what is below it.
// never lists what a package does not import at all.
var (
	wired = []struct{ pkg, names, file string }{{"run", "engine", "plan.go"}}
	never = map[string][]string{"run": {"transform"}}
)

// sealed packages import nothing of heddle but what is listed.
var sealed = map[string][]string{
	"budget":  {},
	"graph":   {},
	"source":  {},
	"quota":   {},
	"models":  {},
	"logic":   {},
	"sat":     {"budget"},
	"solve":   {"budget", "logic", "sat"},
	"trace":   {"ir", "source"},
	"verdict": {"ir", "source", "trace"},
	// A proof is checked by other code than finds it, and other than makes formulas of programs elsewhere.
	"proof": {"budget", "graph", "source", "ir", "irtext", "verdict", "analysis", "transform", "place", "logic", "sat", "solve"},
}

// outside says who may use which module from outside. Tests may use more: see testOnly.
var outside = map[string][]string{
	"modernc.org/cc/v4":      {"cfront"},
	"github.com/spf13/cobra": {"cmd"},
	"github.com/spf13/pflag": {"cmd"},
	"golang.org/x/term":      {"cmd"},
	"golang.org/x/sys":       {"cmd", "run", "solve"},
	"golang.org/x/sync":      {"cfront", "wave"},
	"go.yaml.in/yaml/v3":     {"run", "report", "cmd"},
}

// testOnly lists what only tests import.
var testOnly = []string{
	"github.com/chromedp/cdproto",
	"github.com/chromedp/chromedp",
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal",
	"github.com/santhosh-tekuri/jsonschema/v6",
	"golang.org/x/tools",
	"pgregory.net/rapid",
}

// badNames are no stages: what is shared belongs to the stage that owns its meaning.
var badNames = []string{"util", "utils", "common", "helper", "helpers", "misc", "shared_code", "lib"}

// onlyCmdImports lists what reads flags. Everything but cmd is told by its options.
var onlyCmdImports = []string{"flag", "github.com/spf13/pflag", "github.com/spf13/cobra"}

// clocks lists the packages and files below internal that look at a clock: guards, which end things, the stopwatch, and what waits for another program, or limits it. All else counts work.
var clocks = []string{
	"internal/run/run.go", "internal/run/stopwatch.go", "internal/quota", "internal/cfront/cparse", "internal/confirm", "internal/solve/smtlib",
	"internal/solve/solve.go", "internal/solve/errors.go", "internal/decide/forall.go", "internal/engine/interleaved/quantify.go", "internal/engine/interleaved/whole.go", // limits of z3
}

// whole lists what belongs to the process as a whole: jobs that run side by side in it leave that alone.
var whole = []struct {
	pkg   string // that has the names, of the standard library
	names []string
	who   string // uses them
	why   string
}{
	{"os", []string{"Getenv", "LookupEnv", "Environ", "ExpandEnv", "Exit", "Args"}, "cmd", "only cmd reads the environment and ends the process"},
	{
		"runtime/debug",
		[]string{"SetGCPercent", "SetMemoryLimit", "FreeOSMemory", "SetMaxStack", "SetMaxThreads"},
		"quota",
		"only quota sets what holds for the process, for its owner",
	},
}
