// check: --property race
// expect: PROVED
// C11 threads with a mutex and call_once.
#include <threads.h>

mtx_t m;
once_flag once = ONCE_FLAG_INIT;
int x, y;

void init(void)
{
	y = 1; // norace
}

int worker(void *arg)
{
	call_once(&once, init);
	mtx_lock(&m);
	x += y; // norace
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	thrd_t t;
	mtx_init(&m, mtx_plain);
	thrd_create(&t, worker, 0);
	call_once(&once, init);
	mtx_lock(&m);
	x += y; // norace
	mtx_unlock(&m);
	thrd_join(t, 0);
	return 0;
}
