// check: --property assert
// expect: BUG assert
// The other thread decides which way is taken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
void *setter(void *a)
{
	flag = 1;
	return a;
}
void *worker(void *a)
{
	if (flag)
		goto over;
	unsigned char x = 1;
over:
	assert(x == 1); // fail!
	return a;
}
int main(void)
{
	pthread_t s, t;
	pthread_create(&s, 0, setter, 0);
	pthread_create(&t, 0, worker, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return 0;
}
