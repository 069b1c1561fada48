/* The process and the machine it runs on, as far as a program can ask. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <sched.h>
#include <unistd.h>

/* One process, whose number does not change; its first thread has the same number. */
enum { PROCESS = 1000 };

pid_t getpid(void) {
	return PROCESS;
}

pid_t gettid(void) {
	return (pid_t)(PROCESS - 1 + __heddle_self());
}

pid_t getppid(void) {
	return PROCESS - 1;
}

int getpagesize(void) {
	return 4096;
}

long sysconf(int name) {
	if (name == _SC_PAGESIZE)
		return 4096;
	long r = __heddle_nondet_long();
	return r >= 1 ? r : 1;
}

/* A switch can happen here as anywhere else. */
int sched_yield(void) {
	return 0;
}

int sched_get_priority_min(int policy) {
	return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}

int sched_get_priority_max(int policy) {
	return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

int sched_getparam(pid_t pid, struct sched_param *param) {
	(void)pid;
	param->sched_priority = __heddle_nondet_int();
	return 0;
}
