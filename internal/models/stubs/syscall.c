/* System calls by number. A futex is no queue here: a wait compares the word and may then end at any moment, as it may by itself; a wake has no effect. So no
   execution is lost, and a thread that nobody wakes is not seen. */
#include <errno.h>
#include <heddle_intrinsics.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t getrandom(void *buf, size_t n, unsigned int flags) {
	(void)flags;
	ssize_t done = (ssize_t)__heddle_transferred(n);
	if (done > 0)
		__heddle_fill_any(buf, (size_t)done);
	return done;
}

int getentropy(void *buf, size_t n) {
	if (n > 256 || __heddle_nondet_bool())
		return __heddle_fail();
	__heddle_fill_any(buf, n);
	return 0;
}

static long futex(int *word, int op, int val) {
	switch (op & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME)) {
	case FUTEX_WAIT:
	case FUTEX_WAIT_BITSET:
		if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != val) {
			errno = EAGAIN;
			return -1;
		}
		if (__heddle_nondet_bool())
			return 0;
		errno = __heddle_nondet_bool() ? EINTR : ETIMEDOUT;
		return -1;
	case FUTEX_WAKE:
	case FUTEX_WAKE_BITSET: {
		int n = __heddle_nondet_int();
		return n >= 0 && n <= val ? n : 0;
	}
	}
	__heddle_unsupported("a futex operation other than wait and wake");
}

long syscall(long number, ...) {
	va_list ap;
	va_start(ap, number);
	switch (number) {
	case SYS_futex: {
		int *word = va_arg(ap, int *);
		int op = va_arg(ap, int);
		int val = va_arg(ap, int);
		va_end(ap);
		return futex(word, op, val);
	}
	case SYS_gettid:
		return gettid();
	case SYS_getpid:
		return getpid();
	case SYS_sched_yield:
		return 0;
	case SYS_membarrier:
		__heddle_fence();
		return 0;
	case SYS_exit_group:
		__heddle_halt(va_arg(ap, int));
	case SYS_getrandom: {
		void *buf = va_arg(ap, void *);
		size_t n = va_arg(ap, size_t);
		va_end(ap);
		return getrandom(buf, n, 0);
	}
	case SYS_getcpu: {
		unsigned int *cpu = va_arg(ap, unsigned int *), *node = va_arg(ap, unsigned int *);
		va_end(ap);
		if (cpu)
			*cpu = __heddle_nondet_uchar();
		if (node)
			*node = __heddle_nondet_uchar();
		return 0;
	}
	}
	__heddle_unsupported("syscall of a number that is not modelled");
}
