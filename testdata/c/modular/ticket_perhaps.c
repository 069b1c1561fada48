// check: --property assert,race --rounds 2 --unwind 2
// expect: PROVED
// expect[modular]: POSSIBLE
// A ticket is nobody else's: that is about all threads at once.
#include <pthread.h>
#include <stdatomic.h>
atomic_uint next, serving;
int data;
void *work(void *a)
{
	unsigned mine = atomic_fetch_add(&next, 1);
	while (serving != mine)
		;
	data = 1;
	serving = mine + 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	for (int i = 0; i < 2; i++)
		pthread_create(&t, 0, work, 0);
	return 0;
}
