/* Completions of the Linux kernel: a count comes first; its largest value says that all waiters go on. */
#include <heddle_intrinsics.h>

struct completion {
	unsigned int done;
};

#define ALL 0xffffffffu
#define RESTART (-512)

static int take(struct completion *c, int sure) {
	__heddle_atomic_begin();
	int there = c->done > 0;
	if (sure)
		__heddle_assume(there);
	if (there && c->done != ALL)
		c->done--;
	__heddle_atomic_end();
	return there;
}

static unsigned long left(unsigned long timeout) {
	unsigned long t = __heddle_nondet_ulong();
	return t < 1 || t > timeout ? 1 : t;
}

void wait_for_completion(struct completion *c) { take(c, 1); }
void wait_for_completion_io(struct completion *c) { take(c, 1); }

int wait_for_completion_interruptible(struct completion *c) {
	if (__heddle_nondet_bool())
		return RESTART;
	take(c, 1);
	return 0;
}

int wait_for_completion_killable(struct completion *c) { return wait_for_completion_interruptible(c); }

unsigned long wait_for_completion_timeout(struct completion *c, unsigned long timeout) {
	if (__heddle_nondet_bool())
		return 0;
	take(c, 1);
	return left(timeout);
}

unsigned long wait_for_completion_io_timeout(struct completion *c, unsigned long timeout) { return wait_for_completion_timeout(c, timeout); }

long wait_for_completion_interruptible_timeout(struct completion *c, unsigned long timeout) {
	if (__heddle_nondet_bool())
		return RESTART;
	return wait_for_completion_timeout(c, timeout);
}

long wait_for_completion_killable_timeout(struct completion *c, unsigned long timeout) { return wait_for_completion_interruptible_timeout(c, timeout); }
_Bool try_wait_for_completion(struct completion *c) { return take(c, 0); }

_Bool completion_done(struct completion *c) {
	__heddle_atomic_begin();
	_Bool there = c->done > 0;
	__heddle_atomic_end();
	return there;
}

void complete(struct completion *c) {
	__heddle_atomic_begin();
	if (c->done != ALL)
		c->done++;
	__heddle_atomic_end();
}

void complete_all(struct completion *c) {
	__heddle_atomic_begin();
	c->done = ALL;
	__heddle_atomic_end();
}
