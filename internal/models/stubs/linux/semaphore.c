/* Semaphores of the Linux kernel: a lock of four bytes, then the count, which static initializers and sema_init set. */
#include <heddle_intrinsics.h>

struct semaphore {
	unsigned int lock, count;
};

#define INTERRUPTED (-4)
#define TIMED_OUT (-62)

static int take(struct semaphore *s, int sure) {
	__heddle_atomic_begin();
	int there = s->count > 0;
	if (sure)
		__heddle_assume(there);
	if (there)
		s->count--;
	__heddle_atomic_end();
	return there;
}

void down(struct semaphore *s) { take(s, 1); }

int down_interruptible(struct semaphore *s) {
	if (__heddle_nondet_bool())
		return INTERRUPTED;
	take(s, 1);
	return 0;
}

int down_killable(struct semaphore *s) { return down_interruptible(s); }
int down_trylock(struct semaphore *s) { return !take(s, 0); }

int down_timeout(struct semaphore *s, long timeout) {
	(void)timeout;
	if (__heddle_nondet_bool())
		return TIMED_OUT;
	take(s, 1);
	return 0;
}

void up(struct semaphore *s) {
	__heddle_atomic_begin();
	s->count++;
	__heddle_atomic_end();
}
