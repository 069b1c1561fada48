/* Counters of the Linux kernel whose last step takes a lock. */
#include <heddle_intrinsics.h>

/* A counter that is not at one goes down in one step; else the lock is taken first, and the counter is looked at again. */
static int drop(int *n, void *l) {
	__heddle_atomic_begin();
	int more = *n != 1;
	if (more)
		--*n;
	__heddle_atomic_end();
	if (more)
		return 0;
	__heddle_lock(l);
	if (__atomic_sub_fetch(n, 1, __ATOMIC_SEQ_CST) == 0)
		return 1;
	__heddle_unlock(l);
	return 0;
}

int _atomic_dec_and_lock(int *n, void *l) { return drop(n, l); }
int atomic_dec_and_mutex_lock(int *n, void *l) { return drop(n, l); }
_Bool refcount_dec_and_mutex_lock(int *n, void *l) { return drop(n, l); }
_Bool refcount_dec_and_lock(int *n, void *l) { return drop(n, l); }

int _atomic_dec_and_lock_irqsave(int *n, void *l, unsigned long *flags) {
	*flags = __heddle_nondet_ulong();
	return drop(n, l);
}

_Bool refcount_dec_and_lock_irqsave(int *n, void *l, unsigned long *flags) { return _atomic_dec_and_lock_irqsave(n, l, flags); }

_Bool refcount_dec_if_one(int *n) {
	__heddle_atomic_begin();
	_Bool last = *n == 1;
	if (last)
		*n = 0;
	__heddle_atomic_end();
	return last;
}

_Bool refcount_dec_not_one(int *n) {
	__heddle_atomic_begin();
	_Bool more = *n != 1;
	if (more)
		--*n;
	__heddle_atomic_end();
	return more;
}
