// check: --platform linux --kernel none --property race --harness in,out --rounds 2 --unwind 2
// expect: BUG race
// Two bits of one word are two locks.
#include <linux/bit_spinlock.h>

static unsigned long word;
static int users;

void in(void)
{
	bit_spin_lock(2, &word);
	users++; // race!
	bit_spin_unlock(2, &word);
}

void out(void)
{
	if (!bit_spin_trylock(3, &word))
		return;
	users--; // race!
	bit_spin_unlock(3, &word);
}
