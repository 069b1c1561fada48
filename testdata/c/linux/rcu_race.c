// check: --platform linux --kernel none --property race --harness show,store,store --rounds 2 --unwind 2
// expect: BUG race
// Readers may still look at what is freed: nobody waits for them.
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/spinlock.h>

struct config { int speed; struct rcu_head rcu; };
static struct config __rcu *config;
static DEFINE_SPINLOCK(lock);

int show(void)
{
	struct config *c;
	int speed = 0;

	rcu_read_lock();
	c = rcu_dereference(config);
	if (c)
		speed = c->speed; // race!
	rcu_read_unlock();
	return speed;
}

int store(int speed)
{
	struct config *c = kzalloc(sizeof(*c), GFP_KERNEL), *old;

	if (!c)
		return -ENOMEM;
	c->speed = speed; // norace
	spin_lock(&lock);
	old = rcu_dereference_protected(config, 1);
	rcu_assign_pointer(config, c);
	spin_unlock(&lock);
	kfree(old); // race!
	return 0;
}
