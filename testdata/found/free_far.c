// check: --property race
// expect: BUG race
// expect[lockset]: POSSIBLE
// expect[rounds]: UNKNOWN
// expect[kiss]: UNKNOWN
// expect[modular]: UNKNOWN
// The size of the object is not known when it is compiled, and the field lies behind the bytes that such an object has at least. The free of the object is a race with an access to that field, too.
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

struct far {
	char pad[100];
	int x;
};

static void *bump(void *a)
{
	struct far *f = a;
	__atomic_fetch_add(&f->x, 1, __ATOMIC_SEQ_CST); // race!
	return 0;
}

int main(void)
{
	pthread_t t;
	size_t n = heddle_nondet_uint();

	heddle_assume(n >= sizeof(struct far) && n < 4096);
	struct far *f = malloc(n);
	pthread_create(&t, 0, bump, f);
	free(f); // race!
	return 0;
}
