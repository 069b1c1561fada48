/* Signals. Handlers never run and no signal arrives: a verdict about a program that installs a handler says so. Sets are
   exact. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <signal.h>

enum { BITS = 8 * sizeof(unsigned long), WORDS = 1024 / BITS };

static int valid(int sig) {
	if (sig >= 1 && sig < NSIG)
		return 1;
	errno = EINVAL;
	return 0;
}

int sigemptyset(sigset_t *set) {
	for (int i = 0; i < WORDS; i++)
		set->__bits[i] = 0;
	return 0;
}

int sigfillset(sigset_t *set) {
	for (int i = 0; i < WORDS; i++)
		set->__bits[i] = -1UL;
	return 0;
}

int sigaddset(sigset_t *set, int sig) {
	if (!valid(sig))
		return -1;
	set->__bits[(sig - 1) / BITS] |= 1UL << (sig - 1) % BITS;
	return 0;
}

int sigdelset(sigset_t *set, int sig) {
	if (!valid(sig))
		return -1;
	set->__bits[(sig - 1) / BITS] &= ~(1UL << (sig - 1) % BITS);
	return 0;
}

int sigismember(const sigset_t *set, int sig) {
	if (!valid(sig))
		return -1;
	return set->__bits[(sig - 1) / BITS] >> (sig - 1) % BITS & 1;
}

static void any_set(sigset_t *set) {
	for (int i = 0; i < WORDS; i++)
		set->__bits[i] = __heddle_nondet_ulong();
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
	(void)set;
	if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
		return EINVAL;
	if (old)
		any_set(old);
	return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
	int e = pthread_sigmask(how, set, old);
	if (!e)
		return 0;
	errno = e;
	return -1;
}

void (*signal(int sig, void (*handler)(int)))(int) {
	(void)handler;
	return valid(sig) ? SIG_DFL : SIG_ERR;
}

int sigaction(int sig, const struct sigaction *act, struct sigaction *old) {
	(void)act;
	if (!valid(sig))
		return -1;
	if (old) {
		old->sa_handler = SIG_DFL;
		old->sa_flags = 0;
		any_set(&old->sa_mask);
	}
	return 0;
}

/* The default action of these ends the process. */
int raise(int sig) {
	if (sig == SIGABRT || sig == SIGKILL || sig == SIGTERM || sig == SIGINT)
		__heddle_abort();
	__heddle_unsupported("raise");
}

/* Nothing ever arrives, so this thread does not continue. */
int pause(void) {
	__heddle_assume(0);
	return -1;
}
