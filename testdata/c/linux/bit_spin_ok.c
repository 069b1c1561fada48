// check: --platform linux --kernel none --property race --harness in,out --rounds 2 --unwind 2
// expect: PROVED
// expect[explore]: UNKNOWN
// A bit that is waited for is a lock; its neighbours are others.
#include <linux/bit_spinlock.h>

static unsigned long word;
static int users;

void in(void)
{
	bit_spin_lock(2, &word);
	users++; // norace
	bit_spin_unlock(2, &word);
}

void out(void)
{
	if (!bit_spin_trylock(2, &word))
		return;
	users--; // norace
	bit_spin_unlock(2, &word);
}
