/* Bits of the Linux kernel as locks, and waiting for bits. The bit itself is the state: it stands among others that the program looks at. */
#include <heddle_intrinsics.h>

#define BITS (8 * (int)sizeof(long))
#define MASK(nr) (1UL << ((nr) % BITS))

static _Bool set(int nr, unsigned long *p, _Bool sure) {
	p += nr / BITS;
	__heddle_atomic_begin();
	_Bool clear = !(*p & MASK(nr));
	if (sure)
		__heddle_assume(clear);
	*p |= MASK(nr);
	__heddle_atomic_end();
	return clear;
}

static void until_clear(int nr, unsigned long *p) {
	__heddle_atomic_begin();
	__heddle_assume(!(p[nr / BITS] & MASK(nr)));
	__heddle_atomic_end();
}

void bit_spin_lock(int nr, unsigned long *p) { set(nr, p, 1); }
int bit_spin_trylock(int nr, unsigned long *p) { return set(nr, p, 0); }
void bit_spin_unlock(int nr, unsigned long *p) { __atomic_fetch_and(p + nr / BITS, ~MASK(nr), __ATOMIC_SEQ_CST); }
void __bit_spin_unlock(int nr, unsigned long *p) { bit_spin_unlock(nr, p); }
int bit_spin_is_locked(int nr, unsigned long *p) { return (__atomic_load_n(p + nr / BITS, __ATOMIC_RELAXED) & MASK(nr)) != 0; }

/* A wait that a signal may end says so with a number that is not 0; whether this one may depends on the mode. */
static int interrupted(unsigned int mode) { return mode & 0x101 && __heddle_nondet_bool(); }

int wait_on_bit(unsigned long *p, int nr, unsigned int mode) {
	if (interrupted(mode))
		return -4;
	until_clear(nr, p);
	return 0;
}

int wait_on_bit_io(unsigned long *p, int nr, unsigned int mode) { return wait_on_bit(p, nr, mode); }
int out_of_line_wait_on_bit(void *p, int nr, void *action, unsigned int mode) { (void)action; return wait_on_bit(p, nr, mode); }

int wait_on_bit_timeout(unsigned long *p, int nr, unsigned int mode, unsigned long timeout) {
	(void)timeout;
	if (__heddle_nondet_bool())
		return -11;
	return wait_on_bit(p, nr, mode);
}

int out_of_line_wait_on_bit_timeout(void *p, int nr, void *action, unsigned int mode, unsigned long timeout) { (void)action; return wait_on_bit_timeout(p, nr, mode, timeout); }

int wait_on_bit_lock(unsigned long *p, int nr, unsigned int mode) {
	if (interrupted(mode))
		return -4;
	set(nr, p, 1);
	return 0;
}

int out_of_line_wait_on_bit_lock(void *p, int nr, void *action, unsigned int mode) { (void)action; return wait_on_bit_lock(p, nr, mode); }
