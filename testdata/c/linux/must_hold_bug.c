// check: --platform linux --kernel none --property assert,race --harness add,remove --rounds 2 --unwind 2
// expect: BUG assert
// A function that says what its callers hold, and a caller that holds nothing.
#include <linux/lockdep.h>
#include <linux/spinlock.h>
#include <linux/rwsem.h>

struct pool { spinlock_t lock; struct rw_semaphore config; int n; };
static struct pool pool;

static void pool_change(struct pool *p, int by) __must_hold(&p->lock)
{
	p->n += by; // race!
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
	if (pool.n < limit) // race!
		pool_change(&pool, 1);
	pool_done(&pool);
	return 0;
}

void remove(void)
{

	pool_change(&pool, -1);

}
