// check: --platform linux --kernel none --property assert,race,deadlock --harness tick,set --rounds 2 --unwind 2
// expect: PROVED
// expect[explore]: UNKNOWN
// A function that the kernel calls says what the kernel holds then.
#include <linux/lockdep.h>
#include <linux/spinlock.h>

static DEFINE_SPINLOCK(lock);
static int ticks;

void tick(void)
{
	lockdep_assert_held(&lock);
	ticks++; // norace
}

void set(int n)
{
	spin_lock(&lock);
	lockdep_assert_held(&lock);
	ticks = n; // norace
	spin_unlock(&lock);
}
