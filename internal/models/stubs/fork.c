/* Processes. An execution follows the parent or the child, never both: their memories are apart. A child has one thread, so it is followed only
   where the process has never started a second one; create_fork.c counts. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int __heddle_created(void);

static pid_t child(void) {
	pid_t pid = __heddle_nondet_int();
	return pid > 1 && pid != getpid() ? pid : 2000;
}

pid_t fork(void) {
	__heddle_pipe_leak_all();
	if (__heddle_nondet_bool())
		return __heddle_nondet_bool() ? child() : __heddle_fail();
	__heddle_assume(!__heddle_created());
	return 0;
}

pid_t vfork(void) {
	return fork();
}

int daemon(int nochdir, int noclose) {
	(void)nochdir;
	(void)noclose;
	if (__heddle_outcome())
		return -1;
	__heddle_assume(!__heddle_created());
	return 0;
}

static pid_t ended(int *status, pid_t pid) {
	__heddle_cancel_point();
	if (__heddle_outcome())
		return -1;
	if (status)
		*status = __heddle_nondet_int() & 0xffff;
	return pid;
}

pid_t wait(int *status) {
	return ended(status, child());
}

pid_t waitpid(pid_t pid, int *status, int options) {
	if ((options & WNOHANG) && __heddle_nondet_bool())
		return 0;
	return ended(status, pid > 0 ? pid : child());
}

pid_t wait3(int *status, int options, struct rusage *usage) {
	if (usage)
		getrusage(RUSAGE_CHILDREN, usage);
	return waitpid(-1, status, options);
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage) {
	if (usage)
		getrusage(RUSAGE_CHILDREN, usage);
	return waitpid(pid, status, options);
}
