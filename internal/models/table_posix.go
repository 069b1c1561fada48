package models

// POSIX beyond threads: files, time, signals, processes.

const (
	fileDescriptors = "files"
	clocks          = "time"
	signals         = "signals"
	sockets         = "sockets"
)

const (
	noSignals = "a signal from outside arrives only where the program waits for it"
	followed  = "an execution follows the parent or the child, and the child only if the process has had one thread"
	mapped    = "a mapping is no other mapping's memory, and no other process changes it"
)

// assumes is what verdicts rest on beyond the text of the models.
var assumes = map[string]string{
	"request_threaded_irq":         handlersElsewhere,
	"devm_request_threaded_irq":    handlersElsewhere,
	"request_any_context_irq":      handlersElsewhere,
	"devm_request_any_context_irq": handlersElsewhere,
	"signal":                       noSignals,
	"sigaction":                    noSignals,
	"alarm":                        noSignals,
	"setitimer":                    noSignals,
	"pthread_kill":                 noSignals,
	"pthread_atfork":               "handlers of fork do not run",
	"fork":                         followed,
	"vfork":                        followed,
	"daemon":                       followed,
	"mmap":                         mapped,
	"shm_open":                     "another process or mapping does not change the memory",
	"syscall":                      "a thread that waits for a futex may go on at any moment: it is in no deadlock",
	"pthread_cancel":               "a thread that waits and could be cancelled is in no deadlock, and functions that may or may not be cancellation points are none",
	"scandir":                      "a directory has at most three entries",
	"system":                       "the command does not change files or memory that the program shares with it",
}

// piping says what is taken where the program makes pipes.
var piping = []Override{{"pipe.c", "pipe_ends.c"}}

