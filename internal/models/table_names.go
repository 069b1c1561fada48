package models

// Other names of functions, and variables of the C library.

// alias says that each of names is target under another name. A name may take more parameters than its target, behind the others.
type alias struct{ target, names string }

// aliases are the names that headers of C libraries give to functions: for large files (they are the same where long has 64 bits, and
// programs of 32 bits that use them bring types of their own), inside the library, and for calls that are checked against the size of an object.
var aliases = []alias{
	{"getopt", "__posix_getopt"},
	{"getc", "__uflow __underflow"},
}

// Var is a variable of the C library.
type Var struct {
	File    string // the stub file that defines it
	Assumes string // as Function.Assumes
}

const (
	emptyEnvironment = "the list of environment variables is empty"
	utc              = "the time zone is UTC"
)

// variables are the variables of the C library that programs use.
var variables = map[string]Var{
	"stdin": {"streams.c", ""}, "stdout": {"streams.c", ""}, "stderr": {"streams.c", ""},
	"_IO_2_1_stdin_": {"streams.c", ""}, "_IO_2_1_stdout_": {"streams.c", ""}, "_IO_2_1_stderr_": {"streams.c", ""},
	"__heddle_stdin": {"streams.c", ""}, "__heddle_stdout": {"streams.c", ""}, "__heddle_stderr": {"streams.c", ""},
	"optarg": {"getopt.c", ""}, "optind": {"getopt.c", ""}, "opterr": {"getopt.c", ""}, "optopt": {"getopt.c", ""},
	"program_invocation_name": {"names.c", ""}, "program_invocation_short_name": {"names.c", ""},
	"__progname": {"names.c", ""}, "__progname_full": {"names.c", ""},
	"environ": {"environ.c", emptyEnvironment}, "__environ": {"environ.c", emptyEnvironment}, "_environ": {"environ.c", emptyEnvironment},
	"timezone": {"zone.c", utc}, "daylight": {"zone.c", utc}, "tzname": {"zone.c", utc},
	"__timezone": {"zone.c", utc}, "__daylight": {"zone.c", utc}, "__tzname": {"zone.c", utc},
}
