// check: --property race
// expect: BUG race
// C11 threads: one side takes the mutex, the other forgets it.
#include <threads.h>

mtx_t m;
int x;

int worker(void *arg)
{
	mtx_lock(&m);
	x++; // race!
	mtx_unlock(&m);
	return 0;
}

int main(void)
{
	thrd_t t;
	mtx_init(&m, mtx_plain);
	thrd_create(&t, worker, 0);
	x = 5; // race!
	thrd_join(t, 0);
	return 0;
}
