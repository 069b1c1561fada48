// check: --property assert
// expect: PROVED
// C11 threads: results, mutex, condition.
#include <assert.h>
#include <threads.h>

mtx_t m;
cnd_t c;
int full;

int producer(void *arg)
{
	mtx_lock(&m);
	full = *(int *)arg;
	cnd_signal(&c);
	mtx_unlock(&m);
	return 3;
}

int main(void)
{
	thrd_t t;
	int n = 9, r;
	assert(mtx_init(&m, mtx_plain) == thrd_success);
	assert(cnd_init(&c) == thrd_success);
	assert(thrd_create(&t, producer, &n) == thrd_success);
	mtx_lock(&m);
	while (!full)
		cnd_wait(&c, &m);
	assert(full == 9);
	mtx_unlock(&m);
	thrd_join(t, &r);
	assert(r == 3);
	return 0;
}
