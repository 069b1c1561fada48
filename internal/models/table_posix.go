package models

// POSIX beyond threads: files, time, signals, processes.

const (
	fileDescriptors = "files"
	clocks          = "time"
	signals         = "signals"
)

const noSignals = "no signal arrives and no handler of one runs"

// assumes is what verdicts rest on beyond the text of the models.
var assumes = map[string]string{
	"signal":    noSignals,
	"sigaction": noSignals,
	"alarm":     noSignals,
	"system":    "the command does not change files or memory that the program shares with it",
}

var posixSections = []section{
	{fileDescriptors, KindStub, "file.c", join(
		each("an arbitrary descriptor, or -1 with an arbitrary error number", "open openat creat dup dup2 pipe pipe2 mkstemp"),
		each("0, or -1 with an arbitrary error number", "close"),
		each("an arbitrary number of arbitrary bytes, or -1", "read pread readlink"),
		each("reads the memory; an arbitrary number of bytes is written, or -1", "write pwrite"),
		each("an arbitrary position, or -1", "lseek"),
		each("arbitrary, or -1", "stat lstat fstat"),
		each("an arbitrary text that fits, or failure", "getcwd gethostname"),
		each("an arbitrary choice of descriptors is ready, or -1", "poll select"),
	)},
	{fileDescriptors, KindHavoc, "", join(
		each("no effect, arbitrary result", `fsync fdatasync ftruncate truncate access unlink rmdir link symlink chdir chown chmod fchmod
			mkdir mkfifo umask isatty fcntl utimes`),
		each("no effect", "sync"),
		each("no effect, arbitrary result: nothing is mapped", "munmap mprotect msync madvise mlock munlock mlockall munlockall"),
	)},
	{fileDescriptors, KindUnsupported, "", join(
		each("locks of files are not modelled", "lockf"),
		each("shared memory is not modelled", "shm_open shm_unlink"),
	)},
	{clocks, KindStub, "time.c", join(
		each("an arbitrary time", "time timespec_get clock_gettime gettimeofday getrusage getrlimit"),
		each("one nanosecond", "clock_getres"),
		each("exact", "difftime"),
		each("no effect; never interrupted", "sleep usleep nanosleep clock_nanosleep"),
		each("an arbitrary date", "gmtime_r localtime_r mktime timegm"),
		each("an arbitrary date in a static object, written plainly", "gmtime localtime"),
		each("an arbitrary text", "asctime_r ctime_r strftime"),
		each("an arbitrary text in a static object, written plainly", "asctime ctime"),
	)},
	{clocks, KindHavoc, "", join(
		each("arbitrary", "clock"),
		each("no effect, arbitrary result", "clock_settime settimeofday setrlimit"),
		each("no effect", "tzset"),
		each("no effect: no signal arrives", "alarm"),
	)},
	{clocks, KindUnsupported, "", each("timers are not modelled", "getitimer setitimer")},
	{signals, KindStub, "signal.c", join(
		each("the handler never runs", "signal sigaction"),
		each("exact", "sigemptyset sigfillset sigaddset sigdelset sigismember"),
		each("no effect; the old mask is arbitrary", "sigprocmask pthread_sigmask"),
		each("ends the process for SIGABRT, SIGKILL, SIGTERM and SIGINT; others are unsupported", "raise"),
		each("the thread does not continue", "pause"),
	)},
	{signals, KindUnsupported, "", each("signals are not modelled", "kill sigpending sigsuspend sigwait sigwaitinfo sigtimedwait")},
	{process, KindStub, "sys.c", join(
		each("a fixed number", "getpid getppid getpagesize"),
		each("a number per thread; that of the first is the process's", "gettid"),
		each("an arbitrary positive number; exact for the page size", "sysconf"),
		each("no effect: a switch can happen anyway", "sched_yield"),
		each("as on Linux", "sched_get_priority_min sched_get_priority_max"),
		each("an arbitrary priority", "sched_getparam"),
	)},
	{process, KindStub, "exec.c", join(
		each("ends the process, or -1", "execl execlp execv execvp execve"),
		each("ends the process like exit", "err errx verr verrx"),
	)},
	{process, KindHavoc, "", join(
		each("arbitrary", "getuid geteuid getgid getegid getpgrp sched_getcpu sched_getscheduler getpriority"),
		each("no effect, arbitrary result", "setuid setgid setsid nice setpriority sched_setscheduler sched_setparam sched_setaffinity"),
	)},
	{process, KindUnsupported, "", join(
		each("processes are not modelled", "fork vfork wait waitpid"),
		each("not modelled", "syscall sched_getaffinity"),
	)},
}
