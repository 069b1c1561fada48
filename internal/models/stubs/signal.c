/* Signals. Those that the program sends itself run its handlers; from outside they arrive where it waits for them, and nowhere else: a verdict about a program that
   installs a handler says so. Masks have no effect. Sets are exact. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <signal.h>
#include <unistd.h>

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
	if (set)
		__heddle_touch(set, sizeof *set);
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

/* ---- handlers: the tables are used inside atomic sections only */

static void (*handlers[NSIG])(int);                         /* null: the default, or one of the others */
static void (*informed[NSIG])(int, siginfo_t *, void *); /* handlers that are told more */

void (*signal(int sig, void (*handler)(int)))(int) {
	if (!valid(sig))
		return SIG_ERR;
	__heddle_atomic_begin();
	void (*old)(int) = handlers[sig];
	handlers[sig] = handler;
	informed[sig] = 0;
	__heddle_atomic_end();
	return old;
}

int sigaction(int sig, const struct sigaction *act, struct sigaction *old) {
	if (!valid(sig))
		return -1;
	void (*plain)(int) = 0;
	void (*info)(int, siginfo_t *, void *) = 0;
	if (act && (act->sa_flags & SA_SIGINFO))
		info = act->sa_sigaction;
	else if (act)
		plain = act->sa_handler;
	__heddle_atomic_begin();
	void (*old_plain)(int) = handlers[sig];
	void (*old_info)(int, siginfo_t *, void *) = informed[sig];
	if (act) {
		handlers[sig] = plain;
		informed[sig] = info;
	}
	__heddle_atomic_end();
	if (old) {
		if (old_info)
			old->sa_sigaction = old_info;
		else
			old->sa_handler = old_plain;
		old->sa_flags = old_info ? SA_SIGINFO : 0; /* the mask has no effect and stays what it was */
	}
	return 0;
}

int sigaltstack(const stack_t *new, stack_t *old) {
	if (new)
		__heddle_touch(new, sizeof *new);
	if (old) {
		old->ss_sp = 0;
		old->ss_flags = 2;
		old->ss_size = 0;
	}
	return 0;
}

enum action { HANDLED, IGNORED, DEFAULT };

static enum action handle(int sig) {
	__heddle_atomic_begin();
	void (*handler)(int) = handlers[sig];
	void (*info)(int, siginfo_t *, void *) = informed[sig];
	__heddle_atomic_end();
	if (info) {
		siginfo_t about;
		info(sig, &about, 0);
		return HANDLED;
	}
	if (handler == SIG_IGN)
		return IGNORED;
	if (handler == SIG_DFL)
		return sig == SIGCHLD || sig == SIGCONT || sig == SIGURG || sig == SIGWINCH ? IGNORED : DEFAULT;
	handler(sig);
	return HANDLED;
}

/* The default action of most signals ends the process; a stopped one does not go on. */
static void deliver(int sig) {
	if (handle(sig) != DEFAULT)
		return;
	__heddle_assume(sig != SIGSTOP && sig != SIGTSTP && sig != SIGTTIN && sig != SIGTTOU);
	__heddle_abort();
}

int raise(int sig) {
	if (!valid(sig))
		return -1;
	deliver(sig);
	return 0;
}

int kill(pid_t pid, int sig) {
	if (pid == getpid()) {
		if (sig == 0)
			return 0;
		return raise(sig);
	}
	return __heddle_outcome();
}

/* The process may be in the group, or not. */
int killpg(pid_t group, int sig) {
	(void)group;
	return kill(__heddle_nondet_bool() ? getpid() : 0, sig);
}

/* A handler of another thread does not run there. */
int pthread_kill(pthread_t thread, int sig) {
	if (sig == 0)
		return __heddle_nondet_bool() ? 0 : ESRCH;
	if (sig < 0 || sig >= NSIG)
		return EINVAL;
	if (thread == __heddle_self()) {
		deliver(sig);
		return 0;
	}
	__heddle_atomic_begin();
	int fatal = !informed[sig] && handlers[sig] == SIG_DFL && sig != SIGCHLD && sig != SIGCONT && sig != SIGURG && sig != SIGWINCH;
	__heddle_atomic_end();
	if (fatal)
		__heddle_abort();
	return 0;
}

/* A signal with a handler arrives, from outside. */
static int interrupted(void) {
	int sig = __heddle_nondet_int();
	__heddle_assume(sig >= 1 && sig < NSIG);
	enum action what = handle(sig);
	__heddle_assume(what == HANDLED);
	errno = EINTR;
	return -1;
}

int pause(void) {
	__heddle_cancel_point();
	return interrupted();
}

int sigsuspend(const sigset_t *mask) {
	if (mask)
		__heddle_touch(mask, sizeof *mask);
	__heddle_cancel_point();
	return interrupted();
}

/* A signal of the set arrives, from outside. */
static int arrives(const sigset_t *set) {
	__heddle_cancel_point();
	int sig = __heddle_nondet_int();
	__heddle_assume(sig >= 1 && sig < NSIG);
	__heddle_assume(sigismember(set, sig));
	return sig;
}

int sigwait(const sigset_t *set, int *sig) {
	*sig = arrives(set);
	return 0;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *info) {
	if (__heddle_nondet_bool()) {
		errno = EINTR;
		return -1;
	}
	int sig = arrives(set);
	if (info)
		info->si_signo = sig;
	return sig;
}

int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout) {
	if (timeout)
		__heddle_touch(timeout, sizeof *timeout);
	if (__heddle_nondet_bool()) {
		errno = EAGAIN;
		return -1;
	}
	return sigwaitinfo(set, info);
}

int sigpending(sigset_t *set) {
	any_set(set);
	return 0;
}
