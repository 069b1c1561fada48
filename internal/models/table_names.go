package models

// Other names of functions, and variables of the C library.

// alias says that each of names is target under another name. A name may take more parameters than its target, behind the others.
type alias struct{ target, names string }

// aliases are the names that headers of C libraries give to functions: for large files (they are the same where long has 64 bits, and
// programs of 32 bits that use them bring types of their own), inside the library, and for calls that are checked against the size of an object.
var aliases = []alias{
	{"getopt", "__posix_getopt"},
	{"getc_unlocked", "__uflow __underflow"},
	{"getdelim", "__getdelim"},
	{"getline", "__getline"},
	{"open", "open64 __open __open64 __open_2 __open64_2"},
	{"openat", "openat64 __openat_2 __openat64_2"},
	{"creat", "creat64"},
	{"close", "__close"},
	{"read", "__read __read_chk"},
	{"write", "__write"},
	{"pread", "pread64 __pread64 __pread_chk __pread64_chk"},
	{"pwrite", "pwrite64 __pwrite64"},
	{"lseek", "lseek64 __lseek"},

	{"ftruncate", "ftruncate64"},
	{"stat", "stat64"},
	{"lstat", "lstat64"},
	{"fstat", "fstat64"},
	{"fstatat", "fstatat64"},
	{"__xstat", "__xstat64"},
	{"__lxstat", "__lxstat64"},
	{"__fxstat", "__fxstat64"},
	{"fopen", "fopen64"},
	{"freopen", "freopen64"},
	{"tmpfile", "tmpfile64"},
	{"fseeko", "fseeko64"},
	{"ftello", "ftello64"},
	{"fgetpos", "fgetpos64"},
	{"fsetpos", "fsetpos64"},
	{"mkstemp", "mkstemp64"},
	{"mmap", "mmap64"},
	{"getrlimit", "getrlimit64"},
	{"posix_fadvise", "posix_fadvise64"},
	{"posix_fallocate", "posix_fallocate64"},
	{"fallocate", "fallocate64"},
	{"lockf", "lockf64"},
	{"fcntl", "fcntl64 __fcntl"},
	{"readdir", "readdir64"},
	{"readdir_r", "readdir64_r"},
	{"alphasort", "alphasort64"},
	{"scandir", "scandir64"},
	{"ftw", "ftw64"},
	{"nftw", "nftw64"},
	{"readlink", "__readlink_chk"},
	{"getcwd", "__getcwd_chk"},
	{"gethostname", "__gethostname_chk"},
	{"poll", "__poll __poll_chk"},
	{"select", "__select"},
	{"signal", "__sysv_signal sysv_signal bsd_signal ssignal"},
	{"sigaction", "__sigaction"},
	{"fork", "__fork"},
	{"strdup", "__strdup"},
	{"strndup", "__strndup"},
	{"strtok_r", "__strtok_r"},
	{"strsep", "__strsep"},
	{"stpcpy", "__stpcpy __stpcpy_chk"},
	{"mempcpy", "__mempcpy __mempcpy_chk"},
	{"rawmemchr", "__rawmemchr"},
	{"strtol", "__strtol_internal"},
	{"strtoul", "__strtoul_internal"},
	{"strtoll", "__strtoll_internal"},
	{"strtoull", "__strtoull_internal"},
	{"strtod", "__strtod_internal"},
	{"strtof", "__strtof_internal"},
	{"memcpy", "__memcpy_chk"},
	{"memmove", "__memmove_chk"},
	{"memset", "__memset_chk"},
	{"explicit_bzero", "__explicit_bzero_chk"},
	{"strcpy", "__strcpy_chk"},
	{"strncpy", "__strncpy_chk"},
	{"strcat", "__strcat_chk"},
	{"strncat", "__strncat_chk"},
	{"strlcpy", "__strlcpy_chk"},
	{"strlcat", "__strlcat_chk"},
	{"stpncpy", "__stpncpy_chk"},
	{"vscanf", "__isoc99_vscanf __isoc23_vscanf"},
	{"vfscanf", "__isoc99_vfscanf __isoc23_vfscanf"},
	{"vsscanf", "__isoc99_vsscanf __isoc23_vsscanf"},
	{"strtoimax", "__isoc23_strtoimax"},
	{"strtoumax", "__isoc23_strtoumax"},
	{"clock_gettime", "__clock_gettime"},
	{"gettimeofday", "__gettimeofday"},
	{"nanosleep", "__nanosleep"},
	{"usleep", "__usleep"},
	{"sched_yield", "__sched_yield"},
	{"getpagesize", "__getpagesize"},
	{"getpid", "__getpid"},
	{"sysconf", "__sysconf"},
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

// kernelVariables are variables of the Linux kernel that drivers use.
var kernelVariables = map[string]Var{
	"system_wq": {"linux/queues.c", ""}, "system_highpri_wq": {"linux/queues.c", ""}, "system_long_wq": {"linux/queues.c", ""}, "system_unbound_wq": {"linux/queues.c", ""},
	"system_freezable_wq": {"linux/queues.c", ""}, "system_power_efficient_wq": {"linux/queues.c", ""}, "system_freezable_power_efficient_wq": {"linux/queues.c", ""},
}

// variables are the variables of the C library that programs use.
var variables = map[string]Var{
	"stdin": {"streams.c", ""}, "stdout": {"streams.c", ""}, "stderr": {"streams.c", ""},
	"_IO_2_1_stdin_": {"streams.c", ""}, "_IO_2_1_stdout_": {"streams.c", ""}, "_IO_2_1_stderr_": {"streams.c", ""},
	"__heddle_stdin": {"streams.c", ""}, "__heddle_stdout": {"streams.c", ""}, "__heddle_stderr": {"streams.c", ""},
	"optarg": {"getopt.c", ""}, "optind": {"getopt.c", ""}, "opterr": {"getopt.c", ""}, "optopt": {"getopt.c", ""},
	"program_invocation_name": {"names.c", ""}, "program_invocation_short_name": {"names.c", ""},
	"__progname": {"names.c", ""}, "__progname_full": {"names.c", ""},
	"environ": {"environ.c", emptyEnvironment}, "__environ": {"environ.c", emptyEnvironment}, "_environ": {"environ.c", emptyEnvironment},
	"__heddle_value_given": {"setenv.c", ""}, "__heddle_value_put": {"setenv.c", ""},
	"__heddle_pushed": {"unwind.c", ""}, "__heddle_cancel_requests": {"cancel.c", ""}, "__heddle_cancel_async": {"cancel.c", ""},
	"timezone": {"zone.c", utc}, "daylight": {"zone.c", utc}, "tzname": {"zone.c", utc},
	"__timezone": {"zone.c", utc}, "__daylight": {"zone.c", utc}, "__tzname": {"zone.c", utc},
}
