// check: --platform linux --property race --harness store,show --rounds 2 --unwind 2
// expect: BUG race
// Readers that write; RCU readers keep nobody away.
#include <linux/rwsem.h>
#include <linux/rcupdate.h>

static DECLARE_RWSEM(lock);
static unsigned long value, reads;

void store(unsigned long v)
{
	down_write(&lock);
	value = v;
	up_write(&lock);
	down_read(&lock);
	reads++; // race!
	up_read(&lock);
}

unsigned long show(void)
{
	unsigned long v;

	rcu_read_lock();
	v = value;
	rcu_read_unlock();
	down_read(&lock);
	reads++; // race!
	up_read(&lock);
	return v;
}