var posixSections = []section{
	{fileDescriptors, KindStub, "file.c", join(
		each("an arbitrary descriptor, or -1 with an arbitrary error number", "open openat creat dup dup2 dup3 mkstemp inotify_init inotify_init1 timerfd_create"),
		each("0, or -1 with an arbitrary error number; a pipe has one end less", "close"),
		each("an arbitrary number of arbitrary bytes, or -1; from a pipe exactly what was written to it, waiting for it", "read"),
		each("reads the memory; an arbitrary number of bytes is written, or -1; all of them to a pipe", "write"),
		each("an arbitrary number of arbitrary bytes, or -1", "pread readlink"),
		each("reads the memory; an arbitrary number of bytes is written, or -1", "pwrite"),
		each("duplicates: an arbitrary descriptor, or -1; the flags of a pipe are exact; else no effect, arbitrary result", "fcntl"),
		each("an arbitrary position, or -1", "lseek"),
		each("arbitrary, or -1", "stat lstat fstat fstatat"),
		each("an arbitrary text that fits, or failure", "getcwd gethostname"),
		each("an arbitrary choice of descriptors is ready, or -1", "poll ppoll select pselect"),
	)},
	{fileDescriptors, KindStub, "xstat.c", each("what older headers of glibc call stat, lstat and fstat", "__xstat __lxstat __fxstat")},
	{fileDescriptors, KindStub, "pipe.c", join(
		each("-1, or a pipe, at most eight of which are followed at a time", "pipe pipe2"),
		each("-1, or a counter, followed as a pipe is", "eventfd"),
		each("reads or writes the counter", "eventfd_read eventfd_write"),
	)},
	{forModels, KindStub, "pipe_none.c", []entry{
		{"__heddle_pipe_make", "makes a pipe that is followed", piping},
		{"__heddle_event_make", "makes a counter that is followed", piping},
		{"__heddle_pipe_number", "whether a number is kept for pipes", piping},
		{"__heddle_pipe_read", "reads from a pipe", piping},
		{"__heddle_pipe_write", "writes to a pipe", piping},
		{"__heddle_pipe_close", "closes the end of a pipe", piping},
		{"__heddle_pipe_idle", "whether reading from a pipe would wait", piping},
		{"__heddle_pipe_flags", "the flags of the end of a pipe", piping},
		{"__heddle_pipe_set_flags", "sets them", piping},
		{"__heddle_pipe_leak", "a pipe is not followed any more", piping},
		{"__heddle_pipe_leak_all", "no pipe that there is now is followed any more", piping},
		{"__heddle_pipe_off", "no pipe is followed any more", piping},
	}},
	{fileDescriptors, KindStub, "epoll.c", join(
		each("an arbitrary descriptor, or -1", "epoll_create epoll_create1"),
		each("remembers at most eight descriptors, or -1", "epoll_ctl"),
		each("an arbitrary choice of the registered descriptors is ready, or -1", "epoll_wait epoll_pwait"),
	)},
	{fileDescriptors, KindStub, "dir.c", join(
		each("null, or a new directory", "opendir fdopendir"),
		each("null, or an arbitrary entry with a name of at most 15 bytes", "readdir readdir_r"),
		each("frees the directory", "closedir"),
		each("no effect", "rewinddir seekdir"),
		each("arbitrary", "telldir dirfd"),
		each("compares names", "alphasort"),
		each("at most three entries; calls the filter and the comparison", "scandir"),
	)},
	{fileDescriptors, KindStub, "walk.c", each("calls the function for an arbitrary number of arbitrary files", "ftw nftw")},
	{sockets, KindStub, "socket.c", join(
		each("an arbitrary descriptor, or -1", "socket socketpair"),
		each("an arbitrary descriptor and an arbitrary address, or -1", "accept accept4"),
		each("reads the address; 0, or -1", "bind connect"),
		each("0, or -1", "listen shutdown"),
		each("an arbitrary address that fits, or -1", "getsockname getpeername"),
		each("an arbitrary value that fits, or -1", "getsockopt"),
		each("reads the value; 0, or -1", "setsockopt"),
		each("reads the memory; an arbitrary number of bytes is sent, or -1", "send sendto sendmsg writev"),
		each("an arbitrary number of arbitrary bytes, at most those asked for, or -1", "recv recvfrom recvmsg readv __recv_chk __recvfrom_chk"),
	)},
	{sockets, KindStub, "inet.c", join(
		each("exact", "htons ntohs htonl ntohl"),
		each("reads the text; an arbitrary address, or failure", "inet_addr inet_aton inet_pton"),
		each("an arbitrary text in a static object, written plainly", "inet_ntoa"),
		each("an arbitrary text that fits, or null", "inet_ntop"),
	)},
	{sockets, KindStub, "netdb.c", join(
		each("null, or an arbitrary entry in a static object, written plainly",
			"gethostbyname gethostbyname2 gethostbyaddr getservbyname getservbyport getprotobyname getprotobynumber"),
		each("an arbitrary entry in the buffer, or failure", "gethostbyname_r gethostbyaddr_r"),
		each("one or two new entries with arbitrary addresses, or failure", "getaddrinfo"),
		each("frees the list", "freeaddrinfo"),
		each("arbitrary texts that fit, or failure", "getnameinfo"),
		each("a fixed text", "gai_strerror hstrerror"),
		each("reads the string", "herror"),
		each("every thread has its own", "__h_errno_location"),
	)},
	{fileDescriptors, KindHavoc, "", join(
		each("no effect, arbitrary result", `fsync fdatasync ftruncate fchmod
			umask isatty fchown fchdir
			eaccess euidaccess flock posix_fadvise posix_fallocate fallocate readahead fpathconf
			tcflush tcdrain tcflow tcsendbreak tcsetpgrp tcgetpgrp inotify_add_watch inotify_rm_watch
			chroot`),
		each("no effect", "sync"),
		each("no effect, arbitrary result", "mprotect msync madvise mlock munlock mlockall munlockall"),
	)},
	{fileDescriptors, KindUnsupported, "", join(
		each("locks of files are not modelled", "lockf"),
	)},
	{clocks, KindStub, "time.c", join(
		each("an arbitrary time", "time timespec_get gettimeofday getrusage getrlimit"),
		each("an arbitrary time; that of a monotonic clock never goes back", "clock_gettime"),
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
		each("no effect, arbitrary result", "settimeofday"),
		each("no effect", "tzset"),
		each("no effect: no signal arrives", "alarm setitimer"),
	)},
	{clocks, KindUnsupported, "", each("timers are not modelled", "getitimer")},
	{signals, KindStub, "signal.c", join(
		each("the handler runs for raise and kill of the process itself, and in pause and sigsuspend; the old one is exact", "signal sigaction"),
		each("no effect", "sigaltstack"),
		each("exact", "sigemptyset sigfillset sigaddset sigdelset sigismember"),
		each("no effect; the old mask is arbitrary", "sigprocmask pthread_sigmask"),
		each("runs the handler, or what the signal does by default", "raise"),
		each("as raise for the process itself; others: 0, or -1", "kill killpg"),
		each("as raise for the thread itself; in another thread no handler runs", "pthread_kill"),
		each("blocks, or runs some handler of the program and fails with EINTR", "pause sigsuspend"),
		each("blocks, or gives some signal of the set", "sigwait"),
		each("blocks, fails, or gives some signal of the set", "sigwaitinfo sigtimedwait"),
		each("an arbitrary set", "sigpending"),
	)},
	{signals, KindHavoc, "", each("no effect: masks have none", "sighold sigrelse siginterrupt")},
	{signals, KindUnsupported, "", each("not modelled; sigaction and sigsuspend are", "sigset sigignore sigpause")},
	{process, KindUnsupported, "", each("which thread a message or a semaphore between processes lets go on is not modelled", "msgrcv mq_receive mq_timedreceive semop")},
	{process, KindStub, "sys.c", join(
		each("a fixed number", "getpid getppid getpagesize"),
		each("a number per thread; that of the first is the process's", "gettid"),
		each("an arbitrary positive number; exact for the page size", "sysconf"),
		each("no effect: a switch can happen anyway", "sched_yield"),
		each("as on Linux", "sched_get_priority_min sched_get_priority_max"),
		each("an arbitrary priority", "sched_getparam"),
	)},
	{forModels, KindStub, "os.c", []entry{
		{"__heddle_fail", "-1, with an arbitrary error number", nil},
		{"__heddle_outcome", "0, or as __heddle_fail", nil},
		{"__heddle_descriptor", "a number that is not negative, or as __heddle_fail", nil},
		{"__heddle_not_open", "whether a descriptor is negative; EBADF then", nil},
		{"__heddle_transferred", "0 to a number, or as __heddle_fail", nil},
		{"__heddle_any_text", "writes an arbitrary string that fits", nil},
		{"__heddle_new_text", "a new object with an arbitrary string that fits", nil},
		{"__heddle_look_string", "reads a string for somebody outside", nil},
	}},
	{forModels, KindStub, "file.c", []entry{{"__heddle_status", "writes the arbitrary status of a file, or -1", nil}}},
	{process, KindStub, "exec.c", join(
		each("ends the process, or -1", "execl execlp execle execv execvp execve fexecve"),
		each("ends the process like exit", "err errx verr verrx"),
	)},
	{process, KindStub, "fork.c", join(
		each("-1, a child's number, or 0 if the process never had a second thread", "fork vfork"),
		each("0 if the process never had a second thread, or -1", "daemon"),
		each("an arbitrary status, or -1", "wait waitpid wait3 wait4"),
	)},
	{process, KindStub, "syscall.c", join(
		each("gettid, getpid, futex (wait and wake), getrandom, getcpu, membarrier, sched_yield, exit_group; others are unsupported", "syscall"),
		each("arbitrary bytes, or -1", "getrandom getentropy"),
	)},
	{process, KindStub, "user.c", join(
		each("null, or an arbitrary entry in a static object, written plainly", "getpwnam getpwuid getgrnam getgrgid getlogin getpass"),
		each("an arbitrary entry in the buffer, or failure", "getpwnam_r getpwuid_r getgrnam_r getgrgid_r getlogin_r"),
		each("Linux, the rest arbitrary", "uname"),
	)},
	{process, KindStub, "gettext.c", each("the message itself: no translations are installed",
		"gettext dgettext dcgettext ngettext dngettext textdomain bindtextdomain bind_textdomain_codeset")},
	{process, KindStub, "compat.c", each("behind macros of glibc; exact",
		"__libc_current_sigrtmin __libc_current_sigrtmax __ctype_get_mb_cur_max gnu_dev_major gnu_dev_minor gnu_dev_makedev __sched_cpucount")},
	{process, KindHavoc, "", join(
		each("arbitrary", "getuid geteuid getgid getegid getpgrp sched_getcpu sched_getscheduler getpriority getpgid getsid getdtablesize gethostid"),
		each("no effect, arbitrary result", "setuid setgid seteuid setegid setreuid setregid setresuid setresgid setpgid setpgrp setgroups initgroups setlogmask prctl setsid nice setpriority sched_setscheduler sched_setparam sched_setaffinity"),
	)},
	{process, KindUnsupported, "", join(
		each("not modelled", "sched_getaffinity"),
	)},
}
