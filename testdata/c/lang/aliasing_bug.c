// check: --property assert
// expect: BUG assert
// Trap 6: two names for one cell, across threads.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct msg { int kind; int body; };
_Alignas(struct msg) char wire[sizeof(struct msg)];

void *worker(void *arg)
{
	struct msg m = {1, 2};
	memcpy(wire, &m, sizeof m);
	return 0;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, worker, 0);
	struct msg *m = (struct msg *)wire;
	int b = m->body;
	assert(b != 2); // fail!
	pthread_join(t, 0);
	return 0;
}
