// check: --platform linux --kernel none --property race --harness lookup,replace,replace --rounds 2 --unwind 2
// expect: BUG race
// The section ends before the object is looked at.
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/mutex.h>

struct entry { struct rcu_head rcu; int key; };
static struct entry __rcu *entry;
static DEFINE_MUTEX(lock);

static void entry_free(struct rcu_head *head)
{
	kfree(container_of(head, struct entry, rcu)); // race!
}

int lookup(void)
{
	struct entry *e;
	int key = -1;

	rcu_read_lock();
	e = rcu_dereference(entry);
	rcu_read_unlock();
	if (e)
		key = e->key; // race!
	return key;
}

void replace(int key)
{
	struct entry *e = kzalloc(sizeof(*e), GFP_KERNEL), *old;

	if (!e)
		return;
	e->key = key; // norace
	mutex_lock(&lock);
	old = rcu_replace_pointer(entry, e, 1);
	mutex_unlock(&lock);
	if (old)
		call_rcu(&old->rcu, entry_free);
}
