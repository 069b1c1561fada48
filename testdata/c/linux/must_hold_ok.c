// check: --platform linux --kernel none --property assert,race --harness add,remove --rounds 2 --unwind 2
// expect: PROVED
// expect[explore]: UNKNOWN
// What functions say about the locks of their callers holds.
#include <linux/lockdep.h>
#include <linux/spinlock.h>
#include <linux/rwsem.h>

struct pool { spinlock_t lock; struct rw_semaphore config; int n; };
static struct pool pool;

static void pool_change(struct pool *p, int by) __must_hold(&p->lock)
{
	p->n += by; // norace
}

static void pool_done(struct pool *p) __releases(p->lock)
{
	spin_unlock(&p->lock);
}

static int pool_limit(struct pool *p)
{
	lockdep_assert_held_read(&p->config);
	lockdep_assert_not_held(&p->lock);
	return 8;
}

int add(void)
{
	int limit;

	down_write(&pool.config);
	lockdep_assert_held_write(&pool.config);
	downgrade_write(&pool.config);
	limit = pool_limit(&pool);
	up_read(&pool.config);
	spin_lock(&pool.lock);
	if (pool.n < limit)
		pool_change(&pool, 1);
	pool_done(&pool);
	return 0;
}

void remove(void)
{
	spin_lock(&pool.lock);
	pool_change(&pool, -1);
	pool_done(&pool);
}
