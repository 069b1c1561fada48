/* The runtime of a replay. It is linked with the user's program, compiled as it is with -fsanitize=thread, and calls of
   __tsan_* functions stand before every access to memory then. Each of them, and each call of a function that the trace
   names, is a pin: the thread stops there until the trace says that it is its turn.

   This file is compiled without a sanitizer, and it calls neither pthread functions nor C atomics to hand over turns: ThreadSanitizer would take
   either for synchronization of the program, and see no race. Words are volatile, the lock is one instruction, and threads sleep by system calls. */

/* Alone with AddressSanitizer nothing is wrapped, and there is no schedule to follow: the functions are those of the library. */
#if ALONE
#define REALLY(f) __asm__(#f)
#else
#define REALLY(f)
#endif

static void stop(const char *verdict, const char *format, ...) __attribute__((noreturn, format(printf, 2, 3)));

/* ---- the system */

#if GIVES_syscall
extern long __real_syscall(long, ...);
#define syscall __real_syscall
#endif

static long sys(long n, long a, long b, long c, long d)
{
	return syscall(n, a, b, c, d, 0L, 0L);
}

static volatile int guard;

#ifndef HEDDLE_MUTEX
static int swap(volatile int *p, int v)
{
	__asm__ volatile("xchg %0, %1" : "+r"(v), "+m"(*p) : : "memory");
	return v;
}

static void hold(void)
{
	while (swap(&guard, 1))
		sys(SYS_sched_yield, 0, 0, 0, 0);
}

static void release(void)
{
	(void)swap(&guard, 0);
}
#else /* what must not be done: ThreadSanitizer sees this lock, and no race is left. There is a test that says so. */
static pthread_mutex_t guard_mutex = PTHREAD_MUTEX_INITIALIZER;
extern int __real_pthread_mutex_lock(pthread_mutex_t *), __real_pthread_mutex_unlock(pthread_mutex_t *);

static void hold(void)
{
	__real_pthread_mutex_lock(&guard_mutex);
	guard = 1;
}

static void release(void)
{
	guard = 0;
	__real_pthread_mutex_unlock(&guard_mutex);
}
#endif

static volatile int moment; /* changes whenever somebody may have to look again */

static void changed(void)
{
	moment++;
	sys(SYS_futex, (long)&moment, 1 /* FUTEX_WAKE */, INT_MAX, 0);
}

/* asleep lets go of the guard until something has changed. */
static void asleep(void)
{
	struct { long s, ns; } most = {0, 100000000};
	int seen = moment;
	release();
	sys(SYS_futex, (long)&moment, 0 /* FUTEX_WAIT */, seen, (long)&most);
	hold();
}

/* ---- saying what happened. One line, to the descriptor that HEDDLE_REPLAY_FD names, or to standard error. */

static int report_to = 2;
static __thread uintptr_t here;         /* the end of the stack that is in use by the user's code */
static __thread uintptr_t arguments[3]; /* of the call that is pinned */
static __thread int self = -1; /* the number of the thread; -1: one that the trace does not know, or that is done with it */

static void stop(const char *verdict, const char *format, ...)
{
	static volatile int said;
	char text[1000];
	self = -1;
	int n = snprintf(text, sizeof text, "heddle: %s: ", verdict);
	va_list list;
	va_start(list, format);
	n += vsnprintf(text + n, sizeof text - 1 - (unsigned)n, format, list);
	va_end(list);
	if (n > (int)sizeof text - 2)
		n = sizeof text - 2;
	text[n++] = '\n';
	if (!said++)
		(void)sys(SYS_write, report_to, (long)text, n, 0);
	sys(SYS_exit_group, verdict[0] == 'C' ? 1 : 3, 0, 0, 0);
	__builtin_unreachable();
}

