// check: --property race:box
// expect: PROVED
// A local in memory; a variable beside it races.
#include <pthread.h>
int other;
void *worker(void *arg)
{
	other = 1;
	return 0;
}
int main(void)
{
	pthread_t t;
	int box = 0;
	pthread_create(&t, 0, worker, &box);
	box = 2;
	other = 2;
	pthread_join(t, 0);
	return 0;
}
